//! The attributes in a tag (HTML 13.2.5.32 to 13.2.5.40), tokenized byte by byte.

use std::ops::Range;

use super::attribute::{self, Form};
use super::items::{skip, until};
use super::opening::SPACE;
use crate::layers::word::{self, Word};
use urisift::internal::byteset::ByteSet;

const GAP: ByteSet = SPACE.or(ByteSet::of(b"/"));
const NAME_END: ByteSet = SPACE.or(ByteSet::of(b"/>="));
const UNQUOTED_END: ByteSet = SPACE.or(ByteSet::of(b">"));

/// The state in a tag. Offsets count from the last [`Tokens::restart`].
#[derive(Debug, Default)]
pub(super) struct Tokens {
    place: Place,
    at: usize,
    pub name: Range<usize>,
    pub value: Range<usize>,
    /// The last byte was `/`.
    pub closes_itself: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Place {
    /// Before a name.
    #[default]
    Gap,
    Name,
    AfterName,
    BeforeValue,
    Quoted(u8),
    Unquoted,
}

/// The places of an attribute's name and of its value.
#[derive(Clone, Debug)]
pub(super) struct Attribute {
    pub name: Range<usize>,
    /// The number of the name, or 0 if it is longer.
    pub key: u64,
    /// The form of its value in most elements: see [`attribute::of_most`].
    pub form: Option<Form>,
    pub value: Range<usize>,
}

/// What is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// Nothing.
    None,
    /// An attribute with a value.
    Attribute,
    /// The tag.
    Close,
}

/// How far the bytes were read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Taken {
    pub count: usize,
    pub event: Event,
}

impl Tokens {
    /// The state after the name of a tag.
    pub fn new() -> Self {
        Tokens::default()
    }

    /// Forgets what was read, except the state and the last `kept` bytes.
    pub fn restart(&mut self, kept: usize) {
        self.at = kept;
        self.name = 0..0;
        self.value = 0..kept;
    }

    /// The value so far, if the state is in one.
    pub fn open_value(&self) -> Option<Range<usize>> {
        let is_open = matches!(self.place, Place::Quoted(_) | Place::Unquoted);
        is_open.then_some(self.value.start..self.at)
    }

    /// Reads on, up to the end of a token.
    pub fn take(&mut self, bytes: &[u8]) -> Taken {
        let mut count = 0;
        while count < bytes.len() {
            let rest = &bytes[count..];
            let step = match self.place {
                Place::Gap => self.gap(rest),
                Place::Name => self.name(rest),
                Place::AfterName => self.after_name(rest),
                Place::BeforeValue => self.before_value(rest),
                Place::Quoted(quote) => self.value(memchr::memchr(quote, rest), rest.len(), 1),
                Place::Unquoted => self.value(find(UNQUOTED_END, rest), rest.len(), 0),
            };
            count += step.count;
            self.at += step.count;
            if step.event != Event::None {
                return Taken { count, event: step.event };
            }
        }
        Taken { count, event: Event::None }
    }

    fn gap(&mut self, rest: &[u8]) -> Taken {
        let count = skip(GAP, rest, 0);
        if count > 0 {
            self.closes_itself = rest[count - 1] == b'/';
        }
        match rest.get(count) {
            None => Taken { count, event: Event::None },
            Some(b'>') => Taken { count: count + 1, event: Event::Close },
            // Any other byte is part of the name.
            Some(_) => {
                self.name = self.at + count..self.at + count;
                self.closes_itself = false;
                self.move_on(Place::Name, count + 1)
            }
        }
    }

    fn name(&mut self, rest: &[u8]) -> Taken {
        let end = find(NAME_END, rest);
        let count = end.unwrap_or(rest.len());
        self.name.end = self.at + count;
        match end {
            Some(_) => self.move_on(Place::AfterName, count),
            None => Taken { count, event: Event::None },
        }
    }

    fn after_name(&mut self, rest: &[u8]) -> Taken {
        let count = skip(SPACE, rest, 0);
        match rest.get(count) {
            None => Taken { count, event: Event::None },
            Some(b'=') => self.move_on(Place::BeforeValue, count + 1),
            Some(_) => self.move_on(Place::Gap, count),
        }
    }

    fn before_value(&mut self, rest: &[u8]) -> Taken {
        let count = skip(SPACE, rest, 0);
        let (place, count) = match rest.get(count) {
            None => return Taken { count, event: Event::None },
            Some(quote @ (b'"' | b'\'')) => (Place::Quoted(*quote), count + 1),
            Some(b'>') => (Place::Gap, count),
            Some(_) => (Place::Unquoted, count),
        };
        self.value = self.at + count..self.at + count;
        self.move_on(place, count)
    }

    /// Ends a value; its end is `end_len` bytes long, which are consumed.
    fn value(&mut self, end: Option<usize>, all: usize, end_len: usize) -> Taken {
        let Some(end) = end else { return Taken { count: all, event: Event::None } };
        self.value.end = self.at + end;
        self.place = Place::Gap;
        Taken { count: end + end_len, event: Event::Attribute }
    }

    fn move_on(&mut self, place: Place, count: usize) -> Taken {
        self.place = place;
        Taken { count, event: Event::None }
    }
}

/// The attributes of a tag that is whole in the bytes, where its name ends at `at`: those that are kept, by the number
/// of the name, the name and the value. Returns where the tag ends, and whether it closes itself; `None` if it
/// continues after the bytes or ends near their end, or has rare bytes. Gives what [`Tokens`] would.
#[inline]
pub(super) fn whole(
    bytes: &[u8],
    mut at: usize,
    found: &mut Vec<Attribute>,
    mut keeps: impl FnMut(Option<Form>, u64, &[u8]) -> bool,
) -> Option<(usize, bool)> {
    found.clear();
    loop {
        let gap = at;
        at = skip(GAP, bytes, at);
        if *bytes.get(at)? == b'>' {
            let closes_itself = gap < at && bytes[at - 1] == b'/';
            return Some((at + 1, closes_itself));
        }
        // A third of all attributes, and nothing to anyone here.
        if bytes[at..].starts_with(CLASS) {
            at = word::find_near(b'"', bytes, at + CLASS.len())? + 1;
            continue;
        }
        let start = at;
        let (key, end) = name_at(bytes, start)?;
        at = end;
        if bytes[at] != b'=' {
            at = skip(SPACE, bytes, at);
            if *bytes.get(at)? != b'=' {
                continue;
            }
        }
        at = skip(SPACE, bytes, at + 1);
        let value = match *bytes.get(at)? {
            b'>' => continue,
            quote @ (b'"' | b'\'') => at + 1..word::find_near(quote, bytes, at + 1)?,
            _ => at..until(UNQUOTED_END, bytes, at),
        };
        at = value.end + usize::from(value.start > at);
        let form = attribute::of_most(key, &bytes[start..end]);
        if keeps(form, key, &bytes[value.clone()]) {
            found.push(Attribute { name: start..end, key, form, value });
        }
    }
}

/// The start of an attribute that yields nothing in any element.
const CLASS: &[u8] = b"class=\"";

/// The number of the name of an attribute that starts there, or 0 if it has more than eight bytes, and where it ends.
/// `None` if it starts with `=`, has a control, or is near the end of the bytes.
#[inline(always)]
fn name_at(bytes: &[u8], start: usize) -> Option<(u64, usize)> {
    let first = Word::at(bytes, start)?;
    // Most have letters alone, and a value.
    let len = word::first(first.are_below(b'@'));
    if len > 0 && *bytes.get(start + len)? == b'=' {
        return Some((first.key(len), start + len));
    }
    any_name_at(bytes, start, first)
}

fn any_name_at(bytes: &[u8], start: usize, first: Word) -> Option<(u64, usize)> {
    let (mut eight, mut end) = (first, start);
    loop {
        let ends = eight.are_below(b' ' + 1)
            | eight.eq_mask(b'=')
            | eight.eq_mask(b'>')
            | eight.eq_mask(b'/');
        let len = word::first(ends);
        end += len;
        if len < 8 {
            break;
        }
        eight = Word::at(bytes, end)?;
    }
    let key = match end - start {
        0 => return None,
        len @ ..=8 => first.key(len),
        _ => 0,
    };
    NAME_END.contains(bytes[end]).then_some((key, end))
}

fn find(set: ByteSet, bytes: &[u8]) -> Option<usize> {
    bytes.iter().position(|b| set.contains(*b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::cases::assert_texts;

    /// The attributes after a name, and whether the tag closes itself.
    fn attributes(tag: &str, step: usize) -> (Vec<(String, String)>, bool) {
        let (mut tokens, mut at, mut found) = (Tokens::new(), 0, Vec::new());
        while at < tag.len() {
            let bytes = &tag.as_bytes()[at..tag.len().min(at + step)];
            let taken = tokens.take(bytes);
            at += taken.count;
            match taken.event {
                Event::None => {}
                Event::Attribute => {
                    let [name, value] =
                        [&tokens.name, &tokens.value].map(|r| tag[r.clone()].into());
                    found.push((name, value));
                }
                Event::Close => return (found, tokens.closes_itself),
            }
        }
        (found, false)
    }

    #[test]
    fn in_any_syntax() {
        assert_texts("html/attributes", |tag| {
            let (found, closes) = attributes(tag, tag.len());
            assert!((1..tag.len()).all(|step| attributes(tag, step) == (found.clone(), closes)));
            let found: Vec<String> = found.iter().map(|(n, v)| format!("{n}={v}")).collect();
            let mut list = Vec::new();
            let text = format!("{tag}>\"'>        ");
            if let Some(end) = whole(text.as_bytes(), 0, &mut list, |_, _, _| true)
                && tag.ends_with('>')
            {
                let text = |range: &Range<usize>| &tag[range.clone()];
                let all = list.iter().map(|a| format!("{}={}", text(&a.name), text(&a.value)));
                assert_eq!(
                    (all.collect::<Vec<_>>(), end),
                    (found.clone(), (tag.len(), closes)),
                    "{tag}"
                );
            }
            format!("{} ¦ {closes}", found.join(","))
        });
    }
}
