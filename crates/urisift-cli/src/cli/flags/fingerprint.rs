//! The flags that decide what is found in a file and what is reported of it.

use std::path::PathBuf;

use crate::cli::args::{Args, LimitArgs, Printing, SearchArgs, Selecting};
use crate::cli::version;

/// These flags as one text, which differs if any of them does. Flags for speed, output form and input
/// paths do not count. A new group, and a new flag of a group that counts in part, has to be named here.
pub(in crate::cli) fn of(args: &Args, lists_hash: u64) -> String {
    let Args {
        search: SearchArgs { finding, selecting, ending, reading, transforms, files: _ },
        limits,
        printing,
        context,
        command: _,
        paths: _,
        aggregating: _,
        writing,
        page: _,
        looks: _,
        diagnostics: _,
        other: _,
    } = args;
    let selecting = (by_content(selecting.clone()), lists_hash);
    // A file that timed out is searched again.
    let limits = LimitArgs { timeout: None, buffer_size: 0, threads: None, ..*limits };
    let printing = (of_printing(printing), context);
    let columns =
        if writing.columns.is_empty() { String::new() } else { format!(" {:?}", writing.columns) };
    let version = (env!("CARGO_PKG_VERSION"), version::features());
    format!(
        "{version:?} {finding:?} {selecting:?} {ending:?} {reading:?} {limits:?} {transforms:?} {printing:?}{columns}"
    )
}

fn of_printing(printing: &Printing) -> String {
    let Printing {
        max_count,
        judge,
        with_filename: _,
        no_filename: _,
        line_number: _,
        column: _,
        vimgrep: _,
        heading: _,
        no_heading: _,
        byte_offset: _,
        json: _,
        count: _,
        files_with_matches: _,
        files_without_match: _,
        quiet: _,
        line_buffered: _,
        null: _,
    } = printing;
    format!("{:?}", (max_count, judge))
}

/// Like `of`, without the names of lists, whose content counts instead; their number counts too.
fn by_content(mut selecting: Selecting) -> Selecting {
    let Selecting { wanted, unwanted, brand, .. } = &mut selecting;
    let lists = [
        brand,
        &mut wanted.schemes_from,
        &mut wanted.hosts_from,
        &mut wanted.domains_from,
        &mut wanted.tlds_from,
        &mut wanted.paths_from,
        &mut wanted.regexes_from,
        &mut unwanted.exclude_schemes_from,
        &mut unwanted.exclude_hosts_from,
        &mut unwanted.exclude_domains_from,
        &mut unwanted.exclude_tlds_from,
        &mut unwanted.exclude_paths_from,
        &mut unwanted.exclude_regexes_from,
    ];
    for list in lists {
        list.iter_mut().for_each(|name| *name = PathBuf::new());
    }
    selecting
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[test]
    fn only_what_is_found_counts() {
        let of = |flags: &[&str]| of(&Args::parse_from([&["urisift"], flags].concat()), 0);
        let plain = of(&[]);
        for same in [
            &["-j3"][..],
            &["--timeout", "1s"],
            &["-n", "-H", "--csv"],
            &["-o", "a.db"],
            &["--line-buffered"],
        ] {
            assert_eq!(of(same), plain, "{same:?}");
        }
        for other in [
            &["--www"][..],
            &["--valid"],
            &["--raw"],
            &["--assess"],
            &["-m2"],
            &["--max-memory", "1G"],
            &["--unwrap"],
            &["-C2"],
            &["--columns", "uri"],
        ] {
            assert_ne!(of(other), plain, "{other:?}");
        }
    }
}
