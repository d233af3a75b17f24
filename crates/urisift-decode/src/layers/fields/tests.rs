use super::*;
use crate::testing::{dripping, seen};

/// The header of an HTTP message.
fn read(reader: &mut PeekReader<'_>) -> Option<Head> {
    Head::read(reader, LONGEST, |_, _, _| false)
}

#[test]
fn a_head_ends_with_an_empty_line() {
    for (bytes, expected) in [
        (&b"A/1\r\nB: c\r\n\r\nbody"[..], Some(13)),
        (b"A/1\nB: c\n\nbody\n\n", Some(10)),
        (b"A/1\r\n\nbody", Some(6)),
        (b"A/1\r\n\rbody", Some(10)),
        (b"A/1", Some(3)),
        (b"", Some(0)),
    ] {
        for step in 1..9 {
            let mut reader = dripping(bytes, step);
            let len = read(&mut reader).map(|head| head.whole_len());
            assert_eq!(len, expected, "{step} at a time");
        }
    }
}

#[test]
fn every_field_ends_at_a_border() {
    let text = b"A/1\nB: <c \n d\ne:\nF: g\n\n";
    let mut reader = dripping(text, 99);
    let head = read(&mut reader).unwrap();
    let link = Piece::link(20..21, "F");
    let pieces = vec![Piece::Verbatim(0..4), Piece::Verbatim(7..20), link, Piece::Verbatim(21..23)];
    let seen = seen(&mut Pieces::new(&reader, head.with_borders(text, pieces)), 3);
    assert_eq!(seen.text, b"A/1\n<c \n d\x1f\ne:\nF: \0\n\n");
}

#[test]
fn a_head_without_end_is_none() {
    let endless = vec![b'a'; 3 * LONGEST];
    assert!(read(&mut dripping(&endless, 7777)).is_none());
    let many = b"a: b\n".repeat(LONGEST);
    assert!(read(&mut dripping(&many, 7777)).is_none());
}

#[test]
fn a_field_that_is_one_uri_is_whole() {
    for (field, text, links) in [
        ("Location: http://a/b|c.", "Location: |http://a/b|c.|", &[][..]),
        ("location:http://a/b c", "location:\0", &["http://a/b c"]),
        ("Location: ../b", "Location: \0", &["../b"]),
        ("Location: see http://a/", "Location: \0", &["see http://a/"]),
        ("Content-Location: b", "Content-Location: \0", &["b"]),
        ("Referer: http://a/b`c", "Referer: \0", &["http://a/b`c"]),
        ("WARC-Target-URI: <http://a/>", "WARC-Target-URI: <http://a/>", &[]),
        ("WARC-Target-URI: < http://a/\\ >", "WARC-Target-URI: < \0 >", &["http://a/\\"]),
        ("Location: http://a/\r\n b", "Location: http://a/\r\n b", &[]),
        ("Location:", "Location:", &[]),
        (
            "Link: <a.css>; rel=x, </b>, <http://c/>",
            "Link: <\0>; rel=x, <\0>, <http://c/>",
            &["a.css", "/b"],
        ),
        ("Refresh: 5; URL=a.html", "Refresh: 5; URL=\0", &["a.html"]),
        ("Refresh: 5", "Refresh: 5", &[]),
        ("Link: <a b>, <>", "Link: <a b>, <>", &[]),
        ("Location: <>", "Location: <>", &[]),
        ("X: http://a/b|c", "X: http://a/b|c", &[]),
    ] {
        let bytes = format!("A: b\r\n{field}\r\nLeft: out\r\n\r\n");
        let mut reader = dripping(bytes.as_bytes(), 5);
        let head = read(&mut reader).unwrap();
        let live = reader.live().to_vec();
        let seen = seen(&mut head.exact(&reader, |field| field.is(&live, "left")), 3);
        let shown = String::from_utf8(seen.text).unwrap().replace('\u{1f}', "|");
        let has_uri = field.contains("://") && !text.ends_with('|');
        let end = if has_uri { "|" } else { "" };
        assert_eq!(shown, format!("A: b\r\n{text}{end}\r\n\r\n"));
        assert!(
            seen.links.iter().map(|link| &link.value[..]).eq(links.iter().map(|l| l.as_bytes()))
        );
    }
    let bytes = b"A: b\nOne: <\xe9 >\nTwo: <>\n\n";
    let head = read(&mut dripping(bytes, 5)).unwrap();
    assert_eq!((head.uri(bytes, "one"), head.uri(bytes, "two")), (Some("%E9".into()), None));
}

#[test]
fn fields_are_found_whatever_their_case() {
    let text = b"A/1\r\nOne: 1\r\ntwo :\t a\r\n b \r\nempty:\r\nno field\r\n :c\r\nONE: 3";
    let head = read(&mut dripping(text, 3)).unwrap();
    let values = ["one", "TWO", "empty", "no field"].map(|name| head.text(text, name));
    assert_eq!(values, [Some("1".into()), Some("a\r\n b".into()), None, None]);
    assert_eq!(head.fields.len(), 4);
    // An empty value is where the body ends without its line break.
    assert_eq!(head.fields[2].value(text), 34..34);
    assert_eq!(head.fields[2].end(text), 34);
}
