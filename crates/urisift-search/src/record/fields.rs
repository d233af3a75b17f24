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

    /// Takes a text that costs much: many bytes, or much reading.
    fn long<const N: usize>(&mut self, key: Key<N>, text: impl FnOnce() -> Option<&'a [u8]>) {
        self.text(key, text());
    }

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

/// What the values of some columns are computed from; each costs time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Need {
    /// The line and the column of the find.
    Positions,
    /// The components of the URI.
    Components,
    /// Whether it is valid.
    Verdict,
    /// What the standards and the cautions say of it.
    Standards,
    /// Its other forms.
    Forms,
    /// The fields of its message.
    Fields,
    /// When its text was written.
    Time,
    /// The texts of links.
    LinkTexts,
    /// How the lines of messages start.
    Lines,
}

/// Builds the table of finds, and the function that passes the fields of a find: for each, the method of
/// [`Fields`] that takes it, its name, what it needs, and its value.
macro_rules! fields {
    (
        fn visit($finds:ident, $origin:ident, $found:ident, $judgement:ident) { $($before:tt)* }
        $($method:ident $name:ident $(needs $need:ident)? = $($value:expr),+;)+
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

            /// What its value is computed from, besides the find and its place.
            pub fn need(self) -> Option<Need> {
                match self {
                    $(Field::$name => None$(.or(Some(Need::$need)))?),+
                }
            }
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
        let link = || part.and_then(PartOrigin::tag_and_attribute);
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
    number line needs Positions = position.map(|position| position.line);
    number column needs Positions = position.map(|position| position.column);
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
    component userinfo needs Components = uri.userinfo();
    component host needs Components = uri.host();
    component port needs Components = uri.port();
    component uri_path needs Components = Some(uri.path());
    component query needs Components = uri.query();
    component fragment needs Components = uri.fragment();
    truth valid needs Verdict = Some(fault.is_none());
    fault_at fault_at needs Verdict = fault;
    fault_rule fault_rule needs Verdict = fault;
    editions conforms needs Standards = is_fully.then(|| found.editions());
    cautions cautions needs Standards = is_fully.then(|| found.cautions());
    made unwrapped needs Forms = forms.unwrapped.take().map(owned);
    uris unwrapped_via needs Forms = mem::take(&mut forms.via);
    made resolved needs Forms = forms.resolved.take().map(owned);
    made normal needs Forms = forms.normal.take().map(owned);
    made defanged needs Forms = forms.defanged.take().map(owned);
    time time needs Time = origin.time;
    name time_source needs Time = origin.time.map(|time| time.source.name());
    text from needs Fields = fields.and_then(|fields| fields.from.as_deref()).map(str::as_bytes);
    text from_name needs Fields = fields.and_then(|fields| fields.from_name.as_deref()).map(str::as_bytes);
    text subject needs Fields = fields.and_then(|fields| fields.subject.as_deref()).map(str::as_bytes);
    text list_id needs Fields = fields.and_then(|fields| fields.list_id.as_deref()).map(str::as_bytes);
    text newsgroups needs Fields = fields.and_then(|fields| fields.newsgroups.as_deref()).map(str::as_bytes);
    long in_reply_to needs Fields = || fields.and_then(|fields| fields.in_reply_to.as_deref()).map(str::as_bytes);
    long references needs Fields = || fields.and_then(|fields| fields.references.as_deref()).map(str::as_bytes);
    text thread needs Fields = message.and_then(|message| message.thread()).map(str::as_bytes);
    long link_text needs LinkTexts = || part.and_then(|part| part.link_text);
    long link_target needs LinkTexts = || part.and_then(|part| part.link_target);
    name place needs Lines = part.filter(|part| part.is_of_message()).map(|part| part.location.name());
    text attachment = part.and_then(|part| part.attachment).filter(|name| !name.is_empty()).map(str::as_bytes);
    number quoted needs Lines = part.and_then(|part| part.quoted).map(u64::from);
    text client needs Fields = fields.and_then(|fields| fields.client.as_deref()).map(str::as_bytes);
    number status needs Fields = fields.and_then(|fields| fields.status).map(u64::from);
    long page needs Fields = || fields.and_then(|fields| fields.page.as_deref()).map(str::as_bytes);
    long record_id needs Fields = || fields.and_then(|fields| fields.record_id.as_deref()).map(str::as_bytes);
    long record_type needs Fields = || fields.and_then(|fields| fields.record_type.as_deref()).map(str::as_bytes);
    long tag = || link().map(|(tag, _)| tag.as_bytes());
    long attribute = || link().map(|(_, attribute)| attribute.as_bytes());
    truth is_commented needs Lines = part.is_some_and(|part| part.is_commented).then_some(true);
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

    /// What its columns need to know of the texts that finds are in.
    pub fn metadata(&self) -> Metadata {
        self.columns.as_ref().map_or(Metadata::ALL, Columns::metadata)
    }

    /// Returns `true` if a record says if a URI is valid.
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
mod tests;
