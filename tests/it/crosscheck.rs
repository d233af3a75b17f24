//! Compares the finds with what independent libraries read: `tests/crosscheck`. Runs if the text is beside the project
//! and Python is installed. What installs libraries, or takes long, is left to `.ci/long`: `cargo test --test it crosscheck:: --
//! --ignored`.

use crate::kit;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// The counts of a script of that name; `None`, with a message, if there is no Python, or none of its libraries.
fn counted(script: &str, arguments: &[&Path]) -> Option<Value> {
    let script = kit::project(&format!("tests/crosscheck/{script}.py"));
    let urisift = env!("CARGO_BIN_EXE_urisift");
    let output = match Command::new("python3").arg(&script).arg(urisift).args(arguments).output() {
        Ok(output) => output,
        Err(error) => {
            eprintln!("skipped: python3: {error}");
            return None;
        }
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let last = String::from_utf8(output.stdout).unwrap().lines().last().unwrap().to_owned();
    eprintln!("{}: {last}", script.display());
    let counts: Value = serde_json::from_str(&last).unwrap();
    counts.get("skipped").is_none().then_some(counts)
}

/// Real text as a file.
fn file(name: &str) -> Option<tempfile::NamedTempFile> {
    let text = kit::shared(name)?;
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), text).unwrap();
    Some(file)
}

fn number(counts: &Value, name: &str) -> f64 {
    counts[name].as_f64().unwrap()
}

/// Python splits at every line that starts with `From `, which is right for this mailbox.
#[test]
#[ignore = "takes seconds; run by `.ci/long`"]
fn every_uri_that_python_finds_in_mail() {
    let Some(mailbox) = file("mail.mbox") else { return };
    let Some(counts) = counted("mail", &[mailbox.path()]) else { return };
    for kind in ["mbox", "babyl", "mmdf"] {
        let counts = &counts[kind];
        assert!(kind != "mbox" || counts["messages"] == counts["last"], "{counts}");
        assert!(number(counts, "expected") > 200.0);
        assert!(number(counts, "unexplained") <= 0.0005 * number(counts, "expected"), "{counts}");
    }
}

/// What is told of messages: threads, places, names of attached files, and quoted lines.
#[test]
#[ignore = "takes seconds; run by `.ci/long`"]
fn records_of_messages_agree_with_python() {
    let Some(mailbox) = file("mail.mbox") else { return };
    let Some(counts) = counted("messages", &[mailbox.path()]) else { return };
    for name in ["thread", "place", "attachment", "quoted"] {
        assert!(number(&counts, name) > 1000.0, "{counts}");
    }
    assert_eq!(counts["different"], serde_json::json!({}));
}

/// The texts of links, and whether they name another host, in made mails.
#[test]
#[ignore = "installs a library; run by `.ci/long`"]
fn texts_of_links_agree_with_a_parser_of_html() {
    let Some(counts) = counted("links", &[Path::new("600")]) else { return };
    assert!(number(&counts, "links") > 1500.0 && number(&counts, "misleading") > 500.0);
    assert_eq!(counts["different"], 0, "{counts}");
}

#[test]
#[ignore = "takes seconds; run by `.ci/long`"]
fn raw_bytes_decode_to_what_was_found() {
    for name in ["mail.mbox", "news.txt", "rfc.txt", "logs.txt", "web.txt", "html.tar"] {
        let Some(text) = file(name) else { return };
        let Some(counts) = counted("raw", &[text.path()]) else { return };
        assert!(number(&counts, "finds") > 2000.0);
        assert_eq!(counts["wrong"], 0, "{name}");
    }
}

#[test]
#[ignore = "takes seconds; run by `.ci/long`"]
fn labelled_uris_that_are_encoded() {
    let labels = kit::project("../shared/corpora/gold-dev/gold.jsonl");
    if !labels.exists() {
        eprintln!("skipped: {} is not here", labels.display());
        return;
    }
    let Some(counts) = counted("encoded", &[&labels]) else { return };
    assert!(number(&counts, "asked") > 30.0);
    assert!(number(&counts, "right") >= 0.9 * number(&counts, "asked"), "{counts}");
}

#[test]
#[ignore = "takes seconds; run by `.ci/long`"]
fn editions_are_their_regular_expressions() {
    let Some(counts) = counted("editions", &[]) else { return };
    assert!(number(&counts, "strings") > 200_000.0 && number(&counts, "conforming") > 50_000.0);
    assert_eq!(counts["different"], 0, "{counts}");
}

#[test]
#[ignore = "takes seconds; run by `.ci/long`"]
fn values_in_databases_are_those_of_python() {
    let folder = tempfile::tempdir().unwrap();
    let Some(counts) = counted("sqlite", &[folder.path()]) else { return };
    assert!(number(&counts, "values") > 5000.0);
    for fault in ["missed", "foreign", "wrong", "problems"] {
        assert_eq!(counts[fault], 0, "{counts}");
    }
}

#[test]
#[ignore = "installs pypdf and programs that write PDF"]
fn links_in_pdf_are_those_of_pypdf() {
    let folder = tempfile::tempdir().unwrap();
    let Some(counts) = counted("pdf", &[folder.path()]) else { return };
    assert!(number(&counts, "links") > 300.0 && number(&counts, "texts") > 300.0);
    for fault in ["missed", "silent", "failed"] {
        assert_eq!(counts[fault], 0, "{counts}");
    }
}

#[test]
fn cells_of_tables_are_those_of_python() {
    let folder = tempfile::tempdir().unwrap();
    let Some(counts) = counted("cells", &[folder.path()]) else { return };
    assert_eq!(counts["shapes"], 20);
    assert!(number(&counts, "cells") > 3000.0);
    assert!(number(&counts, "wrong") <= 0.001 * number(&counts, "cells"), "{counts}");
}

#[test]
#[ignore = "installs PyYAML"]
fn scalars_on_a_pipe_are_those_of_json_and_yaml() {
    let Some(counts) = counted("scalars", &[]) else { return };
    assert!(number(&counts, "json") > 2000.0 && number(&counts, "yaml") > 500.0);
    assert_eq!(counts["json_wrong"], 0, "{counts}");
    assert!(number(&counts, "yaml_wrong") <= 0.005 * number(&counts, "yaml"), "{counts}");
}

#[test]
fn charsets_are_those_of_python() {
    let folder = tempfile::tempdir().unwrap();
    let Some(counts) = counted("charsets", &[folder.path()]) else { return };
    assert_eq!(counts["charsets"], 32);
    assert!(number(&counts, "expected") > 500.0);
    assert_eq!((&counts["wrong"], &counts["misplaced"]), (&0.into(), &0.into()), "{counts}");
}

#[test]
#[ignore = "installs olefile, extract-msg and xlwt"]
fn compound_files_are_those_of_olefile() {
    let folder = tempfile::tempdir().unwrap();
    let (document, message) = (folder.path().join("a.doc"), folder.path().join("b.msg"));
    fs::write(&document, kit::pack::document(1 << 16)).unwrap();
    fs::write(&message, kit::pack::message("http://a.example/")).unwrap();
    let Some(counts) = counted("ole", &[folder.path(), &document, &message]) else { return };
    assert!(number(&counts, "expected") > 1200.0);
    assert_eq!((&counts["files"], &counts["wrong"]), (&5.into(), &0.into()), "{counts}");
}

#[test]
#[ignore = "installs bencode.py and tnefparse"]
fn property_lists_and_torrents_are_those_of_other_libraries() {
    let folder = tempfile::tempdir().unwrap();
    let Some(counts) = counted("objects", &[folder.path()]) else { return };
    assert!(number(&counts, "expected") > 8000.0);
    assert_eq!((&counts["missed"], &counts["foreign"]), (&0.into(), &0.into()), "{counts}");
}

#[test]
#[ignore = "installs openpyxl, XlsxWriter, python-docx, python-pptx and odfpy"]
fn office_documents_hold_what_other_libraries_wrote() {
    let folder = tempfile::tempdir().unwrap();
    let Some(counts) = counted("office", &[folder.path()]) else { return };
    assert!(number(&counts, "expected") >= 1080.0);
    assert_eq!((&counts["files"], &counts["wrong"]), (&6.into(), &0.into()), "{counts}");
}

/// Tables, as other programs read them, hold the same as JSON lines.
#[test]
#[ignore = "takes seconds; run by `.ci/long`"]
fn tables_hold_what_json_lines_do() {
    let names = ["news.txt", "mail.mbox", "rfc.txt", "logs.txt", "web.txt"];
    let shared = names[..kit::amount(1, 5)].iter().map(|name| file(name)).collect::<Vec<_>>();
    let shared = shared.iter().flatten().map(|file| file.path().to_owned());
    for text in shared.chain([kit::project("corpora")]) {
        let Some(counts) = counted("tables", &[&text]) else { return };
        assert!(number(&counts, "finds") > 1000.0);
        for (kind, wrong) in counts.as_object().unwrap() {
            assert!(kind == "finds" || wrong == 0, "{}: {counts}", text.display());
        }
    }
}

/// The bench runs, and has a line for everything that it measures.
#[test]
#[ignore = "takes seconds; run by `.ci/long`"]
fn the_bench_of_containers_runs() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new("python3");
    command.arg(kit::project("benches/containers.py")).arg(env!("CARGO_BIN_EXE_urisift"));
    // The rivals are left out.
    command.arg("no-rivals").arg(folder.path());
    for (input, path) in
        [("--mail", "mail/list.mbox"), ("--text", "logs/build.log"), ("--pages", "web")]
    {
        command.arg(input).arg(kit::project("corpora").join(path));
    }
    let output = match command.args(["--rounds", "1", "--megabytes", "1"]).output() {
        Ok(output) if output.status.success() => output,
        Ok(output) => panic!("{}", String::from_utf8_lossy(&output.stderr)),
        Err(_) => return eprintln!("skipped: python3 is not here"),
    };
    let text = String::from_utf8(output.stdout).unwrap();
    let tables = text.lines().filter(|line| *line == "|---|---|---|").count();
    assert_eq!(tables, 16, "{text}");
    assert!(text.contains("skipped: no no-rivals here"), "{text}");
}

/// Archives and compressed files of all that other programs make hold what was packed.
fn archives_hold_what_was_packed(arguments: &[&Path], formats: f64) {
    let folder = tempfile::tempdir().unwrap();
    let arguments = [&[folder.path()], arguments].concat();
    let Some(counts) = counted("archives", &arguments) else { return };
    assert!(number(&counts, "formats") >= formats, "{counts}");
    assert!(number(&counts, "expected") > 3000.0 * formats);
    for wrong in ["missed", "foreign", "problems"] {
        assert_eq!(counts[wrong], 0, "{counts}");
    }
}

#[test]
fn archives_hold_what_other_programs_packed() {
    archives_hold_what_was_packed(&[], 20.0);
}

#[test]
#[ignore = "installs brotli, cramjam and inflate64"]
fn archives_hold_what_other_libraries_packed() {
    archives_hold_what_was_packed(&[Path::new("--libraries")], 23.0);
}

#[test]
#[ignore = "installs warcio"]
fn web_archives_have_what_warcio_reads() {
    let folder = tempfile::tempdir().unwrap();
    let pages = file("html.tar");
    let pages = pages.as_ref().map(|pages| pages.path());
    let arguments: Vec<&Path> = [folder.path()].into_iter().chain(pages).collect();
    let Some(counts) = counted("warc", &arguments) else { return };
    assert!(number(&counts, "expected") >= 160.0);
    assert_eq!(counts["different"], 0, "{counts}");
}

/// lexbor is what a browser makes of them. What differs has a class, none of which is an error of this decoder.
#[test]
#[ignore = "installs lexbor"]
fn every_link_that_lexbor_finds_in_pages() {
    let Some(pages) = file("html.tar") else { return };
    let Some(counts) = counted("pages", &[pages.path()]) else { return };
    assert_eq!(counts["pages"], 260);
    assert_eq!(counts["made wrong"], 0);
    assert!(number(&counts, "expected") > 70_000.0);
    assert!(number(&counts, "same") >= 0.9995 * number(&counts, "expected"), "{counts}");
    let classes = counts.as_object().unwrap().keys();
    assert!(!classes.into_iter().any(|class| class.ends_with(": other")), "{counts}");
}
