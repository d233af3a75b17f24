//! The flags that decide on what is found in a file, and on what is said of it.

use super::args::{Args, Reading};
use super::lists::Lists;

/// These flags as one text, which is another where any of them is. How fast, in what form and from
/// where does not count.
pub(super) fn of(args: &Args, lists: &Lists) -> String {
    let Reading { raw, format, prefer, pre, pre_glob, max_depth, max_expand, threads: _ } =
        &args.reading;
    let reading = (raw, format, prefer, pre, pre_glob, max_depth, max_expand);
    let (finding, selecting) = (&args.finding, (&args.selecting, lists.fingerprint()));
    let (ending, making) = (&args.ending, &args.making);
    let printing = (args.printing.max_count, args.printing.judge, &args.context);
    let version = env!("CARGO_PKG_VERSION");
    format!("{version} {finding:?} {selecting:?} {ending:?} {reading:?} {making:?} {printing:?}")
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[test]
    fn only_what_is_found_counts() {
        let of = |flags: &[&str]| {
            of(&Args::parse_from([&["urisift"], flags].concat()), &Lists::default())
        };
        let plain = of(&[]);
        for same in [&["-j3"][..], &["-n", "-H", "--csv"], &["-o", "a.db"], &["--line-buffered"]] {
            assert_eq!(of(same), plain, "{same:?}");
        }
        for other in [
            &["--www"][..],
            &["--valid"],
            &["--raw"],
            &["--judge"],
            &["-m2"],
            &["--unwrap"],
            &["-C2"],
        ] {
            assert_ne!(of(other), plain, "{other:?}");
        }
    }
}
