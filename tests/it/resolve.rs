//! Resolving: the tables of the documents.

use serde::Deserialize;
use urisift::{BaseLayers, Edition, ExcessDots, ResolveOptions, Target, Uri, UriRef};

use crate::normal::vectors;

fn resolved(base: &str, reference: &str, how: ResolveOptions) -> String {
    let reference = UriRef::parse(reference).unwrap();
    Uri::parse(base).unwrap().resolve(&reference, how).to_string()
}

const BASE: &str = "http://a/b/c/d;p?q";

/// RFC 3986 5.4, and where the drafts of 1997 and 2003 (their Appendix C) differ.
#[rustfmt::skip]
const EXAMPLES: &[(&str, &str, Option<&str>, Option<&str>)] = &[
    ("g:h", "g:h", None, None),
    ("g", "http://a/b/c/g", None, None),
    ("./g", "http://a/b/c/g", None, None),
    ("g/", "http://a/b/c/g/", None, None),
    ("/g", "http://a/g", None, None),
    ("//g", "http://g", None, None),
    ("?y", "http://a/b/c/d;p?y", Some("http://a/b/c/?y"), None),
    ("g?y", "http://a/b/c/g?y", None, None),
    ("#s", "http://a/b/c/d;p?q#s", Some("(current document)#s"), Some("(current document)#s")),
    ("g#s", "http://a/b/c/g#s", None, None),
    ("g?y#s", "http://a/b/c/g?y#s", None, None),
    (";x", "http://a/b/c/;x", None, None),
    ("g;x", "http://a/b/c/g;x", None, None),
    ("g;x?y#s", "http://a/b/c/g;x?y#s", None, None),
    ("", "http://a/b/c/d;p?q", Some("(current document)"), Some("(current document)")),
    (".", "http://a/b/c/", None, None),
    ("./", "http://a/b/c/", None, None),
    ("..", "http://a/b/", None, None),
    ("../", "http://a/b/", None, None),
    ("../g", "http://a/b/g", None, None),
    ("../..", "http://a/", None, None),
    ("../../", "http://a/", None, None),
    ("../../g", "http://a/g", None, None),
    ("../../../g", "http://a/g", Some("http://a/../g"), Some("http://a/../g")),
    ("../../../../g", "http://a/g", Some("http://a/../../g"), Some("http://a/../../g")),
    ("/./g", "http://a/g", Some("http://a/./g"), Some("http://a/./g")),
    ("/../g", "http://a/g", Some("http://a/../g"), Some("http://a/../g")),
    ("g.", "http://a/b/c/g.", None, None),
    (".g", "http://a/b/c/.g", None, None),
    ("g..", "http://a/b/c/g..", None, None),
    ("..g", "http://a/b/c/..g", None, None),
    ("./../g", "http://a/b/g", None, None),
    ("./g/.", "http://a/b/c/g/", None, None),
    ("g/./h", "http://a/b/c/g/h", None, None),
    ("g/../h", "http://a/b/c/h", None, None),
    ("g;x=1/./y", "http://a/b/c/g;x=1/y", None, None),
    ("g;x=1/../y", "http://a/b/c/y", None, None),
    ("g?y/./x", "http://a/b/c/g?y/./x", Some("http://a/b/c/g?y/x"), None),
    ("g?y/../x", "http://a/b/c/g?y/../x", Some("http://a/b/c/x"), None),
    ("g#s/./x", "http://a/b/c/g#s/./x", None, None),
    ("g#s/../x", "http://a/b/c/g#s/../x", None, None),
    ("http:g", "http:g", None, None),
];

/// What RFC 2396 (C) and RFC 1808 (5) have otherwise than the draft of 1997.
const OF_RFC_2396: &[(&str, &str)] =
    &[("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x")];
const OF_RFC_1808: &[(&str, &str)] = &[
    ("g?y/./x", "http://a/b/c/g?y/./x"),
    ("g?y/../x", "http://a/b/c/g?y/../x"),
    ("?y", "http://a/b/c/d;p?y"),
    (";x", "http://a/b/c/d;x"),
    ("", "http://a/b/c/d;p?q"),
    ("#s", "http://a/b/c/d;p?q#s"),
    ("g;x=1/./y", "http://a/b/c/g;x=1/./y"),
    ("g;x=1/../y", "http://a/b/c/g;x=1/../y"),
];

#[test]
fn examples_of_resolving() {
    for (reference, today, in_1997, in_2003) in EXAMPLES {
        let by = |edition| resolved(BASE, reference, ResolveOptions::of(edition));
        assert_eq!(by(Edition::Rfc3986), *today, "{reference}");
        assert_eq!(by(Edition::Draft1997), in_1997.unwrap_or(today), "1997 {reference}");
        assert_eq!(by(Edition::Draft2003), in_2003.unwrap_or(today), "2003 {reference}");
        let own = |own: &[(&str, &'static str)]| {
            let own = own.iter().find(|(it, _)| it == reference).map(|(_, target)| *target);
            own.or(*in_1997).unwrap_or(today)
        };
        assert_eq!(by(Edition::Rfc2396), own(OF_RFC_2396), "RFC 2396 {reference}");
        assert_eq!(by(Edition::Rfc1808), own(OF_RFC_1808), "RFC 1808 {reference}");
    }
    let whole = "http://a/b/c/d;p?q#f";
    assert_eq!(resolved(whole, "", ResolveOptions::of(Edition::Rfc1808)), whole);
    for edition in [Edition::Draft2003, Edition::Rfc3986] {
        assert_eq!(
            resolved(BASE, "http:g", ResolveOptions { lax: true, ..ResolveOptions::of(edition) }),
            "http://a/b/c/g"
        );
    }
    let strip = |it| ResolveOptions { excess: ExcessDots::Strip, ..ResolveOptions::of(it) };
    for edition in [Edition::Rfc2396, Edition::Draft2003] {
        assert_eq!(resolved(BASE, "../../../g", strip(edition)), "http://a/g");
    }
    let lax = ResolveOptions { lax: true, ..ResolveOptions::default() };
    assert_eq!(resolved(BASE, "HTTP:?x", lax), "http://a/b/c/d;p?x");
}

#[test]
fn vectors_of_resolving() {
    #[derive(Deserialize)]
    struct Vector {
        edition: String,
        base: String,
        #[serde(rename = "ref")]
        reference: String,
        expected: String,
        strict: Option<bool>,
    }
    for vector in vectors::<Vector>("resolution", 129) {
        let how = ResolveOptions::of(vector.edition.parse().unwrap());
        let how = ResolveOptions { lax: vector.strict == Some(false), ..how };
        let target = resolved(&vector.base, &vector.reference, how);
        assert_eq!(target, vector.expected, "{} {}", vector.edition, vector.reference);
    }
}

#[test]
fn what_is_not_in_the_tables() {
    let today = ResolveOptions::default();
    assert_eq!(resolved("x:a/b", "../g", today), "x:/g"); // By the letter of 5.2.4.
    assert_eq!(resolved("x:a/b", "../g", ResolveOptions::of(Edition::Draft2003)), "x:g");
    assert_eq!(resolved("http://a", "g", today), "http://a/g");
    assert_eq!(resolved("http://a", "g", ResolveOptions::of(Edition::Draft1997)), "http://a/g");
    assert_eq!(resolved("x:", "g", today), "x:g");
    assert_eq!(resolved("x:", "g", ResolveOptions::of(Edition::Draft2003)), "x:/g");
    assert_eq!(resolved("x:/a", "/.//b", today), "x:/.//b");
    assert_eq!(resolved("x:/a/b", "..//c", ResolveOptions::of(Edition::Draft1997)), "x:/.//c");
    // Only RFC 2396 and the draft of 2003 leave open what to do with ".." above the root.
    let keep = |edition| ResolveOptions { excess: ExcessDots::Keep, ..ResolveOptions::of(edition) };
    assert_eq!(resolved(BASE, "../../../g", keep(Edition::Rfc3986)), "http://a/g");
    let strip = ResolveOptions { edition: Edition::Draft1997, ..ResolveOptions::default() };
    assert_eq!(resolved(BASE, "../../../g", strip), "http://a/../g");
    assert_eq!(resolved(BASE, "x:/a/../b?../c", today), "x:/b?../c");
    // A reference that is a URI already is not copied.
    let reference = UriRef::parse("x:/a/b").unwrap();
    let target = Uri::parse(BASE).unwrap().resolve(&reference, today);
    assert!(matches!(target, Target::Uri(std::borrow::Cow::Borrowed("x:/a/b"))));
    let same = Uri::parse(BASE).unwrap();
    let same = same.resolve(&UriRef::parse("#x").unwrap(), ResolveOptions::of(Edition::Draft2003));
    assert_eq!(same.uri(), None);
    assert_eq!(same, Target::SameDocument { fragment: Some("x") });
}

#[test]
fn relative_references_are_short() {
    let relative = |target| Uri::parse(BASE).unwrap().relative(&Uri::parse(target).unwrap());
    assert_eq!(relative("http://a/b/c/g?y#s"), "g?y#s");
    assert_eq!(relative("http://a/b/c/d;p?q#s"), "#s");
    assert_eq!(relative("http://a/b/c/d;p?y"), "?y");
    assert_eq!(relative("http://a/b/c/d;p"), "d;p");
    assert_eq!(relative("http://a/b/g"), "../g");
    assert_eq!(relative("http://a/b/c/"), "./");
    assert_eq!(relative("http://a/b/c/x:y"), "./x:y");
    assert_eq!(relative("http://g/x"), "//g/x");
    assert_eq!(relative("x:/y"), "x:/y");
    assert_eq!(relative("http://a"), "//a");
}

#[test]
fn bases_are_said_by_layers() {
    let layers = BaseLayers {
        retrieval: Some("http://a/b/c"),
        default: Some("http://z/"),
        ..BaseLayers::default()
    };
    assert_eq!(layers.base().unwrap().as_deref(), Some("http://a/b/c"));
    let entity = BaseLayers { content_location: Some("../d#x"), ..layers };
    assert_eq!(entity.base().unwrap().as_deref(), Some("http://a/d"));
    let both = BaseLayers { content_base: Some("http://e/"), ..entity };
    assert_eq!(both.base().unwrap().as_deref(), Some("http://e/"));
    let content = BaseLayers { content: Some("f/"), ..both };
    assert_eq!(content.base().unwrap().as_deref(), Some("http://e/f/"));
    assert_eq!(BaseLayers { content: Some("f/"), ..BaseLayers::default() }.base(), Ok(None));
    assert!(BaseLayers { content: Some("f g"), ..layers }.base().is_err());
}
