//! The labels of charsets.

use encoding_rs::{Encoding, ISO_2022_JP, REPLACEMENT, UTF_8, UTF_16BE, UTF_16LE, X_USER_DEFINED};

use super::Kind;
use super::dos;
use super::single::Table;
use super::utf16::Order;

/// What programs write, and the labels of the Encoding Standard. The numbers are those of Windows.
const ALIASES: &[(&str, &str)] = &[
    ("cp874", "windows-874"),
    ("cp932", "shift_jis"),
    ("cp936", "gbk"),
    ("cp949", "euc-kr"),
    ("cp950", "big5"),
    ("cp1200", "utf-16le"),
    ("cp1201", "utf-16be"),
    ("cp10000", "macintosh"),
    ("cp20866", "koi8-r"),
    ("cp21866", "koi8-u"),
    ("cp28605", "iso-8859-15"),
    ("cp51932", "euc-jp"),
    ("cp51936", "gbk"),
    ("cp51949", "euc-kr"),
    ("cp54936", "gb18030"),
    ("mac-roman", "macintosh"),
    ("macroman", "macintosh"),
    ("mac-cyrillic", "x-mac-cyrillic"),
];

/// The Encoding Standard maps these to windows-1252; but mail uses them for anything (they are the
/// default of RFC 2045 5.2), and that is UTF-8 more often.
const ASCII: [&str; 4] = ["us-ascii", "ascii", "ansi_x3.4-1968", "cp20127"];

/// Without a charset, UTF-8, or anything that has ASCII (RFC 1428).
const UNDECLARED: &[&str] = &[
    "",
    "unknown-8bit",
    "x-unknown",
    "unknown",
    "7bit",
    "8bit",
    "binary",
    "cp65001",
    "x-user-defined",
];

/// The charsets that the Encoding Standard leaves out, or never decodes.
const OTHERS: &[(&str, Kind)] = &[
    ("utf-16", Kind::Utf16(None)),
    ("ucs-2", Kind::Utf16(None)),
    ("iso-10646-ucs-2", Kind::Utf16(None)),
    ("unicode", Kind::Utf16(None)),
    ("csunicode", Kind::Utf16(None)),
    ("utf-32", Kind::Utf32(None)),
    ("utf-32le", Kind::Utf32(Some(Order::Little))),
    ("utf-32be", Kind::Utf32(Some(Order::Big))),
    ("ucs-4", Kind::Utf32(None)),
    ("iso-10646-ucs-4", Kind::Utf32(None)),
    ("utf-7", Kind::Utf7),
    ("utf7", Kind::Utf7),
    ("unicode-1-1-utf-7", Kind::Utf7),
    ("cp65000", Kind::Utf7),
    ("hz-gb-2312", Kind::Hz),
    ("hz-gb2312", Kind::Hz),
    ("hz", Kind::Hz),
    ("cp52936", Kind::Hz),
    ("iso-2022-jp-1", Kind::Iso2022Jp),
    ("iso-2022-jp-2", Kind::Iso2022Jp),
    ("iso-2022-jp-3", Kind::Iso2022Jp),
    ("iso-2022-jp-2004", Kind::Iso2022Jp),
    ("iso-2022-jp-ext", Kind::Iso2022Jp),
    ("iso-2022-jp-ms", Kind::Iso2022Jp),
    ("cp50220", Kind::Iso2022Jp),
    ("cp50221", Kind::Iso2022Jp),
    ("cp50222", Kind::Iso2022Jp),
    // It declares its sets itself.
    ("iso-2022-cn", Kind::Iso2022Jp),
    ("iso-2022-cn-ext", Kind::Iso2022Jp),
    ("iso-2022-kr", Kind::Iso2022Kr),
    ("csiso2022kr", Kind::Iso2022Kr),
    ("cp50225", Kind::Iso2022Kr),
];

/// What may precede the number of a code page.
const PAGES: [&str; 5] = ["cp", "ibm", "dos-", "cp-", "ibm-"];

/// What a label stands for, if it needs decoding. It may be quoted.
pub(super) fn kind(label: &[u8]) -> Option<Kind> {
    match known(&bare(label))? {
        Known::Decoded(kind) => Some(kind),
        Known::Plain => None,
    }
}

/// Returns `true` if a label stands for nothing known.
pub(super) fn is_unknown(label: &[u8]) -> bool {
    known(&bare(label)).is_none()
}

/// What is known of a charset.
enum Known {
    /// Read as it is.
    Plain,
    Decoded(Kind),
}

/// What a label in lower case stands for.
fn known(label: &str) -> Option<Known> {
    if label == "utf-8" || ASCII.contains(&label) || UNDECLARED.contains(&label) {
        return Some(Known::Plain);
    }
    if let Some((_, kind)) = OTHERS.iter().find(|(name, _)| *name == label) {
        return Some(Known::Decoded(kind.clone()));
    }
    if let Some(characters) = page(label).and_then(dos::page) {
        return Some(Known::Decoded(Kind::Single(Table::Page(characters))));
    }
    let alias = ALIASES.iter().find(|(alias, _)| *alias == label);
    let encoding = Encoding::for_label(alias.map_or(label, |(_, known)| known).as_bytes())?;
    Some(of_encoding(encoding).map_or(Known::Plain, Known::Decoded))
}

/// The number of a code page.
fn page(label: &str) -> Option<u32> {
    let number = PAGES.iter().find_map(|start| label.strip_prefix(start)?.parse().ok());
    number.or_else(|| label.parse().ok())
}

/// Without quotes, in lower case.
fn bare(label: &[u8]) -> String {
    let label = label.trim_ascii();
    let quoted = [b'"', b'\'']
        .iter()
        .find_map(|quote| label.strip_prefix(&[*quote])?.strip_suffix(&[*quote]));
    String::from_utf8_lossy(quoted.unwrap_or(label).trim_ascii()).to_ascii_lowercase()
}

/// `replacement` stands for charsets that browsers refuse; [`OTHERS`] has them.
fn of_encoding(encoding: &'static Encoding) -> Option<Kind> {
    if [UTF_8, REPLACEMENT, X_USER_DEFINED].contains(&encoding) {
        None
    } else if encoding == UTF_16LE {
        Some(Kind::Utf16(Some(Order::Little)))
    } else if encoding == UTF_16BE {
        Some(Kind::Utf16(Some(Order::Big)))
    } else if encoding == ISO_2022_JP {
        Some(Kind::Iso2022Jp)
    } else if encoding.is_single_byte() {
        Some(Kind::Single(Table::Encoding(encoding)))
    } else {
        Some(Kind::Multi(encoding))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::cases::assert_cases;

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
            ("ISO-2022-KR", "Some(Iso2022Kr"),
            ("iso-2022-jp-3", "Some(Iso2022Jp"),
            ("HZ-GB-2312", "Some(Hz"),
            ("utf-7", "Some(Utf7"),
            ("cp437", "Some(Single(Page(\"ÇüéâäàåçêëèïîìÄÅÉ"),
            ("IBM850", "Some(Single(Page(\"Ç"),
            ("DOS-862", "Some(Single(Page(\"א"),
            ("cp866", "Some(Single(Encoding"),
            ("x-mac-roman", "Some(Single(Encoding"),
            ("mac-roman", "Some(Single(Encoding"),
            ("cp65001", "None"),
            ("", "None"),
            ("\"", "None"),
            (" \"ISO-8859-1\" ", "Some(Single"),
            ("'KOI8-R'", "Some(Single"),
            ("Windows-1251", "Some(Single"),
            ("GB2312", "Some(Multi(Encoding { name: \"GBK"),
            ("CP932", "Some(Multi(Encoding { name: \"Shift_JIS"),
            ("iso-2022-jp", "Some(Iso2022Jp"),
            ("utf-16", "Some(Utf16(None"),
            ("UTF-16BE", "Some(Utf16(Some(Big"),
            ("ucs-2", "Some(Utf16(None"),
            ("utf-32be", "Some(Utf32(Some(Big"),
        ] {
            let found = format!("{:?}", kind(label.as_bytes()));
            assert!(found.starts_with(expected), "{label}: {found}");
        }
    }

    #[test]
    fn labels_that_no_one_knows() {
        assert_cases("layers/unknown labels", |[label]| is_unknown(label));
    }
}
