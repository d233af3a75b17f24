//! Portions of a large container: whole messages or records, each of which is walked on its own, by any thread.
//!
//! Where a portion ends depends on the bytes alone, and each has a budget of its own. So the texts are the same
//! whoever walks it.

use std::io::{self, Read};
use std::mem;
use std::ops::{ControlFlow, Range};
use std::path::PathBuf;
use std::rc::Rc;

use urisift::Position;

use super::budget::Budget;
use super::detect::Registry;
use super::limits::Limits;
use super::line_index::LineIndex;
use super::peek::PeekReader;
use super::start::Start;
use super::visitor::{Part, Visitor};
use super::walker::{Walker, Wanted};

/// How many bytes are seen of what follows a portion, to tell where its last message ends: the line before the
/// next one, and its first fields.
pub(crate) const BEYOND: usize = 8 << 10;

/// Whole messages or records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Whole {
    /// How many bytes they take up.
    pub len: usize,
    /// How many there are.
    pub count: u64,
}

/// Reads the messages or records at the front of the reader.
pub(crate) type Walk =
    Box<dyn FnOnce(&mut PeekReader<'_>, &mut Walker<'_>) -> ControlFlow<()> + Send>;

/// Some whole messages, records or files of a source, which any thread may walk.
///
/// ```
/// use std::ops::ControlFlow;
/// use std::thread;
/// use urisift_decode::{Decoder, LineIndex, MappedRead, Part, Portion, Visitor};
///
/// /// Counts texts; portions are walked by threads of their own.
/// #[derive(Default)]
/// struct Texts {
///     count: usize,
///     threads: Vec<thread::JoinHandle<usize>>,
/// }
///
/// impl Visitor for Texts {
///     fn text(&mut self, _: &Part, _: &LineIndex, _: &mut dyn MappedRead) -> ControlFlow<()> {
///         self.count += 1;
///         ControlFlow::Continue(())
///     }
///
///     fn portion(&mut self, portion: &mut Portion) -> Option<ControlFlow<()>> {
///         let mut portion = portion.take(Vec::new());
///         self.threads.push(thread::spawn(move || {
///             let mut texts = Texts::default();
///             let _ = portion.walk(&mut texts);
///             texts.count
///         }));
///         Some(ControlFlow::Continue(()))
///     }
/// }
///
/// let mailbox = "From a@b Thu Jan  1 00:00:00 1970\nFrom: a@b\nTo: c@d\n\ntext\n\n".repeat(9000);
/// let mut texts = Texts::default();
/// Decoder::builder().portions(20_000).build().walk(mailbox.as_bytes(), &mut texts)?;
/// assert!(texts.threads.len() > 1);
/// let elsewhere: usize = texts.threads.into_iter().map(|thread| thread.join().unwrap()).sum();
/// // A header and a body each.
/// assert_eq!(texts.count + elsewhere, 18_000);
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Portion {
    bytes: Vec<u8>,
    /// Where in them the portion is, and what is seen after it.
    range: Range<usize>,
    /// The offset of its first byte.
    at: u64,
    context: Context,
    budget: Budget,
    walk: Option<Walk>,
    /// Where a walk through the source may start with it, if one may.
    pub(crate) start: Option<Start>,
    /// What follows the bytes, if that is not all.
    rest: Option<Box<dyn Read + Send>>,
}

/// What a walker knows where a portion starts.
#[derive(Clone)]
pub(crate) struct Context {
    pub registry: Registry,
    pub limits: Limits,
    pub depth: usize,
    pub part: Part,
    pub name: PathBuf,
    pub wanted: Option<(usize, Wanted)>,
    /// The line and column there, if lines are counted.
    pub position: Option<Position>,
}

impl Portion {
    pub(crate) fn new(
        bytes: Vec<u8>,
        range: Range<usize>,
        at: u64,
        context: Context,
        budget: Budget,
        walk: Walk,
    ) -> Self {
        Portion { bytes, range, at, context, budget, walk: Some(walk), start: None, rest: None }
    }

    /// A text from an offset on.
    pub(crate) fn of_text(at: u64, context: Context) -> Self {
        let walk = |reader: &mut PeekReader<'_>, to: &mut Walker<'_>| to.text(reader);
        Portion::new(Vec::new(), 0..0, at, context, Budget::default(), Box::new(walk))
    }

    /// The portion with these bytes after its own: see [`Visitor::long_text`].
    pub fn followed_by(self, rest: impl Read + Send + 'static) -> Portion {
        Portion { rest: Some(Box::new(rest)), ..self }
    }

    /// Takes the portion out of the walk that made it, which passes it over. Its bytes are copied to the buffer, which
    /// may be that of another portion: see [`Portion::into_buffer`].
    pub fn take(&mut self, mut buffer: Vec<u8>) -> Portion {
        buffer.clear();
        buffer.extend_from_slice(&self.bytes[self.range.clone()]);
        let (bytes, range) = (buffer, 0..self.range.len());
        let (context, budget) = (self.context.clone(), mem::take(&mut self.budget));
        let (walk, rest) = (self.walk.take(), self.rest.take());
        Portion { bytes, range, at: self.at, context, budget, walk, start: self.start, rest }
    }

    /// Where a walk through the source may start with it, up to the end of that.
    #[doc(hidden)]
    pub fn start(&self) -> Option<Start> {
        self.start
    }

    /// Shows the visitor its texts.
    pub fn walk(&mut self, visitor: &mut dyn Visitor) -> ControlFlow<()> {
        self.walk_with(io::empty(), visitor)
    }

    /// Like `walk`, with more bytes after those that it knows.
    pub fn walk_with(&mut self, more: impl Read, visitor: &mut dyn Visitor) -> ControlFlow<()> {
        let line_index = Rc::new(LineIndex::from(self.at, self.context.position));
        line_index.note(&self.bytes[self.range.clone()], self.at);
        match self.rest.take() {
            Some(rest) => self.walk_on(visitor, line_index, Some(Box::new(rest.chain(more)))),
            None => self.walk_on(visitor, line_index, None),
        }
    }

    /// Like `walk_with`, with a line index that knows the bytes, and with what follows them.
    pub(crate) fn walk_on(
        &mut self,
        visitor: &mut dyn Visitor,
        line_index: Rc<LineIndex>,
        rest: Option<Box<dyn Read + '_>>,
    ) -> ControlFlow<()> {
        let Some(walk) = self.walk.take() else { return ControlFlow::Continue(()) };
        let mut walker =
            Walker::of_portion(visitor, &self.context, mem::take(&mut self.budget), line_index);
        let (bytes, range) = (mem::take(&mut self.bytes), self.range.clone());
        let line_index = Rc::clone(&walker.line_index);
        let mut reader = PeekReader::of_buffer(bytes, range, self.at, line_index);
        if let Some(rest) = rest {
            reader = reader.followed_by(rest);
        }
        let flow = walk(&mut reader, &mut walker);
        self.bytes = reader.take_buffer().0;
        flow
    }

    /// The buffer that its bytes are in.
    pub fn into_buffer(self) -> Vec<u8> {
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use crate::archive::tar::tests::{entry, old};
    use crate::archive::zip::tests as zip;
    use crate::compress::tests::packed;
    use crate::testing::{amount, in_portions, opened};

    /// In portions of any length, the bytes have the same texts; returns whether there were portions.
    fn is_in_portions(bytes: &[u8]) -> bool {
        let whole = opened(bytes);
        let lens = [1, 5000, 60_000];
        let counts = lens.map(|len| {
            let (here, count) = in_portions(None, bytes, len, false);
            assert!(here == whole, "walked here, {len} bytes at least: {:?}", here.problems);
            let taken = in_portions(None, bytes, len, true);
            assert!(taken == (here, count), "taken, {len} bytes at least: {:?}", taken.0.problems);
            count
        });
        counts.iter().any(|count| *count > 0)
    }

    fn mailbox(messages: &[&str]) -> Vec<u8> {
        let message = |index: usize| {
            let message = messages[index % messages.len()];
            let filler =
                "a line of text, and another one http://f.example/\n".repeat(index % 9 * 20);
            format!("From a@b Thu Jan  1 00:00:00 1970\nFrom: a@b\nTo: c@d\n{message}\n{filler}\n")
        };
        (0..120).map(message).collect::<String>().into_bytes()
    }

    const MESSAGES: [&str; 8] = [
        "\nhttp://a.example/\n>From here to there\nFrom here to there\n",
        "Message-ID: <1@b>\nContent-Type: multipart/mixed; boundary=x\n\n--x\n\nhttp://b.example/\n--x\n\n",
        "Content-Type: multipart/mixed; boundary=y\n\n--y\n\nhttp://c.example/\n--y--\n",
        "Content-Transfer-Encoding: quoted-printable\n\nhttp://d.example/=\n",
        "Content-Transfer-Encoding: base64\n\naHR0cDovL2UuZXhhbXBsZS8=",
        "\nbegin 644 a\n#86)C\n",
        "no header",
        "\ntext\nFrom \nX-A: b\nX-C: d\n",
    ];

    #[test]
    fn mailboxes() {
        assert!(is_in_portions(&mailbox(&MESSAGES)));
        let all = String::from_utf8(mailbox(&MESSAGES)).unwrap();
        let bare = all.replace("From a@b Thu Jan  1 00:00:00 1970", "From ");
        for text in [&all, &bare].map(|text| text.replace('\n', "\r\n")).iter().chain([&bare]) {
            assert!(is_in_portions(text.as_bytes()), "{}", &text[..20]);
        }
        for (format, bytes) in packed(&mailbox(&MESSAGES)) {
            assert!(is_in_portions(&bytes), "{}", format.name());
        }
    }

    #[test]
    fn messages_that_state_their_lengths() {
        let separator = "From a@b Thu Jan  1 00:00:00 1970\nSubject: x\n\nhttp://in.example/";
        for (fields, more) in [
            ("", 0),
            ("", 5),
            ("Content-Type: text/html\n", 0),
            ("Content-Type: multipart/mixed; boundary=x\n", 0),
        ] {
            let stated =
                format!("{fields}Content-Length: {}\n\n{separator}", separator.len() + more);
            let bytes = mailbox(&[MESSAGES[0], MESSAGES[1], MESSAGES[2]]);
            let message = format!("From a@b Thu Jan  1 00:00:00 1970\n{stated}\n\n");
            let mixed = [&bytes[..], message.as_bytes()].concat().repeat(2);
            assert!(is_in_portions(&[&message.repeat(300).into_bytes()[..], &mixed].concat()));
            assert!(is_in_portions(&mailbox(&[MESSAGES[0], &stated, MESSAGES[1]])));
        }
    }

    #[test]
    fn archives() {
        let record = |index: usize, length: &str| {
            let body = format!("http://{index}.example/ {}\r\n", "x ".repeat(index * 10));
            let length = if length.is_empty() { body.len().to_string() } else { length.to_owned() };
            format!(
                "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: http://a.example/{index}\r\nContent-Length: {length}\r\n\r\n{body}\r\n\r\n"
            )
        };
        let mut records: Vec<_> = (0..90).map(|index| record(index, "")).collect();
        assert!(is_in_portions(records.concat().as_bytes()));
        for odd in ["7", "99999999", "-1", "x", "+12", "1\r\n 2"] {
            records[40] = record(40, odd);
            assert!(is_in_portions(records.concat().as_bytes()), "{odd}");
        }
    }

    #[test]
    fn files_of_an_archive() {
        let text = |index: usize| format!("http://{index}.example/\n").repeat(index * 7);
        let entries = |sparse: &[u8]| {
            let entry = |index: usize| match index % 5 {
                0 => [entry("x", b'x', "20 path=a/long/name\n"), entry("n", b'0', &text(index))]
                    .concat(),
                1 => [entry("L", b'L', "a/name/by/gnu"), entry("n", b'0', &text(index))].concat(),
                2 => entry("link", b'2', ""),
                _ => entry(&format!("{index}.txt"), b'0', &text(index)),
            };
            (0..90)
                .flat_map(|index| if index == 40 { sparse.to_vec() } else { entry(index) })
                .collect()
        };
        let whole: Vec<u8> = entries(&entry("g", b'g', "18 path=for/all/x\n"));
        assert!(is_in_portions(&whole));
        for odd in [b"no header".repeat(300), old("old", 4000), entry("x", b'x', "13 size=7000\n")]
        {
            assert!(is_in_portions(&entries(&odd)));
        }
    }

    /// Lines of URIs that do not compress to nothing.
    fn lines(seed: u64, count: u64) -> Vec<u8> {
        let number = |line: u64| (seed << 20 | line).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (0..count)
            .flat_map(|line| format!("http://{:x}.example/\n", number(line)).into_bytes())
            .collect()
    }

    #[test]
    fn members_of_a_zip_archive() {
        let file = |index: u64| {
            let (name, text) = (format!("{index}.txt"), lines(index, index % 9 * 20));
            match index % 5 {
                0 => zip::member(&name, 0, 0, &text),
                1 => zip::member("folder/", 0, 0, b""),
                2 => zip::member(&name, 8, 1, &text),
                _ => zip::member(&name, 8, 0, &zip::deflated(&text)),
            }
        };
        let archive = |odd: &[u8]| {
            let files = (0..200).map(|index| if index == 90 { odd.to_vec() } else { file(index) });
            files.chain([zip::end("a comment")]).flatten().collect::<Vec<u8>>()
        };
        assert!(is_in_portions(&archive(&file(3))));
        let deflated = zip::deflated(&lines(7, 99));
        let sized = |len: usize| {
            let mut member = zip::member("sized", 8, 0, &deflated);
            member[18..22].copy_from_slice(&(len as u32).to_le_bytes());
            member
        };
        let stored = [&[1, 200, 0, 55, 255][..], &file(3)[..200]].concat();
        for odd in [
            [zip::member("d", 8, 8, &deflated), zip::descriptor(b"PK\x07\x08", &deflated)].concat(),
            zip::member("d", 8, 8, &deflated),
            sized(deflated.len() - 100),
            sized(deflated.len() + 100),
            sized(30_000),
            sized(usize::MAX),
            b"no record".repeat(99),
            zip::end("the end of an archive"),
            zip::member("stored", 0, 0, &archive(b"")[..9000]),
            zip::member("in a block", 8, 0, &stored),
            zip::member("in broken data", 8, 0, &[&b"\xff"[..], &file(3), &file(4)].concat()),
            zip::member("zeros", 8, 0, &zip::deflated(&vec![0; 3 << 20])),
        ] {
            assert!(is_in_portions(&archive(&odd)), "{}", odd[..99.min(odd.len())].escape_ascii());
        }
    }

    #[test]
    fn members_of_packed_files() {
        for (count, between) in [(500, &b""[..]), (500, &[0; 8]), (500, b"between")] {
            let all = (0..6).map(|seed| packed(&lines(seed, count)));
            let members = all.reduce(|all, next| {
                let pairs = all.into_iter().zip(next);
                pairs
                    .map(|((format, all), (_, next))| (format, [&all, between, &next].concat()))
                    .collect()
            });
            for (_, bytes) in members.unwrap() {
                is_in_portions(&bytes);
                let cuts = [bytes.len() / 2, bytes.len() / 9, bytes.len() - 9];
                for at in cuts.into_iter().take(amount(1, 3)) {
                    is_in_portions(&bytes[..at]);
                    let mut broken = bytes.clone();
                    broken[at] ^= 0x10;
                    is_in_portions(&broken);
                }
            }
        }
    }

    #[test]
    fn members_in_what_is_stored() {
        let packed = |level, text: &[u8]| {
            let mut encoder =
                flate2::write::GzEncoder::new(vec![], flate2::Compression::new(level));
            encoder.write_all(text).unwrap();
            encoder.finish().unwrap()
        };
        let inner = packed(6, &lines(1, 900));
        let stored =
            packed(0, &[lines(2, 900), inner.clone(), inner.clone(), lines(3, 900)].concat());
        is_in_portions(&[stored.repeat(3), inner.repeat(3), stored].concat());
    }

    #[test]
    fn blocks_of_a_stream() {
        let packed = |text: &[u8]| {
            let mut encoder = bzip2::write::BzEncoder::new(vec![], bzip2::Compression::fast());
            encoder.write_all(text).unwrap();
            encoder.finish().unwrap()
        };
        let one = packed(&lines(1, 17_000));
        is_in_portions(&[one.clone(), packed(b""), one.clone()].concat());
        is_in_portions(&packed(&[lines(1, 7000), vec![b'x'; 1 << 20], lines(2, 7000)].concat()));
        let ends = (one.len() - 12..one.len()).step_by(amount(12, 3));
        for at in (0..one.len()).step_by(one.len() / amount(2, 8)).chain(ends) {
            is_in_portions(&one[..at]);
            let mut broken = [&one[..], &packed(b"http://next.example/")].concat();
            broken[at] ^= 4;
            is_in_portions(&broken);
            // What looks like a block, and like the end.
            broken[at] ^= 4;
            broken.splice(at..at, *b"1AY&SY");
            is_in_portions(&broken);
        }
    }
}
