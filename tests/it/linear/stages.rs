//! The stages after finding: gathering, selecting, normalising, printing.

use super::family::{BESIDE, Family, Input, numbered, repeated};

pub fn families() -> Vec<Family> {
    [gathering(), making(), selecting(), printing()].into_iter().flatten().collect()
}

/// URIs that all differ.
fn uris(size: usize) -> Vec<u8> {
    numbered(size, |i| format!("http://a{i}.example/{i}?{i}\n"))
}

fn of_uris(name: &str, args: &[&'static str]) -> Family {
    Family::new(name, uris).with(args)
}

/// One long URI.
fn one(name: &str, front: &'static str, piece: &'static str, args: &[&'static str]) -> Family {
    Family::after(name, front, piece).with(args)
}

fn gathering() -> Vec<Family> {
    vec![
        of_uris("unique: URIs", &["--unique"]),
        of_uris("unique: normal forms", &["--unique=normal"]),
        of_uris("unique: domains", &["--unique=domain", "-c"]),
        of_uris("by: hosts", &["--by", "host"]),
        of_uris("by: paths", &["--by", "path", "--top", "10", "--json"]),
        Family::of_piece("by: one key", "http://a/\n").with(&["--by", "host"]),
        Family::new("unique: URIs that start alike", |size| {
            numbered(size, |i| format!("http://a/{}/{i}\n", "b".repeat(1000)))
        })
        .with(&["--unique"]),
        one("by: domains of one long host", "http://", "a.", &["--by", "domain"]),
        of_uris("stats", &["--stats"]),
        Family::new("stats: schemes", |size| numbered(size, |i| format!("a{i}b://c\n")))
            .with(&["--stats"]),
    ]
}

fn making() -> Vec<Family> {
    let up = |front: &'static str, piece: &'static str| {
        move |size: usize| {
            [front.as_bytes(), &repeated("a/", size / 2), &repeated(piece, size / 2)].concat()
        }
    };
    vec![
        one("normalize: dots", "http://a/", "../", &["--normalize=all"]),
        one("normalize: dots that are encoded", "http://a/", "%2E%2e/", &["--normalize=all"]),
        one("normalize: segments and dots", "http://a/", "b/../c/", &["--normalize=all"]),
        Family::new("normalize: up again", up("http://a/", "../")).with(&["--normalize=all"]),
        one("normalize: empty segments", "http://a/", "/", &["--normalize=all"]),
        one("normalize: escapes", "http://a/", "%41%2f%c3%a9", &["--normalize=all"]),
        one("normalize: broken escapes", "http://a/", "%4%g", &["--normalize=all"]),
        one("normalize: a host", "http://", "A%2e", &["--normalize=all"]),
        one("normalize: a host beyond ASCII", "http://", "é.", &["--normalize=all"]),
        one("normalize: one long label", "http://", "éa", &["--normalize=all"]),
        one(
            "normalize: one long label of many letters",
            "http://a",
            "éèêëабвгαβγδ",
            &["--normalize=all"],
        ),
        one("normalize: punycode", "http://", "xn--a-ecp.", &["--normalize=all"]),
        one("normalize: one long label of punycode", "http://xn--", "ecpa", &["--normalize=all"]),
        one("normalize: addresses", "mailto:a@b", ",%41@C", &["--normalize=all"]),
        one("normalize: a name of a resource", "urn:a:", "%41%2fB", &["--normalize=all"]),
        one("resolve: dots", "http:", "../", &["--base", "http://a/b/c/d"]),
        Family::new("resolve: references of a page", |size| {
            [b"<!doctype html>".to_vec(), repeated("<a href=../../../../../../b>", size)].concat()
        })
        .with(&["--base", "http://a/b/c/d"]),
        Family::new("resolve: one reference of a page", |size| {
            [b"<!doctype html><a href=".to_vec(), repeated("../", size), b">".to_vec()].concat()
        })
        .with(&["--base", "http://a/b/c/d"]),
        one(
            "unwrap: links in each other",
            "https://www.google.com/url?q=",
            "https://www.google.com/url%3Fq=",
            &["--unwrap"],
        ),
        one(
            "unwrap: escapes of escapes",
            "https://www.google.com/url?q=http",
            "%2525",
            &["--unwrap"],
        ),
        one("unwrap: URL Defense", "https://urldefense.com/v3/__http://a/", "*b", &["--unwrap"]),
        one("unwrap: parameters", "https://www.google.com/url?", "a=b&", &["--unwrap"]),
        Family::of_piece("defang: URIs", "http://a.b.c.d.e:80/f\n").with(&["--defang"]),
        one("defang: one host", "http://", "a.", &["--defang"]),
    ]
}

/// A text, and values for a flag that reads them from a file.
fn listed(name: &str, args: &[&'static str], make: fn(usize) -> [Vec<u8>; 2]) -> Family {
    let input = move |size| {
        let [bytes, beside] = make(size);
        Input { bytes, beside: Some(beside) }
    };
    Family::new(name, input).with(args).of_size(32 << 10)
}

fn selecting() -> Vec<Family> {
    vec![
        listed("select: hosts", &["--hosts-from", BESIDE], |size| {
            [uris(size), numbered(size, |i| format!("a{i}.example\n"))]
        }),
        listed("select: hosts with stars", &["--hosts-from", BESIDE], |size| {
            [uris(1000), numbered(size, |i| format!("*{i}*.example\n"))]
        })
        .of_size(4 << 10),
        listed("select: networks", &["--hosts-from", BESIDE], |size| {
            [
                numbered(size, |i| format!("http://10.{}.{}.1/\n", i >> 8 & 255, i & 255)),
                numbered(size, |i| format!("10.{}.{}.0/24\n", i >> 8 & 255, i & 255)),
            ]
        }),
        listed("select: domains", &["--domains-from", BESIDE], |size| {
            [uris(size), numbered(size, |i| format!("a{i}.example\n"))]
        }),
        listed("select: schemes", &["--schemes-from", BESIDE], |size| {
            [numbered(size, |i| format!("a{i}b://c\n")), numbered(size, |i| format!("a{i}b\n"))]
        }),
        listed("select: paths", &["--paths-from", BESIDE], |size| {
            [uris(size), numbered(size, |i| format!("/{i}\n"))]
        }),
        listed("select: paths below each other", &["--exclude-paths-from", BESIDE], |size| {
            [
                [b"http://a/".to_vec(), repeated("ab", size)].concat(),
                numbered(size, |i| format!("/{}{i}\n", "ab".repeat(20))),
            ]
        }),
        listed("select: globs", &["--paths-from", BESIDE], |size| {
            [uris(1000), numbered(size, |i| format!("*{i}*{i}*\n"))]
        })
        .of_size(4 << 10)
        .known(),
        listed("select: expressions", &["--regexes-from", BESIDE], |size| {
            [uris(1000), numbered(size, |i| format!("x{i}y\n"))]
        })
        .of_size(4 << 10),
        one("select: one glob, one path", "http://a/", "ab", &["--path", "*a*b*a*b*a*b*c"]),
        one("select: one expression", "http://a/", "ab", &["--regex", "(a|b|ab)*(a|b|ab)*c$"]),
        one("select: one host", "http://", "a.", &["--host", "*a*b*c*"]),
        one(
            "select: many labels",
            "http://",
            "a.",
            &["--exclude-domain", "b.example", "--exclude-tld", "b"],
        ),
        one("select: noise", "http://", "www.w3.org.", &["--exclude-noise"]),
        one("select: private hosts", "http://", "1.", &["--no-private"]),
        Family::of_piece(
            "select: addresses",
            "http://0x7f.1/ http://[::ffff:1.2.3.4]/ http://1.2.3/\n",
        )
        .with(&["--private"]),
        one("select: valid ones", "http://a/", "b^", &["--invalid"]),
    ]
}

fn printing() -> Vec<Family> {
    vec![
        of_uris("print: CSV", &["--csv", "--judge"]),
        of_uris("print: a template", &["--format", "%{line} %s %S/%r/%t %e %{cautions}"]),
        of_uris("print: replacements", &["--replace", "<%{normal} %r>", "--normalize"]),
        one("print: a replacement", "http://a/", "b%41", &["--replace", "<%{raw}>"]),
        Family::of_piece("print: text without a URI", "a: é\r").with(&["--replace", "x"]),
        of_uris("print: lines around", &["-C", "3"]),
        Family::of_piece("print: one line around", "http://a/b ")
            .with(&["-C", "1", "--json"])
            .of_size(4 << 10),
        Family::of_piece("print: bytes around", "http://a/b ")
            .with(&["--context-bytes", "1k"])
            .of_size(32 << 10),
        one("print: parameters", "http://a/?", "a=b+%41&", &["--format", "keypairs"]),
        one("print: judgements of a host", "http://", "a%2e@", &["--judge"]),
        one("print: judgements of a path", "http://a/", "%0d%0a%00\u{e9}", &["--judge"]),
        one("print: judgements of numbers", "http://", "0x1.", &["--judge"]),
        one("print: judgements of a user", "http://", "a:b@", &["--judge"]),
        one(
            "print: harmless escapes",
            "http://a/",
            "\u{e9}\u{308}",
            &["--color", "always", "--hyperlinks", "always"],
        ),
        one("print: columns of one line", "", "http://a/ ", &["--column", "-H", "--iri=never"]),
        Family::of_piece("print: a database", "http://a/ http://b/\n").with(&["--csv", "--judge"]),
    ]
}
