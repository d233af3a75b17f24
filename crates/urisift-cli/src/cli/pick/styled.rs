//! Text with styles (SGR sequences, and no other escapes): its width, its start, and its rows of a given width.

use unicode_width::UnicodeWidthChar;

const RESET: &str = "\u{1b}[0m";

/// A piece of styled text.
enum Piece<'t> {
    /// An escape sequence.
    Style(&'t str),
    Char(char),
}

fn pieces(text: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let len = match first {
            '\u{1b}' => rest.find('m').map_or(rest.len(), |end| end + 1),
            _ => first.len_utf8(),
        };
        let (piece, after) = rest.split_at(len);
        rest = after;
        Some(if first == '\u{1b}' { Piece::Style(piece) } else { Piece::Char(first) })
    })
}

/// The width in columns.
pub(super) fn width(text: &str) -> usize {
    let width = |piece| match piece {
        Piece::Char(c) => c.width().unwrap_or(0),
        Piece::Style(_) => 0,
    };
    pieces(text).map(width).sum()
}

/// The text, if it fits in that many columns; else its start, with an ellipsis.
pub(super) fn cut(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let mut start = String::new();
    let mut room = columns.saturating_sub(1);
    for piece in pieces(text) {
        match piece {
            Piece::Style(style) => start.push_str(style),
            Piece::Char(c) => {
                let width = c.width().unwrap_or(0);
                if width > room {
                    break;
                }
                room -= width;
                start.push(c);
            }
        }
    }
    start.push_str(if text.contains('\u{1b}') { RESET } else { "" });
    start.extend((columns > 0).then_some('…'));
    start
}

/// The text and blanks up to that many columns; cut if it is wider.
pub(super) fn padded(text: &str, columns: usize) -> String {
    let mut text = cut(text, columns);
    let blanks = columns - width(&text);
    text.extend(std::iter::repeat_n(' ', blanks));
    text
}

/// The text in rows of that many columns at most; all but the first are indented. A row ends at a blank, if there is
/// one in its second half. Styles continue in the next row.
pub(super) fn rows(text: &str, columns: usize, indent: usize) -> Vec<String> {
    let indent = if indent < columns / 2 { indent } else { 0 };
    let (mut rows, mut row, mut used) = (Vec::new(), String::new(), 0);
    let mut style = String::new();
    // Behind the last blank: the bytes and columns of the row, and the style.
    let mut blank = None;
    for piece in pieces(text) {
        let c = match piece {
            Piece::Style(sequence) => {
                match sequence {
                    RESET => style.clear(),
                    _ => style.push_str(sequence),
                }
                row.push_str(sequence);
                continue;
            }
            Piece::Char(c) => c,
        };
        let width = c.width().unwrap_or(0);
        if used + width > columns && used > indent {
            let here = (row.len(), used, style.clone());
            let (len, before, styled) = if c == ' ' { here } else { blank.take().unwrap_or(here) };
            let rest = row.split_off(len);
            row.push_str(if styled.is_empty() { "" } else { RESET });
            rows.push(std::mem::replace(&mut row, format!("{:indent$}{styled}{rest}", "")));
            (used, blank) = (indent + used - before, None);
            if c == ' ' {
                continue;
            }
        }
        row.push(c);
        used += width;
        if c == ' ' && used > columns / 2 {
            blank = Some((row.len(), used, style.clone()));
        }
    }
    rows.push(row);
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Text with `<` and `>` for a style and its end.
    fn styled(text: &str) -> String {
        text.replace('<', "\u{1b}[31m").replace('>', RESET)
    }

    #[test]
    fn styles_have_no_width() {
        for (text, columns) in [("", 0), ("<ab>c", 3), ("<>", 0), ("日本", 4), ("e\u{301}", 1)] {
            assert_eq!(width(&styled(text)), columns, "{text}");
        }
    }

    #[test]
    fn what_does_not_fit_is_cut() {
        for (text, columns, start) in [
            ("<ab>c", 3, "<ab>c"),
            ("<ab>cd", 3, "<ab>>…"),
            ("日本語", 4, "日…"),
            ("ab", 1, "…"),
            ("ab", 0, ""),
        ] {
            assert_eq!(cut(&styled(text), columns), styled(start), "{text}");
        }
        assert_eq!(padded("ab", 4), "ab  ");
        assert_eq!(padded("日本", 3), "日…");
    }

    #[test]
    fn rows_keep_their_styles() {
        for (text, columns, indent, expected) in [
            ("abc", 2, 0, &["ab", "c"][..]),
            ("a<bcd>e", 2, 0, &["a<b>", "<cd>", "e"]),
            ("ab<cdefg>", 4, 1, &["ab<cd>", " <efg>"]),
            ("abcdef", 4, 2, &["abcd", "ef"]),
            ("日本語", 3, 0, &["日", "本", "語"]),
            ("日本", 1, 0, &["日", "本"]),
            ("abc de", 5, 0, &["abc ", "de"]),
            ("abcde fg", 5, 1, &["abcde", " fg"]),
            ("a bcdefg", 5, 0, &["a bcd", "efg"]),
            ("a<bc de>f", 5, 0, &["a<bc >", "<de>f"]),
            ("", 3, 0, &[""]),
        ] {
            let expected: Vec<_> = expected.iter().map(|row| styled(row)).collect();
            assert_eq!(rows(&styled(text), columns, indent), expected, "{text}");
        }
    }
}
