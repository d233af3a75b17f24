//! The base of references.

use super::*;
use crate::mapped::{Role, SCOPES};

#[test]
fn bases() {
    let made =
        made("<base target=a><base href=b><base href=c><d xml:base=e><d xml:base=f><a href=g>");
    assert_eq!(roles(&made), "base b,c,scope e,scope f,g");
}

/// The role of each link.
fn roles(made: &Made) -> String {
    let role = |link: &Link| match (link.role, String::from_utf8_lossy(&link.value)) {
        (Role::Reference, value) => value.into_owned(),
        (Role::Base, value) => format!("base {value}"),
        (Role::ScopedBase, value) => format!("scope {value}"),
        (Role::ScopeEnd, value) => format!("end{value}"),
    };
    made.links.iter().map(role).collect::<Vec<_>>().join(",")
}

#[test]
fn bases_of_elements() {
    for (markup, expected) in [
        (
            "<feed xml:base=a><entry xml:base=b><link href=c /></entry><link href=d /></feed>\
             <link href=e>",
            "scope a,scope b,c,end,d,end,e",
        ),
        // Nested elements of the same name, empty or not; others with unmatched tags.
        ("<a xml:base=b><a></a><a/><p><br></i></a><c href=d>", "scope b,end,d"),
        ("</a></a><a xml:base=b></a></a><c href=d>", "scope b,end,d"),
        ("<a xml:base=b /><img xml:base=c src=d><e href=f>", "scope b,end,scope c,d,end,f"),
        ("<a xml:base=' ' href=b></a><a xml:base='&#32;'></a></a xml:base=c>", "b,c"),
        ("<a xml:base=b xml:base=c></a>", "scope b,end"),
        ("<a xml:base=b><!-- </a> --><script></a></script></A >", "scope b,end"),
        // A CDATA section is not part of the document.
        ("<a xml:base=b><![CDATA[</a><a><base href=c><d xml:base=e></d>]]></a>", "scope b,c,e,end"),
        ("<a xml:base=b", ""),
        ("<a xml:base=b ", "scope b"),
    ] {
        assert_eq!(roles(&made(markup)), expected, "{markup}");
    }
}

#[test]
fn bases_of_elements_are_not_too_many() {
    let markup = "<a xml:base=b>".repeat(3 * SCOPES) + &"</a>".repeat(9 * SCOPES);
    let made = read(markup.as_bytes(), UNCUT, UNCUT, MAX_LEN);
    let count = |role| made.links.iter().filter(|link| link.role == role).count();
    assert_eq!((count(Role::ScopedBase), count(Role::ScopeEnd)), (SCOPES, SCOPES));
    assert_eq!(count(Role::Reference), 2 * SCOPES);
    let all = 3 * SCOPES * "<a xml:base=b></a>".len();
    assert_eq!(made.links.last().map(|link| link.raw.end), Some(all as u64));
}
