//! A find is the same in JSON and in a table, with all columns and with some.

use std::path::Path;
use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::super::{JsonLines, JsonRows, RecordWriter, Rows};
use super::*;
use crate::found::Wrapper;
use crate::input::{Message, MessageFields, PartLocation};
use crate::normal::{RedirectUnwrapper, Steps};
use crate::span::{Context, Position, Span};
use crate::time::TimeSource;

/// A JSON object with its fields as the columns of a table.
fn flat(mut object: Map<String, Value>) -> Map<String, Value> {
    if let Some(readings) = object.remove("readings") {
        object.insert("reading".into(), readings[1].clone());
    }
    if let Some(fault) = object.remove("fault") {
        object.insert("fault_at".into(), fault["at"].clone());
        object.insert("fault_rule".into(), fault["rule"].clone());
    }
    if let Some(conforms) = object.get_mut("conforms") {
        let names: Vec<_> = conforms.as_array().unwrap().iter().flat_map(Value::as_str).collect();
        *conforms = json!(names.join(" "));
    }
    if let Some(cautions) = object.get_mut("cautions") {
        *cautions = json!(cautions.to_string());
    }
    if let Some(via) = object.get_mut("unwrapped_via") {
        *via = json!(via.to_string());
    }
    object
}

fn object(line: &[u8]) -> Map<String, Value> {
    serde_json::from_slice(line).unwrap()
}

/// What JSON has only of finds that are judged fully, or if columns are chosen.
const LONG: [&str; 9] = [
    "in_reply_to",
    "references",
    "link_text",
    "link_target",
    "page",
    "record_id",
    "record_type",
    "tag",
    "attribute",
];

/// Asserts that a find is the same in JSON and in a table; returns its row.
fn agreed(finds: &Finds, origin: &Origin<'_>, found: &Found<'_>) -> Map<String, Value> {
    let (mut line, mut row) = (Vec::new(), Vec::new());
    let _ = JsonLines { finds: finds.clone(), problems: false, long: false }
        .found(origin, found, &mut line);
    let cells = finds.cells(origin, found);
    assert_eq!(cells.len(), FINDS.columns.len());
    JsonRows.row(&FINDS, &cells, &mut row);
    let mut row = object(&row);
    if finds.judged != Judged::Fully {
        row.retain(|name, _| !LONG.contains(&&**name));
    }
    assert_eq!(flat(object(&line)), row);
    row
}

const PART: PartOrigin<'static> = PartOrigin {
    path: "gz/msg 1",
    location: PartLocation::Attachment,
    attachment: Some("a.html"),
    quoted: Some(2),
    link: Some("a@href"),
    reference: None,
    link_text: Some(b"a page"),
    link_target: Some(b"http://b.example/"),
    base: Some("http://base.example/"),
    text: Some(Span { start: 1, end: 2 }),
    is_decoded: true,
    packed_at: Some(7),
    member: None,
    is_commented: true,
    message: None,
};

/// A message with all its fields.
fn message() -> Arc<Message> {
    let (mut message, mut fields) = (Message::default(), MessageFields::default());
    let values = [
        (&mut message.id, "<1@mail.example>"),
        (&mut message.date, "Thu"),
        (&mut fields.from, "a@mail.example"),
        (&mut fields.from_name, "A \"B\""),
        (&mut fields.subject, "é"),
        (&mut fields.list_id, "a.list.example"),
        (&mut fields.newsgroups, "a.b,a.c"),
        (&mut fields.in_reply_to, "<0@mail.example>"),
        (&mut fields.references, "<0@mail.example>"),
        (&mut fields.client, "192.0.2.7"),
        (&mut fields.page, "http://a.example/p"),
        (&mut fields.record_id, "urn:uuid:1"),
        (&mut fields.record_type, "response"),
    ];
    fields.status = Some(404);
    values.into_iter().for_each(|(field, value)| *field = Some(value.to_owned()));
    Arc::new(message.with(fields))
}

const LINK: &[u8] = b"http://a.example/?b=http://c.example";

/// Finds with everything that a find can have, or nothing.
fn samples() -> Vec<Found<'static>> {
    let span = Span { start: 10, end: 90 };
    let of = |uri: &'static [u8], len| Found::of_link(span, uri, None, len, false);
    let plain = of(b"HTTP://u@A.example:80/~b?c#d", 4);
    let readings = [b"http://a", &b"http://ab"[..]].map(|reading| Some(reading.to_vec()));
    let position = Some(Position { line: 3, column: 4 });
    let full = plain.clone().at(span, position).with(readings, Wrapper::Angle, true);
    let invalid = of(b"http://a.example:8o/\xff\"\n", 4);
    vec![plain, full, invalid, of(b"www.a.example/b", 0), of(b"mailto:", 6), of(LINK, 4)]
}

#[test]
fn rows_say_what_json_lines_say() {
    let path = Path::new("a b");
    let resolved = PartOrigin { reference: Some(b"b\xe9"), link: None, ..PART };
    let transforms = Transforms {
        unwrap: Some(RedirectUnwrapper::new().any(true)),
        base: Some("http://b.example/".to_owned()),
        normalize: Some(Steps::SCHEME),
        defang: true,
    };
    let message = message();
    let of_message = PartOrigin { message: Some(&message), ..PART };
    let times = [None, Some(Time { second: 1_580_472_009, source: TimeSource::Line })];
    for (found, time) in samples().into_iter().flat_map(|f| times.map(|t| (f.clone(), t))) {
        for part in [None, Some(of_message), Some(resolved)] {
            let context = Some(Context { before: b"\xff ", after: b"" });
            let origin = Origin { path, part, context, time };
            agreed(&Finds::default(), &origin, &found);
            let (transforms, judged) = (transforms.clone(), Judged::Fully);
            let finds = Finds { no_path: true, judged, transforms, columns: None };
            agreed(&finds, &origin, &found);
        }
    }
}

/// In any order, and alone, a column has the value that it has among all.
#[test]
fn chosen_columns_have_the_same_values() {
    let transforms = Transforms { defang: true, ..Transforms::default() };
    let full = Finds { no_path: false, judged: Judged::Fully, transforms, columns: None };
    let message = message();
    let part = Some(PartOrigin { message: Some(&message), ..PART });
    let time = Some(Time { second: 1_580_472_009, source: TimeSource::Line });
    let context = Some(Context { before: b"\xff ", after: b"" });
    let origin = Origin { path: Path::new("a b"), part, context, time };
    let reversed: Vec<_> = FINDS.columns.iter().map(|column| column.name).rev().collect();
    let alone = reversed.iter().map(|name| vec![*name]);
    let choices: Vec<_> = alone.chain([reversed.clone()]).collect();
    for found in samples() {
        let all = full.cells(&origin, &found);
        let mut line = Vec::new();
        let finds = full.clone();
        let _ = JsonLines { finds, problems: false, long: false }.found(&origin, &found, &mut line);
        let in_json = flat(object(&line));
        for names in &choices {
            let columns = Some(Columns::named(names.iter().copied()).unwrap());
            let finds = Finds { columns, ..full.clone() };
            let cells = finds.cells(&origin, &found);
            let expected: Vec<_> =
                names.iter().map(|name| all[full.place(name).unwrap()].clone()).collect();
            assert_eq!(cells, expected, "{names:?}");
            let mut line = Vec::new();
            let _ =
                JsonLines { finds, problems: false, long: false }.found(&origin, &found, &mut line);
            for (name, value) in flat(object(&line)) {
                assert_eq!(in_json.get(&name), Some(&value), "{name} of {names:?}");
            }
        }
    }
}

#[test]
fn every_column_has_a_name_of_its_own() {
    let names: std::collections::BTreeSet<_> = FINDS.columns.iter().map(|c| c.name).collect();
    assert_eq!(names.len(), FINDS.columns.len());
}

#[test]
fn what_is_no_text_keeps_its_bytes() {
    let origin = Origin::of(Path::new("a"));
    let row = agreed(&Finds::default(), &origin, &samples()[2]);
    assert_eq!(row["uri_path"], json!({"bytes": "L/8iCg=="}));
    assert_eq!((&row["valid"], &row["fault_rule"]), (&json!(false), &json!("port")));
}
