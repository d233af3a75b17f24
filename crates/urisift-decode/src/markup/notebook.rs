//! Jupyter notebooks: JSON, in which the sources of some cells are Markdown.
//!
//! They are read in two layers. The first decodes the escapes of strings and joins the lines of a cell with
//! Markdown, which are strings of their own; the second reads such a cell as Markdown.

use std::ops::ControlFlow;

use super::markdown::{MARKDOWN, Markdown};
use super::source::run;
use crate::core::format::{Format, Prefix, Sniff};
use crate::core::peek::PeekReader;
use crate::core::step::StepKind;
use crate::core::walker::Walker;
use crate::layers::coding::push_char;
use crate::layers::json_escape::{Escape, escape};
use crate::layers::syntax::{self, Parsed, Syntax, Unit};

/// The longest escape, in bytes.
const LONGEST: usize = 12;
/// How much of a string is compared with the words that matter.
const MAX_WORD: usize = 16;
/// What starts the paragraph between JSON and Markdown. No string of JSON holds it as it is.
const MARK: u8 = 0x1f;

/// A notebook of Jupyter.
pub(crate) struct Notebook;

impl Format for Notebook {
    fn name(&self) -> &'static str {
        "ipynb"
    }

    fn sniff(&self, _: Prefix<'_>) -> Sniff {
        Sniff::No
    }

    fn has_magic(&self) -> bool {
        false
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["ipynb"]
    }

    fn may_start_as(&self) -> &'static [&'static str] {
        &["json"]
    }

    fn is_text(&self) -> bool {
        true
    }

    fn open(&self, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
        let mut decoded = PeekReader::of_mapped(Parsed::new(reader, Cells::default()));
        let mut text = Parsed::new(&mut decoded, Sources { markdown: None });
        to.within(StepKind::Layer, self.name(), |to| to.text(&mut text))
    }
}

/// What the strings of a value are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Source {
    /// No source of Markdown.
    #[default]
    None,
    /// The source comes next.
    Next,
    /// The source is one string.
    One,
    /// The source is a list of lines.
    Lines,
}

/// Reads JSON.
#[derive(Default)]
struct Cells {
    is_in_string: bool,
    /// The start of the last string.
    word: Vec<u8>,
    /// The key whose value comes next.
    key: Vec<u8>,
    /// The cell is Markdown.
    is_markdown: bool,
    source: Source,
}

impl Cells {
    /// Reads what is in a string from an offset on; returns the offset after it.
    fn string(&mut self, unit: &mut Unit<'_>, at: usize) -> usize {
        let text = unit.text;
        let end =
            memchr::memchr3(b'"', b'\\', b'\n', &text[at..]).map_or(text.len(), |len| at + len);
        let room = MAX_WORD - self.word.len();
        self.word.extend_from_slice(&text[at..end.min(at + room)]);
        match text.get(end) {
            None => end,
            Some(b'\\') => decode(unit, end),
            // A line feed ends any string, as it may not be in one.
            Some(byte) => {
                self.is_in_string = false;
                self.ended(unit, end, *byte);
                end + usize::from(*byte == b'"')
            }
        }
    }

    /// A string has ended at that byte.
    fn ended(&mut self, unit: &mut Unit<'_>, at: usize, byte: u8) {
        if std::mem::take(&mut self.key) == b"cell_type" {
            self.is_markdown = self.word == b"markdown";
        }
        match self.source {
            Source::Lines if byte == b'"' => unit.skip(at..at + 1),
            Source::One | Source::Lines => self.border(unit, at, Source::None),
            Source::None | Source::Next => {}
        }
    }

    /// Markdown begins or ends.
    fn border(&mut self, unit: &mut Unit<'_>, at: usize, source: Source) {
        unit.decoded(at..at, vec![b'\n', b'\n', MARK, b'\n', b'\n']);
        self.source = source;
    }

    /// Reads what is in no string; returns the offset after it.
    fn structure(&mut self, unit: &mut Unit<'_>, at: usize) -> usize {
        let text = unit.text;
        match text[at] {
            b'"' => {
                self.is_in_string = true;
                self.word.clear();
                match self.source {
                    Source::Next => self.border(unit, at + 1, Source::One),
                    Source::Lines => unit.skip(at..at + 1),
                    Source::None | Source::One => {}
                }
            }
            b':' => {
                self.key = std::mem::take(&mut self.word);
                let is_source = self.is_markdown && self.key == b"source";
                self.source = if is_source { Source::Next } else { Source::None };
            }
            b'[' if self.source == Source::Next => self.border(unit, at + 1, Source::Lines),
            b']' if self.source == Source::Lines => self.border(unit, at, Source::None),
            b',' | b' ' | b'\t' | b'\r' | b'\n' if self.source == Source::Lines => {
                let len = run(&text[at..], |b| b", \t\r\n".contains(&b));
                unit.skip(at..at + len);
                return at + len;
            }
            _ => {}
        }
        at + 1
    }
}

/// Decodes the escape at an offset; returns the offset after it.
fn decode(unit: &mut Unit<'_>, at: usize) -> usize {
    match escape(Prefix { bytes: &unit.text[at..], is_all: true }) {
        Escape::Char { raw, char } => {
            let mut text = Vec::new();
            push_char(char, &mut text);
            unit.decoded(at..at + raw, text);
            at + raw
        }
        Escape::None | Escape::More => at + 1,
    }
}

impl Syntax for Cells {
    fn unit(&mut self, reader: &mut PeekReader<'_>) -> usize {
        let len = syntax::lines(reader);
        let unit = &reader.live()[..len];
        if len < syntax::MAX_UNIT || unit.ends_with(b"\n") {
            return len;
        }
        // An escape stays together.
        let end = unit.iter().rposition(|b| *b == b'\\').map_or(0, |last| last + 1);
        let run = unit[..end].iter().rev().take_while(|b| **b == b'\\').count();
        let is_cut = run % 2 == 1 && end > 1 && end - 1 + LONGEST > len;
        if is_cut { end - 1 } else { len }
    }

    fn read(&mut self, unit: &mut Unit<'_>) {
        let mut at = 0;
        while at < unit.text.len() {
            at = match self.is_in_string {
                true => self.string(unit, at),
                false => self.structure(unit, at),
            };
        }
    }
}

/// Reads what is between two marks as Markdown.
struct Sources {
    markdown: Option<Markdown>,
}

impl Syntax for Sources {
    fn read(&mut self, unit: &mut Unit<'_>) {
        if unit.text.first() == Some(&MARK) {
            unit.skip(0..1);
            self.markdown = match self.markdown {
                None => Some((MARKDOWN.syntax)()),
                Some(_) => None,
            };
        } else if let Some(markdown) = &mut self.markdown {
            markdown.read(unit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{UNCUT, entered};

    /// Also at the end of the longest piece that is looked at.
    #[test]
    fn an_escape_stays_together() {
        let start = r#"{"cell_type":"markdown","source":""#;
        for shift in 0..12 {
            let filler = "x".repeat(syntax::MAX_UNIT - start.len() - 9 - shift);
            let json = format!("{start}{filler} [a](http:\\/\\/b\\u0062.example\\/)\"}}");
            let all = entered(&Notebook, json.as_bytes(), UNCUT);
            let text = String::from_utf8_lossy(&all.texts[0].text);
            assert!(text.contains("http://bb.example/"), "{shift}: {}", &text[text.len() - 60..]);
        }
    }
}
