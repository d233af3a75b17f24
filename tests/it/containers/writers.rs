//! Writers of all formats: each puts some values into a container.

use base64::Engine;
use serde_json::json;

use crate::kit::pack;

/// Writes values into a container.
pub type Writer = fn(&[String]) -> Vec<u8>;

/// A format, the name of a file in it, and what writes that.
pub const WRITERS: &[(&str, &str, Writer)] = &[
    ("json", "a.json", |values| json!({"v": values}).to_string().into_bytes()),
    ("json", "a.jsonl", lines),
    ("csv", "a.csv", |values| {
        let rows = each(values, |at, value| format!("{at},\"{}\",x\n", value.replace('"', "\"\"")));
        [b"id,value,more\n", &rows[..]].concat()
    }),
    ("", "a.yaml", |values| each(values, |_, value| format!("- {}\n", json!(value)))),
    ("po", "a.po", |values| {
        each(values, |at, value| format!("msgid \"{at}\"\nmsgstr {}\n\n", json!(value)))
    }),
    ("ics", "a.ics", |values| {
        let escaped = |value: &str| {
            let value = value.replace('\\', "\\\\").replace(';', "\\;").replace(',', "\\,");
            let chars: Vec<char> = value.chars().collect();
            chars
                .chunks(60)
                .map(|line| line.iter().collect::<String>())
                .collect::<Vec<_>>()
                .join("\r\n ")
        };
        let lines = each(values, |_, value| format!("DESCRIPTION:{}\r\n", escaped(value)));
        [b"BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n", &lines[..], b"END:VEVENT\r\nEND:VCALENDAR\r\n"]
            .concat()
    }),
    ("html", "a.xml", |values| {
        let elements = each(values, |_, value| format!("<v>{}</v>", escaped(value)));
        [b"<?xml version='1.0'?><r>", &elements[..], b"</r>"].concat()
    }),
    ("html", "b.xml", |values| {
        let elements = each(values, |_, value| format!("<v w=\"{}\"/>", escaped(value)));
        [b"<?xml version='1.0'?><r>", &elements[..], b"</r>"].concat()
    }),
    ("bplist", "a.plist", |values| {
        let strings: Vec<_> = values.iter().map(|value| pack::plist::string(value)).collect();
        pack::plist::list(&strings)
    }),
    ("bencode", "a.torrent", |values| {
        let strings = each(values, |_, value| format!("{}:{value}", value.len()));
        [b"d1:vl", &strings[..], b"ee"].concat()
    }),
    ("tar", "a.tar", |values| {
        bytes(values, |at, value| pack::tar(&format!("{at}.txt"), value.as_bytes()))
    }),
    ("warc", "a.warc", |values| {
        bytes(values, |_, value| pack::warc("resource", "x", "text/plain", value.as_bytes()))
    }),
    ("mbox", "a.mbox", |values| {
        each(values, |_, value| {
            let body = base64::engine::general_purpose::STANDARD.encode(value);
            let lines: Vec<_> =
                body.as_bytes().chunks(76).map(|line| String::from_utf8_lossy(line)).collect();
            format!(
                "From a@b.example Mon Jan  1 00:00:00 2024\nFrom: a@b.example\nTo: x\n\
                 Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\n{}\n\n",
                lines.join("\n")
            )
        })
    }),
    ("ole", "a.doc", |values| {
        let names: Vec<_> = (0..values.len()).map(|at| format!("s{at:02}")).collect();
        let streams: Vec<_> =
            names.iter().zip(values).map(|(name, value)| (&name[..], value.as_bytes())).collect();
        pack::compound(&streams)
    }),
    ("pdf", "a.pdf", |values| {
        let string = |value: &str| -> String {
            let units = value.encode_utf16().map(|unit| format!("{unit:04x}"));
            format!("<feff{}>", units.collect::<String>())
        };
        let objects =
            each(values, |at, value| format!("{at} 0 obj\n<</V {}>>\nendobj\n", string(value)));
        [b"%PDF-1.7\n", &objects[..], b"trailer <<>>\n%%EOF\n"].concat()
    }),
    // The text of pages, in a font whose codes are UTF-16.
    ("pdf", "b.pdf", |values| {
        let page = |at: usize, value: &str| {
            let units: String = value.encode_utf16().map(|unit| format!("{unit:04x}")).collect();
            let text = format!("BT /F 9 Tf <{units}> Tj ET");
            let page = format!("<</Contents {at}1 0 R/Resources<</Font<</F 9 0 R>>>>>>");
            let len = text.len();
            format!(
                "{at}0 0 obj{page}endobj\n{at}1 0 obj<</Length {len}>>stream\n{text}\nendstream endobj\n"
            )
        };
        let font = "9 0 obj<</Encoding/UniJIS-UCS2-H/DescendantFonts[<<>>]>>endobj\n";
        [b"%PDF-1.7\n", font.as_bytes(), &each(values, page), b"%%EOF\n"].concat()
    }),
    ("tsv", "a.tsv", |values| {
        [b"id\tvalue\n", &each(values, |at, value| format!("{at}\t{value}\n"))[..]].concat()
    }),
    ("properties", "a.properties", |values| {
        let escaped = |value: &str| -> String {
            let escape = |unit: u16| match u8::try_from(unit) {
                Ok(b'\\') => "\\\\".to_owned(),
                Ok(byte) if byte.is_ascii() => char::from(byte).into(),
                _ => format!("\\u{unit:04x}"),
            };
            value.encode_utf16().map(escape).collect()
        };
        each(values, |at, value| format!("k{at}={}\n", escaped(value)))
    }),
    ("html", "a.html", |values| {
        let elements = each(values, |_, value| format!("<p>{}</p>\n", escaped(value)));
        [b"<!doctype html>", &elements[..]].concat()
    }),
    ("html", "b.html", |values| {
        let elements = each(values, |_, value| format!("<p title=\"{}\">", escaped(value)));
        [b"<!doctype html>", &elements[..]].concat()
    }),
    ("zip", "a.zip", |values| {
        bytes(values, |at, value| pack::stored(&format!("{at:02}.txt"), value.as_bytes()))
    }),
    ("wacz", "a.wacz", |values| {
        bytes(values, |at, value| pack::stored(&format!("{at:02}.txt"), value.as_bytes()))
    }),
    ("ar", "a.ar", |values| {
        let members = bytes(values, |at, value| pack::ar(&format!("{at}.txt"), value.as_bytes()));
        [b"!<arch>\n", &members[..]].concat()
    }),
    ("cpio", "a.cpio", |values| {
        let members = bytes(values, |at, value| pack::cpio(&format!("{at}.txt"), value.as_bytes()));
        [members, pack::cpio("TRAILER!!!", b"")].concat()
    }),
    // Each text is in two runs.
    ("zip", "a.docx", |values| {
        let paragraphs = each(values, |_, value| {
            let runs = halves(value).map(|half| {
                format!("<w:r><w:t xml:space=\"preserve\">{}</w:t></w:r>", escaped(half))
            });
            format!("<w:p>{}</w:p>", runs.concat())
        });
        let text = [
            b"<?xml version=\"1.0\"?><w:document xmlns:w=\"http://never.example/\"><w:body>",
            &paragraphs[..],
            b"</w:body></w:document>",
        ];
        pack::stored("word/document.xml", &text.concat())
    }),
    ("zip", "a.xlsx", |values| {
        let strings = each(values, |_, value| {
            let runs = halves(value).map(|half| format!("<r><t>{}</t></r>", escaped(half)));
            format!("<si>{}</si>", runs.concat())
        });
        let text = [b"<?xml version=\"1.0\"?><sst>", &strings[..], b"</sst>"];
        pack::stored("xl/sharedStrings.xml", &text.concat())
    }),
    ("zip", "a.odt", |values| {
        let paragraphs = each(values, |_, value| {
            let runs =
                halves(value).map(|half| format!("<text:span>{}</text:span>", escaped(half)));
            format!("<text:p>{}</text:p>", runs.concat())
        });
        let text = [b"<?xml version=\"1.0\"?><office:text>", &paragraphs[..], b"</office:text>"];
        pack::stored("content.xml", &text.concat())
    }),
    // A line may go on in the next one: an empty one is between them.
    ("rtf", "a.rtf", |values| {
        let escape = |char: char| match char {
            '\\' | '{' | '}' => format!("\\{char}"),
            ' '..='~' => char.into(),
            _ => format!("\\u{}?", char as u32 as i16),
        };
        let escaped = |text: &str| text.chars().map(escape).collect::<String>();
        let paragraphs = each(values, |_, value| {
            let [front, rest] = halves(value);
            format!("{{\\b {}}}{{\\b0 {}}}\\par\\par\n", escaped(front), escaped(rest))
        });
        [b"{\\rtf1\\ansi\n", &paragraphs[..], b"}"].concat()
    }),
    ("tnef", "winmail.dat", |values| {
        let properties = bytes(values, |_, value| {
            let wide: Vec<u8> = value.encode_utf16().flat_map(u16::to_le_bytes).collect();
            let len = wide.len() as u32;
            let padding = vec![0; wide.len().next_multiple_of(4) - wide.len()];
            let head = [[0x1f, 0, 0, 0x30], 1u32.to_le_bytes(), len.to_le_bytes()].concat();
            [head, wide, padding].concat()
        });
        let count = (values.len() as u32).to_le_bytes();
        let len = (properties.len() as u32 + 4).to_le_bytes();
        [b"\x78\x9f\x3e\x22\0\0\x01\x03\x90\x06\0", &len[..], &count, &properties, &[0; 2]].concat()
    }),
    ("ole", "a.msg", |values| {
        let names: Vec<_> =
            (0..values.len()).map(|at| format!("__substg1.0_80{at:02}001F")).collect();
        let wide: Vec<Vec<u8>> = values
            .iter()
            .map(|value| value.encode_utf16().flat_map(u16::to_le_bytes).collect())
            .collect();
        let mut streams = vec![("__properties_version1.0", &[0; 32][..])];
        streams.extend(names.iter().map(|name| &name[..]).zip(wide.iter().map(|it| &it[..])));
        pack::compound(&streams)
    }),
    ("mail", "a.eml", message),
    ("mmdf", "a.mmdf", |values| {
        const MARK: &str = "\x01\x01\x01\x01\n";
        each(values, |_, value| format!("{MARK}From: a@b.example\nTo: x\n\n{value}\n{MARK}"))
    }),
    ("babyl", "a.babyl", |values| {
        let messages = each(values, |_, value| {
            format!("\x1f\x0c\n0, unseen,,\n*** EOOH ***\nFrom: a@b.example\n\n{value}\n")
        });
        [b"BABYL OPTIONS:\nVersion: 5\n", &messages[..], b"\x1f"].concat()
    }),
    ("rnews", "a.rnews", |values| {
        each(values, |_, value| {
            let article = format!("From: a@b.example\nNewsgroups: a.b\n\n{value}\n");
            format!("#! rnews {}\n{article}", article.len())
        })
    }),
    ("gz", "a.jsonl.gz", |values| pack::gz(&lines(values))),
    ("bz2", "a.jsonl.bz2", |values| pack::bz2(&lines(values))),
    ("lz4", "a.jsonl.lz4", |values| pack::lz4(&lines(values))),
    ("sz", "a.jsonl.sz", |values| pack::sz(&lines(values))),
    ("zlib", "a.jsonl.zz", |values| pack::zlib(&lines(values))),
    ("Z", "a.jsonl.Z", |values| pack::lzw(&lines(values))),
    ("br", "a.jsonl.br", |values| pack::brotli(&lines(values))),
    ("mozlz4", "a.jsonlz4", |values| pack::mozlz4(&lines(values))),
    #[cfg(feature = "zstd")]
    ("zst", "a.jsonl.zst", |values| pack::zst(&lines(values))),
    #[cfg(feature = "xz")]
    ("xz", "a.jsonl.xz", |values| pack::xz(&lines(values))),
    #[cfg(feature = "xz")]
    ("lz", "a.jsonl.lz", |values| pack::lz(&lines(values))),
    #[cfg(feature = "xz")]
    ("lzma", "a.jsonl.lzma", |values| pack::lzma(&lines(values))),
    ("utf16", "a.jsonl", |values| {
        let text = String::from_utf8(lines(values)).unwrap();
        format!("\u{feff}{text}").encode_utf16().flat_map(u16::to_be_bytes).collect()
    }),
    ("utf32", "a.jsonl", |values| {
        let text = String::from_utf8(lines(values)).unwrap();
        format!("\u{feff}{text}").chars().flat_map(|char| u32::from(char).to_le_bytes()).collect()
    }),
    ("rpm", "a.rpm", |values| {
        let members = bytes(values, |at, value| pack::cpio(&format!("{at}.txt"), value.as_bytes()));
        [pack::rpm("none"), pack::gz(&[members, pack::cpio("TRAILER!!!", b"")].concat())].concat()
    }),
    ("arc", "a.arc", |values| {
        let records = bytes(values, |_, value| pack::arc("none:a", "text/plain", value.as_bytes()));
        [pack::arc("filedesc://a.arc", "text/plain", b"1 0 a\n"), records].concat()
    }),
    ("p7m", "smime.p7m", |values| {
        let message = message(values);
        let parts = message
            .chunks(1000)
            .map(|part| [&[4, 0x82][..], &(part.len() as u16).to_be_bytes(), part].concat());
        [pack::SIGNED, &parts.collect::<Vec<_>>().concat(), &[0; 16]].concat()
    }),
    ("emlx", "a.emlx", |values| {
        let message = message(values);
        let list = b"<?xml version=\"1.0\"?><plist version=\"1.0\"><dict></dict></plist>\n";
        [format!("{:<10}\n", message.len()).as_bytes(), &message, list].concat()
    }),
    ("ipynb", "a.ipynb", |values| {
        let cell = |value: &String| json!({"cell_type": "raw", "metadata": {}, "source": [value]});
        let cells: Vec<_> = values.iter().map(cell).collect();
        let book = json!({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5});
        book.to_string().into_bytes()
    }),
    ("markdown", "a.md", |values| each(values, |_, value| format!("~~~\n{value}\n~~~\n\n"))),
    ("rst", "a.rst", |values| each(values, |_, value| format!("text::\n\n    {value}\n\n"))),
    ("asciidoc", "a.adoc", |values| each(values, |_, value| format!("----\n{value}\n----\n\n"))),
    ("mediawiki", "a.wiki", |values| {
        each(values, |_, value| format!("<nowiki>{value}</nowiki>\n\n"))
    }),
    ("chat", "chat.txt", |values| {
        each(values, |_, value| format!("[31/01/20, 12:00] Ann:\n{value}\n\n"))
    }),
    ("access-log", "access_log", |values| each(values, |_, value| format!("{value}\n\n"))),
    ("textile", "a.textile", |values| each(values, |_, value| format!("bc. {value}\n\n"))),
    ("bbcode", "a.bbcode", |values| each(values, |_, value| format!("[code]{value}[/code]\n\n"))),
    ("org", "a.org", |values| {
        each(values, |_, value| format!("#+BEGIN_EXAMPLE\n{value}\n#+END_EXAMPLE\n\n"))
    }),
    ("latex", "a.tex", |values| {
        each(values, |_, value| format!("\\begin{{verbatim}}\n{value}\n\\end{{verbatim}}\n\n"))
    }),
    ("bibtex", "a.bib", |values| {
        each(values, |at, value| format!("@misc{{k{at},\n  note = {{{}}},\n}}\n", tex(value)))
    }),
    ("roff", "a.man", |values| {
        let escaped = |value: &str| value.replace('\\', "\\e").replace('-', "\\-");
        each(values, |_, value| format!(".PP\n\\&{}\n", escaped(value)))
    }),
    ("pod", "a.pod", |values| {
        [b"=pod\n\n", &each(values, |_, value| format!("  {value}\n\n"))[..]].concat()
    }),
    ("texinfo", "a.texi", |values| {
        each(values, |_, value| format!("@verbatim\n{value}\n@end verbatim\n\n"))
    }),
    #[cfg(feature = "sqlite")]
    ("sqlite", "a.db", |values| {
        let file = tempfile::NamedTempFile::new().unwrap();
        let database = rusqlite::Connection::open(file.path()).unwrap();
        database.execute("CREATE TABLE t (v TEXT)", []).unwrap();
        for value in values {
            database.execute("INSERT INTO t VALUES (?)", [value]).unwrap();
        }
        drop(database);
        std::fs::read(file.path()).unwrap()
    }),
];

fn message(values: &[String]) -> Vec<u8> {
    let parts = each(values, |_, value| {
        let lines = value.bytes().map(|byte| match byte {
            b'!'..=b'<' | b'>'..=b'~' => format!("{}=\n", char::from(byte)),
            _ => format!("={byte:02X}=\n"),
        });
        let head = "Content-Type: text/plain; charset=utf-8\n\
                        Content-Transfer-Encoding: quoted-printable";
        format!("--b\n{head}\n\n{}\n", lines.collect::<String>())
    });
    let head = "From: a@b.example\nTo: x\nContent-Type: multipart/mixed; boundary=b\n\n";
    [head.as_bytes(), &parts, b"--b--\n"].concat()
}

/// Lines of JSON.
fn lines(values: &[String]) -> Vec<u8> {
    each(values, |_, value| format!("{}\n", json!({"v": value})))
}

/// A text with the marks of LaTeX escaped.
fn tex(value: &str) -> String {
    let mut text = String::new();
    for char in value.chars() {
        if "&%#_{}$".contains(char) {
            text.push('\\');
        }
        match char {
            '\\' => text.push_str("\\textbackslash{}"),
            '~' => text.push_str("\\~{}"),
            _ => text.push(char),
        }
    }
    text
}

fn bytes(values: &[String], write: impl Fn(usize, &str) -> Vec<u8>) -> Vec<u8> {
    values.iter().enumerate().flat_map(|(at, value)| write(at, value)).collect()
}

fn each(values: &[String], write: impl Fn(usize, &str) -> String) -> Vec<u8> {
    bytes(values, |at, value| write(at, value).into_bytes())
}

/// The text, cut in the middle.
fn halves(value: &str) -> [&str; 2] {
    let middle = value.char_indices().nth(value.chars().count() / 2).map_or(0, |(at, _)| at);
    value.split_at(middle).into()
}

fn escaped(value: &str) -> String {
    value.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
