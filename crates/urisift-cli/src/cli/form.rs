//! The form in which finds are written.

use super::args::Args;
use crate::output::{Csv, Template, Texts, Tsv};
use crate::record::{JsonRows, Packed, Rows};

/// A form of records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Text,
    Json,
    Csv,
    Tsv,
    Template(Template),
    Sqlite,
    Parquet,
    /// An HTML report.
    Page,
}

/// File name endings and their forms.
const ENDINGS: [(&str, Form); 12] = [
    ("jsonl", Form::Json),
    ("ndjson", Form::Json),
    ("json", Form::Json),
    ("csv", Form::Csv),
    ("tsv", Form::Tsv),
    ("txt", Form::Text),
    ("sqlite", Form::Sqlite),
    ("sqlite3", Form::Sqlite),
    ("db", Form::Sqlite),
    ("parquet", Form::Parquet),
    ("html", Form::Page),
    ("htm", Form::Page),
];

impl Form {
    /// The form that a flag asks for. Flags that only count print text.
    pub fn typed(args: &Args) -> Option<Self> {
        let writing = &args.writing;
        if writing.page {
            return Some(Form::Page);
        }
        if args.printing.prints_no_finds(&args.gathering) {
            return Some(Form::Text);
        }
        let forms =
            [(args.printing.json, Form::Json), (writing.csv, Form::Csv), (writing.tsv, Form::Tsv)];
        let flag = forms.into_iter().find(|(is_typed, _)| *is_typed).map(|(_, form)| form);
        flag.or_else(|| writing.template.clone().map(Form::Template))
    }

    /// The form for the ending of a name.
    pub fn named(ending: &str) -> Option<Self> {
        let is_it = |(name, _): &&(&str, Form)| ending.eq_ignore_ascii_case(name);
        ENDINGS.iter().find(is_it).map(|(_, form)| form.clone())
    }

    /// All endings, for a message.
    pub fn endings() -> String {
        ENDINGS.map(|(name, _)| name).join(", ")
    }

    /// Whether it is more than a stream of bytes.
    pub fn is_store(&self) -> bool {
        matches!(self, Form::Sqlite | Form::Parquet)
    }

    /// Whether the output may be HTML: a template can write anything.
    pub fn may_be_html(&self) -> bool {
        matches!(self, Form::Page | Form::Template(_))
    }

    /// Whether it may have lines and columns.
    pub fn has_positions(&self) -> bool {
        match self {
            Form::Text => false,
            Form::Template(template) => template.has_columns(),
            _ => true,
        }
    }

    /// The flag that asks for it, for a message.
    pub fn flag(&self) -> &'static str {
        match self {
            Form::Text => "-c, -l or -L",
            Form::Json => "--json",
            Form::Csv => "--csv",
            Form::Tsv => "--tsv",
            Form::Template(_) => "--format",
            Form::Sqlite | Form::Parquet | Form::Page => "--output",
        }
    }

    /// How rows of a table are written in it; `None` if it has no rows.
    pub fn rows(&self, texts: Texts) -> Option<Box<dyn Rows>> {
        match self {
            Form::Text | Form::Template(_) | Form::Page => None,
            Form::Json => Some(Box::new(JsonRows)),
            Form::Csv => Some(Box::new(Csv(texts))),
            Form::Tsv => Some(Box::new(Tsv(texts))),
            Form::Sqlite | Form::Parquet => Some(Box::new(Packed)),
        }
    }
}
