//! Compressed files that are one stream, with no mark by which another one after a fault could be found.

use std::io::{self, Read};
use std::ops::ControlFlow;
use std::rc::Rc;

use flate2::{Decompress, FlushDecompress, Status};

use crate::compress::codec::{Salvaged, br, lzw, mozlz4, xz};
use crate::core::bounded::InBlocks;
use crate::core::budget::Budget;
use crate::core::format::{Format, Prefix, Sniff};
use crate::core::limits::Limits;
use crate::core::peek::PeekReader;
use crate::core::step::StepKind;
use crate::core::walker::Walker;

/// A format whose files are one stream.
pub struct Single {
    name: &'static str,
    /// The extensions of file names that tell it.
    extensions: &'static [&'static str],
    /// `None` if only the name tells it.
    sniff: Option<fn(Prefix<'_>) -> Sniff>,
    /// Whether a file of that name may be of the format, by its first bytes.
    may_be: fn(&[u8]) -> bool,
    decoder: Decode,
}

/// Starts to decompress a reader.
type Decode = for<'t> fn(&'t mut PeekReader<'_>, &Rc<Budget>) -> io::Result<Box<dyn Read + 't>>;

/// How many bytes tell zlib and LZMA, by what they decompress to.
const ENOUGH: usize = 512;

/// How many bytes have to look like text for a file that is not compressed, whatever its name says.
const SIGHT: usize = 64;

/// The format of `lzma`, from before `xz`.
pub const LZMA: Single = Single {
    name: "lzma",
    extensions: &[],
    sniff: Some(lzma),
    may_be: |_| true,
    decoder: |reader, budget| Ok(Box::new(xz::alone(InBlocks(reader), budget)?)),
};

/// The format of `compress`.
pub const COMPRESS: Single = Single {
    name: "Z",
    extensions: &[],
    sniff: Some(compress),
    may_be: |_| true,
    decoder: |reader, _| Ok(Box::new(lzw::Decoder::new(reader))),
};

/// RFC 1950.
pub const ZLIB: Single = Single {
    name: "zlib",
    extensions: &["zz", "zlib"],
    sniff: Some(zlib),
    may_be: is_zlib,
    decoder: |reader, _| {
        Ok(Box::new(Salvaged::new(flate2::bufread::ZlibDecoder::new(InBlocks(reader)))))
    },
};

/// RFC 7932, which has no magic number.
pub const BROTLI: Single = Single {
    name: "br",
    extensions: &["br"],
    sniff: None,
    may_be: |bytes| !is_text(bytes),
    decoder: |reader, budget| Ok(Box::new(br::stream(InBlocks(reader), budget)?)),
};

/// A block of LZ4 with its size before it, as Mozilla's programs write it: sessions, search engines, add-ons.
pub const MOZLZ4: Single = Single {
    name: "mozlz4",
    extensions: &[],
    sniff: Some(|head| head.starts_with(mozlz4::MAGIC)),
    may_be: |_| true,
    decoder: |reader, _| Ok(Box::new(mozlz4::Decoder::new(InBlocks(reader))?)),
};

impl Format for Single {
    fn name(&self) -> &'static str {
        self.name
    }

    fn sniff(&self, head: Prefix<'_>) -> Sniff {
        self.sniff.map_or(Sniff::No, |sniff| sniff(head))
    }

    fn has_magic(&self) -> bool {
        self.extensions.is_empty()
    }

    fn extensions(&self) -> &'static [&'static str] {
        self.extensions
    }

    fn is_told_by_bytes(&self) -> bool {
        self.sniff.is_some()
    }

    fn open(&self, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
        let at = reader.raw();
        let inner = to.name.with_extension("");
        if !(self.may_be)(reader.front(SIGHT)) {
            return ControlFlow::Continue(());
        }
        let mut has_started = false;
        let (packed, budget) = (&mut *reader, to.budget());
        let started = &mut has_started;
        let start = move || (self.decoder)(packed, &budget).inspect(move |_| *started = true);
        to.unpack(StepKind::Layer, self.name, start, at, |to, reader| to.open_file(inner, reader))?;
        if !has_started {
            to.skip(reader);
        }
        ControlFlow::Continue(())
    }
}

/// Properties of the data, a size of the dictionary that is used, a size of the text that may be, and the first
/// byte of the data, which is zero. That is what `xz` and `file` check. Pictures have such bytes too, so the data has to
/// decompress as far as it is looked at.
fn lzma(head: Prefix<'_>) -> Sniff {
    let bytes = head.bytes;
    let may_be = bytes.first().is_none_or(|properties| *properties < 9 * 5 * 5)
        && bytes.get(1).is_none_or(|size| *size == 0 || *size == 0xff);
    let Some(header) = bytes.get(..14) else {
        return if may_be { head.undecided() } else { Sniff::No };
    };
    let size = u32::from_le_bytes([header[1], header[2], header[3], header[4]]);
    let is_size = size == u32::MAX
        || size >= 1 << 12
            && size.count_ones() <= 2
            && (size & size >> 1 != 0) == (size.count_ones() == 2);
    let len = header[5..13].iter().rev().fold(0, |len, byte| len << 8 | u64::from(*byte));
    let is_header = may_be && is_size && (len == u64::MAX || len < 1 << 38) && header[13] == 0;
    if is_header && bytes.len() < ENOUGH && !head.is_all {
        return Sniff::More;
    }
    Sniff::sure(is_header && unpacks_lzma(&bytes[..bytes.len().min(ENOUGH)]))
}

/// Returns `true` if nothing is wrong with the start of the data, or there is no decoder.
fn unpacks_lzma(bytes: &[u8]) -> bool {
    let mut bytes = bytes.to_vec();
    // The first bytes need no large dictionary.
    bytes[1..5].copy_from_slice(&(1_u32 << 16).to_le_bytes());
    let budget = Rc::new(Budget::of(&Limits::default(), None));
    let result = xz::alone(&bytes[..], &budget)
        .and_then(|data| io::copy(&mut data.take(1 << 20), &mut io::sink()));
    let is_fault = |error: io::Error| error.kind() == io::ErrorKind::InvalidData;
    !result.is_err_and(is_fault)
}

/// The magic number, a width of codes, and a first code of one byte.
fn compress(head: Prefix<'_>) -> Sniff {
    let is_width = head.bytes.get(2).is_none_or(|flags| lzw::widest(*flags).is_some());
    let is_byte = head.bytes.get(4).is_none_or(|bits| bits & 1 == 0);
    match head.starts_with(&lzw::MAGIC) {
        Sniff::Yes if !is_width || !is_byte => Sniff::No,
        Sniff::Yes if head.bytes.len() < 5 => head.undecided(),
        sniff => sniff,
    }
}

/// A header, and data that decompresses as far as it is looked at: the header alone may be text.
fn zlib(head: Prefix<'_>) -> Sniff {
    let bytes = &head.bytes[..head.bytes.len().min(ENOUGH)];
    let is_header = match bytes {
        [] => return head.undecided(),
        [0x78] => return head.undecided(),
        [0x78, level, ..] => matches!(level, 0x01 | 0x5e | 0x9c | 0xda),
        _ => false,
    };
    if !is_header || !unpacks(bytes) {
        return Sniff::No;
    }
    if bytes.len() == ENOUGH || head.is_all && bytes.len() > 8 {
        Sniff::Yes
    } else {
        head.undecided()
    }
}

/// Returns `true` if nothing is wrong with the start of a stream, up to some of what it decompresses to.
fn unpacks(bytes: &[u8]) -> bool {
    let (mut inflate, mut out) = (Decompress::new(true), [0; 8 << 10]);
    // A call that ends with a full buffer says nothing of what is left.
    let status = inflate.decompress(bytes, &mut out, FlushDecompress::None);
    matches!(status, Ok(Status::Ok | Status::StreamEnd | Status::BufError))
}

/// Returns `true` if bytes start with a zlib header (RFC 1950 2.2). Some servers omit it.
pub fn is_zlib(bytes: &[u8]) -> bool {
    let [first, second, ..] = bytes else { return false };
    first & 0xf == 8 && (u16::from(*first) << 8 | u16::from(*second)) % 31 == 0
}

/// Returns `true` if bytes look like text: UTF-8, without control characters that text does not have.
pub fn is_text(bytes: &[u8]) -> bool {
    let has_controls = bytes.iter().any(|b| *b < b' ' && !matches!(b, b'\t' | b'\n' | b'\r'));
    // The last character may be cut.
    let is_utf8 = match std::str::from_utf8(bytes) {
        Ok(_) => true,
        Err(error) => error.error_len().is_none(),
    };
    !has_controls && is_utf8
}

#[cfg(test)]
pub mod tests {
    use crate::testing::{Random, UNCUT, all_of, entered, opened, stands_all_cuts, walked};

    use super::*;
    use crate::testing::cases::{assert_cases, inputs};

    /// `hello` and a line feed, in brotli.
    const HELLO: &[u8] = b"\x8f\x02\x80hello\n\x03";

    fn zlib_of(text: &[u8], level: u32) -> Vec<u8> {
        all_of(flate2::read::ZlibEncoder::new(text, flate2::Compression::new(level)))
    }

    /// The text, in each format, and its name.
    pub fn packed(text: &[u8]) -> Vec<(&'static Single, Vec<u8>)> {
        vec![
            #[cfg(feature = "xz")]
            (&LZMA, xz::packed_alone(text)),
            (&COMPRESS, lzw::packed(text, 14)),
            (&MOZLZ4, mozlz4::packed(text)),
            (&ZLIB, zlib_of(text, 1)),
            (&ZLIB, zlib_of(text, 9)),
        ]
    }

    fn numbers() -> Vec<u8> {
        let mut random = Random::default();
        (0..120).flat_map(|_| format!("{} ", random.below(99999)).into_bytes()).collect()
    }

    #[test]
    fn streams_are_told_and_unpacked() {
        for text in [&numbers()[..], b"http://a.example/"] {
            for (format, bytes) in packed(text) {
                let all = opened(&bytes);
                let text = String::from_utf8_lossy(text).into_owned();
                assert_eq!(all.shown(), [(format.name, text)]);
                assert_eq!(all.problems, [""; 0]);
            }
        }
    }

    #[test]
    fn what_is_broken_is_told() {
        for (format, mut bytes) in packed(&numbers()) {
            let at = bytes.len() * 3 / 4;
            bytes[at..at + 9].fill(0xff);
            let all = entered(format, &bytes, UNCUT);
            assert!(all.texts[0].text.len() > 200, "{}", format.name);
            let is_checked = !["Z", "mozlz4"].contains(&format.name);
            assert!(!is_checked || all.problems.len() == 1, "{:?}", all.problems);
            stands_all_cuts(format, &bytes);
        }
    }

    #[test]
    fn text_is_not_taken_for_packed() {
        for text in inputs("archive/no streams") {
            let formats = [&LZMA, &COMPRESS, &ZLIB];
            let sniffs = formats.map(|format| format.sniff(Prefix { bytes: &text, is_all: true }));
            assert_eq!(sniffs, [Sniff::No; 3], "{}", text.escape_ascii());
        }
    }

    #[test]
    fn brotli_is_known_by_its_name() {
        let read = |name: &str, bytes: &[u8], step| {
            walked(bytes, step, |to, reader| to.open_file(name.into(), reader))
        };
        let shown = |name, bytes, path| {
            let all = read(name, bytes, UNCUT);
            assert_eq!((all.texts.len(), all.texts[0].path.as_str()), (1, path));
            (String::from_utf8(all.texts[0].text.clone()).unwrap(), all.problems)
        };
        assert_eq!(shown("a.txt.br", HELLO, "br"), ("hello\n".to_owned(), vec![]));
        assert_eq!(shown("a.br", b"http://a/", ""), ("http://a/".to_owned(), vec![]));
        assert_eq!(shown("a.zz", b"http://a/", ""), ("http://a/".to_owned(), vec![]));
        assert_eq!(shown("a.zz", &zlib_of(b"short", 6)[..], "zlib").0, "short");
        let broken = [HELLO, &[0xff; 99]].concat();
        let whole = read("a.br", &broken, UNCUT);
        assert!((1..20).all(|step| read("a.br", &broken, step) == whole));
        stands_all_cuts(&BROTLI, &broken);
        stands_all_cuts(&BROTLI, &[0x5b; 99]);
    }

    #[test]
    fn what_looks_like_text() {
        assert_cases("web/looks like text", |[bytes]| is_text(bytes));
    }
}
