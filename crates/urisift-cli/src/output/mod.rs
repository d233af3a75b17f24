//! Output: one file per format.

mod context;
mod delimited;
mod draft;
mod file;
mod folded;
mod headings;
mod hyperlink;
mod paint;
mod palette;
mod store;
mod template;
mod text;

use std::fmt::Write;
use std::io;

use crate::record::Sink;
use crate::sanitize;

pub(crate) use delimited::{Csv, Formulas, Texts, Tsv};
pub(crate) use file::{Compression, FileSink};
pub(crate) use headings::{ByPath, Headings};
pub(crate) use hyperlink::{LinkFormat, Machine, is_safe};
pub(crate) use paint::{Links, Looks};
pub(crate) use palette::{Change, Palette, Role};
pub(crate) use store::{Harvested, Known, parquet, sqlite, sqlite_harvest};
pub(crate) use template::{Formatted, Replaced, Template};
pub(crate) use text::{PlainText, SourceCounts, SourcePaths, TerminalText};

/// The error for a feature left out of the build.
#[cfg(not(all(feature = "zstd", feature = "xz", feature = "sqlite", feature = "parquet")))]
fn cannot_write(what: &str, feature: &str) -> std::io::Error {
    std::io::Error::other(format!(
        "this build of urisift cannot write {what}: build it with `--features {feature}`"
    ))
}

/// Passes on JSON lines with harmful characters escaped; they mean the same (RFC 8259 7).
pub(crate) struct Visible(pub Box<dyn Sink>);

impl Sink for Visible {
    fn take(&mut self, records: &[u8]) -> io::Result<()> {
        self.0.take(visible(records).as_bytes())
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        self.0.finish()
    }
}

/// Escapes harmful characters in lines. Only strings have anything but printable ASCII and line feeds,
/// so only they change.
pub(crate) fn visible(records: &[u8]) -> String {
    let mut visible = String::with_capacity(records.len());
    for c in String::from_utf8_lossy(records).chars() {
        if c == '\n' || !sanitize::is_harmful(c) {
            visible.push(c);
            continue;
        }
        for unit in c.encode_utf16(&mut [0; 2]) {
            // Writing to memory cannot fail.
            let _ = write!(visible, "\\u{unit:04x}");
        }
    }
    visible
}

#[cfg(test)]
mod tests {

    #[test]
    fn it_means_the_same() {
        let value = serde_json::json!({"a": "\u{7f}\u{9b}31m \u{202e}é\u{e0041}\n", "b": [1]});
        let line = format!("{value}\n");
        let visible = super::visible(line.as_bytes());
        assert_eq!(visible, "{\"a\":\"\\u007f\\u009b31m \\u202eé\\udb40\\udc41\\n\",\"b\":[1]}\n");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&visible).unwrap(), value);
    }
}
