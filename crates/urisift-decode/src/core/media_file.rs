//! Images, audio and video, which have no text.

use std::ffi::OsStr;
use std::path::Path;

/// Returns `true` if bytes are an image, audio or video (MIME Sniffing 6).
pub fn is_media(bytes: &[u8]) -> bool {
    let starts: &[&[u8]] = &[
        b"\x89PNG\r\n\x1a\n",
        b"\xff\xd8\xff",
        b"GIF87a",
        b"GIF89a",
        b"OggS\0",
        b"ID3",
        b"wOFF",
        b"wOF2",
        b"\x1a\x45\xdf\xa3",
        b"\0\0\x01\0",
    ];
    let is_riff = bytes.starts_with(b"RIFF")
        && bytes
            .get(8..12)
            .is_some_and(|kind| [b"WEBP", b"WAVE", b"AVI "].iter().any(|k| kind == *k));
    is_riff || bytes.get(4..8) == Some(b"ftyp") || starts.iter().any(|s| bytes.starts_with(s))
}

/// Returns `true` if the name of a file says that it is one.
pub fn is_name(name: &Path) -> bool {
    const ENDINGS: [&str; 14] = [
        "avi", "gif", "ico", "jpeg", "jpg", "m4a", "mov", "mp3", "mp4", "ogg", "png", "wav",
        "webm", "webp",
    ];
    let ending = name.extension().and_then(OsStr::to_str);
    ending.is_some_and(|ending| ENDINGS.iter().any(|it| it.eq_ignore_ascii_case(ending)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::cases::assert_cases;

    #[test]
    fn media_have_no_text() {
        assert_cases("web/media", |[bytes]| is_media(bytes));
    }
}
