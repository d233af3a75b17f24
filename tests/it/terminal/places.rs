//! Files with hostile bytes in every place that may be printed.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use tempfile::TempDir;

use crate::kit::pack;

/// Text that acts on a terminal: a style that the command does not use, a title, the clipboard, a link,
/// C1, bidi controls, invisible characters, and plain controls.
pub const HOSTILE: &str = "\u{1b}[5m\u{1b}]0;t\u{7}\u{1b}]52;c;aGk=\u{7}\u{1b}]8;;x-evil:\u{1b}\\\u{9b}2J\u{202e}\u{2066}\u{200b}\u{3164}\u{7f}\u{8}\u{c}\t";

/// The same with ends of lines. No line may start with the word after them.
pub fn with_lines() -> String {
    format!("{HOSTILE}\r\n{FORGED}\n{FORGED}\r{FORGED}")
}

pub const FORGED: &str = "FORGED";

/// A file name with all of it, and if the system allows it, bytes that are not UTF-8.
pub fn name(start: &str, end: &str) -> OsString {
    let raw: &[u8] = if cfg!(target_os = "linux") { b"\x9b31m\xff" } else { b"" };
    let name = [start.as_bytes(), with_lines().as_bytes(), raw, end.as_bytes()].concat();
    OsStr::from_bytes(&name).to_owned()
}

/// A folder with a folder `in`, which has them all.
pub fn all(hostile: &[u8], name: &OsStr) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("in").join(name);
    fs::create_dir_all(&inner).unwrap();
    for (nth, (ending, content)) in contents(hostile).into_iter().enumerate() {
        let name = [format!("{nth}").as_bytes(), name.as_bytes(), ending.as_bytes()].concat();
        fs::write(inner.join(OsStr::from_bytes(&name)), content).unwrap();
    }
    folder
}

/// A file for each kind, by the ending of its name.
fn contents(hostile: &[u8]) -> Vec<(&'static str, Vec<u8>)> {
    let packed = pack::gz(&text(hostile));
    let member = String::from_utf8_lossy(hostile).replace('\0', "");
    let member: String = member.chars().take(20).collect();
    vec![
        (".txt", text(hostile)),
        (".html", html(hostile)),
        (".mbox", mail(hostile)),
        (".json", json(hostile)),
        (".warc", warc(hostile)),
        (".tar", pack::tar(&format!("m{member}"), &text(hostile))),
        (".zip", zip(hostile, &text(hostile))),
        (".gz", packed.clone()),
        ("cut.gz", packed[..packed.len() / 2].to_vec()),
        ("bad.gz", [&packed[..20], hostile].concat()),
        ("bad.zst", [b"\x28\xb5\x2f\xfd", hostile].concat()),
        ("bad.xz", [b"\xfd7zXZ\0", hostile].concat()),
        ("bad.tar", pack::tar("a", &[])[..300].to_vec()),
    ]
}

fn put(template: &str, hostile: &[u8]) -> Vec<u8> {
    let pieces: Vec<_> = template.split("{}").map(str::as_bytes).collect();
    pieces.join(hostile)
}

fn text(hostile: &[u8]) -> Vec<u8> {
    let template = "{} http://a.example/{}b {}<http://b.example/{}> <URL:http://c.example/{}\n d> {}\n\
        \"http://me{}@d.example:{}/{}?q={}&r=%1b%5b5m%c2%9b%e2%80%ae#{}\" http://e.example/\u{202e}x\n\
        hxxp://f[.]example/{} www.g.example/{} h.example/{} who{}@i.example x{}y://j.example/\n\
        <mailto:{}@k.example> <urn:{}:{}> <data:,{}> https://www.google.com/url?q=http%3A%2F%2Fa.example%2F%1b%e2%80%ae {}\n";
    put(template, hostile)
}

fn html(hostile: &[u8]) -> Vec<u8> {
    let template = "<html><head><meta charset=\"{}\"><base href=\"http://base.example/{}\"></head>\n\
        <a href=\"http://a.example/&#27;[5m&#x9b;&#x202e;&#7;{}\" title=\"{}\">{}</a><a href=\"{}\">{}</a>\n\
        <a href=\"x&#10;FORGED&#x1b;\">http://b.example/{}</a><{} href=http://c.example/{}>";
    put(template, hostile)
}

fn mail(hostile: &[u8]) -> Vec<u8> {
    let template = "From {} Thu Jan  1 00:00:00 1970\nFrom: \"{}\" <a{}@b.example>\nSubject: {} \
        =?utf-8?Q?=1B]0;x=07_http://s.example/=1B=E2=80=AE_<http://t.example/=0AFORGED=1B>?=\nMessage-ID: <{}@m.example>\nDate: {}\n\
        Content-Base: http://base.example/{}\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\
        Content-Type: text/{}; charset=\"{}\"; name=\"{}\"\nContent-Transfer-Encoding: {}\n\nhttp://a.example/{}\n--b\n\
        Content-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n\
        <a href=3D\"http://c.example/=1B[5m=C2=9B=E2=80=AE=07\">=1B]0;x=07</a> http://d.example/=1B <http://e.example/=1Bx>\n--b--\n";
    put(template, hostile)
}

fn json(hostile: &[u8]) -> Vec<u8> {
    let template = "{\"u\":\"http:\\/\\/a.example\\/\\u001b[5m\\u202e\\u009b\",\"v\":\"<http://b.example/\\u001b>\"}\n\
        {\"{}\":\"{}\",\"w\":\"http://c.example/{}\"}\n";
    put(template, hostile)
}

fn warc(hostile: &[u8]) -> Vec<u8> {
    let page = html(hostile);
    let hostile = String::from_utf8_lossy(hostile).into_owned();
    let uri = format!("http://w.example/{hostile}");
    let head = format!(
        "HTTP/1.1 200 {hostile}\r\nContent-Type: text/html; charset={hostile}\r\n\
        Content-Encoding: {hostile}\r\nLocation: http://l.example/{hostile}\r\n\r\n"
    );
    let response =
        pack::warc("response", &uri, "application/http", &[head.as_bytes(), &page].concat());
    let other = pack::warc(&hostile, &uri, &hostile, &page);
    [response, other].concat()
}

/// One stored member (APPNOTE 4.3.7).
fn zip(name: &[u8], content: &[u8]) -> Vec<u8> {
    let name = [b"z", name].concat();
    let len = (content.len() as u32).to_le_bytes();
    let crc = {
        let mut crc = flate2::Crc::new();
        crc.update(content);
        crc.sum().to_le_bytes()
    };
    let name_len = (name.len() as u16).to_le_bytes();
    let head = [&b"PK\x03\x04\x14\0\0\x08\0\0\0\0\0\0"[..], &crc, &len, &len, &name_len, b"\0\0"];
    [&head.concat()[..], &name, content].concat()
}

/// Writes a file of that name. Returns whether the system allows the name.
pub fn put_file(folder: &Path, name: &OsStr, content: &[u8]) -> bool {
    fs::write(folder.join(name), content).is_ok()
}
