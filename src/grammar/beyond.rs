//! Characters beyond ASCII, which IRIs allow and URIs do not (RFC 3987 2.2).

/// Whether characters of private use are allowed, as they are in an iquery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Private {
    Never,
    Allowed,
}

/// The length in bytes of the ucschar or iprivate at the start of `text`, if there is one.
pub(crate) fn character(text: &[u8], private: Private) -> Option<usize> {
    let (c, len) = bstr::decode_utf8(text);
    let c = c.filter(|&c| is_ucschar(c) || private == Private::Allowed && is_private(c));
    c.map(|_| len)
}

/// ucschar: everything from U+00A0 but surrogates, non-characters, private use and the
/// compatibility tags of plane 14.
fn is_ucschar(c: char) -> bool {
    match c as u32 {
        0xa0..=0xd7ff | 0xf900..=0xfdcf | 0xfdf0..=0xffef => true,
        code @ 0x1_0000..=0xd_ffff => code & 0xffff <= 0xfffd,
        0xe_1000..=0xe_fffd => true,
        _ => false,
    }
}

/// iprivate = %xE000-F8FF / %xF0000-FFFFD / %x100000-10FFFD
fn is_private(c: char) -> bool {
    matches!(c as u32, 0xe000..=0xf8ff | 0xf_0000..=0xf_fffd | 0x10_0000..=0x10_fffd)
}
