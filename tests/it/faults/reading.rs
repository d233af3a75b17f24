//! A reader given to the library fails, or continues after EOF. That it may be interrupted and return little is tested
//! in `src/model.rs`.

use std::io::{self, ErrorKind, Read};

use urisift::{Error, Extractor, Found, Options};

use crate::kit::{Drip, by_slice, keep_in};

/// All kinds of finds, and texts that end with something open.
const TEXTS: &[&str] = &[
    "see http://a.example/b, <http://b.example/\n  c-\nd> and <URL:ftp://c.example/\n> e>.\n",
    "\"http://d.example/\ne\" (https://[::1]:80/f) www.g.example h@i.example hxxp://j[.]example/k\n",
    "> urn:isbn:0451450524, mailto:l@m.example?subject=n, news:o.p, data:,q%20r tel:+1-2\n> s",
    "{\"u\":\"http:\\/\\/t.example\\/u\\u0026v\"} http://w.example/x-\ny/z http://\u{e9}.example/\u{434}/",
    "http://a.example/(b)_(c); http://d.example/e:12:34\n[http://f.example/ g] <http://h.example/",
];

fn options() -> Options {
    let mut options = Options::default();
    (options.www, options.email, options.refang, options.positions) = (true, true, true, true);
    options
}

/// Returns the start of a text in pieces, and then only the failure.
struct Failing<'t> {
    text: Drip<'t>,
    failure: fn() -> io::Error,
    /// How often it has failed.
    failed: usize,
}

impl Read for Failing<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.text.data.is_empty() {
            self.failed += 1;
            return Err((self.failure)());
        }
        self.text.read(out)
    }
}

const FAILURES: [fn() -> io::Error; 4] = [
    || io::Error::other("nobody knows"),
    || io::Error::from(ErrorKind::WouldBlock),
    || io::Error::from(ErrorKind::UnexpectedEof),
    || io::Error::from_raw_os_error(5),
];

/// The finds of a stream before it knows that nothing follows the text.
fn decided(text: &[u8]) -> Vec<Found<'static>> {
    let mut stream = Extractor::new(options()).stream(text);
    let mut finds = Vec::new();
    if !text.is_empty() {
        assert!(stream.fill().unwrap());
    }
    while let Some(found) = stream.next() {
        finds.push(found.into_owned());
    }
    finds
}

#[test]
fn what_stands_before_a_failure_is_given() {
    for text in TEXTS.iter().map(|text| text.as_bytes()) {
        let whole = by_slice(text, &options());
        assert!(whole.len() > 2);
        for end in 0..=text.len() {
            let before = &text[..end];
            let (expected, decided) = (by_slice(before, &options()), decided(before));
            // What is decided never changes, and comes first.
            assert!(whole.starts_with(&decided) && expected.starts_with(&decided), "{end}");
            for (failure, size) in FAILURES.into_iter().zip([1, 3, 64, 1000]) {
                let text = Drip { data: before, size };
                let (mut given, mut reader) = (Vec::new(), Failing { text, failure, failed: 0 });
                let done =
                    Extractor::new(options()).find_in_reader(&mut reader, keep_in(&mut given));
                assert_eq!(given, expected, "{end}");
                let Err(Error::Read { at, source }) = done else { panic!("{end}: {done:?}") };
                assert_eq!((at, source.kind()), (end as u64, failure().kind()));
                assert_eq!(reader.failed, 1);
            }
        }
    }
}

#[test]
fn a_stream_that_has_failed_is_not_read_again() {
    let text = Drip { data: b"http://a.example/", size: 5 };
    let mut reader = Failing { text, failure: FAILURES[0], failed: 0 };
    let mut stream = Extractor::default().stream(&mut reader);
    let mut finds = 0;
    let failed = loop {
        while stream.next().is_some() {
            finds += 1;
        }
        match stream.fill() {
            Ok(true) => {}
            done => break done.is_err(),
        }
    };
    assert!(failed && finds == 1);
    assert!(matches!(stream.fill(), Ok(false)) && stream.next().is_none());
    drop(stream);
    assert_eq!(reader.failed, 1);
}

/// Returns a text, EOF, and then more.
struct Resumed<'t> {
    pieces: Vec<&'t [u8]>,
    reads: usize,
}

impl Read for Resumed<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let piece = self.pieces.remove(0);
        self.reads += 1;
        out[..piece.len()].copy_from_slice(piece);
        Ok(piece.len())
    }
}

#[test]
fn zero_bytes_are_the_end() {
    for text in TEXTS.iter().map(|text| text.as_bytes()) {
        for end in 1..text.len() {
            let (before, after) = text.split_at(end);
            let mut reader = Resumed { pieces: vec![before, b"", after], reads: 0 };
            let mut given = Vec::new();
            let extractor = Extractor::new(options());
            extractor.find_in_reader(&mut reader, keep_in(&mut given)).unwrap();
            assert_eq!((given, reader.reads), (by_slice(before, &options()), 2));
        }
    }
}
