//! Any bytes are fine input: what cannot be read is reported as a problem, and by the exit code.

use std::fs;
use std::io::BufRead;
use std::process::{Command, Output};

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::Value;

use super::text;
use crate::kit;
use crate::kit::pack::{self, PACKERS};

fn search(bytes: &[u8], flags: &[&str]) -> Output {
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), bytes).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_urisift"));
    command.args(flags).arg("--no-filename").arg(file.path()).output().unwrap()
}

/// The exit code is one of the command's, and there are messages only with code 2.
fn ends_well(output: &Output) -> Result<(), TestCaseError> {
    let (code, told) = (output.status.code(), String::from_utf8_lossy(&output.stderr));
    prop_assert!(matches!(code, Some(0..=2)), "{:?} {}", output.status, told);
    prop_assert_eq!(code == Some(2), !told.is_empty(), "{}", told);
    if code != Some(2) {
        prop_assert_eq!(code == Some(0), !output.stdout.is_empty());
    }
    Ok(())
}

/// Pieces of containers: their starts, and what is in them.
fn parts() -> impl Strategy<Value = Vec<u8>> {
    let part = prop_oneof![
        4 => select(kit::pieces("containers")).prop_map(kit::case::bytes),
        1 => vec(any::<u8>(), 1..20),
        1 => text::text(),
    ];
    vec(part, 1..12).prop_map(|parts| parts.concat())
}

/// A text that is long enough to be compressed, with finds up to its end.
fn findable(text: &[u8]) -> Vec<u8> {
    let line = [b"words <http://a.example/> \n", text, b"\n\n<http://b.example/>\n"].concat();
    [b"Words come first.\n".to_vec(), line.repeat(5)].concat()
}

fn finds(output: &Output) -> Vec<Value> {
    let lines = output.stdout.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    lines.map(|line| serde_json::from_slice(line).unwrap()).collect()
}

/// Compressed formats with a checksum.
const CHECKING: [&str; 3] = ["gz", "bz2", "xz"];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(kit::amount(25, 200) as u32))]

    #[test]
    fn any_bytes_are_searched_to_their_end(bytes in parts(), end in any::<Index>()) {
        ends_well(&search(&bytes, &["--email"]))?;
        // The same, truncated.
        ends_well(&search(&bytes[..end.index(bytes.len() + 1)], &["-j2", "--www"]))?;
        // The same, compressed.
        let packed = search(&pack::gz(&bytes), &["--email"]);
        ends_well(&packed)?;
    }

    /// With --problems, every message is also a record, so is every note, and the finds stay the same.
    #[test]
    fn each_problem_is_a_record(bytes in parts(), end in any::<Index>(), packer in select(PACKERS)) {
        let packed = packer.1(&bytes);
        for bytes in [&bytes[..], &packed[..end.index(packed.len() + 1)]] {
            let plain = search(bytes, &["--json", "--max-len=20"]);
            let flags = ["--json", "--max-len=20", "--problems", "--exit-zero"];
            let both = search(bytes, &flags);
            prop_assert_eq!(both.status.code(), Some(0));
            let lines = both.stdout.split_inclusive(|byte| *byte == b'\n');
            let (finds, problems): (Vec<_>, Vec<_>) =
                lines.partition(|line| line.starts_with(b"{\"start\":"));
            prop_assert_eq!(finds.concat(), plain.stdout);
            let is_note = |line: &&&[u8]| line.windows(8).any(|key| key == b"\"note\":\"");
            let notes = problems.iter().filter(is_note).count();
            prop_assert_eq!(problems.len() - notes, both.stderr.lines().count());
        }
    }

    /// If fewer URIs are found in a truncated file, that is one problem; the finds before the cut stay, and a last one
    /// that is not whole says so.
    #[test]
    fn what_is_cut_is_a_problem(text in text::text(), packer in select(PACKERS), end in any::<Index>()) {
        let (name, pack) = packer;
        let packed = pack(&findable(&text));
        let whole = search(&packed, &["--json", "--as", name]);
        ends_well(&whole)?;
        // A stream of Snappy has no end: its identifier alone is one, of nothing.
        let least = if name == "sz" { 11 } else { 0 };
        let end = least + end.index(packed.len() - least);
        let cut = search(&packed[..end], &["--json", "--as", name]);
        ends_well(&cut)?;
        prop_assert!(cut.stdout == whole.stdout || cut.status.code() == Some(2), "{name}");
        prop_assert!(cut.stderr.lines().count() <= 1, "{name}: {:?}", cut.stderr);
        let [cut, whole] = [cut, whole].map(|output| finds(&output));
        let same = cut.iter().zip(&whole).take_while(|(a, b)| a == b).count();
        prop_assert!(same + 1 >= cut.len(), "{name}: {cut:?}");
        for last in &cut[same..] {
            let is_whole = whole.iter().any(|find| find["uri"] == last["uri"]);
            prop_assert!(is_whole || last["truncated"] == true, "{name}: {last}");
        }
    }

    /// The same holds for a damaged file, if its format has a checksum.
    #[test]
    fn what_is_damaged_is_a_problem(
        text in text::text(),
        packer in select(PACKERS),
        at in any::<Index>(),
        change in 1..=255u8,
    ) {
        let (name, pack) = packer;
        let mut packed = pack(&findable(&text));
        let whole = search(&packed, &["--as", name]);
        let at = at.index(packed.len());
        packed[at] ^= change;
        let damaged = search(&packed, &["--as", name]);
        ends_well(&damaged)?;
        if CHECKING.contains(&name) {
            prop_assert!(damaged.stdout == whole.stdout || damaged.status.code() == Some(2), "{name} {at}");
        }
    }
}
