//! Mail and mailboxes.

use super::family::{Family, numbered, repeated};

const HEAD: &str = "From: a@b.example\nTo: c@d.example\n";

/// A family of one message, with these fields in its header.
fn message(name: &str, fields: &str, piece: &'static str) -> Family {
    let front = format!("{HEAD}{fields}");
    Family::new(format!("mail: {name}"), move |size| {
        [front.as_bytes(), &repeated(piece, size)].concat()
    })
    .with(&["--json"])
}

/// A family of one message whose body is encoded.
fn encoded(name: &str, encoding: &str, piece: &'static str) -> Family {
    message(name, &format!("Content-Transfer-Encoding: {encoding}\n\n"), piece)
}

fn multipart(name: &str, boundary: &str, piece: &'static str) -> Family {
    let kind = format!("Content-Type: multipart/mixed; boundary=\"{boundary}\"\n\n");
    message(name, &kind, piece)
}

/// A family of one message that is made of numbered pieces.
fn of_numbers(name: &str, piece: impl Fn(usize) -> String + Send + Sync + 'static) -> Family {
    Family::new(format!("mail: {name}"), move |size| {
        [HEAD.as_bytes(), &numbered(size, &piece)].concat()
    })
    .with(&["--json"])
}

/// A family of mailboxes.
fn mailbox(name: &str, piece: &'static str) -> Family {
    Family::of_piece(&format!("mbox: {name}"), piece).with(&["--json"])
}

pub fn families() -> Vec<Family> {
    [headers(), parts(), encodings(), mailboxes()].into_iter().flatten().collect()
}

fn headers() -> Vec<Family> {
    vec![
        message("one long field", "X: ", "http://a/ b "),
        message("one folded field", "X: x", "\n <http://a/b"),
        message("many fields", "", "X: x\n"),
        message("many fields without text", "", "Message-ID: <a@b>\n"),
        message("encoded words", "", "X: =?utf-8?q?http=3A//a/b?=\n"),
        message("encoded words in one field", "Subject:", " =?utf-8?b?w6k=?=\n"),
        message(
            "encoded words of any charset",
            "Subject:",
            " =?x*en?q?a?= =?iso-2022-jp?b?GyRC?=\n",
        ),
        message("starts of encoded words", "Subject: ", "=?"),
        message("encoded words without end", "Subject: ", "=?a?q?b"),
        message("hidden addresses", "", "List-Post: <mailto:a at b.example>\n"),
        message("hidden addresses without end", "List-Post: ", "<mailto:a at b "),
        message("parameters of a type", "Content-Type: multipart/mixed", "; boundary*1=a"),
        message("parameters without values", "Content-Type: multipart/mixed", ";a"),
        message("a location in folds", "Content-Location:", " =?a?q?b?=\n"),
        message("a location of folds", "Content-Location:", " a\n"),
        message("words and hidden addresses", "List-Post: ", "<mailto:a at b> =?utf-8?q?a?= "),
        message("a folded URL", "Content-Type: message/external-body; URL=\"", "a\n "),
        message("quotes that are folded", "Content-Type: message/external-body; URL=", "\"\n "),
        message("a header that is too long", "X: ", "=?x =?utf-8?q?a?= ").of_size(512 << 10),
    ]
}

fn parts() -> Vec<Family> {
    vec![
        multipart("many parts", "b", "--b\n\nhttp://a/b\n"),
        multipart("many parts with headers", "b", "--b\nContent-Type: text/html\n\n<a href=b>"),
        multipart("parts of nothing", "b", "--b\n"),
        multipart("lines like boundaries", "b", "--\n--b-\n-- b\n--bb\n"),
        multipart("a boundary line without end", "b", "--b "),
        multipart("multiparts that are not closed", "b", "--b\nContent-Type: multipart/mixed; boundary=c\n\n--c\n"),
        multipart("forms of one text", "b", "--b\nContent-Type: multipart/alternative; boundary=c\n\n--c\n\nhttp://a/\n--c\nContent-Type: text/html\n\n<a href='http://a/'>\n--c--\n").with(&["--prefer", "text"]),
        message("forms without end", "Content-Type: multipart/alternative; boundary=b\n\n", "--b\n\nhttp://a/\n--b\nContent-Type: text/html\n\n<a href='http://a/'>").with(&["--prefer", "html"]),
        of_numbers("multiparts in each other", |i| format!("Content-Type: multipart/mixed; boundary=b{i}\n\n--b{i}\n")),
        of_numbers("boundaries that start alike", |i| match i {
            0..40 => format!("Content-Type: multipart/mixed; boundary={0}\n\n--{0}\n", "b".repeat(40 + i)),
            _ => "--bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\n".to_owned(),
        }),
        message("messages in each other", "", "Content-Type: message/rfc822\n\n"),
        message("bases", "Content-Type: multipart/mixed; boundary=b\n\n", "--b\nContent-Base: http://a/b/\nContent-Type: text/html\n\n<a href=../c>\n"),
    ]
}

fn encodings() -> Vec<Family> {
    vec![
        encoded("soft line breaks", "quoted-printable", "a=\n"),
        encoded("escapes", "quoted-printable", "http=3A//a/=\n=62 "),
        encoded("broken escapes", "quoted-printable", "==3=xx= "),
        encoded(
            "blanks before line ends",
            "quoted-printable",
            "a                                                                              \n",
        ),
        encoded("blanks without end", "quoted-printable", "  \t"),
        encoded("base64 in one line", "base64", "aHR0cDovL2EvYiA"),
        encoded(
            "base64 in lines",
            "base64",
            "aHR0cDovL2EvYiBodHRwOi8vYS9iIGh0dHA6Ly9hL2IgaHR0cDovL2EvYiA\n",
        ),
        encoded("base64 in short lines", "base64", "aHR0\n"),
        encoded("base64 of nothing", "base64", "\n"),
        encoded("base64 that is broken", "base64", "aHR0=cDov!L2E"),
        encoded(
            "base64 with other lines",
            "base64",
            "[-]\naHR0cDovL2EvYiBodHRwOi8vYS9iIGh0dHA6Ly9hL2IgaHR0cDovL2EvYiAgICAg\n",
        ),
        encoded("base64 with other bytes", "base64", "aHR0cDovL2EvYiBodHRwOi8vYS9iIGh\u{1}0\n"),
        encoded("rules after soft line breaks", "quoted-printable", "http://a/=\n__________\n"),
        message("uuencode", "\nbegin 644 a\n", "+:'1T<#HO+V$O8B  \n"),
        message("files in uuencode", "\n", "begin 644 a\n+:'1T<#HO+V$O8B  \n`\nend\n"),
        message("starts of files", "\n", "begin 644 a\nbegin\n=ybegin \nM\n"),
        message(
            "uuencode in pieces",
            "\n",
            "M:'1T<#HO+V$O8B!H='1P.B\\O82]B(&AT=' Z+R]A+V(@:'1T<#HO+V$O8B!X\n",
        ),
        message("yEnc", "\n=ybegin line=9 size=9 name=a\n", "\u{12}\u{1e}=n\n"),
        message("files in yEnc", "\n", "=ybegin line=9 size=9 name=a\nab\n=yend size=2\n"),
        encoded("base64 with text", "base64", "aHR0cDovL2Ev\n--\nhttp://a/\n"),
        message(
            "text that flows",
            "Content-Type: text/plain; format=flowed; delsp=yes\n\n",
            "> http://a/ \n> b \n>> c \n \n",
        ),
        message(
            "text that flows in one line",
            "Content-Type: text/plain; format=flowed; delsp=yes\n\n",
            "a \n",
        ),
        message(
            "quotes that flow",
            "Content-Type: text/plain; format=flowed; delsp=yes\n\n",
            ">>>> \n> ",
        ),
        message(
            "a charset that escapes",
            "Content-Type: text/plain; charset=iso-2022-jp\n\n",
            "\x1b$B\x1b(Bhttp://a/ ",
        ),
        message(
            "a charset of runs",
            "Content-Type: text/plain; charset=utf-7\n\n",
            "+AGg-ttp://a/",
        ),
        message(
            "a charset of pairs",
            "Content-Type: text/plain; charset=gb18030\n\n",
            "\u{81}0\u{81}http://a/",
        ),
        message(
            "a page",
            "Content-Type: text/html; charset=koi8-r\n\n",
            "<a href='http://a/&#1073;'>б</a>",
        ),
    ]
}

fn mailboxes() -> Vec<Family> {
    let from = "From a@b.example Thu Jan  1 00:00:00 1970\nX: y\n";
    let looks = Family::new("mbox: lengths that reach far", move |size| {
        repeated(format!("{from}Content-Length: 200000\n\nx\n"), size)
    });
    vec![
        mailbox(
            "many messages",
            "From a@b.example Thu Jan  1 00:00:00 1970\nX: http://a/\n\nhttp://b/\n\n",
        ),
        mailbox(
            "lines like separators",
            "From a@b.example Thu Jan  1 00:00:00 1970\n\nFrom here on\nFrom a@b.example Thu\n>From x\n",
        ),
        mailbox(
            "separators of other forms",
            "From -1\nX-A: http://a/\nX-B: c\n\nFrom - \nFrom -2\nX-A: b\n",
        ),
        Family::after(
            "mbox: a header without end",
            "From a@b\nFrom: a\nTo: b\n\n",
            "From -1\nX-A: b\n c\n d\n",
        ),
        mailbox("mmdf", "\u{1}\u{1}\u{1}\u{1}\nX: http://a/\n\nhttp://b/\n")
            .with(&["--as", "mmdf"]),
        mailbox("mmdf borders", "\u{1}\u{1}\u{1}\u{1}\n\u{1}").with(&["--as", "mmdf"]),
        Family::after(
            "babyl",
            "BABYL OPTIONS:\n",
            "\u{1f}\u{c}\n1,,\nX: a\n*** EOOH ***\nX: a\n\nhttp://a/\n",
        ),
        Family::after("babyl borders", "BABYL OPTIONS:\n", "\u{1f}\u{c}\n"),
        mailbox("rnews", "#! rnews 17\nX: a\n\nhttp://b/ \n"),
        mailbox("rnews lengths", "#! rnews 9999999\n"),
        Family::after("emlx", "3 \nFrom: a\nTo: b\n\n", "http://a/\n"),
        mailbox("separators alone", "From a@b.example Thu Jan  1 00:00:00 1970\n"),
        Family::after(
            "mbox: a separator without end",
            "From a@b.example Thu Jan  1 00:00:00 1970\nX: y\n\nFrom ",
            "a ",
        ),
        Family::after(
            "mbox: quoted separators",
            "From a@b.example Thu Jan  1 00:00:00 1970\nX: y\n\n",
            ">>>>>>>>>>>>>>>>From \n",
        ),
        mailbox(
            "addresses written for people",
            "From a at b.example Thu Jan  1 00:00:00 1970\nFrom: a at b.example (A)\n\nb at c.example\n<mailto:d at e> b at",
        ),
        looks,
    ]
}
