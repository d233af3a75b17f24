//! Strings that hold markup, told from all other text of JSON before escapes are decoded.
//!
//! Markup needs a tag of HTML, or a scheme whose slashes are character references. A string without any is what
//! it is: `&amp;` in it is part of a URI as often as not.

use memchr::memmem::Finder;
use memchr::{memchr2, memchr3, memrchr, memrchr_iter};

use crate::core::lookahead::Lookahead;
use crate::core::mapped::{Chunk, MappedRead, TextKind};
use crate::web::html::is_prose;

/// How far from the start of a string its first tag makes all of it markup. One further on does so from there.
const SIGHT: usize = 1 << 10;
/// How many bytes tell a tag.
const TAG: usize = 128;

/// `<` as an escape.
const ESCAPED: &[u8] = b"\\u003c";
/// Slashes as character references, in lower case.
const SLASHES: &[&[u8]] = &[b"&#x2f;&#x2f;", b"&#47;&#47;"];

/// JSON text, in pieces that are markup or not.
pub(super) struct Strings<R> {
    ahead: Lookahead<R>,
    escaped: Finder<'static>,
    kind: TextKind,
    /// How many bytes at the front are of this piece.
    known: usize,
    /// The piece ends after those.
    ends: bool,
    /// The byte before the ones that are not known yet.
    last: u8,
    /// In markup: a backslash precedes the bytes that are not known yet.
    is_escaped: bool,
}

/// What is at a place that may start markup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Markup,
    Text,
    /// More bytes tell.
    More,
}

impl<R: MappedRead> Strings<R> {
    pub fn new(inner: R) -> Self {
        Strings {
            ahead: Lookahead::new(inner),
            escaped: Finder::new(&ESCAPED[..5]),
            kind: TextKind::Plain,
            known: 0,
            ends: false,
            last: b'\n',
            is_escaped: false,
        }
    }

    /// Finds out how far this piece goes.
    fn look(&mut self) {
        match self.kind {
            TextKind::Markup => self.look_for_end(),
            TextKind::Plain => self.look_for_markup(),
        }
    }

    /// Markup goes up to the end of its string, or of its line.
    fn look_for_end(&mut self) {
        let bytes = self.ahead.chunk().bytes;
        let mut at = usize::from(std::mem::take(&mut self.is_escaped)).min(bytes.len());
        while let Some(before) = memchr3(b'"', b'\\', b'\n', &bytes[at..]) {
            at += before;
            if bytes[at] != b'\\' {
                (self.known, self.ends) = (at, true);
                if let Some(last) = at.checked_sub(1) {
                    self.last = bytes[last];
                }
                return;
            }
            self.is_escaped = at + 1 == bytes.len();
            at = bytes.len().min(at + 2);
        }
        (self.known, self.last) = (bytes.len(), *bytes.last().unwrap_or(&self.last));
    }

    /// Text goes up to the start of a string with markup. What may turn out to be one is held back.
    fn look_for_markup(&mut self) {
        loop {
            let bytes = self.ahead.chunk().bytes;
            let (known, mark) = Window { bytes, last: self.last }.text_len(&self.escaped);
            (self.known, self.ends) = (known, mark == Mark::Markup);
            if let Some(last) = known.checked_sub(1) {
                self.last = bytes[last];
            }
            if known > 0 || self.ends || !self.ahead.more(SIGHT) {
                break;
            }
        }
        if self.known == 0 && !self.ends {
            let bytes = self.ahead.chunk().bytes;
            (self.known, self.last) = (bytes.len(), *bytes.last().unwrap_or(&self.last));
        }
    }
}

/// Bytes that are not known yet.
struct Window<'w> {
    bytes: &'w [u8],
    /// The byte before them.
    last: u8,
}

impl Window<'_> {
    /// How many bytes are text, and what is after them.
    fn text_len(&self, escaped: &Finder<'_>) -> (usize, Mark) {
        let bytes = self.bytes;
        let find_plain =
            |from: usize| memchr2(b'<', b'&', &bytes[from..]).map_or(bytes.len(), |at| from + at);
        let (mut from, mut plain) = (0, find_plain(0));
        loop {
            // An escape further on is looked for when it is its turn: a chunk may have many strings.
            let before = &bytes[from..bytes.len().min(plain + ESCAPED.len() - 2)];
            let at = escaped.find(before).map_or(plain, |at| from + at);
            if at == bytes.len() {
                break;
            }
            match self.mark(at) {
                Mark::Text => {}
                Mark::Markup => {
                    if let Some(start) = self.start(at) {
                        return (start, Mark::Markup);
                    }
                }
                Mark::More => {
                    let before = Window { bytes: &bytes[..at], ..*self };
                    return (before.held_from(), Mark::More);
                }
            }
            from = at + 1;
            if at == plain {
                plain = find_plain(from);
            }
        }
        (self.held_from(), Mark::More)
    }

    /// What is at a `<`, an `&` or a `\u003`.
    fn mark(&self, at: usize) -> Mark {
        let rest = &self.bytes[at..self.bytes.len().min(at + TAG)];
        match rest[0] {
            b'&' if self.before(at) == b':' => slashes(rest),
            b'&' => Mark::Text,
            b'<' => tag(&rest[1..], rest.len() == TAG),
            _ => match rest.get(ESCAPED.len() - 1) {
                None => Mark::More,
                Some(last) if last | 0x20 == b'c' => tag(&rest[ESCAPED.len()..], rest.len() == TAG),
                Some(_) => Mark::Text,
            },
        }
    }

    /// The byte before that one.
    fn before(&self, at: usize) -> u8 {
        at.checked_sub(1).map_or(self.last, |at| self.bytes[at])
    }

    /// Where the markup of a string with a tag at that place starts. `None` if a line ends before the string does.
    fn start(&self, tag: usize) -> Option<usize> {
        let bytes = self.bytes;
        let from = tag.saturating_sub(SIGHT);
        let line = memrchr(b'\n', &bytes[from..tag]);
        match self.last_quote(&bytes[..tag]).filter(|quote| *quote >= from) {
            Some(quote) if line.is_none_or(|line| from + line < quote) => Some(quote + 1),
            Some(_) => None,
            None => (line.is_none() && (tag >= SIGHT || self.last != b'\n')).then_some(tag),
        }
    }

    /// The last quote without a backslash.
    fn last_quote(&self, bytes: &[u8]) -> Option<usize> {
        memrchr_iter(b'"', bytes).find(|at| self.before(*at) != b'\\')
    }

    /// From where a string may be open whose first tag is not here yet.
    fn held_from(&self) -> usize {
        let bytes = self.bytes;
        let from = bytes.len().saturating_sub(SIGHT);
        let line = match memrchr(b'\n', &bytes[from..]) {
            Some(line) => Some(from + line + 1),
            None => (from == 0 && self.last == b'\n').then_some(0),
        };
        let quote = self.last_quote(bytes).filter(|quote| *quote >= from);
        line.max(quote).unwrap_or_else(|| mark_from(bytes))
    }
}

/// From where a mark may be that is not complete.
fn mark_from(bytes: &[u8]) -> usize {
    let most = ESCAPED.len() - 2;
    let is_part = |len: &usize| bytes.ends_with(&ESCAPED[..*len]);
    bytes.len() - (1..=most.min(bytes.len())).rev().find(is_part).unwrap_or(0)
}

/// Returns `true` if slashes are here, as references.
fn slashes(bytes: &[u8]) -> Mark {
    let starts = |slashes: &&&[u8]| {
        let len = slashes.len().min(bytes.len());
        bytes[..len].eq_ignore_ascii_case(&slashes[..len])
    };
    match SLASHES.iter().find(starts) {
        Some(slashes) if bytes.len() < slashes.len() => Mark::More,
        Some(_) => Mark::Markup,
        None => Mark::Text,
    }
}

/// Returns `true` if a start tag of HTML is here, after its `<`: one that ends after its name, or has an attribute with
/// a value. `is_enough` tells if more bytes change nothing.
fn tag(bytes: &[u8], is_enough: bool) -> Mark {
    let undecided = if is_enough { Mark::Text } else { Mark::More };
    let name = run(bytes, |b| b.is_ascii_alphanumeric());
    if name == bytes.len() {
        return undecided;
    }
    if !is_prose(&bytes[..name].to_ascii_lowercase()) {
        return Mark::Text;
    }
    let mut rest = &bytes[name..];
    let mut has_space = false;
    loop {
        match rest {
            [] | [b'\\'] => return undecided,
            [b' ', ..] => (rest, has_space) = (&rest[1..], true),
            [b'\\', b'n' | b'r' | b't', ..] => (rest, has_space) = (&rest[2..], true),
            [b'\\', b'/', ..] | [b'/' | b'>', ..] => return Mark::Markup,
            [b'\\', b'u', b'0', b'0', b'3', b'e' | b'E', ..] => return Mark::Markup,
            [b'\\', b'u', ..] if rest.len() < ESCAPED.len() => return undecided,
            [_, ..] if has_space => break,
            _ => return Mark::Text,
        }
    }
    let attribute = run(rest, |b| b.is_ascii_alphanumeric() || b"-_:@".contains(&b));
    match rest.get(attribute) {
        None => undecided,
        Some(b'=') if attribute > 0 => Mark::Markup,
        Some(_) => Mark::Text,
    }
}

fn run(bytes: &[u8], is: impl Fn(u8) -> bool) -> usize {
    bytes.iter().take_while(|b| is(**b)).count()
}

impl<R: MappedRead> MappedRead for Strings<R> {
    fn chunk(&mut self) -> Chunk<'_> {
        if self.known == 0 && !self.ends {
            self.look();
        }
        if self.known == 0 {
            return Chunk::END;
        }
        let chunk = self.ahead.chunk();
        chunk.piece(0..chunk.bytes.len().min(self.known))
    }

    fn advance(&mut self, count: usize) {
        self.known -= count;
        self.ahead.advance(count);
    }

    fn next_text(&mut self) -> Option<TextKind> {
        if !std::mem::take(&mut self.ends) {
            return None;
        }
        (self.known, self.is_escaped) = (0, false);
        self.kind = match self.kind {
            TextKind::Plain => TextKind::Markup,
            TextKind::Markup => TextKind::Plain,
        };
        Some(self.kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::cases::{assert_texts, pieces};
    use crate::testing::{Random, Seen, UNCUT, in_steps, walked};

    /// What is in the text, which is the same however it is cut.
    fn made(json: &[u8]) -> Seen {
        let read = |step| {
            let mut all = walked(json, step, |to, reader| crate::data::json::read(reader, to));
            all.texts.pop().unwrap_or_default()
        };
        in_steps(read)
    }

    /// The text, with a bar for each boundary and link, and the links.
    fn shown(json: &str) -> (String, String) {
        let made = made(json.as_bytes());
        let links = made.links.iter().map(|link| String::from_utf8_lossy(&link.value).into_owned());
        let text = String::from_utf8_lossy(&made.text).replace(['\0', '\x01', '\x1f'], "|");
        (text, links.collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn strings_with_markup() {
        let long = format!("\"&amp;{}<p>&amp;\"", "a".repeat(SIGHT));
        let long_made = format!("\"&amp;{}|&\"", "a".repeat(SIGHT));
        assert_texts("data/strings", |json| {
            let (text, links) = shown(json);
            format!("{text} ¦ {links}")
        });
        assert_eq!(shown(&long), (long_made, String::new()));
    }

    #[test]
    fn two_layers_of_escapes_have_their_place() {
        let json = r#"["<a href=\"http:\/\/a.example\/?b&amp;c\">"]"#;
        let made = made(json.as_bytes());
        let link = &made.links[0];
        assert_eq!(link.value, b"http://a.example/?b&c");
        assert!(link.decoded && &*link.name == "a@href");
        let raw = &json[link.raw.start as usize..link.raw.end as usize];
        assert_eq!(raw, r"http:\/\/a.example\/?b&amp;c");
    }

    #[test]
    fn strings_around_the_sight() {
        for len in
            [SIGHT - 140, SIGHT - 130, SIGHT - 8, SIGHT - 2, SIGHT - 1, SIGHT, SIGHT + 1, 2 * SIGHT]
        {
            for (start, end) in [
                ("[\"&amp;", "<p>&amp;\""),
                ("\\\\\"", "\\u003cp>&amp;\""),
                ("\"\n&amp;", "<p>&amp;"),
                ("[0,\"\",", "<p>&amp;"),
            ] {
                made(format!("{start}{}{end}", "a".repeat(len)).as_bytes());
            }
        }
    }

    #[test]
    fn any_strings_are_the_same_for_all_cuts() {
        let all = pieces("data/pieces of strings");
        let mut random = Random::default();
        for _ in 0..300 {
            let pieces = (0..random.below(20)).map(|_| all[random.below(all.len())].as_str());
            made(pieces.collect::<String>().as_bytes());
        }
    }

    #[test]
    fn hostile_strings_take_linear_time() {
        for unit in pieces("data/hostile strings") {
            let json = unit.repeat((1 << 16) / unit.len());
            let read = |step| {
                walked(json.as_bytes(), step, |to, reader| crate::data::json::read(reader, to))
                    .texts
            };
            assert!(read(UNCUT) == read(333), "{unit}");
        }
    }
}
