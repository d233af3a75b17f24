//! Integration with the system: completions, the manual page, the version, signals.

use std::process::{Command, Stdio};

use crate::kit;
use crate::kit::command::{Folder, command, said};

fn output(args: &[&str]) -> String {
    let (printed, told, code) = said(&command(args).output().unwrap());
    assert_eq!((&*told, code), ("", Some(0)), "{args:?}");
    printed
}

#[test]
fn help_starts_with_examples() {
    for (flag, count) in [("-h", 3), ("--help", 11)] {
        let help = output(&[flag]);
        let (start, _) = help.split_once("\nUsage:").unwrap();
        let is_example = |line: &&str| line.starts_with("  ") && line.contains("urisift ");
        assert_eq!(start.lines().filter(is_example).count(), count, "{flag}: {start}");
    }
    let manual = output(&["--generate", "man"]);
    let [examples, status] =
        [".SH EXAMPLES\n", ".SH \"EXIT STATUS\"\n"].map(|heading| manual.find(heading).unwrap());
    assert!(manual[examples..status].contains("urisift mail.mbox"));
    assert!(manual[status..].contains("0 if a URI was found"));
}

/// Every long flag that the help names.
fn flags() -> Vec<String> {
    let help = output(&["--help"]);
    let words = help.lines().filter(|line| line.trim_start().starts_with('-'));
    let flags =
        words.filter_map(|line| line.split_whitespace().find(|word| word.starts_with("--")));
    let name = |flag: &str| {
        let end = flag[2..]
            .find(|c: char| !c.is_alphanumeric() && c != '-')
            .map_or(flag.len(), |at| at + 2);
        flag[2..end].to_owned()
    };
    flags.map(name).collect()
}

#[test]
fn completions_and_the_manual_know_every_flag() {
    let flags = flags();
    assert!(flags.len() > 40, "{flags:?}");
    for (kind, escaped) in [
        ("man", true),
        ("complete-bash", false),
        ("complete-zsh", false),
        ("complete-fish", false),
        ("complete-powershell", false),
    ] {
        let text = output(&["--generate", kind]);
        for flag in &flags {
            let name = if escaped { flag.replace('-', "\\-") } else { flag.clone() };
            assert!(text.contains(&name), "{kind}: {flag}");
        }
    }
}

/// Runs a program on the generated file, if the program is installed.
fn understood_by(program: &[&str], kind: &str) {
    if kit::has(&[program[0], "--version"]) {
        let folder = Folder::new();
        let path = folder.write(kind, output(&["--generate", kind]));
        let done = Command::new(program[0]).args(&program[1..]).arg(&path).output().unwrap();
        assert!(done.status.success() && done.stderr.is_empty(), "{program:?}: {done:?}");
    }
}

#[test]
fn shells_and_formatters_understand_them() {
    understood_by(&["bash", "-n"], "complete-bash");
    understood_by(&["zsh", "-n"], "complete-zsh");
    understood_by(&["fish", "--no-execute"], "complete-fish");
    understood_by(&["groff", "-Kutf8", "-man", "-ww", "-z"], "man");
}

#[test]
fn the_version_is_short_or_says_what_is_built_in() {
    let short = output(&["-V"]);
    assert_eq!(short, format!("urisift {}\n", env!("CARGO_PKG_VERSION")));
    let long = output(&["--version"]);
    let lines: Vec<_> = long.lines().collect();
    assert_eq!(lines[0], short.trim_end());
    let sqlite = if cfg!(feature = "sqlite") { "+sqlite" } else { "-sqlite" };
    assert!(lines[1].starts_with("features: ") && lines[1].contains(sqlite), "{long}");
    assert!(lines[2].starts_with("scanner:  "), "{long}");
    assert!(lines[3].starts_with("sandbox:  "), "{long}");
}

#[test]
fn statistics_of_a_run() {
    let folder = Folder::new();
    folder.write("a", "<http://a.example/> ftp://b.example/%zz");
    let (printed, _, code) = said(&folder.run(&["-q", "--stats", "-q", "a"]));
    assert_eq!((&*printed, code), ("", Some(0)));
    let (_, told, _) = said(&folder.run(&["--stats", "-j2", "a"]));
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let lines: Vec<_> = told.lines().map(words).collect();
    assert_eq!(lines[2].join(" "), "finds 2 (1 not valid)");
    let starts: Vec<_> = lines.iter().map(|words| words[..words.len().min(2)].join(" ")).collect();
    assert_eq!(starts[..3], ["files 1", "bytes 39", "finds 2"]);
    assert!(starts[3].starts_with("sandbox "), "{told}");
    let rest =
        ["scheme", "ftp 1", "http 1", "wrapper", "none 1", "angle 1", "fault", "pct-encoded 1"];
    assert_eq!(starts[4..], rest);
}

/// A signal ends the run as it would any program, and the output has whole lines.
#[cfg(target_os = "linux")]
#[test]
fn a_signal_leaves_whole_lines() {
    use std::io::{Read, Write};
    use std::os::unix::process::ExitStatusExt;

    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;

    if crate::kit::command::is_ignored(Signal::SIGINT) {
        return;
    }
    let mut child = command(&[]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let (mut input, mut output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let line = format!("http://a.example/{}\n", "b".repeat(5000));
    let text = line.clone();
    let writer = std::thread::spawn(move || while input.write_all(text.as_bytes()).is_ok() {});
    let mut read = vec![0; 1 << 20];
    output.read_exact(&mut read).unwrap();
    kill(Pid::from_raw(child.id() as i32), Signal::SIGINT).unwrap();
    output.read_to_end(&mut read).unwrap();
    writer.join().unwrap();
    assert_eq!(child.wait().unwrap().signal(), Some(Signal::SIGINT as i32));
    assert_eq!(read.len() % line.len(), 0);
}

/// If the output is not read, the run cannot end in order: the second signal does not wait.
#[cfg(unix)]
#[test]
fn a_second_signal_ends_at_once() {
    use std::io::Write;
    use std::os::unix::process::ExitStatusExt;

    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;

    let mut child = command(&[]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let writer =
        std::thread::spawn(move || while input.write_all(b"http://a.example/b \n").is_ok() {});
    // The pipe fills up, as it is not read.
    std::thread::sleep(std::time::Duration::from_millis(500));
    let pid = Pid::from_raw(child.id() as i32);
    while child.try_wait().unwrap().is_none() {
        let _ = kill(pid, Signal::SIGTERM);
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    writer.join().unwrap();
    assert_eq!(child.wait().unwrap().signal(), Some(Signal::SIGTERM as i32));
}
