//! URIs in mail, and at the borders of what holds them.

use super::*;

/// A mailbox whose messages say how long they are (mboxcl): what they say counts only if it fits.
#[test]
fn a_mailbox_with_lengths() {
    let from = "From a@b.example Thu Jan  1 00:00:00 1970\n";
    let body = format!("http://a.example/\n\n{from}X: http://b.example/\n");
    for (length, parts) in [
        (body.len(), ["msg 1/1 text/plain", "msg 1/1 text/plain", "msg 2/1 text/plain"]),
        (7, ["msg 1/1 text/plain", "msg 2/header", "msg 3/1 text/plain"]),
        (99999, ["msg 1/1 text/plain", "msg 2/header", "msg 3/1 text/plain"]),
    ] {
        let first = format!("{from}Content-Length: {length}\n\n{body}\n");
        let outcome = search(&[], format!("{first}{from}X: y\n\nhttp://c.example/\n").as_bytes());
        assert_eq!(outcome.parts(), parts, "{length}");
        assert_eq!(outcome.uris(), ["http://a.example/", "http://b.example/", "http://c.example/"]);
    }
}

/// Files of messages other than mailboxes, each with the places and the parts of its finds.
#[test]
fn messages_in_other_files() {
    let mail = "Subject: a\nTo: b\n\nsee http://a.example/\n";
    let list = "<?xml version=\"1.0\"?>\n<plist><string>http://b.example/&amp;</string></plist>\n";
    let border = "\u{1}\u{1}\u{1}\u{1}\n";
    for (file, parts) in [
        (
            format!("{border}{mail}{border}{border}{mail}{border}"),
            &["msg 1/1 text/plain", "msg 2/1 text/plain"][..],
        ),
        (
            format!(
                "BABYL OPTIONS:\n\u{1f}\u{c}\n1,,\n{0}*** EOOH ***\n{mail}\u{1f}\u{c}\n0,,\n*** EOOH ***\n{mail}\u{1f}",
                &mail[..16]
            ),
            &["msg 1/1 text/plain", "msg 2/1 text/plain"],
        ),
        (
            format!("#! rnews {0}\n{mail}#! rnews {0}\n{mail}", mail.len()),
            &["msg 1/1 text/plain", "msg 2/1 text/plain"],
        ),
        (format!("{}\n{mail}{list}", mail.len()), &["msg/1 text/plain", "plist/html"]),
        (
            format!("\u{feff}From -12\n{mail}From - \n{mail}"),
            &["msg 1/1 text/plain", "msg 2/1 text/plain"],
        ),
        (
            format!("From a@b.example\n{mail}\nFrom c\n{mail}"),
            &["msg 1/1 text/plain", "msg 2/1 text/plain"],
        ),
        (
            format!("From \n{mail}\n>From \n\nFrom \r\n{mail}"),
            &["msg 1/1 text/plain", "msg 2/1 text/plain"],
        ),
        (
            format!("From - Mon Dec 11 09:05:01 2000\n{mail}\nFrom \n{mail}"),
            &["msg 1/1 text/plain", "msg 2/1 text/plain"],
        ),
        (
            format!("From c@d.example Thu Jan  1 00:00:00 1970\n{mail}\nFrom \n{mail}"),
            &["msg 1/1 text/plain"; 2],
        ),
        (
            format!("From c@d.example Thu Jan  1 00:00:00 1970\n{mail}\nFrom c\n{mail}"),
            &["msg 1/1 text/plain"; 2],
        ),
    ] {
        let outcome = search(&[], file.as_bytes());
        assert_eq!(outcome.parts(), parts, "{file}");
        assert_eq!((outcome.code, outcome.problems.as_str()), (Some(0), ""), "{file}");
        for find in outcome.finds {
            let start = find["start"].as_u64().unwrap() as usize;
            assert!(file[start..].starts_with("http://"), "{file}");
        }
    }
}

/// The line above a footer.
const RULE: &str = "________________________________________";

/// Bodies, parts, fields and members with a URI that something follows, and how many they have.
fn borders(uri: &str) -> Vec<(&'static str, Vec<u8>, usize)> {
    let mail = |fields: &str, body: &str| format!("From: a\nTo: b\n{fields}\n{body}");
    let base64 = "Content-Transfer-Encoding: base64\n";
    let encoded = "aHR0cDovL2EuZXhhbXBsZS9iLw==";
    let multipart = "Content-Type: multipart/mixed; boundary=x\n";
    let http =
        format!("HTTP/1.1 301 Moved\r\nLocation: {uri}\r\nc/d-e: f\r\nX: <{uri}\r\nY: z>\r\n\r\n");
    let chunked = format!(
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Type: text/plain\r\n\r\n13\r\n{uri}\r\n0\r\n\r\nc/d"
    );
    let record = |http: &str| pack::warc("response", "", "application/http", http.as_bytes());
    let member = uri.as_bytes();
    let rest = "\nbegin 644 a\n3:'1T<#HO+V$N97AA;7!L92]B+P  \n`\nend\nc/d\n";
    vec![
        ("base64 and a footer", mail(base64, &format!("{encoded}\n{RULE}\n")).into_bytes(), 1),
        ("base64 and a word", mail(base64, &format!("{encoded}\nd\n")).into_bytes(), 1),
        (
            "base64 and a part",
            mail(multipart, &format!("--x\n{base64}\n{encoded}\n--x\n\nc/d\n--x--\n")).into_bytes(),
            1,
        ),
        (
            "quoted-printable and a footer",
            mail("Content-Transfer-Encoding: quoted-printable\n", &format!("{uri}=\n{RULE}\n"))
                .into_bytes(),
            1,
        ),
        ("a preamble", mail(multipart, &format!("{uri}\n--x\n\nc/d\n--x--\n")).into_bytes(), 1),
        (
            "a part and the next",
            mail(multipart, &format!("--x\n\n<{uri}\n--x\n\nc/d>\n--x--\nc>\n")).into_bytes(),
            1,
        ),
        ("a field", mail(&format!("X-Url: {uri}\nc/d: e\n"), "c\n").into_bytes(), 1),
        ("a field in a bracket", mail(&format!("X-Url: <{uri}\nY:z>\n"), "c\n").into_bytes(), 1),
        ("a header", mail(&format!("X-Url: <{uri}\n"), "c>\n").into_bytes(), 1),
        ("text and a file in it", mail("", &format!("{uri}{rest}")).into_bytes(), 2),
        (
            "messages",
            mail("", &format!("{uri}\n"))
                .replace("From: a", "From -1\nX-A: b\nFrom: a")
                .repeat(2)
                .into_bytes(),
            2,
        ),
        ("fields of HTTP", record(&http), 2),
        ("chunks", record(&chunked), 1),
        (
            "records",
            [
                pack::warc("resource", "", "text/plain", member),
                pack::warc("resource", "", "text/plain", b"c/d"),
            ]
            .concat(),
            1,
        ),
        ("members of tar", [pack::tar("a", member), pack::tar("b", b"c/d")].concat(), 1),
        ("members of gz", [pack::gz(&pack::tar("a", member)), b"c/d".to_vec()].concat(), 1),
    ]
}

/// No URI goes on in what follows a body, a part, a field or a member.
#[test]
fn borders_end_uris() {
    let uri = "http://a.example/b/";
    for (name, bytes, count) in borders(uri) {
        let outcome = search(&[], &bytes);
        assert_eq!(outcome.uris(), vec![uri; count], "{name}");
    }
}

/// A field that is one URI is whole wherever it is folded, and what is encoded is decoded; other fields end their
/// URIs at a fold.
#[test]
fn uris_in_fields_that_are_folded_or_encoded() {
    for (fields, uris) in [
        (
            "Content-Location: http://a.example/b/\r\n  c/\n\td.html\n",
            &["http://a.example/b/c/d.html"][..],
        ),
        (
            "Content-Base: =?us-ascii?Q?http:=2F=2Fa=2Eexample?=\n =?us-ascii?q?=2Fb?=\n",
            &["http://a.example/b"],
        ),
        (
            "Content-Type: message/external-body; access-type=URL;\n URL=\"ftp://a.example/1/2/\n   3/\n\t4.html\"\n",
            &["ftp://a.example/1/2/3/4.html"],
        ),
        ("Content-Type: text/plain; name=\"http://a.example/\n b\"\n", &[]),
        (
            "Content-Type: message/external-body; a=http://a.example/b;\n c=\"d\"\n",
            &["http://a.example/b"],
        ),
        (
            "List-Archive: =?utf-8?q?=3Chttps=3A=2F=2Fa.example=2F=3E?=,\n <mailto:b at c.example>\n",
            &["https://a.example/", "mailto:b@c.example"],
        ),
        ("X-Url: http://a.example/b\n c\n", &["http://a.example/b"]),
    ] {
        let outcome = search(&[], format!("From: a\nTo: b\n{fields}\n").as_bytes());
        assert_eq!(outcome.uris(), uris, "{fields}");
    }
    let mail = "From: a\nTo: b\nContent-Location: http://a.example/\n  b\n\n";
    let outcome = search(&[], mail.as_bytes());
    let find = &outcome.finds[0];
    assert_eq!((&find["start"], &find["end"]), (&32.into(), &53.into()));
    assert_eq!(find["decoded"], true);
}

/// Files in uuencode and yEnc are attachments, and their lines are no text, also without the first of them.
#[test]
fn files_in_the_text_of_a_message() {
    let from = "From a@b.example Thu Jan  1 00:00:00 1970\nFrom: a\nTo: b\n";
    let uu =
        "begin 644 c d.txt\nJ<V5E(&AT=' Z+R]B+F5X86UP;&4O8RP@:'1T<#HO+V0N97AA;7!L92\\*\n`\nend\n";
    let yenc = b"=ybegin line=128 size=42 name=c d.txt\r\n\x9d\x8f\x8f\x4a\x92\x9e\x9e\x9a\x64\x59\x59\x8c\x58\x8f\xa2\x8b\x97\x9a\x96\x8f\x59\x8d\x56\x4a\x92\x9e\x9e\x9a\x64\x59\x59\x8e\x58\x8f\xa2\x8b\x97\x9a\x96\x8f\x59\x34\r\n=yend size=42\r\n";
    let lines = "MFTP://A.EXAMPLE/B\" FTP://A.EXAMPLE/B\" FTP://A.EXAMPLE/B\" FTP\n".repeat(3);
    let text = |file: &[u8]| [b"http://a.example/\n", file, b"http://e.example/\n"].concat();
    let uris =
        ["http://a.example/", "http://b.example/c", "http://d.example/", "http://e.example/"];
    let find = |bytes: &[u8]| search(&[], bytes);
    for (fields, body, step) in [
        ("", text(uu.as_bytes()), "uu c d.txt"),
        ("", text(uu.replace('\n', "\r\n").as_bytes()), "uu c d.txt"),
        ("Content-Length: {}\n", text(uu.as_bytes()), "uu c d.txt"),
        (
            "Content-Type: image/x; a=b\nContent-Transfer-Encoding: x-uuencode\n",
            text(uu.as_bytes()),
            "uu c d.txt",
        ),
        ("", text(yenc), "yenc c d.txt"),
    ] {
        let fields = fields.replace("{}", &body.len().to_string());
        let outcome = find(&[from.as_bytes(), fields.as_bytes(), b"\n", &body].concat());
        if !fields.contains("image") {
            assert_eq!(outcome.uris(), uris, "{step}");
            let file = format!("msg 1/1 text/plain/{step}");
            assert_eq!(outcome.parts()[1..3], [&file, &file]);
        } else {
            assert_eq!(outcome.uris(), uris[1..3], "{step}");
        }
        assert_eq!((outcome.code, outcome.problems.as_str()), (Some(0), ""), "{step}");
    }
    let encoded = text(uu.as_bytes());
    let outcome = find(&[b"From: a\nTo: b\n\n", &encoded[..]].concat());
    assert_eq!((&outcome.finds[1]["start"], &outcome.finds[1]["end"]), (&56.into(), &84.into()));
    assert_eq!(outcome.finds[1]["decoded"], true);
    for (body, count) in
        [(lines.clone(), 0), (format!("{lines}end\n"), 0), (lines[..2 * 62].to_owned(), 6)]
    {
        let outcome = find(format!("From: a\nTo: b\n\n{body}").as_bytes());
        assert_eq!(outcome.uris().len(), count, "{:?}", outcome.uris());
    }
    let prose = "begin 644 c\nhttp://a.example/ is text\n=ybegin is http://b.example/\n";
    let outcome = find(format!("From: a\nTo: b\n\n{prose}").as_bytes());
    assert_eq!(outcome.uris(), ["http://a.example/", "http://b.example/"]);
}

/// A page that a browser has saved, with what it is made of.
#[test]
fn a_saved_page_has_its_base() {
    let page = "From: <Saved by a browser>\r\nSnapshot-Content-Location: http://a.example/b/c.html\r\n\
        Subject: d\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n\
        \tboundary=\"x\"\r\n\r\n--x\r\nContent-Type: text/html\r\n\
        Content-Transfer-Encoding: quoted-printable\r\nContent-Location: http://a.example/b/\r\n c.html\r\n\r\n\
        <a href=3D\"d\"><img src=3D\"cid:e@x.example\">\r\n--x\r\nContent-Type: text/css\r\n\
        Content-Location: cid:e@x.example\r\n\r\na{background:url(../f)}\r\n--x--\r\n";
    let outcome = search(&[], page.as_bytes());
    let uris = outcome.uris().into_iter().filter(|uri| !uri.ends_with("c.html"));
    let expected =
        ["http://a.example/b/d", "cid:e@x.example", "cid:e@x.example", "http://a.example/f"];
    assert_eq!(uris.collect::<Vec<_>>(), expected);
    assert_eq!(outcome.code, Some(0), "{}", outcome.problems);
}
