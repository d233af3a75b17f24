//! Which URI is the base of a document (RFC 3986 5.1; draft of 1997, 5.1).

use super::resolve::{Resolving, Target, resolve};
use crate::grammar::fault::Fault;
use crate::grammar::uri::IriRef;

/// Where a base may be given, from the innermost layer out; the innermost that gives one wins. A
/// relative one is resolved against the base of the next layer out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BaseLayers<'t> {
    /// In the content of the document, as by HTML's `<base href>` (5.1.1).
    pub content: Option<&'t str>,
    /// `Content-Base` of the entity around it (draft of 1997, 5.1.1); it takes precedence over
    /// `Content-Location`.
    pub content_base: Option<&'t str>,
    /// `Content-Location` of the entity around it (5.1.2).
    pub content_location: Option<&'t str>,
    /// The URI it was retrieved by, after all redirections (5.1.3).
    pub retrieval: Option<&'t str>,
    /// The application's default (5.1.4).
    pub default: Option<&'t str>,
}

impl BaseLayers<'_> {
    /// The base; `None` if no layer gives one with a scheme. It has no fragment (RFC 3986 5.1).
    ///
    /// # Errors
    /// The fault of the first layer, from the outermost in, that is not a reference.
    pub fn base(&self) -> Result<Option<String>, Fault> {
        let outward = [
            self.content,
            self.content_base.or(self.content_location),
            self.retrieval,
            self.default,
        ];
        let mut base: Option<String> = None;
        for layer in outward.into_iter().rev().flatten() {
            let reference = IriRef::parse(layer)?;
            if let Some(next) = against(base.as_deref(), &reference)? {
                base = Some(next);
            }
        }
        Ok(base.map(|mut base| {
            base.truncate(base.find('#').unwrap_or(base.len()));
            base
        }))
    }
}

fn against(base: Option<&str>, reference: &IriRef<'_>) -> Result<Option<String>, Fault> {
    match base {
        None if reference.is_relative() => Ok(None),
        None => Ok(Some(reference.as_str().to_owned())),
        Some(base) => {
            let base = IriRef::parse(base)?;
            let target = resolve(&base, reference, Resolving::default());
            Ok(match target {
                Target::Uri(uri) => Some(uri.into_owned()),
                Target::SameDocument { .. } => None,
            })
        }
    }
}
