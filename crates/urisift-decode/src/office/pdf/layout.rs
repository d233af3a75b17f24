//! Where the text of a page is shown (ISO 32000-1 9.2 to 9.4), and what is between two strings.

use std::rc::Rc;

use super::font::Font;
use super::fonts::Named;

/// A transformation (8.3.3).
#[derive(Clone, Copy)]
struct Matrix([f64; 6]);

impl Matrix {
    const IDENTITY: Matrix = Matrix([1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);

    fn translation(x: f64, y: f64) -> Self {
        Matrix([1.0, 0.0, 0.0, 1.0, x, y])
    }

    /// This one first, then the other.
    fn then(self, other: Matrix) -> Matrix {
        let ([a, b, c, d, e, f], [a2, b2, c2, d2, e2, f2]) = (self.0, other.0);
        Matrix([
            a * a2 + b * c2,
            a * b2 + b * d2,
            c * a2 + d * c2,
            c * b2 + d * d2,
            e * a2 + f * c2 + e2,
            e * b2 + f * d2 + f2,
        ])
    }
}

/// The state of graphics that text depends on (9.3).
#[derive(Clone)]
struct State {
    matrix: Matrix,
    font: Option<Rc<Font>>,
    size: f64,
    /// What is added after each character, and after each space.
    char_gap: f64,
    word_gap: f64,
    /// By how much text is stretched.
    stretch: f64,
    leading: f64,
    rise: f64,
}

impl Default for State {
    fn default() -> Self {
        State {
            matrix: Matrix::IDENTITY,
            font: None,
            size: 1.0,
            char_gap: 0.0,
            word_gap: 0.0,
            stretch: 1.0,
            leading: 0.0,
            rise: 0.0,
        }
    }
}

/// The most states that are saved.
const MAX_SAVED: usize = 64;

/// What is between a string and the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Between {
    Nothing,
    Space,
    Line,
    /// Nothing or a space: how far the string before went is a guess, by which it is one of them.
    Perhaps {
        space: bool,
    },
}

impl Between {
    /// The character that stands for it. Either character that is not seen gives a URI two readings, and the second one
    /// also separates words.
    pub fn char(self) -> Option<char> {
        match self {
            Between::Nothing => None,
            Between::Space => Some(' '),
            Between::Line => Some('\n'),
            Between::Perhaps { space: false } => Some('\u{2060}'),
            Between::Perhaps { space: true } => Some('\u{200b}'),
        }
    }
}

/// How far to the right another word starts, and how far to the left and above it may start to continue one, as parts of
/// a font's size.
const GAP: f64 = 0.18;
const OVERLAP: f64 = 0.5;
const SAME_LINE: f64 = 0.25;
/// Text that is less far above or below is a note of the same line.
const NOTE: f64 = 0.8;

/// Follows the instructions of a page.
pub(super) struct Layout {
    named: Rc<Named>,
    state: State,
    saved: Vec<State>,
    /// How many more were saved than are kept.
    lost: usize,
    text: Matrix,
    line: Matrix,
    /// Where the last string ended, if there is one; and whether that is known, or another has been moved to since.
    pen: Option<(f64, f64)>,
    is_known: bool,
    has_moved: bool,
}

impl Layout {
    pub fn new(named: Rc<Named>) -> Self {
        let (state, saved) = Default::default();
        let (text, line) = (Matrix::IDENTITY, Matrix::IDENTITY);
        Layout {
            named,
            state,
            saved,
            lost: 0,
            text,
            line,
            pen: None,
            is_known: false,
            has_moved: false,
        }
    }

    pub fn font(&self) -> Option<&Rc<Font>> {
        self.state.font.as_ref()
    }

    /// Takes the name and the size of a font.
    pub fn set_font(&mut self, name: &[u8], size: f64) {
        (self.state.font, self.state.size) = (self.named.get(name).cloned(), size);
    }

    /// Takes an operator that shows no text, or moves to the next line before it does, and the numbers before it.
    pub fn take(&mut self, operator: &[u8], numbers: &[f64]) {
        let state = &mut self.state;
        match (operator, numbers) {
            (b"q", _) if self.saved.len() < MAX_SAVED => self.saved.push(state.clone()),
            (b"q", _) => self.lost += 1,
            (b"Q", _) if self.lost > 0 => self.lost -= 1,
            (b"Q", _) => *state = self.saved.pop().unwrap_or_else(|| state.clone()),
            (b"cm", [.., a, b, c, d, e, f]) => {
                state.matrix = Matrix([*a, *b, *c, *d, *e, *f]).then(state.matrix);
            }
            (b"Tc", [.., gap]) => state.char_gap = *gap,
            (b"Tw", [.., gap]) => state.word_gap = *gap,
            (b"Tz", [.., percent]) => state.stretch = percent / 100.0,
            (b"TL", [.., leading]) => state.leading = *leading,
            (b"Ts", [.., rise]) => state.rise = *rise,
            (b"BT", _) => self.move_to(Matrix::IDENTITY),
            (b"Tm", [.., a, b, c, d, e, f]) => self.move_to(Matrix([*a, *b, *c, *d, *e, *f])),
            (b"Td", [.., x, y]) => self.move_by(*x, *y),
            (b"TD", [.., x, y]) => {
                state.leading = -y;
                self.move_by(*x, *y);
            }
            (b"T*" | b"'", _) => self.next_line(),
            (b"\"", [.., word_gap, char_gap]) => {
                (state.word_gap, state.char_gap) = (*word_gap, *char_gap);
                self.next_line();
            }
            _ => {}
        }
    }

    fn next_line(&mut self) {
        self.move_by(0.0, -self.state.leading);
    }

    fn move_by(&mut self, x: f64, y: f64) {
        self.move_to(Matrix::translation(x, y).then(self.line));
    }

    fn move_to(&mut self, line: Matrix) {
        (self.text, self.line, self.has_moved) = (line, line, true);
    }

    /// Moves the next string to the left, by thousandths of the font's size.
    pub fn adjust(&mut self, thousandths: f64) {
        self.advance(-thousandths / 1000.0 * self.state.size);
    }

    fn advance(&mut self, by: f64) {
        self.text = Matrix::translation(by * self.state.stretch, 0.0).then(self.text);
    }

    /// Advances past the glyph of a code.
    pub fn show(&mut self, code: u32) {
        let State { font, size, char_gap, word_gap, .. } = &self.state;
        let width = font.as_ref().map_or(500.0, |font| font.width(code)) / 1000.0 * size;
        let is_space = code == b' '.into() && font.as_ref().is_none_or(|font| !font.is_wide);
        self.advance(width + char_gap + if is_space { *word_gap } else { 0.0 });
    }

    /// The string ends here.
    pub fn end(&mut self) {
        let Matrix([.., x, y]) = self.matrix();
        let is_known = self.state.font.as_ref().is_some_and(|font| font.has_widths());
        (self.pen, self.is_known, self.has_moved) = (Some((x, y)), is_known, false);
    }

    fn matrix(&self) -> Matrix {
        Matrix::translation(0.0, self.state.rise).then(self.text).then(self.state.matrix)
    }

    /// What is between the last string and one that starts here.
    pub fn between(&self) -> Between {
        let Some((pen_x, pen_y)) = self.pen else { return Between::Nothing };
        let Matrix([a, b, c, d, x, y]) = self.matrix();
        let (x, y) = (x - pen_x, y - pen_y);
        let (width, height) = (a.hypot(b), c.hypot(d));
        let size = self.state.size.abs() * height;
        let right = (x * a + y * b) / width / size;
        let above = ((x * c + y * d) / height / size).abs();
        match () {
            // One of them is 0.
            () if !(right.is_finite() && above.is_finite()) => Between::Line,
            () if above < SAME_LINE && right < -OVERLAP => Between::Line,
            () if above < SAME_LINE && self.has_moved && !self.is_known => {
                Between::Perhaps { space: right >= GAP }
            }
            () if above < SAME_LINE && right < GAP => Between::Nothing,
            () if above < SAME_LINE => Between::Space,
            () if above < NOTE && right > -OVERLAP => Between::Space,
            () => Between::Line,
        }
    }
}
