//! The bytes at a find's place are the find, in containers too: those of the file, or of the unpacked
//! data of a compressed one. If the text is encoded, they decode to the find.

use std::fs;
use std::process::Command;

use proptest::prelude::*;
use proptest::sample::select;
use serde_json::Value;

use super::text;
use crate::kit;
use crate::kit::pack;

/// The container of the text.
#[derive(Clone, Copy, Debug)]
enum Form {
    Plain,
    Mail(Coding),
    Page,
    Archive,
    WebArchive,
    MailInArchive,
}

#[derive(Clone, Copy, Debug)]
enum Coding {
    Plain,
    QuotedPrintable,
    Base64,
}

const FORMS: [Form; 8] = [
    Form::Plain,
    Form::Mail(Coding::Plain),
    Form::Mail(Coding::QuotedPrintable),
    Form::Mail(Coding::Base64),
    Form::Page,
    Form::Archive,
    Form::WebArchive,
    Form::MailInArchive,
];

impl Form {
    fn pack(self, text: &[u8]) -> Vec<u8> {
        match self {
            Form::Plain => [b"Words come first.\n", text].concat(),
            Form::Mail(coding) => mail(coding, text),
            Form::Page => {
                [b"<!doctype html>\n<p>", text, b"</p>\n<a href='http://end.example/'>x</a>"]
                    .concat()
            }
            Form::Archive => [pack::tar("a.txt", text), pack::tar("b.txt", text)].concat(),
            Form::WebArchive => {
                pack::warc("resource", "http://base.example/a", "text/plain", text).repeat(2)
            }
            Form::MailInArchive => pack::tar("a.eml", &mail(Coding::QuotedPrintable, text)),
        }
    }
}

fn mail(coding: Coding, text: &[u8]) -> Vec<u8> {
    let (name, body) = match coding {
        Coding::Plain => ("8bit", text.to_vec()),
        Coding::QuotedPrintable => ("quoted-printable", quoted(text)),
        Coding::Base64 => ("base64", base64(text)),
    };
    let head = format!(
        "From: a@from.example\nTo: b@to.example\nSubject: x\nMIME-Version: 1.0\n\
         Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: {name}\n\n"
    );
    [head.as_bytes(), &body].concat()
}

/// Quoted-printable (RFC 2045 6.7), with a soft break now and then.
fn quoted(text: &[u8]) -> Vec<u8> {
    let mut out = String::new();
    let mut column = 0;
    for &byte in text {
        let piece = match byte {
            b'\n' => "\n".to_owned(),
            b'=' | 0..=31 | 127.. => format!("={byte:02X}"),
            _ => char::from(byte).to_string(),
        };
        if column + piece.len() > 72 {
            out += "=\n";
            column = 0;
        }
        column = if piece == "\n" { 0 } else { column + piece.len() };
        out += &piece;
    }
    out.into_bytes()
}

/// Decodes quoted-printable without white space at the ends of lines.
fn unquoted(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        let hex = after
            .get(..2)
            .and_then(|two| u8::from_str_radix(std::str::from_utf8(two).ok()?, 16).ok());
        match (byte, hex) {
            (b'=', Some(value)) => (out.push(value), rest = &after[2..]).0,
            (b'=', None) if after.starts_with(b"\n") => rest = &after[1..],
            _ => out.push(byte),
        }
    }
    out
}

fn base64(text: &[u8]) -> Vec<u8> {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = Vec::new();
    for (n, three) in text.chunks(3).enumerate() {
        if n > 0 && n % 19 == 0 {
            out.push(b'\n');
        }
        let bits =
            three.iter().fold(0u32, |bits, &b| bits << 8 | u32::from(b)) << (8 * (3 - three.len()));
        for digit in 0..4 {
            let value = bits >> (18 - 6 * digit) & 63;
            out.push(if digit <= three.len() { DIGITS[value as usize] } else { b'=' });
        }
    }
    out.push(b'\n');
    out
}

/// A field that is text.
fn field(find: &Value, name: &str) -> Option<Vec<u8>> {
    find[name].as_str().map(|text| text.as_bytes().to_vec())
}

/// The bytes at the find's place are the find, and its line and column are those of the place.
fn stands_there(find: &Value, source: &[u8], form: Form) -> Result<(), TestCaseError> {
    let number = |name: &str| find[name].as_u64().map(|number| number as usize);
    let (start, end) = (number("start").unwrap(), number("end").unwrap());
    prop_assert!(start <= end && end <= source.len(), "{find}");
    let before = &source[..start];
    let line = 1 + before.iter().filter(|b| **b == b'\n').count();
    let column = 1 + before.iter().rev().take_while(|b| **b != b'\n').count();
    prop_assert_eq!((number("line"), number("column")), (Some(line), Some(column)), "{}", find);
    let raw =
        field(find, "raw").or_else(|| field(find, "reference")).or_else(|| field(find, "uri"));
    // Bytes that are not UTF-8 are no text in JSON.
    let (Some(raw), false) = (raw, find["raw"].is_object()) else { return Ok(()) };
    let there = source[start..end].to_vec();
    let is_quoted = matches!(form, Form::Mail(Coding::QuotedPrintable) | Form::MailInArchive);
    let there = match (find["decoded"] == true, is_quoted) {
        (false, _) => there,
        (true, true) => unquoted(&there),
        (true, false) => return Ok(()),
    };
    let shown = |bytes: &[u8]| bytes.escape_ascii().to_string();
    prop_assert_eq!(shown(&there), shown(&raw), "{}", find);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(kit::amount(50, 400) as u32))]

    #[test]
    fn a_find_stands_where_it_is_said_to(
        text in prop_oneof![text::text(), text::long_text()],
        form in select(&FORMS[..]),
        packer in proptest::option::of(select(pack::PACKERS)),
    ) {
        let source = form.pack(&text);
        let file = tempfile::NamedTempFile::new().unwrap();
        let packed = packer.map_or_else(|| source.clone(), |(_, pack)| pack(&source));
        fs::write(file.path(), packed).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_urisift"));
        let output = command.args(["--json", "--www", "--email"]).arg(file.path()).output().unwrap();
        prop_assert!(output.status.code().is_some_and(|code| code <= 2));
        for line in output.stdout.split(|b| *b == b'\n').filter(|line| !line.is_empty()) {
            let find: Value = serde_json::from_slice(line).unwrap();
            prop_assert_eq!(find["packed_at"].is_number(), packer.is_some(), "{}", find);
            stands_there(&find, &source, form)?;
        }
    }
}
