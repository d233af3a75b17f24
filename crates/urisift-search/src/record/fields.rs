//! The fields of a find's record: one list, which JSON lines and the rows of tables visit.

use std::borrow::Cow;

use super::jsonl::{CautionRecord, names};
use super::object::{Key, key};
use super::row::{Cell, Column, Kind, Schema};
use super::{Metadata, Transforms, path_bytes};
use crate::found::Found;
use crate::grammar::caution::Caution;
use crate::grammar::edition::Editions;
use crate::grammar::fault::Fault;
use crate::span::{Origin, PartOrigin};
use crate::time::Time;

/// What a record says of a find.
#[derive(Clone, Debug, Default)]
pub struct Finds {
    /// Leave the path out.
    pub no_path: bool,
    /// How thoroughly a URI is judged.
    pub judged: Judged,
    /// Which other forms of a URI are added.
    pub transforms: Transforms,
}

/// How thoroughly a URI is judged for its record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Judged {
    /// Whether it is valid.
    #[default]
    Valid,
    /// Also the editions it conforms to, and its cautions.
    Fully,
}

/// Takes the fields of a record in order, also those without a value.
pub(super) trait Fields<'a> {
    /// Takes a text.
    fn text<const N: usize>(&mut self, key: Key<N>, text: Option<&'a [u8]>);

    /// Takes a text that may have been made for the record.
    fn made<const N: usize>(&mut self, key: Key<N>, text: Option<Cow<'a, [u8]>>);

    /// Takes a name.
    fn name<const N: usize>(&mut self, key: Key<N>, name: &'static str) {
        self.text(key, Some(name.as_bytes()));
    }

    /// Takes a number.
    fn number<const N: usize>(&mut self, key: Key<N>, number: Option<u64>);

    /// Takes true or false.
    fn truth<const N: usize>(&mut self, key: Key<N>, truth: Option<bool>);

    /// Takes a time.
    fn time<const N: usize>(&mut self, key: Key<N>, time: Option<Time>) {
        self.made(key, time.map(|time| Cow::Owned(time.text().to_vec())));
    }

    /// Takes the URI, which may be valid.
    fn uri<const N: usize>(&mut self, key: Key<N>, uri: &'a [u8], _is_valid: bool) {
        self.text(key, Some(uri));
    }

    /// Takes a component of that URI.
    fn component<const N: usize>(&mut self, key: Key<N>, component: Option<&'a [u8]>) {
        self.text(key, component);
    }

    /// Takes the second reading of that URI.
    fn reading<const N: usize>(&mut self, key: Key<N>, second: Option<&'a [u8]>) {
        self.text(key, second);
    }

    /// Takes the place of its fault.
    fn fault_at<const N: usize>(&mut self, key: Key<N>, fault: Option<&Fault>) {
        self.number(key, fault.map(|fault| fault.at() as u64));
    }

    /// Takes the rule that it breaks there.
    fn fault_rule<const N: usize>(&mut self, key: Key<N>, fault: Option<&Fault>) {
        self.text(key, fault.map(|fault| fault.rule().as_bytes()));
    }

    /// Takes the editions that it conforms to.
    fn editions<const N: usize>(&mut self, key: Key<N>, editions: Option<Editions>) {
        let names = |editions| Cow::Owned(names(editions).join(" ").into_bytes());
        self.made(key, editions.map(names));
    }

    /// Takes URIs.
    fn uris<const N: usize>(&mut self, key: Key<N>, uris: Vec<String>) {
        let uris = (!uris.is_empty()).then_some(uris);
        // Text always converts to JSON.
        let text = |all| Cow::Owned(serde_json::to_vec(&all).unwrap_or_default());
        self.made(key, uris.map(text));
    }

    /// Takes its cautions.
    fn cautions<const N: usize>(&mut self, key: Key<N>, cautions: Option<Vec<Caution>>) {
        let text = |cautions: Vec<Caution>| {
            let records: Vec<_> = cautions.iter().map(CautionRecord::of).collect();
            // A record always converts to JSON.
            Cow::Owned(serde_json::to_vec(&records).unwrap_or_default())
        };
        self.made(key, cautions.map(text));
    }
}

/// The type of a column, by the method of [`Fields`] that takes its values.
macro_rules! kind {
    (number) => {
        Kind::Number
    };
    (fault_at) => {
        Kind::Number
    };
    (truth) => {
        Kind::Truth
    };
    (time) => {
        Kind::Time
    };
    ($text:ident) => {
        Kind::Text
    };
}

/// Builds the table of finds, and the function that passes the fields of a find: for each, the method of
/// [`Fields`] that takes it, its name, and its value.
macro_rules! fields {
    (
        fn visit($finds:ident, $origin:ident, $found:ident) { $($before:tt)* }
        $($method:ident $name:ident = $($value:expr),+;)+
    ) => {
        /// The table of finds, one per row.
        pub static FINDS: Schema = Schema {
            table: "finds",
            columns: &[$(Column { name: stringify!($name), kind: kind!($method) }),+],
        };

        impl Finds {
            /// Passes the fields of a find.
            #[inline(always)]
            pub(super) fn visit<'a>(
                &self,
                $origin: &Origin<'a>,
                $found: &'a Found<'_>,
                fields: &mut impl Fields<'a>,
            ) {
                let $finds = self;
                $($before)*
                $(fields.$method(key!($name), $($value),+);)+
            }
        }
    };
}

fields! {
    fn visit(finds, origin, found) {
        let span = found.span();
        let position = found.position();
        let part = origin.part.as_ref();
        let message = part.and_then(|part| part.message);
        let fields = message.map(|message| message.fields());
        let part_span = part.and_then(|part| part.text).filter(|text| *text != span);
        let is_resolved = part.is_some_and(|part| part.reference.is_some());
        let context = origin.context.as_ref();
        let judgement = found.judgement();
        let uri = &judgement.components;
        let fault = judgement.verdict.as_ref().err();
        let is_fully = finds.judged == Judged::Fully;
        let forms = finds.transforms.forms(found);
        let raw = found.has_readings().then(|| found.raw());
    }
    text path = (!finds.no_path).then(|| path_bytes(origin.path));
    number start = Some(span.start);
    number end = Some(span.end);
    number line = position.map(|position| position.line);
    number column = position.map(|position| position.column);
    made part = part.and_then(part_path).map(bytes);
    number packed_at = part.and_then(|part| part.packed_at);
    number part_start = part_span.map(|span| span.start);
    number part_end = part_span.map(|span| span.end);
    truth decoded = part.is_some_and(|part| part.is_decoded).then_some(true);
    text message_id = message.and_then(|message| message.id.as_deref()).map(str::as_bytes);
    text date = message.and_then(|message| message.date.as_deref()).map(str::as_bytes);
    text base = part.and_then(|part| part.base).map(str::as_bytes);
    text reference = part.and_then(|part| part.reference);
    uri uri = found.uri(), fault.is_none();
    text raw = raw.filter(|raw| *raw != found.uri() && !is_resolved);
    name wrapper = found.wrapper().name();
    reading reading = found.second_reading();
    truth truncated = found.truncated().then_some(true);
    text before = context.map(|context| context.before);
    text after = context.map(|context| context.after);
    component scheme = Some(found.scheme());
    component userinfo = uri.userinfo();
    component host = uri.host();
    component port = uri.port();
    component uri_path = Some(uri.path());
    component query = uri.query();
    component fragment = uri.fragment();
    truth valid = Some(fault.is_none());
    fault_at fault_at = fault;
    fault_rule fault_rule = fault;
    editions conforms = is_fully.then(|| found.conforms());
    cautions cautions = is_fully.then(|| found.cautions());
    made unwrapped = forms.unwrapped.map(owned);
    uris unwrapped_via = forms.via;
    made resolved = forms.resolved.map(owned);
    made normal = forms.normal.map(owned);
    made defanged = forms.defanged.map(owned);
    time time = origin.time;
    text time_source = origin.time.map(|time| time.source.name().as_bytes());
    text from = fields.and_then(|fields| fields.from.as_deref()).map(str::as_bytes);
    text from_name = fields.and_then(|fields| fields.from_name.as_deref()).map(str::as_bytes);
    text subject = fields.and_then(|fields| fields.subject.as_deref()).map(str::as_bytes);
    text list_id = fields.and_then(|fields| fields.list_id.as_deref()).map(str::as_bytes);
    text newsgroups = fields.and_then(|fields| fields.newsgroups.as_deref()).map(str::as_bytes);
}

/// What the value of a column needs to know of the text that a find stands in.
pub fn metadata_of(column: &str) -> Metadata {
    match column {
        "time" | "time_source" => Metadata::ALL,
        "from" | "from_name" | "subject" | "list_id" | "newsgroups" => Metadata::FIELDS,
        _ => Metadata::NONE,
    }
}

/// The path to the part of a container, and the attribute that makes the reference; `None` if the
/// source itself is the text.
pub fn part_path<'a>(part: &PartOrigin<'a>) -> Option<Cow<'a, str>> {
    match part.link {
        Some(link) => Some(Cow::Owned(format!("{} {link}", part.path))),
        None if part.path.is_empty() => None,
        None => Some(Cow::Borrowed(part.path)),
    }
}

fn bytes(text: Cow<'_, str>) -> Cow<'_, [u8]> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
        Cow::Owned(text) => Cow::Owned(text.into_bytes()),
    }
}

fn owned<'a>(text: String) -> Cow<'a, [u8]> {
    Cow::Owned(text.into_bytes())
}

impl Finds {
    /// A cell for each column of [`FINDS`].
    pub fn cells<'a>(&self, origin: &Origin<'a>, found: &'a Found<'_>) -> Vec<Cell<'a>> {
        let mut cells = Vec::with_capacity(FINDS.columns.len());
        self.visit(origin, found, &mut cells);
        cells
    }
}

impl<'a> Fields<'a> for Vec<Cell<'a>> {
    fn text<const N: usize>(&mut self, key: Key<N>, text: Option<&'a [u8]>) {
        self.made(key, text.map(Cow::Borrowed));
    }

    fn made<const N: usize>(&mut self, _: Key<N>, text: Option<Cow<'a, [u8]>>) {
        self.push(text.map_or(Cell::Null, Cell::Text));
    }

    fn number<const N: usize>(&mut self, _: Key<N>, number: Option<u64>) {
        self.push(number.map_or(Cell::Null, Cell::Number));
    }

    fn truth<const N: usize>(&mut self, _: Key<N>, truth: Option<bool>) {
        self.push(truth.map_or(Cell::Null, Cell::Truth));
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use serde_json::{Map, Value, json};

    use super::super::{JsonLines, JsonRows, RecordWriter, Rows};
    use super::*;
    use crate::found::Wrapper;
    use crate::input::{Message, MessageFields};
    use crate::normal::{Steps, Unwrapper};
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
            let names: Vec<_> =
                conforms.as_array().unwrap().iter().flat_map(Value::as_str).collect();
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

    /// Asserts that a find is the same in JSON and in a table; returns its row.
    fn agreed(finds: &Finds, origin: &Origin<'_>, found: &Found<'_>) -> Map<String, Value> {
        let (mut line, mut row) = (Vec::new(), Vec::new());
        let _ = JsonLines { finds: finds.clone(), problems: false }.found(origin, found, &mut line);
        let cells = finds.cells(origin, found);
        assert_eq!(cells.len(), FINDS.columns.len());
        JsonRows.row(&FINDS, &cells, &mut row);
        assert_eq!(flat(object(&line)), object(&row));
        object(&row)
    }

    const PART: PartOrigin<'static> = PartOrigin {
        path: "gz/msg 1",
        link: Some("a@href"),
        reference: None,
        base: Some("http://base.example/"),
        text: Some(Span { start: 1, end: 2 }),
        is_decoded: true,
        packed_at: Some(7),
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
        ];
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
            unwrap: Some(Unwrapper::new().any(true)),
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
                agreed(&Finds { no_path: true, judged, transforms }, &origin, &found);
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
}
