//! Compressed data and archives.

use super::family::{Family, numbered, repeated};
use crate::kit::pack;

pub fn families() -> Vec<Family> {
    [squeezed(), tars(), zips(), others(), compounds(), pdfs(), databases()]
        .into_iter()
        .flatten()
        .collect()
}

fn words(size: usize) -> Vec<u8> {
    numbered(size, |i| format!("http://a/{i} "))
}

fn squeezed() -> Vec<Family> {
    let mut families = Vec::new();
    for (name, packer) in pack::PACKERS {
        let family = |what: &str, make: fn(usize, pack::Packer) -> Vec<u8>| {
            Family::new(format!("{name}: {what}"), move |size| make(size, *packer))
        };
        let small = |what: &str| {
            let family = family(what, |size, pack| repeated(pack(b"http://a/ "), size));
            if *name == "bz2" { family.known() } else { family }
        };
        families.extend([
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
            family("in each other", |size, pack| (0..8).fold(words(size), |bytes, _| pack(&bytes))),
        ]);
    }
    families
}

fn tars() -> Vec<Family> {
    let long = |kind: u8, size: usize| {
        let mut header = pack::tar("././@LongLink", &repeated("a/", size));
        header[156] = kind;
        // One byte has changed, so the checksum is recomputed.
        let sum: u32 = header[..512]
            .iter()
            .enumerate()
            .map(|(i, b)| if (148..156).contains(&i) { 32 } else { u32::from(*b) })
            .sum();
        header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
        header
    };
    vec![
        Family::new("tar: members", |size| repeated(pack::tar("a", b"http://a/"), size))
            .with(&["--json"]),
        Family::new("tar: members of nothing", |size| repeated(pack::tar("a", b""), size))
            .with(&["--json"]),
        Family::new("tar: long names", move |size| {
            repeated([long(b'L', 2000), pack::tar("b", b"http://a/")].concat(), size)
        })
        .with(&["--json"]),
        Family::new("tar: one long name", move |size| {
            [long(b'L', size), pack::tar("b", b"http://a/")].concat()
        })
        .with(&["--json"]),
        Family::new("tar: one long record of pax", move |size| {
            [long(b'x', size), pack::tar("b", b"http://a/")].concat()
        })
        .with(&["--json"]),
        Family::new("tar: names of nothing", move |size| repeated(long(b'L', 2), size))
            .with(&["--json"]),
        Family::new("tar: broken headers", |size| {
            repeated([pack::tar("a", b"http://a/"), vec![1; 512]].concat(), size)
        })
        .with(&["--json"]),
        Family::new("tar: in each other", |size| {
            (0..8).fold(words(size), |bytes, _| pack::tar("a.tar", &bytes))
        })
        .with(&["--json"]),
        Family::new("tar: blocks of nothing", |size| {
            [pack::tar("a", b"http://a/"), vec![0; size]].concat()
        })
        .with(&["--json"]),
    ]
}

/// The header of a member and its data. The header says how long the data is.
fn member(name: &str, flags: u8, method: u8, data: &[u8], len: u32) -> Vec<u8> {
    let mut bytes = b"PK\x03\x04\x14\0".to_vec();
    bytes.extend([flags, 0, method, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    bytes.extend(len.to_le_bytes());
    bytes.extend(len.to_le_bytes());
    bytes.extend((name.len() as u16).to_le_bytes());
    bytes.extend([0, 0]);
    [&bytes, name.as_bytes(), data].concat()
}

fn stored(name: &str, data: &[u8]) -> Vec<u8> {
    member(name, 0, 0, data, data.len() as u32)
}

fn deflated(data: &[u8]) -> Vec<u8> {
    let packed = pack::gz(data);
    let packed = &packed[10..packed.len() - 8];
    member("a", 0, 8, packed, packed.len() as u32)
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
    vec![
        Family::new("zip: members", |size| repeated(stored("a", b"http://a/"), size))
            .with(&["--json"]),
        Family::new("zip: deflated members", |size| repeated(deflated(b"http://a/"), size / 4))
            .with(&["--json"]),
        Family::new("zip: members of nothing", |size| repeated(stored("a", b""), size))
            .with(&["--json"]),
        Family::new("zip: one member, often referred to", |size| {
            [stored("a", b"http://a/"), repeated(central(), size)].concat()
        })
        .with(&["--json"]),
        Family::new("zip: members that overlap", |size| {
            repeated(member("a", 0, 0, b"", u32::MAX - 1), size)
        })
        .with(&["--json"]),
        Family::new("zip: deflated members that overlap", |size| {
            repeated(member("a", 0, 8, b"", u32::MAX - 1), size)
        })
        .with(&["--json"]),
        Family::new("zip: members whose size is not said", |size| {
            repeated(member("a", 8, 0, b"http://a/", 0), size)
        })
        .with(&["--json"]),
        Family::new("zip: deflated members whose size is not said", |size| {
            repeated(member("a", 8, 8, b"\x07", 0), size)
        })
        .with(&["--json"]),
        Family::new("zip: descriptors", |size| {
            [member("a", 8, 0, b"", 0), repeated("PK\x07\x08", size)].concat()
        })
        .with(&["--json"]),
        Family::new("zip: a bomb", |size| deflated(&vec![0; 4 * size])).with(&["--json"]),
        Family::new("zip: unknown methods", |size| repeated(member("a", 0, 99, b"x", 1), size))
            .with(&["--json"]),
        Family::new("zip: a broken directory", |size| {
            [stored("a", b"http://a/"), repeated(b"PK\x01\x02\xff\xff", size)].concat()
        })
        .with(&["--json"]),
        Family::new("zip: ends", |size| {
            [
                stored("a", b"http://a/"),
                repeated(b"PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", size),
            ]
            .concat()
        })
        .with(&["--json"]),
        Family::new("zip: in each other", |size| {
            (0..8).fold(words(size), |bytes, _| stored("a.zip", &bytes))
        })
        .with(&["--json"]),
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
        Family::new(format!("ole: {name}"), data).with(&["--json"])
    };
    let message = |name: &str, stream: &'static str, piece: &'static [u8]| {
        let data = move |size| {
            let data = repeated(piece, size);
            pack::compound(&[("__properties_version1.0", b"x"), (stream, &data)])
        };
        Family::new(format!("ole: {name}"), data).with(&["--json"])
    };
    let family = |name: &str, make: fn(usize) -> Vec<u8>| {
        Family::new(format!("ole: {name}"), make).with(&["--json"])
    };
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
    let ar = |members: Vec<u8>| [b"!<arch>\n".to_vec(), members].concat();
    let first = || pack::arc("filedesc://a.arc", "text/plain", b"1 0 Anyone\n");
    let families = vec![
        Family::new("ar: members", move |size| ar(repeated(pack::ar("a", b"http://a/"), size))),
        Family::new("ar: long names", move |size| {
            let names = pack::ar("//", &repeated("a/\n", size / 2));
            ar([names, repeated(pack::ar("/0", b"http://a/"), size / 2)].concat())
        }),
        Family::new("ar: many tables of names", move |size| {
            ar(repeated([pack::ar("//", b"a/\n"), pack::ar("/0", b"http://a/")].concat(), size))
        }),
        Family::new("ar: ends of headers", move |size| ar(repeated("`\n", size))),
        Family::new("cpio: members", |size| repeated(pack::cpio("a", b"http://a/"), size)),
        Family::new("cpio: starts of headers", |size| {
            [pack::cpio("a", b"http://a/"), repeated("070701", size)].concat()
        }),
        Family::new("cpio: archives after each other", |size| {
            repeated([pack::cpio("a", b"x"), pack::cpio("TRAILER!!!", b"")].concat(), size)
        }),
        Family::new("rpm: a long header", |size| pack::rpm(&"http://a/ ".repeat(size / 10))),
        Family::new("arc: records", move |size| {
            [first(), repeated(pack::arc("http://a/", "text/plain", b"http://b/"), size)].concat()
        }),
        Family::new("arc: lines that are no headers", move |size| {
            [first(), repeated("http://a/ 192.0.2.1 20010203040506 a/b x\n", size)].concat()
        }),
        Family::new("arc: a line", move |size| [first(), repeated("a: ", size)].concat()),
        Family::new("zip: after a program", |size| {
            let head = [&b"MZ\x90\0"[..], &[0; 56], &[0x40, 0, 0, 0], b"PE\0\0"].concat();
            [head, repeated("PK\x03\x04", size), stored("a", b"http://a/")].concat()
        }),
        Family::new("zst: frames without their dictionary", |size| {
            let frame = b"\x28\xb5\x2f\xfd\x01\x00\x07\x01\0\0";
            [pack::zst(b"http://a/ "), repeated(frame, size)].concat()
        }),
        Family::new("zst: dictionaries that are none", |size| {
            [pack::zst(b"http://a/ "), repeated(b"\x5d\x2a\x4d\x18\x04\0\0\0none", size)].concat()
        }),
    ];
    families.into_iter().map(|family| family.with(&["--json"])).collect()
}

/// An object of PDF with a stream.
fn stream(keys: &str, data: &[u8]) -> Vec<u8> {
    let head = format!("1 0 obj<<{keys}/Length {}>>stream\n", data.len());
    [head.as_bytes(), data, b"\nendstream endobj "].concat()
}

fn pdfs() -> Vec<Family> {
    let family = |what: &str, make: fn(usize) -> Vec<u8>| {
        let file = move |size| [b"%PDF-1.7\n", &make(size)[..]].concat();
        Family::new(format!("pdf: {what}"), file).with(&["--json"])
    };
    let flate = |data: &[u8]| {
        // Deflate of gzip, with a header of zlib.
        let packed = pack::gz(data);
        [b"\x78\x9c", &packed[10..packed.len() - 8]].concat()
    };
    let packed = move |data: &[u8]| stream("/Type/ObjStm/Filter/FlateDecode", &flate(data));
    vec![
        family("links", |size| repeated("1 0 obj<</URI(http://a.example/)>>endobj ", size)),
        family("escapes", |size| repeated("(http://a.example/\\(\\051) ", size)),
        family("strings in UTF-16", |size| repeated("<FEFF0068003a002f002f0061> ", size)),
        family("one string", |size| [b"(".to_vec(), repeated("a \\(http://a/ ", size)].concat()),
        family("parentheses", |size| repeated("(", size)),
        family("parentheses in objects", |size| repeated("((( endobj 1 0 obj ", size)),
        family("digits", |size| repeated("<0", size)),
        family("one string of digits", |size| [b"<".to_vec(), repeated("0", size)].concat()),
        family("brackets", |size| repeated("<<[", size)),
        family("names", |size| repeated("/Filter", size)),
        family("comments", |size| repeated("%a\n", size)),
        family("streams of nothing", |size| repeated(stream("", b""), size)).of_size(32 << 10),
        family("streams without end", |size| repeated("stream\n", size)),
        family("streams that end at once", |size| repeated("stream\nendobj ", size / 4)),
        family("wrong lengths", |size| repeated("1 0 obj<</Length 260000>>stream\nendobj ", size)),
        Family::new("pdf: packed streams", move |size| {
            [b"%PDF-1.7\n".to_vec(), repeated(packed(b"(http://a.example/)"), size / 4)].concat()
        }),
        Family::new("pdf: a bomb", move |size| {
            [b"%PDF-1.7\n".to_vec(), packed(&vec![b' '; 4 * size])].concat()
        }),
        family("ends of streams", |size| [b"stream\n".to_vec(), repeated("end", size)].concat()),
        family("base 85", |size| stream("/Type/ObjStm/Filter/A85", &repeated("z87cUR", size))),
        family("codes of LZW", |size| stream("/Type/ObjStm/Filter/LZW", &vec![0; size])),
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
        Family::new(format!("sqlite: {what}"), file).with(&["--json"])
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
