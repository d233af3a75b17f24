//! The steps from a source to a text in it.

/// A step from a container to what is in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step<'p> {
    /// What it leads to.
    pub kind: StepKind,
    /// How it is in the path, such as `tar a/b.txt`.
    pub text: &'p str,
}

/// What a step leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StepKind {
    /// The content of a format or of an encoding, such as `gz`, `html` or `text/plain`.
    Layer,
    /// A member of a container: a file, a stream or an object, such as `zip a/b.txt`.
    Member,
    /// A record of a web archive.
    Record,
    /// A message.
    Message,
    /// A part of a message, with its number and media type, such as `1.2 text/plain`.
    Section,
    /// The header of a message, a part of one, a record or an archive.
    Header,
}

/// The kind of each step of a path, and where in the path it ends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Steps(pub(super) Vec<(StepKind, usize)>);

impl Steps {
    /// The steps of that path.
    pub(super) fn of<'p>(&'p self, path: &'p str) -> impl DoubleEndedIterator<Item = Step<'p>> {
        self.0.iter().enumerate().map(move |(index, (kind, end))| {
            // A slash separates two steps.
            let start = index.checked_sub(1).map_or(0, |before| self.0[before].1 + 1);
            Step { kind: *kind, text: &path[start..*end] }
        })
    }
}

/// Where in its source a text stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PartLocation {
    /// In a file, a record, or a member of an archive.
    #[default]
    File,
    /// In the text of a message.
    Body,
    /// In another part of a message, or in what is compressed into one.
    Attachment,
    /// In the header of a message, or of a part of it.
    Header,
    /// In a field that a mailing list has added to the header (RFC 2369, RFC 2919, RFC 8058).
    ListHeader,
    /// In a comment of HTML in the text of a message, which its reader does not see.
    Comment,
}

impl PartLocation {
    /// All of them.
    pub const ALL: [PartLocation; 6] = [
        PartLocation::File,
        PartLocation::Body,
        PartLocation::Attachment,
        PartLocation::Header,
        PartLocation::ListHeader,
        PartLocation::Comment,
    ];

    /// Its name in records.
    pub fn name(self) -> &'static str {
        match self {
            PartLocation::File => "file",
            PartLocation::Body => "body",
            PartLocation::Attachment => "attachment",
            PartLocation::Header => "header",
            PartLocation::ListHeader => "list-header",
            PartLocation::Comment => "comment",
        }
    }

    /// Where these steps lead, of what is attached or not.
    pub(super) fn of<'p>(
        mut steps: impl DoubleEndedIterator<Item = Step<'p>>,
        is_attached: bool,
    ) -> Self {
        let Some(last) = steps.next_back() else { return PartLocation::File };
        if last.kind != StepKind::Message && !steps.any(|step| step.kind == StepKind::Message) {
            return PartLocation::File;
        }
        match last.kind {
            StepKind::Header => PartLocation::Header,
            _ if is_attached => PartLocation::Attachment,
            _ => PartLocation::Body,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::tar::tests::entry;
    use crate::testing::opened;

    /// The path and the location of each text.
    fn locations(bytes: &[u8]) -> Vec<(String, PartLocation)> {
        let texts = opened(bytes).texts.into_iter();
        texts.map(|text| (text.path, text.location)).collect()
    }

    #[test]
    fn parts_of_messages() {
        let text = "Subject: a\nTo: b\nContent-Type: multipart/mixed; boundary=x\n\n\
            --x\nA: b\n\nc\n--x\nA: b\nContent-Type: text/calendar\n\nd\n--x\nA: b\n\
            Content-Disposition: attachment\n\ne\n--x\nA: b\nContent-Type: a/b\n\nf\n--x--\n";
        let expected = [
            ("msg/header", PartLocation::Header),
            ("msg/1 header", PartLocation::Header),
            ("msg/1 text/plain", PartLocation::Body),
            ("msg/2 header", PartLocation::Header),
            ("msg/2 text/calendar", PartLocation::Body),
            ("msg/3 header", PartLocation::Header),
            ("msg/3 text/plain", PartLocation::Attachment),
            ("msg/4 header", PartLocation::Header),
            ("msg/4 a/b", PartLocation::Attachment),
        ];
        let known = locations(text.as_bytes());
        let known: Vec<_> = known.iter().map(|(path, location)| (&**path, *location)).collect();
        assert_eq!(known, expected);
    }

    #[test]
    fn a_name_is_no_message() {
        for name in ["x/msg 1/header", "msg 1/1 text/plain", "msg/header"] {
            let tar = entry(name, b'0', "text");
            assert_eq!(locations(&tar), [(format!("tar {name}"), PartLocation::File)]);
        }
    }
}
