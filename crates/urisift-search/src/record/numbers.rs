//! Human-readable numbers.

use std::fmt::Write;

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_easy_to_read() {
        assert_eq!([0, 999, 1000, 1234567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!([0.0, 1536.0, 1e20].map(size), ["0.0 bytes", "1.5 KiB", "90949470.2 TiB"]);
    }
}
