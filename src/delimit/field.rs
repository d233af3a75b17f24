//! Fields: places where the syntax around a URI fixes both its ends. There nothing is trimmed, and
//! letters of every script belong.
//!
//! What is before the URI tells the kind of field, and what is after it must agree. A field that holds more than a URI
//! is not evidence.

mod list;
mod scalar;

use memchr::memmem;

use super::Head;
use super::bare;
use super::escape;
use super::iri::{self, Kind};
use super::printable;
use super::view::View;
use super::wrapper::{Close, FIELD_END};
use crate::byteset::{ALNUM, BLANK, ByteSet, HARD_STOP, MARGIN, URI};
use crate::options::{NonAscii, Options};

/// How far the end of a field is searched for, where a mark that a URI may hold closes it.
const MAX_FIELD: usize = 2048;
/// What may close a field, or ends any URI.
const STOP: ByteSet = HARD_STOP.or(ByteSet::of(b"\\'()[]{}|,"));
/// The longest name of a tag or a parameter.
const MAX_NAME: usize = 32;

/// The end of the URI at `head` if it has a field for itself. `run_end` is where it ends as a bare
/// one.
pub(super) fn end(
    view: &View<'_>,
    head: &Head,
    run_end: usize,
    options: &Options,
) -> Option<usize> {
    let field = Field::before(view, head.start)?;
    let most = options.max_len.checked_sub(head.body - head.start)?;
    // Most end where a bare one does.
    let is_bare = field.ends_at(view, run_end);
    let end = if is_bare { run_end } else { field.end(view, head.body, most)? };
    let is_whole = || is_bare || is_whole(view, head, end, field, options);
    let is_whole = match field {
        // Without a scheme, only the host tells of a URI, and it ends where hosts end.
        _ if head.scheme_len == 0 => field != Field::Border && end == run_end,
        Field::Border => is_whole(),
        _ => is_whole() && fits(view, head, run_end, end, field),
    };
    is_whole.then(|| field.without_id(view, head.body, end))
}

/// Returns `true` if the bare URI, which ends at `run_end`, does not speak against a longer one up to `end`.
fn fits(view: &View<'_>, head: &Head, run_end: usize, end: usize, field: Field<'_>) -> bool {
    let names_host = run_end > head.authority.unwrap_or(head.body);
    // The string that the URI is in may itself hold code: `"…?url='+x+'"`.
    let is_code = end > run_end && view.is(run_end, |b| b == b'\'');
    let is_cut = field == Field::Scalar && view.slice(head.body, end).ends_with(b"=");
    names_host && !is_code && !(is_cut && printable::is_around(view, head.start, end))
}

/// Returns `true` if what is around the URI at `head` is closed after it, and letters of every script belong from `i`
/// on up to there. Unlike in a field, what closes a sentence may trail.
pub(super) fn encloses(view: &View<'_>, head: &Head, close: Option<Close>, i: usize) -> bool {
    let follows_word = view.is(i - 1, |b| ALNUM.contains(b));
    let before = view.before(head.start);
    match close {
        Some(close) if close.is_quote() => runs_to(view, i, |i| close.is_at(view, i)),
        // A host has a dot after such letters.
        _ if is_in_host(view, head, i) => false,
        Some(close @ Close::Text(_)) => runs_to(view, i, |i| close.is_at(view, i)),
        None if scalar::starts_line(view.line_before(head.start)) => {
            runs_to(view, i, |i| ends_line(view, i))
        }
        // After a word, a sentence may begin.
        _ if follows_word => false,
        Some(Close::Byte(b']')) => {
            let is_label = |i| view.is(i, |b| b == b' ') && closes_line(view, i);
            runs_to(view, i, |i| view.is(i, |b| b == b']') || is_label(i))
        }
        Some(close) => runs_to(view, i, |i| close.is_at(view, i)),
        None if before.ends_with(b">") => runs_to(view, i, |i| view.has(i, b"</")),
        None if before.ends_with(b"]") => runs_to(view, i, |i| view.has(i, b"[/")),
        None => false,
    }
}

fn is_in_host(view: &View<'_>, head: &Head, i: usize) -> bool {
    let ends_host = |b: &u8| b"/?#".contains(b);
    head.authority.is_some_and(|host| !view.slice(host, i).iter().any(ends_host))
}

/// Returns `true` if nothing but a URI's characters and letters is between `i` and what closes there.
pub(super) fn runs_to(view: &View<'_>, mut i: usize, closes: impl Fn(usize) -> bool) -> bool {
    let most = i + 256;
    while i < most && !closes(i) {
        match view.at(i) {
            Some(b) if URI.contains(b) || b == b'|' => i += 1,
            Some(0x80..) => match iri::letter_at(view, i) {
                Some((_, len)) => i += len,
                None => return false,
            },
            _ => return false,
        }
    }
    i < most
}

/// Returns `true` if a square bracket is closed after `i` on its line.
fn closes_line(view: &View<'_>, i: usize) -> bool {
    let end = view.find(i, 256, |b| b"[]\r\n".contains(&b));
    end.is_some_and(|end| view.is(end, |b| b == b']'))
}

/// What a field is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field<'t> {
    /// Between borders that a layer below has put there.
    Border,
    /// A string or code between the same marks.
    Quoted(u8, After),
    /// The target of a link in Markdown, or in CSS: `](…)`, `url(…)`.
    Target,
    /// An argument or a value in braces: `\url{…}`, `url = {…}`.
    Braced,
    /// The value of a tag in square brackets, or the target after a label: `[url=…]`, `[label|…]`.
    Attribute(&'t [u8]),
    /// The content of a tag in square brackets: `[url]…[/url]`.
    Content(&'t [u8]),
    /// The target of a link in a wiki: `[[…|label]]`, `[[…][label]]`.
    Link,
    /// A parameter of a template: `{{…|x}}`, `|url=…}}`.
    Parameter,
    /// A cell of a table between tabs or pipes.
    Cell(u8),
    /// A plain value up to the end of its line.
    Scalar,
    /// A plain value in a flow collection of YAML: `[…, …]`, `{url: …}`.
    Flow,
}

/// What follows the mark that closes a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum After {
    Anything,
    /// More of a list or an object.
    Item,
    /// Another cell of a row.
    Cell,
    /// The end of the line, with or without a comma, or a comment.
    LineEnd,
    /// The end of the line, with a comma.
    Comma,
}

impl<'t> Field<'t> {
    /// The field that starts at `start`, by what is before it.
    fn before(view: &View<'t>, start: usize) -> Option<Self> {
        let before = view.before(start);
        let Some((&last, front)) = before.split_last() else {
            return Some(Field::Cell(b'\t'));
        };
        match last {
            FIELD_END => Some(Field::Border),
            b'`' => Some(Field::Quoted(b'`', After::Anything)),
            b'"' | b'\'' => quoted(view, start, last),
            b'(' => (front.ends_with(b"]") || front.ends_with(b"url")).then_some(Field::Target),
            b'{' if front.ends_with(b"{") => Some(Field::Parameter),
            b'{' if takes_braces(front) => Some(Field::Braced),
            b'[' if front.ends_with(b"[") => Some(Field::Link),
            b']' => content(front),
            b'=' => attribute(front).or_else(|| parameter(before)),
            b'|' => Some(label(view.line_before(start)).unwrap_or(Field::Cell(b'|'))),
            b'\t' | b'\n' => Some(Field::Cell(b'\t')),
            b' ' => after_blanks(view, start, before),
            b'[' | b'{' => scalar::in_flow(view, start).then_some(Field::Flow),
            _ => None,
        }
    }

    /// Where the field ends, whose URI has its body at `from`.
    fn end(self, view: &View<'_>, from: usize, most: usize) -> Option<usize> {
        let most = from.saturating_add(if self.is_long() { most } else { most.min(MAX_FIELD) });
        let (opens, closes) = self.pair();
        let (mut open, mut at) = (0, from);
        while at < most {
            let Some(i) = view.find(at, most - at, |b| STOP.contains(b)) else {
                let end = at + view.sight(at, most - at).len();
                return (end < most && self.ends_at(view, end)).then_some(end);
            };
            let byte = view.at(i)?;
            if open == 0 && self.ends_at(view, i) {
                return Some(i);
            }
            if HARD_STOP.contains(byte) || byte == b'\\' || self.is_broken_by(byte) {
                return None;
            }
            open += usize::from(byte == opens);
            open -= usize::from(byte == closes && open > 0);
            at = i + 1;
        }
        None
    }

    /// Returns `true` if the mark that closes it ends any URI, so that none is searched twice.
    fn is_long(self) -> bool {
        matches!(self, Field::Border | Field::Quoted(b'"' | b'`', _))
    }

    /// Returns `true` if the field cannot continue after a mark that does not close it.
    fn is_broken_by(self, mark: u8) -> bool {
        match self {
            Field::Quoted(quote, _) => mark == quote,
            // A slip, as in `](http://a.example/x])`.
            Field::Target => mark == b']',
            _ => false,
        }
    }

    /// The brackets that the URI may open and close itself.
    fn pair(self) -> (u8, u8) {
        match self {
            Field::Target => (b'(', b')'),
            Field::Attribute(_) | Field::Link => (b'[', b']'),
            Field::Braced | Field::Parameter => (b'{', b'}'),
            _ => (0, 0),
        }
    }

    /// Returns `true` if what closes it is at `i`.
    fn ends_at(self, view: &View<'_>, i: usize) -> bool {
        let next = || view.skip_blanks(i);
        match self {
            Field::Border => view.is(i, |b| b == FIELD_END),
            Field::Quoted(quote, after) => {
                let escape = usize::from(view.is(i, |b| b == b'\\'));
                Close::Byte(quote).is_at(view, i) && after.is_at(view, i + escape + 1)
            }
            Field::Target => {
                view.is(i, |b| b == b')') || next() > i && view.is(next(), |b| b"\"')".contains(&b))
            }
            Field::Braced => view.is(i, |b| b == b'}'),
            Field::Attribute(_) => view.is(i, |b| b == b']'),
            Field::Content(name) => {
                view.has(i, b"[/")
                    && view.has(i + 2, name)
                    && view.is(i + 2 + name.len(), |b| b == b']' || b == b':')
            }
            Field::Link => view.is(i, |b| b == b'|') || view.has(i, b"]]") || view.has(i, b"]["),
            Field::Parameter => view.is(next(), |b| b == b'|') || view.has(next(), b"}}"),
            Field::Cell(b'|') => view.is(next(), |b| b == b'|'),
            Field::Cell(separator) => view.is(i, |b| b == separator),
            Field::Scalar => {
                ends_line(view, i) || next() > i && view.is(next(), |b| b"#\"'".contains(&b))
            }
            Field::Flow => {
                let blank = |b: u8| b" \r\n".contains(&b);
                view.is(i, |b| b"]}".contains(&b))
                    || view.is(i, |b| b == b',') && view.is(i + 1, blank)
            }
        }
    }

    /// `end` without the identifier that phpBB puts into both of its tags: `[url=…:3qf8]x[/url:3qf8]`.
    fn without_id(self, view: &View<'_>, from: usize, end: usize) -> usize {
        const MAX_ID: usize = 12;
        let Field::Attribute(name) = self else { return end };
        let low = from.max(end.saturating_sub(MAX_ID));
        let value = view.slice(low, end);
        let Some(colon) = memchr::memrchr(b':', value) else { return end };
        let id = &value[colon..];
        let closing = [b"[/", name, id, b"]"].concat();
        let rest = view.sight(end, MAX_FIELD);
        let is_id = !name.is_empty() && id.len() > 4 && ALNUM.contains_all(&id[1..]);
        let is_closed = is_id && memmem::find(rest, &closing).is_some();
        if is_id && !is_closed && rest.len() < MAX_FIELD {
            view.want_more();
        }
        if is_closed { low + colon } else { end }
    }
}

impl After {
    /// Returns `true` if it is at `i`, after the closing mark.
    fn is_at(self, view: &View<'_>, i: usize) -> bool {
        match self {
            After::Anything => true,
            After::Item => {
                let space = |b: u8| b" \t\r\n".contains(&b);
                let end = view.find(i, MAX_FIELD, |b| !space(b));
                end.is_some_and(|end| view.is(end, |b| b",]}:".contains(&b)))
            }
            After::Cell => {
                let ends = |b: u8| b" \t".contains(&b);
                view.is(i, |b| b",;".contains(&b)) && !view.is(i + 1, ends)
                    || view.at(i).is_none_or(|b| b"\r\n".contains(&b))
            }
            After::Comma => view.is(i, |b| b == b',') && ends_line(view, i + 1),
            After::LineEnd => {
                let next = view.skip_blanks(i);
                next > i && view.is(next, |b| b == b'#')
                    || ends_line(view, i + usize::from(view.is(i, |b| b == b',')))
            }
        }
    }
}

/// Returns `true` if nothing but blanks is between `i` and the end of its line.
pub(super) fn ends_line(view: &View<'_>, i: usize) -> bool {
    view.at(view.skip_blanks(i)).is_none_or(|b| b"\r\n".contains(&b))
}

/// The string that the quotation mark before `start` opens, if it is a value of its own and nothing of
/// a sentence.
fn quoted<'t>(view: &View<'t>, start: usize, quote: u8) -> Option<Field<'t>> {
    let (before, line) = (view.before(start), view.line_before(start));
    let front = &before[..before.len() - 1];
    let outer = front.strip_suffix(b"\\").unwrap_or(front);
    let line = &line[..line.len() - (before.len() - outer.len())];
    let after = if is_set(outer) {
        After::Anything
    } else if list::is_item(outer, outer.len() < front.len()) {
        After::Item
    } else if scalar::is_entry(line) {
        After::LineEnd
    } else if line.iter().all(|&b| MARGIN.contains(b) || b"+-".contains(&b)) {
        if list::goes_on(outer) { After::LineEnd } else { After::Comma }
    } else if outer.ends_with(b",") || outer.ends_with(b";") {
        After::Cell
    } else {
        return None;
    };
    Some(Field::Quoted(quote, after))
}

/// Returns `true` if the text ends in what sets an attribute or a field. In quoted-printable, `=` is written as `=3D`.
fn is_set(text: &[u8]) -> bool {
    let field = without_blanks(text);
    field.ends_with(b"=")
        || field.ends_with(b"=3D")
        || field.ends_with(b"\":")
        || field.ends_with(b"':")
        || text.ends_with(b"url(")
}

/// Returns `true` if a brace after the text opens an argument of LaTeX or a value of BibTeX.
fn takes_braces(text: &[u8]) -> bool {
    text.ends_with(b"\\url") || text.ends_with(b"\\href") || without_blanks(text).ends_with(b"=")
}

/// The tag whose content starts after the text and a `]`.
fn content(text: &[u8]) -> Option<Field<'_>> {
    const TAGS: [&str; 9] =
        ["url", "img", "image", "link", "video", "media", "audio", "youtube", "iurl"];
    let open = text.iter().rev().take(256).position(|&b| b"[]\r\n".contains(&b))?;
    let (front, tag) = text.split_at(text.len() - open);
    let name = &tag[..tag.iter().take_while(|b| b.is_ascii_alphabetic()).count()];
    let is_tag = front.ends_with(b"[")
        && TAGS.iter().any(|known| known.as_bytes().eq_ignore_ascii_case(name));
    is_tag.then_some(Field::Content(name))
}

/// The tag whose value starts after the text and a `=`.
fn attribute(text: &[u8]) -> Option<Field<'_>> {
    let (front, name) = name(text);
    (!name.is_empty() && front.ends_with(b"[")).then_some(Field::Attribute(name))
}

/// The parameter of a template whose name and `=` end the text, with blanks around them.
fn parameter<'t>(text: &[u8]) -> Option<Field<'t>> {
    let (front, name) = name(without_blanks(text.strip_suffix(b"=")?));
    (!name.is_empty() && without_blanks(front).ends_with(b"|")).then_some(Field::Parameter)
}

/// The link in square brackets whose label and a `|` end the line so far: `[label|`.
fn label<'t>(line: &[u8]) -> Option<Field<'t>> {
    let label = line.strip_suffix(b"|")?;
    let open = label.iter().rposition(|b| b"[]|{}".contains(b))?;
    (label[open] == b'[' && open + 1 < label.len()).then_some(Field::Attribute(&[]))
}

/// The field that starts after a blank.
fn after_blanks<'t>(view: &View<'t>, start: usize, before: &'t [u8]) -> Option<Field<'t>> {
    let outer = without_blanks(before);
    match outer.last()? {
        b'|' => Some(Field::Cell(b'|')),
        b'=' => parameter(outer),
        b'[' | b'{' | b',' if scalar::in_flow(view, start) => Some(Field::Flow),
        b':' if scalar::in_flow(view, start) => Some(Field::Flow),
        b':' | b'-' => scalar::is_value(view, start).then_some(Field::Scalar),
        _ => None,
    }
}

/// The text without a name at its end, and the name.
fn name(text: &[u8]) -> (&[u8], &[u8]) {
    let is_name = |b: &&u8| ALNUM.contains(**b) || b"_-".contains(b);
    text.split_at(text.len() - text.iter().rev().take(MAX_NAME).take_while(is_name).count())
}

fn without_blanks(text: &[u8]) -> &[u8] {
    &text[..text.iter().rposition(|&b| !BLANK.contains(b)).map_or(0, |i| i + 1)]
}

/// Returns `true` if all that stands up to `end` is one URI.
fn is_whole(view: &View<'_>, head: &Head, end: usize, field: Field<'_>, options: &Options) -> bool {
    let value = view.slice(head.body, end);
    let is_border = field == Field::Border;
    let starts_another = |i| bare::starts_uri(view, head.body + i + 1);
    let is_entity = |i| escape::entity_ends_uri(view, head.body + i);
    !memchr::memchr3_iter(b',', b';', b'|', value).any(starts_another)
        && (is_border || !memchr::memchr_iter(b'&', value).any(is_entity))
        && (value.is_ascii()
            || options.non_ascii != NonAscii::Never && are_letters(value, is_border))
}

/// Returns `true` if all non-ASCII characters may belong to a URI. Punctuation may only within a word that follows a
/// mark of the URI: after one of its letters, a sentence begins. Between borders all may that can be seen.
fn are_letters(value: &[u8], is_border: bool) -> bool {
    let may_be = |text: &str| {
        let (mut last, mut is_word) = ('/', false);
        text.chars().all(|c| {
            let starts = !c.is_ascii() && last.is_ascii();
            let is_mark = !c.is_ascii() && Kind::of(c) == Kind::Other;
            is_word = if starts { !last.is_ascii_alphanumeric() && !is_mark } else { is_word };
            last = c;
            !iri::is_unseen(c) && (is_border || !is_mark || is_word) && (is_border || c != '…')
        })
    };
    value.utf8_chunks().all(|chunk| chunk.invalid().is_empty() && may_be(chunk.valid()))
}
