//! Parse errors: the byte that does not fit, and the BNF rule it breaks.

use std::fmt;

use bstr::ByteSlice;

use super::bnf::Rule;
use crate::sanitize::{self, is_harmful};

/// A parse error: the byte that does not fit, and the rule that expects another one there.
///
/// It prints as one line; [`ParseError::display_in`] draws it under the URI:
///
/// ```
/// let fault = urisift::Uri::parse("http://a.example:8o/").unwrap_err();
/// assert_eq!((fault.offset(), fault.rule()), (18, "port"));
/// assert_eq!(
///     fault.display_in("http://a.example:8o/").to_string(),
///     "http://a.example:8o/\n                  ^\n\
///      \"o\" at byte 18 does not fit: port = *DIGIT (RFC 3986 3.2.3)"
/// );
/// ```
#[derive(Clone, Copy)]
pub struct ParseError {
    at: usize,
    rule: &'static Rule,
}

impl ParseError {
    pub(super) fn new(at: usize, rule: &'static Rule) -> Self {
        ParseError { at, rule }
    }

    /// This error, in a text that follows `len` other bytes.
    pub(super) fn after(self, len: usize) -> Self {
        ParseError { at: self.at + len, ..self }
    }

    /// The zero-based offset of the first byte that does not fit, or the length of a text that ends too
    /// soon. For a malformed escape, the offset of its `%`.
    pub fn offset(&self) -> usize {
        self.at
    }

    /// The name of the rule, as its document spells it; for a malformed escape, `pct-encoded` in every
    /// edition, whatever its document calls it.
    pub fn rule(&self) -> &'static str {
        self.rule.name
    }

    pub(super) fn broken(&self) -> &'static Rule {
        self.rule
    }

    /// What the rule says, in the notation of its document.
    pub fn definition(&self) -> &'static str {
        self.rule.bnf
    }

    /// The document and the section that the rule comes from.
    pub fn document(&self) -> &'static str {
        self.rule.source
    }

    /// The text, a caret under the byte, and the message. Characters two columns wide count as two.
    ///
    /// A long text is cut to the part around the byte. What a terminal would interpret, and what is not
    /// UTF-8, is shown as `?`.
    pub fn display_in(self, text: &(impl AsRef<[u8]> + ?Sized)) -> impl fmt::Display {
        Shown { fault: self, text: text.as_ref() }
    }

    fn sentence(&self, what: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Rule { name, bnf, source, .. } = self.rule;
        write!(f, "{what} does not fit: {name} = {bnf} ({source})")
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence(&format!("byte {}", self.at), f)
    }
}

impl fmt::Debug for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ParseError")
            .field("offset", &self.at)
            .field("rule", &self.rule.name)
            .finish()
    }
}

impl PartialEq for ParseError {
    fn eq(&self, other: &Self) -> bool {
        (self.at, self.rule(), self.document()) == (other.at, other.rule(), other.document())
    }
}

impl Eq for ParseError {}

impl std::error::Error for ParseError {}

/// How many characters are shown on either side of the fault: with a margin, a line of a terminal.
const AROUND: usize = 30;

struct Shown<'a> {
    fault: ParseError,
    text: &'a [u8],
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (before, after) = self.text.split_at(self.fault.at.min(self.text.len()));
        let (before, after) = (masked(before), masked(after));
        let skipped = before.chars().count().saturating_sub(AROUND);
        let mark = if skipped > 0 { "…" } else { "" };
        let shown: String = before.chars().skip(skipped).collect();
        let mut rest = after.chars();
        let more: String = rest.by_ref().take(AROUND).collect();
        let end = if rest.next().is_some() { "…" } else { "" };
        let column = width(mark) + width(&shown);
        write!(f, "{mark}{shown}{more}{end}\n{:column$}^\n", "")?;
        let at = self.fault.at;
        match self.text.get(at..).and_then(|rest| bstr::decode_utf8(rest).0) {
            Some(c) => {
                // Some invisible characters are letters.
                let quoted = sanitize::text(&format!("{:?}", c.to_string()));
                self.fault.sentence(&format!("{quoted} at byte {at}"), f)
            }
            None if at < self.text.len() => {
                self.fault.sentence(&format!("byte {:#04x} at byte {at}", self.text[at]), f)
            }
            None => self.fault.sentence(&format!("the end at byte {at}"), f),
        }
    }
}

/// How many columns of a terminal the text takes up.
fn width(text: &str) -> usize {
    #[cfg(any(test, feature = "unicode"))]
    return unicode_width::UnicodeWidthStr::width(text);
    #[cfg(not(any(test, feature = "unicode")))]
    return text.chars().count();
}

/// The text with `?` for each harmful character, and for what is not UTF-8.
fn masked(text: &[u8]) -> String {
    let masked = |c| if is_harmful(c) || c == char::REPLACEMENT_CHARACTER { '?' } else { c };
    text.to_str_lossy().chars().map(masked).collect()
}
