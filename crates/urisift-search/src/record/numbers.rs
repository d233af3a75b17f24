//! Human-readable numbers.

use std::fmt::Write;
use std::time::Duration;

/// A number with a comma before every three digits.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A byte count in the largest unit that fits.
pub fn size(bytes: f64) -> String {
    let mut out = String::new();
    let units = ["bytes", "KiB", "MiB", "GiB", "TiB"];
    let unit = units.len().min(1 + (bytes.max(1.0).log2() / 10.0) as usize) - 1;
    let _ = write!(out, "{:.1} {}", bytes / f64::powi(1024.0, unit as i32), units[unit]);
    out
}

/// A number of bytes, with or without a unit.
///
/// # Errors
/// What it should have been.
pub fn parse_size(text: &str) -> Result<usize, String> {
    let expected = || "expected a number of bytes, such as 4096, 8k or 1M".to_owned();
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let shift = match text[digits.len()..].to_ascii_lowercase().as_str() {
        "" | "b" => 0,
        "k" | "kb" | "kib" => 10,
        "m" | "mb" | "mib" => 20,
        "g" | "gb" | "gib" => 30,
        _ => return Err(expected()),
    };
    let number: usize = digits.parse().map_err(|_| expected())?;
    match number.checked_mul(1 << shift) {
        Some(0) => Err("expected at least one byte".to_owned()),
        Some(bytes) => Ok(bytes),
        None => Err("number too large".to_owned()),
    }
}

/// How long something may take, in seconds or with a unit.
///
/// # Errors
/// What it should have been.
pub fn parse_duration(text: &str) -> Result<Duration, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let millis = match &text[digits.len()..] {
        "ms" => 1,
        "" | "s" => 1000,
        "m" => 60_000,
        "h" => 3_600_000,
        _ => 0,
    };
    let time = digits.parse().ok().and_then(|number: u64| number.checked_mul(millis));
    let time = time.filter(|time| *time > 0).map(Duration::from_millis);
    time.ok_or_else(|| "expected a time, such as 30s, 500ms, 2m or 1h".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_easy_to_read() {
        let cases = [0, 999, 1_000, 12_345_678_901, u64::MAX].map(grouped);
        assert_eq!(cases, ["0", "999", "1,000", "12,345,678,901", "18,446,744,073,709,551,615"]);
        assert_eq!([0.0, 1536.0, 1e20].map(size), ["0.0 bytes", "1.5 KiB", "90949470.2 TiB"]);
    }

    #[test]
    fn sizes() {
        assert_eq!(parse_size("4096"), Ok(4096));
        assert_eq!(parse_size("8k"), Ok(8192));
        assert_eq!(parse_size("1MiB"), Ok(1 << 20));
        assert!(parse_size("0").is_err() && parse_size("x").is_err() && parse_size("-1").is_err());
        assert!(
            parse_size("99999999999999999999").is_err() && parse_size("9999999999999G").is_err()
        );
    }

    #[test]
    fn times_have_units() {
        for (text, millis) in
            [("30", 30_000), ("1s", 1000), ("500ms", 500), ("2m", 120_000), ("1h", 3_600_000)]
        {
            assert_eq!(parse_duration(text), Ok(Duration::from_millis(millis)));
        }
        for text in ["", "s", "0", "0ms", "-1", "1.5s", "1d", "1 s", "18446744073709551615h"] {
            assert!(parse_duration(text).is_err(), "{text}");
        }
    }
}
