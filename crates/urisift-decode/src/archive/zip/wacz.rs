//! WACZ (<https://specs.webrecorder.net/wacz/1.1.1/>): the web archives of a crawl, beside indexes and lists of the pages
//! in them.

use std::ops::ControlFlow;
use std::path::Path;

use super::Zip;
use super::header::first_name;
use crate::core::format::{Format, Prefix, Sniff};
use crate::core::peek::PeekReader;
use crate::core::walker::Walker;

/// A ZIP archive whose indexes and lists of pages are not searched: they repeat what the web archives have.
pub struct Wacz;

impl Format for Wacz {
    fn name(&self) -> &'static str {
        "wacz"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["wacz"]
    }

    fn may_start_as(&self) -> &'static [&'static str] {
        &["zip"]
    }

    fn media_types(&self) -> &'static [&'static str] {
        &["application/wacz"]
    }

    /// Its name tells, or the name of its first member.
    fn has_magic(&self) -> bool {
        false
    }

    fn sniff(&self, head: Prefix<'_>) -> Sniff {
        Sniff::sure(first_name(head.bytes).is_some_and(is_of_wacz))
    }

    fn open(&self, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
        to.open_as(&Zip, |name| !repeats(name), reader)
    }
}

/// Returns `true` if no other archive has a member of that name.
fn is_of_wacz(name: &[u8]) -> bool {
    let is_archive = |name: &[u8]| name.ends_with(b".warc") || name.ends_with(b".warc.gz");
    match name.iter().position(|byte| *byte == b'/').map(|slash| name.split_at(slash + 1)) {
        Some((b"archive/", rest)) => is_archive(rest),
        Some((b"indexes/", rest)) => rest.starts_with(b"index."),
        Some((b"pages/", rest)) => matches!(rest, b"pages.jsonl" | b"extraPages.jsonl"),
        _ => false,
    }
}

/// Returns `true` for an index and for a list of pages.
fn repeats(name: &Path) -> bool {
    let is_list = || name.extension().is_some_and(|extension| extension == "jsonl");
    name.starts_with("indexes") || name.starts_with("pages") && is_list()
}

#[cfg(test)]
mod tests {
    use crate::archive::zip::tests::member;
    use crate::testing::opened;

    #[test]
    fn what_repeats_is_not_read() {
        let members = ["archive/a.txt", "indexes/index.cdx", "pages/pages.jsonl", "fuzzy.json"];
        let members = members.map(|name| member(name, 0, 0, b"text")).concat();
        let paths = |first: &str| -> Vec<String> {
            let first = member(first, 0, 0, b"{}");
            opened(&[first, members.clone()].concat()).texts.into_iter().map(|it| it.path).collect()
        };
        assert_eq!(paths("pages/pages.jsonl"), ["zip archive/a.txt", "zip fuzzy.json"]);
        assert_eq!(paths("a.json").len(), 5);
    }
}
