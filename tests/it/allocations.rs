//! Parsing allocates nothing, and neither does an operation that changes nothing.

use urisift::{Components, Edition, Iri, ResolveOptions, Steps, Uri, UriRef};

/// The number of allocations of a function.
fn allocations(run: impl FnOnce()) -> u64 {
    allocation_counter::measure(run).count_total
}

#[test]
fn parsing_allocates_nothing() {
    let texts = [
        "http://user:password@www.example.com:8080/a/b;c/d?e=f&g#h",
        "http://[2001:db8::7]/%7Eabc/%E2%82%AC",
        "gopher://h:70/0sel%09%09+application/postscript%20Es_ES",
        "urn:isbn:0-8044-2957-X?s=I2L&c=ToC#f",
        "mailto:a@b.example,c@d.example?subject=x",
        "../a/b?c",
        "http://a/[x]",
        "http://b\u{fc}cher.example/",
    ];
    let mut valid = 0;
    let count = allocations(|| {
        for text in texts {
            valid += usize::from(Uri::parse(text).is_ok_and(|uri| uri.scheme_specific().is_ok()));
            valid += usize::from(UriRef::parse(text).is_ok());
            valid += usize::from(Iri::parse(text).is_ok_and(|iri| iri.scheme_specific().is_ok()));
            valid += usize::from(Components::of(text.as_bytes()).host().is_some());
            for edition in Edition::ALL {
                valid += usize::from(Uri::parse_in(text, edition).is_ok());
            }
        }
    });
    assert_eq!(count, 0);
    let base = Uri::parse("http://a/b/c").unwrap();
    let normal = Uri::parse("http://a.example/~b/%2F?c=%20d").unwrap();
    let absolute = UriRef::parse("http://a.example/b?c#d").unwrap();
    let count = allocations(|| {
        assert_eq!(normal.normalized(Steps::ALL).as_ref(), normal.as_str());
        assert!(normal.is_equivalent(&normal, Steps::ALL));
        assert!(base.resolve(&absolute, ResolveOptions::default()).uri().is_some());
    });
    assert_eq!(count, 0);
    assert!(valid > 30, "{valid}");
    // The counter counts.
    assert!(allocations(|| drop(std::hint::black_box(vec![1]))) > 0);
}

/// A find keeps only its place, unless it has to be joined from pieces.
#[test]
fn finding_allocates_nothing() {
    let text = "see http://a.example/b?c=d, (https://b.example/e_(f)) and <ftp://c.example/g>\n"
        .repeat(1000);
    // Which vectors the CPU has is detected once.
    let mut finds = urisift::find_iter(b"").count();
    let count = allocations(|| finds = urisift::find_iter(text.as_bytes()).count());
    assert_eq!((finds, count), (3000, 0));
}
