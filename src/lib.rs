//! Finds URIs in text, with exact first and last bytes.
//!
//! The rules follow RFC 1738, RFC 2396, RFC 3986 and RFC 8141, above all their appendices on URIs in text. Text is
//! bytes, of any length and in any encoding that extends ASCII.
//!
//! ```
//! let text = "It is under <http://www.w3.org/\n  Addressing/>, and at \"mailto:a@b.example\".";
//! let uris: Vec<_> = urisift::find_str_iter(text).map(|found| found.uri_str().into_owned()).collect();
//! assert_eq!(uris, ["http://www.w3.org/Addressing/", "mailto:a@b.example"]);
//! ```
//!
//! # Find
//!
//! - in a `&str`: [`find_str_iter`]; in bytes: [`find_iter`]
//! - in a reader, with bounded memory: [`Extractor::find_in_reader`]
//! - in chunks that arrive, on a socket or in an async runtime: [`Extractor::feeder`]
//! - with other options: [`Extractor::builder`]; see [`Options`]
//!
//! All of them return the same finds, however the text is split.
//!
//! # Make links
//!
//! [`segments`] splits a text into segments: URIs and the text between them. [`Found::is_harmless`] returns whether a
//! URI may become a link, [`Found::href`] the target of the link.
//!
//! # Inspect a find
//!
//! - where it is: [`Found::span`], [`Found::position`]; what is around it: [`Found::wrapper`]
//! - its validity: [`Found::validate`] returns the byte and the rule of a [`ParseError`]
//! - possible risks: [`Found::cautions`]
//! - its components: [`Found::components`], valid or not; [`Found::parse`]
//!
//! # Parse and compare
//!
//! - [`Uri::parse`], [`UriRef::parse`], [`Iri::parse`], [`IriRef::parse`] borrow from a text; [`UriBuf`] and similar
//!   types own it
//! - [`Reference`] has what these share: components, [`Reference::query_pairs`]; see also [`percent_decode`]
//! - [`Reference::scheme_specific`] reads a URI by the rules of its scheme: module [`scheme`]
//! - [`Uri::resolve`] resolves a reference, [`Reference::normalized`] returns normal
//!   forms, [`Reference::is_equivalent`] compares
//! - [`unwrap_redirect`] returns the target of a redirect, [`RedirectUnwrapper`] with more rules; [`defang`] prevents
//!   accidental clicks
//!
//! # Older editions
//!
//! [`Uri::parse_in`] parses by an older [`Edition`] of the standard; [`Reference::editions`] returns the editions that
//! a URI satisfies.

#![deny(unsafe_code)]
#![warn(missing_docs)]
// The fuzzed laws use only part of the test support.
#![cfg_attr(fuzzing, allow(dead_code))]

// Shared test code names this crate as other crates do.
#[cfg(test)]
extern crate self as urisift;

mod byteset;
mod found;
#[doc(hidden)]
#[allow(missing_docs)]
pub mod internal;
mod options;
mod pieces;
mod position;
mod sanitize;
mod segments;
#[doc(hidden)]
pub mod testing;

mod caution;
mod compose;
mod delimit;
mod extract;
mod grammar;
#[cfg(any(test, feature = "testing"))]
mod model;
mod normal;
mod scan;
mod stream;
mod verdict;
mod window;

/// URIs by the rules of their schemes: the types of [`Reference::scheme_specific`].
pub mod scheme {
    pub use crate::grammar::scheme::types::*;
}

/// URI templates (RFC 6570).
#[cfg(any(test, feature = "template"))]
pub mod template {
    pub use crate::compose::template::{InvalidTemplate, Template, Value};
}

pub use caution::{Caution, CautionKind, UnknownCaution};
pub use compose::{AllowedBytes, UriBuilder, percent_encode};
pub use found::{Found, Wrapper};
pub use grammar::components::Components;
pub use grammar::edition::{Edition, Editions, UnknownEdition};
pub use grammar::escape::percent_decode;
pub use grammar::parse_error::ParseError;
pub use grammar::reference::{Authority, Host, Reference};
pub use grammar::uri::{Grammar, Iri, IriBuf, IriRef, IriRefBuf, Uri, UriBuf, UriRef, UriRefBuf};
pub use normal::{
    BaseLayers, ExcessDots, InvalidUnwrapRule, Normal, RedirectUnwrapper, ResolveOptions, Step,
    Steps, Target, UnknownStep, UnwrapRule, Unwrapped, UrnEquivalence, defang, defang_abbreviated,
    unwrap_redirect, urn_equivalent,
};
pub use options::{ExtractorBuilder, Fold, Join, NonAscii, Options, Trailing};
pub use pieces::Error;
pub use position::{Chars, Position, Span};
pub use segments::{FindStrIter, FoundStr, Segment, Segments, find_str_iter, segments};
pub use stream::{Extractor, Feeder, FindIter, ReaderSearch, find_iter};

/// Runs the examples in the README and the library page as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(doctest)]
#[doc = include_str!("../docs/library.md")]
struct LibraryPage;
