//! Delimiting: where in its context a URI begins and ends, not whether it is valid.
//!
//! A wrapper in angle brackets is read to its close. Everything else runs forward to the first byte
//! that cannot belong, is joined with the next line on strong evidence, and then loses the
//! punctuation of the sentence after it.

mod abbrev;
mod angle;
mod bare;
mod character_reference;
mod colour;
mod disguise;
mod ellipsis;
mod escape;
mod evidence;
mod field;
mod field_code;
mod fold;
mod iri;
mod join;
mod line_break;
mod literal;
mod paragraph;
mod printable;
mod property;
mod rest;
mod row;
mod trail;
mod trim;
mod unescaped;
mod unseen;
pub mod utf16;
mod view;
mod wrapper;

use memchr::memchr;

use crate::byteset::{ByteSet, HARD_STOP};
use crate::found::{Readings, Wrapper};
use crate::grammar::scheme::{self, ProseRule};
use crate::options::{Join, Options, Trailing};
use crate::scan::back::{self, Scheme};

pub(crate) use abbrev::{Abbreviation, MAX_HOST, abbreviation};
pub(crate) use character_reference::is_decoded;
pub(crate) use disguise::{removed as undisguised, scheme_before};
pub(crate) use view::{LOOKBEHIND, View};
pub use wrapper::FIELD_END;
#[cfg(all(test, unix))]
pub(crate) use wrapper::marks;

use angle::Inside;
use bare::Stop;
use trim::Trim;
use unescaped::Slash;
use wrapper::{Close, Opening};

/// What ends a value in markup, or a text in it.
const MARKUP: ByteSet = ByteSet::of(b"\"'<>\\");

/// How much of a URI without `//` is shown to its scheme's rule, in bytes.
const GLIMPSE: usize = 512;

/// Where a URI starts, and what has been read of it.
#[derive(Clone, Copy, Debug)]
struct Head {
    /// Its first byte.
    pub start: usize,
    /// The byte after `scheme:`, or the first one if there is no scheme.
    pub body: usize,
    /// Where the authority starts, if any: after `//`, or at once if there is no scheme.
    pub authority: Option<usize>,
    /// Length of the scheme, without its colon.
    pub scheme_len: usize,
}

impl Head {
    /// The scheme.
    fn name<'t>(&self, view: &View<'t>) -> &'t [u8] {
        view.slice(self.start, self.start + self.scheme_len)
    }

    /// Returns `true` if only a part of a host ends at `end`: it continues after a disguised dot.
    fn is_cut(&self, view: &View<'_>, end: usize) -> bool {
        self.authority.is_some_and(|authority| disguise::host::is_cut(view, authority, end))
    }

    /// The extent that ends at `end`, with nothing around it and one reading, the text itself.
    pub fn to(self, end: usize) -> Extent {
        Extent {
            start: self.start,
            end,
            readings: None,
            scheme_len: self.scheme_len,
            wrapper: Wrapper::None,
            truncated: false,
            truncated_by_source: false,
        }
    }
}

/// A URI's place in the text, and how it reads.
#[derive(Debug)]
pub(crate) struct Extent {
    /// The URI's first byte.
    pub start: usize,
    /// The offset after its last byte.
    pub end: usize,
    /// How it reads if that is not just the text.
    pub readings: Option<Box<Readings>>,
    /// Length of the scheme, without its colon; 0 where there is no scheme.
    pub scheme_len: usize,
    /// What is around it.
    pub wrapper: Wrapper,
    /// It was longer than allowed.
    pub truncated: bool,
    /// An ellipsis follows it.
    pub truncated_by_source: bool,
}

impl Extent {
    /// The first reading if it is not the text itself.
    pub fn uri(&self) -> Option<&[u8]> {
        self.readings.as_deref().and_then(Readings::first)
    }
}

/// The URI whose scheme takes up `start..colon`; `None` where there is none.
pub(crate) fn uri(
    view: &View<'_>,
    start: usize,
    colon: usize,
    options: &Options,
) -> Option<Extent> {
    let mut extent = as_written(view, start, colon, options)?;
    // Both are in quotation marks, or markup is next.
    if view.is(extent.end, |byte| MARKUP.contains(byte)) {
        if let Some(with_fragment) = field_code::with_fragment(view, &extent, options) {
            extent = with_fragment;
        } else if options.escapes
            && let Some(readings) = character_reference::decoded(view, &extent)
        {
            extent.readings = Some(readings);
        }
    }
    Some(extent)
}

/// Like `uri`, with the character references of HTML as they are written.
fn as_written(view: &View<'_>, start: usize, colon: usize, options: &Options) -> Option<Extent> {
    // Words with a colon are everywhere: of whitespace, only a line break may follow it. The scanner skips the others.
    if view.is(colon + 1, |b| (14..=32).contains(&b)) {
        return None;
    }
    let name = view.slice(start, colon);
    if !scheme::is_web(name) && stands_for_another(view, start, name, options) {
        return None;
    }
    if options.escapes && escape::are_slashes(view, colon + 1) {
        return unescaped::uri(view, start, name.len(), Slash::Foreign, options);
    }
    let (body, authority) = disguise::separator(view, name, colon, options)?;
    let head = Head { start, body, authority, scheme_len: name.len() };
    let opening = wrapper::opening(view, start);
    if opening.is_angle()
        && let Some(extent) = wrapped(view, head, &opening, name, options)
    {
        return Some(extent);
    }
    if authority.is_none() && !starts_opaque(view, &head, &opening, options) {
        return broken_separator(view, head, &opening, options)
            .or_else(|| escaped_opaque(view, &head, options));
    }
    delimited(view, head, &opening, options)
}

/// The scheme before a colon at `colon` that is escaped, with two slashes after it: `http\://`.
pub(crate) fn escaped_scheme(text: &[u8], low: usize, colon: usize) -> Option<Scheme> {
    let end = colon.checked_sub(1).filter(|&end| end >= low && text[end] == b'\\')?;
    back::scheme_before(text, low, end)
}

/// The URI that starts at `start` and has an escaped colon at `colon`.
pub(crate) fn escaped(
    view: &View<'_>,
    start: usize,
    colon: usize,
    options: &Options,
) -> Option<Extent> {
    let may = options.escapes && view.has(colon, b"://");
    may.then(|| unescaped::uri(view, start, colon - 1 - start, Slash::Own, options)).flatten()
}

/// The prefix `URL:` is not a scheme, and a disguised one counts only on request.
fn stands_for_another(view: &View<'_>, start: usize, name: &[u8], options: &Options) -> bool {
    let is_disguised =
        || disguise::scheme(name).is_some() || disguise::is_end_of_masked(view.before(start), name);
    name.eq_ignore_ascii_case(b"url") || !options.refang && is_disguised()
}

/// The URI whose scheme ends at `colon` and is itself broken over two lines, inside angle brackets or as
/// that of the web; it does not start before `low`.
pub(crate) fn broken(
    view: &View<'_>,
    low: usize,
    colon: usize,
    options: &Options,
) -> Option<Extent> {
    let scheme = wrapper::broken_scheme(view, colon).filter(|scheme| scheme.start >= low)?;
    // A colon without a letter before it, as at the start of a line, needs a letter, a slash or a break
    // after it: the scanner skips the others.
    let has_none = view.before(colon).last().is_some_and(|&b| b < b'@');
    if has_none && view.is(colon + 1, |b| (14..b'@').contains(&b) && b != b'/') {
        return None;
    }
    let opening = wrapper::opening(view, scheme.start);
    let scheme_len = scheme.name.len();
    let head = Head { start: scheme.start, body: colon + 1, authority: None, scheme_len };
    if opening.is_angle() {
        return wrapped(view, head, &opening, &scheme.name, options);
    }
    let is_cut = scheme::is_web(&scheme.name) && view.has(colon + 1, b"//");
    let may = is_cut && scheme.rest < colon && options.join != Join::Never;
    let rest = may.then(|| uri(view, scheme.rest, colon, options)).flatten()?;
    let front = &scheme.name[..scheme_len - (colon - scheme.rest)];
    let own = rest.uri().unwrap_or_else(|| view.slice(rest.start, rest.end));
    let readings = Readings::of(Some([front, own].concat()), None);
    Some(Extent { start: scheme.start, readings, scheme_len, ..rest })
}

/// The URI whose line ends before its `//` is complete: `http:` or `http:/`, and the rest on the next line.
fn broken_separator(
    view: &View<'_>,
    head: Head,
    opening: &Opening,
    options: &Options,
) -> Option<Extent> {
    let slash = view.is(head.body, |b| b == b'/');
    let end = head.body + usize::from(slash);
    let may = view.is(end, |b| b <= b' ') && scheme::is_web(head.name(view));
    let joined = may.then(|| join::joined(view, head, opening.close, end, options)).flatten()?;
    Trim::new(view, head, options).joined(joined, opening, end)
}

/// What follows the colon of a URI without `//`, without the sentence's punctuation.
fn glimpse<'t>(view: &View<'t>, body: usize) -> &'t [u8] {
    let rest = bare::glimpse(view, body, GLIMPSE);
    let keep = rest.iter().rposition(|b| !b".,;:!?')]}".contains(b)).map_or(0, |i| i + 1);
    &rest[..keep]
}

/// Whether the text after the colon makes a URI of a scheme that needs no `//`.
type Test = fn(&[u8]) -> bool;

/// The test of the scheme `name`, if it needs no `//`.
fn test(name: &[u8]) -> Option<Test> {
    scheme::prose_rule(name).map(|rule| rule.accepts)
}

/// Returns `true` if a URI without `//` starts here: what follows the colon passes, and no property's name precedes it.
fn starts_opaque(view: &View<'_>, head: &Head, opening: &Opening, options: &Options) -> bool {
    let name = head.name(view);
    let (test, rest) = (test(name), glimpse(view, head.body));
    let plain = options.refang.then(|| disguise::removed(rest)).flatten();
    let rest = plain.as_deref().unwrap_or(rest);
    let passes = accepts(test, name, rest, opening)
        || test.is_some() && is_enclosed(view, head, opening, options);
    passes && !property::is_name(view, head.start, head.start + head.scheme_len)
}

/// A URI without `//` that passes once its escapes are decoded: `data:image\/png;base64,…`.
fn escaped_opaque(view: &View<'_>, head: &Head, options: &Options) -> Option<Extent> {
    let has_rule = options.escapes && test(head.name(view)).is_some();
    let may = has_rule && memchr(b'\\', glimpse(view, head.body)).is_some();
    may.then(|| unescaped::uri(view, head.start, head.scheme_len, Slash::Own, options)).flatten()
}

/// Returns `true` if the text after the colon passes the scheme's test. After `URL:`, no scheme needs `//`
/// (draft-ietf-uri-url-03, PrePrefix).
fn accepts(test: Option<Test>, name: &[u8], rest: &[u8], opening: &Opening) -> bool {
    match test {
        Some(test) => test(rest),
        None => {
            opening.prefixed && !is_place(name, rest) && rest.iter().any(u8::is_ascii_alphanumeric)
        }
    }
}

/// Returns `true` if the text fixes both ends of what follows the colon, and that is enough for the scheme there.
fn is_enclosed(view: &View<'_>, head: &Head, opening: &Opening, options: &Options) -> bool {
    let Some(close) = opening.close else { return false };
    let Some(rule) = scheme::enclosed_rule(head.name(view)) else { return false };
    // The end of a longer one is not searched for.
    let ends = view.find(head.body, GLIMPSE, |b| HARD_STOP.contains(b)).is_some();
    if !ends && view.sight(head.body, GLIMPSE).len() == GLIMPSE {
        return false;
    }
    let run = bare::run(view, head, Some(close), options);
    if let Some(end) = field::end(view, head, run.end, options) {
        return passes_enclosed(rule, view.slice(head.body, end), true);
    }
    close.is_at(view, run.end) && passes_enclosed(rule, view.slice(head.body, run.end), false)
}

/// Returns `true` if the text between two ends passes. If these are not exact, as with brackets, it may belong to a
/// sentence: there it needs a dot too.
fn passes_enclosed(rule: &ProseRule, rest: &[u8], is_exact: bool) -> bool {
    !rest.is_empty() && (is_exact || rest.contains(&b'.')) && (rule.accepts)(rest)
}

/// Returns `true` if it looks like a time or a place in a file, `b12:34`: no letter on either side of the colon, and no
/// other byte from `@` on. The scanner skips these.
fn is_place(name: &[u8], rest: &[u8]) -> bool {
    name.last().is_some_and(|&b| b < b'@') && rest.first().is_some_and(|&b| b < b'@' && b != b'/')
}

/// Returns `true` if anything is named after `//`; `file:///` names the root.
fn names_something(scheme: &[u8], rest: &[u8]) -> bool {
    rest.iter().any(|b| b.is_ascii_alphanumeric() || *b >= 0x80)
        || rest == b"///" && scheme.eq_ignore_ascii_case(b"file")
}

/// A URI in angle brackets.
fn wrapped(
    view: &View<'_>,
    head: Head,
    opening: &Opening,
    name: &[u8],
    options: &Options,
) -> Option<Extent> {
    let Inside { end, uri, second } = angle::inside(view, head, opening, options)?;
    let whole = uri.as_deref().unwrap_or_else(|| view.slice(head.start, end));
    let rest = whole.get(name.len() + 1..)?;
    let fits = if rest.starts_with(b"//") {
        names_something(name, rest)
    } else {
        let rule = scheme::enclosed_rule(name);
        accepts(test(name), name, rest, opening)
            || rule.is_some_and(|rule| passes_enclosed(rule, rest, false))
    };
    let short = end - head.start <= options.max_len;
    if !fits || !short {
        return None;
    }
    let readings = Readings::of(uri, second);
    Some(Extent { readings, wrapper: opening.wrapper, ..head.to(end) })
}

/// A URI that runs to the first byte that cannot be in it, less what trails.
fn delimited(view: &View<'_>, head: Head, opening: &Opening, options: &Options) -> Option<Extent> {
    let run = bare::run(view, &head, opening.close, options);
    match run.stop {
        Stop::End => {}
        Stop::TooLong => return Some(Extent { truncated: true, ..head.to(run.end) }),
        Stop::Escape(layer) => return unescaped::delimited(view, head, layer, options),
    }
    if !options.refang && view.is(run.end, |b| b == b'[' || b >= 0x80) && head.is_cut(view, run.end)
    {
        return None;
    }
    let whole = |end| {
        let wrapper = wrapper::closed(view, opening, end, end);
        Extent { wrapper, ..head.to(end) }
    };
    let is_plain = ends_plainly(view, &head, opening, run.end, options);
    // No field continues after what ends any URI, or what closes the mark before it.
    let is_closed = || opening.close.is_some_and(|close| close.is_at(view, run.end));
    if is_plain && (view.at(run.end).is_none_or(|b| HARD_STOP.contains(b)) || is_closed()) {
        return Some(whole(run.end));
    }
    let joined = join::joined(view, head, opening.close, run.end, options);
    if joined.is_none()
        && let Some(end) = field::end(view, &head, run.end, options)
    {
        let rest = view.slice(head.body, end);
        // A value of its own may be cut; a target leads where it says.
        let is_value = opening.close == Some(Close::Byte(FIELD_END));
        let truncated_by_source = is_value && ellipsis::ends(rest);
        return is_complete(view, &head, rest)
            .then(|| Extent { truncated_by_source, ..whole(end) });
    }
    if is_plain {
        let truncated_by_source = ellipsis::follows(view, head.start, run.end, options);
        return Some(Extent { truncated_by_source, ..whole(run.end) });
    }
    let trim = Trim::new(view, head, options);
    let extent = joined.and_then(|joined| trim.joined(joined, opening, run.end));
    let extent = extent.unwrap_or_else(|| trim.single(opening, run.end));
    let text = extent.uri().unwrap_or_else(|| view.slice(extent.start, extent.end));
    let rest = text.get(head.body - head.start..)?;
    let truncated_by_source = ellipsis::follows(view, extent.start, extent.end, options);
    is_complete(view, &head, rest).then_some(Extent { truncated_by_source, ..extent })
}

/// Returns `true` if `rest`, what follows the scheme's colon, makes a URI.
fn is_complete(view: &View<'_>, head: &Head, rest: &[u8]) -> bool {
    match head.authority {
        Some(_) => names_something(head.name(view), rest),
        None => !rest.is_empty(),
    }
}

/// Fast path: whether a URI that runs to `end` ends as most do, so that none of the rules below
/// applies. It ends in a letter, a digit or a slash that does not trail, and not at the end of a line
/// unless it calls for no more.
fn ends_plainly(
    view: &View<'_>,
    head: &Head,
    opening: &Opening,
    end: usize,
    options: &Options,
) -> bool {
    let Some(authority) = head.authority.filter(|&authority| end >= authority + 2) else {
        return false;
    };
    let own = match *view.slice(end - 2, end) {
        [b'\'', b's'] | [b'*', b'/'] => false,
        [_, b'/'] => names_something(&[], view.slice(authority, end)),
        [b'%', b'n'] => false,
        [b'2', b'0'] if view.slice(authority, end).ends_with(b"=20") => false,
        [_, last] if last.is_ascii_digit() => !trail::ends_in_number(view.slice(authority, end)),
        [_, last] => last.is_ascii_alphabetic(),
        _ => false,
    };
    let usual = options.join != Join::Always && options.trailing == Trailing::Trim;
    own && usual
        && head.scheme_len > 0
        && !line_break::may_go_on(view, head.start, end, opening.close)
}

/// Where the rest of a truncated URI may end: at what ends any URI, or at what may separate two.
pub(crate) fn end_of_rest(text: &[u8], from: usize) -> Option<usize> {
    const END: ByteSet = HARD_STOP.or(ByteSet::of(b",;|')")).or(ByteSet::range(0x80, 0xff));
    text[from..].iter().position(|&b| END.contains(b)).map(|i| from + i)
}
