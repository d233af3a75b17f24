//! The URIs of the list, each once, and which of them the filter shows.

use std::collections::HashMap;
use std::sync::Arc;

use urisift_search::Record;

use crate::record::path_bytes;

/// URIs in the order in which they were found first.
pub(super) struct List {
    entries: Vec<Entry>,
    numbers: HashMap<Arc<[u8]>, usize>,
    /// The numbers of the entries that the filter shows.
    shown: Vec<usize>,
    filter: Filter,
    /// How much memory the entries may take, in bytes.
    room: usize,
    /// How many finds were left out because there was no room.
    left_out: u64,
}

/// A URI of the list.
pub(super) struct Entry {
    /// The URI as it is printed.
    pub uri: Arc<[u8]>,
    /// Its first find.
    pub record: Record,
    /// How often it was found.
    pub count: u64,
    pub is_marked: bool,
    /// What the words of the filter are looked for in, in lower case.
    searched: Box<str>,
}

/// How much text is kept on each side of a URI, in bytes.
const SIDE: usize = 400;

/// What an entry takes beside its texts, in bytes.
const ENTRY: usize = size_of::<Entry>() + 256;

impl List {
    /// A list that takes up to that much memory, in bytes.
    pub fn new(memory: usize) -> Self {
        List {
            entries: Vec::new(),
            numbers: HashMap::new(),
            shown: Vec::new(),
            filter: Filter::default(),
            room: memory,
            left_out: 0,
        }
    }

    /// Adds a find, which is printed as that URI.
    pub fn add(&mut self, uri: &[u8], mut record: Record) {
        if let Some(known) = self.numbers.get(uri) {
            self.entries[*known].count += 1;
            return;
        }
        if let Some(context) = &mut record.context {
            keep_end(&mut context.before);
            keep_start(&mut context.after);
        }
        let searched = searched(uri, &record).into_boxed_str();
        let sides = record.context.as_ref().map_or(0, |c| c.before.len() + c.after.len());
        let texts = uri.len() + record.found.raw().len() + sides + 2 * searched.len();
        let Some(room) = self.room.checked_sub(texts + ENTRY) else {
            self.left_out += 1;
            return;
        };
        self.room = room;
        let (uri, number): (Arc<[u8]>, _) = (uri.into(), self.entries.len());
        self.numbers.insert(Arc::clone(&uri), number);
        if self.filter.matches(&searched) {
            self.shown.push(number);
        }
        self.entries.push(Entry { uri, record, count: 1, is_marked: false, searched });
    }

    /// How many URIs there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn left_out(&self) -> u64 {
        self.left_out
    }

    /// How many the filter shows.
    pub fn shown_len(&self) -> usize {
        self.shown.len()
    }

    /// An entry, by its row.
    pub fn get(&self, row: usize) -> Option<&Entry> {
        self.shown.get(row).map(|number| &self.entries[*number])
    }

    /// The entries that the filter shows, from that row on.
    pub fn from(&self, row: usize) -> impl Iterator<Item = &Entry> {
        self.shown.iter().skip(row).map(|number| &self.entries[*number])
    }

    pub fn filter(&self) -> &str {
        &self.filter.text
    }

    /// Shows only the entries that match these words.
    pub fn set_filter(&mut self, text: String) {
        self.filter = Filter::of(text);
        let is_shown = |(_, entry): &(usize, &Entry)| self.filter.matches(&entry.searched);
        let shown = self.entries.iter().enumerate().filter(is_shown);
        self.shown = shown.map(|(number, _)| number).collect();
    }

    /// Marks the entry of a row, or takes its mark away.
    pub fn mark(&mut self, row: usize) {
        if let Some(number) = self.shown.get(row) {
            let entry = &mut self.entries[*number];
            entry.is_marked = !entry.is_marked;
        }
    }

    /// Marks all entries that the filter shows; takes their marks away if all have one.
    pub fn mark_shown(&mut self) {
        let are_marked = self.from(0).all(|entry| entry.is_marked);
        for number in &self.shown {
            self.entries[*number].is_marked = !are_marked;
        }
    }

    /// The marked entries, shown or not.
    pub fn marked(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(|entry| entry.is_marked)
    }

    /// Takes all marks away.
    pub fn unmark(&mut self) {
        self.entries.iter_mut().for_each(|entry| entry.is_marked = false);
    }
}

/// The URI, the path, and who wrote the message about what, in lower case.
fn searched(uri: &[u8], record: &Record) -> String {
    let part = record.part.as_ref();
    let fields = part.and_then(|part| part.message.as_deref()).map(|message| message.fields());
    let fields = fields.map(|fields| [&fields.from, &fields.from_name, &fields.subject]);
    let mut text = String::from_utf8_lossy(uri).into_owned();
    text.push('\n');
    text.push_str(&String::from_utf8_lossy(path_bytes(&record.path)));
    let others = fields.into_iter().flatten().flatten().chain(part.map(|part| &part.path));
    for other in others {
        text.push('\n');
        text.push_str(other);
    }
    text.to_lowercase()
}

fn keep_start(text: &mut Vec<u8>) {
    if text.len() > SIDE {
        let cut = (SIDE - 3..=SIDE).rev().find(|at| is_boundary(text[*at]));
        text.truncate(cut.unwrap_or(SIDE));
    }
    text.shrink_to_fit();
}

fn keep_end(text: &mut Vec<u8>) {
    if let Some(at) = text.len().checked_sub(SIDE) {
        let cut = (at..at + 3).find(|at| is_boundary(text[*at]));
        text.drain(..cut.unwrap_or(at));
    }
    text.shrink_to_fit();
}

/// Returns `true` if a byte starts a character of UTF-8.
fn is_boundary(byte: u8) -> bool {
    byte & 0xc0 != 0x80
}

/// Words that an entry must have, or must not have.
#[derive(Default)]
struct Filter {
    text: String,
    wanted: Vec<String>,
    unwanted: Vec<String>,
}

impl Filter {
    fn of(text: String) -> Self {
        let lower = text.to_lowercase();
        let (mut wanted, mut unwanted) = (Vec::new(), Vec::new());
        for word in lower.split_whitespace() {
            match word.strip_prefix('!') {
                Some("") => {}
                Some(word) => unwanted.push(word.to_owned()),
                None => wanted.push(word.to_owned()),
            }
        }
        Filter { text, wanted, unwanted }
    }

    fn matches(&self, searched: &str) -> bool {
        let has = |word: &String| memchr::memmem::find(searched.as_bytes(), word.as_bytes());
        self.wanted.iter().all(|word| has(word).is_some())
            && !self.unwanted.iter().any(|word| has(word).is_some())
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::fs;

    use urisift_search::Search;

    use super::*;

    /// The list of a text.
    pub fn list(text: &str, memory: usize) -> List {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mail.txt");
        fs::write(&path, text).unwrap();
        let mut list = List::new(memory);
        for record in Search::builder().path(path).context_lines(1).build().unwrap() {
            let mut record = record.unwrap();
            record.path = "mail.txt".into();
            let uri = record.found.uri().to_vec();
            list.add(&uri, record);
        }
        list
    }

    fn shown(list: &List) -> Vec<&str> {
        list.from(0).map(|entry| str::from_utf8(&entry.uri).unwrap()).collect()
    }

    const TEXT: &str = "http://a.example/ http://B.example/é http://a.example/ ftp://a.example/c";

    #[test]
    fn each_uri_is_there_once() {
        let list = list(TEXT, 1 << 20);
        assert_eq!(shown(&list), ["http://a.example/", "http://B.example/é", "ftp://a.example/c"]);
        let counts: Vec<_> = list.from(0).map(|entry| entry.count).collect();
        assert_eq!((counts, list.len(), list.left_out()), (vec![2, 1, 1], 3, 0));
    }

    #[test]
    fn words_filter() {
        let mut list = list(TEXT, 1 << 20);
        for (filter, expected) in [
            ("a.ex", &["http://a.example/", "ftp://a.example/c"][..]),
            ("A.EX  ftp", &["ftp://a.example/c"]),
            ("b.e É", &["http://B.example/é"]),
            ("!ftp !é", &["http://a.example/"]),
            ("mail.txt c !", &["ftp://a.example/c"]),
            ("!mail", &[]),
            ("nowhere", &[]),
        ] {
            list.set_filter(filter.to_owned());
            assert_eq!(shown(&list), expected, "{filter}");
        }
    }

    #[test]
    fn finds_that_come_later_are_filtered_too() {
        let (mut list, more) = (List::new(1 << 20), list(TEXT, 1 << 20));
        list.set_filter("ftp".to_owned());
        for entry in more.entries {
            list.add(&entry.uri.clone(), entry.record);
        }
        assert_eq!((shown(&list), list.len()), (vec!["ftp://a.example/c"], 3));
    }

    #[test]
    fn marks_stay_when_the_filter_changes() {
        let mut list = list(TEXT, 1 << 20);
        list.mark(1);
        list.set_filter("a.ex".to_owned());
        list.mark_shown();
        assert_eq!(list.marked().count(), 3);
        list.mark_shown();
        let marked: Vec<_> = list.marked().map(|entry| &*entry.uri).collect();
        assert_eq!(marked, ["http://B.example/é".as_bytes()]);
        list.unmark();
        assert_eq!(list.marked().count(), 0);
    }

    #[test]
    fn what_does_not_fit_is_counted() {
        let full = list(TEXT, 2 * ENTRY + 1000);
        assert_eq!((full.len(), full.left_out()), (2, 1));
    }

    #[test]
    fn long_lines_are_cut_between_characters() {
        for shift in 0..4 {
            let side = "é".repeat(1000);
            let text = format!("{}{side} http://a.example/ {side}", "x".repeat(shift));
            let list = list(&text, 1 << 20);
            let context = list.get(0).unwrap().record.context.as_ref().unwrap();
            for side in [&context.before, &context.after] {
                assert!(str::from_utf8(side).is_ok() && (SIDE - 4..=SIDE).contains(&side.len()));
            }
        }
    }
}
