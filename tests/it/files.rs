//! Which files are searched: with links, repositories, or a list that is still being written.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::kit::command::{self, Folder};
use crate::kit::pack;

/// The command in that folder, with a home of its own.
fn urisift(folder: &Path, args: &[&str]) -> Command {
    let mut command = command::urisift(folder, args);
    command.env("HOME", folder.join("home")).env_remove("XDG_CONFIG_HOME");
    command
}

fn run(folder: &Path, args: &[&str]) -> Output {
    urisift(folder, args).output().unwrap()
}

/// The files that would be searched.
fn files(folder: &Path, args: &[&str]) -> Vec<String> {
    let output = run(folder, &[&["--files"], args].concat());
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

/// A folder with such files, which hold a URI unless their text is given.
fn folder(files: &[(&str, &str)]) -> Folder {
    let folder = Folder::new();
    for (name, text) in files {
        let uri = format!("http://{name}.example/\n");
        folder.write(name, if text.is_empty() { &uri } else { *text });
    }
    folder
}

#[test]
fn what_git_ignores_is_left_out_where_that_is_asked_for() {
    let folder = folder(&[
        ("home/.config/git/ignore", "home\n*.mine\n"),
        ("repository/.git/info/exclude", "excluded\n"),
        ("repository/.gitignore", "*.o\n!kept.o\n"),
        ("repository/.ignore", "ignored\n"),
        ("repository/a.mine", ""),
        ("repository/a.o", ""),
        ("repository/excluded", ""),
        ("repository/ignored", ""),
        ("repository/kept.o", ""),
        ("repository/sub/.gitignore", "/x\n"),
        ("repository/sub/a.o", ""),
        ("repository/sub/x/y", ""),
        ("repository/sub/z", ""),
    ]);
    let repository = folder.path().join("repository");
    let asked = ["--no-hidden", "--gitignore", "."];
    assert_eq!(files(&repository, &["."]).len(), 11);
    assert_eq!(files(&repository, &["--gitignore", "--no-ignore", "."]).len(), 11);
    assert_eq!(files(&repository, &asked), ["./a.mine", "./kept.o", "./sub/z"]);
    let at_home = files(&folder.path(), &["--no-hidden", "--gitignore", "repository"]);
    assert_eq!(at_home, ["repository/kept.o", "repository/sub/z"]);
    // Also from a subfolder; and if it is named, it is searched.
    let below = ["--no-hidden", "--gitignore", "sub", "sub/a.o"];
    assert_eq!(files(&repository, &below), ["sub/z", "sub/a.o"]);
    // Without a repository, only .ignore applies.
    fs::remove_dir_all(repository.join(".git")).unwrap();
    let left = files(&repository, &asked);
    assert!(left.contains(&"./a.o".to_owned()) && !left.contains(&"./ignored".to_owned()));
}

#[test]
fn folders_of_version_control_are_searched_where_they_are_asked_for() {
    let folder = folder(&[
        (".git/config", ""),
        ("a/.git", "gitdir: ../.git\n"),
        ("a/.github/x", ""),
        ("a/.hg/hgrc", ""),
        ("a/.svn/entries", ""),
        ("b/.svn", ""),
        ("git/x", ""),
    ]);
    let files = |args: &[&str]| files(&folder.path(), args);
    assert_eq!(files(&["."]), ["./a/.github/x", "./b/.svn", "./git/x"]);
    assert_eq!(files(&["-.", "."]).len(), 3);
    assert_eq!(files(&["--vcs", "."]).len(), 7);
    assert_eq!(files(&["--vcs", "--no-vcs", "."]).len(), 3);
    assert_eq!(files(&[".git", "a/.git"]), [".git/config", "a/.git"]);
}

#[test]
fn a_bad_line_of_rules_is_told_and_the_others_hold() {
    let folder = folder(&[(".ignore", "a\n[z-a]\n"), ("a", ""), ("b", "")]);
    let output = run(&folder.path(), &["--gitignore", "--no-hidden", "."]);
    assert_eq!(output.stdout, b"http://b.example/\n");
    let problem = String::from_utf8(output.stderr).unwrap();
    assert!(
        problem.starts_with("urisift: ./.ignore: line 2: error parsing glob '[z-a]'"),
        "{problem}"
    );
    assert_eq!((output.status.code(), problem.lines().count()), (Some(2), 1));
}

#[cfg(unix)]
#[test]
fn links_are_followed_where_that_is_asked_for() {
    use std::os::unix::fs::symlink;
    let folder = folder(&[("in/a", ""), ("out/b", ""), ("out/deep/c", "")]);
    let inside = folder.path().join("in");
    for (to, name) in
        [("../out", "out"), ("../out/b", "file"), ("nowhere", "dangling"), (".", "up")]
    {
        symlink(to, inside.join(name)).unwrap();
    }
    assert_eq!(files(&folder.path(), &["in"]), ["in/a"]);
    assert_eq!(files(&folder.path(), &["--follow", "--no-follow", "in"]), ["in/a"]);
    let output = run(&folder.path(), &["--follow", "in"]);
    let found = ["in/a", "out/b", "out/b", "out/deep/c"];
    let found = found.map(|name| format!("http://{name}.example/\n"));
    assert_eq!(String::from_utf8(output.stdout).unwrap(), found.concat());
    assert_eq!(
        String::from_utf8(output.stderr).unwrap(),
        "urisift: in/dangling: No such file or directory\n\
         urisift: in/up: skipped: symbolic link loop to in\n"
    );
    assert_eq!(output.status.code(), Some(2));
}

#[cfg(target_os = "linux")]
#[test]
fn one_file_system_is_not_left() {
    let folder = folder(&[("a", "")]);
    std::os::unix::fs::symlink("/proc/sys/kernel/random", folder.path().join("b")).unwrap();
    assert!(files(&folder.path(), &["--follow", "."]).len() > 1);
    assert_eq!(files(&folder.path(), &["--follow", "--one-file-system", "."]), ["./a"]);
}

#[test]
fn a_listed_path_is_searched_as_soon_as_it_has_come() {
    let folder = folder(&[("a", ""), ("b", ""), ("c/d", "")]);
    for threads in ["1", "4"] {
        let mut command = urisift(&folder.path(), &["-j", threads, "--files-from", "-"]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut list = child.stdin.take().unwrap();
        let mut found = BufReader::new(child.stdout.take().unwrap());
        for (path, host) in [("a", "a"), ("b", "b"), ("c", "c/d"), ("a", "a")] {
            writeln!(list, "{path}").unwrap();
            let mut line = String::new();
            found.read_line(&mut line).unwrap();
            assert_eq!(line, format!("http://{host}.example/\n"));
        }
        drop(list);
        assert!(child.wait().unwrap().success());
    }
}

#[cfg(unix)]
#[test]
fn lists_have_any_path() {
    use std::os::unix::ffi::OsStrExt;
    let folder = folder(&[("a\nb", "http://a.example/\n")]);
    let path = folder.path().join(std::ffi::OsStr::from_bytes(b"caf\xe9"));
    fs::write(path, "http://b.example/\n").unwrap();
    let searched = |list: &[u8], args: &[&str]| {
        fs::write(folder.path().join("list"), list).unwrap();
        run(&folder.path(), &[args, &["--files-from", "list"]].concat()).stdout
    };
    assert_eq!(searched(b"caf\xe9", &[]), b"http://b.example/\n");
    assert_eq!(searched(b"a\nb\0\0caf\xe9\0", &["-0"]), b"http://a.example/\0http://b.example/\0");
    assert_eq!(searched(b"caf\xe9\0a\nb", &["-0", "--files"]), b"caf\xe9\0a\nb\0");
}

#[test]
fn a_list_gives_the_same_on_any_number_of_threads() {
    let folder = folder(&[("a", ""), ("b", ""), ("c/d", ""), ("c/e", "")]);
    let paths = ["a", "nowhere", "c", "b", "", "a"].join("\n").repeat(200);
    fs::write(folder.path().join("list"), &paths).unwrap();
    let of = |threads: &str, list: Stdio, name: &str| {
        let args = ["-j", threads, "-H", "--files-from", name];
        urisift(&folder.path(), &args).stdin(list).output().unwrap()
    };
    let serial = of("1", Stdio::null(), "list");
    assert!(!serial.stdout.is_empty() && !serial.stderr.is_empty());
    for threads in ["2", "8"] {
        assert_eq!(of(threads, Stdio::null(), "list"), serial);
    }
    let list = || fs::File::open(folder.path().join("list")).unwrap();
    assert_eq!(of("4", list().into(), "-"), serial);
}

/// Members of archives are searched like files in folders; if a glob has selected the archive, all but those that another
/// one excludes.
#[test]
fn globs_also_select_members() {
    let folder = Folder::new();
    let members = ["a.html", "sub/b.js", "sub/c.html"];
    let text = |name: &str| format!("http://x.example/{name}\n");
    let tar: Vec<_> =
        members.iter().flat_map(|name| pack::tar(name, text(name).as_bytes())).collect();
    let zip: Vec<_> =
        members.iter().flat_map(|name| pack::stored(name, text(name).as_bytes())).collect();
    folder.write("a.tar", &tar);
    folder.write("b.zip", [&zip[..], &pack::stored("inner.tar", &tar)].concat());
    let found = |args: &[&str]| {
        let args = [&["--template", "%{uri_path}"], args].concat();
        let lines = String::from_utf8(run(&folder.path(), &args).stdout).unwrap();
        lines.lines().map(|path| path[1..].to_owned()).collect::<Vec<_>>()
    };
    let html = ["a.html", "sub/c.html"];
    assert_eq!(found(&["-g", "*.html", "a.tar"]), html);
    assert_eq!(found(&["-g", "*.html", "b.zip"]), html);
    assert_eq!(found(&["-g", "*.HTML", "b.zip"]), [""; 0]);
    assert_eq!(found(&["--iglob", "*.HTML", "b.zip"]), html);
    assert_eq!(found(&["-g", "!*.js", "."]), [html; 3].concat());
    assert_eq!(found(&["-g", "!sub", "b.zip"]), ["a.html"; 2]);
    assert_eq!(found(&["-g", "*.tar", "."]), members);
    assert_eq!(found(&["-g", "*.tar", "b.zip"]), members);
    assert_eq!(found(&["-g", "*.tar", "-g", "!*.js", "."]), html);
    assert_eq!(found(&["-g", "/sub/*", "a.tar"]), ["sub/b.js", "sub/c.html"]);
}
