//! Text that is still quoted-printable (RFC 2045 6.7): at the end of a line, `=20` is a blank and `=`
//! a soft line break, and neither belongs to a URI.

use super::view::View;
use crate::byteset::ByteSet;

/// How far after the URI signs of it are looked for, in bytes.
const SIGHT: usize = 256;

/// Returns `true` if the text before `start` or after `end` is quoted-printable.
pub(super) fn is_around(view: &View<'_>, start: usize, end: usize) -> bool {
    let mut signs = Signs::default();
    view.before(start).windows(WINDOW).for_each(|bytes| signs.note(bytes));
    if signs.are_enough() {
        return true;
    }
    let mut last = [0; WINDOW];
    let enough = |byte| {
        last.rotate_left(1);
        last[WINDOW - 1] = byte;
        signs.note(&last);
        signs.are_enough()
    };
    view.find(end, SIGHT, enough).is_some()
}

/// The length of the longest sign.
const WINDOW: usize = 5;

/// What tells the encoding from a text with settings or queries at the ends of its lines.
#[derive(Default)]
struct Signs {
    /// An escaped `=`, or an escaped blank after a mark of a sentence or alone on its line.
    certain: bool,
    /// `=20` at the end of a line.
    blank: bool,
    /// `=` after a blank at the end of a line.
    soft_break: bool,
}

impl Signs {
    fn note(&mut self, bytes: &[u8]) {
        const MARK: ByteSet = ByteSet::of(b".,;:!?)>\"'\r\n");
        match *bytes {
            [.., b'=', b'3', b'D'] => self.certain = true,
            [before, b'=', b'2', b'0', b'\r' | b'\n'] => {
                self.blank = true;
                self.certain |= MARK.contains(before);
            }
            [.., b' ', b'=', b'\r' | b'\n'] => self.soft_break = true,
            _ => {}
        }
    }

    fn are_enough(&self) -> bool {
        self.certain || self.blank && self.soft_break
    }
}

/// The line without its escaped blanks, and without a soft line break.
pub(super) fn without_debris(line: &[u8]) -> &[u8] {
    let mut line = line.strip_suffix(b"=").unwrap_or(line);
    while let Some(rest) = line.strip_suffix(b"=20") {
        line = rest;
    }
    line
}
