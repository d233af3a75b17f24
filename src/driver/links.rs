//! References that documents make in their markup, as URIs.

use crate::found::Found;
use crate::grammar::scheme::is_scheme;
use crate::grammar::uri::{Iri, IriRef};
use crate::input::Link;
use crate::normal::{self, Resolving};

/// What references are resolved against (RFC 3986 5.1).
#[derive(Clone, Debug)]
pub(super) struct Base(Option<String>);

impl Base {
    /// What the user says, and what the containers of a text say, from the outermost in.
    pub fn of(default: Option<&str>, layers: &[String]) -> Self {
        let mut base = Base(default.map(str::to_owned));
        for layer in layers {
            base.enter(layer.as_bytes());
        }
        base
    }

    /// One more layer, which may be relative to the one before. What is no reference says nothing.
    pub fn enter(&mut self, layer: &[u8]) {
        let Some(layer) = written(layer) else { return };
        let layers = normal::BaseLayers {
            content: Some(&layer),
            default: self.0.as_deref(),
            ..normal::BaseLayers::default()
        };
        if let Ok(Some(base)) = layers.base() {
            self.0 = Some(base);
        }
    }

    /// What a reference without a scheme means.
    fn resolve(&self, reference: &[u8]) -> Option<String> {
        let base = Iri::parse(self.0.as_deref()?).ok()?;
        let reference = written(reference)?;
        let reference = IriRef::parse(&reference).ok()?;
        base.resolve(&reference, Resolving::default()).uri().map(str::to_owned)
    }
}

/// The URI that a link means; `None` where it has no scheme and there is no base.
pub(super) fn found<'l>(link: &'l Link, base: &Base) -> Option<Found<'l>> {
    let (uri, scheme_len) = match scheme_len(&link.value) {
        Some(len) => (None, len),
        None => {
            let uri = base.resolve(&link.value)?;
            let len = scheme_len(uri.as_bytes())?;
            (Some(uri.into_bytes()), len)
        }
    };
    Some(Found::of_link(link.raw, &link.value, uri, scheme_len, link.truncated))
}

/// The length of the scheme at the start. One letter is a drive of Windows.
fn scheme_len(reference: &[u8]) -> Option<usize> {
    let end = reference.iter().position(|b| b":/?#".contains(b))?;
    let is_one = reference[end] == b':' && end > 1 && is_scheme(&reference[..end]);
    is_one.then_some(end)
}

/// A reference with the characters escaped that none may have, as browsers do.
fn written(reference: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(reference).ok()?;
    if IriRef::parse(text).is_ok() {
        return Some(text.to_owned());
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if c <= ' ' || c == '\x7f' || "\"<>\\^`{|}".contains(c) {
            escaped.push_str(&format!("%{:02X}", c as u32));
        } else {
            escaped.push(c);
        }
    }
    IriRef::parse(&escaped).is_ok().then_some(escaped)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::span::Span;

    fn uri(value: &str, base: Option<&str>) -> Option<String> {
        let link = Link {
            value: value.into(),
            raw: Span { start: 0, end: value.len() as u64 },
            decoded: false,
            truncated: false,
            name: "a@href".into(),
            is_base: false,
        };
        let found = found(&link, &Base::of(base, &[]))?;
        Some(String::from_utf8_lossy(found.uri()).into_owned())
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
            ("a b{c}", base, Some("http://a.example/b/a%20b%7Bc%7D")),
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
        assert_eq!(base.0.as_deref(), Some("http://a.example/b/c%20d/"));
        let base = Base::of(None, &["b/".into(), "http://x.example/y#z".into(), "%".into()]);
        assert_eq!(base.0.as_deref(), Some("http://x.example/y"));
    }
}
