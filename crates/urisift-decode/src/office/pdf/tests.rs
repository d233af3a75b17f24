use super::*;
use crate::testing::cases::assert_texts;
use crate::testing::{All, Seen, UNCUT, all_of, entered, stands_all_cuts};
use bstr::ByteSlice;

fn object(number: usize, body: &str) -> Vec<u8> {
    format!("{number} 0 obj\n{body}\nendobj\n").into_bytes()
}

fn stream(number: usize, keys: &str, data: &[u8]) -> Vec<u8> {
    let head = format!("{number} 0 obj <<{keys}/Length {}>> stream\r\n", data.len());
    [head.as_bytes(), data, b"\nendstream\nendobj\n"].concat()
}

fn deflated(data: &[u8]) -> Vec<u8> {
    all_of(flate2::read::ZlibEncoder::new(data, Default::default()))
}

/// A file of these objects.
pub fn file(objects: &[Vec<u8>]) -> Vec<u8> {
    [b"%PDF-1.7\n", &objects.concat()[..], b"trailer <</Size 9>>\nstartxref\n0\n%%EOF\n"].concat()
}

/// The texts, with a bar for each border and each link in braces; those of nothing are left out.
fn shown(all: &All) -> Vec<String> {
    let show = |seen: &Seen| {
        let mut links = seen.links.iter();
        let mut shown = format!("{}: ", seen.path);
        for char in String::from_utf8_lossy(&seen.text).chars() {
            match char {
                '\x1f' => shown.push('|'),
                '\0' => shown += &format!("{{{}}}", links.next().unwrap().value.as_bstr()),
                char => shown.push(char),
            }
        }
        shown
    };
    let texts = all.texts.iter().filter(|seen| !seen.text.is_empty());
    texts.map(show).filter(|text| !text.ends_with("%%EOF")).collect()
}

/// Like `shown`, of objects, without the comments at both ends.
fn of_objects(objects: &[Vec<u8>]) -> Vec<String> {
    let bytes = objects.concat();
    let all = entered(&Pdf, &[b"%PDF-\n", &bytes[..]].concat(), UNCUT);
    assert_eq!(all.problems, [""; 0]);
    shown(&all)
        .iter()
        .map(|text| text.replace("%PDF-", ""))
        .filter(|text| text != "pdf: ")
        .collect()
}

#[test]
fn strings_of_all_forms() {
    assert_texts("office/strings", |body| {
        let bytes = object(1, body);
        stands_all_cuts(&Pdf, &file(std::slice::from_ref(&bytes)));
        of_objects(&[bytes]).concat()
    });
}

#[test]
fn links_are_exact() {
    let all = entered(&Pdf, &file(&[object(1, "<</URI (b c.html)>>")]), UNCUT);
    let links = &all.texts[0].links;
    assert_eq!((&links[0].value[..], &links[0].name[..]), (&b"b c.html"[..], "URI"));
    assert_eq!((links[0].raw.start, links[0].decoded, links.len()), (25, false, 1));
}

/// Of samples of two bytes, by the definitions of PNG (9.2 and 9.4).
#[test]
fn rows_of_all_filters() {
    const LEN: usize = 6;
    let text = b"one, two, three; 1 2 3 4 5 6 7 8 9; see http://a.example/b, and no more.";
    assert_eq!(text.len() % LEN, 0);
    let at = |row: usize, column: Option<usize>| column.map_or(0, |at| text[LEN * row + at]);
    for filter in 0..=4 {
        let mut rows = Vec::new();
        for row in 0..text.len() / LEN {
            rows.push(filter);
            for column in 0..LEN {
                let to_left = column.checked_sub(2);
                let left = at(row, to_left);
                let [above, corner] = match row.checked_sub(1) {
                    Some(row) => [at(row, Some(column)), at(row, to_left)],
                    None => [0, 0],
                };
                let [a, b, c] = [left, above, corner].map(i32::from);
                let nearest = [a, b, c].into_iter().min_by_key(|near| (a + b - c - near).abs());
                let guess = [0, a, b, (a + b) / 2, nearest.unwrap()][usize::from(filter)];
                rows.push(at(row, Some(column)).wrapping_sub(guess as u8));
            }
        }
        let parms = filter::Parms { predictor: 15, colors: 2, columns: 3, ..Default::default() };
        let packed = deflated(&rows);
        let out = all_of(filter::decoder(&[Filter::Flate], parms, &packed[..]).unwrap());
        assert_eq!(out.as_bstr(), text.as_bstr(), "{filter}");
    }
}

#[test]
fn streams_are_unpacked() {
    let text = b"<</URI (http://a.example/)>>";
    let (hex, mut rows) = (text.map(|b| format!("{b:02x} ")).concat(), Vec::new());
    // Each row is the difference to the one before, or to what is left of it.
    for (at, byte) in text.iter().enumerate() {
        match at % 2 {
            0 => rows.extend([2, byte.wrapping_sub(if at == 0 { 0 } else { text[at - 1] })]),
            _ => rows.extend([1, *byte]),
        }
    }
    for (filter, data) in [
        ("", text.to_vec()),
        ("/Filter/FlateDecode", deflated(text)),
        ("/Filter[/ASCIIHexDecode]", [hex.as_bytes(), b">"].concat()),
        (
            "/Filter [/AHx /Fl]",
            deflated(text).iter().flat_map(|b| format!("{b:02X}").into_bytes()).collect(),
        ),
        ("/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 1>>", deflated(&rows)),
    ] {
        let keys = format!("/Type/ObjStm/N 1/First 4{filter}");
        let expected = ["pdf/object 2: {http://a.example/}"];
        for bytes in [
            stream(2, &keys, &data),
            // The length is in another object, or wrong.
            stream(2, &(keys.clone() + "/Length 9 0 R/X"), &data),
            [format!("2 0 obj<<{keys}/Length 3>>stream\n").as_bytes(), &data, b" endstream"]
                .concat(),
            [format!("2 0 obj<<{keys}/Length 99999>>stream\n").as_bytes(), &data, b" endobj"]
                .concat(),
        ] {
            assert_eq!(of_objects(std::slice::from_ref(&bytes)), expected, "{keys}");
            stands_all_cuts(&Pdf, &file(&[bytes]));
        }
    }
}

#[test]
fn base85_and_lzw() {
    let decoded = |filter, bytes: &[u8]| {
        let mut out = Vec::new();
        let mut read = filter::decoder(&[filter], filter::Parms::default(), bytes).unwrap();
        std::io::Read::read_to_end(&mut read, &mut out).map(|_| out)
    };
    assert_eq!(decoded(Filter::Base85, b"87cUR\nD]j7BEbo80~>x").unwrap(), b"Hello world!");
    assert_eq!(decoded(Filter::Base85, b"z87cUR~>").unwrap(), b"\0\0\0\0Hell");
    assert_eq!(decoded(Filter::Base85, b"87cURDZ~>").unwrap(), b"Hello");
    assert_eq!(decoded(Filter::Base85, b"<~87cUR~>").unwrap(), b"Hell");
    assert_eq!(decoded(Filter::Base85, b">>>>>~>").unwrap().len(), 4);
    assert_eq!(decoded(Filter::Hex, b"4 14>5").unwrap(), b"A@");
    // The example of 7.4.4.2.
    let packed = [0x80, 0x0b, 0x60, 0x50, 0x22, 0x0c, 0x0c, 0x85, 0x01];
    assert_eq!(decoded(Filter::Lzw, &packed).unwrap(), b"-----A---B");
    assert!(decoded(Filter::Lzw, &[0xff; 9]).is_err());
}

#[test]
fn files_and_metadata() {
    let page = b"<html><a href='http://a.example/&amp;'>";
    let xmp = b"<?xpacket?><x:xmpmeta><a href='http://b.example/'/></x:xmpmeta>";
    let bytes = file(&[
        stream(1, "/Type/EmbeddedFile/Filter/FlateDecode", &deflated(page)),
        stream(2, "/Type /EmbeddedFile", page),
        stream(3, "/Type /Metadata/Subtype /XML", xmp),
        stream(4, "/Subtype /Image", b"http://c.example/"),
        stream(5, "/Filter /DCTDecode", b"http://c.example/"),
        stream(6, "/Length1 4", b"http://c.example/"),
    ]);
    let all = entered(&Pdf, &bytes, UNCUT);
    let links = all.texts.iter().flat_map(|seen| {
        let path = seen.path.clone();
        seen.links.iter().map(move |link| format!("{path} {}", link.value.as_bstr()))
    });
    let expected = [
        "pdf/object 1/html http://a.example/&",
        "pdf/object 2/html http://a.example/&",
        "pdf/object 3 http://b.example/",
    ];
    assert_eq!(links.collect::<Vec<_>>(), expected);
    assert!(!all.shown().iter().any(|(_, text)| text.contains("c.example")));
    assert_eq!(all.problems, [""; 0]);
    stands_all_cuts(&Pdf, &bytes);
}

#[test]
fn text_of_pages() {
    assert_texts("office/pages", |body| {
        let bytes = stream(2, "/Filter/FlateDecode", &deflated(body.as_bytes()));
        stands_all_cuts(&Pdf, &file(std::slice::from_ref(&bytes)));
        of_objects(&[bytes]).concat()
    });
    let script = stream(2, "", b"var a = 'http://a.example/';");
    assert_eq!(of_objects(&[script]), ["pdf/object 2: var a = 'http://a.example/';"]);
    // There is no operator between words in all of a unit.
    let line = "[(http://a.example/b) -999 (c) -999] TJ ".repeat(4000);
    let all = entered(&Pdf, &file(&[stream(2, "", line.as_bytes())]), UNCUT);
    assert_eq!(all.texts[1].text.find_iter("http://a.example/b ").count(), 4000);
    let line = "(http://a.example/b) ' ".repeat(9000);
    let all = entered(&Pdf, &file(&[stream(2, "", line.as_bytes())]), UNCUT);
    assert_eq!(all.texts[1].text.find_iter("http://a.example/b").count(), 9000);
    let pages = "(http://a.example/b) Tj 1 0 Td (http://a.exam) Tj (ple/c) Tj T* ".repeat(9000);
    let all = entered(&Pdf, &file(&[stream(2, "", pages.as_bytes())]), UNCUT);
    let words = "http://a.example/b http://a.example/c ".repeat(9000);
    assert!(all.texts[1].text.fields().eq(words.as_bytes().fields()));
}

/// A file with a page that shows a text in known fonts; the page, or what is above it, and these are packed or not.
fn page(contents: &str, is_packed: bool, is_inherited: bool) -> Vec<u8> {
    let resources = "/Resources<</Font<</H 4 0 R/W 5 0 R>>>>";
    let (own, inherited) = if is_inherited { ("", resources) } else { (resources, "") };
    let widths = format!("{}{}", "250 ", "500 ".repeat(94));
    let map = "1 beginbfrange <0001> <0002> <00E9> endbfrange 2 beginbfchar <0002> <FB04> <0003> <0063> endbfchar";
    let objects = [
        (1, format!("<</Type/Pages{inherited}/Kids[3 0 R]>>")),
        (3, format!("<</Type/Page/Parent 1 0 R{own}/Contents[2 0 R]>>")),
        (4, "<</FirstChar 32/Widths 6 0 R>>".to_owned()),
        (5, "<</Encoding/Identity-H/DescendantFonts[<</DW 500>>]/ToUnicode 7 0 R>>".to_owned()),
        (6, format!("[{widths}]")),
    ];
    let contents = format!("BT /H 10 Tf {contents} ET");
    let mut all = vec![stream(2, "/Filter/FlateDecode", &deflated(contents.as_bytes()))];
    all.push(stream(7, "", map.as_bytes()));
    if is_packed {
        let (mut header, mut bodies) = (String::new(), String::new());
        for (number, body) in &objects {
            header += &format!("{number} {} ", bodies.len());
            bodies += &format!("{body} ");
        }
        let keys = format!("/Type/ObjStm/N 5/First {}/Filter/FlateDecode", header.len());
        all.push(stream(8, &keys, &deflated((header + &bodies).as_bytes())));
    } else {
        all.extend(objects.iter().map(|(number, body)| object(*number, body)));
    }
    file(&all)
}

#[test]
fn text_is_joined_by_its_places() {
    assert_texts("office/layout", |contents| {
        let shown = [(false, false), (true, false), (false, true), (true, true)].map(
            |(packed, inherited)| {
                let bytes = page(contents, packed, inherited);
                let all = entered(&Pdf, &bytes, UNCUT);
                let shown = shown(&all)
                    .into_iter()
                    .find_map(|text| Some(text.strip_prefix("pdf/object 2: ")?.to_owned()));
                shown.unwrap_or_default()
            },
        );
        stands_all_cuts(&Pdf, &page(contents, true, true));
        assert!(shown.iter().all(|it| *it == shown[0]), "{shown:?}");
        shown[0].clone()
    });
}

/// The fonts of an object that is replaced do not count.
#[test]
fn the_last_revision_has_the_fonts() {
    let text = |bytes: &[u8]| shown(&entered(&Pdf, bytes, UNCUT)).concat();
    let bytes = page("(a) Tj 9 0 Td (b) Tj", false, false);
    assert!(text(&bytes).contains("a b"));
    let wider = object(6, &format!("[{}]", "900 ".repeat(95)));
    assert!(text(&[bytes, wider].concat()).contains("ab"));
}

#[test]
fn what_is_encrypted_is_named_and_not_shown() {
    let all = entered(
        &Pdf,
        &[
            &file(&[
                object(1, "<</URI (http://a.example/)>>"),
                stream(2, "/Type/ObjStm/Filter/FlateDecode", b"abc"),
            ])[..],
            b"trailer <</Encrypt 3 0 R /ID [(http://b.example/)]>>",
        ]
        .concat(),
        UNCUT,
    );
    assert_eq!(all.problems, ["encrypted PDF: not read"]);
    assert!(!all.shown().iter().any(|(_, text)| text.contains("b.example")));
}

/// Files that another program encrypted, of each method.
#[test]
fn what_opens_without_a_password_is_read() {
    let read = |name: &str| {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/encrypted");
        std::fs::read(folder.join(name)).unwrap()
    };
    for name in ["rc4-40", "rc4-128", "aes-128", "aes-256-5", "aes-256"] {
        let bytes = read(&format!("{name}.pdf"));
        let all = entered(&Pdf, &bytes, UNCUT);
        assert_eq!(all.problems, [""; 0], "{name}");
        let shown = shown(&all).concat();
        for text in [
            "{http://link.example/}",
            "|http://\u{e9}.example/ \u{20ac}|",
            ": http://text.example/",
        ] {
            assert!(shown.contains(text), "{name}: {shown}");
        }
        // What is cut or broken is no worse. The key of the last method takes long.
        for at in (0..bytes.len()).step_by(if name == "aes-256" { 501 } else { 31 }) {
            let mut broken = bytes.clone();
            broken[at] ^= 0x55;
            entered(&Pdf, &broken, UNCUT);
            entered(&Pdf, &bytes[..at], UNCUT);
        }
    }
    stands_all_cuts(&Pdf, &read("rc4-40.pdf"));
    let all = entered(&Pdf, &read("password.pdf"), UNCUT);
    assert_eq!(all.problems, ["encrypted PDF: not read"]);
}

#[test]
fn what_is_wrong_is_told() {
    for (bytes, problem) in [
        (
            stream(1, "/Filter/FlateDecode/Type/ObjStm", b"abc"),
            "1 streams could not be decompressed",
        ),
        (
            stream(1, "/Filter/NoDecode/Type/ObjStm", b"abc"),
            "PDF stream with an unknown filter: not read",
        ),
        (b"1 0 obj<</Type/ObjStm>>stream\nabc".to_vec(), "object 1: truncated"),
        (
            stream(1, "/Filter/FlateDecode/Type/ObjStm", b"\x78\x9c\xff"),
            "corrupt after 0 decompressed bytes",
        ),
    ] {
        let all = entered(&Pdf, &[b"%PDF-1.4\n", &bytes[..]].concat(), UNCUT);
        assert_eq!(all.problems.len(), 1, "{:?}", all.problems);
        assert!(all.problems[0].starts_with(problem), "{:?}", all.problems);
    }
}

#[test]
fn long_strings_are_read_in_pieces() {
    let words = "(b) http://a.example/ ".repeat(9 << 10);
    let bytes = file(&[object(1, &format!("<</JS ({words})/T (c)>>"))]);
    let whole = entered(&Pdf, &bytes, UNCUT);
    let text = String::from_utf8_lossy(&whole.texts[0].text).into_owned();
    assert!(text.contains(&format!("({words})\x1fc\x1f")));
    assert_eq!(entered(&Pdf, &bytes, 4096), whole);
    // The file ends in it.
    let cut = format!("%PDF-1.7\n({words}");
    for step in [4096, UNCUT] {
        let text = &entered(&Pdf, cut.as_bytes(), step).texts[0].text;
        assert_eq!(text.as_bstr(), cut.replacen('\n', "", 1));
    }
}
