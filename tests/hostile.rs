//! Text that is made to defeat the rules: `corpora/pathological`. Time is not asserted on; that the
//! whole is read in a bounded window is.

mod kit;

use std::process::{Command, Stdio};

use urisift::{Extractor, Options};

fn kinds() -> Vec<String> {
    let out =
        Command::new("sh").arg(kit::project("corpora/pathological/make.sh")).output().unwrap();
    assert!(out.status.success());
    String::from_utf8(out.stdout).unwrap().lines().map(str::to_owned).collect()
}

/// About `megabytes` of one kind.
fn made(kind: &str, megabytes: &str) -> Vec<u8> {
    let make = kit::project("corpora/pathological/make.sh");
    let out = Command::new("sh").arg(make).args([kind, megabytes]).output().unwrap();
    assert!(out.status.success() && out.stdout.len() > 900_000, "{kind}");
    out.stdout
}

#[test]
fn every_kind_is_read_to_its_end() {
    let kinds = kinds();
    assert!(kinds.len() > 20);
    let mut options = Options::default();
    (options.www, options.bare, options.email, options.refang) = (true, true, true, true);
    options.max_len = 4096;
    for kind in kinds {
        let text = made(&kind, "1");
        let whole = kit::by_slice(&text, &options);
        for size in [997, 65_536] {
            assert_eq!(kit::by_reads(&text, size, &options), whole, "{kind} in reads of {size}");
        }
        let end = [text.as_slice(), b" \n\n see http://the.end/ "].concat();
        let last = kit::by_slice(&end, &options).pop().map(|f| f.uri().to_vec());
        assert_eq!(last.as_deref(), Some(&b"http://the.end/"[..]), "{kind}");
    }
}

/// A URI longer than allowed is given cut, and told; what follows it is found.
#[test]
fn a_long_uri_is_cut_and_the_rest_of_it_skipped() {
    let text =
        [b"http://a.example/".as_slice(), &b"http://".repeat(1 << 20), b" http://b.example/"]
            .concat();
    let mut found = Vec::new();
    let options = Options::default();
    let max_len = options.max_len;
    Extractor::new(options)
        .read(text.as_slice(), |f| found.push((f.raw().len(), f.truncated())))
        .unwrap();
    assert_eq!(found, [(max_len, true), (17, false)]);
}

/// The command's memory on a stream that never has a line end, nor a blank.
#[cfg(target_os = "linux")]
#[test]
fn memory_stays_bounded() {
    for kind in ["schemes", "angles", "line", "wrappers"] {
        let script = format!(
            "sh corpora/pathological/make.sh {kind} 64 | {} -c -",
            env!("CARGO_BIN_EXE_urisift")
        );
        // The limit on address space counts what is mapped and not used too.
        let limited = format!("ulimit -v 131072; {script}");
        let out = Command::new("bash")
            .args(["-c", &limited])
            .current_dir(kit::project("."))
            .stdin(Stdio::null())
            .output()
            .unwrap();
        assert!(matches!(out.status.code(), Some(0..=2)), "{kind}: {out:?}");
        assert!(!out.stdout.is_empty(), "{kind}: {out:?}");
    }
}
