//! Telephone numbers: tel (RFC 3966), sms (RFC 5724), and their like.

use super::*;
use crate::grammar::host;

pub(super) const FAMILIES: &[Family] = &[
    Family::new(&["tel", "fax", "modem"], Syntax::Rule(&TELEPHONE_URI), tel),
    family!(["sms"], SMS_URI, Sms),
];

typed! {
    /// A telephone number.
    ///
    /// ```
    /// use urisift::{Uri, scheme::Specific};
    /// let Specific::Tel(tel) = Uri::parse("tel:+1-201-555-0123")?.scheme_specific()? else { unreachable!() };
    /// assert_eq!(tel.digits().collect::<String>(), "12015550123");
    /// assert!(tel.is_global());
    /// # Ok::<(), urisift::ParseError>(())
    /// ```
    pub struct Tel<'t> {
        /// The digits with visual separators; a global number starts with `+`.
        pub number: &'t str,
        parameters: Pairs<&'t str, ';'>,
    }
}

impl<'t> Tel<'t> {
    /// Returns `true` if the number means the same everywhere.
    pub fn is_global(&self) -> bool {
        self.number.starts_with('+')
    }

    /// The digits alone.
    pub fn digits(&self) -> impl Iterator<Item = char> + use<'t> {
        self.number.chars().filter(|c| !"-.()+".contains(*c))
    }

    /// Names and values of the parameters; a value may be missing.
    pub fn parameters(&self) -> impl Iterator<Item = (&'t str, Option<&'t str>)> + use<'t> {
        self.parameters.optional()
    }
}

typed! {
    /// A short message to one number or more.
    ///
    /// ```
    /// use urisift::{Uri, scheme::Specific};
    /// let uri = Uri::parse("sms:+15105550101,+15105550102?body=hello%20there")?;
    /// let Specific::Sms(sms) = uri.scheme_specific()? else { unreachable!() };
    /// assert_eq!(sms.to().collect::<Vec<_>>(), ["+15105550101", "+15105550102"]);
    /// assert_eq!(sms.body(), Some("hello%20there"));
    /// # Ok::<(), urisift::ParseError>(())
    /// ```
    pub struct Sms<'t> {
        numbers: Items<&'t str>,
        fields: Pairs<Option<&'t str>, '&'>,
    }
}

impl<'t> Sms<'t> {
    /// The numbers, with their parameters.
    pub fn to(&self) -> impl Iterator<Item = &'t str> + use<'t> {
        self.numbers.all()
    }

    /// The text of the message, still encoded.
    pub fn body(&self) -> Option<&'t str> {
        self.fields.iter().find(|(name, _)| *name == "body").map(|(_, text)| text)
    }
}

fn tel<'t>(uri: &Parsed<'t>) -> Result<Specific<'t>, ParseError> {
    let tel = Tel::of(uri);
    let is_context = |(name, value): (&str, Option<&str>)| {
        name.eq_ignore_ascii_case("phone-context") && value.is_some()
    };
    let context = || tel.parameters().any(is_context);
    if let Some(at) = out_of_order(tel.parameters) {
        return Err(uri.fault("parameters", at, &ORDER));
    }
    if tel.is_global() || context() {
        return Ok(Specific::Tel(tel));
    }
    Err(ParseError::new(uri.parts.without_fragment(), &CONTEXT))
}

/// Where the first parameter starts that one before it should follow, or has the name of.
fn out_of_order(parameters: Pairs<&str, ';'>) -> Option<usize> {
    let place = |name: &str| {
        let is = |other: &str| name.eq_ignore_ascii_case(other);
        if is("isub") || is("ext") { 0 } else { 2 - u8::from(is("phone-context")) }
    };
    let is_less = |one: &str, other: &str| {
        let [one, other] = [one, other].map(|name| name.bytes().map(|b| b.to_ascii_lowercase()));
        one.lt(other)
    };
    let follows = |before: &str, name: &str| match (place(before), place(name)) {
        (0, 0) => !before.eq_ignore_ascii_case(name),
        (2, 2) => is_less(before, name),
        (before, place) => before < place,
    };
    let mut firsts = 0;
    parameters.names().zip(parameters.names().skip(1)).find_map(|((_, before), (at, name))| {
        // A third one repeats one of two.
        firsts += usize::from(place(before) == 0 && place(name) == 0);
        (firsts > 1 || !follows(before, name)).then_some(at)
    })
}

static TELEPHONE_URI: Rule = rule(
    r#"RFC 3966 3: telephone-uri = "tel:" telephone-subscriber"#,
    &[Capture("number", &[Of(&SUBSCRIBER)]), Capture("parameters", &[Each(&[Of(&PAR)])])],
);
static SUBSCRIBER: Rule = rule(
    "RFC 3966 3: telephone-subscriber = global-number / local-number",
    &[If("+", &[Of(&GLOBAL)], &[Of(&LOCAL)])],
);
static GLOBAL: Rule = rule(
    r#"RFC 3966 3: global-number-digits = "+" *phonedigit DIGIT *phonedigit"#,
    &[Text("+"), Star(&SEPARATOR), Run(&PHONEDIGIT, 1, 1), Star(&PHONEDIGIT)],
);
/// "#" starts a fragment, so it is written `%23` here.
static LOCAL: Rule = rule(
    r##"RFC 3966 3: local-number-digits = *phonedigit-hex (HEXDIG / "*" / "#") *phonedigit-hex"##,
    &[Star(&SEPARATOR), Of(&HEXDIGIT), Each(&[Of(&HEXDIGIT)])],
);
static HEXDIGIT: Rule = rule(
    r##"RFC 3966 3: phonedigit-hex = HEXDIG / "*" / "#" / [ visual-separator ]"##,
    &[Any(&[&[Plus(&PHONEDIGIT_HEX)], &[Text("%23")]])],
);
static SEPARATOR: ByteSet = ByteSet::of(b"-.()");
static PHONEDIGIT: ByteSet = DIGIT.or(SEPARATOR);
static PHONEDIGIT_HEX: ByteSet = PHONEDIGIT.or(ByteSet::of(b"ABCDEFabcdef*"));
static PAR: Rule = rule(
    r#"RFC 3966 3: par = ";" ( parameter / extension / isdn-subaddress / context )"#,
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
    r#"RFC 3966 3: domainname = *( domainlabel "." ) toplabel [ "." ]"#,
    &[Code(|text, _| host::top_level_name(text))],
);
static PNAME: ByteSet = ALNUM.or(ByteSet::of(b"-"));
static PCHAR: ByteSet = ALNUM.or(ByteSet::of(b"[]/:&+$-_.!~*'()%"));
static URIC: ByteSet = PCHAR.or(ByteSet::of(b",@=?"));
static ORDER: Rule = constraint(
    "RFC 3966 3: par = isub / ext, then phone-context, then others in lexicographic order, each once",
);
static CONTEXT: Rule =
    constraint("RFC 3966 3: local-number = local-number-digits *par context *par");

static SMS_URI: Rule = rule(
    r#"RFC 5724 2.2: sms-uri = scheme ":" sms-hier-part [ "?" sms-fields ]"#,
    &[
        Capture("numbers", &[List(",", &[Of(&RECIPIENT)])]),
        Maybe(&[Text("?"), Capture("fields", &[Of(&FIELDS)])]),
    ],
);
/// A local number needs no context here.
static RECIPIENT: Rule = rule(
    "RFC 5724 2.2: sms-recipient = telephone-subscriber",
    &[Of(&SUBSCRIBER), Each(&[Of(&PAR)])],
);
static FIELDS: Rule =
    rule(r#"RFC 5724 2.2: sms-fields = sms-field *( "&" sms-field )"#, &[List("&", &[Of(&FIELD)])]);
static FIELD: Rule = rule(
    r#"RFC 5724 2.2: sms-field = sms-field-name "=" escaped-value"#,
    &[Plus(&VALUE), Text("="), Star(&VALUE)],
);
static VALUE: ByteSet = UNRESERVED.or(ByteSet::of(b"%")).or(ByteSet::range(0x80, 0xff));
