//! The labels of charsets.

use encoding_rs::{Encoding, ISO_2022_JP, REPLACEMENT, UTF_8, UTF_16BE, UTF_16LE, X_USER_DEFINED};

use super::Kind;
use super::utf16::Order;

/// Windows code pages by number alone, as programs write them, and the labels of the Encoding Standard.
const ALIASES: [(&str, &str); 4] =
    [("cp932", "shift_jis"), ("cp936", "gbk"), ("cp949", "euc-kr"), ("cp950", "big5")];

/// The Encoding Standard maps these to windows-1252; but mail uses them for anything (they are the
/// default of RFC 2045 5.2), and that is UTF-8 more often.
const ASCII: [&str; 3] = ["us-ascii", "ascii", "ansi_x3.4-1968"];

/// The labels of UTF-32, which the Encoding Standard leaves out.
const UTF_32: [(&str, Order); 5] = [
    ("utf-32", Order::Little),
    ("utf-32le", Order::Little),
    ("utf-32be", Order::Big),
    ("ucs-4", Order::Little),
    ("iso-10646-ucs-4", Order::Little),
];

/// What a label stands for, if it needs decoding. It may be quoted.
pub(super) fn kind(label: &[u8]) -> Option<Kind> {
    let label = bare(label);
    let is = |name: &str| label.eq_ignore_ascii_case(name.as_bytes());
    if ASCII.iter().any(|name| is(name)) {
        return None;
    }
    if let Some((_, order)) = UTF_32.iter().find(|(name, _)| is(name)) {
        return Some(Kind::Utf32(*order));
    }
    let known = ALIASES.iter().find(|(alias, _)| is(alias)).map(|(_, known)| known.as_bytes());
    of_encoding(Encoding::for_label(known.unwrap_or(label))?)
}

fn bare(label: &[u8]) -> &[u8] {
    let label = label.trim_ascii();
    [b'"', b'\'']
        .iter()
        .find_map(|quote| label.strip_prefix(&[*quote])?.strip_suffix(&[*quote]))
        .unwrap_or(label)
        .trim_ascii()
}

/// `replacement` stands for charsets that are not decoded, such as ISO-2022-KR; most of their text is
/// plain ASCII.
fn of_encoding(encoding: &'static Encoding) -> Option<Kind> {
    if [UTF_8, REPLACEMENT, X_USER_DEFINED].contains(&encoding) {
        None
    } else if encoding == UTF_16LE {
        Some(Kind::Utf16(Order::Little))
    } else if encoding == UTF_16BE {
        Some(Kind::Utf16(Order::Big))
    } else if encoding == ISO_2022_JP {
        Some(Kind::Iso2022Jp)
    } else if encoding.is_single_byte() {
        Some(Kind::Single(encoding))
    } else {
        Some(Kind::Multi(encoding))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels() {
        for (label, expected) in [
            ("utf-8", "None"),
            ("UTF8", "None"),
            ("us-ascii", "None"),
            ("ASCII", "None"),
            ("unknown-8bit", "None"),
            ("binary", "None"),
            ("x-user-defined", "None"),
            ("iso-2022-kr", "None"),
            ("hz-gb-2312", "None"),
            ("utf-7", "None"),
            ("", "None"),
            ("\"", "None"),
            (" \"ISO-8859-1\" ", "Some(Single"),
            ("'KOI8-R'", "Some(Single"),
            ("Windows-1251", "Some(Single"),
            ("GB2312", "Some(Multi(Encoding { name: \"GBK"),
            ("CP932", "Some(Multi(Encoding { name: \"Shift_JIS"),
            ("iso-2022-jp", "Some(Iso2022Jp"),
            ("utf-16", "Some(Utf16(Little"),
            ("UTF-16BE", "Some(Utf16(Big"),
            ("ucs-2", "Some(Utf16(Little"),
            ("utf-32be", "Some(Utf32(Big"),
        ] {
            let found = format!("{:?}", kind(label.as_bytes()));
            assert!(found.starts_with(expected), "{label}: {found}");
        }
    }
}
