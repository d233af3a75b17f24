//! Output: one file per format.

mod context;
mod count;
mod delimited;
mod draft;
mod file;
mod goto;
mod harvested;
mod hyperlink;
mod looks;
mod packing;
mod paint;
mod palette;
mod shown;
mod store;
mod template;
mod text;
mod visible;

pub(crate) use count::{Counts, Paths};
pub(crate) use delimited::{Csv, Formulas, Texts, Tsv};
pub(crate) use file::InFile;
pub(crate) use goto::{BadFormat, Format, Machine};
pub(crate) use harvested::Harvested;
pub(crate) use looks::{Links, Looks};
pub(crate) use packing::Packing;
pub(crate) use palette::{Change, Palette, Role};
pub(crate) use shown::Shown;
pub(crate) use store::{Known, parquet, sqlite, sqlite_harvest};
pub(crate) use template::{Formatted, NAMES as TEMPLATES, Template, Wrong};
pub(crate) use text::Text;
pub(crate) use visible::{Visible, visible};

/// The error for a feature left out of the build.
#[cfg(not(all(feature = "zstd", feature = "xz", feature = "sqlite", feature = "parquet")))]
fn cannot_write(what: &str, feature: &str) -> std::io::Error {
    std::io::Error::other(format!(
        "this build of urisift cannot write {what}: build it with `--features {feature}`"
    ))
}
