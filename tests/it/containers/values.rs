//! A law of all containers: what is found in values is what the library finds in each value alone, whatever the format
//! that holds them: no value is lost, cut, or read on into the next.

use urisift::find_iter;

use std::path::Path;

use super::writers::WRITERS;
use super::{run, search_named};

/// Values that a reader may get wrong: quotes at the start, markup, text beyond ASCII, nothing, long ones, several in a
/// row without anything between them, and what would be a URI if it were read on.
fn values() -> Vec<String> {
    let long = "word ".repeat(2000);
    [
        "\"http://quoted.example/a\" said 'http://b.example/'",
        "'http://single.example/'",
        "http://a.example/1",
        "http://a.example/2?x=y&z=1",
        "",
        "http:",
        "//never.example/",
        "http://п.example/путь",
        "see http://日本.example/ or ftp://c.example/é",
        "<p>x <a href=\"http://markup.example/?a=1&amp;b=2\">y</a></p>",
        &format!("{long}http://long.example/"),
        &format!("http://long.example/{}", "x".repeat(3000)),
        "aSabc_",
        "mailto:a@b.example",
        "C:\\dir\\x and http://back.example/",
        "0",
    ]
    .map(str::to_owned)
    .to_vec()
}

/// What the library finds in each value alone.
fn alone(values: &[String]) -> Vec<String> {
    let finds = |value: &String| {
        find_iter(value.as_bytes())
            .map(|found| String::from_utf8_lossy(found.uri()).into_owned())
            .collect::<Vec<_>>()
    };
    values.iter().flat_map(finds).collect()
}

#[test]
fn are_read_as_if_each_were_alone() {
    let (mut values, mut wrong) = (values(), Vec::new());
    // At every border: each value also comes first and last.
    for turn in 0..3 {
        values.rotate_left(turn * 5);
        for (format, name, write) in WRITERS {
            let outcome = search_named(name, &[], &write(&values));
            // Compound files have an order of their own.
            let (mut found, mut expected) = (outcome.uris(), alone(&values));
            found.sort_unstable();
            expected.sort_unstable();
            if found != expected {
                let short = |uri: &str| uri.chars().take(60).collect::<String>();
                let lost: Vec<_> = expected
                    .iter()
                    .filter(|uri| !found.contains(&&uri[..]))
                    .map(|u| short(u))
                    .collect();
                let more: Vec<_> = found
                    .iter()
                    .filter(|uri| !expected.iter().any(|it| it == **uri))
                    .map(|u| short(u))
                    .collect();
                wrong.push(format!("{name} ({format}), {turn}: lost {lost:?}, also {more:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_format_has_a_writer() {
    let output = run(&["--as", "?"], Path::new("-"));
    let error = String::from_utf8(output.stderr).unwrap();
    let (_, names) = error.split_once("expected plain, ").unwrap();
    let names: Vec<_> = names.lines().next().unwrap().split(", ").collect();
    // Tests can write SQLite only where urisift is built to read it.
    let has_writer = |name: &str| {
        WRITERS.iter().any(|(format, ..)| *format == name)
            || (name == "sqlite" && !cfg!(feature = "sqlite"))
    };
    let missing: Vec<_> = names.iter().filter(|name| !has_writer(name)).collect();
    assert!(names.len() > 50 && missing.is_empty(), "{missing:?}");
}
