//! Grammars as data, and their only reader.
//!
//! A [`Rule`] is a line of a document's BNF: its name, its text, its section, and what it means. All
//! editions and all schemes are tables of rules; this file reads any of them.
//!
//! Alternatives are tried in order and the first that fits is kept; a repetition takes all it can.
//! Where a document's alternatives overlap, its table says with [`Expr::When`], [`Expr::If`],
//! [`Expr::Within`] or [`Expr::Until`] which one is meant. No rule is recursive, so the time is linear in
//! the text.

use std::ops::Range;

use super::escape::{self, Private};
use super::generic::Switches;
use super::host::Reach;
use super::parse_error::ParseError;
use crate::byteset::ByteSet;

/// A production: a line of the BNF.
pub(crate) struct Rule {
    /// Its name, as the document spells it.
    pub name: &'static str,
    /// The text after the "=" there.
    pub bnf: &'static str,
    /// The document and the section.
    pub source: &'static str,
    pub is: Sequence,
}

/// All of these, one after the other.
pub(crate) type Sequence = &'static [Expr];

/// What a production is made of.
pub(crate) enum Expr {
    /// These letters, in any case (RFC 5234 2.3).
    Text(&'static str),
    /// Bytes of this set, from min to max. If it has a percent sign, it has pct-encoded octets; if it has non-ASCII
    /// bytes, whole characters. Each counts as one.
    Run(&'static ByteSet, usize, usize),
    /// Any number of them.
    Star(&'static ByteSet),
    /// One of them or more.
    Plus(&'static ByteSet),
    /// The first of these that fits.
    Any(&'static [Sequence]),
    /// This, or nothing.
    Maybe(Sequence),
    /// This, any number of times.
    Each(Sequence),
    /// This once or more, with these letters between.
    List(&'static str, Sequence),
    /// Another production.
    Of(&'static Rule),
    /// The first if the text continues with these letters, else the second.
    If(&'static str, Sequence, Sequence),
    /// The first if the byte comes ahead, before any of the set; else the second.
    When(u8, &'static ByteSet, Sequence, Sequence),
    /// This, which must take everything up to a byte of the set.
    Within(&'static ByteSet, Sequence),
    /// This, in the text up to these letters if they come ahead.
    Until(&'static str, Sequence),
    /// Nothing more.
    End,
    /// This, and remember where it was, by a name of the scheme's own.
    Capture(&'static str, Sequence),
    /// A check in code.
    Code(fn(&[u8], Switches) -> Reach),
}

/// A production: the document and the section, a colon, and the line there: `name = bnf`.
pub(crate) const fn rule(line: &'static str, is: Sequence) -> Rule {
    let (source, line) = split(line, b": ");
    rule_of(source, line, is)
}

/// A production of this source.
pub(crate) const fn rule_of(source: &'static str, line: &'static str, is: Sequence) -> Rule {
    let (name, bnf) = split(line, b" = ");
    Rule { name, bnf, source, is }
}

/// A rule that matches no text: it names what code checks.
pub(crate) const fn constraint(line: &'static str) -> Rule {
    rule(line, &[Expr::End])
}

/// What is before and after the first separator.
const fn split<'t, const LEN: usize>(text: &'t str, separator: &[u8; LEN]) -> (&'t str, &'t str) {
    let (mut at, mut same) = (0, 0);
    while same < LEN {
        same = if text.as_bytes()[at + same] == separator[same] { same + 1 } else { 0 };
        at += (same == 0) as usize;
    }
    (text.split_at(at).0, text.split_at(at + LEN).1)
}

/// pct-encoded, whatever a document calls it: reported if a percent sign lacks its two digits.
pub(crate) static PCT_ENCODED: Rule =
    rule(r#"RFC 3986 2.1: pct-encoded = "%" HEXDIG HEXDIG"#, &[Expr::Run(&PERCENT, 1, 1)]);
const PERCENT: ByteSet = ByteSet::of(b"%");

/// How many parts can be captured: no rule captures more, and none captures a repeated part.
pub(crate) const MOST_CAPTURES: usize = 8;

/// The captured parts: a stack, so that a failed alternative forgets its own.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Captures {
    parts: [(&'static str, usize, usize); MOST_CAPTURES],
    len: usize,
}

impl Captures {
    pub fn get(&self, name: &str) -> Option<Range<usize>> {
        let mut parts = self.parts[..self.len].iter().rev();
        parts.find(|part| part.0 == name).map(|&(_, start, end)| start..end)
    }

    fn push(&mut self, name: &'static str, start: usize, end: usize) {
        self.parts[self.len] = (name, start, end);
        self.len += 1;
    }
}

/// Reads the whole of `text` from `from` by a rule, and adds what it captures.
///
/// # Errors
/// The furthest byte that any alternative reached, and the innermost rule that expected something
/// else there.
pub(crate) fn read(
    text: &[u8],
    from: usize,
    rule: &'static Rule,
    switches: Switches,
    captures: &mut Captures,
) -> Result<(), ParseError> {
    let optional = usize::MAX;
    let mut reader = Reader { text, at: from, switches, furthest: None, optional, captures };
    if reader.all(rule.is, rule) {
        if reader.at == text.len() {
            return Ok(());
        }
        reader.stopped(reader.at, rule, Missed::Nothing);
    }
    let furthest = reader.furthest.unwrap_or(Failure { at: from, rule, missed: Missed::Nothing });
    Err(ParseError::new(furthest.at, furthest.rule))
}

/// Where a rule failed, or had enough.
#[derive(Clone, Copy)]
struct Failure {
    at: usize,
    rule: &'static Rule,
    missed: Missed,
}

/// Whether a rule that stopped needed more.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Missed {
    /// It had enough, or is optional.
    Nothing,
    /// It needed more.
    More,
}

struct Reader<'t, 'c> {
    /// The text that may be read.
    text: &'t [u8],
    at: usize,
    switches: Switches,
    furthest: Option<Failure>,
    /// Where the innermost optional part began: a rule that stops there misses nothing.
    optional: usize,
    captures: &'c mut Captures,
}

impl Reader<'_, '_> {
    /// Returns `true` if all of `all` fits here. Moves past it, or else stays in place.
    fn all(&mut self, all: Sequence, rule: &'static Rule) -> bool {
        let (at, captured) = (self.at, self.captures.len);
        let fits = all.iter().all(|is| self.fits(is, rule));
        if !fits {
            (self.at, self.captures.len) = (at, captured);
        }
        fits
    }

    /// Returns `true` if `is` fits here. Moves past it, or else to anywhere.
    fn fits(&mut self, is: &Expr, rule: &'static Rule) -> bool {
        match *is {
            Expr::Text(letters) => self.letters(letters, rule),
            Expr::Run(set, min, max) => self.run(set, min, max, rule),
            Expr::Star(set) => self.run(set, 0, usize::MAX, rule),
            Expr::Plus(set) => self.run(set, 1, usize::MAX, rule),
            Expr::Any(any) => any.iter().any(|all| self.all(all, rule)),
            Expr::Maybe(all) => {
                self.optionally(all, rule);
                true
            }
            Expr::Each(all) => self.each(None, all, rule),
            Expr::List(between, all) => self.all(all, rule) && self.each(Some(between), all, rule),
            Expr::Of(rule) => self.all(rule.is, rule),
            Expr::If(letters, then, or) => {
                self.all(if self.goes_on_with(letters) { then } else { or }, rule)
            }
            Expr::When(byte, before, then, or) => {
                let stop = self.text[self.at..].iter().find(|&&b| b == byte || before.contains(b));
                self.all(if stop == Some(&byte) { then } else { or }, rule)
            }
            Expr::Within(end, all) => self.within(end, all, rule),
            Expr::Until(letters, all) => self.until(letters, all, rule),
            Expr::End => self.at == self.text.len() || self.stopped(self.at, rule, Missed::Nothing),
            Expr::Capture(name, all) => {
                let start = self.at;
                let fits = self.all(all, rule);
                if fits {
                    self.captures.push(name, start, self.at);
                }
                fits
            }
            Expr::Code(code) => self.code(code, rule),
        }
    }

    /// Records that the rule stops here. Always `false`.
    ///
    /// At the same byte, a rule that needed more wins over one that had enough.
    fn stopped(&mut self, at: usize, rule: &'static Rule, missed: Missed) -> bool {
        let missed = if at == self.optional { Missed::Nothing } else { missed };
        let further = |failure: Failure| {
            let missed_more = missed == Missed::More && failure.missed != Missed::More;
            at > failure.at || at == failure.at && missed_more
        };
        if self.furthest.is_none_or(further) {
            self.furthest = Some(Failure { at, rule, missed });
        }
        false
    }

    /// Reads an optional part.
    fn optionally(&mut self, all: Sequence, rule: &'static Rule) -> bool {
        let optional = std::mem::replace(&mut self.optional, self.at);
        let fits = self.all(all, rule);
        self.optional = optional;
        fits
    }

    fn code(&mut self, code: fn(&[u8], Switches) -> Reach, rule: &'static Rule) -> bool {
        match code(&self.text[self.at..], self.switches) {
            Reach::Whole(len) => {
                self.at += len;
                self.stopped(self.at, rule, Missed::Nothing);
                true
            }
            Reach::ParseError(at) => self.stopped(self.at + at, rule, Missed::More),
        }
    }

    fn goes_on_with(&self, letters: &str) -> bool {
        let there = self.text[self.at..].get(..letters.len());
        there.is_some_and(|there| there.eq_ignore_ascii_case(letters.as_bytes()))
    }

    #[inline(always)]
    fn letters(&mut self, letters: &str, rule: &'static Rule) -> bool {
        if self.goes_on_with(letters) {
            self.at += letters.len();
            return true;
        }
        let same = self.text[self.at..].iter().zip(letters.as_bytes());
        let same = same.take_while(|(a, b)| a.eq_ignore_ascii_case(b)).count();
        self.stopped(self.at + same, rule, Missed::More)
    }

    #[inline(always)]
    fn run(&mut self, set: &ByteSet, min: usize, max: usize, rule: &'static Rule) -> bool {
        let mut count = 0;
        while count < max {
            // Plain bytes in one go; what is left is an escape, or non-ASCII.
            let rest = self.text[self.at..].iter().take(max - count);
            let is_plain = |b: u8| b != b'%' && b < 0x80 && set.contains(b);
            let plain = rest.take_while(|&&b| is_plain(b)).count();
            (self.at, count) = (self.at + plain, count + plain);
            let Some(len) = self.one(set, rule).filter(|_| count < max) else {
                let broken = self.text.get(self.at) == Some(&b'%') && set.contains(b'%');
                let missed = if broken || count < min { Missed::More } else { Missed::Nothing };
                self.stopped(self.at, if broken { &PCT_ENCODED } else { rule }, missed);
                break;
            };
            (self.at, count) = (self.at + len, count + 1);
        }
        count >= min
    }

    /// The length of the byte, escape or character here, if the set has it.
    fn one(&mut self, set: &ByteSet, rule: &'static Rule) -> Option<usize> {
        let rest = &self.text[self.at..];
        match *rest.first()? {
            b'%' if set.contains(b'%') => escape::is_escape(rest).then_some(3),
            // In an IRI, unreserved includes non-ASCII characters (RFC 3987 2.2).
            b if b >= 0x80 && self.switches.iri && set.contains(b'~') => {
                let private = if rule.name == "query" { Private::Allowed } else { Private::Never };
                escape::character(rest, private)
            }
            b if b >= 0x80 => set.contains(b).then(|| bstr::decode_utf8(rest).1),
            b => set.contains(b).then_some(1),
        }
    }

    /// Reads a part any number of times, after letters each time.
    fn each(&mut self, after: Option<&str>, all: Sequence, rule: &'static Rule) -> bool {
        loop {
            let (at, captured) = (self.at, self.captures.len);
            let optional = std::mem::replace(&mut self.optional, at);
            let fits =
                after.is_none_or(|letters| self.letters(letters, rule)) && self.all(all, rule);
            self.optional = optional;
            if !fits {
                (self.at, self.captures.len) = (at, captured);
            }
            if self.at == at {
                return true;
            }
        }
    }

    /// Reads everything up to a byte of the set.
    fn within(&mut self, end: &ByteSet, all: Sequence, rule: &'static Rule) -> bool {
        let to = self.text[self.at..].iter().position(|&b| end.contains(b));
        let to = to.map_or(self.text.len(), |to| self.at + to);
        self.up_to(to, all, rule) && (self.at == to || self.stopped(self.at, rule, Missed::Nothing))
    }

    /// Reads within the text up to the letters.
    fn until(&mut self, letters: &str, all: Sequence, rule: &'static Rule) -> bool {
        let is_there = |w: &[u8]| w.eq_ignore_ascii_case(letters.as_bytes());
        let to = self.text[self.at..].windows(letters.len()).position(is_there);
        self.up_to(to.map_or(self.text.len(), |to| self.at + to), all, rule)
    }

    /// Reads with the text ending at `to`.
    fn up_to(&mut self, to: usize, all: Sequence, rule: &'static Rule) -> bool {
        let whole = self.text;
        self.text = &whole[..to];
        let fits = self.all(all, rule);
        self.text = whole;
        fits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static AB: ByteSet = ByteSet::of(b"ab");
    static WITH_ESCAPES: ByteSet = ByteSet::of(b"ab%");

    /// How far a rule made here reads, and what it keeps; or the byte of the fault.
    fn reads(is: Expr, text: &str) -> Result<Captures, usize> {
        let rule = Box::leak(Box::new(rule("here: r = …", Box::leak(Box::new([is])))));
        let mut captures = Captures::default();
        let read = read(text.as_bytes(), 0, rule, Switches::default(), &mut captures);
        read.map(|()| captures).map_err(|fault| fault.offset())
    }

    #[test]
    fn runs_have_bounds_and_escapes_count_as_one() {
        assert!(reads(Expr::Run(&AB, 1, 3), "aba").is_ok());
        assert_eq!(reads(Expr::Run(&AB, 1, 3), "abab").err(), Some(3));
        assert_eq!(reads(Expr::Run(&AB, 2, 3), "a").err(), Some(1));
        assert!(reads(Expr::Run(&WITH_ESCAPES, 3, 3), "a%00b").is_ok());
        assert_eq!(reads(Expr::Run(&WITH_ESCAPES, 1, 2), "a%00b").err(), Some(4));
        assert_eq!(reads(Expr::Plus(&WITH_ESCAPES), "a%0g").err(), Some(1));
    }

    #[test]
    fn alternatives_that_fail_keep_nothing() {
        const FIRST: Sequence = &[Expr::Capture("a", &[Expr::Plus(&AB)]), Expr::Text("!")];
        const SECOND: Sequence = &[Expr::Capture("b", &[Expr::Plus(&AB)])];
        let captured = |text| {
            let captures = reads(Expr::Any(&[FIRST, SECOND]), text).unwrap();
            (captures.get("a"), captures.get("b"))
        };
        assert_eq!(captured("ab!"), (Some(0..2), None));
        assert_eq!(captured("ab"), (None, Some(0..2)));
    }

    #[test]
    fn letters_have_no_case_and_fail_where_they_differ() {
        assert!(reads(Expr::Text("http:"), "HtTp:").is_ok());
        assert_eq!(reads(Expr::Text("http:"), "htxp:").err(), Some(2));
        assert_eq!(reads(Expr::Text("http:"), "ht").err(), Some(2));
    }

    #[test]
    fn the_furthest_fault_is_reported() {
        const LONG: Sequence = &[Expr::Text("ab"), Expr::Text("c")];
        assert_eq!(reads(Expr::Any(&[LONG, &[Expr::Text("x")]]), "abd").err(), Some(2));
        // A repetition of nothing ends.
        assert_eq!(reads(Expr::Each(&[Expr::Maybe(&[Expr::Text("x")])]), "y").err(), Some(0));
    }

    #[test]
    fn a_list_has_no_separator_at_its_end() {
        const LIST: Expr = Expr::List(",", &[Expr::Plus(&AB)]);
        assert!(reads(LIST, "a").is_ok() && reads(LIST, "a,b,ab").is_ok());
        assert_eq!(reads(LIST, "a,").err(), Some(2));
        assert_eq!(reads(LIST, ",a").err(), Some(0));
    }

    #[test]
    fn a_law_is_a_rule_with_a_name() {
        let constraint = constraint("here: nid = not urn");
        assert_eq!(
            (constraint.name, constraint.bnf, constraint.source),
            ("nid", "not urn", "here")
        );
    }
}
