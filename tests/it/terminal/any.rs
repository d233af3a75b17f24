//! Any bytes, in any place, in any form.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::process::Stdio;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::places;
use super::screen::{Allowed, Screen, legible};
use super::{allowed, args, forms, urisift};
use crate::kit;

/// Pieces: controls, ends of sequences, bidi controls, halves of characters, or anything.
fn piece() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        3 => select(kit::pieces("terminal")).prop_map(kit::case::bytes),
        1 => any::<char>().prop_map(|c| c.to_string().into_bytes()),
        1 => vec(any::<u8>(), 1..4),
    ]
}

fn hostile() -> impl Strategy<Value = Vec<u8>> {
    vec(piece(), 1..8).prop_map(|pieces| pieces.concat())
}

/// The same as the name of a file.
fn name(bytes: &[u8]) -> Vec<u8> {
    let is_meant = |b: &&u8| !b"/\0".contains(b);
    let name: Vec<u8> = bytes.iter().filter(is_meant).take(100).copied().collect();
    let name = [b"n", &name[..]].concat();
    if cfg!(target_os = "linux") {
        name
    } else {
        String::from_utf8_lossy(&name).into_owned().into()
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: kit::amount(16, 64) as u32, max_shrink_iters: 200, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_in_any_place(bytes in hostile(), form in select(forms())) {
        let folder = places::all(&bytes, OsStr::from_bytes(&name(&bytes)));
        let seen = Screen::new().shows(urisift(folder.path(), &args(form)), b"");
        let text = legible(&seen.bytes, allowed(form));
        prop_assert!(text.is_ok(), "{}: {:?}", form, text);
    }

    /// The output is JSON for any input; on a terminal, it means the same.
    #[test]
    fn any_bytes_in_json(bytes in hostile(), form in select(vec!["--json -C 1", "--judge --normalize --defang", "--by=uri --json", "--unique=path --json"])) {
        let folder = places::all(&bytes, OsStr::from_bytes(&name(&bytes)));
        let values = |text: Vec<u8>| -> Vec<serde_json::Value> {
            let text = String::from_utf8(text).unwrap();
            let lines = text.lines().filter(|line| !line.starts_with("urisift: "));
            lines.map(|line| serde_json::from_str(line).unwrap()).collect()
        };
        let args = args(form);
        let seen = Screen::new().shows(urisift(folder.path(), &args), b"").bytes;
        let read = urisift(folder.path(), &args).stdin(Stdio::null()).output().unwrap().stdout;
        prop_assert_eq!(values(seen), values(read));
    }

    #[test]
    fn any_bytes_as_an_argument(bytes in hostile(), form in select(vec!["--", "-", "--scheme=", "--regex=(", "--colors=", "--format=%", "--as=", ""])) {
        let argument: Vec<u8> = [form.as_bytes(), &bytes].concat();
        let argument: Vec<u8> = argument.into_iter().filter(|b| *b != 0).collect();
        let folder = tempfile::tempdir().unwrap();
        let mut command = urisift(folder.path(), &[]);
        command.arg(OsStr::from_bytes(&argument));
        let seen = Screen::new().shows(command, b"http://a.example/");
        // A template may have them.
        let is_template = form.starts_with("--format");
        let text = legible(&seen.bytes, Allowed { tab: is_template, null: is_template });
        prop_assert!(text.is_ok(), "{:?}: {:?}", argument, text);
    }
}
