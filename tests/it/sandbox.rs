//! The command tries to get out of its sandbox, by acts that are planted in it for these tests.

use std::fs;
use std::net::TcpListener;

use crate::kit::command::{Folder, run, said, urisift};

const REFUSED: &str = "PermissionDenied";

/// A folder with an input, and with what is none; `None` if the kernel has only a part of the sandbox.
fn folder() -> Option<Folder> {
    let folder = Folder::new();
    folder.write("in/a", "http://a.example/\n");
    folder.write("other/b", "http://b.example/\n");
    fs::create_dir(folder.join("out")).unwrap();
    fs::create_dir(folder.join("tmp")).unwrap();
    let version = said(&run(&folder.path(), &["--version"])).0;
    let is_there = version.contains("sandbox:  Landlock, seccomp");
    if !is_there {
        println!("skipped: this kernel has no Landlock, or no seccomp");
    }
    is_there.then_some(folder)
}

/// What comes of the acts in a run with these arguments.
fn outcomes(folder: &Folder, acts: &[&str], args: &[&str]) -> Vec<String> {
    let mut command = urisift(&folder.path(), args);
    command.env("URISIFT_ESCAPE", acts.join("\n")).env("TMPDIR", folder.join("tmp"));
    let output = command.output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{told}");
    told.lines().map(|line| line.rsplit(": ").next().unwrap().to_owned()).collect()
}

#[test]
fn what_a_run_does_not_need_is_refused() {
    let Some(folder) = folder() else { return };
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let connect = format!("connect {}", listener.local_addr().unwrap());
    let acts = [
        "read other/b",
        "read /etc/passwd",
        "list other",
        "list /",
        "write in/a",
        "write in/new",
        "write new",
        "remove in/a",
        "remove other/b",
        &connect,
        "bind 127.0.0.1:0",
        "run /bin/sh",
    ];
    for args in [
        &["in"][..],
        &["-j2", "--json", "in/a"],
        &["--unique", "in"],
        &["in", "-o", "out/x.csv"],
        #[cfg(feature = "sqlite")]
        &["in", "-o", "out/x.db"],
        &["report", "in", "-o", "out/x.html"],
    ] {
        let done = outcomes(&folder, &acts, args);
        assert!(
            done.len() == acts.len() && done.iter().all(|done| done == REFUSED),
            "{args:?}: {done:?}"
        );
    }
}

#[test]
fn what_a_run_needs_is_not() {
    let Some(folder) = folder() else { return };
    let of = |act: &str, args: &[&str]| outcomes(&folder, &[act], args).concat();
    assert_eq!(of("read in/a", &["in"]), "done");
    assert_eq!(of("list in", &["in"]), "done");
    assert_eq!(of("write tmp/new", &["in"]), REFUSED);
    assert_eq!(of("write tmp/new", &["--top", "3", "in"]), "done");
    assert_eq!(of("write out/new", &["in", "-o", "out/x.csv"]), "done");
    folder.write("list", "in/a\n");
    for args in [&["--files-from", "list"][..], &["--follow", "in"], &["--gitignore", "in"]] {
        assert_eq!(of("read other/b", args), "done", "{args:?}");
        assert_eq!(of("write other/b", args), REFUSED, "{args:?}");
    }
    // What may run anything gives up nothing.
    for args in [&["--pre", "/bin/cat", "in"][..], &["--no-sandbox", "in"]] {
        assert_eq!(of("run /bin/true", args), "done", "{args:?}");
        assert_eq!(of("read other/b", args), "done", "{args:?}");
    }
}
