//! Exports of chats as JSON (Telegram, Slack, Discord, Matrix …): arrays of objects with a text, an author and a time.

use std::ops::ControlFlow;
use std::sync::{Arc, LazyLock};

use memchr::memmem::{self, Finder};

use super::har::{StringEnd, unescaped};
use super::read;
use crate::core::bounded::Before;
use crate::core::detect::{ENOUGH, sniffs};
use crate::core::format::{Prefix, Sniff};
use crate::core::message::{Message, MessageFields, time_of};
use crate::core::peek::PeekReader;
use crate::core::step::StepKind;
use crate::core::walker::Walker;

/// How far from the start of a message its author and time are looked for.
const SIGHT: usize = 64 << 10;
/// How many objects in arrays are looked at for the first message.
const OBJECTS: usize = 64;

/// A file with fewer bytes is mostly at hand as a whole.
const FEW: usize = 4 << 10;

/// Keys of texts.
const TEXTS: &[&[u8]] = &[b"text", b"content", b"body", b"message", b"msg"];
/// Keys of times, the surest first.
const TIMES: &[&[u8]] = &[
    b"date_unixtime",
    b"timestamp_ms",
    b"origin_server_ts",
    b"ts",
    b"timestamp",
    b"created_at",
    b"createdAt",
    b"sent_at",
    b"date",
    b"time",
];
/// Keys of names that an author has, that is shown to others first.
const NAMES: &[&[u8]] = &[
    b"nickname",
    b"real_name",
    b"display_name",
    b"global_name",
    b"name",
    b"username",
    b"login",
    b"screen_name",
];
/// Keys of authors, of which the last ones are mostly numbers of users.
const AUTHORS: &[&[u8]] =
    &[b"user_profile", b"author", b"from", b"sender_name", b"username", b"sender", b"user"];

/// How these keys start.
static STARTS: LazyLock<[Finder<'static>; 4]> =
    LazyLock::new(|| ["\"user", "\"author", "\"from", "\"sender"].map(Finder::new));

/// The messages of a chat start here: how many objects and arrays are open in each, if it is a chat.
pub(super) fn depth(reader: &mut PeekReader<'_>) -> Option<usize> {
    let is_chat = sniffs(reader, |head| match Depth::of(head) {
        None => Sniff::More,
        Some(depth) => Sniff::sure(depth > 0),
    });
    let bytes = reader.front(ENOUGH);
    is_chat.then(|| Depth::of(Prefix { bytes, is_all: true })).flatten()
}

/// Reads a chat: each message with its author and time, and JSON around them.
pub(super) fn open(
    depth: usize,
    reader: &mut PeekReader<'_>,
    to: &mut Walker<'_>,
) -> ControlFlow<()> {
    let (mut structure, mut number) = (Structure::default(), 0);
    while !reader.is_at_end() {
        let is_between = |byte: &u8| b" \t\r\n,".contains(byte);
        let between = find(reader, |bytes| bytes.iter().position(|byte| !is_between(byte)));
        match between {
            // Nothing that could be found is between two messages, mostly.
            Some(len) if number > 0 && reader.live()[len] == b'{' => to.advance(reader, len as u64),
            _ => {
                let mut text = Before::new(reader, 0, |bytes, _| structure.start(bytes, depth));
                read(&mut text, to)?;
                if !text.is_found() {
                    break;
                }
            }
        }
        number += 1;
        message(depth, number, &mut structure, reader, to)?;
    }
    ControlFlow::Continue(())
}

/// Reads a message, whose object is at the front.
fn message(
    depth: usize,
    number: u64,
    structure: &mut Structure,
    reader: &mut PeekReader<'_>,
    to: &mut Walker<'_>,
) -> ControlFlow<()> {
    let mut ahead = Structure { depth: structure.depth, in_string: None };
    let len = find(reader, |bytes| ahead.end(bytes, depth));
    let live = reader.live();
    let front = &live[..len.unwrap_or(live.len().min(SIGHT))];
    let may_find = to.visitor.may_find(front) || memmem::find(front, b"\\u").is_some();
    if let (Some(len), false) = (len, may_find) {
        to.advance(reader, len as u64);
        return ControlFlow::Continue(());
    }
    let message = About::of(front).message();
    let outer = to.part.message.replace(Arc::new(message));
    let mut object = Before::new(reader, 0, |bytes, _| structure.end(bytes, depth));
    let step = format!("message {number}");
    let flow = to.within(StepKind::Record, step, |to| read(&mut object, to));
    to.part.message = outer;
    flow
}

/// What `find` finds in the next bytes, which it gets once, within sight.
fn find(
    reader: &mut PeekReader<'_>,
    mut find: impl FnMut(&[u8]) -> Option<usize>,
) -> Option<usize> {
    let mut from = 0;
    loop {
        let live = reader.live();
        let sight = &live[..live.len().min(SIGHT)];
        if let Some(at) = find(&sight[from..]) {
            return Some(from + at);
        }
        from = sight.len();
        if from == SIGHT || !reader.more() {
            return None;
        }
    }
}

/// How deep the place is that has been reached.
#[derive(Default)]
struct Structure {
    depth: usize,
    in_string: Option<StringEnd>,
}

impl Structure {
    /// Where the next object at that depth starts in the bytes that come next.
    fn start(&mut self, bytes: &[u8], depth: usize) -> Option<usize> {
        self.find(bytes, |byte, here| byte == b'{' && here + 1 == depth)
    }

    /// Where the object at that depth ends whose start has been found.
    fn end(&mut self, bytes: &[u8], depth: usize) -> Option<usize> {
        let end = self.find(bytes, |byte, here| byte == b'}' && here == depth)?;
        self.depth -= 1;
        Some(end + 1)
    }

    /// The first byte outside of strings that is the wanted one, which is told the depth before it.
    fn find(&mut self, bytes: &[u8], is: impl Fn(u8, usize) -> bool) -> Option<usize> {
        let mut at = 0;
        while at < bytes.len() {
            if let Some(end) = &mut self.in_string {
                at += end.find(&bytes[at..])?;
                self.in_string = None;
                at += usize::from(bytes[at] == b'"');
                continue;
            }
            match bytes[at] {
                byte @ (b'{' | b'}') if is(byte, self.depth) => return Some(at),
                b'"' => self.in_string = Some(StringEnd::default()),
                b'{' | b'[' => self.depth += 1,
                b'}' | b']' => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
            at += 1;
        }
        None
    }
}

/// A token of JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token<'j> {
    Open,
    Close,
    Key(&'j [u8]),
    Text(&'j [u8]),
    /// A number or a name.
    Bare(&'j [u8]),
}

/// The tokens that are complete.
struct Tokens<'j> {
    rest: &'j [u8],
}

impl<'j> Iterator for Tokens<'j> {
    type Item = Token<'j>;

    fn next(&mut self) -> Option<Token<'j>> {
        let is_between = |byte: &u8| byte.is_ascii_whitespace() || b",:".contains(byte);
        let start = self.rest.iter().position(|byte| !is_between(byte))?;
        let text = &self.rest[start..];
        let (token, len) = match text[0] {
            b'{' | b'[' => (Token::Open, 1),
            b'}' | b']' => (Token::Close, 1),
            b'"' => {
                let len = StringEnd::default().find(&text[1..])?;
                let after = &text[(len + 2).min(text.len())..];
                let next = after.iter().find(|byte| !byte.is_ascii_whitespace())?;
                let string = &text[1..=len];
                let token = if *next == b':' { Token::Key(string) } else { Token::Text(string) };
                (token, len + 2)
            }
            _ => {
                let is_end = |byte: &u8| is_between(byte) || b"{}[]\"".contains(byte);
                let len = text.iter().position(is_end)?.max(1);
                (Token::Bare(&text[..len]), len)
            }
        };
        self.rest = &text[len.min(text.len())..];
        Some(token)
    }
}

/// What an object says of itself.
#[derive(Default)]
struct About<'j> {
    has_text: bool,
    /// The time, and its rank among those that there are.
    time: Option<(usize, &'j [u8])>,
    author: Option<(usize, &'j [u8])>,
}

impl<'j> About<'j> {
    /// What the object at the front says, as far as it is there.
    fn of(object: &'j [u8]) -> Self {
        let (mut about, mut depth, mut keys) = (About::default(), 0, [&b""[..]; 2]);
        for token in (Tokens { rest: object }) {
            match token {
                Token::Open => depth += 1,
                Token::Close if depth <= 1 => break,
                Token::Close => depth -= 1,
                Token::Key(key) if depth <= 2 => keys[depth.max(1) - 1] = key,
                Token::Key(_) => {}
                _ if depth > 2 => {}
                Token::Text(value) | Token::Bare(value) => {
                    about.note(keys[0], (depth == 2).then_some(keys[1]), value);
                }
            }
            if depth == 1 {
                keys[1] = b"";
            }
        }
        about
    }

    /// Notes the value of a key, or of one in the object that is its value.
    fn note(&mut self, key: &[u8], inner: Option<&[u8]>, value: &'j [u8]) {
        self.has_text |= TEXTS.contains(&key);
        if let Some(rank) = rank_in(AUTHORS, key).filter(|_| is_name(value))
            && let Some(inner) = inner.map_or(Some(NAMES.len()), |inner| rank_in(NAMES, inner))
        {
            let rank = rank * (NAMES.len() + 1) + inner;
            self.author = self.author.filter(|best| best.0 <= rank).or(Some((rank, value)));
        }
        if let Some(rank) = rank_in(TIMES, key).filter(|_| inner.is_none() && is_time(value)) {
            self.time = self.time.filter(|best| best.0 <= rank).or(Some((rank, value)));
        }
    }

    /// Returns `true` if the object is a message.
    fn is_message(&self) -> bool {
        self.has_text && self.time.is_some() && self.author.is_some()
    }

    fn message(&self) -> Message {
        let text = |value| String::from_utf8_lossy(&unescaped(value)).into_owned();
        let author = self.author.map(|(_, name)| text(name));
        let is_address =
            |name: &String| name.find('@').is_some_and(|at| at > 0) && !name.contains(' ');
        let (from, from_name) = match author {
            Some(name) if is_address(&name) => (Some(name), None),
            name => (None, name),
        };
        let date = self.time.map(|(_, time)| second(time).and_then(time_of).unwrap_or(text(time)));
        let fields = MessageFields { from, from_name, ..MessageFields::default() };
        Message::new(None, date).with(fields)
    }
}

/// The place of a key among such keys.
fn rank_in(keys: &[&[u8]], key: &[u8]) -> Option<usize> {
    keys.iter().position(|one| *one == key)
}

/// Returns `true` if it may name an author.
fn is_name(value: &[u8]) -> bool {
    !matches!(value, b"" | b"null" | b"true" | b"false")
        && value.len() <= LONGEST_NAME
        && !value.contains(&b'/')
        && !is_time(value)
}

/// The longest name of an author, in bytes.
const LONGEST_NAME: usize = 256;

/// Returns `true` if it is a date of ISO 8601, or a time since 1970.
fn is_time(value: &[u8]) -> bool {
    let has_date = value.get(..10).is_some_and(|date| {
        let is_part = |(at, byte): (usize, &u8)| match at {
            4 | 7 => *byte == b'-',
            _ => byte.is_ascii_digit(),
        };
        date.iter().enumerate().all(is_part)
    });
    has_date || second(value).is_some()
}

/// The second since 1970, of a time in seconds, perhaps with a fraction, milliseconds, microseconds or nanoseconds.
fn second(value: &[u8]) -> Option<u64> {
    let len = value.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let is_whole = value.get(len).is_none_or(|byte| *byte == b'.');
    let is_time = is_whole && matches!(len, 10 | 13 | 16 | 19);
    str::from_utf8(value.get(..10)?).ok().filter(|_| is_time)?.parse().ok()
}

/// Returns `true` if something may name an author.
fn has_author(bytes: &[u8]) -> bool {
    STARTS.iter().any(|start| start.find(bytes).is_some())
}

/// Returns `true` if nothing names an author in a first line that ends with a bracket, or before [`OBJECTS`] objects have
/// ended.
fn is_far_from_author(bytes: &[u8]) -> bool {
    let line = memchr::memchr(b'\n', bytes).map_or(&b""[..], |end| bytes[..end].trim_ascii_end());
    let ends = line.ends_with(b"}") || line.ends_with(b"]");
    // Counting costs more than to wait for the end of a short file.
    let many = Some(bytes).filter(|bytes| bytes.len() >= FEW).unwrap_or_default();
    let objects = memchr::memchr_iter(b'}', many).nth(OBJECTS - 1);
    ends && !has_author(line) || objects.is_some_and(|end| !has_author(&bytes[..end]))
}

/// Finds the first message.
struct Depth<'h> {
    bytes: &'h [u8],
    /// Where each open object and array starts.
    open: Vec<usize>,
    /// How many objects in arrays have ended.
    objects: usize,
    /// The least depth of a message.
    found: Option<usize>,
}

impl<'h> Depth<'h> {
    /// How many objects and arrays are open in a message; 0 if it is no chat. `None` if more bytes tell.
    fn of(head: Prefix<'h>) -> Option<usize> {
        let bytes = head.bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(head.bytes);
        if is_far_from_author(bytes) {
            return Some(0);
        }
        if !head.is_all {
            return None;
        }
        let mut depth = Depth { bytes, open: Vec::new(), objects: 0, found: None };
        if has_author(bytes) {
            depth.read();
            depth.look_at_open();
        }
        Some(depth.found.unwrap_or_default())
    }

    /// Reads the text to its end, or until [`OBJECTS`] objects in arrays have ended.
    fn read(&mut self) {
        let mut at = 0;
        while let Some(byte) = self.bytes.get(at) {
            at += 1;
            match byte {
                b'"' => match StringEnd::default().find(&self.bytes[at..]) {
                    Some(len) => at += len + 1,
                    None => return,
                },
                b'{' | b'[' => self.open.push(at - 1),
                b'}' | b']' => {
                    self.close(at);
                    if self.open.is_empty() || self.objects == OBJECTS {
                        return;
                    }
                }
                _ => {}
            }
        }
    }

    /// Looks at objects that have not ended, the outermost first.
    fn look_at_open(&mut self) {
        let mut objects = (0..self.open.len()).filter(|index| self.is_in_array(*index));
        let is_message = |index: &usize| About::of(&self.bytes[self.open[*index]..]).is_message();
        let depth = objects.by_ref().take(OBJECTS - self.objects).find(is_message);
        self.found = depth.map(|index| index + 1).or(self.found);
    }

    /// Returns `true` if that open one is an object in an array.
    fn is_in_array(&self, index: usize) -> bool {
        let byte = |index: usize| self.bytes[self.open[index]];
        index > 0 && byte(index) == b'{' && byte(index - 1) == b'['
    }

    /// The innermost one ends there.
    fn close(&mut self, end: usize) {
        let Some(index) = self.open.len().checked_sub(1) else { return };
        if self.is_in_array(index) {
            self.objects += 1;
            let depth = self.open.len();
            let is_nearer = self.found.is_none_or(|found| depth < found);
            if is_nearer && About::of(&self.bytes[self.open[index]..end]).is_message() {
                self.found = Some(depth);
            }
        }
        self.open.pop();
    }
}

#[cfg(test)]
mod tests {
    use crate::data::json::Json;
    use crate::testing::cases::assert_cases;
    use crate::testing::{entered, in_steps};

    #[test]
    fn messages_have_authors_and_times() {
        assert_cases("data/chats", |[json]| {
            let all = in_steps(|step| entered(&Json, json, step));
            let messages = all.texts.iter().filter(|text| text.path != "json").map(|text| {
                let message = text.message.as_ref().unwrap();
                let fields = message.fields();
                let author = fields.from.as_deref().or(fields.from_name.as_deref());
                let [date, author] =
                    [message.date.as_deref(), author].map(Option::unwrap_or_default);
                format!("{} {date} {author}: {}", text.path, String::from_utf8_lossy(&text.text))
            });
            messages.collect::<Vec<_>>().join("\n")
        });
    }
}
