//! Finds every URI that a writer put into a text, with exactly the right first and last byte.
//!
//! Text is bytes, of any length and in any state; a URI is given as the span it takes up in the
//! source, as the bytes there, and as the URI itself, without what only breaks it over lines.
//! What is found and where it ends follows RFC 1738, RFC 2396, RFC 3986 and RFC 8141, their
//! appendices on URIs in running text above all.
//!
//! ```
//! let text = b"It is under <http://www.w3.org/\n  Addressing/>, and at \"mailto:a@b.example\".";
//! for found in urisift::find_iter(text) {
//!     println!("{} {}", found.span(), String::from_utf8_lossy(found.uri()));
//! }
//! let first = urisift::find_iter(text).next().unwrap();
//! assert_eq!(first.uri(), b"http://www.w3.org/Addressing/");
//! assert_eq!(first.raw(), b"http://www.w3.org/\n  Addressing/");
//! assert_eq!(first.wrapper(), urisift::Wrapper::Angle);
//! ```
//!
//! [`find_iter`] searches text in memory, [`Extractor::read`] any reader with bounded memory; both
//! give the same records, however a stream is cut into reads.
//!
//! The grammar can be used alone: [`Uri::parse`] judges a text by RFC 3986 and gives its components,
//! [`Uri::parse_in`] does so by an older [`Edition`] of the standard, [`Reference::specific`] reads
//! it in the terms of its [`scheme`]. [`Found::verdict`] says the same of a find. [`Uri::resolve`]
//! resolves references, [`Reference::normal`] gives normal forms, and [`Reference::equals`] compares.

#![deny(unsafe_code)]
#![warn(missing_docs)]
// The laws need some of what is there for the tests.
#![cfg_attr(fuzzing, allow(dead_code))]

// What tests share names it as other crates do.
#[cfg(test)]
extern crate self as urisift;

mod byteset;
mod chars;
mod found;
#[doc(hidden)]
#[allow(missing_docs)]
pub mod internal;
mod options;
mod problem;
mod sanitize;
mod span;
#[cfg(any(test, fuzzing))]
mod steps;
#[doc(hidden)]
pub mod testing;

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

/// URIs in the terms of their schemes: what [`Reference::specific`] gives.
pub mod scheme {
    pub use crate::grammar::scheme::{
        About, Address, Afs, Answers, Articles, Attributes, Blob, Data, Doi, File, Ftp, FtpType,
        Geo, Gopher, Imap, Info, Irc, JavaScript, Jdbc, Ldap, Magnet, Mailto, Message, News, Nfs,
        Nntp, Plus, Pop, Prospero, Repository, Scope, Server, Service, Session, Shell, Sip, Sms,
        Specific, Tag, Tel, Urn, ViewSource, Wais, Wanted, Web, Xmpp,
    };
}

pub use chars::Chars;
pub use found::{Found, Wrapper};
pub use grammar::caution::{Caution, CautionKind};
pub use grammar::components::Components;
pub use grammar::edition::{Edition, Editions, UnknownEdition};
pub use grammar::fault::Fault;
pub use grammar::uri::{Grammar, Host, Iri, IriRef, Reference, Uri, UriRef};
pub use normal::{
    BaseLayers, Excess, Normal, Objective, Resolving, SameScheme, Step, Steps, Target, UnknownStep,
    defang, defang_abbreviated, unwrap, urn_equivalent,
};
pub use options::{Fold, Join, NonAscii, Options, Trailing};
pub use problem::Error;
pub use span::{Position, Span};
pub use stream::{Answer, Extractor, FindIter, Stream, find_iter};

/// The programs in the README and in the page on the library are tests too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(doctest)]
#[doc = include_str!("../docs/library.md")]
struct LibraryPage;
