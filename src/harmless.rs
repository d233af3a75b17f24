//! Text that comes from outside, made harmless for a terminal.

/// The text with each control, each change of direction and each invisible character as an escape.
pub(crate) fn text(text: &str) -> String {
    text.chars().fold(String::with_capacity(text.len()), |mut harmless, c| {
        match is_harmful(c) {
            true => harmless.extend(c.escape_default()),
            false => harmless.push(c),
        }
        harmless
    })
}

/// Controls; bidirectional marks, overrides and isolates (UAX #9); zero-width characters.
pub(crate) fn is_harmful(c: char) -> bool {
    c.is_control()
        || matches!(c as u32, 0x61c | 0x200b..=0x200f | 0x2028..=0x202e | 0x2060..=0x206f | 0xfeff)
}

#[cfg(test)]
mod tests {
    #[test]
    fn nothing_reaches_the_terminal() {
        assert_eq!(super::text("a\u{1b}[31m\nb\u{202e}é"), "a\\u{1b}[31m\\nb\\u{202e}é");
    }
}
