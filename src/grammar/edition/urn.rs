//! The editions of the grammar of URNs: RFC 2141 (May 1997), draft-ietf-urnbis-rfc2141bis-urn-03 (October 2012) with
//! its query of directives, RFC 8141 (April 2017) with its r-, q- and f-components; and what is a URN by either of the
//! last two.

use crate::byteset::{ALNUM, ALPHA, ByteSet, SUB_DELIMS, UNRESERVED};
use crate::grammar::bnf::{Expr::*, Rule, Sequence, rule};
use crate::grammar::host::Reach;

/// A production of the draft of 2012, after the number of its section.
macro_rules! draft2012 {
    ($line:literal, $is:expr $(,)?) => {
        rule(concat!("draft-ietf-urnbis-rfc2141bis-urn-03 ", $line), $is)
    };
}

static PCHAR: ByteSet = UNRESERVED.or(SUB_DELIMS).or(ByteSet::of(b"%:@"));
static PATH: ByteSet = PCHAR.or(ByteSet::of(b"/"));
static QUERY: ByteSet = PATH.or(ByteSet::of(b"?"));
static V_PCHAR: ByteSet = QUERY.without(ByteSet::of(b"&"));
/// URN chars: what RFC 2141 calls trans, and escapes.
static URN_CHARS: ByteSet = ALNUM.or(ByteSet::of(b"()+,-.:=@;$_!*'%/?#"));

pub(crate) static RFC2141: Rule = rule(
    r#"RFC 2141 2: URN = "urn:" NID ":" NSS"#,
    &[Text("urn:"), Of(&NID_RFC2141), Text(":"), Of(&NSS_RFC2141)],
);
static NID_RFC2141: Rule = rule(
    "RFC 2141 2.1: NID = let-num [ 1,31let-num-hyp ], but not urn",
    &[Code(|text, _| nid(text, 1, true))],
);
static NSS_RFC2141: Rule = rule(
    "RFC 2141 2.2: NSS = 1*URN-chars, but no NUL (2.4)",
    &[Code(|text, _| no_nul(text, &URN_CHARS)), Plus(&URN_CHARS)],
);

pub(crate) static DRAFT2012: Rule = draft2012!(
    r##"2: URN = "urn" ":" NID ":" NSS [ "?" urn-query ] [ "#" fragment ]"##,
    &[
        Text("urn:"),
        Of(&NID_DRAFT2012),
        Text(":"),
        Of(&NSS_DRAFT2012),
        Maybe(&[Text("?"), Of(&URN_QUERY)]),
        Maybe(FRAGMENT_PART),
    ],
);
static NID_DRAFT2012: Rule = draft2012!(
    r#"2.1: NID = (ALPHA / DIGIT) 0*30(ALPHA / DIGIT / "-") (ALPHA / DIGIT), but not urn"#,
    &[Code(|text, _| nid(text, 2, false))],
);
static NSS_DRAFT2012: Rule = draft2012!(
    "2.2: NSS = 1*pchar, but no NUL (2.5.3)",
    &[Code(|text, _| no_nul(text, &PCHAR)), Plus(&PCHAR)],
);
pub(crate) static URN_QUERY: Rule = draft2012!(
    r#"2.3: urn-query = directive *( "&" directive), with s and c once each"#,
    &[
        Code(|text, _| repeated(text).map_or(Reach::Whole(0), Reach::ParseError)),
        List("&", &[Of(&DIRECTIVE)]),
    ],
);
static DIRECTIVE: Rule =
    draft2012!(r#"2.3: directive = keywd "=" value"#, &[Of(&KEYWD), Text("="), Of(&VALUE)]);
static KEYWD: Rule = draft2012!(
    r#"2.3: keywd = ALPHA *( ["-"] (ALPHA / DIGIT))"#,
    &[Run(&ALPHA, 1, 1), Each(&[Maybe(&[Text("-")]), Run(&ALNUM, 1, 1)])],
);
static VALUE: Rule = draft2012!("2.3: value = *v-pchar", &[Star(&V_PCHAR)]);
pub(crate) static RFC8141: Rule = rule(
    r##"RFC 8141 2: namestring = assigned-name [ rq-components ] [ "#" f-component ]"##,
    &[
        Text("urn:"),
        Of(&NID),
        Text(":"),
        Of(&NSS),
        If("?", &[Of(&RQ_COMPONENTS)], &[]),
        Maybe(FRAGMENT_PART),
    ],
);
pub(crate) static NID: Rule = rule(
    r#"RFC 8141 2: NID = (alphanum) 0*30(ldh) (alphanum), but not "urn", which is reserved (5.1)"#,
    &[Code(|text, _| nid(text, 2, false))],
);
pub(crate) static NSS: Rule = rule(
    r#"RFC 8141 2: NSS = pchar *( pchar / "/" ), where characters beyond ASCII are percent-encoded"#,
    &[Run(&PCHAR, 1, 1), Star(&PATH)],
);
/// In both grammars a name; the draft of 2012 (2.5.3) has no NUL, and allows no slash.
pub(crate) static NSS_OF_EITHER: Rule = rule(
    r#"RFC 8141 2: NSS = pchar *( pchar / "/" ), but no NUL, which RFC 2141 2.4 forbids"#,
    &[Code(|text, _| no_nul(text, &PATH)), Of(&NSS)],
);
/// One component, or both. The first `?=` ends an r-component.
pub(crate) static RQ_COMPONENTS: Rule = rule(
    r#"RFC 8141 2: rq-components = [ "?+" r-component ] [ "?=" q-component ]"#,
    &[
        If("?=", &[], &[Text("?+"), Until("?=", &[Capture("resolution", &[Of(&R_COMPONENT)])])]),
        If("?=", &[Text("?="), Capture("query", &[Of(&Q_COMPONENT)])], &[]),
    ],
);
static R_COMPONENT: Rule = rule(
    r#"RFC 8141 2: r-component = pchar *( pchar / "/" / "?" )"#,
    &[Run(&PCHAR, 1, 1), Star(&QUERY)],
);
static Q_COMPONENT: Rule = rule(
    r#"RFC 8141 2: q-component = pchar *( pchar / "/" / "?" )"#,
    &[Run(&PCHAR, 1, 1), Star(&QUERY)],
);
const FRAGMENT_PART: Sequence = &[Text("#"), Of(&FRAGMENT)];
static FRAGMENT: Rule = rule(r#"RFC 3986 3.5: fragment = *( pchar / "/" / "?" )"#, &[Star(&QUERY)]);

/// A name of a namespace of `min` to 32 bytes; whether a hyphen may end it.
fn nid(text: &[u8], min: usize, hyphen: bool) -> Reach {
    let end = text.iter().take_while(|&&b| ALNUM.contains(b) || b == b'-').count();
    match &text[..end] {
        [] | [b'-', ..] => Reach::ParseError(0),
        nid if nid.eq_ignore_ascii_case(b"urn") => Reach::ParseError(0),
        nid if nid.len() < min => Reach::ParseError(end),
        nid if nid.len() > 32 => Reach::ParseError(32),
        [.., b'-'] if !hyphen => Reach::ParseError(end),
        _ => Reach::Whole(end),
    }
}

/// Fails at an encoded NUL among the bytes of the set.
fn no_nul(text: &[u8], set: &ByteSet) -> Reach {
    let end = text.iter().position(|&b| !set.contains(b)).unwrap_or(text.len());
    let nul = text[..end].windows(3).position(|escape| escape == b"%00");
    nul.map_or(Reach::Whole(0), Reach::ParseError)
}

/// The keywords that may occur only once (draft of 2012, 2.3 and 9.2.1).
const KEYWORDS: [&[u8]; 2] = [b"s", b"c"];

/// Where a registered keyword occurs for the second time.
fn repeated(query: &[u8]) -> Option<usize> {
    let query = query.split(|&b| b == b'#').next().unwrap_or_default();
    let mut seen = [false; KEYWORDS.len()];
    let mut at = 0;
    for directive in query.split(|&b| b == b'&') {
        let keyword = directive.split(|&b| b == b'=').next();
        if let Some(i) = KEYWORDS.iter().position(|k| keyword == Some(k)) {
            if seen[i] {
                return Some(at);
            }
            seen[i] = true;
        }
        at += directive.len() + 1;
    }
    None
}
