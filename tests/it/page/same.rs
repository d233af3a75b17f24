//! The page is the same on any number of threads, in any memory, and beside any output.

use super::compare::compared;
use super::*;

/// The page without the one part that may differ between two runs.
fn timeless(page: &[u8]) -> Vec<u8> {
    let time = Regex::new("<dt>time</dt><dd>[^<]*</dd>").unwrap();
    assert_eq!(time.find_iter(page).count(), 1);
    time.replace(page, &b""[..]).into_owned()
}

#[test]
fn any_number_of_threads_writes_the_same_page() {
    let folder = hostile();
    let mail = fs::read(kit::project("corpora/mail/list.mbox")).unwrap();
    // A file of some megabytes is split between threads.
    fs::write(
        folder.path().join("large.mbox"),
        mail.repeat(kit::amount(2 << 20, 5 << 20) / mail.len()),
    )
    .unwrap();
    for (folder, memory) in
        [(folder.path(), "512M"), (folder.path(), "16M"), (&kit::project("corpora"), "512M")]
    {
        let page =
            |threads: &str| timeless(&report(folder, &["--threads", threads, "--memory", memory]));
        let serial = page("1");
        for threads in ["4", "2"].into_iter().take(kit::amount(1, 2)) {
            assert!(page(threads) == serial, "{folder:?} on {threads} threads in {memory}");
        }
    }
    let lines = |from: u32| {
        let line = |n| format!("http://h{}.example/{}\n", n % 977, n % 30_011);
        (from..from + 50_000).map(line).collect::<String>()
    };
    let page = |threads: &str, memory: &str| {
        let flags = ["--threads", threads, "--memory", memory, "--report-rows", "9999"];
        timeless(&compared(&lines(0), &lines(20_000), &flags))
    };
    assert!(page("1", "512M") == page("3", "16M"));
}

#[test]
fn what_does_not_fit_into_memory_is_put_aside_and_the_page_is_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let host = |n: u32| n.wrapping_mul(0x9e37_79b9) >> 20;
    let line = |n: u32| {
        format!("2024-01-{:02} 10:00 http://h{}.example/{}\n", n % 28 + 1, host(n), n % 90_000)
    };
    fs::write(folder.path().join("log"), (0..100_000).map(line).collect::<String>()).unwrap();
    let [little, much] = ["16M", "512M"].map(|memory| report(folder.path(), &["--memory", memory]));
    assert!(timeless(&little) == timeless(&much));
    assert_eq!(Data::of(&elements(&much)).meta["finds"], 100_000);
}

#[test]
fn a_page_beside_an_output_is_the_page_and_the_output() {
    let folder = hostile();
    let out = tempfile::tempdir().unwrap();
    let page = out.path().join("page.html");
    let alone = timeless(&report(folder.path(), &[]));
    for flags in [&["--json"][..], &["-c"], &["-l"], &["-q"], &["--unique"], &["-n", "-j1"]] {
        let plain = urisift(folder.path(), &[flags, &["."]].concat());
        let beside = ["--report", page.to_str().unwrap(), "."];
        assert!(urisift(folder.path(), &[flags, &beside].concat()) == plain, "{flags:?}");
        assert!(timeless(&fs::read(&page).unwrap()) == alone, "{flags:?}");
    }
    // The output has as much context as is asked for, and so has the page.
    for flags in [&["-C1"][..], &["--json", "-C2"], &["--json", "--context-bytes=5"]] {
        let plain = urisift(folder.path(), &[flags, &["."]].concat());
        let beside = ["--report", page.to_str().unwrap(), "."];
        assert!(urisift(folder.path(), &[flags, &beside].concat()) == plain, "{flags:?}");
        assert!(timeless(&fs::read(&page).unwrap()) != alone, "{flags:?}");
    }
}

/// The time stamps of lines, in any container, and however little of the line is shown.
#[test]
fn every_stamp_in_sight_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let line = |day: u32| format!("2020-01-0{day}T10:00:00Z GET http://a.example/{day}\n");
    let lines = line(1) + &line(2);
    let members: Vec<u8> =
        ["b", "c"].iter().flat_map(|name| kit::pack::tar(name, lines.as_bytes())).collect();
    let wide: Vec<u8> = lines.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let escaped = lines.replace('/', "\\/").replace("GET ", "\\u00e9 ");
    let object = |line: &str| format!("{{\"m\":\"{line}\"}}\n");
    for (name, text) in [
        ("a.log", lines.clone().into_bytes()),
        ("members.tar", members),
        ("wide", [&[0xff, 0xfe][..], &wide].concat()),
        ("escaped.json", escaped.lines().map(object).collect::<String>().into_bytes()),
        ("long", lines.replace("GET", &"x".repeat(5000)).into_bytes()),
    ] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    for flags in [&[][..], &["-C1"], &["--context-bytes=10"], &["--context-bytes=64k"]] {
        let page = String::from_utf8(report(folder.path(), flags)).unwrap();
        assert!(page.contains("<figcaption>Finds by hour"), "{flags:?}");
        assert!(page.contains("the stamps of lines, in UTC.</p>"), "{flags:?}");
        assert!(page.contains("<dt>finds</dt><dd>12</dd>"), "{flags:?}");
    }
    // A stamp in the text of a message does not count.
    let message = "From: a@b.example\nDate: soon\n\n2020-01-01 10:00 http://a.example/\n";
    fs::write(folder.path().join("m.eml"), message).unwrap();
    let page = String::from_utf8(report(folder.path(), &[])).unwrap();
    assert!(page.contains(" 1 find has none that can be read."));
}
