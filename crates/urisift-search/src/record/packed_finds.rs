//! Finds as packed rows of [`FINDS`](super::FINDS), without cells in between.

use std::borrow::Cow;
use std::ops::ControlFlow;

use super::fields::{Fields, Finds};
use super::object::Key;
use super::packed::{RowWriter, push_row};
use super::{Metadata, RecordWriter, Skip};
use crate::found::Found;
use crate::span::Origin;
use crate::time::Time;

/// Writes each find as a packed row.
pub struct PackedFinds {
    /// What a row says.
    pub finds: Finds,
    /// How it has times.
    pub time_form: TimeForm,
}

/// How a packed row has times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeForm {
    /// As numbers: microseconds since 1970, which all readers of columns know.
    Microseconds,
    /// As text, for databases that have no other type for it.
    Text,
}

impl RecordWriter for PackedFinds {
    fn found(
        &self,
        origin: &Origin<'_>,
        found: &Found<'_>,
        out: &mut Vec<u8>,
    ) -> ControlFlow<Skip> {
        push_row(out, |row| {
            let mut fields = PackedFields { row, is_utf8: false, time_form: self.time_form };
            self.finds.visit(origin, found, &mut fields);
        });
        ControlFlow::Continue(())
    }

    fn metadata(&self) -> Metadata {
        self.finds.metadata()
    }
}

struct PackedFields<'r, 'o> {
    row: &'r mut RowWriter<'o>,
    /// Whether the URI is UTF-8, and with it each of its components.
    is_utf8: bool,
    time_form: TimeForm,
}

impl<'a> Fields<'a> for PackedFields<'_, '_> {
    #[inline(always)]
    fn text<const N: usize>(&mut self, _: Key<N>, text: Option<&'a [u8]>) {
        match text {
            Some(text) => self.row.text(text),
            None => self.row.null(),
        }
    }

    #[inline(always)]
    fn made<const N: usize>(&mut self, _: Key<N>, text: Option<Cow<'a, [u8]>>) {
        match text {
            Some(text) => self.row.text(&text),
            None => self.row.null(),
        }
    }

    #[inline(always)]
    fn name<const N: usize>(&mut self, _: Key<N>, name: Option<&'static str>) {
        match name {
            Some(name) => self.row.utf8(name.as_bytes()),
            None => self.row.null(),
        }
    }

    #[inline(always)]
    fn number<const N: usize>(&mut self, _: Key<N>, number: Option<u64>) {
        match number {
            Some(number) => self.row.number(number),
            None => self.row.null(),
        }
    }

    #[inline(always)]
    fn truth<const N: usize>(&mut self, _: Key<N>, truth: Option<bool>) {
        match truth {
            Some(truth) => self.row.truth(truth),
            None => self.row.null(),
        }
    }

    #[inline(always)]
    fn time<const N: usize>(&mut self, _: Key<N>, time: Option<Time>) {
        match time {
            Some(time) => match self.time_form {
                TimeForm::Text => self.row.utf8(&time.text()),
                // Credible times are not negative.
                TimeForm::Microseconds => self.row.number(1_000_000 * time.second as u64),
            },
            None => self.row.null(),
        }
    }

    #[inline(always)]
    fn uri<const N: usize>(&mut self, key: Key<N>, uri: &'a [u8], is_valid: bool) {
        // A valid one is an IRI.
        self.is_utf8 = is_valid || str::from_utf8(uri).is_ok();
        self.component(key, Some(uri));
    }

    #[inline(always)]
    fn component<const N: usize>(&mut self, key: Key<N>, component: Option<&'a [u8]>) {
        match component {
            Some(component) if self.is_utf8 => self.row.utf8(component),
            _ => self.text(key, component),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::record::{Cell, FINDS, Packed, Rows};
    use crate::span::Span;

    /// The row is the one of its cells.
    #[test]
    fn a_row_has_its_cells() {
        let origin = Origin::of(Path::new("a"));
        for uri in [&b"http://a.example:80/b?c#d"[..], b"http://a.example/\xff?\xfe", b"http:// "] {
            let span = Span { start: 1000, end: 1000 + uri.len() as u64 };
            let found = Found::of_link(span, uri, None, 4, uri.len() > 20);
            let (mut row, mut cells) = (Vec::new(), Vec::new());
            let finds = Finds::default();
            Packed.row(&FINDS, &finds.cells(&origin, &found), &mut cells);
            assert!(cells.len() > 20 && !finds.cells(&origin, &found).contains(&Cell::Number(1)));
            let _ = PackedFinds { finds, time_form: TimeForm::Microseconds }
                .found(&origin, &found, &mut row);
            assert_eq!(row, cells);
        }
    }
}
