//! Problems have a kind, for programs.

use crate::kit::command::{Folder, objects};
use crate::kit::pack;

/// The kinds of the problems in the records of a run.
fn kinds(folder: &Folder, args: &[&str]) -> Vec<String> {
    let output = folder.run(&[&["--json", "--problems", "-s"], args].concat());
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    objects(&output).iter().filter_map(|it| it["kind"].as_str().map(str::to_owned)).collect()
}

#[test]
fn each_has_its_kind() {
    let folder = Folder::new();
    let text = "see http://a.example/ there\n".repeat(200);
    let packed = pack::gz(text.as_bytes());
    let mut damaged = packed.clone();
    let checksum = damaged.len() - 8;
    damaged[checksum] ^= 1;
    folder.write("cut.gz", &packed[..packed.len() / 2]);
    folder.write("checksum.gz", &damaged);
    folder.write("header.tar", [pack::tar("a", text.as_bytes()), vec![b'x'; 1024]].concat());
    folder.write("a.gz.gz", pack::gz(&packed));
    folder.write("a.7z", b"7z\xbc\xaf\x27\x1c\0\x04 and so on");
    folder.write("mail", "From: a@b\nTo: c\nX-Planted-Panic: yes\n\nhttp://a.example/\n");
    folder.write("long", "http://a.example/".to_owned() + &"a".repeat(100));
    for (args, kind) in [
        (&["cut.gz"][..], "cut"),
        (&["checksum.gz"], "damaged"),
        (&["header.tar"], "damaged"),
        (&["--max-nesting", "1", "a.gz.gz"], "limit"),
        (&["--max-len", "50", "long"], "limit"),
        (&["a.7z"], "unread"),
        (&["nowhere"], "not-found"),
        (&["--as", "mail", "mail"], "internal"),
    ] {
        assert_eq!(kinds(&folder, args), [kind], "{args:?}");
    }
}

/// The superuser may read everything.
#[cfg(unix)]
#[test]
fn what_the_system_does_not_allow() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let path = folder.write("secret", "http://a.example/");
    std::fs::set_permissions(&path, PermissionsExt::from_mode(0o000)).unwrap();
    if std::fs::read(&path).is_ok() {
        println!("skipped: the superuser may read everything");
        return;
    }
    assert_eq!(kinds(&folder, &["secret"]), ["denied"]);
}
