//! What the grammar says of a find.

use crate::found::Found;
use crate::grammar::caution::{self, Caution, CautionKind};
use crate::grammar::components::Components;
use crate::grammar::components::Parts;
use crate::grammar::edition::{Editions, Shape};
use crate::grammar::fault::Fault;
use crate::grammar::scheme::{self, Specific};
use crate::grammar::uri::{self, Grammar, Repertoire};

/// The components of a find, and whether it is valid.
pub struct Judgement<'t> {
    pub components: Components<'t>,
    pub verdict: Result<(), Fault>,
}

/// What the grammar says of [`Found::uri`]. The record caches none of it: each call parses the URI
/// again.
impl Found<'_> {
    /// Whether the URI is valid: an IRI of RFC 3987, which every URI of RFC 3986 is, and what the
    /// grammar of its scheme requires besides. A host without a scheme, or an e-mail address, is
    /// checked as if it followed `http://`.
    ///
    /// # Errors
    /// The first byte of [`Found::uri`] that does not fit, and the rule that it breaks.
    pub fn verdict(&self) -> Result<(), Fault> {
        let (text, parts) = self.judged()?;
        scheme::check(text, parts)
    }

    /// The components and the verdict, with a single parse if the URI is valid.
    #[doc(hidden)]
    pub fn judgement(&self) -> Judgement<'_> {
        match self.judged() {
            Ok((text, parts)) => Judgement {
                components: Components::with_parts(self.uri(), parts),
                verdict: scheme::check(text, parts),
            },
            Err(fault) => Judgement { components: self.components(), verdict: Err(fault) },
        }
    }

    /// The URI by the rules of its scheme; [`Specific::Other`] if the scheme has no grammar here, or
    /// there is no scheme.
    ///
    /// # Errors
    /// As for [`Found::verdict`].
    pub fn specific(&self) -> Result<Specific<'_>, Fault> {
        let (text, parts) = self.judged()?;
        scheme::specific(text, parts)
    }

    fn judged(&self) -> Result<(&str, Parts), Fault> {
        let uri = self.uri();
        let parts = uri::judge(uri, Grammar::default(), Repertoire::Iri, self.shape())?;
        // What was judged is UTF-8.
        Ok((str::from_utf8(uri).unwrap_or_default(), parts))
    }

    /// The components of the URI, valid or not. A host without a scheme is a host; an e-mail address
    /// is a userinfo and a host.
    pub fn components(&self) -> Components<'_> {
        match self.shape() {
            Shape::Abbreviated => Components::of_abbreviated(self.uri()),
            _ => Components::of(self.uri()),
        }
    }

    /// The editions whose grammar the URI satisfies; none for a host without a scheme.
    pub fn conforms(&self) -> Editions {
        match self.shape() {
            Shape::Abbreviated => Editions::default(),
            shape => uri::conforms(self.uri(), shape),
        }
    }

    /// What to be careful about; the spans are bytes of [`Found::uri`].
    pub fn cautions(&self) -> Vec<Caution> {
        let components = self.components();
        let mut cautions = caution::cautions(self.uri(), components.parts());
        if self.second_reading().is_some() {
            let span = 0..self.uri().len();
            cautions.push(Caution { kind: CautionKind::OneOfTwoReadings, span });
        }
        cautions
    }

    fn shape(&self) -> Shape {
        if self.scheme_len == 0 { Shape::Abbreviated } else { Shape::Absolute }
    }
}
