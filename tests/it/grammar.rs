//! The grammar against the documents: editions, examples, schemes, faults, cautions.

use crate::kit;
use std::collections::BTreeMap;

use serde::Deserialize;
use urisift::{Components, Edition, Grammar, Host, Iri, IriRef, Uri, UriRef, find_iter};

fn cases<T: for<'de> Deserialize<'de>>(name: &str) -> T {
    let path = kit::project(&format!("corpora/grammar/{name}.toml"));
    toml::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// The names of the editions that take a text as a URI.
fn conforming(text: &str) -> Vec<&'static str> {
    let takes = |edition: &Edition| Uri::parse_in(text, *edition).is_ok();
    Edition::REPORTED.into_iter().filter(takes).map(Edition::name).collect()
}

#[test]
fn examples_conform_to_the_editions_of_their_time() {
    let documents: BTreeMap<String, BTreeMap<String, Vec<String>>> = cases("examples");
    assert_eq!(documents.len(), 5);
    for (document, examples) in documents {
        for (uri, editions) in examples {
            assert_eq!(conforming(&uri), editions, "{document}: {uri}");
            let uri = Uri::parse(&uri).unwrap();
            assert!(uri.editions().iter().map(Edition::name).eq(editions), "{document}: {uri}");
            uri.scheme_specific()
                .unwrap_or_else(|fault| panic!("{}", fault.display_in(uri.as_str())));
        }
    }
}

#[test]
fn vectors_of_editions() {
    #[derive(Deserialize)]
    struct Vector {
        uri: String,
        conforms: Vec<String>,
        components: Option<BTreeMap<String, Option<String>>>,
        cautions: Option<Vec<String>>,
    }
    let Some(text) = kit::shared_file("vectors/editions.jsonl") else { return };
    assert!(text.lines().count() > 20);
    for line in text.lines() {
        let vector: Vector = serde_json::from_str(line).unwrap();
        assert_eq!(conforming(&vector.uri), vector.conforms, "{}", vector.uri);
        for (name, value) in vector.components.unwrap_or_default() {
            let uri = Uri::parse(&vector.uri).unwrap();
            let component = match name.as_str() {
                "scheme" => Some(uri.scheme().unwrap()),
                "authority" => uri.authority(),
                "userinfo" => uri.userinfo(),
                "host" => uri.host(),
                "path" => Some(uri.path()),
                "query" => uri.query(),
                "fragment" => uri.fragment(),
                other => panic!("{other}"),
            };
            assert_eq!(component, value.as_deref(), "{name} of {}", vector.uri);
        }
        if let Some(wanted) = vector.cautions {
            let cautions = Uri::parse(&vector.uri).unwrap().cautions();
            assert_eq!(cautions.iter().map(|c| c.kind.label()).collect::<Vec<_>>(), wanted);
        }
    }
}

/// Every URI in the source documents, if they are beside the project, is valid by today's grammar and
/// by its own edition.
#[test]
fn uris_of_the_source_documents() {
    let folder = kit::project("../shared/seeds");
    let Ok(files) = std::fs::read_dir(&folder) else {
        return eprintln!("skipped: {} is not here", folder.display());
    };
    let own = ["1994", "1997", "rfc1738", "2003", "rfc3986"];
    let mut count = 0;
    for file in files.map(|file| file.unwrap().path()) {
        let name = file.file_name().unwrap().to_str().unwrap();
        let number: usize = name[..3].parse().unwrap();
        for found in find_iter(&std::fs::read(&file).unwrap()) {
            let uri = str::from_utf8(found.uri()).unwrap();
            found.validate().unwrap_or_else(|fault| panic!("{name}: {}", fault.display_in(uri)));
            // There, the text after "#" is not part of a URL.
            let url = |uri: &'_ str| uri.split('#').next().unwrap().to_owned();
            let conforms = found.readings().any(|reading| {
                let uri = str::from_utf8(reading).unwrap();
                let uri = if number == 2 { url(uri) } else { uri.to_owned() };
                conforming(&uri).contains(&own[number])
            });
            assert!(conforms, "{name}: {uri}");
            count += 1;
        }
    }
    assert!(count > 150, "{count}");
}

#[derive(Deserialize)]
struct Scheme {
    valid: Vec<String>,
    #[serde(default)]
    invalid: Vec<Invalid>,
}

#[derive(Deserialize)]
struct Invalid {
    uri: String,
    at: usize,
    rule: String,
}

#[test]
fn schemes_take_and_refuse() {
    for (scheme, cases) in cases::<BTreeMap<String, Scheme>>("schemes") {
        assert!(!cases.valid.is_empty(), "{scheme}");
        for uri in cases.valid {
            let iri = Iri::parse(&uri).unwrap_or_else(|fault| panic!("{}", fault.display_in(&uri)));
            iri.scheme_specific().unwrap_or_else(|fault| panic!("{}", fault.display_in(&uri)));
        }
        for Invalid { uri, at, rule } in cases.invalid {
            let fault = Iri::parse(&uri).and_then(|iri| iri.scheme_specific()).unwrap_err();
            assert_eq!((fault.offset(), fault.rule()), (at, &*rule), "{}", fault.display_in(&uri));
        }
    }
}

#[test]
fn cautions_have_their_places() {
    #[derive(Deserialize)]
    struct Cases {
        case: Vec<Case>,
    }
    #[derive(Deserialize)]
    struct Case {
        uri: String,
        cautions: Vec<(String, String)>,
    }
    for Case { uri, cautions: wanted } in cases::<Cases>("cautions").case {
        // Some are about what no valid URI has.
        let parts = *Components::of(uri.as_bytes()).parts();
        let cautions = urisift::internal::grammar::caution::cautions(uri.as_bytes(), &parts);
        assert!(
            IriRef::parse(&uri).is_err() || IriRef::parse(&uri).unwrap().cautions() == cautions
        );
        let named = |c: &urisift::Caution| (c.kind.label().into(), uri[c.span.clone()].into());
        assert_eq!(cautions.iter().map(named).collect::<Vec<(String, String)>>(), wanted, "{uri}");
    }
}

#[test]
fn a_reading_that_is_one_of_two_is_a_caution() {
    let text = b"<http://a.example/long-\n name>";
    let found = find_iter(text).next().unwrap();
    let cautions = found.cautions();
    assert_eq!(cautions.len(), 1);
    assert_eq!((cautions[0].kind.label(), &cautions[0].span), ("one of two readings", &(0..26)));
    assert_eq!(cautions[0].kind.description(), "the text has a second reading");
}

#[test]
fn faults_name_the_byte_and_the_rule() {
    let cases = [
        ("", 0, "scheme"),
        ("a", 1, "URI"),
        ("1http://a", 0, "scheme"),
        ("http//a", 4, "URI"),
        ("http://a b/", 8, "reg-name"),
        ("http://a:8o/", 10, "port"),
        ("http://[::1/", 11, "IP-literal"),
        ("http://[1::2::3]/", 13, "IP-literal"),
        ("http://[1:2:3:4:5:6:7:8::]/", 24, "IP-literal"),
        ("http://[1:2:3:4:5:6:7:8::9]/", 24, "IP-literal"),
        ("http://[::1]x", 12, "IP-literal"),
        ("http://u@v@w/", 10, "reg-name"),
        ("http://u<@h/", 8, "authority"),
        ("http://a/[x]", 9, "segment"),
        ("http://a/%zz", 9, "pct-encoded"),
        ("http://a/b?%4", 11, "pct-encoded"),
        ("http://a/b?c[0]", 12, "query"),
        ("http://a/#b#c", 11, "fragment"),
        ("x:a^b", 3, "segment-nz"),
        ("x:/a/b|c", 6, "segment"),
        ("http://a/\u{e9}", 9, "segment"),
    ];
    for (text, at, rule) in cases {
        let fault = Uri::parse(text).unwrap_err();
        assert_eq!((fault.offset(), fault.rule()), (at, rule), "{}", fault.display_in(text));
    }
    let relative = [("a:b^", 3, "segment-nz"), ("1a:b", 0, "scheme"), ("//a\"", 3, "reg-name")];
    for (text, at, rule) in relative {
        let fault = UriRef::parse(text).unwrap_err();
        assert_eq!((fault.offset(), fault.rule()), (at, rule), "{}", fault.display_in(text));
    }
    let private = IriRef::parse("a\u{e000}").unwrap_err();
    assert_eq!((private.offset(), private.rule()), (1, "segment-nz-nc"));
    assert!(IriRef::parse("a?\u{e000}").is_ok() && IriRef::parse("a?\u{e000}^").is_err());
}

#[test]
fn faults_print_well() {
    let show = |text: &str| Uri::parse(text).unwrap_err().display_in(text).to_string();
    assert_eq!(
        show("http://a/%zz"),
        "http://a/%zz\n         ^\n\"%\" at byte 9 does not fit: pct-encoded = \"%\" HEXDIG HEXDIG \
         (RFC 3986 2.1)"
    );
    assert_eq!(
        show("a"),
        "a\n ^\nthe end at byte 1 does not fit: URI = scheme \":\" hier-part [ \"?\" query ] \
         [ \"#\" fragment ] (RFC 3986 3)"
    );
    assert!(show("http://\u{65e5}\u{672c}/").starts_with("http://\u{65e5}\u{672c}/\n       ^\n"));
    let wide = Iri::parse("http://\u{65e5}\u{672c}/ x").unwrap_err();
    let wide = wide.display_in("http://\u{65e5}\u{672c}/ x").to_string();
    assert_eq!(wide.lines().nth(1), Some("            ^"));
    // The caret is placed by columns, and control characters are not printed.
    assert!(show("http://\u{e9}").starts_with("http://\u{e9}\n       ^\n"));
    assert!(show("http://a\u{1b}[31m\u{202e}").starts_with("http://a?[31m?\n        ^\n"));
    let long = format!("http://a/{}[{}", "b".repeat(100), "c".repeat(100));
    let shown = show(&long);
    let lines: Vec<_> = shown.lines().collect();
    assert_eq!(lines[0], format!("…{}[{}…", "b".repeat(30), "c".repeat(29)));
    assert_eq!(lines[1], format!("{}^", " ".repeat(31)));
    let fault = Uri::parse("1:").unwrap_err();
    assert!(fault.to_string().starts_with("byte 0 does not fit: scheme = "));
    assert_eq!(format!("{fault:?}"), "ParseError { offset: 0, rule: \"scheme\" }");
    assert_eq!((fault.document(), fault.definition().len()), ("RFC 3986 3.1", 42));
    // A text need not be UTF-8.
    let shown = fault.display_in(b"\xff\xfe").to_string();
    assert!(shown.starts_with("??\n^\nbyte 0xff at byte 0 does not fit: "), "{shown}");
    assert_eq!(fault, fault.clone());
}

#[test]
fn empty_and_undefined_are_not_the_same() {
    let parts = |text| {
        let r = UriRef::parse(text).unwrap();
        (r.authority(), r.userinfo(), r.port(), r.query(), r.fragment())
    };
    assert_eq!(parts("a"), (None, None, None, None, None));
    assert_eq!(parts("//@:?#"), (Some("@:"), Some(""), Some(""), Some(""), Some("")));
    assert_eq!(parts("//"), (Some(""), None, None, None, None));
    let reference = UriRef::parse("//@:?#").unwrap();
    assert_eq!((reference.host(), reference.path()), (Some(""), ""));
}

#[test]
fn references_are_absolute_relative_or_of_the_same_document() {
    let is = |text| {
        let r = UriRef::parse(text).unwrap();
        (r.is_absolute(), r.is_relative(), r.is_same_document())
    };
    assert_eq!(is("x:a"), (true, false, false));
    assert_eq!(is("x:a#b"), (false, false, false));
    assert_eq!(is("a#b"), (false, true, false));
    assert_eq!(is(""), (false, true, true));
    assert_eq!(is("#s"), (false, true, true));
    assert_eq!(is("?y"), (false, true, false));
    assert_eq!(is("//a"), (false, true, false));
}

#[test]
fn hosts_are_addresses_or_names() {
    let host =
        |text| Uri::parse_in(text, Grammar::default().with_zones()).unwrap().host_kind().unwrap();
    assert_eq!(host("x://127.0.0.1"), Host::Ipv4([127, 0, 0, 1].into()));
    assert_eq!(host("x://127.0.0.256"), Host::Name("127.0.0.256"));
    assert_eq!(host("x://127.0.01.1"), Host::Name("127.0.01.1"));
    assert_eq!(host("x://"), Host::Name(""));
    let ipv6 = |text: &str, zone| Host::Ipv6 { address: text.parse().unwrap(), zone };
    assert_eq!(host("x://[2001:DB8::7]"), ipv6("2001:db8::7", None));
    assert_eq!(host("x://[::FFFF:1.2.3.4]"), ipv6("::ffff:1.2.3.4", None));
    assert_eq!(host("x://[1:2:3:4:5:6:7::]"), ipv6("1:2:3:4:5:6:7:0", None));
    assert_eq!(host("x://[fe80::1%25en%20]"), ipv6("fe80::1", Some("en%20")));
    assert_eq!(host("x://[v1.a:b]"), Host::Future("v1.a:b"));
    assert_eq!(Uri::parse("x:a").unwrap().host_kind(), None);
    let bad_zones = ["x://[fe80::1%25]", "x://[fe80::1%en]", "x://[fe80::1%25%4]"];
    for text in bad_zones {
        assert!(Uri::parse_in(text, Grammar::default().with_zones()).is_err(), "{text}");
    }
}

#[test]
fn addresses_are_those_that_the_standard_library_reads() {
    let mut random = kit::generate::Random::new(5);
    let pieces = [":", "::", "1", "a:", "ffff:", "0", "1.2.3.4", "00", "fffff"];
    let mut valid = 0;
    for _ in 0..kit::amount(60_000, 300_000) {
        let text: String = (0..random.below(10)).map(|_| *random.pick(&pieces)).collect();
        let uri = format!("x://[{text}]");
        let theirs = text.parse::<std::net::Ipv6Addr>().ok();
        let ours = Uri::parse(&uri).ok().and_then(|uri| match uri.host_kind() {
            Some(Host::Ipv6 { address, .. }) => Some(address),
            _ => None,
        });
        assert_eq!(ours, theirs, "{text}");
        valid += usize::from(ours.is_some());
    }
    assert!(valid > 2000, "{valid}");
}

#[test]
fn ports_and_segments() {
    let port = |text| Uri::parse(text).unwrap().port_number();
    assert_eq!(port("x://a:80"), Some(80));
    assert_eq!((port("x://a:"), port("x://a:99999"), port("x:a")), (None, None, None));
    let segments = |text| UriRef::parse(text).unwrap().segments().collect::<Vec<_>>();
    assert_eq!(segments("/a//b/"), ["a", "", "b", ""]);
    assert_eq!(segments("a/b"), ["a", "b"]);
    assert_eq!(segments("/"), [""]);
    assert!(segments("").is_empty() && segments("?a").is_empty());
}

#[test]
fn editions_have_names() {
    for edition in Edition::ALL {
        assert_eq!(edition.to_string().parse(), Ok(edition));
    }
    let unknown = "2026".parse::<Edition>().unwrap_err();
    let names = Edition::ALL.map(Edition::name).join(", ").replace(", rfc8141", " or rfc8141");
    assert_eq!(unknown.to_string(), format!("expected {names}"));
}

#[test]
fn the_prefix_of_1994_is_part_of_it() {
    let uri = Uri::parse_in("URL:http://a/b", Edition::Draft1994).unwrap();
    assert_eq!((uri.scheme(), uri.host(), uri.path()), (Some("http"), Some("a"), "/b"));
    assert_eq!(uri.to_string(), "URL:http://a/b");
    assert_eq!(Uri::parse("URL:http://a/b").unwrap().scheme(), Some("URL"));
    assert_eq!(Uri::parse_in("URL:x", Edition::Draft1994).unwrap_err().offset(), 4);
}

#[test]
fn forms_are_made_in_the_ways_of_the_language() {
    let uri: Uri<'_> = "http://a/".try_into().unwrap();
    assert_eq!(format!("{uri:>12}|"), "   http://a/|");
    assert!(Iri::try_from("\u{e9}").is_err() && UriRef::try_from("a").is_ok());
    let debug = format!("{uri:?}");
    assert!(debug.contains("host: Some(\"a\")") && debug.contains("query: None"), "{debug}");
    assert_eq!(IriRef::parse("a").unwrap().editions().iter().count(), 3);
    assert_eq!(
        format!("{:?}", uri.editions()),
        "{Draft1994, Rfc1738, Draft1997, Draft2003, Rfc3986}"
    );
    assert!(!uri.editions().is_empty() && uri.as_ref() == "http://a/");
    let wide: IriRef<'_> = Iri::from(uri).into();
    assert_eq!(*wide, *IriRef::from(UriRef::from(uri)));
    // The type determines the allowed characters, whatever the edition.
    assert!(Iri::parse_in("x:\u{e9}", Edition::Rfc3986).is_ok());
    assert!(Iri::parse_in("x:\u{e9}", Edition::Draft2003).is_err());
}

#[test]
fn finds_are_judged() {
    let mut options = urisift::Options::default();
    options.www = true;
    let text =
        b"http://a/[x] http:///a www.a.example:80/b?c#d www.a.example/%zz http://b\xc3\xbc.example";
    let found: Vec<_> = urisift::Extractor::new(options).find_iter(text).collect();
    let verdicts: Vec<_> = found
        .iter()
        .map(|f| f.validate().err().map(|fault| (fault.offset(), fault.rule())))
        .collect();
    let pct = Some((14, "pct-encoded"));
    assert_eq!(verdicts, [None, Some((7, "host")), None, pct, None]);
    let abbreviated = found[2].components();
    assert_eq!(
        (abbreviated.host(), abbreviated.port()),
        (Some(&b"www.a.example"[..]), Some(&b"80"[..]))
    );
    assert_eq!((abbreviated.path(), abbreviated.query()), (&b"/b"[..], Some(&b"c"[..])));
    assert_eq!((abbreviated.scheme(), abbreviated.fragment()), (None, Some(&b"d"[..])));
    assert_eq!(found[2].scheme_specific(), Ok(urisift::scheme::Specific::Other));
    assert!(found[2].editions().is_empty());
    assert_eq!(found[0].editions().iter().count(), 5);
    // An IRI is valid, but no URI of any edition.
    assert_eq!(found[4].editions().iter().count(), 0);
    assert_eq!(UriRef::parse("a").unwrap().as_str(), "a");
}
