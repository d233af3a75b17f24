//! Runs of text in office documents. A paragraph, a cell or a slide is split into runs wherever its format, its
//! spelling or its history changes, also in the middle of a word.
//!
//! In WordprocessingML and DrawingML (ISO/IEC 29500-1, 17.3.2 and 21.1.2) a run is `<w:r><w:rPr>…</w:rPr><w:t>text`,
//! and strings of SpreadsheetML (18.4) are alike; in OpenDocument (1.3, 6.1.7) it is a `text:span`.

/// What a tag is for the runs around it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Part {
    /// A border of words, as most tags are.
    #[default]
    Border,
    /// In a paragraph, it may be in a word.
    Inline,
    /// Like `Inline`; whitespace that follows it is not text.
    Outer,
}

/// What is open.
#[derive(Debug, Default)]
pub(super) struct Runs {
    /// The properties of a run.
    in_properties: bool,
    /// A string of a spreadsheet.
    in_string: bool,
}

/// Tags in a paragraph of Word that are not text: the runs themselves, and what spelling, changes and bookmarks leave
/// in them.
const WORD: &[&[u8]] = &[
    b"r",
    b"ins",
    b"prooferr",
    b"bookmarkstart",
    b"bookmarkend",
    b"lastrenderedpagebreak",
    b"commentrangestart",
    b"commentrangeend",
];
/// The elements with the text of a paragraph, and with the code of a field.
const WORD_TEXT: &[&[u8]] = &[b"t", b"instrtext"];
/// Tags in a paragraph of OpenDocument that are in words.
const OPEN_DOCUMENT: &[&[u8]] =
    &[b"span", b"bookmark", b"bookmark-start", b"bookmark-end", b"soft-page-break"];

impl Runs {
    /// Returns `true` if nothing is open.
    pub fn is_closed(&self) -> bool {
        !self.in_properties && !self.in_string
    }

    /// What the tag of that name, in lower case, is; it starts an element, or ends one.
    pub fn part(&mut self, name: &[u8], is_start: bool) -> Part {
        match name {
            [b'w', b':', local @ ..] => return self.run(local, is_start, WORD_TEXT, WORD),
            [b'a', b':', local @ ..] => return self.run(local, is_start, &[b"t"], &[b"r"]),
            [b't', b'e', b'x', b't', b':', local @ ..] if OPEN_DOCUMENT.contains(&local) => {
                return Part::Inline;
            }
            _ => {}
        }
        let local = name.strip_prefix(b"x:").unwrap_or(name);
        if matches!(local, b"si" | b"is") {
            *self = Runs { in_string: is_start, in_properties: false };
            return Part::Border;
        }
        if self.in_string && !local.contains(&b':') {
            return self.run(local, is_start, &[b"t"], &[b"r"]);
        }
        if self.in_properties { Part::Outer } else { Part::Border }
    }

    /// Like `part`, for a name of a vocabulary whose runs have these texts, and consist of these.
    fn run(&mut self, name: &[u8], is_start: bool, texts: &[&[u8]], runs: &[&[u8]]) -> Part {
        let part = if name == b"rpr" {
            self.in_properties = is_start;
            return Part::Outer;
        } else if texts.contains(&name) {
            if is_start { Part::Inline } else { Part::Outer }
        } else if runs.contains(&name) {
            Part::Outer
        } else if self.in_properties && name != b"p" {
            return Part::Outer;
        } else {
            Part::Border
        };
        self.in_properties = false;
        part
    }

    /// The start tag of that name, now complete, has ended its element too.
    pub fn closed_itself(&mut self, name: &[u8]) {
        self.in_properties &= !name.ends_with(b"rpr");
    }
}
