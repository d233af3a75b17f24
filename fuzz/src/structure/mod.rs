//! Mutations that keep to what a format is made of, so that they reach what stands after its first checks: a piece of
//! text is moved, repeated, nested or left out as a whole, and lengths and checksums are made right again.

mod lengths;
mod pieces;
mod random;
mod xz;
mod zip;

pub use random::Random;

/// What is known of a format.
pub struct Structure {
    /// The target that it is for.
    name: &'static str,
    syntax: Syntax,
    /// Makes right what the mutation has made wrong; what it cannot read stays as it is.
    mend: fn(Vec<u8>, &mut Random) -> Vec<u8>,
}

/// How a text falls into pieces.
struct Syntax {
    /// Bytes that start a piece.
    starts: &'static [u8],
    /// Bytes that end one.
    ends: &'static [u8],
    /// Bytes that open something, and close it.
    pairs: &'static [(u8, u8)],
    /// What may stand anywhere in it.
    phrases: &'static [&'static str],
}

const fn structure(name: &'static str, syntax: Syntax) -> Structure {
    Structure { name, syntax, mend: |bytes, _| bytes }
}

const MAIL: Syntax = Syntax {
    starts: b"\n<(",
    ends: b":;,=\n",
    pairs: &[(b'<', b'>'), (b'(', b')'), (b'"', b'"')],
    phrases: &[
        "Content-Type: multipart/mixed; boundary=b\r\n\r\n",
        "Content-Type: multipart/digest; boundary=\"b1\"\n\n",
        "Content-Type: text/html; charset=utf-8\n",
        "Content-Type: text/plain; format=flowed; delsp=yes\n",
        "Content-Type: message/rfc822\n\n",
        "Content-Type: message/external-body; access-type=URL; URL=\"http://x.example/\"\n",
        "Content-Transfer-Encoding: base64\n",
        "Content-Transfer-Encoding: quoted-printable\n",
        "Content-Transfer-Encoding: x-uuencode\n",
        "Content-Location: http://l.example/\n",
        "List-Post: <mailto:l@a.example>,\n <http://a.example/>\n",
        "Subject: =?utf-8?B?aHR0cDovL3MuZXhhbXBsZS8=?= =?utf-8?Q?_=68ttp://t.example/?=\n",
        "aHR0cDovL2IuZXhhbXBsZS9jCg==\n",
        "<a href=3D\"http://q.example/=\n\">=20\n",
        "\n--b\n",
        "\n--b--\n",
        "\n--b1\r\n\r\n",
        "\nFrom a@b Mon Jan  1 00:00:00 2001\nFrom: a@b.example\n\n",
        "\n>From ",
        "\n> > ",
        "\n-- \n",
        "\n\n",
        "http://m.example/",
    ],
};

const HTML: Syntax = Syntax {
    starts: b"<& ",
    ends: b">;='\"",
    pairs: &[(b'<', b'>'), (b'"', b'"'), (b'\'', b'\'')],
    phrases: &[
        "<a href=\"http://h.example/\">",
        "</a>",
        "<base href=/b/>",
        "<!--",
        "-->",
        "--!>",
        "<![CDATA[",
        "]]>",
        "<script>",
        "</script>",
        "<script type=application/ld+json>",
        "<style>",
        "</style>",
        "<textarea>",
        "</textarea>",
        "<title>",
        "<plaintext>",
        "<noscript>",
        "<svg>",
        "</svg>",
        "<template>",
        "<!--[if mso]>",
        "<meta http-equiv=refresh content=\"0;url=c\">",
        "<meta charset=shift_jis>",
        "<iframe srcdoc=\"&lt;a href=d&gt;\">",
        "<img srcset=\"e 1x, f 2x\">",
        " style='background:url(g)'",
        "&amp;",
        "&#x2f;",
        "&notit",
        "<?php ",
        "?>",
        "\0",
        "http://p.example/<b>q</b>r",
    ],
};

const JSON: Syntax = Syntax {
    starts: b"{[\"",
    ends: b"}],:\"\n",
    pairs: &[(b'{', b'}'), (b'[', b']'), (b'"', b'"')],
    phrases: &[
        "{\"log\":{\"entries\":[",
        "\"mimeType\":\"text/html\",",
        "\"encoding\":\"base64\",",
        "\"text\":",
        "\"http:\\/\\/a.example\\/\"",
        "\"\\u0068ttp://b.example/\"",
        "\"\\ud83d\\ude00\"",
        "\"\\ud83d\"",
        "\"<a href=\\\"c\\\">\"",
        "\"cell_type\":\"markdown\",",
        "\"source\":[",
        "null",
        "-1.5e9",
        ",",
        ":",
        "{}",
        "[]",
        "\n",
        "\"http://d.example/\\",
    ],
};

const MARKDOWN: Syntax = Syntax {
    starts: b"[(<`*_#",
    ends: b"])>`|\n",
    pairs: &[(b'[', b']'), (b'(', b')'), (b'<', b'>'), (b'`', b'`')],
    phrases: &[
        "[a](http://b.example/(c))",
        "[a](<d e> \"f\")",
        "![",
        "][g]",
        "\n[g]: http://h.example/\n",
        "\n```\n",
        "\n~~~\n",
        "\n    ",
        "\n> ",
        "\n- ",
        "\n1. ",
        "\n|a|b|\n|-|-|\n",
        "\n---\n",
        "\n===\n",
        "`` ` ``",
        "\\",
        "\\_",
        "&amp;",
        "<http://i.example/>",
        "<!--",
        "-->",
        "<script>",
        "www.j.example",
        "\t",
    ],
};

const TABLE: Syntax = Syntax {
    starts: b"",
    ends: b",;\t|\"\r\n",
    pairs: &[(b'"', b'"')],
    phrases: &[
        "\"\"",
        "\",\"",
        "\"a\nb\"",
        "http://a.example/?b=c,d",
        "\"http://e.example/\"\"f\"",
        "sep=;\n",
        "\u{feff}",
        ",,,",
        "\r\n",
        "\r",
        "id,url,name\n",
        "1,http://g.example/,\"h, i\"\n",
        "0.5",
    ],
};

const WARC: Syntax = Syntax {
    starts: b"<",
    ends: b"\n:;>",
    pairs: HTML.pairs,
    phrases: &[
        "\r\n\r\nWARC/1.0\r\nWARC-Type: response\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: 9\r\n\r\n",
        "\r\n\r\nWARC/1.1\r\nWARC-Type: resource\r\nContent-Type: text/html\r\nContent-Length: 9\r\n\r\n",
        "\r\n\r\nWARC/1.0\r\nWARC-Type: metadata\r\nContent-Type: application/warc-fields\r\nContent-Length: 9\r\n\r\n",
        "WARC-Target-URI: <http://w.example/>\r\n",
        "WARC-Segment-Number: 2\r\n",
        "HTTP/1.1 200 OK\r\n",
        "HTTP/1.1 302 Found\r\nLocation: /l\r\n",
        "Content-Type: text/html; charset=utf-16le\r\n",
        "Content-Encoding: gzip\r\n",
        "Transfer-Encoding: chunked\r\n\r\n5\r\nhttp:\r\n",
        "b\r\n//c.example\r\n0\r\n\r\n",
        "Link: <http://k.example/>; rel=next\r\n",
        "Set-Cookie: a=http://s.example/\r\n",
        "\r\n\r\n",
        "outlink: http://o.example/ L a/@href\r\n",
    ],
};

const BYTES: Syntax =
    Syntax { starts: b"P", ends: b"\n", pairs: &[], phrases: &["http://z.example/"] };

const STRUCTURES: &[Structure] = &[
    structure("mail", MAIL),
    structure("mbox", MAIL),
    structure("html", HTML),
    structure("json", JSON),
    structure("markup", MARKDOWN),
    structure("csv", TABLE),
    structure("tsv", TABLE),
    Structure { name: "warc", syntax: WARC, mend: lengths::mended },
    Structure { name: "xz", syntax: BYTES, mend: xz::changed },
    Structure { name: "decoders", syntax: BYTES, mend: xz::changed },
    Structure { name: "zip", syntax: BYTES, mend: zip::rebuilt },
];

/// What is known of the format that a target is for.
pub fn of(target: &str) -> Option<&'static Structure> {
    STRUCTURES.iter().find(|structure| structure.name == target)
}

impl Structure {
    /// Other bytes of the format.
    pub fn mutated(&self, bytes: &[u8], random: &mut Random) -> Vec<u8> {
        // Sometimes what is wrong stays wrong.
        let mutant = match self.name {
            "xz" | "decoders" | "zip" => bytes.to_vec(),
            _ => pieces::mutated(&self.syntax, bytes, random),
        };
        if random.below(8) == 0 { mutant } else { (self.mend)(mutant, random) }
    }
}
