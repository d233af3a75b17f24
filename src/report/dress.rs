//! What is made of a URI before it is printed; the URI that was found stays in the record.

use std::borrow::Cow;

use crate::grammar::uri::{Iri, IriRef};
use crate::normal::{self, Resolving, Steps};

/// What is asked for, in the order in which it is done.
#[derive(Clone, Debug, Default)]
pub(crate) struct Dress {
    /// Take the URI out of a redirector's.
    pub unwrap: bool,
    /// Resolve it against this.
    pub base: Option<String>,
    /// Take it to its normal form.
    pub normalize: Option<Steps>,
    /// Disguise it.
    pub defang: bool,
}

/// The forms of a URI, each where it is asked for and there is one.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Dressed {
    /// What stood behind the redirector.
    pub unwrapped: Option<String>,
    /// What it resolves to.
    pub resolved: Option<String>,
    /// The normal form.
    pub normal: Option<String>,
    /// The disguise of the last of these.
    pub defanged: Option<String>,
}

impl Dress {
    /// Whether nothing is asked for.
    pub fn is_plain(&self) -> bool {
        !self.unwrap && !self.defang && self.base.is_none() && self.normalize.is_none()
    }

    /// What can be done with a host that has no scheme.
    pub fn of_abbreviated(&self) -> Dress {
        Dress { defang: self.defang, ..Dress::default() }
    }

    /// The forms of a URI. What is no IRI has no normal form, and resolves to nothing.
    pub fn forms(&self, uri: &str) -> Dressed {
        let unwrapped = self.unwrap.then(|| normal::unwrap(uri)).flatten();
        let uri = unwrapped.as_deref().unwrap_or(uri);
        let resolved = self.base.as_deref().and_then(|base| resolved(base, uri));
        let target = resolved.as_deref().unwrap_or(uri);
        let normal = self.normalize.and_then(|steps| normal_form(target, steps));
        let last = normal.as_deref().unwrap_or(target);
        let defanged = self.defang.then(|| normal::defang(last));
        Dressed { unwrapped, resolved, normal, defanged }
    }

    /// What is printed for a URI; the URI itself where it is no text.
    pub fn printed<'u>(&self, uri: &'u [u8]) -> Cow<'u, [u8]> {
        let text = (!self.is_plain()).then(|| std::str::from_utf8(uri).ok()).flatten();
        let forms = text.map(|text| self.forms(text)).unwrap_or_default();
        let Dressed { unwrapped, resolved, normal, defanged } = forms;
        let last = defanged.or(normal).or(resolved).or(unwrapped);
        last.map_or(Cow::Borrowed(uri), |last| Cow::Owned(last.into_bytes()))
    }
}

fn resolved(base: &str, uri: &str) -> Option<String> {
    let (base, reference) = (Iri::parse(base).ok()?, IriRef::parse(uri).ok()?);
    base.resolve(&reference, Resolving::default()).uri().map(str::to_owned)
}

fn normal_form(uri: &str, steps: Steps) -> Option<String> {
    Some(IriRef::parse(uri).ok()?.normal(steps).to_string())
}
