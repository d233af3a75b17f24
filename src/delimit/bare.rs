//! How far a bare URI runs: forward to the first byte that cannot be in it. The punctuation after it
//! is trimmed later (`trail`).

mod backslash;
mod bars;
mod brackets;
mod disguised;
mod host;
mod outer;
mod pipe;
mod quote;
mod symbol;
mod template;

use super::Head;
use super::colour::{self, ESC};
use super::disguise;
use super::escape;
use super::field;
use super::iri::{self, Kind};
use super::row::{self, Row};
use super::unescaped::{Layer, Slash};
use super::unseen;
use super::view::View;
use super::wrapper::Close;
use crate::byteset::{ALNUM, ByteSet, HARD_STOP, SCHEME, URI};
use crate::grammar::scheme::{MAX_SCHEME, is_known};
use crate::options::{NonAscii, Options};
use crate::scan::Class;

use backslash::Separators;
pub(super) use backslash::are_backslashes;
use outer::Outer;

/// A run of bytes that may all be in one URI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    /// The offset after its last byte.
    pub end: usize,
    /// Why it stops there.
    pub stop: Stop,
}

/// Why a run stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// Nothing follows that may be in the URI.
    End,
    /// The URI may not be longer.
    TooLong,
    /// Something follows that stands for a character of the URI, or for nothing, and more of the URI.
    Escape(Layer),
}

/// Bytes that belong to a URI anywhere in it. `/`, `?` and `#` start a component of it, which is tracked
/// only on demand.
static PLAIN: Class = Class::of(URI.without(ByteSet::of(b"[]()',;&")));
/// Bytes that belong to a host without a scheme.
static HOST: Class = Class::of(ALNUM.or(ByteSet::of(b"-._")));

/// The components (RFC 3986 3) as far as they matter for the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd)]
enum Component {
    Authority,
    Path,
    Query,
    Fragment,
}

/// Walks the URI at `head` to its end.
pub(super) fn run(view: &View<'_>, head: &Head, close: Option<Close>, options: &Options) -> Run {
    let most = head.start.saturating_add(options.max_len);
    let mut i = head.authority.unwrap_or(head.body);
    if head.scheme_len > 0 {
        i = view.pass(i, most, &PLAIN);
        // Fast path: most have only plain bytes up to one that ends any URI.
        if i < most && view.is(i, |b| HARD_STOP.contains(b)) {
            let stop = layer(view, head.start, i, options).map_or(Stop::End, Stop::Escape);
            return Run { end: i, stop };
        }
    }
    let mut walk = Walk::new(view, *head, close, options);
    loop {
        let plain = if walk.is_bare_host() { &HOST } else { &PLAIN };
        i = view.pass(i, most, plain);
        let Some(byte) = view.at(i) else { break };
        let len = match plain.contains(byte) {
            true => Some(1),
            false => match layer(view, head.start, i, options) {
                Some(layer) if !walk.is_separator(i, byte) => {
                    return Run { end: i.min(most), stop: Stop::Escape(layer) };
                }
                _ => walk.special(i, byte),
            },
        };
        let Some(len) = len else { break };
        // The last character may reach beyond `most`.
        if i + len > most {
            return Run { end: whole_char(view, head.start, most), stop: Stop::TooLong };
        }
        i += len;
    }
    Run { end: i, stop: Stop::End }
}

/// What the byte at `i` starts if that stands for a character of the URI at `start`, or for nothing inside it.
#[inline]
fn layer(view: &View<'_>, start: usize, i: usize, options: &Options) -> Option<Layer> {
    if !options.escapes {
        return None;
    }
    match view.at(i)? {
        b'\\' => escape::may_belong(view, start, i).then_some(Layer::Escapes(Slash::Own)),
        ESC => colour::is_inside(view, i).then_some(Layer::Colours),
        0xc2 | 0xe2 if options.non_ascii != NonAscii::Never => unseen::layer(view, i),
        _ => None,
    }
}

/// `end`, or less where it lies inside a character, but more than `start`.
pub(super) fn whole_char(view: &View<'_>, start: usize, end: usize) -> usize {
    let starts_char = |i: &usize| view.is(*i, |b| b & 0xc0 != 0x80);
    (start + 1..=end).rev().take(4).find(starts_char).unwrap_or(end)
}

struct Walk<'v, 't> {
    view: &'v View<'t>,
    options: &'v Options,
    head: Head,
    close: Option<Close>,
    /// The component that the byte at `seen` is in.
    component: Component,
    seen: usize,
    /// Parentheses, and brackets in pairs, that are open.
    open: [u32; 2],
    /// Whether the host, or the component being read, has letters of an unspaced script.
    unspaced: [bool; 2],
    /// Where userinfo ends, as far as has been asked.
    userinfo_end: usize,
    /// Whether a parenthesis is open in the paragraph before the URI; computed on demand.
    inside_parentheses: Option<bool>,
    /// Whether a `|` separates cells on the line.
    in_cells: Option<bool>,
    /// An escaped backslash belongs to the path.
    backslashes: bool,
    /// An apostrophe is open.
    quoted: bool,
    /// Whether a single quote is open on the line before the URI.
    inside_string: Option<bool>,
    /// The separators of a file's name.
    separators: Option<Option<Separators>>,
    /// The query that the URI may be a value in.
    outer: Option<Outer>,
    /// What separates the pairs of the record that it may be a value in.
    record: Option<Option<u8>>,
    /// The row of a table that it may be in.
    row: Row,
}

impl<'v, 't> Walk<'v, 't> {
    fn new(view: &'v View<'t>, head: Head, close: Option<Close>, options: &'v Options) -> Self {
        let component =
            if head.authority.is_some() { Component::Authority } else { Component::Path };
        let unspaced = [false; 2];
        Walk {
            view,
            options,
            head,
            close,
            component,
            seen: head.authority.unwrap_or(head.body),
            open: [0; 2],
            unspaced,
            userinfo_end: 0,
            inside_parentheses: None,
            in_cells: None,
            backslashes: false,
            quoted: false,
            inside_string: None,
            separators: None,
            outer: None,
            record: None,
            row: Row::default(),
        }
    }

    /// Which component `i` is in; `i` never falls from call to call.
    fn component_at(&mut self, i: usize) -> Component {
        self.see(i);
        self.component
    }

    fn see(&mut self, i: usize) {
        for &byte in self.view.slice(self.seen, i) {
            match byte {
                b'/' => self.enter(Component::Path),
                b'?' => self.enter(Component::Query),
                b'#' => self.enter(Component::Fragment),
                _ => {}
            }
        }
        self.seen = i;
    }

    /// How many bytes at `i`, which is not plain, belong to the URI; `None` ends it.
    fn special(&mut self, i: usize, byte: u8) -> Option<usize> {
        if self.options.refang
            && let Some(len) = self.disguised(i, byte)
        {
            return Some(len);
        }
        match byte {
            b'/' | b'?' | b'#' | 0x80.. if self.is_bare_host() => self.after_host(i, byte),
            b':' if self.is_bare_host() => self.view.is(i + 1, |b| b.is_ascii_digit()).then_some(1),
            _ if self.is_bare_host() => None,
            b'(' | b')' => self.parenthesis(i, byte),
            b'[' | b']' => self.square(i, byte),
            b'{' | b'}' => self.brace(i, byte),
            b'\'' => self.apostrophe(i),
            b'&' => self.ampersand(i),
            b',' | b';' => self.separator(i, byte),
            b'|' => self.pipe(i),
            b'^' => (self.between(i, URI) && !self.ends_pair(i, byte)).then_some(1),
            b'\\' => self.backslash(i),
            0x80.. => self.beyond_ascii(i),
            _ => None,
        }
    }

    /// Skips bytes that start no component, whatever they are.
    fn skip(&mut self, i: usize, len: usize) -> usize {
        self.see(i);
        self.seen = i + len;
        len
    }

    /// Returns `true` if the walk is in a host without a scheme: only the host tells of a URI, which ends where hosts
    /// end.
    fn is_bare_host(&self) -> bool {
        self.head.scheme_len == 0 && self.component == Component::Authority
    }

    /// What may follow a host without a scheme.
    fn after_host(&mut self, i: usize, byte: u8) -> Option<usize> {
        match byte {
            b'/' => self.enter(Component::Path),
            b'?' => self.enter(Component::Query),
            b'#' => self.enter(Component::Fragment),
            _ => return self.beyond_ascii(i),
        }
        Some(1)
    }

    /// Returns `true` if another URI starts after a separator.
    fn starts_another(&self, i: usize) -> bool {
        starts_uri(self.view, i)
            || self.options.refang && disguise::starts_uri(self.view, i)
            || self.options.www && self.view.has(i, b"www.")
    }

    /// A comma or a semicolon, which may separate the URI from what follows.
    fn separator(&mut self, i: usize, byte: u8) -> Option<usize> {
        let (view, head) = (self.view, self.head);
        let ends = self.starts_another(i + 1)
            || self.ends_pair(i, byte)
            || self.component_at(i) == Component::Authority && row::ends_host(view, &head, i, byte)
            || self.close.is_none() && self.row.ends_cell(view, &head, i, byte);
        (!ends).then_some(1)
    }

    fn enter(&mut self, component: Component) {
        if component > self.component {
            self.component = component;
            self.unspaced[1] = false;
        }
    }

    /// A quotation mark around the URI or the string that it is in; else a plain character.
    fn apostrophe(&mut self, i: usize) -> Option<usize> {
        let closes = self.close == Some(Close::Byte(b'\''));
        let quote_follows = self.view.is(i + 1, |b| b",;:)]}+".contains(&b))
            && self.view.is(i + 2, |b| b"'\"".contains(&b));
        let authority = self.component_at(i) == Component::Authority;
        if authority && !self.is_userinfo(i) {
            return None;
        }
        if closes && self.is_inside_word(i) {
            return Some(1);
        }
        if closes
            || !self.quoted && (quote_follows || self.ends_string(i) || self.stands_in_string())
        {
            return None;
        }
        self.quoted = !self.quoted && !authority;
        Some(1)
    }

    /// Returns `true` if the apostrophe at `i` is between letters, and the quote around the URI is closed after it.
    fn is_inside_word(&self, i: usize) -> bool {
        let quote = |i| self.view.is(i, |b| b == b'\'');
        let letter = |i| self.view.is(i, |b| b.is_ascii_alphabetic());
        let mut at = i;
        while quote(at) && letter(at - 1) && letter(at + 1) && at < i + 256 {
            match self.view.find(at + 1, 256, |b| b == b'\'' || !URI.contains(b)) {
                Some(next) => at = next,
                None => return false,
            }
        }
        at > i && quote(at)
    }

    /// Returns `true` if a single quote is open on the line before the URI; one between letters is an apostrophe.
    fn stands_in_string(&mut self) -> bool {
        let line = self.view.line_before(self.head.start);
        *self.inside_string.get_or_insert_with(|| {
            let at = |i: Option<usize>| {
                i.and_then(|i| line.get(i)).is_some_and(u8::is_ascii_alphanumeric)
            };
            let marks = memchr::memchr_iter(b'\'', line);
            marks.filter(|&i| !(at(i.checked_sub(1)) && at(Some(i + 1)))).count() % 2 == 1
        })
    }

    /// Returns `true` if both neighbors are in the set.
    fn between(&self, i: usize, set: ByteSet) -> bool {
        i > self.head.body
            && self.view.is(i - 1, |b| set.contains(b))
            && self.read_at(i + 1).0.is_some_and(|b| set.contains(b))
    }

    fn beyond_ascii(&mut self, i: usize) -> Option<usize> {
        let component = self.component_at(i);
        let (c, len) = self.view.char_at(i)?;
        let kind = Kind::of(c);
        if iri::is_debris(c) && self.is_debris_at(i + len) {
            return None;
        }
        let belongs = match iri::belongs(kind, self.options.non_ascii) {
            Some(true) if component == Component::Authority && iri::is_unspaced(c) => {
                !self.is_host_whole(i)
            }
            Some(belongs) => belongs || self.is_inner_dash(c, i, len) || self.is_tilde(c, i, len),
            None if kind == Kind::Joint => self.joins(i, c, component),
            None if component == Component::Authority => self.host_holds(i, kind),
            None => self.holds(i, kind) || self.is_tilde(c, i, len),
        };
        if belongs && kind == Kind::Unspaced {
            self.unspaced[1] = true;
            self.unspaced[0] |= component == Component::Authority;
        }
        belongs.then_some(len)
    }

    /// Returns `true` if the URI holds the joint at `i`. A host holds no apostrophe, and a middle dot between two `l`
    /// alone (RFC 5892 A.3). What closes a quote around the URI ends it, unless another one follows.
    fn joins(&self, i: usize, c: char, component: Component) -> bool {
        let (view, next) = (self.view, i + c.len_utf8());
        let l = |b: u8| b | 0x20 == b'l';
        let closes = self.close.is_some_and(|close| close.is_at(view, i));
        iri::letter_at(view, i).is_some()
            && match c {
                '’' => component > Component::Authority,
                '·' if component == Component::Authority => view.is(i - 1, l) && view.is(next, l),
                _ => true,
            }
            && (!closes || self.is_quoted_on(next))
            && !self.starts_another(next)
    }

    /// Returns `true` if the character is a dash within a word or a number of a query, as in a title that was not
    /// encoded, or of a path that continues as no sentence does.
    fn is_inner_dash(&mut self, c: char, i: usize, len: usize) -> bool {
        let next = i + len;
        let between =
            self.view.is(i - 1, |b| ALNUM.contains(b)) && self.view.is(next, |b| ALNUM.contains(b));
        if c != '–' || self.options.non_ascii == NonAscii::Never || !between {
            return false;
        }
        match self.component_at(i) {
            Component::Authority => false,
            Component::Path => {
                let end = self.view.find(next, 256, |b| !ALNUM.contains(b));
                end.is_some_and(|end| {
                    self.view.is(end, |b| b"_/%".contains(&b)) && !self.starts_another(next)
                })
            }
            Component::Query | Component::Fragment => !self.starts_another(next),
        }
    }

    /// Returns `true` if the character is what typesetting made of the tilde before a user's name: `/˜user/`.
    fn is_tilde(&self, c: char, i: usize, len: usize) -> bool {
        matches!(c, '˜' | '∼')
            && self.options.non_ascii != NonAscii::Never
            && self.view.is(i - 1, |b| b == b'/')
            && self.view.is(i + len, |b| ALNUM.contains(b))
            && !self.starts_another(i + len)
    }

    /// Returns `true` if the character at `i` shows that the letter before it comes from wrongly decoded text.
    fn is_debris_at(&self, i: usize) -> bool {
        let odd = |kind| matches!(kind, Kind::Other | Kind::Symbol | Kind::Joint);
        self.view.is(i, |b| b >= 0x80)
            && self.view.char_at(i).is_some_and(|(c, _)| odd(Kind::of(c)))
    }

    /// Returns `true` if the URI is in quotes of its own, and continues from `i` up to the closing one.
    fn is_quoted_on(&self, i: usize) -> bool {
        let closes = |close: Close| field::runs_to(self.view, i, |i| close.is_at(self.view, i));
        self.close.is_some_and(|close| close.is_quote() && closes(close))
    }

    /// The byte at `i`, without a disguise, and the offset after it.
    fn read_at(&self, i: usize) -> (Option<u8>, usize) {
        match self.mark_at(i) {
            Some(mark) => (mark.plain.bytes().next(), i + mark.len),
            None => (self.view.at(i), i + 1),
        }
    }

    fn goes_on(&self, mut i: usize) -> bool {
        let most = i + 256;
        while i < most && self.view.is(i, |b| b >= 0x80) {
            match iri::letter_at(self.view, i) {
                Some((_, len)) => i += len,
                None => return false,
            }
        }
        let (joint, i) = self.read_at(i);
        let last_slash = || joint == Some(b'/') && self.view.at(i).is_none_or(|b| !URI.contains(b));
        let more = |b: u8| ALNUM.contains(b) || b"%_/".contains(&b);
        let letter = || self.view.is(i, |b| b >= 0x80) && iri::letter_at(self.view, i).is_some();
        joint.is_some_and(|b| b"/?#&=.-".contains(&b))
            && (self.view.is(i, more) || letter() || last_slash())
    }
}

/// Returns `true` if `scheme://` of a known scheme is at `i`.
pub(super) fn starts_uri(view: &View<'_>, i: usize) -> bool {
    if !view.is(i, |b| b.is_ascii_alphabetic()) {
        return false;
    }
    match view.find(i, MAX_SCHEME, |b| !SCHEME.contains(b)) {
        Some(end) => view.has(end, b"://") && is_known(view.slice(i, end)),
        None => false,
    }
}

/// The bytes after a scheme's colon up to the first that ends any URI, at most `most`.
pub(super) fn glimpse<'t>(view: &View<'t>, from: usize, most: usize) -> &'t [u8] {
    let ends = |b| HARD_STOP.contains(b);
    view.find(from, most, ends).map_or_else(|| view.sight(from, most), |end| view.slice(from, end))
}
