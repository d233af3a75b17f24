use super::*;

#[test]
fn other_hosts() {
    for (text, target, is_other) in [
        ("http://bank.example/a", "https://evil.example/b", true),
        ("http://bank.example", "http://bank.example.evil.example/", true),
        ("http://mybank.example", "http://bank.example/", true),
        ("http://bank.example", "HTTPS://WWW.Bank.Example.:443/", false),
        ("http://bank.example", "http://login.bank.example/", false),
        ("http://login.bank.example", "http://bank.example/", false),
        ("http://bank.example", "https://slack-redir.net/link?url=http://bank.example", false),
        ("http://bank.example", "https://slack-redir.net/link?url=http://evil.example", true),
        ("http://bank.example", "/login", false),
        ("http://bank.example", "mailto:a@evil.example", false),
        ("ftp://bank.example", "http://evil.example", false),
    ] {
        let shown = other_host(text.as_bytes(), target.as_bytes());
        assert_eq!(shown, is_other.then(|| text.into()), "{text} {target}");
    }
}

#[test]
fn texts_of_links_that_show_a_host() {
    let target = "https://evil.example.net/a/readme.md";
    for (text, shown) in [
        ("\u{bb} https://bank.example.org/a.", Some("https://bank.example.org/a")),
        ("www.bank.example.org", Some("www.bank.example.org")),
        ("(bank.example.org/login)", Some("bank.example.org/login")),
        ("see https://bank.example.org/", None),
        ("https://bank.example.org/ and more", None),
        ("a@bank.example.org", None),
        ("readme.md", None),
        ("login.bank.example", Some("login.bank.example")),
        ("a bank.example", None),
        ("evil.example.net", None),
        ("1.5", None),
        ("", None),
    ] {
        let read = other_host(text.as_bytes(), target.as_bytes());
        assert_eq!(read.as_deref(), shown.map(str::as_bytes), "{text}");
    }
}

fn based(default: Option<&str>, bases: &[&str]) -> Base {
    let bases = bases.iter().map(|base| (*base).to_owned()).collect();
    Base::of(default, &Part { bases, ..Part::default() })
}

fn link(value: &str, role: Role) -> Link {
    Link {
        value: value.into(),
        raw: Span { start: 0, end: value.len() as u64 },
        decoded: false,
        truncated: false,
        name: "a@href".into(),
        role,
        text: Vec::new(),
        message: None,
    }
}

fn uri(value: &str, base: Option<&str>) -> Option<String> {
    let link = link(value, Role::Reference);
    match meaning(&link, &based(base, &[]), &Extractor::default(), &mut None) {
        Meaning::Uri(found) => Some(String::from_utf8_lossy(found.uri()).into_owned()),
        Meaning::Text => Some("text".to_owned()),
        Meaning::NoBase => Some("no base".to_owned()),
        Meaning::Nothing => None,
    }
}

#[test]
fn plain_uris_are_found_from_their_start() {
    const PIECES: &[&str] = &[
        "a",
        "a.example",
        "/",
        "?",
        "=",
        "&",
        "%",
        "%41",
        "+",
        ",",
        ";",
        ":",
        "@",
        "#",
        "-",
        ".",
        "..",
        "_",
        "~",
        "//",
        "&amp;",
        "&quot;",
        "%22",
        "http://",
        "https:",
        "www.",
        "80",
        "mailto:",
    ];
    let mut state = 1u64;
    let mut below = |end: usize| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as usize % end
    };
    let plain = Extractor::default();
    let full = Extractor::builder().www(true).bare(true).email(true).build();
    for _ in 0..100_000 {
        let count = below(9);
        let rest: String = (0..count).map(|_| PIECES[below(PIECES.len())]).collect();
        let uri = format!("{}://{rest}", ["http", "https"][below(2)]);
        for extractor in [&plain, &full].iter().filter(|e| e.starts_plainly(uri.as_bytes())) {
            let found = extractor.find_iter(uri.as_bytes()).next().unwrap();
            assert_eq!(found.span().start, 0, "{uri}");
            assert_eq!(found.uri(), found.raw(), "{uri}");
        }
    }
}

#[test]
fn references_become_uris() {
    let base = Some("http://a.example/b/c?q");
    for (value, base, expected) in [
        ("http://x.example/", None, Some("http://x.example/")),
        ("mailto:a@b.example", None, Some("mailto:a@b.example")),
        ("javascript:void(0)", None, Some("javascript:void(0)")),
        ("d", base, Some("http://a.example/b/d")),
        ("//x.example/y", base, Some("http://x.example/y")),
        ("?z", base, Some("http://a.example/b/c?z")),
        ("a b", base, Some("http://a.example/b/a%20b")),
        ("http://x.example/a b", None, Some("http://x.example/a%20b")),
        ("/r?u=http://x.example/", base, Some("http://a.example/r?u=http://x.example/")),
        ("#top", base, Some("http://a.example/b/c?q#top")),
        ("see http://x.example/", base, Some("text")),
        ("\u{201c}http://x.example/\u{201d}", base, Some("text")),
        ("{{url}}", base, None),
        ("' + url + '", base, None),
        ("#", base, None),
        ("//", base, None),
        ("mailto:<a@b.example>", None, Some("mailto:<a@b.example>")),
        ("http://", base, None),
        ("mailto:", base, None),
        ("foo.html:3", base, None),
        ("./x:y", base, Some("http://a.example/b/x:y")),
        ("d", None, Some("no base")),
        ("#d", None, None),
        ("C:\\x", None, None),
        ("C:\\x", base, None),
        ("/x[1].jpg", base, Some("http://a.example/x%5B1%5D.jpg")),
        ("d\\e f", base, Some("http://a.example/b/d/e%20f")),
        ("http:d", base, Some("http://a.example/b/d")),
        ("https:d", base, Some("https://d")),
        ("http:d", None, Some("http:d")),
        ("{a}", base, Some("http://a.example/b/%7Ba%7D")),
        ("${a}", base, None),
        ("a?<%= b %>", base, None),
        ("#{a}", base, None),
        // Names of schemes that are not registered.
        ("foo:bar", None, Some("foo:bar")),
        ("x-app:open bar", base, Some("x-app:open%20bar")),
        ("com.a.app:/open", None, Some("com.a.app:/open")),
        ("about:blank", None, Some("about:blank")),
        ("unknown:0", None, None),
        ("unknown:a", None, Some("unknown:a")),
        ("foo:?u=http://x.example/", None, Some("foo:?u=http://x.example/")),
        ("foo:http://x.example/", None, Some("text")),
        ("foo:", None, None),
        ("foo://", None, None),
        ("foo: bar", None, None),
        ("foo::bar", None, None),
        ("localhost:8080", base, None),
        ("localhost:8080/a", base, None),
        ("foo.html:bar", base, None),
        ("foo:{{bar}}", base, None),
        ("1:2", None, None),
    ] {
        assert_eq!(uri(value, base).as_deref(), expected, "{value}");
    }
}

#[test]
fn the_verdict_is_that_of_the_reference() {
    let base = based(Some("http://x.example/a|b/"), &[]);
    for (value, fault) in [
        ("/c", None),
        ("c", Some("http://x.example/a")),
        ("/d[1]", Some("http://x.example/d")),
        ("/d\\e", Some("http://x.example")),
        ("http://x.example/d e", Some("http://x.example/d")),
        ("http://x.example/d e|", Some("http://x.example/d%20e")),
    ] {
        let link = link(value, Role::Reference);
        let extractor = Extractor::default();
        let Meaning::Uri(found) = meaning(&link, &base, &extractor, &mut None) else { panic!() };
        let at = found.validate().err().map(|fault| fault.offset());
        assert_eq!(at, fault.map(str::len), "{value}");
        let is_mended = found.validate().is_err_and(|fault| fault.rule() == "URI-reference");
        assert_eq!(is_mended, fault.is_some() && !value.ends_with('|'), "{value}");
        assert_eq!(found.judgement().verdict, found.validate());
    }
}

#[test]
fn layers_of_bases() {
    let base = based(Some("http://a.example/"), &["b/", "c d/"]);
    assert_eq!(base.said(), Some("http://a.example/b/c%20d/"));
    let base = based(None, &["b/", "http://x.example/y#z", "{{z}}"]);
    assert_eq!(base.said(), Some("http://x.example/y"));
    let base = based(None, &["http://x.example/y?a[]=1", "//x y/"]);
    assert_eq!(base.said(), Some("http://x.example/y?a%5B%5D=1"));
}

#[test]
fn the_scheme_is_guessed_in_mail() {
    let part = Part { message: Some(Default::default()), ..Part::default() };
    let (base, extractor) = (Base::of(None, &part), Extractor::default());
    for (value, expected) in [
        ("//a.example/x", Some("https://a.example/x")),
        ("/x", None),
        ("x", None),
        ("?x", None),
        ("http:x", Some("http:x")),
        ("//", None),
    ] {
        let link = link(value, Role::Reference);
        let uri = match meaning(&link, &base, &extractor, &mut None) {
            Meaning::Uri(found) => Some(String::from_utf8_lossy(found.uri()).into_owned()),
            _ => None,
        };
        assert_eq!(uri.as_deref(), expected, "{value}");
    }
    assert!(base.guesses(&link("//a.example/x", Role::Reference)) && base.said().is_none());
    let mut based = base.clone();
    based.follow(&link("d/", Role::Base));
    assert_eq!(based.said(), None);
    based.follow(&link("//b.example/d/", Role::Base));
    assert_eq!(based.said(), Some("https://b.example/d/"));
}

#[test]
fn a_canonical_address_is_a_guess() {
    let canonical = Some("http://c.example/d/".to_owned());
    let part = Part { canonical, ..Part::default() };
    let (relative, absolute) = (link("f", Role::Reference), link("http:f", Role::Reference));
    let mut base = Base::of(None, &part);
    assert!(base.guesses(&relative) && !base.guesses(&absolute));
    base.follow(&link("e/", Role::ScopedBase));
    assert!(base.guesses(&relative));
    assert_eq!(base.said(), Some("http://c.example/d/e/"));
    base.follow(&link("http://a.example/", Role::Base));
    assert!(!base.guesses(&relative));
    for (default, bases, said) in [
        (Some("http://b.example/"), vec![], None),
        (None, vec!["http://a.example/".to_owned()], Some("http://a.example/")),
    ] {
        let base = Base::of(default, &Part { bases, ..part.clone() });
        assert_eq!((base.guesses(&relative), base.said()), (false, said));
    }
}

#[test]
fn a_scope_has_a_base_of_its_own() {
    use Role::{Base as B, ScopeEnd as E, ScopedBase as S};
    let mut base = based(None, &[]);
    for (value, role, expected) in [
        ("", E, None),
        ("http://b.example/d/", S, Some("http://b.example/d/")),
        ("e/", S, Some("http://b.example/d/e/")),
        ("//%/", S, Some("http://b.example/d/e/")),
        ("", E, Some("http://b.example/d/e/")),
        ("/f", B, Some("http://b.example/f")),
        ("", E, Some("http://b.example/d/")),
        ("", E, None),
        ("", E, None),
    ] {
        let link = link(value, role);
        base.follow(&link);
        assert_eq!(base.said(), expected, "{value}");
    }
}
