//! A find as a row of a table: the fields of JSON lines, one column each.

use std::borrow::Cow;

use super::judgement::{CautionRecord, names};
use super::row::{Cell, Column, Kind, Schema};
use super::{Judged, Transforms, path_bytes, place};
use crate::found::Found;
use crate::grammar::fault::Fault;
use crate::span::{Context, Origin, PartOrigin, Span};

/// Builds the columns of a table.
macro_rules! columns {
    ($($name:ident $kind:ident),+ $(,)?) => {
        &[$(Column { name: stringify!($name), kind: Kind::$kind }),+]
    };
}
pub(super) use columns;

/// The table of finds, one per row.
pub static FINDS: Schema = Schema {
    table: "finds",
    columns: columns![
        path Text, start Number, end Number, line Number, column Number,
        part Text, packed_at Number, part_start Number, part_end Number, decoded Truth,
        message_id Text, date Text, base Text, reference Text,
        uri Text, raw Text, wrapper Text, reading Text, truncated Truth,
        before Text, after Text,
        scheme Text, userinfo Text, host Text, port Text, uri_path Text, query Text, fragment Text,
        valid Truth, fault_at Number, fault_rule Text, conforms Text, cautions Text,
        unwrapped Text, resolved Text, normal Text, defanged Text,
    ],
};

/// What a row says of a find.
#[derive(Clone, Debug, Default)]
pub struct Finds {
    /// Leave the path out.
    pub no_path: bool,
    /// How thoroughly a URI is judged.
    pub judged: Judged,
    /// Which other forms of a URI are added.
    pub transforms: Transforms,
}

impl Finds {
    /// A cell for each column of [`FINDS`].
    pub fn cells<'a>(&self, origin: &Origin<'a>, found: &'a Found<'_>) -> Vec<Cell<'a>> {
        let mut row = Row(Vec::with_capacity(FINDS.columns.len()));
        row.text((!self.no_path).then(|| path_bytes(origin.path)));
        row.span(Some(found.span()));
        row.number(found.position().map(|position| position.line));
        row.number(found.position().map(|position| position.column));
        row.part(origin.part.as_ref(), found);
        row.uri(origin, found);
        row.context(origin.context.as_ref());
        row.judged(found);
        self.conforms(found, &mut row);
        self.forms(found, &mut row);
        row.0
    }

    fn conforms(&self, found: &Found<'_>, row: &mut Row<'_>) {
        let is_asked = self.judged == Judged::Fully;
        row.owned(is_asked.then(|| names(found.conforms()).join(" ")));
        row.owned(is_asked.then(|| {
            let cautions = found.cautions();
            let cautions: Vec<_> = cautions.iter().map(CautionRecord::of).collect();
            // A record always converts to JSON.
            serde_json::to_string(&cautions).unwrap_or_default()
        }));
    }

    fn forms(&self, found: &Found<'_>, row: &mut Row<'_>) {
        let forms = self.transforms.forms(found);
        for form in [forms.unwrapped, forms.resolved, forms.normal, forms.defanged] {
            row.owned(form);
        }
    }
}

/// A row, cell by cell.
struct Row<'a>(Vec<Cell<'a>>);

impl<'a> Row<'a> {
    fn text(&mut self, text: Option<&'a [u8]>) {
        self.0.push(text.map_or(Cell::Null, |text| Cell::Text(Cow::Borrowed(text))));
    }

    fn words(&mut self, text: Option<&'a str>) {
        self.text(text.map(str::as_bytes));
    }

    fn owned(&mut self, text: Option<String>) {
        self.0.push(text.map_or(Cell::Null, |text| Cell::Text(Cow::Owned(text.into_bytes()))));
    }

    fn number(&mut self, number: Option<u64>) {
        self.0.push(number.map_or(Cell::Null, Cell::Number));
    }

    fn span(&mut self, span: Option<Span>) {
        self.number(span.map(|span| span.start));
        self.number(span.map(|span| span.end));
    }

    /// Pushes `true`, or null instead of `false`.
    fn only_if(&mut self, truth: bool) {
        self.0.push(if truth { Cell::Truth(true) } else { Cell::Null });
    }

    /// The part of a container that holds the find.
    fn part(&mut self, part: Option<&PartOrigin<'a>>, found: &Found<'_>) {
        self.0.push(match part.and_then(place::part) {
            Some(Cow::Borrowed(path)) => Cell::Text(Cow::Borrowed(path.as_bytes())),
            Some(Cow::Owned(path)) => Cell::Text(Cow::Owned(path.into_bytes())),
            None => Cell::Null,
        });
        self.number(part.and_then(|part| part.packed_at));
        self.span(part.and_then(|part| place::part_span(part, found)));
        self.only_if(part.is_some_and(|part| part.is_decoded));
        self.words(part.and_then(|part| part.message_id));
        self.words(part.and_then(|part| part.date));
        self.words(part.and_then(|part| part.base));
        self.text(part.and_then(|part| part.reference));
    }

    /// The URI, its raw text and its readings.
    fn uri(&mut self, origin: &Origin<'_>, found: &'a Found<'_>) {
        self.text(Some(found.uri()));
        self.text(place::raw(origin, found));
        self.words(Some(found.wrapper().name()));
        self.text(found.second_reading());
        self.only_if(found.truncated());
    }

    /// The text around it.
    fn context(&mut self, context: Option<&Context<'a>>) {
        self.text(context.map(|context| context.before));
        self.text(context.map(|context| context.after));
    }

    /// The components, and whether they are valid.
    fn judged(&mut self, found: &'a Found<'_>) {
        let judgement = found.judgement();
        let parts = &judgement.components;
        self.text(Some(found.scheme()));
        self.text(parts.userinfo());
        self.text(parts.host());
        self.text(parts.port());
        self.text(Some(parts.path()));
        self.text(parts.query());
        self.text(parts.fragment());
        let fault = judgement.verdict.as_ref().err();
        self.0.push(Cell::Truth(fault.is_none()));
        self.number(fault.map(|fault| fault.at() as u64));
        self.words(fault.map(Fault::rule));
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use serde_json::{Map, Value, json};

    use super::super::{JsonLines, JsonRows, RecordWriter, Rows};
    use super::*;
    use crate::found::Wrapper;
    use crate::normal::Steps;
    use crate::span::Position;

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
        object
    }

    fn object(line: &[u8]) -> Map<String, Value> {
        serde_json::from_slice(line).unwrap()
    }

    /// Asserts that a find is the same in JSON and in a table; returns its row.
    fn agreed(finds: &Finds, origin: &Origin<'_>, found: &Found<'_>) -> Map<String, Value> {
        let Finds { no_path, judged, transforms } = finds.clone();
        let (mut line, mut row) = (Vec::new(), Vec::new());
        let _ = JsonLines { no_path, judged, transforms, problems: false }
            .found(origin, found, &mut line);
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
        message_id: Some("<1@mail.example>"),
        date: Some("Thu"),
    };

    /// Finds with everything that a find can have, or nothing.
    fn samples() -> Vec<Found<'static>> {
        let span = Span { start: 10, end: 90 };
        let of = |uri: &'static [u8], len| Found::of_link(span, uri, None, len, false);
        let plain = of(b"HTTP://u@A.example:80/~b?c#d", 4);
        let readings = [b"http://a", &b"http://ab"[..]].map(|reading| Some(reading.to_vec()));
        let position = Some(Position { line: 3, column: 4 });
        let full = plain.clone().at(span, position).with(readings, Wrapper::Angle, true);
        let invalid = of(b"http://a.example:8o/\xff\"\n", 4);
        vec![plain, full, invalid, of(b"www.a.example/b", 0), of(b"mailto:", 6)]
    }

    #[test]
    fn rows_say_what_json_lines_say() {
        let path = Path::new("a b");
        let resolved = PartOrigin { reference: Some(b"b\xe9"), link: None, ..PART };
        let transforms = Transforms {
            unwrap: true,
            base: Some("http://b.example/".to_owned()),
            normalize: Some(Steps::SCHEME),
            defang: true,
        };
        for found in samples() {
            for part in [None, Some(PART), Some(resolved)] {
                let context = Some(Context { before: b"\xff ", after: b"" });
                let origin = Origin { path, part, context };
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
        let origin = Origin { path: Path::new("a"), part: None, context: None };
        let row = agreed(&Finds::default(), &origin, &samples()[2]);
        assert_eq!(row["uri_path"], json!({"bytes": "L/8iCg=="}));
        assert_eq!((&row["valid"], &row["fault_rule"]), (&json!(false), &json!("port")));
    }
}
