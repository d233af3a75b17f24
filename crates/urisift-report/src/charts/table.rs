//! The numbers of a chart as a table: for exact values, and for screen readers.

use std::fmt::Write;

use super::number::share;
use super::{Bar, markup};
use crate::record::grouped;

/// The table of a chart.
pub(super) struct Table<'a> {
    /// What the first column holds.
    pub heading: &'a str,
    /// What the button in each row filters by.
    pub filter: Option<&'a str>,
    /// The total.
    pub of: u64,
}

impl Table<'_> {
    /// The table, collapsed.
    pub fn details<'b>(&self, bars: impl Iterator<Item = &'b Bar>, rest: Option<&Bar>) -> String {
        let mut rows = String::new();
        for bar in bars {
            self.row(&self.name(&bar.name), bar.count, &mut rows);
        }
        if let Some(rest) = rest {
            self.row(&markup::shown(&rest.name), rest.count, &mut rows);
        }
        let heading = markup::shown(self.heading);
        format!(
            "<details><summary>Numbers</summary><table><thead><tr><th scope=\"col\">{heading}</th>\
             <th scope=\"col\">Count</th><th scope=\"col\">Share</th></tr></thead>\
             <tbody>\n{rows}</tbody></table></details>"
        )
    }

    fn row(&self, name: &str, count: u64, out: &mut String) {
        let share = markup::escaped(&share(count, self.of));
        let count = grouped(count);
        // Writing to memory cannot fail.
        let _ =
            writeln!(out, "<tr><th scope=\"row\">{name}</th><td>{count}</td><td>{share}</td></tr>");
    }

    /// The name, as a button if there is a filter.
    fn name(&self, name: &str) -> String {
        let shown = match name {
            "" => "(empty)".to_owned(),
            _ => markup::shown(name),
        };
        match (self.filter, markup::value(name)) {
            (Some(filter), Some(value)) => format!(
                "<button type=\"button\" data-filter=\"{}\" data-value=\"{value}\">{shown}</button>",
                markup::escaped(filter)
            ),
            _ => shown,
        }
    }
}
