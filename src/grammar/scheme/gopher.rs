//! gopher, with gopher+ (RFC 4266; RFC 1738 3.4; draft-ietf-uri-url-03, "GOPHER").

use super::*;
use crate::grammar::escape::octet;

pub(super) const FAMILIES: &[Family] = &[
    Family::new(&["gopher"], Syntax::Rule(&TODAY), gopher)
        .rfc1738(&GOPHERURL)
        .draft1994(&GOPHERADDRESS),
    Family::new(&["gophers"], Syntax::Rule(&TODAY), gopher),
];

typed! {
    /// An item of a Gopher server.
    ///
    /// ```
    /// use urisift::{Uri, scheme::Specific};
    /// let uri = Uri::parse("gopher://gopher.tc.umn.edu:70/11/Mailing%20Lists/")?;
    /// let Specific::Gopher(gopher) = uri.scheme_specific()? else { unreachable!() };
    /// // The first "1" is the type of the item, a directory.
    /// assert_eq!((gopher.kind, gopher.selector), ("1", "1/Mailing%20Lists/"));
    /// # Ok::<(), urisift::ParseError>(())
    /// ```
    pub struct Gopher<'t> {
        /// The server, without a user.
        pub server: Server<'t>,
        /// The item's type: one character, which may be an escape; `1`, a directory, where the path is
        /// empty.
        pub kind: &'t str,
        /// What is sent to the server; it may be empty, and may start with the type once more.
        pub selector: &'t str,
        /// The search string, after the first `%09`.
        pub search: Option<&'t str>,
        /// The Gopher+ string, after the second `%09`.
        pub plus: Option<Plus<'t>>,
    }
}

/// A Gopher+ string: what is requested of an item (RFC 1738 3.4.4 to 3.4.9). All of it is still
/// encoded.
///
/// ```
/// use urisift::{Uri, scheme::{Plus, Specific}};
/// let uri = Uri::parse("gopher://a.example/0b%09%09+application/postscript%20Es_ES")?;
/// let Specific::Gopher(gopher) = uri.scheme_specific()? else { unreachable!() };
/// let Some(Plus::Content { view, language, .. }) = gopher.plus else { unreachable!() };
/// assert_eq!((view, language), (Some("application/postscript"), Some("Es_ES")));
/// # Ok::<(), urisift::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(any(test, feature = "serde"), derive(serde::Serialize))]
#[cfg_attr(any(test, feature = "serde"), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Plus<'t> {
    /// `+`: its content, in a view and a language, with the answers to its form.
    Content {
        /// The type of the content.
        view: Option<&'t str>,
        /// The language of the view.
        language: Option<&'t str>,
        /// The form that was filled in.
        form: Option<Answers<'t>>,
    },
    /// `?`, or `%3F`: its content, after its form has been filled in by the reader.
    Ask,
    /// `!`: its attributes.
    Attributes(Attributes<'t>),
    /// `$`: the attributes of all items of a directory.
    DirectoryAttributes(Attributes<'t>),
    /// Anything else.
    Other(&'t str),
}

/// The names of attributes; none means all.
///
/// ```
/// use urisift::{Uri, scheme::{Plus, Specific}};
/// let uri = Uri::parse("gopher://a.example/0b%09%09!+ABSTRACT%20+SMELL")?;
/// let Specific::Gopher(gopher) = uri.scheme_specific()? else { unreachable!() };
/// let Some(Plus::Attributes(attributes)) = gopher.plus else { unreachable!() };
/// assert_eq!(attributes.names().collect::<Vec<_>>(), ["+ABSTRACT", "+SMELL"]);
/// # Ok::<(), urisift::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attributes<'t>(&'t str);

#[cfg(any(test, feature = "serde"))]
impl serde::Serialize for Attributes<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.names())
    }
}

impl<'t> Attributes<'t> {
    /// The names, in order.
    pub fn names(&self) -> impl Iterator<Item = &'t str> + use<'t> {
        self.0.split("%20").filter(|name| !name.is_empty())
    }
}

/// The answers to an ASK block.
///
/// ```
/// use urisift::{Uri, scheme::{Plus, Specific}};
/// let uri = Uri::parse("gopher://a.example/0b%09%09+%091%0D%0A+-1%0D%0Ayes%0D%0Ano%0D%0A.%0D%0A")?;
/// let Specific::Gopher(gopher) = uri.scheme_specific()? else { unreachable!() };
/// let Some(Plus::Content { form: Some(answers), .. }) = gopher.plus else { unreachable!() };
/// assert_eq!(answers.values().collect::<Vec<_>>(), ["yes", "no"]);
/// # Ok::<(), urisift::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answers<'t>(&'t str);

#[cfg(any(test, feature = "serde"))]
impl serde::Serialize for Answers<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.values())
    }
}

impl<'t> Answers<'t> {
    /// The answers, in order; an answer may be empty.
    pub fn values(&self) -> impl Iterator<Item = &'t str> + use<'t> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let at = find(rest, LINE)?;
            let value = &rest[..at];
            rest = &rest[at + LINE.len()..];
            Some(value)
        })
    }
}

/// CR LF, as a URL has it; it follows each answer.
const LINE: &str = "%0D%0A";
/// What comes before the answers of a form, and what ends them.
const FORM: (&str, &str) = ("%091%0D%0A+-1%0D%0A", ".%0D%0A");

impl<'t> Plus<'t> {
    fn of(text: &'t str) -> Self {
        match Plus::sign(text) {
            Some((b'?', "")) => Plus::Ask,
            Some((b'!', names)) => Plus::Attributes(Attributes(names)),
            Some((b'$', names)) => Plus::DirectoryAttributes(Attributes(names)),
            Some((b'+', content)) => Plus::content(content).unwrap_or(Plus::Other(text)),
            _ => Plus::Other(text),
        }
    }

    /// The first character, which may be an escape, and what follows it.
    fn sign(text: &'t str) -> Option<(u8, &'t str)> {
        let (sign, after) = octet(text.as_bytes(), 0);
        text.get(after..).map(|rest| (sign, rest))
    }

    /// [ view [ "%20" language ] ] and a form, or none.
    fn content(text: &'t str) -> Option<Self> {
        let (view, form) = match find(text, FORM.0) {
            Some(at) => {
                let values = &text[at + FORM.0.len()..];
                let end = values.len().checked_sub(FORM.1.len())?;
                let ends = values.as_bytes()[end..].eq_ignore_ascii_case(FORM.1.as_bytes());
                (&text[..at], Some(Answers(ends.then(|| &values[..end])?)))
            }
            None => (text, None),
        };
        let (view, language) = match view.split_once("%20") {
            Some((view, language)) => (view, Some(language)),
            None => (view, None),
        };
        Some(Plus::Content { view: (!view.is_empty()).then_some(view), language, form })
    }
}

/// Where letters occur in a text, in any case.
fn find(text: &str, letters: &str) -> Option<usize> {
    let mut windows = text.as_bytes().windows(letters.len());
    windows.position(|window| window.eq_ignore_ascii_case(letters.as_bytes()))
}

fn gopher<'t>(uri: &Parsed<'t>) -> Result<Specific<'t>, ParseError> {
    let kind = uri.capture("kind").unwrap_or("1");
    Ok(Specific::Gopher(Gopher { kind, ..Gopher::of(uri) }))
}

impl<'t> Field<'t> for Option<Plus<'t>> {
    fn of(uri: &Parsed<'t>, name: &str) -> Self {
        uri.capture(name).map(Plus::of)
    }
}

static TODAY: Rule = rule(
    r#"RFC 4266 2.1: gopherurl = "gopher://" hostport [ "/" [ gtype [ selector [ "%09" search [ "%09" gopher+_string ]]]]]"#,
    &[
        Text("//"),
        Of(&HOSTPORT),
        Maybe(&[
            Text("/"),
            Maybe(&[
                Capture("kind", &[Run(&QUERY, 1, 1)]),
                Capture("selector", &[Until("%09", &[Star(&QUERY)])]),
                Maybe(&[
                    Text("%09"),
                    Capture("search", &[Until("%09", &[Star(&QUERY)])]),
                    Maybe(&[Text("%09"), Capture("plus", &[Star(&QUERY)])]),
                ]),
            ]),
        ]),
    ],
);

static GOPHERURL: Rule = rfc1738::rule(
    r#"gopherurl = "gopher://" hostport [ / [ gtype [ selector [ "%09" search [ "%09" gopher+_string ]]]]]"#,
    &[
        Text("gopher://"),
        Of(&rfc1738::HOSTPORT),
        Maybe(&[
            Text("/"),
            Maybe(&[
                Of(&GTYPE),
                Until("%09", &[Of(&SELECTOR_1738)]),
                Maybe(&[
                    Text("%09"),
                    Until("%09", &[Of(&SEARCH_1738)]),
                    Maybe(&[Text("%09"), Of(&GOPHER_PLUS_STRING)]),
                ]),
            ]),
        ]),
    ],
);
static GTYPE: Rule = rfc1738::rule("gtype = xchar", &[Run(&rfc1738::XCHAR, 1, 1)]);
static SELECTOR_1738: Rule = rfc1738::rule("selector = *xchar", &[Star(&rfc1738::XCHAR)]);
/// A search that the production of that name does not allow is part of the selector, which may be
/// anything.
static SEARCH_1738: Rule = rfc1738::rule("search = *xchar", &[Star(&rfc1738::XCHAR)]);
static GOPHER_PLUS_STRING: Rule =
    rfc1738::rule("gopher+_string = *xchar", &[Star(&rfc1738::XCHAR)]);

static GOPHERADDRESS: Rule = draft1994::rule(
    "gopheraddress = g o p h e r : / / hostport [/ gtype [ gcommand ] ]",
    &[
        Text("gopher://"),
        Of(&draft1994::HOSTPORT),
        Maybe(&[Text("/"), Of(&GTYPE_1994), Of(&GCOMMAND)]),
    ],
);
static GTYPE_1994: Rule = draft1994::rule("gtype = xalpha", &[Of(&draft1994::XALPHA)]);
static GCOMMAND: Rule = draft1994::rule("gcommand = path", &[Of(&draft1994::PATH)]);
