//! URIs without a scheme (draft-fielding-uri-rfc2396bis-01 Appendix F): `www.example.com/path`,
//! bare domains, e-mail addresses. Found on request only.

use super::bare::Head;
use super::disguise;
use super::view::View;
use super::{Extent, delimited, wrapper};
use crate::byteset::{ALNUM, ByteSet};
use crate::grammar::tld;
use crate::options::Options;

/// What was made of a trigger byte.
pub(crate) enum Abbreviation {
    /// A URI without its scheme.
    Found(Extent),
    /// Nothing starts here, nor before the offset given.
    Nothing(usize),
}

/// The longest host name (RFC 1034 3.1), in bytes.
const MAX_HOST: usize = 255;
/// Bytes of a host name.
const HOST: ByteSet = ALNUM.or(ByteSet::of(b"-_."));
/// Bytes of the local part of an address that are looked for without quotes.
const LOCAL: ByteSet = ALNUM.or(ByteSet::of(b"!#$%&*+/=?^_{|}~.-"));

/// What starts without a scheme around the dot or at sign at `at`; nothing before `low` belongs.
pub(crate) fn abbreviation(
    view: &View<'_>,
    low: usize,
    at: usize,
    options: &Options,
) -> Abbreviation {
    if view.is(at, |b| b == b'@') {
        return address(view, low, at, options);
    }
    let host = match host_around(view, low, at, options) {
        Ok(host) => host,
        Err(end) => return Abbreviation::Nothing(end),
    };
    let nothing = Abbreviation::Nothing(host.end.max(at + 1));
    if !(options.www && host.is_www() || options.bare && host.is_domain(view)) {
        return nothing;
    }
    let start = host.start;
    let head = Head { start, body: start, authority: Some(start), scheme_len: 0 };
    let opening = wrapper::opening(view, host.start);
    match delimited(view, head, &opening, options) {
        Some(extent) if extent.end >= host.end => Abbreviation::Found(extent),
        _ => nothing,
    }
}

/// A host name in the text.
struct Host {
    start: usize,
    end: usize,
    /// The name, without a disguise, in lower case.
    name: Vec<u8>,
}

/// The host name that holds the dot at `dot`, if it stands alone enough; else where to go on.
fn host_around(view: &View<'_>, low: usize, dot: usize, options: &Options) -> Result<Host, usize> {
    let low = low.max(dot.saturating_sub(MAX_HOST));
    let is_host = |b: u8| HOST.contains(b) || options.refang && b"[(".contains(&b);
    let text = view.behind(dot);
    let offset = dot - text.len();
    let mut start = text.iter().rposition(|&b| !is_host(b)).map_or(offset, |i| offset + i + 1);
    // A name that is longer than names are is passed over piece by piece.
    let too_long = start < low && dot - low == MAX_HOST;
    start = start.max(low);
    while start < dot && !view.is(start, |b| ALNUM.contains(b)) {
        start += 1;
    }
    let mut end = dot;
    while end < dot + MAX_HOST {
        match options.refang.then(|| disguise::mark(view, end)).flatten() {
            Some(mark) if mark.plain == "." => end += mark.len,
            _ if view.is(end, |b| HOST.contains(b)) => end += 1,
            _ => break,
        }
    }
    if too_long || end - start > MAX_HOST {
        return Err(end);
    }
    let before = view.behind(start).last().copied().unwrap_or(b' ');
    let stands_alone =
        !b"@/\\:%=&#~$.-_+[".contains(&before) && before < 0x80 || is_outer(view, start);
    let own = view.slice(start, end);
    let own = &own[..own.iter().rposition(|&b| ALNUM.contains(b)).map_or(0, |i| i + 1)];
    if start == dot || !stands_alone || own.is_empty() {
        return Err(end.max(dot + 1));
    }
    let mut name = if options.refang {
        disguise::removed(own).unwrap_or_else(|| own.to_vec())
    } else {
        own.to_vec()
    };
    name.make_ascii_lowercase();
    Ok(Host { start, end: start + own.len(), name })
}

/// What may stand right before a host name although it can be in a URI: punctuation beyond ASCII,
/// a label such as `URL:` or `href=`, a bracket.
fn is_outer(view: &View<'_>, start: usize) -> bool {
    let behind = view.behind(start);
    match behind.last() {
        Some(b'[') => true,
        Some(b'=' | b':') => behind.len() > 1 && behind[behind.len() - 2].is_ascii_alphabetic(),
        Some(0x80..) => true,
        _ => false,
    }
}

impl Host {
    fn labels(&self) -> impl Iterator<Item = &[u8]> + Clone {
        self.name.split(|&b| b == b'.')
    }

    /// `www.`, or one with a number, and two labels more.
    fn is_www(&self) -> bool {
        let mut labels = self.labels();
        let first = labels.next().unwrap_or(&[]);
        let digits = first.strip_prefix(b"www");
        digits.is_some_and(|d| d.len() <= 2 && d.iter().all(u8::is_ascii_digit))
            && labels.clone().count() > 1
            && labels.all(is_label)
            && self.ends_in_letters()
    }

    fn ends_in_letters(&self) -> bool {
        self.labels().last().is_some_and(|l| {
            l.len() > 1 && (l.iter().all(u8::is_ascii_alphabetic) || l.starts_with(b"xn--"))
        })
    }

    /// A name under a top-level domain. What ends like the name of a file needs a path behind it.
    fn is_domain(&self, view: &View<'_>) -> bool {
        let Some(last) = self.labels().last() else { return false };
        let count = self.labels().count();
        let followed = view.is(self.end, |b| b"@(".contains(&b)) || view.has(self.end, b"://");
        let has_path = view.is(self.end, |b| b == b'/')
            && view.is(self.end + 1, |b| ALNUM.contains(b) || b == b'~');
        let usual = tld::is_usual(last)
            && self.labels().nth(count.saturating_sub(2)).is_some_and(|l| l.len() > 1);
        count > 1
            && !followed
            && self.labels().all(is_label)
            && self.labels().any(|l| l.len() > 1 && l.iter().any(u8::is_ascii_alphabetic))
            && (usual || has_path && tld::is_tld(last) && !tld::is_file_ending(last))
    }
}

/// Letters, digits, hyphens and underscores, 1 to 63 of them (RFC 1034 3.5, and what is in use).
fn is_label(label: &[u8]) -> bool {
    (1..=63).contains(&label.len()) && !label.starts_with(b"-") && !label.ends_with(b"-")
}

/// The e-mail address around the at sign at `at`.
fn address(view: &View<'_>, low: usize, at: usize, options: &Options) -> Abbreviation {
    let nothing = Abbreviation::Nothing(at + 1);
    if !options.email {
        return nothing;
    }
    let low = low.max(at.saturating_sub(MAX_HOST));
    let text = view.behind(at);
    let offset = at - text.len();
    let mut start =
        text.iter().rposition(|&b| !LOCAL.contains(b)).map_or(offset, |i| offset + i + 1).max(low);
    while start < at && !view.is(start, |b| ALNUM.contains(b) || b == b'_') {
        start += 1;
    }
    let host = at + 1;
    let end = view
        .find(host, MAX_HOST, |b| !HOST.contains(b))
        .unwrap_or(host + view.slice(host, view.len().min(host + MAX_HOST)).len());
    let name = view.slice(host, end);
    let len = name.iter().rposition(|&b| ALNUM.contains(b)).map_or(0, |i| i + 1);
    let name = name[..len].to_ascii_lowercase();
    let mut labels = name.split(|&b| b == b'.');
    let fits = name.contains(&b'.')
        && labels.clone().all(is_label)
        && labels.next_back().is_some_and(tld::is_tld);
    if start == at || !fits || view.slice(start, at).ends_with(b".") {
        return nothing;
    }
    let opening = wrapper::opening(view, start);
    let whole = host + len;
    let end = whole.min(start + options.max_len);
    let wrapper = wrapper::closed(view, &opening, end, end);
    let truncated = end < whole;
    let head = Head { start, body: start, authority: None, scheme_len: 0 };
    Abbreviation::Found(Extent { wrapper, truncated, ..head.to(end) })
}
