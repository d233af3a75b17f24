//! References in the markup of documents, as URIs.

use std::sync::LazyLock;

use bstr::ByteSlice;

use crate::found::{Found, UriMemory};
use crate::grammar::components::Components;
use crate::grammar::scheme::{is_known, is_scheme};
use crate::input::{Link, Part, Role};
use crate::normal::{self, Repaired, Written, WrittenBase};
use crate::span::Span;
use crate::stream::Extractor;

/// The longest base, in bytes: every record contains it.
const MAX_BASE: usize = 8 << 10;

/// The base that references are resolved against (RFC 3986 5.1).
#[derive(Clone, Debug, Default)]
pub(super) struct Base {
    inner: Layer,
    /// The bases to restore when the open scopes end; links limit how many there are.
    outer: Vec<Layer>,
}

#[derive(Clone, Debug, Default)]
struct Layer {
    uri: Option<WrittenBase>,
    /// The outer base as a valid URI, if a container sets it, not only the user.
    said: Option<String>,
    /// It is only a guess, from the canonical address of the page.
    is_guess: bool,
    /// It counts only for links that start with `//`.
    is_scheme: bool,
}

impl Layer {
    /// The base of a reference.
    fn uri_for(&self, reference: &[u8]) -> Option<&WrittenBase> {
        self.uri.as_ref().filter(|_| !self.is_scheme || reference.starts_with(b"//"))
    }
}

/// The base of mail that has none: programs take links to another host (RFC 3986 4.2) for those of the web.
const MAIL_BASE: &[u8] = b"https://mail.invalid/";

impl Base {
    /// The user's base, then those of the text's containers, from the outermost in; if there is none, the
    /// canonical address of the page.
    pub fn of(default: Option<&str>, part: &Part) -> Self {
        let uri = default.and_then(|uri| Written::parse(uri.as_bytes()));
        let inner = Layer { uri: uri.map(WrittenBase::from), ..Layer::default() };
        let mut base = Base { inner, outer: Vec::new() };
        for layer in &part.bases {
            base.enter(layer.as_bytes());
        }
        if let (None, Some(canonical)) = (&base.inner.uri, &part.canonical) {
            base.enter(canonical.as_bytes());
            base.inner.is_guess = true;
        }
        if base.inner.uri.is_none() && part.message.is_some() {
            let uri = Written::parse(MAIL_BASE).map(WrittenBase::from);
            base.inner = Layer { uri, is_guess: true, is_scheme: true, ..Layer::default() };
        }
        base
    }

    /// Like `of`, for a text without references: only what containers say is told.
    pub fn of_text(default: Option<&str>, part: &Part) -> Self {
        let is_said = !part.bases.is_empty() || part.canonical.is_some();
        if is_said { Base::of(default, part) } else { Base::default() }
    }

    /// Applies what a link says about the references after it.
    #[inline]
    pub fn follow(&mut self, link: &Link) {
        match link.role {
            Role::Reference | Role::Column | Role::Message => {}
            Role::Label | Role::TextEnd | Role::Comment | Role::CommentEnd => {}
            Role::Base => self.enter(&link.value),
            Role::ScopedBase => {
                self.outer.push(self.inner.clone());
                self.enter(&link.value);
            }
            Role::ScopeEnd => self.leave(),
        }
    }

    fn leave(&mut self) {
        if let Some(outer) = self.outer.pop() {
            self.inner = outer;
        }
    }

    /// Adds a layer, which may be relative to the one before. A value that is not a reference is ignored.
    fn enter(&mut self, layer: &[u8]) {
        let uri = match self.inner.uri_for(layer) {
            // A script or data has no place that references start from (HTML 2.4.3).
            _ if is_code(layer) || is_opaque(layer) => None,
            Some(outer) => outer.written().join(layer),
            None => Written::parse(layer),
        };
        let uri = uri.map(Written::without_fragment).filter(|uri| uri.text_len() <= MAX_BASE);
        if let Some(Repaired { uri: said, .. }) = uri.clone().and_then(Written::mended) {
            let is_guess = self.inner.is_guess && scheme_len(layer).is_none();
            let uri = uri.map(WrittenBase::from);
            self.inner = Layer { uri, said: Some(said), is_guess, is_scheme: false };
        }
    }

    /// Returns `true` if the link, a URI, depends on a base that is a guess.
    #[inline]
    pub fn guesses(&self, link: &Link) -> bool {
        self.inner.is_guess && scheme_len(&link.value).is_none()
    }

    /// The URI, if a container sets it.
    pub fn said(&self) -> Option<&str> {
        self.inner.said.as_deref()
    }
}

/// What a reference in markup means.
pub(super) enum Meaning<'l> {
    /// A URI.
    Uri(Found<'l>),
    /// Text, in which URIs may stand.
    Text,
    /// A relative reference, and there is no base.
    NoBase,
    /// Nothing: it leads nowhere.
    Nothing,
}

/// What a link means. A value with a scheme is a URI if it would be one in text, or if something follows the
/// scheme: its ends are certain. That may be any name, unless it looks like a host or a file.
///
/// A URI that is only joined from the base and the link is in the memory, if that is there.
#[inline]
pub(super) fn meaning<'l>(
    link: &'l Link,
    base: &Base,
    extractor: &Extractor,
    memory: &mut Option<UriMemory>,
) -> Meaning<'l> {
    let value = &*link.value;
    if value.is_empty() && is_no_reference(link) {
        return Meaning::Nothing;
    }
    if link.role == Role::Reference && extractor.starts_plainly(value) {
        let len = memchr::memchr(b':', value).unwrap_or(0);
        return Meaning::Uri(Found::of_link(link.raw, value, None, len, link.truncated));
    }
    let may_find = extractor.may_find(value);
    if !may_find && let Some(found) = joined(link, base, memory) {
        return Meaning::Uri(found);
    }
    let found = if may_find { extractor.find_iter(value).next() } else { None };
    let is_disguised = found.as_ref().is_some_and(|found| found.uri() != found.raw());
    let first = found.map(|found| found.span().start as usize);
    match (scheme_len(value), first) {
        (_, Some(0)) if is_disguised => Meaning::Text,
        _ if is_no_reference(link) => Meaning::Nothing,
        (Some(len), Some(0)) => Meaning::Uri(of_uri(link, len)),
        (Some(len), _) if is_known(&value[..len]) && !is_bare(&value[len + 1..]) => {
            rootless(link, len, base)
        }
        (_, Some(at)) if !value[..at].iter().any(|b| b"/?#".contains(b)) => Meaning::Text,
        (Some(len), _) if is_name(&value[..len], &value[len + 1..]) && !is_code(value) => {
            Meaning::Uri(of_uri(link, len))
        }
        (Some(_), _) => Meaning::Nothing,
        (None, _) => relative(link, base),
    }
}

/// Returns `true` if nothing follows a scheme.
fn is_bare(rest: &[u8]) -> bool {
    rest.is_empty() || rest == b"//"
}

/// Returns `true` if this is a scheme that nobody knows, with what follows its colon: not a host with its port, as
/// `localhost:80`, a place in a file, as `a.c:3`, or a sentence.
fn is_name(scheme: &[u8], rest: &[u8]) -> bool {
    let port = rest.iter().take_while(|b| b.is_ascii_digit()).count();
    let is_port = port > 0 && rest.get(port).is_none_or(|b| b"/?#:".contains(b));
    let is_file = scheme.contains(&b'.') && !rest.starts_with(b"/");
    let starts = rest.first().is_some_and(|b| *b > b' ' && *b != b':');
    starts && !is_bare(rest) && !is_port && !is_file
}

/// A link with a scheme of that length. Its spaces are escaped, as browsers do.
fn of_uri(link: &Link, scheme_len: usize) -> Found<'_> {
    let blank = memchr::memchr(b' ', &link.value);
    let uri = blank.map(|_| link.value.replace(" ", "%20"));
    let found = Found::of_link(link.raw, &link.value, uri, scheme_len, link.truncated);
    found.mended(blank)
}

/// A link with a known scheme that would not be found in text. Without a host, a URI with the scheme of the
/// base is relative in browsers (RFC 3986 5.2.2).
fn rootless<'l>(link: &'l Link, len: usize, base: &Base) -> Meaning<'l> {
    let found = of_uri(link, len);
    let is_web =
        [&b"http"[..], b"https"].iter().any(|web| web.eq_ignore_ascii_case(found.scheme()));
    if !is_web || base.inner.uri_for(&link.value).is_none() {
        return Meaning::Uri(found);
    }
    match relative(link, base) {
        Meaning::Uri(relative) => Meaning::Uri(relative),
        _ => Meaning::Uri(found),
    }
}

/// A link without a scheme, resolved against the base. Neither `#` nor `//` leads anywhere, and a part of
/// the document is only somewhere if it has a base.
fn relative<'l>(link: &'l Link, base: &Base) -> Meaning<'l> {
    let value = &*link.value;
    if [&b"#"[..], b"//"].contains(&value) || is_code(value) {
        return Meaning::Nothing;
    }
    let Some(base) = base.inner.uri_for(value) else {
        let is_part = value.starts_with(b"#") || matches!(value, [_, b':', ..]);
        return if is_part { Meaning::Nothing } else { Meaning::NoBase };
    };
    let mended = base.resolve(value);
    let scheme = mended.as_ref().and_then(|mended| scheme_len(mended.uri.as_bytes()));
    let (Some(Repaired { uri, at }), Some(len)) = (mended, scheme) else { return Meaning::Nothing };
    let uri = Some(uri.into_bytes());
    let found = Found::of_link(link.raw, value, uri, len, link.truncated);
    Meaning::Uri(found.mended(at))
}

/// Like `relative`, if the URI is only joined from the base and the link.
fn joined<'l>(link: &'l Link, base: &Base, memory: &mut Option<UriMemory>) -> Option<Found<'l>> {
    let value = &*link.value;
    let base = base.inner.uri_for(value)?;
    let leads_nowhere = is_no_reference(link) || value == b"#";
    if leads_nowhere || is_code(value) {
        return None;
    }
    let mut uri = memory.take().unwrap_or_default();
    let Some(scheme_len) = base.join_plain(value, uri.uri()) else {
        *memory = Some(uri);
        return None;
    };
    Some(Found::of_joined(link.raw, value, uri, scheme_len, link.truncated))
}

/// The length of the scheme at the start. A single letter is a Windows drive.
fn scheme_len(reference: &[u8]) -> Option<usize> {
    let end = reference.iter().position(|b| b":/?#".contains(b))?;
    let is_one = reference[end] == b':' && end > 1 && is_scheme(&reference[..end]);
    is_one.then_some(end)
}

/// Returns `true` if it is a script or data.
fn is_opaque(reference: &[u8]) -> bool {
    let is = |scheme: &&[u8]| {
        reference.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    };
    [&b"javascript:"[..], b"data:", b"vbscript:"].iter().any(is)
}

/// Returns `true` if a program still has to fill in the reference: it is a template, or part of a script.
fn is_code(reference: &[u8]) -> bool {
    let is_mark = |pair: &[u8]| matches!(pair, b"{{" | b"{%" | b"${" | b"#{" | b"<%" | b"<?");
    let may_be = memchr::memchr2(b'{', b'<', reference).is_some();
    may_be && reference.windows(2).any(is_mark)
        || reference.starts_with(b"'")
        || reference.starts_with(b"\"")
}

/// Returns `true` if it is not a reference.
fn is_no_reference(link: &Link) -> bool {
    !matches!(link.role, Role::Reference | Role::Base | Role::ScopedBase)
}

/// Finds what is shown in the text of a link, also without a scheme.
static SHOWN: LazyLock<Extractor> =
    LazyLock::new(|| Extractor::builder().www(true).bare(true).build());

/// A link whose text shows another host than its target.
pub(super) struct ShownLink {
    /// The URI that its text is, or the host.
    pub shown: Vec<u8>,
    pub target: Vec<u8>,
}

impl ShownLink {
    /// That of a link with that text, whose target has been found and is marked.
    pub fn of(text: &[u8], found: &mut Found<'_>) -> Option<Box<Self>> {
        let shown = other_host(text, found.uri())?;
        let target = found.uri().to_vec();
        found.set_link_text(text.to_vec());
        Some(Box::new(ShownLink { shown, target }))
    }
}

/// The URI that the text of a link is, or the host, if it leads to another host than that. Only what is no letter and
/// no digit may be around it.
fn other_host(text: &[u8], target: &[u8]) -> Option<Vec<u8>> {
    // A host has a dot.
    memchr::memchr(b'.', text)?;
    let found = SHOWN.find_iter(text).next().or_else(|| reserved_host(text))?;
    let Span { start, end } = found.span();
    let around = [&text[..start as usize], &text[end as usize..]];
    let is_apart = |text: &[u8]| text.chars().all(|char| !char.is_alphanumeric());
    let is_other = || has_other_host(&found, target);
    (around.into_iter().all(is_apart) && is_other()).then(|| found.uri().to_vec())
}

/// The host that the text is, in the top-level domain for examples (RFC 2606 2), which registries do not have.
fn reserved_host(text: &[u8]) -> Option<Found<'_>> {
    let host = text.strip_suffix(b".example")?;
    let is_label = |label: &[u8]| {
        !label.is_empty() && label.iter().all(|b| b.is_ascii_alphanumeric() || *b == b'-')
    };
    let span = Span { start: 0, end: text.len() as u64 };
    let is_host = host.split_str(".").all(is_label);
    is_host.then(|| Found::of_link(span, text, None, 0, false))
}

/// Returns `true` if a link leads to another host than its text says. Both have to be of the web. Hosts are the same if
/// one is below the other, and a redirecting link counts as what it leads to.
fn has_other_host(found: &Found<'_>, target: &[u8]) -> bool {
    let is_web = |scheme: &[u8]| {
        scheme.eq_ignore_ascii_case(b"http") || scheme.eq_ignore_ascii_case(b"https")
    };
    let components = found.components();
    let is_abbreviated = found.scheme().is_empty() && components.userinfo().is_none();
    if !is_abbreviated && !is_web(found.scheme()) {
        return false;
    }
    let unwrapped = str::from_utf8(target).ok().and_then(normal::unwrap_redirect);
    let target = Components::of(unwrapped.as_deref().map_or(target, str::as_bytes));
    if !target.scheme().is_some_and(is_web) {
        return false;
    }
    let hosts = [components.host(), target.host()];
    let [text, target] = hosts.map(|host| host.map(plain_host).unwrap_or_default());
    !text.is_empty() && !target.is_empty() && !is_in(&text, &target) && !is_in(&target, &text)
}

/// A host in lower case, without `www.` and a dot at the end.
fn plain_host(host: &[u8]) -> Vec<u8> {
    let host = host.to_ascii_lowercase();
    let host = host.strip_suffix(b".").unwrap_or(&host);
    host.strip_prefix(b"www.").unwrap_or(host).to_vec()
}

/// Returns `true` if a host is a domain, or below it.
fn is_in(host: &[u8], domain: &[u8]) -> bool {
    let rest = host.strip_suffix(domain);
    rest.is_some_and(|rest| rest.is_empty() || rest.ends_with(b"."))
}

#[cfg(test)]
mod tests;
