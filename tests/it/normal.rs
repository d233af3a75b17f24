//! Normal forms, comparing, defanging and redirectors: the tables of the documents, and general laws.

use crate::kit;
use std::collections::HashSet;

use serde::Deserialize;
use urisift::{
    Edition, IriRef, Step, Steps, Uri, UrnEquivalence, defang, defang_abbreviated, unwrap_redirect,
    urn_equivalent,
};

/// The vectors of a file beside the project, at least `count`; none if the file is missing.
pub fn vectors<T: for<'de> Deserialize<'de>>(name: &str, count: usize) -> Vec<T> {
    let Some(text) = kit::shared_file(&format!("vectors/{name}.jsonl")) else { return Vec::new() };
    assert!(text.lines().count() >= count, "{name}");
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn normal(text: &str, steps: impl Into<Steps>) -> String {
    IriRef::parse(text).unwrap().normalized(steps).to_string()
}

#[test]
fn each_step_does_its_own() {
    let cases: &[(Step, &str, &str)] = &[
        (Step::Case, "HTTP://WWW.Example.COM/A%3aB", "http://www.example.com/A%3AB"),
        (Step::Case, "http://U:P@[FE80::A]/", "http://U:P@[fe80::a]/"),
        (Step::Case, "http://a%c3%bc.B/", "http://a%C3%BC.b/"),
        (Step::Case, "urn:ISBN:x%2cX", "urn:ISBN:x%2CX"),
        (Step::Percent, "http://a/%7ejim/%41%2f%3a", "http://a/~jim/A%2F%3A"),
        (Step::Percent, "http://a/?%61=%26", "http://a/?a=%26"),
        (Step::Percent, "http://%41.b/", "http://a.b/"),
        (Step::Percent, "http://a/%2e%2e/b/.%2e/%2E?%2e", "http://a/%2E%2E/b/.%2E/%2E?."),
        (Step::Percent, "http://a/%2e%2e%2e/b%2e/%2eb/%2e%61", "http://a/.../b./.b/.a"),
        (Step::Dots, "http://a/./b/../c/..", "http://a/"),
        (Step::Dots, "http://a/b/%2e%2E/.%2e/c/%2e", "http://a/c/"),
        (Step::Dots, "http://a/b/%2e%2e%2e/c?%2e%2e", "http://a/b/%2e%2e%2e/c?%2e%2e"),
        (Step::Dots, "x:a/%2e%2e/b", "x:a/%2e%2e/b"),
        (Step::Dots, "mailto:a/../b@c", "mailto:a/../b@c"),
        (Step::Dots, "../a/./b", "../a/./b"),
        (Step::Dots, "x:/.//a", "x:/.//a"),
        (Step::Dots, "x:/a/..//b", "x:/.//b"),
        (Step::Scheme, "http://a:80", "http://a/"),
        (Step::Scheme, "http://a:?q", "http://a/?q"),
        (Step::Scheme, "https://a:80/", "https://a:80/"),
        (Step::Scheme, "ws://[::1]:80#x", "ws://[::1]/#x"),
        (Step::Scheme, "ftp://a:21", "ftp://a"),
        (Step::Scheme, "x://a:1", "x://a:1"),
        (Step::Scheme, "file://LocalHost/a", "file:///a"),
        (Step::Scheme, "urn:A%C3X:B", "urn:a%C3x:B"),
        (Step::Scheme, "mailto:\u{c9}@\u{c9}%C3X", "mailto:\u{c9}@\u{c9}%C3x"),
        (Step::Scheme, "urn:ISBN:0-X", "urn:isbn:0-X"),
        (Step::Scheme, "mailto:Me@A.Example,You@B?to=X@Y", "mailto:Me@a.example,You@b?to=X@Y"),
        (
            Step::Uri,
            "http://b\u{fc}cher.example/\u{e9}?\u{20ac}",
            "http://xn--bcher-kva.example/%C3%A9?%E2%82%AC",
        ),
        (Step::Scheme, "gemini://a:1965/", "gemini://a/"),
        (Step::Host, "http://[2001:0DB8:0:0:1:0:0:1]:80/", "http://[2001:db8::1:0:0:1]:80/"),
        (Step::Host, "http://[::FFFF:1.2.3.4]", "http://[::ffff:1.2.3.4]"),
        (Step::Host, "http://a.example.:80/b.", "http://a.example:80/b."),
        (Step::Host, "http://a../", "http://a../"),
        (Step::Host, "http://a\u{3002}./", "http://a\u{3002}./"),
        (Step::Host, "http://a.\u{ad}./", "http://a.\u{ad}./"),
        (Step::Host, "http://\u{e9}.", "http://\u{e9}"),
        (Step::Host, "http://./", "http://./"),
        (Step::Host, "http://[v1.A]/", "http://[v1.A]/"),
        (
            Step::Specific,
            "urn:UUID:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6",
            "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
        ),
        (Step::Specific, "urn:isbn:0-8044-2957-x?=a#B", "urn:isbn:080442957X?=a#B"),
        (Step::Specific, "urn:issn:0259-000x", "urn:issn:0259-000X"),
        (Step::Specific, "urn:IETF:RFC:2648", "urn:ietf:rfc:2648"),
        (Step::Specific, "urn:x-a:B-C", "urn:x-a:B-C"),
        (Step::Specific, "tel:+1-(201).555-0123;EXT=1-2", "tel:+12015550123;ext=12"),
        (
            Step::Specific,
            "tel:7042;phone-context=+1-914;Foo=A",
            "tel:7042;phone-context=+1914;foo=a",
        ),
        (
            Step::Specific,
            "sip:Alice:P@AtLanTa.CoM;Transport=TCP;lr?b=C&A=d",
            "sip:Alice:P@atlanta.com;lr;transport=tcp?a=d&b=C",
        ),
        (Step::Specific, "sip:a@b;%63=%2d?x=Y", "sip:a@b;%63=%2d?x=Y"),
        (Step::Specific, "geo:090.00,-22.43;CRS=WGS84;u=1.0", "geo:90,0;u=1"),
        (Step::Specific, "geo:-0.0,-180.00,00.50;b=C;A", "geo:0,180,0.5;a;b=C"),
        (Step::Specific, "geo:90,46;crs=x", "geo:90,46;crs=x"),
        (Step::Specific, "doi:10.1000/ABC%2Fd", "doi:10.1000/abc%2Fd"),
        (Step::Specific, "file:/a/b", "file:///a/b"),
        (Step::Specific, "file:/.//b", "file:////b"),
        (Step::Specific, "file://c/a", "file://c/a"),
        (Step::Specific, "mailto:?to=A@B", "mailto:A@B"),
        (
            Step::Specific,
            "mailto:a@b?subject=x&TO=c@d,e@f&cc=g@h",
            "mailto:a@b,c@d,e@f?subject=x&cc=g@h",
        ),
        // What is none of its scheme.
        (Step::Specific, "tel:-//x", "tel:-//x"),
        (Step::Specific, "mailto:?to=x", "mailto:?to=x"),
        (Step::Specific, "urn:isbn:-", "urn:isbn:-"),
        (Step::Uri, "http://a/b", "http://a/b"),
        (Step::Uri, "mailto:\u{e9}@a", "mailto:%C3%A9@a"),
    ];
    for (step, text, wanted) in cases {
        assert_eq!(normal(text, *step), *wanted, "{step:?} {text}");
    }
    let zoned = Uri::parse_in("http://[FE80::A%25En0]/", urisift::Grammar::default().with_zones());
    assert_eq!(zoned.unwrap().normalized(Step::Case).as_ref(), "http://[fe80::a%25En0]/");
    assert_eq!(normal("http://%C3%BC%2Eexample/", Step::Uri), "http://xn--tda.example/");
    assert_eq!(normal("http://\u{ad}.example/", Step::Uri), "http://%C2%AD.example/");
    // IDNA maps the host to one that the scheme treats specially.
    assert_eq!(normal("file://\u{ff4c}ocalhost/a", Steps::ALL), "file:///a");
    // The prefix of 1994 stays unchanged.
    let prefixed = Uri::parse_in("URL:HTTP://A/", Edition::Draft1994).unwrap();
    assert_eq!(prefixed.normalized(Step::Case).as_ref(), "URL:http://a/");
    // A reserved character is never decoded.
    assert_eq!(normal("http://a/%2F%3F%23%5B%40", Steps::ALL), "http://a/%2F%3F%23%5B%40");
    let unchanged = Uri::parse("http://a/b").unwrap().normalized(Steps::ALL).into_text();
    assert!(matches!(unchanged, std::borrow::Cow::Borrowed(_)));
}

/// The addresses of RFC 5952: 1 and 2, 4.1 to 4.3, 5.
#[test]
fn addresses_are_written_as_rfc_5952_says() {
    let cases = [
        ("2001:db8:0:0:1:0:0:1 2001:0db8:0:0:1:0:0:1 2001:db8::0:1:0:0:1", "2001:db8::1:0:0:1"),
        ("2001:db8:0:0:1::1 2001:db8:0000:0:1::1 2001:DB8:0:0:1::1", "2001:db8::1:0:0:1"),
        ("2001:db8:aaaa:bbbb:cccc:dddd:eeee:0001", "2001:db8:aaaa:bbbb:cccc:dddd:eeee:1"),
        ("2001:db8:0:0:0::1 2001:db8:0:0::1 2001:db8:0::1", "2001:db8::1"),
        ("2001:db8::0:1 2001:db8:0:0:0:0:0:1", "2001:db8::1"),
        ("2001:db8:0:0:0:0:2:1", "2001:db8::2:1"),
        ("2001:db8::1:1:1:1:1 2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"),
        ("2001:0:0:1:0:0:0:1", "2001:0:0:1::1"),
        ("2001:DB8::ABCD", "2001:db8::abcd"),
        ("0:0:0:0:0:ffff:192.0.2.1 ::FFFF:c000:201", "::ffff:192.0.2.1"),
    ];
    for (written, normalized) in cases {
        for address in written.split(' ') {
            let uri = format!("http://[{address}]/");
            assert_eq!(normal(&uri, Step::Host), format!("http://[{normalized}]/"), "{uri}");
        }
    }
}

#[test]
fn vectors_of_equivalence() {
    #[derive(Deserialize)]
    struct Vector {
        a: String,
        b: String,
        equal_at: Vec<String>,
        different_at: Vec<String>,
    }
    let rung = |name: &str| match name {
        "scheme" => Steps::SCHEME,
        name => name.parse().unwrap(),
    };
    for vector in vectors::<Vector>("equivalence", 5) {
        let (a, b) = (Uri::parse(&vector.a).unwrap(), Uri::parse(&vector.b).unwrap());
        for name in &vector.equal_at {
            assert!(a.is_equivalent(&b, rung(name)), "{a} {b} {name}");
        }
        for name in &vector.different_at {
            assert!(!a.is_equivalent(&b, rung(name)), "{a} {b} {name}");
        }
    }
    let at = |a, b| Uri::parse(a).unwrap().equivalence_step(&Uri::parse(b).unwrap());
    assert_eq!(at("http://a/", "http://a/"), Some(Steps::STRING));
    assert_eq!(at("http://a/", "HTTP://a/"), Some(Steps::up_to(Step::Case)));
    assert_eq!(at("http://a/~", "http://a/%7e"), Some(Steps::up_to(Step::Percent)));
    assert_eq!(at("http://a/", "http://a:80"), Some(Steps::SCHEME));
    assert_eq!(at("http://a/", "http://b/"), None);
}

/// The eight URNs of the draft of 2012, 5.1.
const URNS: [&str; 8] = [
    "URN:foo:a123,456",
    "urn:foo:a123,456",
    "urn:FOO:a123,456",
    "urn:foo:A123,456",
    "urn:foo:a123%2C456",
    "URN:FOO:a123%2c456",
    "urn:foo:a123,456?x=y",
    "urn:foo:a123,456#xyz",
];

#[test]
fn urns_are_equivalent_as_the_draft_says() {
    // The classes of 5.1: by 5a the seventh is in the first, by 5b it stands alone.
    let by_5a = [0, 0, 0, 1, 2, 2, 0, 0];
    let by_5b = [0, 0, 0, 1, 2, 2, 3, 0];
    for (classes, objective) in
        [(by_5a, UrnEquivalence::Resource), (by_5b, UrnEquivalence::Resolution)]
    {
        for (i, a) in URNS.iter().enumerate() {
            for (j, b) in URNS.iter().enumerate() {
                let (a, b) = (Uri::parse(a).unwrap(), Uri::parse(b).unwrap());
                let same = urn_equivalent(&a, &b, objective);
                assert_eq!(same, classes[i] == classes[j], "{a} {b} {objective:?}");
            }
        }
    }
    let same = |a, b, objective| {
        urn_equivalent(&Uri::parse(a).unwrap(), &Uri::parse(b).unwrap(), objective)
    };
    assert!(same("urn:a0:b?s=I2L&c=d", "urn:a0:b?c=d&s=I2L", UrnEquivalence::Resolution));
    assert!(!same("urn:a0:b?s=I2L&c=d", "urn:a0:b?c=e&s=I2L", UrnEquivalence::Resolution));
    assert!(same("urn:a0:b?+x?=y", "urn:a0:b#z", UrnEquivalence::Resource)); // RFC 8141 3.1.
    assert!(!same("http://a/", "http://a/", UrnEquivalence::Resource));
    assert!(!same("urn:x", "urn:x", UrnEquivalence::Resource)); // No URN.
}

#[test]
fn vectors_of_urns() {
    #[derive(Deserialize)]
    struct Vector {
        a: String,
        b: String,
        equivalent_5a: bool,
        equivalent_5b: bool,
    }
    for vector in vectors::<Vector>("urn-equivalence", 28) {
        let (a, b) = (Uri::parse(&vector.a).unwrap(), Uri::parse(&vector.b).unwrap());
        assert_eq!(urn_equivalent(&a, &b, UrnEquivalence::Resource), vector.equivalent_5a);
        assert_eq!(urn_equivalent(&a, &b, UrnEquivalence::Resolution), vector.equivalent_5b);
    }
}

#[test]
fn equal_is_equal_normal_forms_and_equal_hashes() {
    let texts =
        ["http://a/", "HTTP://A", "http://a:80/", "http://a/%7E", "http://a/~", "http://b/"];
    let uris: Vec<_> = texts.iter().map(|text| Uri::parse(text).unwrap()).collect();
    for steps in [Steps::STRING, Steps::SYNTAX, Steps::SCHEME, Steps::ALL] {
        for a in &uris {
            for b in &uris {
                let set: HashSet<_> = [a.normalized(steps), b.normalized(steps)].into();
                assert_eq!(a.is_equivalent(b, steps), set.len() == 1, "{a} {b} {steps:?}");
            }
        }
    }
    // By hand: which are one.
    let classes =
        |steps| uris.iter().map(|uri| uri.normalized(steps)).collect::<HashSet<_>>().len();
    assert_eq!(classes(Steps::STRING), 6);
    assert_eq!(classes(Steps::up_to(Step::Case)), 6);
    assert_eq!(classes(Steps::SYNTAX), 5); // The tildes.
    assert_eq!(classes(Steps::SCHEME), 3); // The hosts alone.
    let document = |text| Uri::parse(text).unwrap();
    assert!(document("http://a/#x").same_document_as(&document("http://a/#y")));
    assert!(!document("http://a/?#x").same_document_as(&document("http://a/#x")));
}

#[test]
fn steps_have_names() {
    for step in Step::ALL {
        assert_eq!(step.name().parse::<Steps>(), Ok(step.into()));
        assert!(Steps::up_to(step).contains(step));
    }
    assert_eq!("syntax".parse(), Ok(Steps::SYNTAX));
    assert_eq!(Step::ALL.into_iter().collect::<Steps>(), Steps::ALL);
    assert_eq!(Steps::from(Step::Case) | Steps::from(Step::Percent), Steps::up_to(Step::Percent));
    assert_eq!(format!("{:?}", Steps::SYNTAX), "{Case, Percent, Dots}");
    assert!("upper".parse::<Steps>().unwrap_err().to_string().starts_with("expected case"));
}

#[test]
fn disguises() {
    let cases = [
        ("http://a.b.example/c.d?e", "hxxp://a.b[.]example/c.d?e"),
        ("HTTPS://u@a.example:8080", "HxxPS://u@a[.]example:8080"),
        ("ftp://a.example/", "fxp://a[.]example/"),
        ("mailto:me@a.example?subject=x.y", "mailto[:]me@a[.]example?subject=x.y"),
        ("urn:isbn:0.1", "urn[:]isbn:0.1"),
        ("http://localhost/a.b", "hxxp://localhost/a.b"),
        ("mailto:a.b@x.example,c@y.example", "mailto[:]a.b@x[.]example,c@y[.]example"),
        ("mailto:a.b@localhost", "mailto[:]a.b@localhost"),
        ("http://[::ffff:1.2.3.4]/a.b", "hxxp://[::ffff:1.2.3.4]/a.b"),
        ("view-source:https://a.b/", "view-source[:]https[:]//a.b/"),
        ("http://a.b/?u=http://c.d", "hxxp://a[.]b/?u=http[:]//c.d"),
    ];
    assert_eq!(defang_abbreviated("www.a.example:80/b.c"), "www.a[.]example:80/b.c");
    assert_eq!(defang_abbreviated("a.b@c.example"), "a.b@c[.]example");
    for (uri, disguised) in cases {
        assert_eq!(defang(uri), disguised);
    }
}

/// Links, and the URIs that they lead to.
const REDIRECTORS: &[(&str, Option<&str>)] = &[
    (
        "https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fa.example%2Fb%3Fc%3Dd&data=05",
        Some("https://a.example/b?c=d"),
    ),
    (
        "https://urldefense.proofpoint.com/v1/url?u=http://a.example/b%3Fc&k=x",
        Some("http://a.example/b?c"),
    ),
    (
        "https://urldefense.proofpoint.com/v2/url?u=https-3A__a.example_b-5Fc-3Fd-3De&d=DwMF",
        Some("https://a.example/b_c?d=e"),
    ),
    (
        "https://urldefense.com/v3/__https://a.example/b*c__;Iw!!K-Kg!x$",
        Some("https://a.example/b#c"),
    ),
    (
        "https://urldefense.com/v3/__https:/a.example/**Bb*__;YWJjZA!!x$",
        Some("https://a.example/abcbd"),
    ),
    ("https://www.google.de/url?q=http://a.example/&sa=D", Some("http://a.example/")),
    ("https://l.facebook.com/l.php?u=https%3A%2F%2Fa.example%2F&h=AT", Some("https://a.example/")),
    (
        "https://www.google.com/url?url=https%3A%2F%2Fl.facebook.com%2Fl.php%3Fu%3Dhttps%253A%252F%252Fa.example%252F",
        Some("https://a.example/"),
    ),
    (
        "https://www.google.com/url?url=https%3A%2F%2Fa.example%2F%0A%1B%20%00",
        Some("https://a.example/%0A%1B%20%00"),
    ),
    ("https://l.instagram.com/?u=https%3A%2F%2Fa.example%2F&e=x", Some("https://a.example/")),
    ("https://google.co.uk/url?q=http://a.example/", Some("http://a.example/")),
    ("https://google.evil.example/url?q=http://a.example/", None),
    ("https://www.google.com/urlx?q=http://a.example/", None),
    ("https://urldefense.com/v3/__https:/a.example/**Zb__;YWJjZA!!x$", None),
    (
        "https://www.google.com/url?sa=t&amp;url=&amp;q=https://a.example/&amp;ved=1",
        Some("https://a.example/"),
    ),
    (
        "https://urldefense.proofpoint.com/v2/url?u=https-3A__a.example_-3Fb-26amp-3Bc",
        Some("https://a.example/?b&c"),
    ),
    ("https://www.google.com/url?q=https://a.example/%+Ab", None),
    ("https://www.google.com/url?url=none", None),
    ("https://www.google.com/search?q=http://a.example/", None),
    ("https://notgoogle.example/url?q=http://a.example/", None),
    ("https://evilfacebook.com/l.php?u=http://a.example/", None),
    ("mailto:a@google.com", None),
    ("https://urldefense.com/v3/__https://a.example/b", None),
    ("https://urldefense.com/v3/__https://a*b__;!!x$", None),
];

#[test]
fn redirectors() {
    for (link, inner) in REDIRECTORS {
        assert_eq!(unwrap_redirect(link).as_deref(), *inner, "{link}");
    }
}
