//! The HTML report, as far as it can be tested without a browser: its markup, its scripts and its data. The
//! rest is in `tests/page`.

use crate::kit;
mod compare;
#[cfg(feature = "full")]
mod same;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use regex::bytes::Regex;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::kit::page::{Caution, Columns, Data, Element, Kept, Place, Row, elements};

/// The output of the command for a folder, whatever its problems.
fn urisift(folder: &Path, arguments: &[&str]) -> Vec<u8> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_urisift"));
    let output = command.args(arguments).current_dir(folder).output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code().is_some_and(|code| code <= 2), "{told}");
    assert!(!told.contains("panicked") && !told.contains("Usage:"), "{told}");
    output.stdout
}

/// The report of the folder.
fn report(folder: &Path, flags: &[&str]) -> Vec<u8> {
    let out = tempfile::tempdir().unwrap();
    let page = out.path().join("page.html");
    let path = page.to_str().unwrap();
    let said = urisift(folder, &[&["report", "-o", path], flags, &["."]].concat());
    fs::read(&page).unwrap_or_else(|_| panic!("no page: {}", String::from_utf8_lossy(&said)))
}

/// The attack strings, as bytes.
fn attacks() -> Vec<Vec<u8>> {
    let byte = Regex::new(r"\\x([0-9a-f]{2})").unwrap();
    let one = |found: &regex::bytes::Captures<'_>| {
        let digits = std::str::from_utf8(&found[1]).unwrap();
        vec![u8::from_str_radix(digits, 16).unwrap()]
    };
    let mut attacks = Vec::new();
    for name in ["attributes", "characters", "elements", "endings", "names", "uris"] {
        let path = kit::project(&format!("corpora/hostile/{name}.txt"));
        for line in fs::read(path).unwrap().split(|byte| *byte == b'\n') {
            attacks.push(byte.replace_all(line, one).into_owned());
        }
    }
    attacks.retain(|attack| !attack.is_empty());
    assert!(attacks.len() > 200);
    attacks
}

/// Each attack around URIs and in them, in fields of mail and in names of files.
fn hostile() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let (mut text, mut mail, mut archive) = (Vec::new(), Vec::new(), Vec::new());
    for (number, attack) in attacks().iter().enumerate() {
        let a = bstr::BStr::new(attack);
        let add = |to: &mut Vec<u8>, pieces: &[&[u8]]| to.extend_from_slice(&pieces.concat());
        let n = number.to_string().into_bytes();
        add(&mut text, &[a, b" http://around.example/", &n, b" ", a, b"\n<URL:", a, b">\n"]);
        add(&mut text, &[b"http://", a, b"/", &n, b"\nhttp://", a, b"@user.example/\n"]);
        add(&mut text, &[b"http://a.example/?", a, b"\nhttp://a.example/#", a, b"\n\n"]);
        let head = b"From a@b.example Thu Jan  1 00:00:00 1970\nFrom: a@b.example\nDate: ";
        add(&mut mail, &[head, a, b"\nMessage-ID: <", a, b">\nSubject: ", a]);
        add(&mut mail, &[b"\nContent-Type: text/html\n\n<a href=\"http://mail.example/", &n]);
        add(&mut mail, &[b"?", a, b"\">", a, b"</a>\n\n"]);
        let mut name: Vec<u8> = attack.iter().copied().filter(|byte| *byte != 0).collect();
        name.truncate(90);
        let name = String::from_utf8_lossy(&name).chars().take(30).collect::<String>();
        archive.extend(kit::pack::tar(&name, b"http://archived.example/\n"));
        // Broken ones are problems.
        let content =
            if number % 3 == 0 { &b"\x1f\x8b\x08\0"[..] } else { b"http://named.example/" };
        let name = format!("{number} {}", name.replace(['/', '\0'], "_"));
        fs::write(folder.path().join(name), content).unwrap();
    }
    fs::write(folder.path().join("text"), text).unwrap();
    fs::write(folder.path().join("mail.mbox"), mail).unwrap();
    fs::write(folder.path().join("members.tar"), archive).unwrap();
    folder
}

/// Elements of a page, by name.
const ELEMENTS: &str = "a body button caption circle dd details dialog div dl dt figcaption figure g h1 \
    h2 h3 head header html input kbd label li line main meta nav noscript ol optgroup option output p path \
    polygon polyline rect script section select small span strong style summary svg table tbody td text \
    th thead title tr tspan ul";

/// Attributes that may load, send, run or style something.
const POWERFUL: &[&str] = &[
    "src",
    "srcset",
    "srcdoc",
    "href",
    "xlink:href",
    "action",
    "formaction",
    "data",
    "ping",
    "poster",
    "style",
    "background",
    "http-equiv",
];

#[test]
fn nothing_of_the_input_is_markup() {
    let page = report(hostile().path(), &[]);
    let elements = elements(&page);
    let known: BTreeSet<_> = ELEMENTS.split_whitespace().collect();
    let mut ids = BTreeSet::new();
    for element in &elements {
        assert!(known.contains(&*element.name), "{element:?}");
        for (name, value) in &element.attributes {
            let policy = ("http-equiv", "Content-Security-Policy");
            let jump = name == "href" && value == "#uris" && element.name == "a";
            let powerful = POWERFUL.contains(&&**name) || name.starts_with("on");
            assert!(!powerful || jump || (&**name, &**value) == policy, "{element:?}");
            assert!(name != "id" || ids.insert(value.clone()), "{element:?}");
        }
    }
    let scripts: Vec<_> = elements.iter().filter(|one| one.name == "script").collect();
    let is_data = |one: &&&Element| {
        let classes = ["paths", "messages", "texts", "rows", "finds", "places", "domains", "hosts"];
        classes.iter().any(|class| one.is_block(class))
    };
    assert_eq!(scripts.iter().filter(|one| one.attributes.is_empty()).count(), 1);
    assert_eq!(scripts.iter().filter(|one| one.attribute("id") == Some("meta")).count(), 1);
    assert_eq!(scripts.iter().filter(is_data).count(), scripts.len() - 2);
    assert_eq!(elements.iter().filter(|one| one.name == "style").count(), 1);
}

/// The page without the data, the style and the script.
fn outside(page: &[u8]) -> Vec<u8> {
    let raw = Regex::new(r"(?s-u)(<(?:script|style)[^>]*>).*?(</(?:script|style)>)").unwrap();
    raw.replace_all(page, &b"$1$2"[..]).into_owned()
}

#[test]
fn attacks_stand_in_the_page_as_text_or_in_data() {
    let page = outside(&report(hostile().path(), &[]));
    for attack in attacks().iter().filter(|attack| attack.contains(&b'<')) {
        let found = memchr::memmem::find(&page, attack);
        // Elements of the page end like this, too.
        let ours = attack.starts_with(b"</") && !attack[2..].contains(&b'<');
        assert!(found.is_none() || ours, "{}", String::from_utf8_lossy(attack));
    }
    // The attacks are in the page.
    assert!(memchr::memmem::find(&page, b"&lt;script&gt;").is_some());
    assert!(page.iter().all(|byte| !matches!(byte, 0..=8 | 11 | 12 | 14..=31 | 127)));
    let turns = |c: char| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    assert!(!String::from_utf8(page).unwrap().contains(turns));
}

fn hash(text: &[u8]) -> String {
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)))
}

#[test]
fn the_policy_lets_the_one_script_and_the_one_style_of_the_page_in() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a"), "http://a.example/").unwrap();
    for folder in [folder.path(), hostile().path()] {
        let page = report(folder, &[]);
        let elements = elements(&page);
        let place = |name: &str| elements.iter().position(|one| one.name == name).unwrap();
        let script = elements.iter().find(|one| one.name == "script" && one.attributes.is_empty());
        let is_policy = |one: &&Element| one.attribute("http-equiv").is_some();
        let policies: Vec<_> = elements.iter().filter(is_policy).collect();
        assert_eq!(policies.len(), 1);
        let expected = format!(
            "default-src 'none'; script-src {}; style-src {}; base-uri 'none'; form-action 'none'; \
             require-trusted-types-for 'script'; trusted-types 'none'",
            hash(&script.unwrap().text),
            hash(&elements[place("style")].text)
        );
        assert_eq!(policies[0].attribute("content"), Some(&*expected));
        // The policy applies from its place on, so it must come first.
        let policy = elements.iter().position(|one| one.attribute("http-equiv").is_some()).unwrap();
        assert!(policy < place("style") && policy < place("script") && policy < place("body"));
    }
}

/// A text of the command's JSON.
fn text(value: &Value) -> Vec<u8> {
    match value {
        Value::Null => Vec::new(),
        Value::String(text) => text.clone().into_bytes(),
        value => STANDARD.decode(value["bytes"].as_str().unwrap()).unwrap(),
    }
}

/// All finds, as the command has them.
fn finds(folder: &Path, flags: &[&str]) -> Vec<Value> {
    let output = urisift(folder, &[&["--json", "--judge", "--normalize"], flags, &["."]].concat());
    let lines = output.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    lines.map(|line| serde_json::from_slice(line).unwrap()).collect()
}

/// The page's record of a find agrees with the command's.
fn same_find(find: &Value, columns: &Columns, kept: &Kept, data: &Data, uri: &[u8]) {
    let written = ["reference", "raw", "uri"].iter().find(|name| !find[**name].is_null());
    let raw = text(&find[*written.unwrap()]);
    let otherwise = raw != uri;
    let raw = if otherwise { raw } else { Vec::new() };
    assert_eq!(bstr::BStr::new(&kept.raw), bstr::BStr::new(&raw), "{find}");
    assert_eq!(kept.otherwise, otherwise, "{find}");
    assert_eq!(data.paths[columns.path as usize], text(&find["path"]));
    assert_eq!(kept.start, find["start"].as_u64().unwrap());
    assert_eq!(kept.place.line, find["line"].as_u64().unwrap_or_default(), "{find}");
    assert_eq!(kept.place.column, find["column"].as_u64().unwrap_or_default(), "{find}");
    assert_eq!(kept.place.part, text(&find["part"]));
    let message = &data.messages[columns.message as usize];
    let said = ["message_id", "date", "from", "from_name", "subject", "list", "thread"];
    for (place, name) in said.iter().enumerate().filter(|(_, name)| **name != "list") {
        let known = message.get(place).cloned().unwrap_or_default();
        assert_eq!(bstr::BStr::new(&known), bstr::BStr::new(&text(&find[*name])), "{find}");
    }
    assert_eq!(data.texts[columns.text as usize], text(&find["link_text"]), "{find}");
    assert_eq!(columns.time == 0, find["time"].is_null(), "{find}");
    assert_eq!(data.meta["wrappers"][columns.wrapper as usize], find["wrapper"]);
    assert_eq!(kept.decoded, find["decoded"] == true);
    assert_eq!(kept.second, text(&find["readings"][1]));
}

fn is_of_link(caution: &Value) -> bool {
    caution["caution"] == "link text"
}

/// The cautions of a URI: those of any of its finds, as one of them may have a second reading.
fn expected_cautions(finds: &[&Value]) -> Vec<Value> {
    let mut cautions = Vec::new();
    for more in finds.iter().filter_map(|find| find["cautions"].as_array()).flatten() {
        // The page has the first target of each that is the text of links.
        let is_known = |known: &Value| known == more || is_of_link(known) && is_of_link(more);
        if !cautions.iter().any(is_known) {
            cautions.push(more.clone());
        }
    }
    cautions
}

/// The page's record of a URI agrees with the command's. The page judges the URI, and not the reference that it was
/// made from.
fn same_uri(row: &Row, finds: &[&Value], data: &Data) {
    let find = finds[0];
    let is_made_valid = find["fault"]["rule"] == "URI-reference";
    assert_eq!(row.valid, find["valid"] == true || is_made_valid, "{find}");
    if let Some((at, rule)) = row.fault {
        assert_eq!(find["fault"]["at"], at, "{find}");
        assert_eq!(find["fault"]["rule"], data.meta["rules"][rule as usize][0]);
    }
    let cautions: Vec<Value> = row
        .cautions
        .iter()
        .map(|Caution { kind, start, end, detail }| {
            let name = &data.meta["cautions"][*kind as usize][0];
            let mut caution = serde_json::json!({"caution": name, "start": start, "end": end});
            if !detail.is_empty() {
                caution["detail"] = String::from_utf8(detail.clone()).unwrap().into();
            }
            caution
        })
        .collect();
    assert_eq!(cautions, expected_cautions(finds), "{find}");
    let names = ["scheme", "userinfo", "host", "port", "uri_path", "query", "fragment"];
    for (name, component) in names.iter().zip(&row.components) {
        let (start, length) = component.unwrap_or_default();
        let component = &row.uri[start as usize..(start + length) as usize];
        assert_eq!(bstr::BStr::new(component), bstr::BStr::new(&text(&find[*name])), "{find}");
    }
    let normal = text(&find["normal"]);
    let other = if normal == row.uri { Vec::new() } else { normal };
    assert_eq!(bstr::BStr::new(&row.normal), bstr::BStr::new(&other), "{find}");
}

fn every_find_is_in_the_data(folder: &Path, flags: &[&str]) {
    let data = Data::of(&elements(&report(folder, flags)));
    let finds = finds(folder, flags);
    let mut expected: BTreeMap<Vec<u8>, Vec<usize>> = BTreeMap::new();
    for (number, find) in finds.iter().enumerate() {
        expected.entry(text(&find["uri"])).or_default().push(number);
    }
    assert_eq!(data.rows.len(), expected.len());
    assert_eq!(data.meta["version"], 4);
    assert_eq!(data.meta["kept"], finds.len());
    for (name, number) in
        [("rows", expected.len()), ("distinct", expected.len()), ("finds", finds.len())]
    {
        assert_eq!(data.meta[name], number, "{name}");
    }
    assert_eq!(data.all_places(), finds.len());
    for row in &data.rows {
        let numbers = &expected[&row.uri];
        assert_eq!((row.count, row.kept), (numbers.len() as u64, numbers.len() as u64));
        let (first, last) = (numbers[0], numbers[numbers.len() - 1]);
        assert_eq!((row.first, row.last), (first as u64, last as u64));
        let places = data.places(row);
        for (place, (columns, kept)) in
            [(&row.first_place, &places[0]), (&row.last_place, &places[places.len() - 1])]
        {
            let of_find = Place { path: columns.path, ..kept.place.clone() };
            assert_eq!(*place, of_find);
        }
        for (number, (columns, kept)) in numbers.iter().zip(&places) {
            same_find(&finds[*number], columns, kept, &data, &row.uri);
        }
        let finds: Vec<_> = numbers.iter().map(|number| &finds[*number]).collect();
        same_uri(row, &finds, &data);
    }
}

#[test]
fn the_data_has_every_find_of_our_texts() {
    every_find_is_in_the_data(&kit::project("corpora"), &[]);
    every_find_is_in_the_data(
        &kit::project("corpora"),
        &["--www", "--bare", "--email", "--refang"],
    );
    every_find_is_in_the_data(&kit::project("tests/cli/data"), &[]);
}

#[test]
fn the_data_has_every_find_of_hostile_texts() {
    every_find_is_in_the_data(hostile().path(), &[]);
}

/// A message with a find in a field of its list, in another field, in its text, in an attribute and in an attachment.
const MESSAGE: &str = "From a@b.example Thu Jan  1 00:00:00 1970\n\
    Date: Thu, 1 Jan 1970 00:01:00 +0000\n\
    Message-ID: <1@b.example>\n\
    List-Unsubscribe: <http://list.example/>,\n <http://folded.example/>\n\
    X-Url: http://field.example/\n\
    Content-Type: multipart/mixed; boundary=b\n\n\
    --b\nContent-Type: text/plain\n\nhttp://text.example/\n\
    --b\nContent-Type: text/html\n\n<a href=\"http://attribute.example/\">x</a>\n\
    --b\nContent-Type: application/json\n\n{\"u\": \"http://attached.example/\"}\n\
    --b\nContent-Type: message/rfc822\n\nSubject: x\n\nhttp://forwarded.example/\n--b--\n\n";

#[test]
fn columns_say_where_a_find_stands_and_when() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.mbox"), MESSAGE.repeat(2)).unwrap();
    fs::write(folder.path().join("b.txt"), "http://file.example/\n").unwrap();
    let page = report(folder.path(), &[]);
    let data = Data::of(&elements(&page));
    let mut stands = BTreeMap::new();
    for row in &data.rows {
        for (columns, _) in data.places(row) {
            let host = row.uri[7..].to_vec();
            let stand = data.meta["stands"][columns.stand as usize].as_str().unwrap().to_owned();
            // A forwarded message has a date of its own, or none.
            let is_dated = stand != "file" && !host.starts_with(b"forwarded");
            let time = if is_dated { 61 } else { 0 };
            assert_eq!(columns.time, time, "{row:?}");
            stands.insert(String::from_utf8(host).unwrap(), (stand, columns.is_attribute));
        }
    }
    for (host, stand, is_attribute) in [
        ("list", "list-header", false),
        ("folded", "list-header", false),
        ("field", "header", false),
        ("text", "body", false),
        ("attribute", "body", true),
        ("attached", "attachment", false),
        ("file", "file", false),
    ] {
        let of_host = &stands[&format!("{host}.example/")];
        assert_eq!(*of_host, (stand.to_owned(), is_attribute), "{host}");
    }
    // What is forwarded is no message of the mailbox.
    assert!(String::from_utf8(page).unwrap().contains("<dt>messages</dt><dd>2</dd>"));
}

#[test]
fn rows_say_what_a_redirector_leads_to_and_what_is_noise() {
    let folder = tempfile::tempdir().unwrap();
    let uris = "https://www.google.com/url?q=http%3A%2F%2Fa.host%2F\nhttp://www.w3.org/2000/svg\n";
    fs::write(folder.path().join("a"), uris).unwrap();
    let data = Data::of(&elements(&report(folder.path(), &[])));
    let told: Vec<_> = by_count(&data).iter().map(|row| (&*row.target, row.noise)).collect();
    assert_eq!(told, [(&b"http://a.host/"[..], false), (&b""[..], true)]);
}

/// The rows, the most frequent first: their order in the page is not fixed.
fn by_count(data: &Data) -> Vec<&Row> {
    let mut rows: Vec<_> = data.rows.iter().collect();
    rows.sort_by_key(|row| (Reverse(row.count), row.first));
    rows
}

#[test]
fn a_table_has_as_many_rows_and_places_as_it_may() {
    let folder = tempfile::tempdir().unwrap();
    let lines = |count: usize| "http://often.example/\n".repeat(count) + "http://once.example/\n";
    fs::write(folder.path().join("a"), lines(50)).unwrap();
    fs::write(folder.path().join("b"), lines(50) + "http://last.example/\n").unwrap();
    let data = Data::of(&elements(&report(folder.path(), &["--report-rows", "2"])));
    let rows: Vec<_> = by_count(&data).iter().map(|row| (&*row.uri, row.count)).collect();
    assert_eq!(rows, [(&b"http://often.example/"[..], 100), (b"http://once.example/", 2)]);
    assert_eq!((&data.meta["rows"], &data.meta["distinct"]), (&2.into(), &3.into()));
    assert_eq!(data.meta["finds"], 103);
    let data = Data::of(&elements(&report(folder.path(), &["--report-places", "10"])));
    let rows = by_count(&data);
    let kept: Vec<_> = rows.iter().map(|row| row.kept).collect();
    assert!(kept[0] < 100 && kept[1..] == [2, 1] && kept.iter().sum::<u64>() <= 10, "{kept:?}");
    assert_eq!(data.places(rows[0]).len() as u64, kept[0]);
    assert_eq!(rows[0].last_place.line, 50);
}

#[test]
fn a_page_of_nothing_is_a_page() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a"), "nothing").unwrap();
    let elements = elements(&report(folder.path(), &[]));
    let data = Data::of(&elements);
    assert_eq!((data.rows.len(), data.all_places()), (0, 0));
    assert_eq!((&data.meta["rows"], &data.meta["finds"]), (&0.into(), &0.into()));
}
