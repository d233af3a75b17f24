//! Where a find stands: in the header, the body or an attachment of a message, or in a file.

use crate::span::{Origin, PartLocation};

/// Where a find stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Location {
    /// In a file, or in a member of an archive.
    File,
    /// In the text of a message.
    Body,
    /// In another part of a message, or in what is packed into one.
    Attachment,
    /// In the header of a message, or of a part of it.
    Header,
    /// In a header field that a mailing list has added.
    ListHeader,
}

/// How the names of the fields of mailing lists start (RFC 2369, RFC 2919, RFC 8058).
const LIST: &[u8] = b"List-";

impl Location {
    /// All of them, in the order of their numbers.
    pub const ALL: [Location; 5] = [
        Location::File,
        Location::Body,
        Location::Attachment,
        Location::Header,
        Location::ListHeader,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Location::File => "file",
            Location::Body => "body",
            Location::Attachment => "attachment",
            Location::Header => "header",
            Location::ListHeader => "list header",
        }
    }

    /// Where a find of that origin stands.
    pub fn of(origin: &Origin<'_>) -> Self {
        match origin.part.map_or(PartLocation::File, |part| part.location) {
            PartLocation::File => Location::File,
            PartLocation::Body => Location::Body,
            PartLocation::Attachment => Location::Attachment,
            PartLocation::Header => {
                let before = origin.context.map_or(&b""[..], |context| line_before(context.before));
                if is_of_list(before) { Location::ListHeader } else { Location::Header }
            }
        }
    }
}

/// The text after the last line feed.
pub(super) fn line_before(text: &[u8]) -> &[u8] {
    memchr::memrchr(b'\n', text).map_or(text, |feed| &text[feed + 1..])
}

/// Returns `true` if the start of a line is of a field of a mailing list. A folded field continues with a URI in angle
/// brackets, which is how those fields write them (RFC 2369 2).
fn is_of_list(line: &[u8]) -> bool {
    let is_folded = line.first().is_some_and(|byte| matches!(byte, b' ' | b'\t'));
    match is_folded {
        true => line.trim_ascii_start() == b"<",
        false => line.get(..LIST.len()).is_some_and(|name| name.eq_ignore_ascii_case(LIST)),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::span::{Context, PartOrigin};

    fn of(location: PartLocation, before: &str) -> Location {
        let part = PartOrigin { location, ..PartOrigin::default() };
        let context = Some(Context { before: before.as_bytes(), after: b"" });
        Location::of(&Origin { part: Some(part), context, ..Origin::of(Path::new("a")) })
    }

    #[test]
    fn parts_of_messages() {
        assert_eq!(Location::of(&Origin::of(Path::new("a"))), Location::File);
        assert_eq!(of(PartLocation::Body, "List-Id: <"), Location::Body);
        assert_eq!(of(PartLocation::Attachment, ""), Location::Attachment);
    }

    #[test]
    fn fields_of_mailing_lists() {
        for (before, stand) in [
            ("List-Post: <", Location::ListHeader),
            ("To: a\nlist-help: <", Location::ListHeader),
            ("List-Unsubscribe: <http://a.example/>,\n\t<", Location::ListHeader),
            ("X-Url: ", Location::Header),
            ("X-Spam-Report: *\n  * ", Location::Header),
        ] {
            assert_eq!(of(PartLocation::Header, before), stand, "{before}");
        }
    }
}
