//! Multi-byte charsets: several bytes for each non-ASCII character.

use encoding_rs::{BIG5, Decoder, DecoderResult, EUC_JP, Encoding, SHIFT_JIS};

use super::super::coding::{Batch, Coding, push_char};
use crate::core::format::Prefix;
use urisift::internal::byteset::ByteSet;

/// How many pairs are decoded together. A malformed pair is found only then: more would waste work.
pub(super) const PAIRS: usize = 128;

/// A byte of a two-byte character where the eighth bit is left out.
pub(super) const SEVEN_BIT: ByteSet = ByteSet::range(0x21, 0x7e);

/// The longest character: GB 18030 has four bytes.
const LONGEST: usize = 4;

/// Big5, the EUCs, GBK, GB 18030, or Shift_JIS.
pub(super) struct Multi {
    encoding: &'static Encoding,
    leads: &'static ByteSet,
}

/// Lead bytes of two-byte characters, unless a digit follows: then GB 18030 has four.
static LEADS: ByteSet = ByteSet::range(0x81, 0xfe);
/// In Big5, pairs after 0x88 may stand for two characters.
static BIG5_LEADS: ByteSet = LEADS.without(ByteSet::range(0x88, 0x88));
/// 0x8F is followed by two bytes.
static EUC_JP_LEADS: ByteSet = ByteSet::range(0xa1, 0xfe);
/// Those between are single-byte katakana.
static SHIFT_JIS_LEADS: ByteSet = ByteSet::range(0x81, 0x9f).or(ByteSet::range(0xe0, 0xfc));

/// A byte that may be the second of two.
const TRAIL: ByteSet = ByteSet::range(0x40, 0xff);

impl Multi {
    pub fn new(encoding: &'static Encoding) -> Self {
        let leads = if encoding == BIG5 {
            &BIG5_LEADS
        } else if encoding == EUC_JP {
            &EUC_JP_LEADS
        } else if encoding == SHIFT_JIS {
            &SHIFT_JIS_LEADS
        } else {
            &LEADS
        };
        Multi { encoding, leads }
    }

    fn is_pair(&self, bytes: &[u8]) -> bool {
        self.leads.contains(bytes[0]) && TRAIL.contains(bytes[1])
    }
}

impl Coding for Multi {
    fn plain(&mut self, bytes: &[u8]) -> usize {
        Encoding::ascii_valid_up_to(bytes)
    }

    fn first(&mut self, head: Prefix<'_>, out: &mut Vec<u8>) -> Option<usize> {
        let mut decoder = self.encoding.new_decoder_without_bom_handling();
        let bytes = &head.bytes[..head.bytes.len().min(LONGEST)];
        for (at, byte) in bytes.iter().enumerate() {
            match next(&mut decoder, *byte, out) {
                Next::More => {}
                Next::Char => return Some(at + 1),
                Next::Malformed(len) => {
                    push_char(char::REPLACEMENT_CHARACTER, out);
                    return Some(usize::from(len).clamp(1, at + 1));
                }
            }
        }
        if !head.is_all && bytes.len() < LONGEST {
            return None;
        }
        push_char(char::REPLACEMENT_CHARACTER, out);
        Some(1)
    }

    fn batch(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> Option<Batch> {
        let pairs = bytes.chunks_exact(2).take(PAIRS);
        let count = pairs.take_while(|pair| self.is_pair(pair)).count();
        match decode_pairs(self.encoding, &bytes[..2 * count], out) {
            0 => self.first(Prefix { bytes, is_all: false }, out).map(Batch::one),
            count => Some(Batch { raw: 2, count }),
        }
    }
}

/// The result of one more byte.
enum Next {
    More,
    Char,
    /// The first N bytes are malformed.
    Malformed(u8),
}

fn next(decoder: &mut Decoder, byte: u8, out: &mut Vec<u8>) -> Next {
    let mut space = [0; 16];
    match decoder.decode_to_utf8_without_replacement(&[byte], &mut space, false) {
        (DecoderResult::Malformed(len, _), ..) => Next::Malformed(len),
        (_, _, 0) => Next::More,
        (_, _, len) => {
            out.extend_from_slice(&space[..len]);
            Next::Char
        }
    }
}

/// Decodes up to [`PAIRS`] two-byte characters, as far as they are well-formed; returns how many.
pub(super) fn decode_pairs(encoding: &'static Encoding, bytes: &[u8], out: &mut Vec<u8>) -> usize {
    if bytes.is_empty() {
        return 0;
    }
    let mut space = [0; 4 * PAIRS];
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let (_, _, len) = decoder.decode_to_utf8_without_replacement(bytes, &mut space, false);
    let text = &space[..len];
    out.extend_from_slice(text);
    // Every byte except continuation bytes (RFC 3629 3).
    text.iter().filter(|byte| **byte & 0xc0 != 0x80).count()
}
