//! URIs without a scheme (draft-fielding-uri-rfc2396bis-01 Appendix F): `www.example.com/path`, bare domains, email
//! addresses. Found on request only.

use bstr::ByteSlice;

use super::Head;
use super::angle;
use super::bare::whole_char;
use super::disguise::Mark;
use super::iri::{self, Kind};
use super::view::View;
use super::wrapper::{self, Opening};
use super::{Extent, delimited, disguise, ellipsis};
use crate::byteset::{ALNUM, ByteSet};
use crate::found::Readings;
use crate::grammar::tld;
use crate::options::Options;

/// The outcome of a trigger byte.
pub(crate) enum Abbreviation {
    /// A URI without its scheme.
    Found(Extent),
    /// Nothing starts here, nor before the offset given.
    Nothing(usize),
}

/// The longest host name (RFC 1034 3.1), in bytes.
pub(crate) const MAX_HOST: usize = 255;
/// Bytes of a host name.
const HOST: ByteSet = ALNUM.or(ByteSet::of(b"-_."));
/// Bytes of the local part of an address, as far as it is found: without quotes.
const LOCAL: ByteSet = ALNUM.or(ByteSet::of(b"._%+='-"));

/// The URI without a scheme around the dot or at sign at `at`; nothing before `low` belongs to it.
pub(crate) fn abbreviation(
    view: &View<'_>,
    low: usize,
    at: usize,
    options: &Options,
) -> Abbreviation {
    let mark =
        options.refang.then(|| disguise::dot(view, at).or(disguise::mark(view, at))).flatten();
    match mark {
        Some(Mark { len, plain: "@" }) => return address(view, low, [at, at + len], options),
        Some(Mark { plain: ".", .. }) => {}
        None if view.is(at, |b| b == b'@') => return address(view, low, [at, at + 1], options),
        None if (options.www || options.bare) && view.is(at, |b| b == b'.') => {}
        _ => return Abbreviation::Nothing(at + 1),
    }
    let host = match Host::around(view, low, at, options) {
        Ok(host) => host,
        Err(end) => return Abbreviation::Nothing(end),
    };
    let is_disguised =
        || options.refang && disguise::host::is_host(view, host.start, host.end, &host.name);
    if !(options.www && host.is_www() || options.bare && host.is_domain(view) || is_disguised()) {
        return Abbreviation::Nothing(after(view, at, host.end, options));
    }
    let start = host.start;
    let head = Head { start, body: start, authority: Some(start), scheme_len: 0 };
    let opening = wrapper::opening(view, start);
    let extent =
        wrapped(view, head, &opening, options).or_else(|| delimited(view, head, &opening, options));
    match extent {
        Some(extent) if extent.truncated || extent.end >= host.end => Abbreviation::Found(extent),
        _ => Abbreviation::Nothing(after(view, at, host.end, options)),
    }
}

/// A URI in angle brackets, which may be broken over lines.
fn wrapped(view: &View<'_>, head: Head, opening: &Opening, options: &Options) -> Option<Extent> {
    if !opening.is_angle() {
        return None;
    }
    let inside = angle::inside(view, head, opening, options)?;
    let extent = Extent {
        readings: Readings::of(inside.uri, inside.second),
        wrapper: opening.wrapper,
        ..head.to(inside.end)
    };
    (extent.end - extent.start <= options.max_len).then_some(extent)
}

/// A host name in the text.
struct Host {
    start: usize,
    end: usize,
    /// The name, without a disguise, in lower case.
    name: Vec<u8>,
}

impl Host {
    /// The host name that holds the dot at `dot`, if it is alone; otherwise where to continue.
    fn around(view: &View<'_>, low: usize, dot: usize, options: &Options) -> Result<Host, usize> {
        let low = low.max(dot.saturating_sub(MAX_HOST));
        let (mut start, too_long) = run_back(view, low, dot, HOST, options);
        while start < dot && !view.is(start, |b| ALNUM.contains(b) || b >= 0x80) {
            start += 1;
        }
        // A host may start after the dot.
        if start == dot && !too_long {
            return Err(dot + 1);
        }
        let end = run_on(view, dot, options);
        if too_long || end - start > MAX_HOST {
            return Err(after(view, dot, end, options));
        }
        let own = view.slice(start, end);
        let own =
            &own[..own.iter().rposition(|&b| ALNUM.contains(b) || b >= 0x80).map_or(0, |i| i + 1)];
        if own.is_empty() || !stands_alone(view, start, options) {
            return Err(after(view, dot, end, options));
        }
        let plain = options.refang.then(|| disguise::removed(own)).flatten();
        let mut name = plain.unwrap_or_else(|| own.to_vec());
        name.make_ascii_lowercase();
        Ok(Host { start, end: start + own.len(), name })
    }

    fn labels(&self) -> impl Iterator<Item = &[u8]> + Clone {
        self.name.split(|&b| b == b'.')
    }

    fn last_label(&self) -> &[u8] {
        self.labels().last().unwrap_or(&[])
    }

    /// `www.`, perhaps with a number, and two more labels.
    fn is_www(&self) -> bool {
        let mut labels = self.labels();
        let first = labels.next().unwrap_or(&[]);
        let digits = first.strip_prefix(b"www");
        let last = self.last_label();
        let letters = last.iter().all(|b| b.is_ascii_alphabetic() || *b >= 0x80);
        digits.is_some_and(|d| d.len() <= 2 && d.iter().all(u8::is_ascii_digit))
            && labels.clone().count() > 1
            && labels.all(is_label)
            && last.len() > 1
            && (letters || last.starts_with(b"xn--"))
    }

    /// A name under a top-level domain. An unusual one needs a path, and must not be a file ending.
    fn is_domain(&self, view: &View<'_>) -> bool {
        let last = self.last_label();
        let count = self.labels().count();
        let path = view.is(self.end, |b| b == b'/')
            && view.is(self.end + 1, |b| ALNUM.contains(b) || b == b'~');
        let second_last = self.labels().nth(count.saturating_sub(2)).unwrap_or(&[]);
        let usual = tld::is_usual(last) && second_last.len() > 1;
        let wordy =
            |l: &[u8]| l.len() > 1 && l.iter().any(|b| b.is_ascii_alphabetic() || *b >= 0x80);
        count > 1
            && !self.is_glued(view)
            && !self.is_place_of_machine(view)
            && self.labels().all(is_label)
            && self.labels().any(wordy)
            && (usual || path && tld::is_tld(last) && !tld::is_file_ending(last))
    }

    /// Returns `true` if it is the end of one sentence and the start of the next without a blank between, or a name
    /// after a mark that no host starts with.
    fn is_glued(&self, view: &View<'_>) -> bool {
        let text = view.slice(self.start, self.end);
        let dot = text.iter().rposition(|&b| b == b'.').unwrap_or(0);
        let (front, last) = (&text[..dot], &text[(dot + 1).min(text.len())..]);
        let sentence =
            matches!(last, [a, b, ..] if a.is_ascii_uppercase() && b.is_ascii_lowercase());
        let lower = front.iter().all(|b| b.is_ascii_lowercase());
        sentence && lower || view.before(self.start).ends_with(b"_")
    }

    /// Returns `true` if its context shows a machine or a list, not a page: an address, a call, a port without a path,
    /// the brackets with the address in a mail header, or the angle brackets of a list's name (RFC 2919).
    fn is_place_of_machine(&self, view: &View<'_>) -> bool {
        let port =
            view.is(self.end, |b| b == b':') && view.is(self.end + 1, |b| b.is_ascii_digit());
        let after_port = || view.find(self.end + 1, 6, |b| !b.is_ascii_digit());
        let bare_port = port && !after_port().is_some_and(|i| view.is(i, |b| b == b'/'));
        let list = view.is(self.end, |b| b == b'>') && view.before(self.start).ends_with(b"<");
        let header = list || view.has(self.end, b" (") || view.has(self.end, b" [");
        view.is(self.end, |b| b"@(".contains(&b))
            || view.has(self.end, b"://")
            || bare_port
            || header
    }
}

/// Letters, digits, hyphens and underscores, 1 to 63 bytes (RFC 1034 3.5, and what is in use).
pub(super) fn is_label(label: &[u8]) -> bool {
    (1..=63).contains(&label.len()) && !label.starts_with(b"-") && !label.ends_with(b"-")
}

/// The bytes before `at` that are in the set, or non-ASCII letters: where they start, and whether there are more of
/// them before `low`.
fn run_back(
    view: &View<'_>,
    low: usize,
    at: usize,
    set: ByteSet,
    options: &Options,
) -> (usize, bool) {
    let mut start = at;
    loop {
        let before = view.before(start);
        let len = match before.last() {
            Some(&b) if set.contains(b) => 1,
            Some(b'.' | b']' | b')' | b'}' | b'[') if options.refang => {
                disguise::dot_before(before).unwrap_or(0)
            }
            Some(0x80..) => letter_len(view, start, options),
            _ => 0,
        };
        match len {
            0 => return (start, false),
            _ if start < low + len => return (start, at - start + len >= MAX_HOST),
            _ => start -= len,
        }
    }
}

/// The length of the letter that ends at `end`, if it belongs to a host. ASCII after a letter of a script without blanks
/// starts the host.
fn letter_len(view: &View<'_>, end: usize, options: &Options) -> usize {
    let (Some(c), len) = bstr::decode_last_utf8(view.before(end)) else { return 0 };
    let kind = Kind::of(c);
    let belongs = match iri::belongs(kind, options.non_ascii) {
        Some(belongs) => belongs && !(iri::is_unspaced(c) && view.is(end, |b| ALNUM.contains(b))),
        None => kind == Kind::Joint && host_joint(view, end - len),
    };
    if belongs { len } else { 0 }
}

/// Returns `true` if a joint that a host may have stands inside a word at `i`.
fn host_joint(view: &View<'_>, i: usize) -> bool {
    !view.has(i, "’".as_bytes()) && iri::letter_at(view, i).is_some()
}

/// The offset after the bytes of a host name from `at` on.
fn run_on(view: &View<'_>, at: usize, options: &Options) -> usize {
    let mut end = at;
    while end < at + MAX_HOST {
        let mark = options.refang.then(|| disguise::dot(view, end)).flatten();
        let letter = || host_letter(view, at, end, options);
        match (mark, view.at(end)) {
            (Some(mark), _) => end += mark.len,
            (_, Some(b)) if HOST.contains(b) => end += 1,
            (_, Some(0x80..)) => match letter() {
                Some(len) => end += len,
                None => break,
            },
            _ => break,
        }
    }
    end
}

/// The length of the letter at `i` if it belongs to the host around `at`. In most scripts, a sentence puts a blank after a
/// host; where it may not, the host ends after a top-level domain.
fn host_letter(view: &View<'_>, at: usize, i: usize, options: &Options) -> Option<usize> {
    let (c, len) = view.char_at(i)?;
    let kind = Kind::of(c);
    let belongs = iri::belongs(kind, options.non_ascii);
    let may_follow = belongs.is_none() || iri::is_unspaced(c);
    let fits = match kind {
        Kind::Joint => belongs.is_none() && host_joint(view, i),
        _ => belongs != Some(false),
    };
    // So far back that a label before the dot is known from `www`.
    let is_whole = || tld::ends_in_one(view.slice(at.saturating_sub(4), i));
    (fits && !(may_follow && is_whole())).then_some(len)
}

/// Where to continue after a run around the dot at `dot` that ends at `end` and is not a wanted host: at its end, or
/// after the first character that no host starts with, since one may start after it.
fn after(view: &View<'_>, dot: usize, end: usize, options: &Options) -> usize {
    let from = dot + 1;
    let end = end.max(from);
    let rest = view.slice(from, end);
    let parts =
        |c: char| !c.is_ascii() && iri::belongs(Kind::of(c), options.non_ascii) != Some(true);
    let letter = rest.char_indices().find(|(_, _, c)| parts(*c));
    letter.map_or(end, |(_, after, _)| from + after)
}

/// Returns `true` if nothing is before `start` that would make a host name part of something else: a path, an address,
/// a variable. A label such as `URL:` or `href=` does not, nor a bracket.
fn stands_alone(view: &View<'_>, start: usize, options: &Options) -> bool {
    let before = view.before(start);
    if options.refang && disguise::dot_before(before).is_some() {
        return false;
    }
    match *before {
        [.., b'['] => true,
        [.., b, b'=' | b':'] => b.is_ascii_alphabetic() || options.refang && b.is_ascii_digit(),
        [.., b] => !b"@/\\:%=&#$.-+".contains(&b),
        [] => true,
    }
}

/// The email address around the at sign at `local_end..host`, which may be disguised.
fn address(
    view: &View<'_>,
    low: usize,
    [local_end, host]: [usize; 2],
    options: &Options,
) -> Abbreviation {
    let nothing = Abbreviation::Nothing(local_end + 1);
    let may_be_disguised =
        || options.refang && (host > local_end + 1 || is_interrupted(view, host));
    if !options.email && !may_be_disguised() {
        return nothing;
    }
    let low = low.max(local_end.saturating_sub(MAX_HOST));
    let (run, _) = run_back(view, low, local_end, LOCAL, options);
    let start = local_start(view, run, local_end);
    let end = run_on(view, host, options);
    let own = view.slice(host, end);
    let len = own.iter().rposition(|&b| ALNUM.contains(b) || b >= 0x80).map_or(0, |i| i + 1);
    let own = &own[..len];
    let name =
        options.refang.then(|| disguise::removed(own)).flatten().unwrap_or_else(|| own.to_vec());
    let name = name.to_ascii_lowercase();
    let mut labels = name.split(|&b| b == b'.');
    let is_disguised =
        || host > local_end + 1 || disguise::host::is_disguised(view, host, host + len);
    let fits = name.contains(&b'.')
        && labels.clone().all(is_label)
        && (labels.next_back().is_some_and(tld::is_tld)
            || options.refang && disguise::host::is_ipv4(&name))
        && (options.email || is_disguised());
    if start >= local_end || !fits || view.slice(start, local_end).ends_with(b".") {
        return nothing;
    }
    let opening = wrapper::opening(view, start);
    let whole = host + len;
    let most = start.saturating_add(options.max_len);
    let end = if whole > most { whole_char(view, start, most) } else { whole };
    let wrapper = wrapper::closed(view, &opening, end, end);
    let head = Head { start, body: start, authority: None, scheme_len: 0 };
    let truncated_by_source = ellipsis::follows(view, start, end, options);
    let truncated = end < whole;
    Abbreviation::Found(Extent { wrapper, truncated, truncated_by_source, ..head.to(end) })
}

/// Returns `true` if what no host name has in plain ASCII follows the host name at `host`, as in a disguised one.
fn is_interrupted(view: &View<'_>, host: usize) -> bool {
    let end = view.find(host, MAX_HOST, |b| !HOST.contains(b));
    end.is_some_and(|end| view.is(end, |b| b >= 0x80 || b"[({]})\\".contains(&b)))
}

/// Where the local part starts in the bytes `run..end` that could be one: after a quote, a label
/// such as `email=` or an escape; not at a mark.
fn local_start(view: &View<'_>, run: usize, end: usize) -> usize {
    let text = view.slice(run, end);
    // Mailing lists write the receiver's address with `=`, after a `+` or `-`.
    let equals = text
        .iter()
        .rposition(|&b| b == b'=')
        .filter(|&i| !text[..i].iter().any(|b| b"+-".contains(b)));
    let mut start = run + equals.unwrap_or(0);
    if view.before(start).ends_with(b"\\") && view.is(start, |b| b"nrt".contains(&b)) {
        start += 1;
    }
    while start < end && !view.is(start, |b| ALNUM.contains(b) || b >= 0x80) {
        start += 1;
    }
    start
}
