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
#[path = "../../tests/kit/laws.rs"]
mod laws;
#[path = "../../tests/kit/pseudo_code.rs"]
mod pseudo_code;
mod references;
#[cfg(test)]
mod replay;
mod scan;
mod stream;
pub mod structure;
#[allow(dead_code, reason = "the tests search in more ways")]
#[path = "../../tests/kit/ways.rs"]
mod ways;

use std::sync::OnceLock;

/// A law, or several of the same input.
#[derive(Clone, Copy)]
pub struct Target {
    /// Also that of the folder in `regressions`.
    pub name: &'static str,
    law: Law,
}

#[derive(Clone, Copy)]
enum Law {
    /// Panics where the bytes break it.
    Of(fn(&[u8])),
    /// The law of containers, for the format of that name.
    Container,
}

impl Target {
    /// # Panics
    /// If the bytes break the law.
    pub fn holds(&self, bytes: &[u8]) {
        match self.law {
            Law::Of(law) => law(bytes),
            Law::Container => container::comes_out_the_same(Some(self.name), bytes),
        }
    }
}

const fn target(name: &'static str, law: fn(&[u8])) -> Target {
    Target { name, law: Law::Of(law) }
}

/// The targets of laws.
const LAWS: &[Target] = &[
    target("scan", |bytes| {
        scan::every_tier_is_the_definition(bytes);
        scan::no_start_is_passed_over(bytes);
    }),
    target("finds", stream::finds_are_lawful),
    target("linear", cost::twice_the_text_takes_twice_the_steps),
    target("memory", cost::memory_is_bounded),
    target("uri", references::one_is_lawful),
    target("references", references::one_is_resolved),
    #[cfg(feature = "explain")]
    target("explain", explain::both_forms_are_sound),
    target("any", |bytes| container::comes_out_the_same(None, bytes)),
    target("decoders", container::both_decoders_unpack_the_same),
    target("portions", container::portions_come_out_the_same),
    target("markup", container::any_dialect_comes_out_the_same),
];

/// The formats with a target of their own, which has its name.
const FORMATS: &[&str] = &[
    "gz", "zst", "bz2", "xz", "lz4", "lz", "sz", "Z", "lzma", "zlib", "br", "mozlz4", "tar", "zip",
    "wacz", "ar", "cpio", "rpm", "arc", "warc", "ole", "pdf", "rtf", "tnef", "sqlite", "bplist",
    "bencode", "utf16", "utf32", "html", "mbox", "mmdf", "babyl", "rnews", "emlx", "mail", "p7m",
    "ics", "json", "csv", "tsv",
];

/// Every target.
pub fn targets() -> impl Iterator<Item = Target> {
    let containers = FORMATS.iter().map(|&name| Target { name, law: Law::Container });
    LAWS.iter().copied().chain(containers)
}

/// The target of that name.
///
/// # Panics
/// If there is none.
pub fn named(name: &str) -> Target {
    targets().find(|target| target.name == name).unwrap_or_else(|| panic!("no target {name:?}"))
}

/// The target that the environment names in `LAW`.
///
/// # Panics
/// If it names none.
pub fn chosen() -> Target {
    static CHOSEN: OnceLock<Target> = OnceLock::new();
    *CHOSEN.get_or_init(|| named(&std::env::var("LAW").expect("LAW names a target")))
}
