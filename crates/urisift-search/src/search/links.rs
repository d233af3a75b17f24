//! References in the markup of documents, as URIs.

use crate::found::Found;
use crate::grammar::scheme::{is_known, is_scheme};
use crate::grammar::uri::{Iri, IriRef};
use crate::input::{Link, Role};
use crate::normal::{self, Resolving};
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
    uri: Option<String>,
    /// A container sets it, not only the user.
    is_said: bool,
}

impl Base {
    /// The user's base, then those of the text's containers, from the outermost in.
    pub fn of(default: Option<&str>, layers: &[String]) -> Self {
        let inner = Layer { uri: default.map(str::to_owned), is_said: false };
        let mut base = Base { inner, outer: Vec::new() };
        for layer in layers {
            base.enter(layer.as_bytes());
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
        let Some(layer) = written(layer).filter(|layer| layer.len() <= MAX_BASE) else { return };
        let layers = normal::BaseLayers {
            content: Some(&layer),
            default: self.inner.uri.as_deref(),
            ..normal::BaseLayers::default()
        };
        if let Ok(Some(base)) = layers.base() {
            self.inner = Layer { uri: Some(base), is_said: true };
        }
    }

    /// The URI, if a container sets it.
    pub fn said(&self) -> Option<&str> {
        self.inner.uri.as_deref().filter(|_| self.inner.is_said)
    }

    /// The URI of a reference without a scheme.
    fn resolve(&self, reference: &[u8]) -> Option<String> {
        let base = Iri::parse(self.inner.uri.as_deref()?).ok()?;
        let reference = written(reference)?;
        let reference = IriRef::parse(&reference).ok()?;
        base.resolve(&reference, Resolving::default()).uri().map(str::to_owned)
    }
}

/// What a reference in markup means.
pub(super) enum Meaning<'l> {
    /// A URI.
    Uri(Found<'l>),
    /// Text, in which URIs may stand.
    Text,
    /// Nothing: it has no scheme, and there is no base; or it leads nowhere.
    Nothing,
}

/// What a link means. A value with a scheme is a URI if it would be one in text, or if the scheme is known
/// and something follows it.
pub(super) fn meaning<'l>(link: &'l Link, base: &Base, extractor: &Extractor) -> Meaning<'l> {
    let value = &*link.value;
    let found = extractor.find_iter(value).next();
    let is_disguised = found.as_ref().is_some_and(|found| found.uri() != found.raw());
    let first = found.map(|found| found.span().start as usize);
    match (scheme_len(value), first) {
        (_, Some(0)) if is_disguised => Meaning::Text,
        _ if matches!(link.role, Role::ScopeEnd | Role::Column) => Meaning::Nothing,
        (Some(len), Some(0)) => Meaning::Uri(of_uri(link, len)),
        (Some(len), _) if is_known(&value[..len]) && !is_bare(&value[len + 1..]) => {
            Meaning::Uri(of_uri(link, len))
        }
        (_, Some(at)) if !value[..at].iter().any(|b| b"/?#".contains(b)) => Meaning::Text,
        (Some(_), _) => Meaning::Nothing,
        (None, _) => relative(link, base).map_or(Meaning::Nothing, Meaning::Uri),
    }
}

/// Whether nothing follows a scheme.
fn is_bare(rest: &[u8]) -> bool {
    rest.is_empty() || rest == b"//"
}

/// A link with a scheme of that length. Its spaces are escaped, as browsers do.
fn of_uri(link: &Link, scheme_len: usize) -> Found<'_> {
    let has_blanks = link.value.contains(&b' ');
    let uri = has_blanks.then(|| written(&link.value)).flatten().map(String::into_bytes);
    Found::of_link(link.raw, &link.value, uri, scheme_len, link.truncated)
}

/// A link without a scheme, resolved against the base. Neither `#` nor `//` leads anywhere.
fn relative<'l>(link: &'l Link, base: &Base) -> Option<Found<'l>> {
    if [&b"#"[..], b"//"].contains(&&*link.value) {
        return None;
    }
    let uri = base.resolve(&link.value)?;
    let len = scheme_len(uri.as_bytes())?;
    Some(Found::of_link(link.raw, &link.value, Some(uri.into_bytes()), len, link.truncated))
}

/// The length of the scheme at the start. A single letter is a Windows drive.
fn scheme_len(reference: &[u8]) -> Option<usize> {
    let end = reference.iter().position(|b| b":/?#".contains(b))?;
    let is_one = reference[end] == b':' && end > 1 && is_scheme(&reference[..end]);
    is_one.then_some(end)
}

/// A reference with its spaces escaped, if that makes it valid. Templates and scripts are none.
fn written(reference: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(reference).ok()?.replace(' ', "%20");
    let is_script = text.starts_with('\'');
    (!is_script && IriRef::parse(&text).is_ok()).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::span::Span;

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
        match meaning(&link, &Base::of(base, &[]), &Extractor::default()) {
            Meaning::Uri(found) => Some(String::from_utf8_lossy(found.uri()).into_owned()),
            Meaning::Text => Some("text".to_owned()),
            Meaning::Nothing => None,
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
            ("d", None, None),
            ("C:\\x", None, None),
            ("1:2", None, None),
        ] {
            assert_eq!(uri(value, base).as_deref(), expected, "{value}");
        }
    }

    #[test]
    fn layers_of_bases() {
        let base = Base::of(Some("http://a.example/"), &["b/".into(), "c d/".into()]);
        assert_eq!(base.said(), Some("http://a.example/b/c%20d/"));
        let base = Base::of(None, &["b/".into(), "http://x.example/y#z".into(), "%".into()]);
        assert_eq!(base.said(), Some("http://x.example/y"));
    }

    #[test]
    fn a_scope_has_a_base_of_its_own() {
        use Role::{Base as B, ScopeEnd as E, ScopedBase as S};
        let mut base = Base::of(None, &[]);
        for (value, role, expected) in [
            ("", E, None),
            ("http://b.example/d/", S, Some("http://b.example/d/")),
            ("e/", S, Some("http://b.example/d/e/")),
            ("%", S, Some("http://b.example/d/e/")),
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
