//! Where a find stands: in the header, the body or an attachment of a message, or in a file.

use super::place::line_before;
use crate::span::Origin;

/// Where a find stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stand {
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

impl Stand {
    /// All of them, in the order of their numbers.
    pub const ALL: [Stand; 5] =
        [Stand::File, Stand::Body, Stand::Attachment, Stand::Header, Stand::ListHeader];

    pub fn name(self) -> &'static str {
        match self {
            Stand::File => "file",
            Stand::Body => "body",
            Stand::Attachment => "attachment",
            Stand::Header => "header",
            Stand::ListHeader => "list header",
        }
    }

    /// Where a find of that origin stands.
    pub fn of(origin: &Origin<'_>) -> Self {
        let path = origin.part.map_or("", |part| part.path);
        let is_message = |step: &str| step == "msg" || step.starts_with("msg ");
        if !path.split('/').any(is_message) {
            return Stand::File;
        }
        if path.ends_with("/header") || path.ends_with(" header") {
            let before = origin.context.map_or(&b""[..], |context| line_before(context.before));
            return if is_of_list(before) { Stand::ListHeader } else { Stand::Header };
        }
        match path.rsplit_once(' ') {
            Some((_, "text/plain" | "text/html")) => Stand::Body,
            _ => Stand::Attachment,
        }
    }
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

    fn of(path: &str, before: &str) -> Stand {
        let part = PartOrigin { path, ..PartOrigin::default() };
        let context = Some(Context { before: before.as_bytes(), after: b"" });
        Stand::of(&Origin { part: Some(part), context, ..Origin::of(Path::new("a")) })
    }

    #[test]
    fn parts_of_messages() {
        for (path, stand) in [
            ("", Stand::File),
            ("tar a/b.txt", Stand::File),
            ("msg 3 <a/b@c.example>/1 text/plain", Stand::Body),
            ("gz/msg/1.2 text/html", Stand::Body),
            ("msg 3/2 application/pdf/pdf/object 7", Stand::Attachment),
            ("msg 3/2 application/zip/zip a.html/html", Stand::Attachment),
            ("msg 3/header", Stand::Header),
            ("msg 3/1.2 header", Stand::Header),
        ] {
            assert_eq!(of(path, "see "), stand, "{path}");
        }
    }

    #[test]
    fn fields_of_mailing_lists() {
        for (before, stand) in [
            ("List-Post: <", Stand::ListHeader),
            ("To: a\nlist-help: <", Stand::ListHeader),
            ("List-Unsubscribe: <http://a.example/>,\n\t<", Stand::ListHeader),
            ("X-Url: ", Stand::Header),
            ("X-Spam-Report: *\n  * ", Stand::Header),
        ] {
            assert_eq!(of("msg/header", before), stand, "{before}");
        }
    }
}
