//! The fields of a find's record: one list, which JSON lines and the rows of tables visit.

use std::borrow::Cow;
use std::mem;

use super::columns::Columns;
use super::jsonl::{CautionRecord, names};
use super::object::{Key, key};
use super::row::{Cell, Column, Kind, Schema};
use super::transforms::Forms;
use super::{Metadata, Transforms, path_bytes};
use crate::found::Found;
use crate::grammar::caution::Caution;
use crate::grammar::edition::Editions;
use crate::grammar::parse_error::ParseError;
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
    /// Only these columns; `None` for all.
    pub columns: Option<Columns>,
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
    fn name<const N: usize>(&mut self, key: Key<N>, name: Option<&'static str>) {
        self.text(key, name.map(str::as_bytes));
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

    /// Takes a component of that URI, which may not have come.
    fn component<const N: usize>(&mut self, key: Key<N>, component: Option<&'a [u8]>) {
        self.text(key, component);
    }

    /// Takes the two readings of a URI, if there are two.
    fn reading<const N: usize>(&mut self, key: Key<N>, _first: &'a [u8], second: Option<&'a [u8]>) {
        self.text(key, second);
    }

    /// Takes the place of its fault.
    fn fault_at<const N: usize>(&mut self, key: Key<N>, fault: Option<&ParseError>) {
        self.number(key, fault.map(|fault| fault.offset() as u64));
    }

    /// Takes the rule that it breaks there.
    fn fault_rule<const N: usize>(&mut self, key: Key<N>, fault: Option<&ParseError>) {
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
        fn visit($finds:ident, $origin:ident, $found:ident, $judgement:ident) { $($before:tt)* }
        $($method:ident $name:ident = $($value:expr),+;)+
    ) => {
        /// The table of finds, one per row.
        pub static FINDS: Schema = Schema {
            table: "finds",
            columns: &[$(Column { name: stringify!($name), kind: kind!($method) }),+],
        };

        /// A column of [`FINDS`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(non_camel_case_types)]
        pub(super) enum Field {
            $($name),+
        }

        impl Field {
            /// Each, in the order of the table.
            pub const ALL: &[Field] = &[$(Field::$name),+];
        }

        impl Finds {
            /// Passes the fields of a find.
            #[inline(always)]
            pub(super) fn visit<'a>(
                &self,
                $origin: &Origin<'a>,
                $found: &'a Found<'_>,
                fields: &mut impl Fields<'a>,
            ) {
                if let Some(columns) = &self.columns {
                    return self.visit_columns(columns, $origin, $found, fields);
                }
                let ($finds, judgement) = (self, $found.judgement());
                let $judgement = &judgement;
                $($before)*
                $(fields.$method(key!($name), $($value),+);)+
            }

            /// Passes the fields of these columns, and computes no others.
            fn visit_columns<'a>(
                &self,
                columns: &Columns,
                $origin: &Origin<'a>,
                $found: &'a Found<'_>,
                fields: &mut impl Fields<'a>,
            ) {
                let ($finds, judgement) = (self, columns.judgement($found));
                let $judgement = &judgement;
                $($before)*
                for asked in columns.fields() {
                    match asked {
                        $(Field::$name => fields.$method(key!($name), $($value),+)),+
                    }
                }
            }
        }
    };
}

fields! {
    fn visit(finds, origin, found, judgement) {
        let span = found.span();
        let position = found.position();
        let part = origin.part.as_ref();
        let message = part.and_then(|part| part.message);
        let fields = message.map(|message| message.fields());
        let part_span = part.and_then(|part| part.text).filter(|text| *text != span);
        let is_resolved = part.is_some_and(|part| part.reference.is_some());
        let context = origin.context.as_ref();
        let uri = &judgement.components;
        let fault = judgement.verdict.as_ref().err();
        let is_valid = finds.is_judged() && fault.is_none();
        let is_fully = finds.judged == Judged::Fully;
        let mut forms = finds.forms(found);
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
    uri uri = found.uri(), is_valid;
    text raw = raw.filter(|raw| *raw != found.uri() && !is_resolved);
    name wrapper = Some(found.wrapper().name());
    reading reading = found.uri(), found.second_reading();
    truth truncated = found.is_truncated().then_some(true);
    truth truncated_by_source = found.is_truncated_by_source().then_some(true);
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
    editions conforms = is_fully.then(|| found.editions());
    cautions cautions = is_fully.then(|| found.cautions());
    made unwrapped = forms.unwrapped.take().map(owned);
    uris unwrapped_via = mem::take(&mut forms.via);
    made resolved = forms.resolved.take().map(owned);
    made normal = forms.normal.take().map(owned);
    made defanged = forms.defanged.take().map(owned);
    time time = origin.time;
    name time_source = origin.time.map(|time| time.source.name());
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
        Some(link) => Some(Cow::Owned([part.path, " ", link].concat())),
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
    /// The table of its columns.
    pub fn schema(&self) -> &'static Schema {
        self.columns.as_ref().map_or(&FINDS, Columns::schema)
    }

    /// Where the cell of that column is in [`Finds::cells`].
    pub fn place(&self, name: &str) -> Option<usize> {
        match &self.columns {
            Some(columns) => columns.place(name),
            None => FINDS.columns.iter().position(|column| column.name == name),
        }
    }

    /// What its columns need to know of the texts that finds stand in.
    pub fn metadata(&self) -> Metadata {
        self.columns.as_ref().map_or(Metadata::ALL, Columns::metadata)
    }

    /// Whether a record says if a URI is valid.
    fn is_judged(&self) -> bool {
        self.columns.as_ref().is_none_or(Columns::are_judged)
    }

    fn forms(&self, found: &Found<'_>) -> Forms {
        let is_asked = self.columns.as_ref().is_none_or(Columns::have_forms);
        if is_asked { self.transforms.forms(found) } else { Forms::default() }
    }

    /// A cell for each of its columns.
    pub fn cells<'a>(&self, origin: &Origin<'a>, found: &'a Found<'_>) -> Vec<Cell<'a>> {
        let len =
            self.columns.as_ref().map_or(FINDS.columns.len(), |columns| columns.fields().len());
        let mut cells = Vec::with_capacity(len);
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
            let _ = JsonLines { finds, problems: false }.found(&origin, &found, &mut line);
            let in_json = flat(object(&line));
            for names in &choices {
                let columns = Some(Columns::named(names.iter().copied()).unwrap());
                let finds = Finds { columns, ..full.clone() };
                let cells = finds.cells(&origin, &found);
                let expected: Vec<_> =
                    names.iter().map(|name| all[full.place(name).unwrap()].clone()).collect();
                assert_eq!(cells, expected, "{names:?}");
                let mut line = Vec::new();
                let _ = JsonLines { finds, problems: false }.found(&origin, &found, &mut line);
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
}
