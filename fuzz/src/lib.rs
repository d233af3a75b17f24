//! The laws of urisift, each a property of any bytes, and the targets that fuzz them.
//!
//! A target is a row in [`TARGETS`]. The seeds are all targets': each takes what it can use. What the fuzzer has found
//! is kept in `regressions`; `cargo test --lib` here replays all of it without a fuzzer.

#![warn(missing_docs)]

mod container;
mod cost;
#[cfg(feature = "explain")]
mod explain;
mod input;
mod normal;
mod parse;
#[path = "../../tests/kit/pseudo_code.rs"]
mod pseudo_code;
#[cfg(test)]
mod replay;
mod resolve;
mod scan;
mod stream;
pub mod structure;

use std::sync::OnceLock;

/// A law, or several of the same input.
pub struct Target {
    /// Also that of the folder in `regressions`.
    pub name: &'static str,
    /// Panics where the bytes break it.
    pub law: fn(&[u8]),
}

const fn target(name: &'static str, law: fn(&[u8])) -> Target {
    Target { name, law }
}

/// Every target.
pub const TARGETS: &[Target] = &[
    target("scan", |bytes| {
        scan::every_tier_is_the_definition(bytes);
        scan::no_start_is_passed_over(bytes);
    }),
    target("finds", stream::finds_are_lawful),
    target("linear", cost::twice_the_text_takes_twice_the_steps),
    target("memory", cost::memory_is_bounded),
    target("uri", |bytes| {
        parse::what_parses_prints_as_it_was(bytes);
        parse::every_edition_and_scheme_reads_it(bytes);
        normal::twice_is_once(bytes);
        normal::what_is_defanged_is_found_again(bytes);
    }),
    target("references", |bytes| {
        resolve::as_the_pseudo_code_does(bytes);
        resolve::a_relative_reference_leads_back(bytes);
        resolve::what_is_mended_is_valid_and_stays(bytes);
    }),
    #[cfg(feature = "explain")]
    target("explain", explain::both_forms_are_sound),
    target("any", |bytes| container::comes_out_the_same(None, bytes)),
    target("gz", |bytes| container::comes_out_the_same(Some("gz"), bytes)),
    target("zst", |bytes| container::comes_out_the_same(Some("zst"), bytes)),
    target("bz2", |bytes| container::comes_out_the_same(Some("bz2"), bytes)),
    target("xz", |bytes| container::comes_out_the_same(Some("xz"), bytes)),
    target("lz4", |bytes| container::comes_out_the_same(Some("lz4"), bytes)),
    target("utf32", |bytes| container::comes_out_the_same(Some("utf32"), bytes)),
    target("utf16", |bytes| container::comes_out_the_same(Some("utf16"), bytes)),
    target("tar", |bytes| container::comes_out_the_same(Some("tar"), bytes)),
    target("zip", |bytes| container::comes_out_the_same(Some("zip"), bytes)),
    target("ole", |bytes| container::comes_out_the_same(Some("ole"), bytes)),
    target("pdf", |bytes| container::comes_out_the_same(Some("pdf"), bytes)),
    target("sqlite", |bytes| container::comes_out_the_same(Some("sqlite"), bytes)),
    target("warc", |bytes| container::comes_out_the_same(Some("warc"), bytes)),
    target("lz", |bytes| container::comes_out_the_same(Some("lz"), bytes)),
    target("sz", |bytes| container::comes_out_the_same(Some("sz"), bytes)),
    target("z", |bytes| container::comes_out_the_same(Some("Z"), bytes)),
    target("lzma", |bytes| container::comes_out_the_same(Some("lzma"), bytes)),
    target("zlib", |bytes| container::comes_out_the_same(Some("zlib"), bytes)),
    target("br", |bytes| container::comes_out_the_same(Some("br"), bytes)),
    target("ar", |bytes| container::comes_out_the_same(Some("ar"), bytes)),
    target("cpio", |bytes| container::comes_out_the_same(Some("cpio"), bytes)),
    target("rpm", |bytes| container::comes_out_the_same(Some("rpm"), bytes)),
    target("arc", |bytes| container::comes_out_the_same(Some("arc"), bytes)),
    target("decoders", container::both_decoders_unpack_the_same),
    target("portions", container::portions_come_out_the_same),
    target("html", |bytes| container::comes_out_the_same(Some("html"), bytes)),
    target("mmdf", |bytes| container::comes_out_the_same(Some("mmdf"), bytes)),
    target("babyl", |bytes| container::comes_out_the_same(Some("babyl"), bytes)),
    target("rnews", |bytes| container::comes_out_the_same(Some("rnews"), bytes)),
    target("emlx", |bytes| container::comes_out_the_same(Some("emlx"), bytes)),
    target("mbox", |bytes| container::comes_out_the_same(Some("mbox"), bytes)),
    target("mail", |bytes| container::comes_out_the_same(Some("mail"), bytes)),
    target("ics", |bytes| container::comes_out_the_same(Some("ics"), bytes)),
    target("json", |bytes| container::comes_out_the_same(Some("json"), bytes)),
    target("csv", |bytes| container::comes_out_the_same(Some("csv"), bytes)),
    target("tsv", |bytes| container::comes_out_the_same(Some("tsv"), bytes)),
    target("markup", container::any_dialect_comes_out_the_same),
];

/// The target of that name.
///
/// # Panics
/// If there is none.
pub fn named(name: &str) -> &'static Target {
    let target = TARGETS.iter().find(|target| target.name == name);
    target.unwrap_or_else(|| panic!("there is no target {name:?}"))
}

/// The target that the environment names in `LAW`.
///
/// # Panics
/// If it names none.
pub fn chosen() -> &'static Target {
    static CHOSEN: OnceLock<&Target> = OnceLock::new();
    CHOSEN.get_or_init(|| named(&std::env::var("LAW").expect("LAW names a target")))
}
