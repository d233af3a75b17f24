//! What the fuzzer's bytes stand for.

use urisift::{Fold, Join, NonAscii, Options, Trailing};

/// A text, and how it is searched.
pub struct Input<'b> {
    /// The bytes without the last ones, which choose the rest. So any file is a seed as it is.
    pub text: &'b [u8],
    pub options: Options,
    /// Any number.
    pub number: usize,
}

impl<'b> Input<'b> {
    pub fn of(bytes: &'b [u8]) -> Self {
        let (text, &[switches, modes, max_len, max_wrapper_len, number]) =
            bytes.split_last_chunk().unwrap_or((bytes, &[0; 5]));
        let mut options = Options::default();
        let switch = |bit: u8| switches >> bit & 1 == 1;
        (options.www, options.bare, options.email) = (switch(0), switch(1), switch(2));
        (options.refang, options.escapes) = (switch(3), switch(4));
        options.trailing = if switch(5) { Trailing::Keep } else { Trailing::Trim };
        options.non_ascii = [NonAscii::Auto, NonAscii::Never, NonAscii::Always][modes as usize % 3];
        options.join = [Join::Auto, Join::Never, Join::Always][modes as usize / 3 % 3];
        options.fold = [Fold::Auto, Fold::Never, Fold::Always][modes as usize / 9 % 3];
        (options.max_len, options.max_wrapper_len) = (limit(max_len), limit(max_wrapper_len));
        options.positions = true;
        Input { text, options, number: number.into() }
    }
}

/// Sometimes as good as none, and sometimes one that is soon met.
fn limit(choice: u8) -> usize {
    match choice {
        0..=127 => 1 << 20,
        128..=159 => 8192,
        near => near as usize - 159,
    }
}
