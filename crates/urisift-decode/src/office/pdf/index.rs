//! The objects of a file that is held in memory, by their numbers, and how they are encrypted.
//!
//! Whatever the file is like, no more of it is read than a few times its length.

use std::cell::Cell;
use std::collections::HashMap;
use std::io::{BufReader, Read};
use std::rc::Rc;

use super::dictionary::{Dictionary, Id};
use super::encryption::Encryption;
use super::filter;
use super::lexer::{self, Next, SPACE, Token};
use super::value::{Value, Values};

/// How many objects are known at most, and how much of those in streams is kept, in bytes.
const MAX_OBJECTS: usize = 1 << 18;
const MAX_PACKED: usize = 16 << 20;
/// The longest stream that is unpacked for its own sake, in bytes.
const MAX_STREAM: usize = 4 << 20;
/// The longest text of the two numbers of an object.
const LONGEST_NUMBERS: usize = 64;
/// Where the type of a stream is, in the bytes of its object.
const FRONT: usize = 4 << 10;
/// How many trailers are looked at, and how much of each.
const MAX_TRAILERS: usize = 16;
const TRAILER: usize = 64 << 10;
/// How often the bytes of a file are read, and how many more.
const READS: usize = 8;
const MORE: usize = 1 << 20;

/// Where an object is: in the file, or in what was unpacked.
#[derive(Clone, Copy)]
struct Place {
    is_packed: bool,
    generation: u64,
    start: usize,
    end: usize,
}

/// The objects of a file, each as the last revision has it.
pub(super) struct Index<'b> {
    file: &'b [u8],
    packed: Vec<u8>,
    places: HashMap<u64, Place>,
    encryption: Option<Rc<Encryption>>,
    /// How many more bytes are read.
    left: Cell<usize>,
}

impl<'b> Index<'b> {
    pub fn of(file: &'b [u8]) -> Self {
        let bodies = memchr::memmem::find_iter(file, b"obj")
            .filter_map(|at| Some((id_before(&file[..at])?, at + b"obj".len())));
        let bodies: Vec<_> = bodies.take(MAX_OBJECTS).collect();
        let ends = bodies.iter().skip(1).map(|(_, next)| *next).chain([file.len()]);
        let place = |((id, start), end): ((Id, usize), usize)| {
            (id.number, Place { is_packed: false, generation: id.generation, start, end })
        };
        let in_file: Vec<_> = bodies.iter().copied().zip(ends).map(place).collect();
        let mut index = Index {
            file,
            packed: Vec::new(),
            places: in_file.iter().copied().collect(),
            encryption: None,
            left: Cell::new(READS * file.len() + MORE),
        };
        index.encryption = index.find_encryption(&in_file).map(Rc::new);
        index.places.clear();
        for (number, place) in in_file {
            let bytes = &file[place.start..place.end];
            if memchr::memmem::find(&bytes[..bytes.len().min(FRONT)], b"ObjStm").is_some()
                && let Some(stream) = Stream::of(bytes)
            {
                index.unpack(&stream, Id { number, generation: place.generation });
            }
            index.places.insert(number, place);
        }
        index
    }

    /// How the file is encrypted, which its trailer tells (7.5.5), or a stream of references (7.5.8).
    fn find_encryption(&self, in_file: &[(u64, Place)]) -> Option<Encryption> {
        let of_file = |start: usize| {
            let end = self.file.len().min(start + TRAILER);
            let trailer = Values::of(&self.file[start..end]).next()?;
            let encryption = self.value_of(&trailer, b"Encrypt")?;
            let id = self.value_of(&trailer, b"ID");
            let id = id.as_ref().and_then(|id| id.elements().first()?.string()).unwrap_or_default();
            Encryption::of(&encryption, id)
        };
        memchr::memmem::find(self.file, b"/Encrypt")?;
        let trailers =
            memchr::memmem::rfind_iter(self.file, b"trailer").map(|at| at + b"trailer".len());
        let has = |place: &Place, key: &[u8]| {
            let end = place.end.min(place.start + FRONT);
            memchr::memmem::find(&self.file[place.start..end], key).is_some()
        };
        let streams = in_file.iter().rev().map(|(_, place)| place);
        let streams = streams.filter(|place| has(place, b"/XRef") && has(place, b"/Encrypt"));
        let starts =
            trailers.take(MAX_TRAILERS).chain(streams.take(MAX_TRAILERS).map(|place| place.start));
        starts.into_iter().find_map(of_file)
    }

    /// How the file is encrypted, if it is and can be read without a password.
    pub fn encryption(&self) -> Option<&Rc<Encryption>> {
        self.encryption.as_ref()
    }

    /// The numbers of objects that may be pages or forms, in order.
    pub fn that_may_show(&self) -> Vec<u64> {
        let mut numbers: Vec<_> =
            self.places.keys().copied().filter(|number| self.may_show(*number)).collect();
        numbers.sort_unstable();
        numbers
    }

    /// The bytes of an object.
    fn bytes(&self, number: u64) -> Option<&[u8]> {
        let Place { is_packed, start, end, .. } = *self.places.get(&number)?;
        Some(if is_packed { &self.packed[start..end] } else { &self.file[start..end] })
    }

    /// Returns `true` if the object may be a page or a form.
    fn may_show(&self, number: u64) -> bool {
        let bytes = self.bytes(number).unwrap_or_default();
        let bytes = &bytes[..bytes.len().min(MORE)];
        [&b"/Contents"[..], b"/Resources"]
            .iter()
            .any(|key| memchr::memmem::find(bytes, key).is_some())
    }

    /// Counts `count` bytes as read; `None` if no more may be read.
    fn spend(&self, count: usize) -> Option<()> {
        self.left.set(self.left.get().checked_sub(count)?);
        Some(())
    }

    /// The value of the object of that number.
    pub fn object(&self, number: u64) -> Option<Value<'_>> {
        let mut values = Values::of(self.bytes(number)?);
        let value = values.next();
        self.spend(values.at)?;
        value
    }

    /// The value, or that of the object that it refers to.
    pub fn value<'v>(&'v self, value: &Value<'v>) -> Option<Value<'v>> {
        match value {
            Value::Reference(number) => self.object(*number),
            value => Some(value.clone()),
        }
    }

    /// Like `value`, of that of a key.
    pub fn value_of<'v>(&'v self, dictionary: &Value<'v>, key: &[u8]) -> Option<Value<'v>> {
        self.value(dictionary.get(key)?)
    }

    /// The unpacked bytes of the stream that a key refers to.
    pub fn stream_of(&self, dictionary: &Value<'_>, key: &[u8]) -> Option<Vec<u8>> {
        let Some(Value::Reference(number)) = dictionary.get(key) else { return None };
        let id = Id { number: *number, generation: self.places.get(number)?.generation };
        let stream = Stream::of(self.bytes(*number)?)?;
        let bytes =
            stream.unpacked(id, self.encryption.as_deref(), self.left.get().min(MAX_STREAM));
        self.spend(bytes.len())?;
        Some(bytes)
    }

    /// Adds the objects of a stream (7.5.7), but for those of the structure of a document.
    fn unpack(&mut self, stream: &Stream<'_>, id: Id) {
        let bytes =
            stream.unpacked(id, self.encryption.as_deref(), self.left.get().min(MAX_PACKED));
        let Some(()) = self.spend(bytes.len()) else { return };
        let Some(dictionary) = Values::of(stream.bytes).next() else { return };
        let number = |key: &[u8]| dictionary.get(key).and_then(Value::number).unwrap_or(0.0);
        let (count, first) = (number(b"N") as usize, number(b"First") as usize);
        let header = Values::of(&bytes[..first.min(bytes.len())]).filter_map(|it| it.number());
        let numbers: Vec<_> = header.take(2 * count.min(MAX_OBJECTS)).collect();
        let start = |pair: &[f64]| first.saturating_add(pair[1] as usize);
        let ends = numbers.chunks_exact(2).skip(1).map(start).chain([bytes.len()]);
        for (pair, end) in numbers.chunks_exact(2).zip(ends) {
            let Some(object) = bytes.get(start(pair)..end.min(bytes.len())) else { continue };
            let start = self.packed.len();
            let has_room = self.places.len() < MAX_OBJECTS && start + object.len() <= MAX_PACKED;
            if has_room && memchr::memmem::find(object, b"/StructElem").is_none() {
                self.packed.extend_from_slice(object);
                let end = self.packed.len();
                let place = Place { is_packed: true, generation: 0, start, end };
                self.places.insert(pair[0] as u64, place);
            }
        }
    }
}

/// The number and the generation of an object, from what precedes `obj`.
fn id_before(bytes: &[u8]) -> Option<Id> {
    /// The last number of the bytes, and what precedes it.
    fn last(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
        let count = |bytes: &[u8], is: &dyn Fn(&u8) -> bool| {
            bytes.iter().rev().take_while(|byte| is(byte)).count()
        };
        let bytes = &bytes[..bytes.len() - count(bytes, &|byte| SPACE.contains(*byte))];
        let (before, digits) = bytes.split_at(bytes.len() - count(bytes, &u8::is_ascii_digit));
        (!digits.is_empty()).then_some((before, digits))
    }
    let (before, generation) = last(&bytes[bytes.len().saturating_sub(LONGEST_NUMBERS)..])?;
    let (_, number) = last(before).filter(|_| before.last().is_some_and(|b| SPACE.contains(*b)))?;
    Some(Id { number: lexer::number(number)?, generation: lexer::number(generation)? })
}

/// The stream of an object.
struct Stream<'b> {
    dictionary: Dictionary,
    bytes: &'b [u8],
    data: &'b [u8],
}

impl<'b> Stream<'b> {
    /// That of these bytes of an object.
    fn of(bytes: &'b [u8]) -> Option<Self> {
        let (mut dictionary, mut at) = (Dictionary::default(), 0);
        loop {
            let Next::Token(token, range) = lexer::next(bytes, at, true) else { return None };
            at = range.end;
            let word = &bytes[range];
            if token == Token::Word && [&b"stream"[..], b"endobj"].contains(&word) {
                let is_stream = word == b"stream";
                let data = is_stream.then(|| &bytes[at + super::eol_len(&bytes[at..])..])?;
                let len = dictionary.len.and_then(|len| usize::try_from(len).ok());
                let is_end = |len: &usize| {
                    data.get(*len..).is_some_and(|it| it.trim_ascii_start().starts_with(super::END))
                };
                let len = len.filter(is_end).or_else(|| super::end_of_data(data));
                let data = &data[..len.unwrap_or(data.len())];
                return Some(Stream { dictionary, bytes, data });
            }
            dictionary.take(token, word);
        }
    }

    /// Decodes the stream: at most `most` bytes, and up to the first error.
    fn unpacked(&self, id: Id, encryption: Option<&Encryption>, most: usize) -> Vec<u8> {
        let mut unpacked = Vec::new();
        let Dictionary { filters, parms, kind, .. } = &self.dictionary;
        let read: Box<dyn Read + '_> = match encryption {
            Some(encryption) => encryption.stream(id, *kind, self.data),
            None => Box::new(self.data),
        };
        if filters.len() <= filter::MOST
            && let Ok(read) = filter::decoder(filters, *parms, BufReader::new(read))
        {
            let _ = read.take(most as u64).read_to_end(&mut unpacked);
        }
        unpacked
    }
}
