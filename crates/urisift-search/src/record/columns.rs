//! A choice of columns of the table of finds.

use std::sync::{Mutex, PoisonError};

use super::fields::{FINDS, Field, Need};
use super::{Column, Metadata, Schema, Transforms};
use crate::found::{Found, Judgement};
use crate::grammar::components::Components;
use crate::suggest::hint;

/// Columns of [`FINDS`], in the order in which they are written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Columns(Vec<Field>);

/// What JSON calls one or several columns.
const OBJECTS: [(&str, &[&str]); 2] =
    [("readings", &["reading"]), ("fault", &["fault_at", "fault_rule"])];

impl Columns {
    /// The columns with these names, or with the names of their fields in JSON. Each counts once.
    ///
    /// # Errors
    /// If there is none with a name, and which one is near.
    pub fn named<'n>(names: impl IntoIterator<Item = &'n str>) -> Result<Self, String> {
        let mut columns = Columns(Vec::new());
        for name in names {
            let object = OBJECTS.iter().find(|(object, _)| *object == name);
            for name in object.map_or(&[name][..], |(_, names)| names) {
                let name = column(name)?.name;
                let field = Field::ALL.iter().find(|field| of(**field).name == name);
                columns.0.extend(field.filter(|field| !columns.0.contains(field)).copied());
            }
        }
        Ok(columns)
    }

    /// The columns with the path as the first one.
    pub fn after_path(mut self) -> Self {
        self.0.retain(|field| *field != Field::path);
        self.0.insert(0, Field::path);
        self
    }

    pub(super) fn fields(&self) -> &[Field] {
        &self.0
    }

    /// The table of these columns. It stays in memory as long as the program runs, once for each choice.
    pub fn schema(&self) -> &'static Schema {
        static SCHEMAS: Mutex<Vec<&'static Schema>> = Mutex::new(Vec::new());
        let mut schemas = SCHEMAS.lock().unwrap_or_else(PoisonError::into_inner);
        let names = || self.0.iter().map(|field| of(*field).name);
        let is_it = |schema: &&&Schema| schema.columns.iter().map(|c| c.name).eq(names());
        if let Some(schema) = schemas.iter().find(is_it) {
            return schema;
        }
        let columns: Vec<_> = self.0.iter().map(|field| *of(*field)).collect();
        let schema = Box::leak(Box::new(Schema { table: FINDS.table, columns: columns.leak() }));
        schemas.push(schema);
        schema
    }

    /// Where the column with that name is among them.
    pub(super) fn place(&self, name: &str) -> Option<usize> {
        self.0.iter().position(|field| of(*field).name == name)
    }

    /// The first of them that nothing fills, and the setting that would, as the command and Python name it.
    pub fn unfilled(
        &self,
        transforms: &Transforms,
        has_context: bool,
    ) -> Option<(&'static str, &'static str)> {
        let setting = |field: Field| match field {
            Field::before | Field::after => (!has_context).then_some("context"),
            Field::unwrapped | Field::unwrapped_via => {
                transforms.unwrap.is_none().then_some("unwrap")
            }
            Field::resolved => transforms.base.is_none().then_some("base"),
            Field::normal => transforms.normalize.is_none().then_some("normalize"),
            Field::defanged => (!transforms.defang).then_some("defang"),
            _ => None,
        };
        self.0.iter().find_map(|field| Some((of(*field).name, setting(*field)?)))
    }

    /// Returns `true` if any says what the standards say of a URI.
    pub fn are_judged_fully(&self) -> bool {
        self.need(Need::Standards)
    }

    /// Returns `true` if any needs lines and columns of finds.
    pub fn has_positions(&self) -> bool {
        self.need(Need::Positions)
    }

    /// What they need to know of the texts that finds are in.
    pub fn metadata(&self) -> Metadata {
        let needs = [
            (Need::Fields, Metadata::FIELDS),
            (Need::Time, Metadata::TIME),
            (Need::LinkTexts, Metadata::LINK_TEXTS),
            (Need::Lines, Metadata::LINES),
            // The text of a link may be a caution.
            (Need::Standards, Metadata::LINK_TEXTS),
        ];
        let needed = needs.into_iter().filter(|(need, _)| self.need(*need));
        needed.fold(Metadata::NONE, |all, (_, metadata)| all.or(metadata))
    }

    /// Returns `true` if any says if a URI is valid.
    pub(super) fn are_judged(&self) -> bool {
        self.need(Need::Verdict)
    }

    /// What the grammar says of a find, as far as they need it.
    pub(super) fn judgement<'f>(&self, found: &'f Found<'_>) -> Judgement<'f> {
        if self.are_judged() {
            return found.judgement();
        }
        let has_components = self.need(Need::Components);
        let components = if has_components { found.components() } else { Components::of(b"") };
        Judgement { components, verdict: Ok(()) }
    }

    /// Returns `true` if any is another form of the URI.
    pub(super) fn have_forms(&self) -> bool {
        self.need(Need::Forms)
    }

    /// Returns `true` if the value of any needs that.
    fn need(&self, need: Need) -> bool {
        self.0.iter().any(|field| field.need() == Some(need))
    }
}

/// The column of [`FINDS`] with that name.
///
/// # Errors
/// If there is none, and which one is near.
pub fn column(name: &str) -> Result<&'static Column, String> {
    let column = FINDS.columns.iter().find(|column| column.name == name);
    column.ok_or_else(|| {
        let hint = hint(name, FINDS.columns.iter().map(|column| column.name));
        format!("unknown column '{name}'{hint}")
    })
}

fn of(field: Field) -> &'static Column {
    &FINDS.columns[field as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(columns: &Columns) -> Vec<&'static str> {
        columns.schema().columns.iter().map(|column| column.name).collect()
    }

    #[test]
    fn columns_are_in_the_order_of_their_names() {
        let columns = Columns::named(["uri", "host", "fault", "path", "host"]).unwrap();
        assert_eq!(names(&columns), ["uri", "host", "fault_at", "fault_rule", "path"]);
        assert!(std::ptr::eq(columns.schema(), columns.clone().schema()));
        assert_eq!(names(&columns.after_path())[..2], ["path", "uri"]);
        let error = Columns::named(["hots"]).unwrap_err();
        assert_eq!(error, "unknown column 'hots'; did you mean host?");
    }

    #[test]
    fn only_what_is_asked_for_is_needed() {
        let metadata = |name| Columns::named([name]).unwrap().metadata();
        assert_eq!(metadata("uri"), Metadata::NONE);
        assert_eq!(metadata("subject"), Metadata::FIELDS);
        assert_eq!(metadata("time"), Metadata::TIME);
        assert_eq!(metadata("cautions"), Metadata::LINK_TEXTS);
        assert!(Columns::named(["column"]).unwrap().has_positions());
    }
}
