//! Namespaces whose names can be checked: isbn, issn, uuid, oid, ietf.

use crate::byteset::{ALNUM, ByteSet, DIGIT};
use crate::grammar::bnf::{self, Captures, Is::*, Rule, law, rule};
use crate::grammar::generic::Switches;
use crate::grammar::scheme::nested::UUID;

/// What is wrong with the name, if its namespace is one of those: the byte, and the rule.
pub(super) fn check(nid: &str, nss: &str) -> Result<(), (usize, &'static Rule)> {
    let Some(namespace) = NAMESPACES.iter().find(|n| n.nid.eq_ignore_ascii_case(nid)) else {
        return Ok(());
    };
    let captures = &mut Captures::default();
    let read = bnf::read(nss.as_bytes(), 0, namespace.rule, Switches::default(), captures);
    read.map_err(|fault| (fault.at(), fault.broken()))?;
    (namespace.holds)(nss.as_bytes()).then_some(()).ok_or((nss.len() - 1, namespace.checked))
}

struct Namespace {
    nid: &'static str,
    rule: &'static Rule,
    /// What the rule cannot say.
    holds: fn(&[u8]) -> bool,
    /// What is wrong where that does not hold.
    checked: &'static Rule,
}

const NAMESPACES: &[Namespace] = &[
    Namespace { nid: "isbn", rule: &ISBN, holds: isbn_holds, checked: &ISBN_DIGIT },
    Namespace { nid: "issn", rule: &ISSN, holds: issn_holds, checked: &ISSN_DIGIT },
    Namespace { nid: "uuid", rule: &UUID, holds: |_| true, checked: &UUID },
    Namespace { nid: "oid", rule: &OID, holds: |_| true, checked: &OID },
    Namespace { nid: "ietf", rule: &IETF, holds: |_| true, checked: &IETF },
];

/// The values of the digits, with X as ten, without hyphens.
fn digits(text: &[u8]) -> impl DoubleEndedIterator<Item = u32> {
    let value = |b: &u8| match b {
        b'x' | b'X' => Some(10),
        b => b.is_ascii_digit().then(|| u32::from(b - b'0')),
    };
    text.iter().filter_map(value)
}

/// The sum of the digits times their places from the right is a multiple of eleven.
fn mod_eleven(text: &[u8]) -> bool {
    let sum: u32 = digits(text).rev().zip(1..).map(|(digit, place)| digit * place).sum();
    sum.is_multiple_of(11)
}

fn isbn_holds(text: &[u8]) -> bool {
    match digits(text).count() {
        10 => mod_eleven(text),
        13 => {
            let weighed =
                digits(text).zip([1, 3].into_iter().cycle()).map(|(d, weight)| d * weight);
            weighed.sum::<u32>().is_multiple_of(10)
                && !text.ends_with(b"X")
                && !text.ends_with(b"x")
        }
        _ => false,
    }
}

fn issn_holds(text: &[u8]) -> bool {
    mod_eleven(text)
}

static TEN: ByteSet = ByteSet::of(b"xX");

/// Hyphens stand between the parts, or are left out.
static ISBN: Rule = rule(
    "RFC 3187 3.1: isbn = 10 or 13 digits with hyphens between, or X for the last of 10",
    &[List("-", &[Plus(&DIGIT)]), Maybe(&[Maybe(&[Text("-")]), Run(&TEN, 1, 1)])],
);
static ISBN_DIGIT: Rule =
    law("ISO 2108 5: isbn = 10 or 13 digits, of which the last checks the others");
static ISSN: Rule = rule(
    r#"RFC 3044 3: issn = 4DIGIT "-" 3DIGIT ( DIGIT / "X" )"#,
    &[
        Run(&DIGIT, 4, 4),
        Text("-"),
        Run(&DIGIT, 3, 3),
        Any(&[&[Run(&DIGIT, 1, 1)], &[Run(&TEN, 1, 1)]]),
    ],
);
static ISSN_DIGIT: Rule =
    law("ISO 3297 5: issn = eight digits, of which the last checks the others");
static OID: Rule = rule(
    r#"RFC 3061 3: oid = number *( "." number ), without leading zeros"#,
    &[List(".", &[Of(&ARC)])],
);
static ARC: Rule = rule(
    "RFC 3061 3: number = DIGIT / nonzero 1*DIGIT",
    &[Any(&[&[Text("0")], &[Run(&NONZERO, 1, 1), Star(&DIGIT)]])],
);
static NONZERO: ByteSet = ByteSet::range(b'1', b'9');
static IETF: Rule = rule(
    r#"RFC 2648 2, RFC 3553 3: ietf = ( "rfc" / "fyi" / "std" / "bcp" ) ":" 1*DIGIT / "id:" name / "mtg:" meeting / "params:" 1*( class ":" ) id"#,
    &[Any(&[
        &[Any(&[&[Text("rfc:")], &[Text("fyi:")], &[Text("std:")], &[Text("bcp:")]]), Plus(&DIGIT)],
        &[Any(&[&[Text("id:")], &[Text("mtg:")]]), Plus(&DRAFT)],
        &[Text("params:"), Plus(&CLASS), Text(":"), Plus(&super::PATH)],
    ])],
);
static DRAFT: ByteSet = ALNUM.or(ByteSet::of(b"-._"));
static CLASS: ByteSet = super::PATH.without(ByteSet::of(b":"));
