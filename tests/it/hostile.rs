//! Text that is made to defeat the rules: `corpora/pathological`. Asserts that all is read in bounded
//! memory, but nothing about time.
#![cfg(feature = "zstd")]

use crate::kit;
use std::ops::ControlFlow;
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
        let mut text = made(&kind, "1");
        text.truncate(kit::amount(60_000, 1 << 20));
        let whole = kit::by_slice(&text, &options);
        for size in [997, 65_536] {
            assert_eq!(kit::by_reads(&text, size, &options), whole, "{kind} in reads of {size}");
        }
        let end = [text.as_slice(), b" \n\n see http://the.end/ "].concat();
        let last = kit::by_slice(&end, &options).pop().map(|f| f.uri().to_vec());
        assert_eq!(last.as_deref(), Some(&b"http://the.end/"[..]), "{kind}");
    }
}

/// A URI over the limit is cut and reported; URIs after it are found.
#[test]
fn a_long_uri_is_cut_and_the_rest_of_it_skipped() {
    let text =
        [b"http://a.example/".as_slice(), &b"http://".repeat(1 << 20), b" http://b.example/"]
            .concat();
    let mut found = Vec::new();
    let options = Options::default();
    let max_len = options.max_len;
    Extractor::new(options)
        .find_in_reader(text.as_slice(), |f| {
            found.push((f.raw().len(), f.is_truncated()));
            ControlFlow::Continue(())
        })
        .unwrap();
    assert_eq!(found, [(max_len, true), (17, false)]);
}

/// More megabytes of a kind than it may take in memory.
#[cfg(target_os = "linux")]
fn megabytes() -> String {
    kit::amount(8, 100).to_string()
}

/// The peak memory of the command on that much of a kind, with every switch on, in KiB.
#[cfg(target_os = "linux")]
fn peak_of_stream(kind: &str) -> u64 {
    let mut make = Command::new("sh")
        .arg(kit::project("corpora/pathological/make.sh"))
        .args([kind, &megabytes()])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_urisift"));
    command.args(["-c", "--www", "--bare", "--email", "--refang", "-"]);
    let peak = peak(command.stdin(make.stdout.take().unwrap()));
    make.wait().unwrap();
    peak
}

/// The same for a file, on four threads, with all that is known of each find printed.
#[cfg(target_os = "linux")]
fn peak_of_file(kind: &str) -> u64 {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), made(kind, &megabytes())).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_urisift"));
    peak(command.args(["-j4", "--judge", "--www", "--bare", "--email"]).arg(file.path()))
}

/// The peak memory of a command, in KiB.
#[cfg(target_os = "linux")]
fn peak(command: &mut Command) -> u64 {
    peak_of_printing(command.stdout(Stdio::null()).stderr(Stdio::null()))
}

/// The same of a command whose output goes somewhere.
#[cfg(target_os = "linux")]
fn peak_of_printing(command: &mut Command) -> u64 {
    let mut child = command.spawn().unwrap();
    let mut peak = 0;
    while child.try_wait().unwrap().is_none() {
        peak = peak.max(peak_of_process(child.id()).unwrap_or(0));
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    peak
}

/// The peak memory of a process of the command so far, in KiB, without the pages of the executable itself: they
/// are shared and their number is that of the build. Until the process has its own name, it may still have its
/// parent's memory.
#[cfg(target_os = "linux")]
fn peak_of_process(id: u32) -> Option<u64> {
    let said = |what| std::fs::read_to_string(format!("/proc/{id}/{what}")).ok();
    said("comm").filter(|name| name.trim_end() == "urisift")?;
    let status = said("status")?;
    let field = |name: &str| -> Option<u64> {
        let value = status.lines().find_map(|line| line.strip_prefix(name))?;
        value.trim().strip_suffix(" kB")?.parse().ok()
    };
    Some(field("VmHWM:")?.saturating_sub(field("RssFile:")?))
}

#[cfg(target_os = "linux")]
#[test]
fn memory_stays_bounded() {
    let kinds = ["schemes", "dots", "angles", "line", "blanks", "inside", "letters"];
    for kind in kinds.into_iter().step_by(kit::amount(4, 1)) {
        let peak = peak_of_stream(kind);
        assert!(peak < 16 << 10, "{kind}: {peak} KiB");
    }
    for kind in ["schemes", "mailtos", "line"].into_iter().take(kit::amount(1, 3)) {
        let peak = peak_of_file(kind);
        assert!(peak < 64 << 10, "{kind}: {peak} KiB on four threads");
    }
}

/// Half of its paths are missing. Each of these is a problem.
#[cfg(target_os = "linux")]
#[test]
fn a_list_of_any_length_takes_the_same_memory() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a"), "http://a.example/").unwrap();
    std::fs::write(folder.path().join("list"), "a\nnowhere\n".repeat(200_000)).unwrap();
    let list = std::fs::File::open(folder.path().join("list")).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_urisift"));
    command.args(["-j4", "-s", "--json", "--problems", "--files-from", "-"]);
    let peak = peak(command.current_dir(&folder).stdin(list));
    assert!(peak < 32 << 10, "{peak} KiB");
}

/// A page takes memory only for its rows: not for any number of URIs, nor for the places of one, nor for the
/// text around them.
#[cfg(target_os = "linux")]
#[test]
fn a_page_of_any_number_of_finds_takes_the_same_memory() {
    let folder = tempfile::tempdir().unwrap();
    let (side, page) = ("x".repeat(400), folder.path().join("page.html"));
    let text = |line: &dyn Fn(usize) -> String| {
        (0..kit::amount(50_000, 100_000)).map(line).collect::<String>()
    };
    for (name, text) in [
        ("places", text(&|_| format!("{side} http://a.example/ {side}\n"))),
        ("URIs", text(&|n| format!("http://h{}.example/{n}\n", n % 9000))),
    ] {
        let file = folder.path().join(name);
        std::fs::write(&file, text).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_urisift"));
        command.args(["report", "-j1", "--memory=16M", "--report-rows=1000", "-o"]);
        let peak = peak(command.arg(&page).arg(&file));
        assert!(peak < 64 << 10, "{name}: {peak} KiB");
        assert!(page.exists());
    }
}

#[cfg(target_os = "linux")]
type MakeInput = fn() -> Vec<u8>;

/// Containers that expand far beyond their size, each with a URI that must still be found.
#[cfg(target_os = "linux")]
const HOSTILE: &[(&str, MakeInput)] = &[
    ("a header of 100 MB", || mail(&[b"X: ", &[b'x'; 1024].repeat(100 << 10), b" ", END])),
    ("many fields", || mail(&[&b"X: x\n".repeat(kit::amount(2, 10) << 20), b"\n", END])),
    ("10,000 multiparts in each other", || {
        let part = |i| format!("Content-Type: multipart/mixed; boundary=b{i}\n\n--b{i}\n");
        mail(&[(0..10_000).map(part).collect::<String>().as_bytes(), b"\n", END])
    }),
    ("messages in each other", || {
        mail(&[&b"Content-Type: message/rfc822\n\n".repeat(10_000), b"\n", END])
    }),
    ("a boundary that looks like fields", || {
        mail(&[
            b"Content-Type: multipart/mixed; boundary=\"b:x\"\n\n",
            &b"--b:x\n".repeat(200_000),
            b"\n",
            END,
        ])
    }),
    ("a long file in uuencode", || {
        mail(&[b"\nbegin 644 a\n", &b"#86)C\n".repeat(kit::amount(1, 8) << 18), b"`\nend\n", END])
    }),
    ("files in uuencode", || {
        mail(&[b"\n", &b"begin 644 a\n#86)C\n".repeat(kit::amount(1, 8) << 16), END])
    }),
    ("base64 of nothing", || encoded("base64", &b"\n".repeat(kit::amount(10, 50) << 20))),
    ("quoted-printable of nothing", || {
        encoded("quoted-printable", &b"=\n".repeat(kit::amount(2, 10) << 20))
    }),
    ("a tag without an end", || {
        [b"<!doctype html><a class='", &*vec![b'\n'; 50 << 20], END].concat()
    }),
    ("a dictionary that is a bomb", || {
        let zeros = zeros();
        [
            &[0x5d, 0x2a, 0x4d, 0x18][..],
            &(zeros.len() as u32).to_le_bytes(),
            &zeros,
            &kit::pack::zst(END),
        ]
        .concat()
    }),
    ("a package whose header lies", || {
        let mut package = kit::pack::rpm("http://the.end/");
        // The number of entries, and their data.
        package[122..124].copy_from_slice(&[0x20, 0]);
        [&package, &b"\n"[..], END].concat()
    }),
    ("a property list of small objects", || {
        let mut objects = vec![vec![8]; 100_000];
        objects.extend(vec![kit::pack::plist::string(""); 100_000]);
        objects.push(kit::pack::plist::string("http://the.end/"));
        kit::pack::plist::list(&objects)
    }),
    ("a property list of pages", || {
        let references = kit::pack::plist::references;
        let page = |at| kit::pack::plist::object(13, 2, &references([1, 2, at, 4]));
        let mut objects = vec![
            kit::pack::plist::string("WebResourceURL"),
            kit::pack::plist::string("WebResourceData"),
            kit::pack::plist::string(&format!("http://the.end/{}", "a".repeat(1 << 20))),
            kit::pack::plist::object(4, END.len(), END),
        ];
        objects.extend((0..40_000).map(|_| page(3)));
        kit::pack::plist::list(&objects)
    }),
    ("a wide string of a property list", || {
        let text = format!("{}http://the.end/", "\u{e9}".repeat(1 << 20));
        kit::pack::plist::list(&[kit::pack::plist::string(&text)])
    }),
    ("attachments of a message in TNEF", || {
        let attachment = b"\x02\x02\x90\x06\0\0\0\0\0\0\0".repeat(500_000);
        [b"x\x9f>\"\0\0", &*attachment, END].concat()
    }),
    ("values of a message in TNEF", || {
        let values = b"\x01\0\0\0a\0\0\0".repeat(500_000);
        let head =
            b"x\x9f>\"\0\0\x01\x03\x90\x06\0\xff\xff\xff\x0f\x01\0\0\0\x1e\x10\0\x30\xff\xff\xff\0";
        [&head[..], &values, END].concat()
    }),
    ("a PDF of small objects", || {
        let objects = b"1 0 obj[endobj ".repeat(400_000);
        [b"%PDF-1.7\n", &*objects, b"(http://the.end/)"].concat()
    }),
    ("a PDF with one array, and names of fonts", || {
        let array = b"1 ".repeat(2 << 20);
        let names = b"/a 2 0 R".repeat(500_000);
        [
            b"%PDF-1.7\n1 0 obj<</Contents[2 0 R]/A[",
            &*array,
            b"]>>endobj 2 0 obj<</Widths[1]>>endobj 3 0 obj<</Resources<</Font<<",
            &*names,
            b">>>>>>endobj (http://the.end/)",
        ]
        .concat()
    }),
    ("fragments of links without a target", || {
        let link = |n| format!("<w:hyperlink r:id=\"{n}\" w:anchor=\"{}\">", "a".repeat(n % 99));
        let links: String = (0..kit::amount(100_000, 400_000)).map(link).collect();
        [kit::pack::stored("word/document.xml", links.as_bytes()), kit::pack::stored("b", END)]
            .concat()
    }),
    ("a target of many fragments", || {
        let link = |n| format!("<w:hyperlink r:id=\"a\" w:anchor=\"{n}\">");
        let links: String = (0..kit::amount(50_000, 200_000)).map(link).collect();
        let target =
            format!("<Relationship Id=\"a\" Target=\"http://a.example/{}\"/>", "b".repeat(9000));
        let parts = [("word/document.xml", &links), ("word/_rels/document.xml.rels", &target)];
        let parts = parts.map(|(name, text)| kit::pack::stored(name, text.as_bytes()));
        [&parts.concat()[..], &kit::pack::stored("b", END)].concat()
    }),
    ("a bomb", || [kit::pack::zst(END), zeros()].concat()),
    ("a bomb in a tar", || {
        [kit::pack::tar("../a", END), kit::pack::tar("../../b", &zeros())].concat()
    }),
];

#[cfg(target_os = "linux")]
const END: &[u8] = b"http://the.end/\n";

#[cfg(target_os = "linux")]
fn mail(pieces: &[&[u8]]) -> Vec<u8> {
    [b"From: a@b.example\nTo: c@d.example\n", &*pieces.concat()].concat()
}

#[cfg(target_os = "linux")]
fn encoded(name: &str, body: &[u8]) -> Vec<u8> {
    mail(&[format!("Content-Transfer-Encoding: {name}\n\n").as_bytes(), body, b"\n\n--\n", END])
}

#[cfg(target_os = "linux")]
fn zeros() -> Vec<u8> {
    kit::pack::zst(&vec![0; 300 << 20])
}

/// Memory is bounded, what can be found is found, and problems take few lines.
#[cfg(target_os = "linux")]
#[test]
fn containers_stay_bounded() {
    for (name, make) in HOSTILE.iter().step_by(kit::amount(3, 1)) {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), make()).unwrap();
        let [printed, told] = [(); 2].map(|()| tempfile::NamedTempFile::new().unwrap());
        let mut command = Command::new(env!("CARGO_BIN_EXE_urisift"));
        command.stdout(printed.reopen().unwrap()).stderr(told.reopen().unwrap());
        let peak = peak_of_printing(command.arg("--json").arg(file.path()));
        assert!(peak < 64 << 10, "{name}: {peak} KiB");
        let [lines, told] = [printed, told].map(|file| std::fs::read(file.path()).unwrap());
        let lines = String::from_utf8_lossy(&lines);
        assert!(lines.contains("\"uri\":\"http://the.end/\""), "{name}: {lines}");
        let problems = told.iter().filter(|b| **b == b'\n').count();
        assert!(problems <= 101, "{name}: {problems} problems");
    }
}

/// Writes text, containers and windows of many sizes.
#[cfg(all(target_os = "linux", feature = "xz"))]
fn write_inputs(folder: &std::path::Path) {
    let text: String = (0..20_000).map(|n| format!("http://h{}.example/{n}\n", n % 9000)).collect();
    let head = "From a@b Thu Jan  1 00:00:00 1970\nFrom: a@b\nTo: c\n";
    let mbox: String = (0..kit::amount(3_000, 8_000))
        .map(|n| format!("{head}Message-ID: <{n}@x>\n\nhttp://b.example/{n}\n\n"))
        .collect();
    let wide = kit::pack::zst_wide(text.as_bytes(), 27);
    let archive = [
        kit::pack::tar("wide.zst", &wide),
        kit::pack::tar("m.xz", &kit::pack::xz(mbox.as_bytes())),
        kit::pack::tar("m.gz", &kit::pack::gz(mbox.as_bytes())),
    ];
    for (name, bytes) in [
        ("text", text.repeat(kit::amount(4, 30)).into_bytes()),
        ("mbox", mbox.clone().into_bytes()),
        ("mbox.zst", kit::pack::zst(mbox.as_bytes())),
        ("wide.zst", wide.clone()),
        ("wide.zst.zst", kit::pack::zst_wide(&wide, 26)),
        ("mbox.xz", kit::pack::xz(mbox.as_bytes())),
        ("bomb.zst", kit::pack::zst(&vec![0; 60 << 20])),
        ("old.doc", [&b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"[..], &vec![0; 40 << 20]].concat()),
        ("t.tar.zst", kit::pack::zst(&archive.concat())),
    ] {
        std::fs::write(folder.join(name), bytes).unwrap();
    }
}

/// `--max-memory`, with every output and every count.
#[cfg(all(target_os = "linux", feature = "xz"))]
#[test]
fn a_run_takes_no_more_memory_than_it_is_allowed() {
    let folder = tempfile::tempdir().unwrap();
    let (input, output) = (folder.path().join("in"), folder.path().join("out"));
    std::fs::create_dir(&input).unwrap();
    std::fs::create_dir(&output).unwrap();
    write_inputs(&input);
    let run = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_urisift"));
        command.args(["-j8", "."]).args(args).current_dir(&input);
        command
    };
    let ways: &[&[&str]] = &[
        &["--json", "--judge", "-C2", "--prefer=html", "--stats"],
        &["--by=host,path", "--sort=key"],
        &["--unique", "--report=../out/a.html"],
        #[cfg(feature = "sqlite")]
        &["-o", "../out/a.db", "--normalize", "--unwrap"],
        #[cfg(feature = "parquet")]
        &["-o", "../out/a.parquet", "--judge"],
    ];
    let some = kit::amount(1, ways.len());
    let more = ways.iter().rev().map(|way| (256, way)).take(some);
    let ways = ways.iter().step_by(kit::amount(3, 1));
    for (limit, way) in ways.map(|way| (128, way)).chain(more) {
        let allowed = format!("--max-memory={limit}M");
        let args = [&[&*allowed], *way].concat();
        let peak = peak(&mut run(&args));
        assert!(peak > 0 && peak < limit << 10, "{args:?}: {peak} KiB");
    }
    let told = run(&["--max-memory=128M", "-c"]).output().unwrap();
    let code = told.status.code();
    let told = String::from_utf8_lossy(&told.stderr);
    let refused =
        "corrupt after 0 decompressed bytes: needs more than 16 MiB of memory; raise --max-memory";
    assert!(code == Some(2) && told.contains(refused), "{told}");
    // Nothing else is refused.
    let is_expected = |line: &str| line.contains("wide.zst") || line.contains("old.doc: ");
    assert!(told.lines().all(is_expected), "{told}");
}
