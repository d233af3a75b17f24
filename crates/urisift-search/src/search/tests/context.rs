//! The context of a find is the text around it, however the text is read.

use super::*;
use crate::input::Side;
use crate::select::{Filter, RegexPattern, Selection, Test};
use crate::span::{Context, Origin};

/// Prints each find with its context, in `Debug` form.
struct Seen;

impl RecordWriter for Seen {
    fn found(
        &self,
        origin: &Origin<'_>,
        found: &Found<'_>,
        out: &mut Vec<u8>,
    ) -> ControlFlow<Skip> {
        let around = origin.context.map(|Context { before, after }| [before, after].map(shown));
        out.extend(format!("{} {around:?}\n", shown(found.uri())).bytes());
        ControlFlow::Continue(())
    }
}

fn shown(bytes: &[u8]) -> String {
    bytes.escape_ascii().to_string()
}

fn settings(context: ContextSize, chunk: usize) -> Settings {
    let mut options = options();
    options.read_size = chunk;
    let containers = Some(Containers { limits: LIMITS, ..Containers::default() });
    Settings { containers, context: Some(context), ..super::settings(options, 1, 1500) }
}

const LIMITS: Limits = Limits {
    depth: 9,
    expansion: 99,
    max_len: 300,
    held: 1 << 20,
    memory: usize::MAX,
    no_list_fields: false,
    no_code: false,
    depth_name: "",
    expansion_name: "",
    memory_name: "",
};

/// The output for a file with this text.
fn of_file(text: &[u8], settings: &Settings) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), "a", text);
    let (out, _, _) = printed(&Work { settings, writer: &Seen, meter: &Meter::default() }, &|| {
        input::sources(&named(std::slice::from_ref(&path)), None).collect()
    });
    String::from_utf8(out).unwrap()
}

/// The context before an offset and after one, straight from the definition.
fn around(text: &str, reach: ContextSize, start: usize, end: usize) -> [&str; 2] {
    match reach {
        ContextSize::Lines { before, after } => {
            let before = text[..start].rmatch_indices('\n').nth(before).map_or(0, |(at, _)| at + 1);
            let rest = text.strip_suffix('\n').unwrap_or(text).get(end..).unwrap_or_default();
            let after = rest.match_indices('\n').nth(after).map_or(rest.len(), |(at, _)| at);
            [&text[before..start], &rest[..after]]
        }
        ContextSize::Line(count) => {
            let line = around(text, ContextSize::lines(0), start, end);
            let bytes = around(text, ContextSize::Bytes(count), start, end);
            [0, 1].map(
                |side| if line[side].len() < bytes[side].len() { line[side] } else { bytes[side] },
            )
        }
        ContextSize::Bytes(count) => {
            let before = (start.saturating_sub(count)..).find(|at| text.is_char_boundary(*at));
            let after = (0..=text.len().min(end + count)).rfind(|at| text.is_char_boundary(*at));
            [&text[before.unwrap_or(start)..start], &text[end..after.unwrap_or(end)]]
        }
    }
}

fn expected(text: &str, reach: ContextSize) -> String {
    let finds = Extractor::new(options());
    let finds = finds.find_iter(text.as_bytes()).map(|found| {
        let [start, end] = [found.span().start, found.span().end].map(|at| at as usize);
        let around = Some(around(text, reach, start, end).map(|text| shown(text.as_bytes())));
        format!("{} {around:?}\n", shown(found.uri()))
    });
    finds.collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn of_any_text(pieces in proptest::collection::vec(proptest::sample::select(PIECES), 0..300), chunk in 1..60usize, count in 0..70usize) {
        // Nothing makes it look like a container.
        let text = format!("text\n{}", pieces.concat());
            for reach in [ContextSize::lines(count % 5), ContextSize::Lines { before: count % 4, after: count % 3 }, ContextSize::Line(count + 1), ContextSize::Bytes(count + 1)] {
            let expected = expected(&text, reach);
            for threads in [1, 3] {
                let settings = Settings { threads, ..settings(reach, chunk) };
                prop_assert_eq!(of_file(text.as_bytes(), &settings), &*expected);
            }
            let wide: Vec<_> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
            let wide = [&b"\xff\xfe"[..], &wide].concat();
            prop_assert_eq!(of_file(&wide, &settings(reach, chunk)), &*expected);
        }
    }
}

#[test]
fn lines_that_are_too_long_are_cut() {
    let text = format!("{0} http://a.example/ {0}", "的".repeat(FARTHEST));
    let most = "\\xe7\\x9a\\x84".repeat(FARTHEST / 3);
    let expected =
        format!("http://a.example/ [{:?}, {:?}]\n", most.clone() + " ", " ".to_owned() + &most);
    for chunk in [100, 1 << 16, 1 << 20] {
        let seen = of_file(text.as_bytes(), &settings(ContextSize::lines(2), chunk));
        assert!(seen.replace("Some(", "").replace(')', "") == expected, "{chunk}");
    }
}

/// The links after a find are so long that it does not wait for all of its context.
#[test]
fn what_waits_is_bounded() {
    let link = format!("<a href=\"http://b.example/{}\">x</a> ", "c".repeat(200_000));
    let text = format!("<p>at http://a.example/ {}", link.repeat(60));
    let format = input::named("html");
    let settings = Settings {
        containers: Some(Containers {
            format,
            limits: Limits { max_len: 1 << 20, ..LIMITS },
            ..Containers::default()
        }),
        ..settings(ContextSize::lines(1), 1 << 16)
    };
    let seen = of_file(text.as_bytes(), &settings);
    let (first, rest) = seen.split_once('\n').unwrap();
    let xs = first.matches('x').count();
    assert!(first.starts_with("http://a.example/ Some([\"at \", \" x x") && xs < 40, "{first}");
    assert_eq!(rest.matches(" None\n").count(), 60);
}

#[test]
fn markup_is_not_seen() {
    for (text, expected) in [
        ("a<b>c</b>d http://a.example/<br>e", "[\"acd \", \" e\"]"),
        ("(<i>a</i>) b<p>http://a.example/ <a href=x>c</a>.", "[\"(a) b \", \" c.\"]"),
        ("<hr>http://a.example/<hr><hr>", "[\"\", \"\"]"),
        ("<hr>a<hr><hr>b http://a.example/<hr>\n\nc", "[\"a b \", \"\\\\n\"]"),
    ] {
        let containers =
            Containers { format: input::named("html"), limits: LIMITS, ..Containers::default() };
        let settings =
            Settings { containers: Some(containers), ..settings(ContextSize::lines(1), 64) };
        let expected = format!("http://a.example/ Some({expected})\n");
        assert_eq!(of_file(text.as_bytes(), &settings), expected, "{text}");
    }
}

/// Finds that are held for doubles keep their context, and so do those before a last one.
#[test]
fn doubles_and_counts() {
    let mail = std::fs::read(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/cli/data/alternatives.eml"
    ))
    .unwrap();
    for side in [Side::Text, Side::Html] {
        let plain = settings(ContextSize::lines(0), 64);
        let all = of_file(&mail, &plain);
        let preferred = of_file(&mail, &Settings { prefers: Some(side), ..plain });
        assert!(preferred.lines().all(|line| all.lines().any(|other| other == line)), "{side:?}");
        assert_eq!(preferred.lines().count() + 1, all.lines().count());
        let two =
            of_file(&mail, &Settings { max_count: Some(2), ..settings(ContextSize::lines(0), 64) });
        assert!(all.starts_with(&two) && two.lines().count() == 2);
    }
}

#[test]
fn what_is_not_asked_for_does_not_wait() {
    let regexes = vec![RegexPattern::parse("b$").unwrap()];
    let wanted = vec![Test::regex(regexes).unwrap()];
    let filter = Filter { wanted, ..Filter::default() };
    let selection = Selection { filter, ..Selection::default() };
    let settings = Settings { selection, max_count: Some(1), ..settings(ContextSize::lines(0), 3) };
    let seen = of_file(b"http://a.example/a http://a.example/b http://a.example/b", &settings);
    assert_eq!(
        seen,
        "http://a.example/b Some([\"http://a.example/a \", \" http://a.example/b\"])\n"
    );
}
