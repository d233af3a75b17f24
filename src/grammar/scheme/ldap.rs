//! ldap (RFC 4516).

use super::*;

pub(super) const FAMILIES: &[Family] = &[family!(["ldap", "ldaps", "ldapi"], LDAPURL, Ldap)];

typed! {
    /// A search in a directory. All of it is still encoded.
    ///
    /// ```
    /// use urisift::{Uri, scheme::Specific};
    /// let uri = Uri::parse("ldap://ldap1.example.com/c=US?postalAddress?sub?(cn=Babs%20Jensen)")?;
    /// let Specific::Ldap(ldap) = uri.scheme_specific()? else { unreachable!() };
    /// assert_eq!((ldap.dn, ldap.filter), (Some("c=US"), Some("(cn=Babs%20Jensen)")));
    /// assert_eq!(ldap.attributes().collect::<Vec<_>>(), ["postalAddress"]);
    /// # Ok::<(), urisift::ParseError>(())
    /// ```
    pub struct Ldap<'t> {
        /// The server; if its host is empty, the client chooses one.
        pub server: Server<'t>,
        /// The distinguished name where the search starts.
        pub dn: Option<&'t str>,
        attributes: Items<Option<&'t str>>,
        /// How deep it goes; [`Scope::Base`] by default.
        pub scope: Scope,
        /// The filter; `None`, and an empty one, mean `(objectClass=*)`.
        pub filter: Option<&'t str>,
        extensions: Items<Option<&'t str>>,
    }
}

/// scope = "base" / "one" / "sub"
///
/// ```
/// use urisift::{Uri, scheme::{Scope, Specific}};
/// let uri = Uri::parse("ldap://ldap1.example.com/c=GB?objectClass?ONE")?;
/// let Specific::Ldap(ldap) = uri.scheme_specific()? else { unreachable!() };
/// assert_eq!(ldap.scope, Scope::One);
/// # Ok::<(), urisift::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(any(test, feature = "serde"), derive(serde::Serialize))]
#[cfg_attr(any(test, feature = "serde"), serde(rename_all = "kebab-case"))]
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
        self.attributes.iter()
    }

    /// The extensions; a "!" in front makes one critical.
    pub fn extensions(&self) -> impl Iterator<Item = &'t str> + use<'t> {
        self.extensions.all()
    }
}

impl<'t> Field<'t> for Scope {
    fn of(uri: &Parsed<'t>, name: &str) -> Self {
        match uri.capture(name).map(|scope| scope.as_bytes()) {
            Some([b'o' | b'O', ..]) => Scope::One,
            Some([b's' | b'S', ..]) => Scope::Sub,
            _ => Scope::Base,
        }
    }
}

static LDAPURL: Rule = rule(
    r#"RFC 4516 2: ldapurl = scheme "://" [ host [ ":" port ] ] [ "/" dn [ "?" [ attributes ] [ "?" [ scope ] [ "?" [ filter ] [ "?" extensions ]]]]]"#,
    &[
        Text("//"),
        Maybe(&[Of(&server::HOST)]),
        Maybe(&[Text(":"), Star(&DIGIT)]),
        Maybe(&[
            Text("/"),
            Capture("dn", &[Star(&PART)]),
            Maybe(&[Text("?"), Capture("attributes", &[Star(&PART)]), Maybe(SCOPED)]),
        ]),
    ],
);
const SCOPED: Sequence = &[
    Text("?"),
    If("?", &[], &[Capture("scope", &[Of(&SCOPE_RULE)])]),
    Maybe(&[
        Text("?"),
        Capture("filter", &[Star(&PART)]),
        Maybe(&[Text("?"), Capture("extensions", &[Plus(&PART)])]),
    ]),
];
static SCOPE_RULE: Rule = rule(
    r#"RFC 4516 2: scope = "base" / "one" / "sub""#,
    &[Any(&[&[Text("base")], &[Text("one")], &[Text("sub")], &[End]])],
);
/// Between question marks.
static PART: ByteSet = SEGMENT.or(ByteSet::of(b"/"));
