//! Why a text is not what it should be: the byte, and the rule of the BNF.

use std::fmt;

use super::bnf::Rule;

/// What keeps a text from being a URI: a byte, and the rule that wants another one there.
///
/// It prints as one line; [`Fault::show`] draws it under the URI:
///
/// ```
/// let fault = urisift::Uri::parse("http://a.example:8o/").unwrap_err();
/// assert_eq!((fault.at(), fault.rule()), (18, "port"));
/// assert_eq!(
///     fault.show("http://a.example:8o/").to_string(),
///     "http://a.example:8o/\n                  ^\n\
///      \"o\" at byte 18 does not fit: port = *DIGIT (RFC 3986 3.2.3)"
/// );
/// ```
#[derive(Clone, Copy)]
pub struct Fault {
    at: usize,
    rule: &'static Rule,
}

impl Fault {
    pub(super) fn new(at: usize, rule: &'static Rule) -> Self {
        Fault { at, rule }
    }

    /// The offset of the first byte that does not fit, from 0; the length of the text where it
    /// ends too soon. It is the start of an escape that is none.
    pub fn at(&self) -> usize {
        self.at
    }

    /// The name of the rule, as its document spells it.
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
    pub fn source(&self) -> &'static str {
        self.rule.source
    }

    /// The text it was found in, a caret under the byte, and the sentence.
    ///
    /// Of a long text, only what is around the byte is shown; what a terminal would act on is
    /// shown as `?`.
    pub fn show<'a>(&'a self, text: &'a str) -> impl fmt::Display + 'a {
        Shown { fault: self, text }
    }

    fn sentence(&self, what: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Rule { name, bnf, source, .. } = self.rule;
        write!(f, "{what} does not fit: {name} = {bnf} ({source})")
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence(&format!("byte {}", self.at), f)
    }
}

impl fmt::Debug for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Fault").field("at", &self.at).field("rule", &self.rule.name).finish()
    }
}

impl PartialEq for Fault {
    fn eq(&self, other: &Self) -> bool {
        (self.at, self.rule(), self.source()) == (other.at, other.rule(), other.source())
    }
}

impl Eq for Fault {}

impl std::error::Error for Fault {}

/// How many characters are shown on either side of the fault.
const AROUND: usize = 60;

struct Shown<'a> {
    fault: &'a Fault,
    text: &'a str,
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = self.fault.at.min(self.text.len());
        let at = (0..=at).rev().find(|&at| self.text.is_char_boundary(at)).unwrap_or(0);
        let (before, behind) = self.text.split_at(at);
        let skipped = before.chars().count().saturating_sub(AROUND);
        let mut column = 0;
        if skipped > 0 {
            f.write_str("…")?;
            column += 1;
        }
        for c in before.chars().skip(skipped) {
            column += 1;
            write!(f, "{}", harmless(c))?;
        }
        let mut rest = behind.chars();
        for c in rest.by_ref().take(AROUND) {
            write!(f, "{}", harmless(c))?;
        }
        f.write_str(if rest.next().is_some() { "…" } else { "" })?;
        write!(f, "\n{:column$}^\n", "")?;
        match behind.chars().next() {
            Some(c) => {
                self.fault.sentence(&format!("{:?} at byte {}", c.to_string(), self.fault.at), f)
            }
            None => self.fault.sentence(&format!("the end at byte {}", self.fault.at), f),
        }
    }
}

fn harmless(c: char) -> char {
    let directs = matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{61c}');
    if c.is_control() || directs { '?' } else { c }
}
