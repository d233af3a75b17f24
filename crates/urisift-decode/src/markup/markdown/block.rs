//! Lines as parts of blocks: quotes, list items, and fences of code.

use crate::markup::source::run;

/// What the start of a line says.
pub(super) struct Line {
    /// The column of its first character that is not a blank, in the innermost quote.
    pub indent: usize,
    /// The offset of its text, after the marks of quotes and lists.
    pub content: usize,
    /// The column of the text of the list item that starts with it.
    pub item: Option<usize>,
    /// It is in a quote.
    is_quoted: bool,
    /// No block before it continues in it.
    pub starts_block: bool,
}

impl Line {
    pub fn of(line: &[u8]) -> Self {
        let (mut at, mut indent) = blanks(line, 0, 0);
        let quotes = at;
        while indent < 4 && line.get(at) == Some(&b'>') {
            at += 1 + usize::from(line.get(at + 1) == Some(&b' '));
            (at, indent) = blanks(line, at, 0);
        }
        let is_quoted = line[quotes..].starts_with(b">") && at > quotes;
        let (mut content, mut item) = (at, None);
        if let Some(len) = marker(&line[at..]) {
            let (text, column) = blanks(line, at + len, indent + len);
            let is_far = column > indent + len + 4 || line[text..].trim_ascii().is_empty();
            item = Some(if is_far { indent + len + 1 } else { column });
            content = text;
        }
        let starts_block =
            item.is_some() || is_heading(&line[content..]) || line[content..].starts_with(b"|");
        Line { indent, content, item, is_quoted, starts_block }
    }
}

/// The offset and the column of what follows the blanks at an offset.
fn blanks(line: &[u8], mut at: usize, mut column: usize) -> (usize, usize) {
    loop {
        match line.get(at) {
            Some(b' ') => column += 1,
            Some(b'\t') => column += 4 - column % 4,
            _ => return (at, column),
        }
        at += 1;
    }
}

/// The length of the mark of a list item (CommonMark 5.2).
fn marker(text: &[u8]) -> Option<usize> {
    let len = match text.first()? {
        b'-' | b'+' | b'*' => 1,
        _ => {
            let digits = run(text, |b| b.is_ascii_digit());
            let is_number = (1..10).contains(&digits) && b".)".contains(text.get(digits)?);
            is_number.then_some(digits + 1)?
        }
    };
    text.get(len).is_none_or(u8::is_ascii_whitespace).then_some(len)
}

/// A heading with `#` (CommonMark 4.2).
fn is_heading(text: &[u8]) -> bool {
    let len = run(text, |b| b == b'#');
    (1..7).contains(&len) && text.get(len).is_none_or(u8::is_ascii_whitespace)
}

/// The line before fenced code (CommonMark 4.5).
pub(super) struct Fence {
    mark: u8,
    len: usize,
    is_quoted: bool,
}

impl Fence {
    /// The fence that the text of a line is.
    pub fn opened_by(text: &[u8], line: &Line) -> Option<Self> {
        let mark = *text.first().filter(|b| b"`~".contains(b))?;
        let len = run(text, |b| b == mark);
        let is_one = len >= 3 && (mark == b'~' || !text[len..].contains(&mark));
        is_one.then_some(Fence { mark, len, is_quoted: line.is_quoted })
    }

    /// Returns `true` if the line closes it.
    pub fn is_closed_by(&self, line: &[u8]) -> bool {
        let start = run(line, |b| b" \t".contains(&b) || self.is_quoted && b == b'>');
        let len = run(&line[start..], |b| b == self.mark);
        len >= self.len && line[start + len..].trim_ascii().is_empty()
    }

    /// Returns `true` if the line is no longer in the quote that the fence is in.
    pub fn is_left_by(&self, line: &Line) -> bool {
        self.is_quoted && !line.is_quoted
    }
}
