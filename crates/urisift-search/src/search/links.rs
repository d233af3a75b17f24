//! References in the markup of documents, as URIs.

use crate::found::{Found, UriMemory};
use crate::grammar::components::Components;
use crate::grammar::scheme::{is_known, is_scheme};
use crate::input::{Link, Part, Role};
use crate::normal::{self, Mended, Written, WrittenBase};
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
    /// The same as a valid URI, if a container sets it, not only the user.
    said: Option<String>,
    /// It is only a guess, from the canonical address of the page.
    is_guess: bool,
}

impl Base {
    /// The user's base, then those of the text's containers, from the outermost in; if there is none, the
    /// canonical address of the page.
    pub fn of(default: Option<&str>, part: &Part) -> Self {
        let uri = default.and_then(|uri| Written::parse(uri.as_bytes()));
        let inner = Layer { uri: uri.map(WrittenBase::from), said: None, is_guess: false };
        let mut base = Base { inner, outer: Vec::new() };
        for layer in &part.bases {
            base.enter(layer.as_bytes());
        }
        if let (None, Some(canonical)) = (&base.inner.uri, &part.canonical) {
            base.enter(canonical.as_bytes());
            base.inner.is_guess = true;
        }
        base
    }

    /// Applies what a link says about the references after it.
    pub fn follow(&mut self, link: &Link) {
        match link.role {
            Role::Reference | Role::Column => {}
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

    /// Adds a layer, which may be relative to the one before. A value that is no reference is ignored.
    fn enter(&mut self, layer: &[u8]) {
        let uri = match &self.inner.uri {
            _ if is_code(layer) => None,
            Some(outer) => outer.written().join(layer),
            None => Written::parse(layer),
        };
        let uri = uri.map(Written::without_fragment).filter(|uri| uri.text_len() <= MAX_BASE);
        if let Some(Mended { uri: said, .. }) = uri.clone().and_then(Written::mended) {
            let is_guess = self.inner.is_guess && scheme_len(layer).is_none();
            self.inner = Layer { uri: uri.map(WrittenBase::from), said: Some(said), is_guess };
        }
    }

    /// Whether the link, a URI, depends on a base that is a guess.
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
pub(super) fn meaning<'l>(
    link: &'l Link,
    base: &Base,
    extractor: &Extractor,
    memory: &mut Option<UriMemory>,
) -> Meaning<'l> {
    let value = &*link.value;
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
        _ if matches!(link.role, Role::ScopeEnd | Role::Column) => Meaning::Nothing,
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

/// Whether nothing follows a scheme.
fn is_bare(rest: &[u8]) -> bool {
    rest.is_empty() || rest == b"//"
}

/// Whether this is a scheme that nobody knows, with what follows its colon: not a host with its port, as
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
    let uri = blank.map(|_| bstr::ByteSlice::replace(&*link.value, " ", "%20"));
    let found = Found::of_link(link.raw, &link.value, uri, scheme_len, link.truncated);
    found.mended(blank)
}

/// A link with a known scheme that would not be found in text. Without a host, a URI with the scheme of the
/// base is relative in browsers (RFC 3986 5.2.2).
fn rootless<'l>(link: &'l Link, len: usize, base: &Base) -> Meaning<'l> {
    let found = of_uri(link, len);
    let is_web =
        [&b"http"[..], b"https"].iter().any(|web| web.eq_ignore_ascii_case(found.scheme()));
    if !is_web || base.inner.uri.is_none() {
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
    let Some(base) = &base.inner.uri else {
        let is_part = value.starts_with(b"#") || matches!(value, [_, b':', ..]);
        return if is_part { Meaning::Nothing } else { Meaning::NoBase };
    };
    let mended = base.resolve(value);
    let scheme = mended.as_ref().and_then(|mended| scheme_len(mended.uri.as_bytes()));
    let (Some(Mended { uri, at }), Some(len)) = (mended, scheme) else { return Meaning::Nothing };
    let uri = Some(uri.into_bytes());
    let found = Found::of_link(link.raw, value, uri, len, link.truncated);
    Meaning::Uri(found.mended(at))
}

/// The same if the URI is only joined from the base and the link.
fn joined<'l>(link: &'l Link, base: &Base, memory: &mut Option<UriMemory>) -> Option<Found<'l>> {
    let (value, base) = (&*link.value, base.inner.uri.as_ref()?);
    let leads_nowhere = matches!(link.role, Role::ScopeEnd | Role::Column) || value == b"#";
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

/// Whether a program still has to fill in the reference: it is a template, or part of a script.
fn is_code(reference: &[u8]) -> bool {
    let is_mark = |pair: &[u8]| matches!(pair, b"{{" | b"{%" | b"${" | b"#{" | b"<%" | b"<?");
    let may_be = memchr::memchr2(b'{', b'<', reference).is_some();
    may_be && reference.windows(2).any(is_mark)
        || reference.starts_with(b"'")
        || reference.starts_with(b"\"")
}

/// Whether a link leads to another host than its text says. Both have to be of the web. Hosts are the same if one
/// is below the other, and a redirecting link counts as what it leads to.
pub(super) fn has_other_host(found: &Found<'_>, target: &[u8]) -> bool {
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

/// Whether a host is a domain, or below it.
fn is_in(host: &[u8], domain: &[u8]) -> bool {
    let rest = host.strip_suffix(domain);
    rest.is_some_and(|rest| rest.is_empty() || rest.ends_with(b"."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_hosts() {
        for (text, target, is_other) in [
            ("http://bank.example/a", "https://evil.example/b", true),
            ("http://bank.example", "http://bank.example.evil.example/", true),
            ("http://mybank.example", "http://bank.example/", true),
            ("http://bank.example", "HTTPS://WWW.Bank.Example.:443/", false),
            ("http://bank.example", "http://login.bank.example/", false),
            ("http://login.bank.example", "http://bank.example/", false),
            ("http://bank.example", "https://slack-redir.net/link?url=http://bank.example", false),
            ("http://bank.example", "https://slack-redir.net/link?url=http://evil.example", true),
            ("http://bank.example", "/login", false),
            ("http://bank.example", "mailto:a@evil.example", false),
            ("ftp://bank.example", "http://evil.example", false),
        ] {
            let (span, len) = (Span { start: 0, end: text.len() as u64 }, text.find(':').unwrap());
            let found = Found::of_link(span, text.as_bytes(), None, len, false);
            assert_eq!(has_other_host(&found, target.as_bytes()), is_other, "{text} {target}");
        }
    }
    use crate::span::Span;

    fn based(default: Option<&str>, bases: &[&str]) -> Base {
        let bases = bases.iter().map(|base| (*base).to_owned()).collect();
        Base::of(default, &Part { bases, ..Part::default() })
    }

    fn link(value: &str, role: Role) -> Link {
        Link {
            value: value.into(),
            raw: Span { start: 0, end: value.len() as u64 },
            decoded: false,
            truncated: false,
            name: "a@href".into(),
            role,
        }
    }

    fn uri(value: &str, base: Option<&str>) -> Option<String> {
        let link = link(value, Role::Reference);
        match meaning(&link, &based(base, &[]), &Extractor::default(), &mut None) {
            Meaning::Uri(found) => Some(String::from_utf8_lossy(found.uri()).into_owned()),
            Meaning::Text => Some("text".to_owned()),
            Meaning::NoBase => Some("no base".to_owned()),
            Meaning::Nothing => None,
        }
    }

    #[test]
    fn plain_uris_are_found_from_their_start() {
        const PIECES: &[&str] = &[
            "a",
            "a.example",
            "/",
            "?",
            "=",
            "&",
            "%",
            "%41",
            "+",
            ",",
            ";",
            ":",
            "@",
            "#",
            "-",
            ".",
            "..",
            "_",
            "~",
            "//",
            "&amp;",
            "&quot;",
            "%22",
            "http://",
            "https:",
            "www.",
            "80",
            "mailto:",
        ];
        let mut state = 1u64;
        let mut below = |end: usize| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) as usize % end
        };
        let plain = Extractor::default();
        let full = Extractor::builder().www(true).bare(true).email(true).build();
        for _ in 0..100_000 {
            let count = below(9);
            let rest: String = (0..count).map(|_| PIECES[below(PIECES.len())]).collect();
            let uri = format!("{}://{rest}", ["http", "https"][below(2)]);
            for extractor in [&plain, &full].iter().filter(|e| e.starts_plainly(uri.as_bytes())) {
                let found = extractor.find_iter(uri.as_bytes()).next().unwrap();
                assert_eq!(found.span().start, 0, "{uri}");
                assert_eq!(found.uri(), found.raw(), "{uri}");
            }
        }
    }

    #[test]
    fn references_become_uris() {
        let base = Some("http://a.example/b/c?q");
        for (value, base, expected) in [
            ("http://x.example/", None, Some("http://x.example/")),
            ("mailto:a@b.example", None, Some("mailto:a@b.example")),
            ("javascript:void(0)", None, Some("javascript:void(0)")),
            ("d", base, Some("http://a.example/b/d")),
            ("//x.example/y", base, Some("http://x.example/y")),
            ("?z", base, Some("http://a.example/b/c?z")),
            ("a b", base, Some("http://a.example/b/a%20b")),
            ("http://x.example/a b", None, Some("http://x.example/a%20b")),
            ("/r?u=http://x.example/", base, Some("http://a.example/r?u=http://x.example/")),
            ("#top", base, Some("http://a.example/b/c?q#top")),
            ("see http://x.example/", base, Some("text")),
            ("\u{201c}http://x.example/\u{201d}", base, Some("text")),
            ("{{url}}", base, None),
            ("' + url + '", base, None),
            ("#", base, None),
            ("//", base, None),
            ("mailto:<a@b.example>", None, Some("mailto:<a@b.example>")),
            ("http://", base, None),
            ("mailto:", base, None),
            ("foo.html:3", base, None),
            ("./x:y", base, Some("http://a.example/b/x:y")),
            ("d", None, Some("no base")),
            ("#d", None, None),
            ("C:\\x", None, None),
            ("C:\\x", base, None),
            ("/x[1].jpg", base, Some("http://a.example/x%5B1%5D.jpg")),
            ("d\\e f", base, Some("http://a.example/b/d/e%20f")),
            ("http:d", base, Some("http://a.example/b/d")),
            ("https:d", base, Some("https://d")),
            ("http:d", None, Some("http:d")),
            ("{a}", base, Some("http://a.example/b/%7Ba%7D")),
            ("${a}", base, None),
            ("a?<%= b %>", base, None),
            ("#{a}", base, None),
            // Names of schemes that are not registered.
            ("foo:bar", None, Some("foo:bar")),
            ("x-app:open bar", base, Some("x-app:open%20bar")),
            ("com.a.app:/open", None, Some("com.a.app:/open")),
            ("about:blank", None, Some("about:blank")),
            ("unknown:0", None, None),
            ("unknown:a", None, Some("unknown:a")),
            ("foo:?u=http://x.example/", None, Some("foo:?u=http://x.example/")),
            ("foo:http://x.example/", None, Some("text")),
            ("foo:", None, None),
            ("foo://", None, None),
            ("foo: bar", None, None),
            ("foo::bar", None, None),
            ("localhost:8080", base, None),
            ("localhost:8080/a", base, None),
            ("foo.html:bar", base, None),
            ("foo:{{bar}}", base, None),
            ("1:2", None, None),
        ] {
            assert_eq!(uri(value, base).as_deref(), expected, "{value}");
        }
    }

    #[test]
    fn the_verdict_is_that_of_the_reference() {
        let base = based(Some("http://x.example/a|b/"), &[]);
        for (value, fault) in [
            ("/c", None),
            ("c", Some("http://x.example/a")),
            ("/d[1]", Some("http://x.example/d")),
            ("/d\\e", Some("http://x.example")),
            ("http://x.example/d e", Some("http://x.example/d")),
            ("http://x.example/d e|", Some("http://x.example/d%20e")),
        ] {
            let link = link(value, Role::Reference);
            let extractor = Extractor::default();
            let Meaning::Uri(found) = meaning(&link, &base, &extractor, &mut None) else {
                panic!()
            };
            let at = found.validate().err().map(|fault| fault.offset());
            assert_eq!(at, fault.map(str::len), "{value}");
            let is_mended = found.validate().is_err_and(|fault| fault.rule() == "URI-reference");
            assert_eq!(is_mended, fault.is_some() && !value.ends_with('|'), "{value}");
            assert_eq!(found.judgement().verdict, found.validate());
        }
    }

    #[test]
    fn layers_of_bases() {
        let base = based(Some("http://a.example/"), &["b/", "c d/"]);
        assert_eq!(base.said(), Some("http://a.example/b/c%20d/"));
        let base = based(None, &["b/", "http://x.example/y#z", "{{z}}"]);
        assert_eq!(base.said(), Some("http://x.example/y"));
        let base = based(None, &["http://x.example/y?a[]=1", "//x y/"]);
        assert_eq!(base.said(), Some("http://x.example/y?a%5B%5D=1"));
    }

    #[test]
    fn a_canonical_address_is_a_guess() {
        let canonical = Some("http://c.example/d/".to_owned());
        let part = Part { canonical, ..Part::default() };
        let (relative, absolute) = (link("f", Role::Reference), link("http:f", Role::Reference));
        let mut base = Base::of(None, &part);
        assert!(base.guesses(&relative) && !base.guesses(&absolute));
        base.follow(&link("e/", Role::ScopedBase));
        assert!(base.guesses(&relative));
        assert_eq!(base.said(), Some("http://c.example/d/e/"));
        base.follow(&link("http://a.example/", Role::Base));
        assert!(!base.guesses(&relative));
        for (default, bases, said) in [
            (Some("http://b.example/"), vec![], None),
            (None, vec!["http://a.example/".to_owned()], Some("http://a.example/")),
        ] {
            let base = Base::of(default, &Part { bases, ..part.clone() });
            assert_eq!((base.guesses(&relative), base.said()), (false, said));
        }
    }

    #[test]
    fn a_scope_has_a_base_of_its_own() {
        use Role::{Base as B, ScopeEnd as E, ScopedBase as S};
        let mut base = based(None, &[]);
        for (value, role, expected) in [
            ("", E, None),
            ("http://b.example/d/", S, Some("http://b.example/d/")),
            ("e/", S, Some("http://b.example/d/e/")),
            ("//%/", S, Some("http://b.example/d/e/")),
            ("", E, Some("http://b.example/d/e/")),
            ("/f", B, Some("http://b.example/f")),
            ("", E, Some("http://b.example/d/")),
            ("", E, None),
            ("", E, None),
        ] {
            let link = link(value, role);
            base.follow(&link);
            assert_eq!(base.said(), expected, "{value}");
        }
    }
}
