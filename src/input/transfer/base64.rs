//! Base64 (RFC 2045 6.8, RFC 4648).

use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::general_purpose::{GeneralPurpose, NO_PAD};

use crate::byteset::{ALNUM, ByteSet};
use crate::input::run::{Grain, Run, Runs};

/// How much is decoded at once, in quanta of four characters.
const QUANTA: usize = 1 << 10;

/// The last characters of a text may have bits that count for nothing, and often are not zero.
const ENGINE: GeneralPurpose =
    GeneralPurpose::new(&STANDARD, NO_PAD.with_decode_allow_trailing_bits(true));

/// The digits (RFC 4648 4).
const DIGITS: ByteSet = ByteSet::of(b"+/").or(ALNUM);

/// Bytes without their base64 encoding. What is no digit is passed over, padding too.
pub(crate) struct Base64<R> {
    inner: R,
    decoded: Vec<u8>,
    passed: usize,
    raw: u64,
    grain: Grain,
}

impl<R: Runs> Base64<R> {
    pub fn new(inner: R) -> Self {
        let (decoded, grain) = (Vec::new(), Grain { bytes: 3, raw: 4 });
        Base64 { inner, decoded, passed: 0, raw: 0, grain }
    }

    /// Decodes what comes next; whether there is anything.
    fn decode(&mut self) -> bool {
        (self.passed, self.grain) = (0, Grain { bytes: 3, raw: 4 });
        self.decoded.clear();
        loop {
            let run = self.inner.run();
            if run.bytes.is_empty() {
                return false;
            }
            let is_digit = |b: &&u8| DIGITS.contains(**b);
            let digits = run.bytes.iter().take(4 * QUANTA).take_while(is_digit).count();
            let whole = digits / 4 * 4;
            if digits == 0 {
                self.inner.pass(1);
            } else if whole > 0 && run.grain == Grain::PLAIN {
                self.raw = run.raw;
                decode(&run.bytes[..whole], &mut self.decoded);
                self.inner.pass(whole);
                return true;
            } else if self.quantum() {
                return true;
            }
        }
    }

    /// Decodes one quantum, digit by digit, over whatever stands between them; whether it comes to a
    /// byte.
    fn quantum(&mut self) -> bool {
        let (mut digits, mut count) = ([0; 4], 0);
        let (mut start, mut end) = (0, 0);
        while count < 4 {
            let run = self.inner.run();
            match run.bytes.first() {
                None | Some(b'=') => break,
                Some(digit) if DIGITS.contains(*digit) => {
                    let raw = run.span(0..1);
                    start = if count == 0 { raw.start } else { start };
                    (digits[count], end) = (*digit, raw.end);
                    count += 1;
                }
                _ => {}
            }
            self.inner.pass(1);
        }
        decode(&digits[..count], &mut self.decoded);
        self.raw = start;
        self.grain = Grain { bytes: self.decoded.len() as u32, raw: (end - start) as u32 };
        !self.decoded.is_empty()
    }
}

/// Digits of whole bytes; a single one stands for none.
fn decode(digits: &[u8], decoded: &mut Vec<u8>) {
    if ENGINE.decode_vec(digits, decoded).is_err() {
        decoded.clear();
    }
}

impl<R: Runs> Runs for Base64<R> {
    fn run(&mut self) -> Run<'_> {
        if self.passed == self.decoded.len() && !self.decode() {
            return Run::END;
        }
        let Base64 { decoded, passed, raw, grain, .. } = self;
        let run = Run { grain: *grain, ..Run::plain(decoded, *raw) };
        run.piece(*passed..decoded.len())
    }

    fn pass(&mut self, count: usize) {
        self.passed += count;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::drip::{places, text, traced};
    use crate::input::run::Grain;

    #[test]
    fn digits_become_bytes() {
        for (encoded, expected) in [
            ("aHR0cDovL2EvYg==", &b"http://a/b"[..]),
            ("aHR0\r\ncDov\nL2EvYg", b"http://a/b"),
            ("aHR0cD\novL2\nEvY g = =", b"http://a/b"),
            ("YQ==YQ==", b"aa"),
            ("", b""),
            ("=", b""),
            ("!!", b""),
            ("Y", b""),
            ("YR==", b"a"),
        ] {
            let decoded = traced(encoded.as_bytes(), Grain::PLAIN, Base64::new);
            assert_eq!(text(&decoded), expected, "{encoded}");
        }
    }

    #[test]
    fn raw_bytes_are_whole_quanta() {
        let decoded = traced(b"YWJj\nZG==", Grain::PLAIN, Base64::new);
        assert_eq!(places(&decoded), [(0, 4), (0, 4), (0, 4), (5, 7)]);
    }

    #[test]
    fn many_lines() {
        let line = [b"YWJj".repeat(19), b"\r\n".to_vec()].concat();
        let decoded = traced(&line.repeat(100), Grain::PLAIN, Base64::new);
        assert_eq!(text(&decoded), b"abc".repeat(1900));
    }
}
