//! Delimiting: where in its context a URI begins and ends. Says nothing of whether it is valid.
//!
//! A wrapper in angle brackets is read to its close; everything else runs forward to the first
//! byte that cannot belong, is joined with the next line where much speaks for it, and then loses
//! what the sentence put behind it.

mod abbrev;
mod bare;
mod disguise;
mod fold;
mod iri;
mod join;
mod trail;
mod view;
mod wrapper;

use crate::byteset::HARD_STOP;
use crate::found::Wrapper;
use crate::grammar::scheme;
use crate::options::{Options, Trailing};

pub(crate) use abbrev::{Abbreviation, abbreviation};
pub(crate) use bare::Head;
pub(crate) use disguise::removed as undisguised;
pub(crate) use view::{LOOK_BEHIND, View};

use wrapper::{Close, Inside, Opening};

/// How much of a URI without `//` is shown to its scheme's rule, in bytes.
const GLIMPSE: usize = 512;

/// A URI's place in the text, and how it reads.
#[derive(Debug)]
pub(crate) struct Extent {
    /// The URI's first byte.
    pub start: usize,
    /// The byte behind its last one.
    pub end: usize,
    /// The first reading where it is not the text itself.
    pub uri: Option<Vec<u8>>,
    /// The second reading.
    pub second: Option<Vec<u8>>,
    /// What stands around it.
    pub wrapper: Wrapper,
    /// It was longer than it may be.
    pub truncated: bool,
}

/// The URI whose scheme takes up `start..colon`; `None` where there is none.
pub(crate) fn uri(
    view: &View<'_>,
    start: usize,
    colon: usize,
    options: &Options,
) -> Option<Extent> {
    let name = view.slice(start, colon);
    // The prefix `URL:` is no scheme, and neither is what stands for another one.
    if name.eq_ignore_ascii_case(b"url") || !options.refang && disguise::scheme(name).is_some() {
        return None;
    }
    let (body, authority) = separator(view, colon, options)?;
    let opening = wrapper::opening(view, start);
    let head = Head { start, body, authority };
    if opening.close == Some(Close::Byte(b'>')) {
        if let Some(extent) = wrapped(view, head, &opening, name, options) {
            return Some(extent);
        }
    }
    if authority.is_none() && !accepts(name, glimpse(view, body), opening.prefixed) {
        return None;
    }
    delimited(view, head, &opening, options)
}

/// What follows a scheme's colon, which may be disguised: where that starts, and where an authority
/// does.
fn separator(view: &View<'_>, colon: usize, options: &Options) -> Option<(usize, Option<usize>)> {
    let disguise = options.refang.then(|| disguise::mark(view, colon)).flatten();
    let body = match disguise {
        Some(mark) if mark.plain == "://" => {
            return Some((colon + mark.len, Some(colon + mark.len)));
        }
        Some(mark) if mark.plain == ":" => colon + mark.len,
        _ => view.at(colon + 1).map(|_| colon + 1)?,
    };
    Some((body, view.has(body, b"//").then_some(body + 2)))
}

/// What stands behind the colon of a URI without `//`, without the sentence's punctuation.
fn glimpse<'t>(view: &View<'t>, body: usize) -> &'t [u8] {
    let rest = bare::glimpse(view, body, GLIMPSE);
    let keep = rest.iter().rposition(|b| !b".,;:!?')]}".contains(b)).map_or(0, |i| i + 1);
    let keep =
        if rest[keep..].starts_with(b",") && rest.starts_with(b"data") { keep + 1 } else { keep };
    &rest[..keep]
}

/// Whether what stands behind the colon makes a URI of a scheme that does without `//`. Behind
/// `URL:`, any scheme does (draft-ietf-uri-url-03, PrePrefix).
fn accepts(name: &[u8], rest: &[u8], prefixed: bool) -> bool {
    match scheme::rule(name) {
        Some(rule) => (rule.accepts)(rest),
        None => prefixed && !rest.is_empty() && rest.iter().any(u8::is_ascii_alphanumeric),
    }
}

/// The URI whose scheme ends at `colon` and is itself broken over two lines, inside angle brackets.
pub(crate) fn broken(
    view: &View<'_>,
    low: usize,
    colon: usize,
    options: &Options,
) -> Option<Extent> {
    let (start, name) = wrapper::broken_scheme(view, colon)?;
    let opening = wrapper::opening(view, start);
    let head = Head { start, body: colon + 1, authority: None };
    let closes = opening.close == Some(Close::Byte(b'>'));
    if closes && start >= low { wrapped(view, head, &opening, &name, options) } else { None }
}

/// A URI in angle brackets.
fn wrapped(
    view: &View<'_>,
    head: Head,
    opening: &Opening,
    name: &[u8],
    options: &Options,
) -> Option<Extent> {
    let Inside { end, uri, second } = wrapper::inside(view, head, opening, options)?;
    let start = head.start;
    let whole = uri.as_deref().unwrap_or_else(|| view.slice(start, end));
    let rest = whole.get(name.len() + 1..)?;
    let fits = if rest.starts_with(b"//") {
        names_something(name, rest)
    } else {
        accepts(name, rest, opening.prefixed)
    };
    let short = end - start <= options.max_len;
    let wrapper = opening.wrapper;
    (fits && short).then_some(Extent { start, end, uri, second, wrapper, truncated: false })
}

/// Whether something stands behind `//` that names anything; `file:///` names the root.
fn names_something(scheme: &[u8], rest: &[u8]) -> bool {
    rest.iter().any(|b| b.is_ascii_alphanumeric() || *b >= 0x80)
        || rest == b"///" && scheme.eq_ignore_ascii_case(b"file")
}

/// A URI that runs to the first byte that cannot be in it, less what trails.
fn delimited(view: &View<'_>, head: Head, opening: &Opening, options: &Options) -> Option<Extent> {
    let run = bare::run(view, head, opening.close, options);
    if run.truncated {
        let start = head.start;
        return Some(Extent {
            start,
            end: run.end,
            uri: None,
            second: None,
            wrapper: Wrapper::None,
            truncated: true,
        });
    }
    let before = view.behind(head.start).last().copied();
    // `news:*` is a URI, and its star no emphasis.
    let star = head.authority.is_none() && view.is(head.body, |b| b == b'*');
    let least = head.body - head.start + usize::from(star);
    let own = |text: &[u8]| trail::trimmed(text, least, before, options.trailing);
    let piece = view.slice(head.start, run.end);
    let len = own(without_arrow(view, piece, run.end));
    if let Some(joined) = join::joined(view, head, opening.close, run.end, options) {
        let uri_len = own(&joined.uri);
        let cut = joined.uri.len() - uri_len;
        if cut < joined.last {
            let mut uri = joined.uri;
            uri.truncate(uri_len);
            let end = joined.end - cut;
            let wrapper = wrapper::closed(view, opening, end, joined.end);
            let second = joined.unhyphenated.map(|mut other| {
                other.truncate(other.len() - cut);
                other
            });
            let second = second.or_else(|| Some(piece[..len].to_vec()));
            return finish(
                Extent {
                    start: head.start,
                    end,
                    uri: Some(uri),
                    second,
                    wrapper,
                    truncated: false,
                },
                view,
                head,
            );
        }
    }
    let wrapper = wrapper::closed(view, opening, head.start + len, run.end);
    let (len, second) = readings(view, head, run.end, len, options);
    finish(
        Extent {
            start: head.start,
            end: head.start + len,
            uri: None,
            second,
            wrapper,
            truncated: false,
        },
        view,
        head,
    )
}

/// `piece`, which ends at `end`, without the shaft of an arrow `-->`, which is also how a comment in
/// HTML ends.
fn without_arrow<'t>(view: &View<'t>, piece: &'t [u8], end: usize) -> &'t [u8] {
    if !piece.ends_with(b"--") || !view.is(end, |b| b == b'>') {
        return piece;
    }
    let keep = piece.iter().rposition(|&b| b != b'-').map_or(0, |i| i + 1);
    &piece[..keep]
}

/// The first reading's length, and the second reading of what trails a URI that is `len` long.
fn readings(
    view: &View<'_>,
    head: Head,
    run_end: usize,
    len: usize,
    options: &Options,
) -> (usize, Option<Vec<u8>>) {
    let piece = view.slice(head.start, run_end);
    let (own, rest) = piece.split_at(len);
    if options.trailing == Trailing::Keep {
        return (len, None);
    }
    let path = head.authority.unwrap_or(head.body) - head.start;
    if let Some(without) = trail::without_place(own, path) {
        let ends = |b: u8| b"\r\n)]}\"'".contains(&b);
        if rest.first().map_or_else(|| ends_text(view, run_end, ends), |&b| ends(b)) {
            return (without, Some(own.to_vec()));
        }
    }
    let stop =
        rest == b"." || rest.starts_with(b".") && rest[1..].iter().all(|b| b",;:)]'".contains(b));
    let second = (stop && trail::may_own_stop(own)).then(|| piece[..len + 1].to_vec());
    (len, second)
}

/// Whether the text ends at `i`, or a byte stands there that passes.
fn ends_text(view: &View<'_>, i: usize, test: impl Fn(u8) -> bool) -> bool {
    let next = view.skip_blanks(i);
    view.at(next).is_none_or(test)
}

/// The extent, if anything is left of the URI.
fn finish(extent: Extent, view: &View<'_>, head: Head) -> Option<Extent> {
    let text = extent.uri.as_deref().unwrap_or_else(|| view.slice(extent.start, extent.end));
    let (front, rest) = text.split_at_checked(head.body - head.start)?;
    let holds = match head.authority {
        Some(_) => names_something(front.strip_suffix(b":").unwrap_or(front), rest),
        None => !rest.is_empty(),
    };
    holds.then_some(extent)
}

/// Where the bytes of a URI that is too long to be given whole end: the first byte that ends any
/// URI.
pub(crate) fn hard_stop(text: &[u8], from: usize) -> Option<usize> {
    text[from..].iter().position(|&b| HARD_STOP.contains(b)).map(|i| from + i)
}
