//! Telephone numbers: tel (RFC 3966), sms (RFC 5724), and their like.

use super::{Family, Form, Seen, Specific};
use crate::byteset::{ALNUM, ByteSet, DIGIT, UNRESERVED};
use crate::grammar::bnf::{Is::*, Rule, law, rule};
use crate::grammar::fault::Fault;
use crate::grammar::host;

pub(super) const FAMILIES: &[Family] = &[
    Family::new(&["tel", "fax", "modem"], Form::Rule(&TELEPHONE_URI), tel),
    Family::new(&["sms"], Form::Rule(&SMS_URI), sms),
];

/// A telephone number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Tel<'t> {
    /// The digits with visual separators; a global number starts with `+`.
    pub number: &'t str,
    #[cfg_attr(feature = "serde", serde(serialize_with = "super::lists::semicolons"))]
    parameters: &'t str,
}

impl<'t> Tel<'t> {
    /// Whether the number means the same everywhere.
    pub fn is_global(&self) -> bool {
        self.number.starts_with('+')
    }

    /// The digits alone.
    pub fn digits(&self) -> impl Iterator<Item = char> + use<'t> {
        self.number.chars().filter(|c| !"-.()+".contains(*c))
    }

    /// Names and values of the parameters; a value may be missing.
    pub fn parameters(&self) -> impl Iterator<Item = (&'t str, Option<&'t str>)> + use<'t> {
        super::parameters(self.parameters)
    }
}

/// A short message to one number or more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Sms<'t> {
    #[cfg_attr(feature = "serde", serde(serialize_with = "super::lists::commas"))]
    numbers: &'t str,
    #[cfg_attr(feature = "serde", serde(serialize_with = "super::lists::ampersands"))]
    fields: Option<&'t str>,
}

impl<'t> Sms<'t> {
    /// The numbers, with their parameters.
    pub fn to(&self) -> impl Iterator<Item = &'t str> + use<'t> {
        self.numbers.split(',')
    }

    /// The text of the message, still encoded.
    pub fn body(&self) -> Option<&'t str> {
        self.fields?.split('&').find_map(|field| field.strip_prefix("body="))
    }
}

fn tel<'t>(seen: &Seen<'t>) -> Result<Specific<'t>, Fault> {
    let [number, parameters] = ["number", "parameters"].map(|slot| seen.slot(slot).unwrap_or(""));
    let tel = Tel { number, parameters };
    let is_context = |(name, value): (&str, Option<&str>)| {
        name.eq_ignore_ascii_case("phone-context") && value.is_some()
    };
    let context = || tel.parameters().any(is_context);
    if tel.is_global() || context() {
        return Ok(Specific::Tel(tel));
    }
    Err(Fault::new(seen.parts.without_fragment(), &CONTEXT))
}

fn sms<'t>(seen: &Seen<'t>) -> Result<Specific<'t>, Fault> {
    let numbers = seen.slot("numbers").unwrap_or("");
    Ok(Specific::Sms(Sms { numbers, fields: seen.slot("body") }))
}

static TELEPHONE_URI: Rule = rule(
    r#"telephone-uri = "tel:" telephone-subscriber"#,
    "RFC 3966 3",
    &[Keep("number", &[Of(&SUBSCRIBER)]), Keep("parameters", &[Each(&[Of(&PAR)])])],
);
static SUBSCRIBER: Rule = rule(
    "telephone-subscriber = global-number / local-number",
    "RFC 3966 3",
    &[If("+", &[Of(&GLOBAL)], &[Of(&LOCAL)])],
);
static GLOBAL: Rule = rule(
    r#"global-number-digits = "+" *phonedigit DIGIT *phonedigit"#,
    "RFC 3966 3",
    &[Text("+"), Star(&SEPARATOR), Run(&PHONEDIGIT, 1, 1), Star(&PHONEDIGIT)],
);
/// "#" starts a fragment, so it is written `%23` here.
static LOCAL: Rule = rule(
    r##"local-number-digits = *phonedigit-hex (HEXDIG / "*" / "#") *phonedigit-hex"##,
    "RFC 3966 3",
    &[Star(&SEPARATOR), Of(&HEXDIGIT), Each(&[Of(&HEXDIGIT)])],
);
static HEXDIGIT: Rule = rule(
    r##"phonedigit-hex = HEXDIG / "*" / "#" / [ visual-separator ]"##,
    "RFC 3966 3",
    &[Any(&[&[Plus(&PHONEDIGIT_HEX)], &[Text("%23")]])],
);
static SEPARATOR: ByteSet = ByteSet::of(b"-.()");
static PHONEDIGIT: ByteSet = DIGIT.or(SEPARATOR);
static PHONEDIGIT_HEX: ByteSet = PHONEDIGIT.or(ByteSet::of(b"ABCDEFabcdef*"));
static PAR: Rule = rule(
    r#"par = ";" ( parameter / extension / isdn-subaddress / context )"#,
    "RFC 3966 3",
    &[If(
        ";phone-context=",
        &[Text(";phone-context="), If("+", &[Of(&GLOBAL)], &[Of(&DOMAINNAME)])],
        &[If(
            ";isub=",
            &[Text(";isub="), Plus(&URIC)],
            &[If(
                ";ext=",
                &[Text(";ext="), Plus(&PHONEDIGIT)],
                &[Text(";"), Plus(&PNAME), Maybe(&[Text("="), Plus(&PCHAR)])],
            )],
        )],
    )],
);
static DOMAINNAME: Rule = rule(
    r#"domainname = *( domainlabel "." ) toplabel [ "." ]"#,
    "RFC 3966 3",
    &[Code(|text, _| host::qualified_name(text))],
);
static PNAME: ByteSet = ALNUM.or(ByteSet::of(b"-"));
static PCHAR: ByteSet = ALNUM.or(ByteSet::of(b"[]/:&+$-_.!~*'()%"));
static URIC: ByteSet = PCHAR.or(ByteSet::of(b",@=?"));
static CONTEXT: Rule = law("local-number = local-number-digits *par context *par", "RFC 3966 3");

static SMS_URI: Rule = rule(
    r#"sms-uri = scheme ":" sms-hier-part [ "?" sms-fields ]"#,
    "RFC 5724 2.2",
    &[
        Keep("numbers", &[List(",", &[Of(&RECIPIENT)])]),
        Maybe(&[Text("?"), Keep("body", &[Of(&FIELDS)])]),
    ],
);
/// A local number needs no context here.
static RECIPIENT: Rule = rule(
    "sms-recipient = telephone-subscriber",
    "RFC 5724 2.2",
    &[Of(&SUBSCRIBER), Each(&[Of(&PAR)])],
);
static FIELDS: Rule = rule(
    r#"sms-fields = sms-field *( "&" sms-field )"#,
    "RFC 5724 2.2",
    &[List("&", &[Of(&FIELD)])],
);
static FIELD: Rule = rule(
    r#"sms-field = sms-field-name "=" escaped-value"#,
    "RFC 5724 2.2",
    &[Plus(&VALUE), Text("="), Star(&VALUE)],
);
static VALUE: ByteSet = UNRESERVED.or(ByteSet::of(b"%")).or(ByteSet::range(0x80, 0xff));
