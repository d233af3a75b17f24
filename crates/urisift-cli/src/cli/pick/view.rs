//! What the screen shows: the filter, the list, and the text beside or below it.

use std::iter;

use anstream::adapter::strip_str;
use anstyle::{AnsiColor, Style};

use urisift_search::Record;

use super::keys::HELP;
use super::list::{Entry, List};
use super::styled::{cut, padded, rows, width};
use super::tty::Frame;
use crate::cli::uris::explanation;
use crate::grammar::caution::cautions;
use crate::grammar::components::Components;
use crate::output::{Looks, Palette, PlainText, TerminalText};
use crate::record::{RecordWriter, Transforms, grouped, origin_of, path_bytes, size};
use crate::sanitize;

/// The rows of the list from which on there is room for a text below it.
const LEAST_ROWS: usize = 12;
/// The columns from which on there is room for a text beside it.
const LEAST_COLUMNS: usize = 100;

// The columns of what stands in front: labels of a place, the bar of the lines around a URI, labels of its parts.
const LABEL: usize = 9;
const BAR: usize = 4;
const MARGIN: usize = 12;

const DIM: Style = Style::new().dimmed();
const BOLD: Style = Style::new().bold();
const REVERSED: Style = Style::new().invert();
const CAREFUL: Style = AnsiColor::Yellow.on_default();

/// What accepting a URI does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    Open,
    Print,
}

/// How finds are shown.
pub(super) struct View {
    uris: TerminalText,
    /// The looks have colours.
    has_color: bool,
    pub mode: Mode,
}

/// What is shown.
pub(super) struct Shown<'l> {
    pub list: &'l List,
    /// The row of the list that is selected.
    pub selected: usize,
    /// The row of the list that is the first on the screen.
    pub top: usize,
    /// How many rows of the text beside the list are passed over.
    pub scroll: usize,
    /// How many bytes have been read, while the search runs.
    pub read: Option<u64>,
    /// How many problems there were.
    pub problems: usize,
    /// What was done last.
    pub message: Option<&'l str>,
}

/// Which rows and columns of a screen are whose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    columns: usize,
    rows: usize,
    /// The rows and columns of the list.
    pub list: (usize, usize),
    text: Place,
}

/// Where the text about a URI is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Beside,
    Below,
    Nowhere,
}

impl Layout {
    /// The layout of a screen with so many columns and rows.
    pub fn of((columns, rows): (u16, u16)) -> Self {
        let (columns, rows) = (usize::from(columns), usize::from(rows));
        // The filter is the first row, and the keys are the last.
        let inner = rows.saturating_sub(2);
        let (text, list) = if columns >= LEAST_COLUMNS {
            (Place::Beside, (inner, columns / 2))
        } else if inner >= LEAST_ROWS {
            (Place::Below, (inner * 2 / 5, columns))
        } else {
            (Place::Nowhere, (inner, columns))
        };
        Layout { columns, rows, list, text }
    }
}

impl View {
    pub fn new(transforms: Transforms, has_color: bool, mode: Mode) -> Self {
        let palette = if has_color { Palette::default() } else { Palette::plain() };
        let looks = Looks { palette, links: None };
        let text = PlainText { transforms, ..PlainText::default() };
        View { uris: TerminalText { text, looks }, has_color, mode }
    }

    /// The URI that is printed for a find.
    pub fn printed(&self, record: &Record) -> Vec<u8> {
        self.uris.text.transforms.printed(&record.found).into_owned()
    }

    /// The screen.
    pub fn frame(&self, shown: &Shown<'_>, layout: &Layout) -> Frame {
        let Layout { columns, rows, list: (list_rows, list_columns), text } = *layout;
        let (filter, cursor) = self.filter(shown, columns);
        let list = shown.list.from(shown.top).take(list_rows).enumerate();
        let mut list = list
            .map(|(i, entry)| self.row(entry, shown.top + i == shown.selected, list_columns))
            .chain(iter::repeat(String::new()));
        let list = list.by_ref().take(list_rows);
        let selected = shown.list.get(shown.selected);
        let about = |rows: usize, columns: usize| {
            let about = selected.map(|entry| self.about(entry, columns)).unwrap_or_default();
            let last = about.len().saturating_sub(rows);
            about.into_iter().skip(shown.scroll.min(last)).take(rows).collect::<Vec<_>>()
        };
        let mut all = vec![filter];
        match text {
            Place::Nowhere => all.extend(list),
            Place::Beside => {
                let right = about(list_rows, columns - list_columns - 2);
                let right = right.into_iter().chain(iter::repeat(String::new()));
                let bar = self.styled("│", DIM);
                let row = |(left, right)| format!("{}{bar} {right}", padded(left, list_columns));
                let list: Vec<_> = list.collect();
                all.extend(list.iter().map(String::as_str).zip(right).map(row));
            }
            Place::Below => {
                all.extend(list);
                all.push(self.styled(&"─".repeat(columns), DIM));
                all.extend(about(rows.saturating_sub(list_rows + 3), columns));
                all.resize(rows.saturating_sub(1), String::new());
            }
        }
        all.push(self.last_row(shown, columns));
        all.truncate(rows);
        Frame { rows: all, cursor }
    }

    /// The row with the filter and the numbers, and where the cursor is.
    fn filter(&self, shown: &Shown<'_>, columns: usize) -> (String, (u16, u16)) {
        let number = |count: usize| grouped(count as u64);
        let list = shown.list;
        let mut numbers = match list.shown_len() == list.len() {
            true => number(list.len()),
            false => format!("{} of {}", number(list.shown_len()), number(list.len())),
        };
        let marked = list.marked().count();
        let notes = [
            (marked > 0).then(|| format!("{} marked", number(marked))),
            (list.left_out() > 0).then(|| format!("{} left out", grouped(list.left_out()))),
            (shown.problems > 0).then(|| format!("{} unread", number(shown.problems))),
            shown.read.map(|read| format!("searching, {}", size(read as f64))),
        ];
        for note in notes.into_iter().flatten() {
            numbers = format!("{numbers} · {note}");
        }
        let numbers = cut(&numbers, columns / 2);
        let room = columns.saturating_sub(width(&numbers) + 4);
        let filter = sanitize::text(list.filter());
        // The end of a long filter is what is being typed.
        let hidden = width(&filter).saturating_sub(room);
        let mut start = 0;
        while width(&filter[..start]) < hidden {
            start += filter[start..].chars().next().map_or(1, char::len_utf8);
        }
        let filter = &filter[start..];
        let cursor = (2 + width(filter)).min(columns.saturating_sub(1)) as u16;
        let prompt = self.styled(">", BOLD);
        let gap = columns.saturating_sub(2 + width(filter) + width(&numbers));
        let row = format!("{prompt} {filter}{:gap$}{}", "", self.styled(&numbers, DIM));
        (cut(&row, columns), (cursor, 0))
    }

    /// A row of the list.
    fn row(&self, entry: &Entry, is_selected: bool, columns: usize) -> String {
        let pointer = if is_selected { "> " } else { "  " };
        let mark = if entry.is_marked { "*" } else { " " };
        let components = Components::of(&entry.uri);
        let is_odd = !cautions(&entry.uri, components.parts()).is_empty();
        let careful = if is_odd { "!" } else { " " };
        let count = match entry.count {
            1 => String::new(),
            count => format!(" {}×", grouped(count)),
        };
        let room = columns.saturating_sub(5 + width(&count) + 1);
        let uri = match is_selected {
            true => sanitize::shown(&entry.uri),
            false => self.painted(entry),
        };
        let uri = padded(&uri, room);
        match is_selected {
            true => {
                let row = padded(&format!("{pointer}{mark}{careful} {uri}{count}"), columns);
                // Terminals without colours have this.
                format!("{REVERSED}{row}{REVERSED:#}")
            }
            false => {
                let (careful, count) = (self.styled(careful, CAREFUL), self.styled(&count, DIM));
                let mark = self.styled(mark, BOLD);
                cut(&format!("{pointer}{mark}{careful} {uri}{count}"), columns)
            }
        }
    }

    /// The URI in the colours of its components.
    fn painted(&self, entry: &Entry) -> String {
        let mut origin = origin_of(&entry.record);
        origin.context = None;
        let mut out = Vec::new();
        let _ = self.uris.found(&origin, &entry.record.found, &mut out);
        out.pop();
        String::from_utf8_lossy(&out).into_owned()
    }

    /// Where the URI was found first, and what it is.
    fn about(&self, entry: &Entry, columns: usize) -> Vec<String> {
        let [origin, around, explained] =
            [self.origin(entry), self.around(entry), self.explained(entry, columns)];
        let indented = [(LABEL, origin), (BAR, around), (MARGIN, explained)];
        let rows = |(indent, lines): (usize, Vec<String>)| {
            let rows = lines.into_iter().flat_map(move |line| rows(&line, columns, indent));
            rows.collect::<Vec<_>>()
        };
        let blocks = indented.map(rows);
        let blocks: Vec<_> = blocks.into_iter().filter(|rows| !rows.is_empty()).collect();
        blocks.join(&String::new())
    }

    /// The place, and what is known of its text.
    fn origin(&self, entry: &Entry) -> Vec<String> {
        let label = |name: &str, text: &str| {
            let name = self.styled(&format!("{name:<LABEL$}"), DIM);
            format!("{name}{}", sanitize::text(text))
        };
        let (mut lines, record) = (vec![self.place(entry)], &entry.record);
        let part = record.part.as_ref();
        lines.extend(part.map(|part| label("part", &part.path)));
        if let Some(message) = part.and_then(|part| part.message.as_deref()) {
            let fields = message.fields();
            let from = match (&fields.from_name, &fields.from) {
                (Some(name), Some(from)) => Some(format!("{name} <{from}>")),
                (name, from) => from.clone().or_else(|| name.clone()),
            };
            lines.extend(from.map(|from| label("from", &from)));
            lines.extend(fields.subject.as_ref().map(|subject| label("subject", subject)));
        }
        lines.extend(record.time.map(|time| label("time", &time.to_string())));
        lines
    }

    /// The lines that the URI stands in.
    fn around(&self, entry: &Entry) -> Vec<String> {
        if entry.record.context.is_none() {
            return Vec::new();
        }
        let mut out = Vec::new();
        let _ = self.uris.found(&origin_of(&entry.record), &entry.record.found, &mut out);
        let out = String::from_utf8_lossy(&out).replace('\t', "    ");
        // The first line is the URI.
        out.lines().skip(1).map(str::to_owned).collect()
    }

    /// What the URI is.
    fn explained(&self, entry: &Entry, columns: usize) -> Vec<String> {
        let explained = explanation(&entry.uri, columns);
        let explained = String::from_utf8_lossy(&explained);
        let explained = match self.has_color {
            true => explained.into_owned(),
            false => strip_str(&explained).to_string(),
        };
        explained.lines().map(str::to_owned).collect()
    }

    fn place(&self, entry: &Entry) -> String {
        let mut place = sanitize::shown(path_bytes(&entry.record.path));
        if let Some(position) = entry.record.found.position() {
            place = format!("{place}:{}:{}", position.line, position.column);
        }
        let place = self.styled(&place, BOLD);
        match entry.count {
            1 => place,
            count => format!("{place}  first of {}", grouped(count)),
        }
    }

    /// The last row: what was done, or the keys.
    fn last_row(&self, shown: &Shown<'_>, columns: usize) -> String {
        if let Some(message) = shown.message {
            return cut(&sanitize::text(message), columns);
        }
        let accept = match self.mode {
            Mode::Open => "open",
            Mode::Print => "print",
        };
        let mut row = String::new();
        for (key, what) in iter::once(("enter", accept)).chain(HELP) {
            let next = format!("{key} {}  ", self.styled(what, DIM));
            if width(&row) + width(&next) > columns + 2 {
                break;
            }
            row.push_str(&next);
        }
        cut(row.trim_end(), columns)
    }

    fn styled(&self, text: &str, style: Style) -> String {
        match self.has_color && !text.is_empty() {
            true => format!("{style}{text}{style:#}"),
            false => text.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::list::tests::list;
    use super::*;

    /// The screen of a list without colours, as text.
    fn screen(size: (u16, u16), change: impl FnOnce(&mut List, &mut Shown<'static>)) -> String {
        let text =
            "see\nhttp://me:x@a.example/b\tand\n<http://b.example/日本> <http://b.example/日本>";
        let list: &'static mut List = Box::leak(Box::new(list(text, 1 << 20)));
        let mut shown = Shown {
            list: Box::leak(Box::new(List::new(0))),
            selected: 0,
            top: 0,
            scroll: 0,
            read: None,
            problems: 0,
            message: None,
        };
        change(list, &mut shown);
        shown.list = list;
        let view = View::new(Transforms::default(), false, Mode::Open);
        let frame = view.frame(&shown, &Layout::of(size));
        assert_eq!(frame.rows.len(), usize::from(size.1), "{size:?}");
        let is_wide = |row: &String| width(row) > usize::from(size.0);
        assert!(!frame.rows.iter().any(is_wide), "{size:?}: {:#?}", frame.rows);
        assert!(frame.cursor.0 < size.0 && frame.cursor.1 < size.1);
        let rows: Vec<_> = frame.rows.iter().map(|row| strip_str(row).to_string()).collect();
        rows.iter().map(|row| row.trim_end()).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn a_wide_screen_has_the_text_beside_the_list() {
        let screen = screen((100, 14), |list, _| list.mark(1));
        assert_eq!(
            screen,
            "\
>                                                                                       2 · 1 marked
>  ! http://me:x@a.example/b                      │ mail.txt:2:1
  *  http://b.example/日本                     2× │
                                                  │   | see
                                                  │   | http://me:x@a.example/b    and
                                                  │   | <http://b.example/日本>
                                                  │     <http://b.example/日本>
                                                  │
                                                  │ http://me:x@a.example/b
                                                  │   scheme         0..4  http
                                                  │   userinfo      7..11  me:x
                                                  │   host         12..21  a.example
                                                  │   path         21..23  /b
enter open  esc end  tab mark  ^y copy  ^a mark all  ^u clear  shift-↑↓ scroll  ^z pause"
        );
    }

    #[test]
    fn a_narrow_screen_has_it_below() {
        let screen = screen((40, 16), |list, shown| {
            list.set_filter("b.ex".to_owned());
            (shown.scroll, shown.read) = (1, Some(3 << 20));
        });
        assert_eq!(
            screen,
            "\
> b.ex              1 of 2 · searching,…
>    http://b.example/日本           2×




────────────────────────────────────────

  | http://me:x@a.example/b    and
  | <http://b.example/日本>
    <http://b.example/日本>

http://b.example/日本
  scheme         0..4  http
  host          7..16  b.example
enter open  esc end  tab mark  ^y copy"
        );
    }

    #[test]
    fn a_small_screen_has_the_list_alone() {
        let screen = screen((20, 4), |list, shown| {
            list.set_filter("no such words in it".to_owned());
            shown.message = Some("Copied\u{1b}[2J");
        });
        assert_eq!(screen, "> ords in it  0 of 2\n\n\nCopied\\u{1b}[2J");
    }

    #[test]
    fn every_size_is_drawn() {
        for columns in (1..130).step_by(3) {
            for rows in 2..40 {
                screen((columns, rows), |_, shown| shown.scroll = 1000);
            }
        }
    }
}
