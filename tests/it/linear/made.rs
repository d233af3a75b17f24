//! Families that are more than a text and its repetition: compressed data and archives.

use super::family::{Family, numbered, repeated};
use crate::kit::pack;

pub fn families() -> Vec<Family> {
    let families = [
        texts(),
        compressed(),
        tars(),
        zips(),
        others(),
        values(),
        compounds(),
        pdfs(),
        databases(),
    ];
    families.into_iter().flatten().collect()
}

/// Pieces that are repeated after a front.
fn after(name: &str, front: impl Into<Vec<u8>>, piece: impl Into<Vec<u8>>) -> Family {
    let (front, piece) = (front.into(), piece.into());
    Family::new(name, move |size| [&front[..], &repeated(&piece, size)].concat())
}

fn words(size: usize) -> Vec<u8> {
    numbered("http://a/{i} ", size)
}

fn nested(size: usize, pack: impl Fn(&[u8]) -> Vec<u8>) -> Vec<u8> {
    (0..8).fold(words(size), |bytes, _| pack(&bytes))
}

fn texts() -> Vec<Family> {
    const URI: &[u8] = b"http://a/";
    let between = |name: &str, pieces: [&'static str; 3]| {
        Family::new(name, move |size| pieces.map(|piece| repeated(piece, size / 2)).concat())
            .with(&[])
    };
    let around = |size| [&repeated("(", size / 2), URI, &repeated(")", size / 2)].concat();
    let surrogates = [0x3d, 0xd8, 0x3d, 0xd8, 0, 0xde, 0, 0xde, b'a', 0];
    let late = format!("<!doctype html>{}<meta charset=shift_jis>", " ".repeat(900));
    let record = |content| pack::warc("resource", "http://a/", "text/html", content);
    let answer =
        b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Location: c/\r\n\r\n<a href=b>";
    let alike = |size| {
        let parts = (40..80).map(|len| {
            let boundary = "b".repeat(len);
            format!("Content-Type: multipart/mixed; boundary={boundary}\n\n--{boundary}\n")
        });
        let border = format!("--{}\n", "b".repeat(80));
        [&b"From: a\nTo: b\n"[..], parts.collect::<String>().as_bytes(), &repeated(border, size)]
            .concat()
    };
    vec![
        Family::new("text: brackets around a URI", around).with(&[]),
        after("text: pairs in a URI", URI, "(b)").with(&[]),
        between("text: brackets in each other in a URI", ["http://a/", "(", ")"]),
        between("normalize: up again", ["http://a/", "a/", "../"]).with(&["--normalize=all"]),
        after(
            "text: bytes of no characters",
            "",
            (0x80..=0xff).flat_map(|b| [URI, &[b]].concat()).collect::<Vec<_>>(),
        )
        .with(&[]),
        Family::new("mail: boundaries that start alike", alike),
        after("warc: records", "", record(b"<a href=b>")),
        after("warc: records of nothing", "", record(b"")),
        after(
            "warc: responses",
            "",
            pack::warc("response", "http://a/", "application/http", answer),
        ),
        Family::new("http: chunks, compressed", |size| {
            let fields = "Transfer-Encoding: chunked\r\nContent-Encoding: gzip";
            let chunks = pack::gz(&words(size))
                .into_iter()
                .flat_map(|b| [b'1', b'\r', b'\n', b, b'\r', b'\n']);
            let head = format!("HTTP/1.1 200 OK\r\n{fields}\r\n\r\n").into_bytes();
            let block: Vec<u8> = head.into_iter().chain(chunks).collect();
            pack::warc("response", "http://a/", "application/http", &block)
        }),
        after("utf-16: surrogates", [0xff, 0xfe], surrogates),
        after(
            "utf-16: without a mark",
            "",
            "http://a/b ".bytes().flat_map(|b| [b, 0]).collect::<Vec<_>>(),
        ),
        after("charset: one that is declared late", late, *b"<a href=\x83\x5c\x81>"),
    ]
}

fn compressed() -> Vec<Family> {
    let families = pack::PACKERS.iter().flat_map(|&(name, pack)| {
        let family = |what: &str, make: fn(usize, pack::Packer) -> Vec<u8>| {
            Family::new(format!("{name}: {what}"), move |size| make(size, pack))
        };
        let small = |what: &str| {
            let family = family(what, |size, pack| repeated(pack(b"http://a/ "), size));
            if name == "bz2" { family.known() } else { family }
        };
        [
            family("a bomb", |size, pack| pack(&vec![0; size * 4])),
            family("one member", |size, pack| pack(&words(size))),
            family("members of nothing", |size, pack| repeated(pack(b""), size / 16))
                .of_size(32 << 10),
            family("members with text between", |size, pack| {
                repeated([pack(b"http://a/ "), b" http://b/ ".to_vec()].concat(), size / 16)
            })
            .of_size(32 << 10),
            family("starts of members", |size, pack| {
                repeated(&pack(&words(1000))[..40], size / 16)
            })
            .of_size(32 << 10),
            family("broken members", |size, pack| {
                let mut member = pack(&words(2000));
                let middle = member.len() / 2;
                member[middle] ^= 0xff;
                repeated(member, size / 4)
            }),
            small("small members"),
            small("small members of a pipe").with(&["-j2"]).piped(),
            family("in each other", |size, pack| nested(size, pack)),
        ]
    });
    families.collect()
}

fn tars() -> Vec<Family> {
    let long = |kind: u8, size: usize| {
        let mut header = pack::tar("././@LongLink", &repeated("a/", size));
        header[156] = kind;
        // One byte has changed, so the checksum is recomputed.
        header[148..156].fill(b' ');
        let sum: u32 = header[..512].iter().map(|b| u32::from(*b)).sum();
        header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
        header
    };
    let member = || pack::tar("a", b"http://a/");
    let one = move |kind| move |size| [long(kind, size), member()].concat();
    vec![
        after("tar: members", "", member()),
        after("tar: members of nothing", "", pack::tar("a", b"")),
        after("tar: long names", "", [long(b'L', 2000), member()].concat()),
        Family::new("tar: one long name", one(b'L')),
        Family::new("tar: one long record of pax", one(b'x')),
        after("tar: names of nothing", "", long(b'L', 2)),
        after("tar: broken headers", "", [member(), vec![1; 512]].concat()),
        Family::new("tar: in each other", |size| nested(size, |bytes| pack::tar("a.tar", bytes))),
        after("tar: blocks of nothing", member(), [0; 512]),
    ]
}

fn deflated(data: &[u8]) -> Vec<u8> {
    let packed = pack::gz(data);
    let packed = &packed[10..packed.len() - 8];
    pack::member("a", 0, 8, packed, packed.len() as u32)
}

/// A row of the directory that refers to the first member.
fn central() -> Vec<u8> {
    let mut bytes = b"PK\x01\x02\x14\0\x14\0\0\0\0\0\0\0\0\0\0\0\0\0".to_vec();
    bytes.extend(9u32.to_le_bytes());
    bytes.extend(9u32.to_le_bytes());
    bytes.extend([1, 0]);
    bytes.resize(46, 0);
    bytes.push(b'a');
    bytes
}

fn zips() -> Vec<Family> {
    let one = || pack::stored("a", b"http://a/");
    let unknown = |method, data: &[u8]| pack::member("a", 8, method, data, 0);
    let lies = |method| pack::member("a", 0, method, b"", u32::MAX - 1);
    let program = [&b"MZ\x90\0"[..], &[0; 56], &[0x40, 0, 0, 0], b"PE\0\0"].concat();
    vec![
        after("zip: members", "", one()),
        Family::new("zip: deflated members", |size| repeated(deflated(b"http://a/"), size / 4)),
        after("zip: members of nothing", "", pack::stored("a", b"")),
        after("zip: one member, often referred to", one(), central()),
        after("zip: members that overlap", "", lies(0)),
        after("zip: deflated members that overlap", "", lies(8)),
        after("zip: members whose size is not said", "", unknown(0, b"http://a/")),
        after("zip: deflated members whose size is not said", "", unknown(8, b"\x07")),
        after("zip: descriptors", unknown(0, b""), *b"PK\x07\x08"),
        Family::new("zip: a bomb", |size| deflated(&vec![0; 4 * size])),
        after("zip: unknown methods", "", pack::member("a", 0, 99, b"x", 1)),
        after("zip: a broken directory", one(), *b"PK\x01\x02\xff\xff"),
        after("zip: ends", one(), [&b"PK\x05\x06"[..], &[0; 18]].concat()),
        Family::new("zip: in each other", |size| {
            nested(size, |bytes| pack::stored("a.zip", bytes))
        }),
        Family::new("zip: links of a document", |size| {
            let link = |n| {
                let link =
                    "<w:hyperlink r:id=\"{n}\" w:anchor=\"a\">".replace("{n}", &format!("{n}"));
                let target = "<Relationship Id=\"{n}\" Target=\"http://a/{n}\"/>";
                [link, target.replace("{n}", &format!("{n}"))]
            };
            let links: Vec<_> = (0..size / 90).map(link).collect();
            let part = |name, at: usize| {
                let text: String = links.iter().map(|link| &link[at][..]).collect();
                pack::stored(name, text.as_bytes())
            };
            [part("word/document.xml", 0), part("word/_rels/document.xml.rels", 1)].concat()
        }),
        after("zip: after a program", program, *b"PK\x03\x04"),
    ]
}

/// Sets the first sectors and the sizes of all streams.
fn with_streams_at(mut file: Vec<u8>, first: u32, size: u32) -> Vec<u8> {
    for entry in file.chunks_exact_mut(128).skip(4) {
        let is_stream = entry[0x42..0x44] == [2, 1] && entry[0x41] == 0;
        if is_stream {
            entry[0x74..0x78].copy_from_slice(&first.to_le_bytes());
            entry[0x78..0x7c].copy_from_slice(&size.to_le_bytes());
        }
    }
    file
}

/// As many short streams as fit, under these names.
fn streams(size: usize, name: impl Fn(usize) -> String) -> Vec<u8> {
    let names: Vec<_> = (0..size / 128).map(name).collect();
    let streams: Vec<_> = names.iter().map(|name| (&**name, &b"http://a/"[..])).collect();
    pack::compound(&streams)
}

fn compounds() -> Vec<Family> {
    let one = |name: &str, stream: &'static str, piece: &'static [u8]| {
        let data = move |size| pack::compound(&[(stream, &repeated(piece, size)[..])]);
        Family::new(format!("ole: {name}"), data)
    };
    let message = |name: &str, stream: &'static str, piece: &'static [u8]| {
        let data = move |size| {
            let data = repeated(piece, size);
            pack::compound(&[("__properties_version1.0", b"x"), (stream, &data)])
        };
        Family::new(format!("ole: {name}"), data)
    };
    let family = |name: &str, make: fn(usize) -> Vec<u8>| Family::new(format!("ole: {name}"), make);
    vec![
        family("streams", |size| streams(size, |at| format!("s{at}"))),
        family("storages", |size| streams(size / 2, |at| format!("s{at}/t"))),
        family("storages in each other", |size| {
            let path = (0..size / 128).map(|_| "a/").collect::<String>() + "b";
            pack::compound(&[(&path, b"http://a/")])
        }),
        family("streams of one chain", |size| {
            with_streams_at(streams(size, |at| format!("s{at}")), 0, u32::MAX)
        }),
        family("streams of one short chain", |size| {
            with_streams_at(streams(size, |at| format!("s{at}")), 0, 4000)
        }),
        family("a chain in a loop", |size| {
            let mut file = pack::compound(&[("a", &repeated("http://a/ ", size))]);
            let table = file.len() - (file.len() / 512).div_ceil(128) * 512;
            file[table..].fill(0);
            file
        }),
        family("a document", pack::document),
        one("runs", "a", b"a\0b\0c\0\0"),
        one("halves of runs", "a", b"a\0b\0\0"),
        one("one run", "a", b"a\0"),
        one("records of a presentation", "PowerPoint Document", b"\0\0\xa8\x0f\x02\0\0\0ab"),
        one("records of nothing", "PowerPoint Document", b"\0\0\xa8\x0f\0\0\0\0"),
        one("one long record", "PowerPoint Document", b"\0\0\xa0\x0f\xff\xff\xff\x7f"),
        one("strings of a workbook", "Workbook", b"\xfc\0\x0c\0\0\0\0\0\0\0\0\0\x01\0\0x"),
        one("formulas", "Workbook", b"\x06\0\x04\0\x17\x01\0x"),
        one("records that go on", "Workbook", b"\xfc\0\0\0\x3c\0\x04\0\x01\0\0x"),
        message("properties", "__substg1.0_1000001F", b"h\0t\0t\0p\0:\0/\0/\0a\0 \0"),
        message("a page", "__substg1.0_10130102", b"<a href=b>"),
        message("attachments", "__attach_version1.0_#0/__substg1.0_37010102", b"http://a/ "),
        family("RTF", |size| {
            let text = repeated(r"{\b http://a/\u233 ?\'e9 \aaaaaaaaaa}\", size);
            let data = [&[0; 8][..], b"MELA\0\0\0\0", &text].concat();
            pack::compound(&[("__properties_version1.0", b"x"), ("__substg1.0_10090102", &data)])
        }),
        family("packed RTF", |size| {
            let data =
                [&[0; 8][..], b"LZFu\0\0\0\0", &repeated(b"\xff\0\x0f\0\x0f", size / 8)].concat();
            pack::compound(&[("__properties_version1.0", b"x"), ("__substg1.0_10090102", &data)])
        }),
    ]
}

fn others() -> Vec<Family> {
    let member = |name: &str| pack::ar(name, b"http://a/");
    let member_of_cpio = || pack::cpio("a", b"http://a/");
    let archive = [pack::cpio("a", b"x"), pack::cpio("TRAILER!!!", b"")].concat();
    let text = || pack::zst(b"http://a/ ");
    vec![
        after("ar: members", "!<arch>\n", member("a")),
        Family::new("ar: long names", move |size| {
            let names = pack::ar("//", &repeated("a/\n", size / 2));
            [b"!<arch>\n".to_vec(), names, repeated(member("/0"), size / 2)].concat()
        }),
        after(
            "ar: many tables of names",
            "!<arch>\n",
            [pack::ar("//", b"a/\n"), member("/0")].concat(),
        ),
        after("cpio: members", "", member_of_cpio()),
        after("cpio: starts of headers", member_of_cpio(), "070701"),
        after("cpio: archives after each other", "", archive),
        Family::new("rpm: a long header", |size| pack::rpm(&"http://a/ ".repeat(size / 10))),
        after(
            "zst: frames without their dictionary",
            text(),
            *b"\x28\xb5\x2f\xfd\x01\x00\x07\x01\0\0",
        ),
        after("zst: dictionaries that are none", text(), *b"\x5d\x2a\x4d\x18\x04\0\0\0none"),
    ]
}

/// Property lists, messages and others whose values have lengths.
fn values() -> Vec<Family> {
    let plist = |what: &str, object: fn(usize) -> Vec<u8>| {
        let list = move |size| {
            let object = object(size);
            pack::plist::list(&vec![object.clone(); size.div_ceil(object.len() + 8)])
        };
        Family::new(format!("bplist: {what}"), list)
    };
    let value = || b"9:http://a/".to_vec();
    vec![
        plist("strings", |_| pack::plist::string("http://a/")),
        plist("strings of nothing", |_| pack::plist::string("")),
        plist("data", |_| pack::plist::object(4, 9, b"http://a/")),
        plist("dictionaries", |_| {
            pack::plist::object(13, 2, &pack::plist::references([1, 2, 3, 4]))
        }),
        Family::new("bplist: one string", |size| {
            let text = "http://\u{e9}/ ".repeat(size / 20);
            pack::plist::list(&[pack::plist::string(&text)])
        }),
        after("bencode: strings", "d1:al", value()),
        after("bencode: lists", "d1:a", "l"),
        after("bencode: one string", "d1:a99999999:", "http://a/ "),
        after("rtf: groups", r"{\rtf1 ", r"{\b http://a/}{\'e9}"),
        after("rtf: open groups", r"{\rtf1 ", r"{\u233 ?"),
        after("p7m: parts", pack::SIGNED, [&[4, 9][..], b"http://a/"].concat()),
        after("p7m: parts of nothing", pack::SIGNED, [4, 0]),
        after("tnef: bodies", b"x\x9f>\"\0\0", b"\x01\x0c\x80\x02\0\x09\0\0\0http://a/\0\0"),
        after(
            "tnef: properties",
            b"x\x9f>\"\0\0\x01\x03\x90\x06\0\xff\xff\xff\x7f\xff\xff\xff\xff",
            b"\x1e\0\0\x30\x01\0\0\0\x08\0\0\0http://a",
        ),
        after("tnef: attachments", b"x\x9f>\"\0\0", b"\x02\x02\x90\x06\0\0\0\0\0\0\0"),
        after("mozlz4: literals", *b"mozLz40\0\xff\xff\xff\xff", b"\x90http://a/\x09\0"),
        after("mozlz4: one match", *b"mozLz40\0\xff\xff\xff\xff\x1fa\x01\0", [0xff]),
    ]
}

fn pdfs() -> Vec<Family> {
    let stream = |filter: &str, data: &[u8]| {
        let keys = format!("/Type/ObjStm/Filter/{filter}/Length {}", data.len());
        let head = format!("%PDF-1.7\n1 0 obj<<{keys}>>stream\n");
        [head.as_bytes(), data, b"\nendstream endobj "].concat()
    };
    let packed = move |data: &[u8]| {
        // Deflate of gzip, with a header of zlib.
        let packed = pack::gz(data);
        stream("FlateDecode", &[b"\x78\x9c", &packed[10..packed.len() - 8]].concat())
    };
    vec![
        after("pdf: packed streams", "", packed(b"(http://a.example/)")),
        Family::new("pdf: a bomb", move |size| packed(&vec![b' '; 4 * size])).of_size(256 << 10),
        Family::new("pdf: base 85", move |size| stream("A85", &repeated("z87cUR", size))),
        Family::new("pdf: pages with the fonts of one node", |size| {
            let fonts = String::from_utf8(numbered("/F{i} 2 0 R", size / 4)).unwrap();
            let pages = numbered("{i}0 0 obj<</Parent 1 0 R/Contents 3 0 R>>endobj ", size / 2);
            let head = format!(
                "%PDF-1.7\n1 0 obj<</Resources<</Font<<{fonts}>>>>>>endobj 2 0 obj<<>>endobj "
            );
            [head.as_bytes(), &pages].concat()
        }),
        Family::new("pdf: fonts of one map", move |size| {
            let map = stream("Hex", &repeated("<00><ff><0000> endbfrange ", size / 4));
            let fonts = numbered("{i}0 0 obj<</ToUnicode 1 0 R>>endobj ", size / 2);
            let names = String::from_utf8(numbered("/F{i} {i}0 0 R", size / 4)).unwrap();
            let page = format!("2 0 obj<</Resources<</Font<<{names}>>>>>>endobj");
            [&map, &fonts, page.as_bytes()].concat()
        }),
        after("pdf: objects that have no end", "%PDF-1.7\n", "1 0 obj[/Resources/ObjStm"),
        after("pdf: moves", "%PDF-1.7\n1 0 obj<<>>stream\n", "(http://a/)Tj 9 0 Td q "),
        Family::new("pdf: codes of LZW", move |size| stream("LZW", &vec![0; size])),
    ]
}

/// A database with a table whose root is page 2, and pages from there on.
fn database(pages: &[Vec<u8>]) -> Vec<u8> {
    let schema = [&b"\x06\x17\x0f\x0f\x01\x27tablett\x02"[..], b"CREATE TABLE t(a)"].concat();
    let mut first = page(13, 100, &[row(&schema)]);
    first[..24].copy_from_slice(b"SQLite format 3\0\x02\0\x01\x01\0\x40\x20\x20");
    first[59] = 1;
    [first, pages.concat()].concat()
}

fn row(record: &[u8]) -> Vec<u8> {
    [&[record.len() as u8, 1], record].concat()
}

/// A page with these cells, from its end on; `at` is how much is before it.
fn page(kind: u8, at: usize, cells: &[Vec<u8>]) -> Vec<u8> {
    let mut page = vec![0; 512];
    page[at] = kind;
    page[at + 4] = cells.len() as u8;
    let (mut pointer, mut end) = (at + if kind == 5 { 12 } else { 8 }, 512);
    for cell in cells {
        end -= cell.len();
        page[end..end + cell.len()].copy_from_slice(cell);
        page[pointer..pointer + 2].copy_from_slice(&(end as u16).to_be_bytes());
        pointer += 2;
    }
    page
}

fn databases() -> Vec<Family> {
    let family = |what: &str, make: fn(usize) -> Vec<Vec<u8>>| {
        let file = move |size: usize| database(&make(size / 512));
        Family::new(format!("sqlite: {what}"), file)
    };
    let value = || row(b"\x02\x2fhttp://a.example/");
    // A list of interior pages, each with a leaf.
    let list = move |count: usize, leaf: Vec<u8>| -> Vec<Vec<u8>> {
        let inner = |at: usize| {
            let mut page = page(5, 0, &[[&(at as u32 + 3).to_be_bytes()[..], &[1]].concat()]);
            page[8..12].copy_from_slice(&(at as u32 + 4).to_be_bytes());
            page
        };
        (0..count / 2).flat_map(|at| [inner(2 * at), leaf.clone()]).collect()
    };
    vec![
        Family::new("sqlite: rows", move |size| {
            database(&list(size / 512, page(13, 0, &vec![value(); 20])))
        }),
        Family::new("sqlite: cells in each other", move |size| {
            let mut leaf = page(13, 0, &vec![value(); 20]);
            (8..400).step_by(2).for_each(|at| leaf[at..at + 2].copy_from_slice(&[1, at as u8]));
            leaf[4] = 190;
            database(&list(size / 512, leaf))
        }),
        family("one page for all", |count| {
            let cells = vec![vec![0, 0, 0, 2, 1]; 60];
            vec![page(5, 0, &cells); count]
        }),
        family("long values of the same pages", |count| {
            let value =
                [&b"\xff\xff\x7f\x01\x05\xff\xff\x73"[..], &[b'a'; 35], &[0, 0, 0, 3]].concat();
            let mut pages = vec![page(13, 0, &vec![value; 9])];
            pages.extend((0..count as u32).map(|at| {
                let mut page = vec![b'b'; 512];
                page[..4].copy_from_slice(&(at + 4).to_be_bytes());
                page
            }));
            pages
        }),
        family("tables of tables", |count| {
            let schema = row(b"\x06\x17\x0f\x0f\x01\x0ftablett\x02(");
            vec![page(13, 0, &vec![schema; 20]); count]
        }),
    ]
}
