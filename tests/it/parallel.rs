//! The command prints the same on any number of threads, in the same order; and it ends as soon as its
//! output is complete.

use crate::kit;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn urisift(arguments: &[&str], paths: &[&Path]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_urisift")).args(arguments).args(paths).output().unwrap()
}

/// Records, messages and status are those of one thread.
fn same_on_all_threads(paths: &[&Path]) {
    for arguments in [&["-b"][..], &["--json"], &["-c"], &["-H", "-n", "--www", "--email"]] {
        let serial = urisift(&[&["-j1"], arguments].concat(), paths);
        for threads in (2..=8).step_by(kit::amount(3, 1)) {
            let parallel =
                urisift(&[&[format!("-j{threads}").as_str()], arguments].concat(), paths);
            assert!(parallel == serial, "{arguments:?} on {threads} threads");
        }
    }
}

/// A file that is searched in portions: the text, repeated.
fn large(folder: &Path, name: &str, text: &[u8]) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, text.repeat(kit::amount(2 << 20, 5 << 20) / text.len())).unwrap();
    path
}

#[test]
fn our_texts() {
    let folder = tempfile::tempdir().unwrap();
    let text = |name: &str| std::fs::read(kit::project("corpora").join(name)).unwrap();
    let mail = large(folder.path(), "mail", &text("mail/list.mbox"));
    let news = large(folder.path(), "news", &text("news/thread.txt"));
    let missing = folder.path().join("missing");
    same_on_all_threads(&[&mail, &missing, &kit::project("corpora"), &news]);
}

/// A decoder that is planted to panic: its source ends there, with a problem.
#[test]
fn a_panic_is_a_problem_of_its_source() {
    let folder = tempfile::tempdir().unwrap();
    let mail = |host: &str, fields: &str| {
        format!(
            "From a@b Thu Jan  1 00:00:00 1970\nFrom: a@b.example\nTo: c@d\n{fields}\nhttp://{host}.example/\n\n"
        )
    };
    // Long enough for several portions.
    let count = kit::amount(16_000, 40_000);
    let mails = |host: &str, planted: Option<usize>| -> String {
        let planted = |n| if planted == Some(n) { "X-Planted-Panic: yes\n" } else { "" };
        (0..count).map(|n| mail(&format!("{host}{n}"), planted(n))).collect()
    };
    let write = |name: &str, text: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    };
    let packed = |text: &str| {
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packed.write_all(text.as_bytes()).unwrap();
        packed.finish().unwrap()
    };
    let files = [
        write("1.mbox", mails("a", None).as_bytes()),
        write("2.mbox", mails("b", Some(count / 4 * 3)).as_bytes()),
        write("3.mbox.gz", &packed(&mails("c", Some(count / 2)))),
        write("4.eml", mail("d", "X-Planted-Panic: yes\n").as_bytes()),
        write("5.mbox", mails("e", None).as_bytes()),
    ];
    let paths: Vec<_> = files.iter().map(PathBuf::as_path).collect();
    for arguments in [&[][..], &["--json", "--problems"], &["-c"]] {
        let on = |threads: &str| urisift(&[&["-j", threads], arguments].concat(), &paths);
        let serial = on("1");
        assert_eq!(serial.status.code(), Some(2));
        let (out, told) = (&serial.stdout, String::from_utf8_lossy(&serial.stderr));
        let told: Vec<_> = told.lines().filter(|line| line.starts_with("urisift: ")).collect();
        let names = ["2.mbox", "3.mbox.gz", "4.eml"];
        assert_eq!(told.len(), names.len(), "{told:?}");
        for (line, name) in told.iter().zip(names) {
            assert!(line.contains(name) && line.contains("internal error: planted"), "{line}");
        }
        if arguments.is_empty() {
            let counts = ["a", "b", "c", "d", "e"].map(|host| {
                let host = format!("http://{host}");
                out.split(|b| *b == b'\n').filter(|line| line.starts_with(host.as_bytes())).count()
            });
            assert_eq!(counts, [count, count / 4 * 3, count / 2, 0, count]);
        }
        for threads in ["2", "8", "3"].into_iter().take(kit::amount(2, 3)) {
            let parallel = on(threads);
            assert!(parallel.stdout == *out, "{arguments:?} on {threads} threads");
            assert_eq!(parallel.status.code(), Some(2));
        }
    }
}

#[test]
fn real_texts() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["mail.mbox", "news.txt", "rfc.txt", "logs.txt", "web.txt"] {
        let Some(mut text) = kit::shared(name) else { return };
        text.truncate(kit::amount(2 << 20, usize::MAX));
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        same_on_all_threads(&[&path]);
    }
}

/// A pipe that is held open, but never written to.
#[cfg(unix)]
struct Idle {
    path: PathBuf,
    holder: std::process::Child,
}

#[cfg(unix)]
impl Idle {
    fn new(folder: &Path) -> Self {
        let path = folder.join("idle");
        assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
        let script = "exec sleep 60 > \"$0\"";
        let holder = Command::new("sh").arg("-c").arg(script).arg(&path).spawn().unwrap();
        Idle { path, holder }
    }
}

#[cfg(unix)]
impl Drop for Idle {
    fn drop(&mut self) {
        let _ = self.holder.kill();
        let _ = self.holder.wait();
    }
}

/// A find in the first file ends the run, without waiting for the sources after it.
#[cfg(unix)]
#[test]
fn a_run_that_is_over_waits_for_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let late = folder.path().join("late");
    let mut file = std::fs::File::create(&late).unwrap();
    file.write_all(&b"words and words ".repeat(250_000)).unwrap();
    file.write_all(b"http://a.example/").unwrap();
    let mut idle = Idle::new(folder.path());
    for threads in ["-j1", "-j2", "-j8"] {
        let out = urisift(&["-q", threads], &[&late, &idle.path]);
        assert_eq!(out.status.code(), Some(0));
    }
    if Path::new("/dev/full").exists() {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_urisift"));
        let status = command.args([&late, &idle.path]).stdout(full).output().unwrap().status;
        assert_eq!(status.code(), Some(2));
    }
    assert!(idle.holder.try_wait().unwrap().is_none(), "none of them waited for its end");
}

/// Problems take memory too: many of them are reported as they come.
#[cfg(target_os = "linux")]
#[test]
fn problems_are_not_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = large(folder.path(), "cut", b"http://a.example/0123456789 \n");
    let out = urisift(&["-j2", "-c", "--max-len", "8"], &[&path]);
    assert_eq!(out.status.code(), Some(2));
    let problems = kit::command::count_problems(&String::from_utf8(out.stderr).unwrap());
    assert_eq!(String::from_utf8(out.stdout).unwrap().trim(), problems.to_string());
}
