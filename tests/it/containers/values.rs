//! A law of all containers: what is found in values is what the library finds in each value alone, whatever the format
//! that holds them: no value is lost, cut, or read on into the next.

use base64::Engine;
use serde_json::json;
use urisift::find_iter;

use super::search_named;
use crate::kit::pack;

/// Values that a reader may get wrong: quotes at the start, markup, text beyond ASCII, nothing, long ones, several in a
/// row without anything between them, and what would be a URI if it were read on.
fn values() -> Vec<String> {
    let long = "word ".repeat(2000);
    [
        "\"http://quoted.example/a\" said 'http://b.example/'",
        "'http://single.example/'",
        "http://a.example/1",
        "http://a.example/2?x=y&z=1",
        "",
        "http:",
        "//never.example/",
        "http://п.example/путь",
        "see http://日本.example/ or ftp://c.example/é",
        "<p>x <a href=\"http://markup.example/?a=1&amp;b=2\">y</a></p>",
        &format!("{long}http://long.example/"),
        &format!("http://long.example/{}", "x".repeat(3000)),
        "aSabc_",
        "mailto:a@b.example",
        "C:\\dir\\x and http://back.example/",
        "0",
    ]
    .map(str::to_owned)
    .to_vec()
}

/// A writer of a format.
type Writer = fn(&[String]) -> Vec<u8>;

/// The name of a file in each format, and what writes it.
const WRITERS: &[(&str, Writer)] = &[
    ("a.json", |values| json!({"v": values}).to_string().into_bytes()),
    ("a.jsonl", |values| each(values, |_, value| format!("{}\n", json!({"v": value})))),
    ("a.csv", |values| {
        let rows = each(values, |at, value| format!("{at},\"{}\",x\n", value.replace('"', "\"\"")));
        [b"id,value,more\n", &rows[..]].concat()
    }),
    ("a.yaml", |values| each(values, |_, value| format!("- {}\n", json!(value)))),
    ("a.po", |values| {
        each(values, |at, value| format!("msgid \"{at}\"\nmsgstr {}\n\n", json!(value)))
    }),
    ("a.ics", |values| {
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
    ("a.xml", |values| {
        let elements = each(values, |_, value| format!("<v>{}</v>", escaped(value)));
        [b"<?xml version='1.0'?><r>", &elements[..], b"</r>"].concat()
    }),
    ("b.xml", |values| {
        let elements = each(values, |_, value| format!("<v w=\"{}\"/>", escaped(value)));
        [b"<?xml version='1.0'?><r>", &elements[..], b"</r>"].concat()
    }),
    ("a.plist", |values| {
        let strings: Vec<_> = values.iter().map(|value| pack::plist::string(value)).collect();
        pack::plist::list(&strings)
    }),
    ("a.torrent", |values| {
        let strings = each(values, |_, value| format!("{}:{value}", value.len()));
        [b"d1:vl", &strings[..], b"ee"].concat()
    }),
    ("a.tar", |values| {
        bytes(values, |at, value| pack::tar(&format!("{at}.txt"), value.as_bytes()))
    }),
    ("a.warc", |values| {
        bytes(values, |_, value| pack::warc("resource", "x", "text/plain", value.as_bytes()))
    }),
    ("a.mbox", |values| {
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
    ("a.doc", |values| {
        let names: Vec<_> = (0..values.len()).map(|at| format!("s{at:02}")).collect();
        let streams: Vec<_> =
            names.iter().zip(values).map(|(name, value)| (&name[..], value.as_bytes())).collect();
        pack::compound(&streams)
    }),
    ("a.pdf", |values| {
        let string = |value: &str| -> String {
            let units = value.encode_utf16().map(|unit| format!("{unit:04x}"));
            format!("<feff{}>", units.collect::<String>())
        };
        let objects =
            each(values, |at, value| format!("{at} 0 obj\n<</V {}>>\nendobj\n", string(value)));
        [b"%PDF-1.7\n", &objects[..], b"trailer <<>>\n%%EOF\n"].concat()
    }),
    // The text of pages, in a font whose codes are UTF-16.
    ("b.pdf", |values| {
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
    ("a.tsv", |values| {
        [b"id\tvalue\n", &each(values, |at, value| format!("{at}\t{value}\n"))[..]].concat()
    }),
    ("a.properties", |values| {
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
    ("a.html", |values| {
        let elements = each(values, |_, value| format!("<p>{}</p>\n", escaped(value)));
        [b"<!doctype html>", &elements[..]].concat()
    }),
    ("b.html", |values| {
        let elements = each(values, |_, value| format!("<p title=\"{}\">", escaped(value)));
        [b"<!doctype html>", &elements[..]].concat()
    }),
    ("a.zip", |values| {
        bytes(values, |at, value| pack::stored(&format!("{at:02}.txt"), value.as_bytes()))
    }),
    ("a.ar", |values| {
        let members = bytes(values, |at, value| pack::ar(&format!("{at}.txt"), value.as_bytes()));
        [b"!<arch>\n", &members[..]].concat()
    }),
    ("a.cpio", |values| {
        let members = bytes(values, |at, value| pack::cpio(&format!("{at}.txt"), value.as_bytes()));
        [members, pack::cpio("TRAILER!!!", b"")].concat()
    }),
    // Each text is in two runs.
    ("a.docx", |values| {
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
    ("a.xlsx", |values| {
        let strings = each(values, |_, value| {
            let runs = halves(value).map(|half| format!("<r><t>{}</t></r>", escaped(half)));
            format!("<si>{}</si>", runs.concat())
        });
        let text = [b"<?xml version=\"1.0\"?><sst>", &strings[..], b"</sst>"];
        pack::stored("xl/sharedStrings.xml", &text.concat())
    }),
    ("a.odt", |values| {
        let paragraphs = each(values, |_, value| {
            let runs =
                halves(value).map(|half| format!("<text:span>{}</text:span>", escaped(half)));
            format!("<text:p>{}</text:p>", runs.concat())
        });
        let text = [b"<?xml version=\"1.0\"?><office:text>", &paragraphs[..], b"</office:text>"];
        pack::stored("content.xml", &text.concat())
    }),
    // A line may go on in the next one: an empty one is between them.
    ("a.rtf", |values| {
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
    ("winmail.dat", |values| {
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
    ("a.msg", |values| {
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
    ("a.eml", |values| {
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
    }),
    ("a.mmdf", |values| {
        const MARK: &str = "\x01\x01\x01\x01\n";
        each(values, |_, value| format!("{MARK}From: a@b.example\nTo: x\n\n{value}\n{MARK}"))
    }),
    ("a.babyl", |values| {
        let messages = each(values, |_, value| {
            format!("\x1f\x0c\n0, unseen,,\n*** EOOH ***\nFrom: a@b.example\n\n{value}\n")
        });
        [b"BABYL OPTIONS:\nVersion: 5\n", &messages[..], b"\x1f"].concat()
    }),
    ("a.rnews", |values| {
        each(values, |_, value| {
            let article = format!("From: a@b.example\nNewsgroups: a.b\n\n{value}\n");
            format!("#! rnews {}\n{article}", article.len())
        })
    }),
    #[cfg(feature = "sqlite")]
    ("a.db", |values| {
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

/// What the library finds in each value alone.
fn alone(values: &[String]) -> Vec<String> {
    let finds = |value: &String| {
        find_iter(value.as_bytes())
            .map(|found| String::from_utf8_lossy(found.uri()).into_owned())
            .collect::<Vec<_>>()
    };
    values.iter().flat_map(finds).collect()
}

#[test]
fn are_read_as_if_each_were_alone() {
    let (mut values, mut wrong) = (values(), Vec::new());
    // At every border: each value also comes first and last.
    for turn in 0..3 {
        values.rotate_left(turn * 5);
        for (name, write) in WRITERS {
            let outcome = search_named(name, &[], &write(&values));
            // Compound files have an order of their own.
            let (mut found, mut expected) = (outcome.uris(), alone(&values));
            found.sort_unstable();
            expected.sort_unstable();
            if found != expected {
                let short = |uri: &str| uri.chars().take(60).collect::<String>();
                let lost: Vec<_> = expected
                    .iter()
                    .filter(|uri| !found.contains(&&uri[..]))
                    .map(|u| short(u))
                    .collect();
                let more: Vec<_> = found
                    .iter()
                    .filter(|uri| !expected.iter().any(|it| it == **uri))
                    .map(|u| short(u))
                    .collect();
                wrong.push(format!("{name}, {turn}: lost {lost:?}, also {more:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
