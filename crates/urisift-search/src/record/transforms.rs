//! Transforms of a URI before it is printed; the record keeps the URI that was found.

use std::borrow::Cow;

use crate::found::Found;
use crate::grammar::uri::{Iri, IriRef};
use crate::normal::{
    self, InvalidUnwrapRule, RedirectUnwrapper, ResolveOptions, Steps, UnwrapRule, Unwrapped,
};

/// The transforms asked for, in the order in which they apply.
#[derive(Clone, Debug, Default)]
pub struct Transforms {
    /// Extract the targets of these redirectors.
    pub unwrap: Option<RedirectUnwrapper>,
    /// Resolve it against this base.
    pub base: Option<String>,
    /// Convert it to its normal form.
    pub normalize: Option<Steps>,
    /// Defang it.
    pub defang: bool,
}

/// The forms of a URI, each if it is asked for and exists.
#[derive(Debug, Default)]
pub struct Forms {
    /// The target of the redirector.
    pub unwrapped: Option<String>,
    /// The links around that target, the outermost first; none if there is no target.
    pub via: Vec<String>,
    /// What it resolves to.
    pub resolved: Option<String>,
    /// The normal form.
    pub normal: Option<String>,
    /// The last of these, defanged.
    pub defanged: Option<String>,
}

impl Transforms {
    /// Returns `true` if there are no transforms.
    pub fn is_plain(&self) -> bool {
        let is_meant_as_found =
            self.unwrap.is_none() && self.base.is_none() && self.normalize.is_none();
        !self.defang && is_meant_as_found
    }

    /// The forms of a find. What is not an IRI has no normal form, and does not resolve; a host without a
    /// scheme has neither form until a base gives it one.
    #[inline]
    pub fn forms(&self, found: &Found<'_>) -> Forms {
        // Most runs take this path, at no cost.
        if self.is_plain() { Forms::default() } else { self.forms_of(found) }
    }

    fn forms_of(&self, found: &Found<'_>) -> Forms {
        let Ok(uri) = std::str::from_utf8(found.uri()) else { return Forms::default() };
        if found.scheme().is_empty() {
            return self.forms_of_abbreviated(uri);
        }
        let unwrapped = self.unwrap.as_ref().and_then(|unwrapper| unwrapper.unwrap_redirect(uri));
        let (unwrapped, via) = match unwrapped {
            Some(Unwrapped { target, via }) => (Some(target), via),
            None => (None, Vec::new()),
        };
        let uri = unwrapped.as_deref().unwrap_or(uri);
        let resolved = self.base.as_deref().and_then(|base| resolved(base, uri));
        let (normal, defanged) = self.last_forms(resolved.as_deref().unwrap_or(uri));
        Forms { unwrapped, via, resolved, normal, defanged }
    }

    /// An abbreviated URI stands for itself after two slashes.
    fn forms_of_abbreviated(&self, text: &str) -> Forms {
        let reference = format!("//{text}");
        let resolved = self.base.as_deref().and_then(|base| resolved(base, &reference));
        match resolved {
            Some(uri) => {
                let (normal, defanged) = self.last_forms(&uri);
                Forms { resolved: Some(uri), normal, defanged, ..Forms::default() }
            }
            None => {
                let defanged = self.defang.then(|| normal::defang_abbreviated(text));
                Forms { defanged, ..Forms::default() }
            }
        }
    }

    /// The normal form, and the last form, defanged.
    fn last_forms(&self, uri: &str) -> (Option<String>, Option<String>) {
        let normal = self.normalize.and_then(|steps| normal_form(uri, steps));
        let defanged = self.defang.then(|| normal::defang(normal.as_deref().unwrap_or(uri)));
        (normal, defanged)
    }

    /// Returns `true` if the last form before defanging is the URI that was found: a base alone changes nothing in one
    /// that has a scheme, unless there are dot segments to remove (RFC 3986 5.2.2).
    fn keeps(&self, found: &Found<'_>) -> bool {
        let is_resolved = || !found.scheme().is_empty() && !normal::may_have_dots(found.uri());
        let is_only_based = self.unwrap.is_none() && self.normalize.is_none();
        is_only_based && (self.base.is_none() || is_resolved())
    }

    /// The last form of a find before defanging.
    pub fn meant<'f>(&self, found: &'f Found<'_>) -> Cow<'f, [u8]> {
        if self.keeps(found) {
            return Cow::Borrowed(found.uri());
        }
        let Forms { unwrapped, resolved, normal, .. } = self.forms(found);
        let last = normal.or(resolved).or(unwrapped);
        last.map_or(Cow::Borrowed(found.uri()), |last| Cow::Owned(last.into_bytes()))
    }

    /// What is printed for a find.
    pub fn printed<'f>(&self, found: &'f Found<'_>) -> Cow<'f, [u8]> {
        if !self.defang && self.keeps(found) {
            return Cow::Borrowed(found.uri());
        }
        let Forms { unwrapped, resolved, normal, defanged, .. } = self.forms(found);
        let last = defanged.or(normal).or(resolved).or(unwrapped);
        last.map_or(Cow::Borrowed(found.uri()), |last| Cow::Owned(last.into_bytes()))
    }
}

/// A line of a file with rules for links to unwrap.
pub fn parse_unwrap_rule(line: &str) -> Result<UnwrapRule, String> {
    line.parse().map_err(|no_rule: InvalidUnwrapRule| no_rule.to_string())
}

fn resolved(base: &str, uri: &str) -> Option<String> {
    let (base, reference) = (Iri::parse(base).ok()?, IriRef::parse(uri).ok()?);
    base.resolve(&reference, ResolveOptions::default()).uri().map(str::to_owned)
}

fn normal_form(uri: &str, steps: Steps) -> Option<String> {
    Some(IriRef::parse(uri).ok()?.normalized(steps).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::span::Span;

    #[test]
    fn a_base_changes_only_what_is_not_whole() {
        let base = Some("http://b.example/c/".to_owned());
        let based = Transforms { base, ..Transforms::default() };
        for (uri, scheme_len, keeps) in [
            ("http://a.example/b.c?d=/e", 4, true),
            ("http://a.example/b/../c", 4, false),
            ("http://a.example/.", 4, false),
            ("http://a.example/.b", 4, false),
            ("urn:.:b", 3, false),
            ("http://a.example:8o/", 4, true),
            ("http://a.example/\u{e9}|", 4, true),
            ("www.a.example", 0, false),
        ] {
            let span = Span { start: 0, end: uri.len() as u64 };
            let found = Found::of_link(span, uri.as_bytes(), None, scheme_len, false);
            assert_eq!(based.keeps(&found), keeps, "{uri}");
            let forms = based.forms(&found);
            let printed = forms.resolved.as_deref().unwrap_or(uri);
            assert_eq!(based.printed(&found), printed.as_bytes());
            assert_eq!(based.meant(&found), printed.as_bytes());
        }
    }

    #[test]
    fn what_is_meant_is_not_disguised() {
        let plain = Transforms { defang: true, ..Transforms::default() };
        let base = Some("http://b.example/".to_owned());
        let full = Transforms { base, normalize: Some(Steps::SCHEME), ..plain.clone() };
        for (uri, scheme_len, meant) in [
            ("HTTP://A.example:80/b", 4, "http://a.example/b"),
            ("www.A.example", 0, "http://www.a.example/"),
        ] {
            let span = Span { start: 0, end: uri.len() as u64 };
            let found = Found::of_link(span, uri.as_bytes(), None, scheme_len, false);
            assert_eq!(plain.meant(&found), uri.as_bytes());
            assert_eq!(full.meant(&found), meant.as_bytes());
            assert_ne!(plain.printed(&found), plain.meant(&found), "{uri}");
        }
    }
}
