//! ldap (RFC 4516).

use super::server::{self, SEGMENT, Server};
use super::{Family, Form, Seen, Specific};
use crate::byteset::ByteSet;
use crate::grammar::bnf::{Is::*, Rule, Sequence, rule};
use crate::grammar::fault::Fault;

pub(super) const FAMILIES: &[Family] =
    &[Family::new(&["ldap", "ldaps", "ldapi"], Form::Rule(&LDAPURL), ldap)];

/// A search in a directory. All of it is still encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Ldap<'t> {
    /// The server; if its host is empty, the client chooses one.
    pub server: Server<'t>,
    /// The distinguished name where the search starts.
    pub dn: Option<&'t str>,
    #[cfg_attr(feature = "serde", serde(serialize_with = "super::lists::commas"))]
    attributes: Option<&'t str>,
    /// How deep it goes; [`Scope::Base`] by default.
    pub scope: Scope,
    /// The filter; `None`, and an empty one, mean `(objectClass=*)`.
    pub filter: Option<&'t str>,
    #[cfg_attr(feature = "serde", serde(serialize_with = "super::lists::commas"))]
    extensions: Option<&'t str>,
}

/// scope = "base" / "one" / "sub"
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Scope {
    /// The entry itself.
    #[default]
    Base,
    /// The entries right below it.
    One,
    /// The entry and all below it.
    Sub,
}

impl<'t> Ldap<'t> {
    /// The requested attributes; none means all.
    pub fn attributes(&self) -> impl Iterator<Item = &'t str> + use<'t> {
        self.attributes.into_iter().flat_map(|all| all.split(',')).filter(|a| !a.is_empty())
    }

    /// The extensions; a "!" in front makes one critical.
    pub fn extensions(&self) -> impl Iterator<Item = &'t str> + use<'t> {
        self.extensions.into_iter().flat_map(|all| all.split(','))
    }
}

fn ldap<'t>(seen: &Seen<'t>) -> Result<Specific<'t>, Fault> {
    let scope = match seen.slot("scope").map(|scope| scope.as_bytes()) {
        Some([b'o' | b'O', ..]) => Scope::One,
        Some([b's' | b'S', ..]) => Scope::Sub,
        _ => Scope::Base,
    };
    Ok(Specific::Ldap(Ldap {
        server: Server::of(seen),
        dn: seen.slot("dn"),
        attributes: seen.slot("attributes"),
        scope,
        filter: seen.slot("filter"),
        extensions: seen.slot("extensions"),
    }))
}

static LDAPURL: Rule = rule(
    r#"ldapurl = scheme "://" [ host [ ":" port ] ] [ "/" dn [ "?" [ attributes ] [ "?" [ scope ] [ "?" [ filter ] [ "?" extensions ]]]]]"#,
    "RFC 4516 2",
    &[
        Text("//"),
        Maybe(&[Of(&server::HOSTPORT)]),
        Maybe(&[
            Text("/"),
            Keep("dn", &[Star(&PART)]),
            Maybe(&[Text("?"), Keep("attributes", &[Star(&PART)]), Maybe(SCOPED)]),
        ]),
    ],
);
const SCOPED: Sequence = &[
    Text("?"),
    If("?", &[], &[Keep("scope", &[Of(&SCOPE_RULE)])]),
    Maybe(&[
        Text("?"),
        Keep("filter", &[Star(&PART)]),
        Maybe(&[Text("?"), Keep("extensions", &[Plus(&PART)])]),
    ]),
];
static SCOPE_RULE: Rule = rule(
    r#"scope = "base" / "one" / "sub""#,
    "RFC 4516 2",
    &[Any(&[&[Text("base")], &[Text("one")], &[Text("sub")], &[End]])],
);
/// Between question marks.
static PART: ByteSet = SEGMENT.or(ByteSet::of(b"/"));
