//! The fonts of a file that is held in memory: which one each name stands for, in each stream that shows text.
//!
//! Whatever the file is like, no more is read for this than a few times its length.

use std::cell::Cell;
use std::collections::HashMap;
use std::io::Read;
use std::rc::Rc;

use super::dictionary::Dictionary;
use super::filter;
use super::font::Font;
use super::lexer::{self, Next, SPACE, Token};
use super::value::{Value, Values};

/// How many objects and fonts are known at most, how many ranges all fonts have, and how much of the objects in streams
/// is kept, in bytes.
const MAX_OBJECTS: usize = 1 << 19;
const MAX_FONTS: usize = 1 << 12;
const MAX_RANGES: usize = 1 << 18;
const MAX_PACKED: usize = 16 << 20;
/// The longest stream of a map to Unicode, in bytes.
const MAX_MAP: usize = 4 << 20;
/// The most pages in each other from which one has its fonts.
const MAX_PARENTS: usize = 32;
/// The longest text of the two numbers of an object.
const LONGEST_NUMBERS: usize = 64;
/// Where the type of a stream is, in the bytes of its object.
const FRONT: usize = 4 << 10;
/// How often the bytes of a file are read, and how many more.
const READS: usize = 8;
const MORE: usize = 1 << 20;

/// The fonts that names stand for, in one stream or several.
pub(super) type Named = HashMap<Vec<u8>, Rc<Font>>;

/// The fonts of each stream, by its number.
#[derive(Default)]
pub(super) struct Fonts(HashMap<u64, Rc<Named>>);

impl Fonts {
    /// Those of a whole file.
    pub fn of(file: &[u8]) -> Fonts {
        let mut reader = Reader {
            objects: Objects::of(file),
            fonts: HashMap::new(),
            ranges: 0,
            named: HashMap::new(),
        };
        let mut fonts = Fonts::default();
        let mut numbers: Vec<_> = reader.objects.places.keys().copied().collect();
        numbers.sort_unstable();
        for number in numbers {
            if reader.objects.may_show(number) {
                reader.add(number, &mut fonts);
            }
        }
        fonts
    }

    pub fn in_stream(&self, number: u64) -> Rc<Named> {
        self.0.get(&number).cloned().unwrap_or_default()
    }
}

/// Reads the fonts of all objects.
struct Reader<'b> {
    objects: Objects<'b>,
    /// Those that have been read, by their numbers, and how many ranges they have.
    fonts: HashMap<u64, Rc<Font>>,
    ranges: usize,
    /// The fonts of the resources, or of the node of the tree of pages, with that number.
    named: HashMap<u64, Rc<Named>>,
}

impl Reader<'_> {
    /// Adds what a page, or a form (ISO 32000-1 8.10), says of streams.
    fn add(&mut self, number: u64, fonts: &mut Fonts) {
        let objects = self.objects.clone();
        let Some(object) = objects.object(number) else { return };
        let named = self.named(&object, &objects, 0);
        let contents = match object.get(b"Contents") {
            Some(Value::Reference(stream)) => match objects.object(*stream) {
                Some(streams @ Value::Array(_)) => Some(streams),
                _ => Some(Value::Array(vec![Value::Reference(*stream)])),
            },
            other => other.cloned(),
        };
        for stream in contents.iter().flat_map(Value::elements) {
            if let Value::Reference(stream) = stream {
                fonts.0.insert(*stream, Rc::clone(&named));
            }
        }
        if object.get(b"Resources").is_some() {
            fonts.0.entry(number).or_insert(named);
        }
    }

    /// The fonts of a page, of a node above it, or of a form.
    fn named(&mut self, object: &Value<'_>, objects: &Objects<'_>, depth: usize) -> Rc<Named> {
        match (object.get(b"Resources"), object.get(b"Parent")) {
            (Some(Value::Reference(number)), _) => self.known(*number, |reader| {
                let resources = objects.object(*number);
                resources.map_or_else(Rc::default, |it| reader.of_resources(&it, objects))
            }),
            (Some(resources), _) => self.of_resources(resources, objects),
            (None, Some(Value::Reference(parent))) if depth < MAX_PARENTS => {
                self.known(*parent, |reader| {
                    let parent = objects.object(*parent);
                    parent.map_or_else(Rc::default, |it| reader.named(&it, objects, depth + 1))
                })
            }
            _ => Rc::default(),
        }
    }

    /// What was read before for that number, or is now.
    fn known(&mut self, number: u64, read: impl FnOnce(&mut Self) -> Rc<Named>) -> Rc<Named> {
        if let Some(named) = self.named.get(&number) {
            return Rc::clone(named);
        }
        let named = read(self);
        self.named.insert(number, Rc::clone(&named));
        named
    }

    fn of_resources(&mut self, resources: &Value<'_>, objects: &Objects<'_>) -> Rc<Named> {
        match resources.get(b"Font") {
            Some(Value::Reference(number)) => self.known(*number, |reader| {
                let fonts = objects.object(*number);
                fonts.map_or_else(Rc::default, |it| reader.of_dictionary(&it, objects))
            }),
            Some(fonts) => self.of_dictionary(fonts, objects),
            None => Rc::default(),
        }
    }

    fn of_dictionary(&mut self, fonts: &Value<'_>, objects: &Objects<'_>) -> Rc<Named> {
        let Value::Dictionary(fonts) = fonts else { return Rc::default() };
        let named = fonts
            .iter()
            .filter_map(|(name, font)| Some((name.to_vec(), self.font(font, objects)?)));
        Rc::new(named.collect())
    }

    fn font(&mut self, font: &Value<'_>, objects: &Objects<'_>) -> Option<Rc<Font>> {
        let number = if let Value::Reference(number) = font { Some(*number) } else { None };
        if let Some(font) = number.and_then(|number| self.fonts.get(&number)) {
            return Some(Rc::clone(font));
        }
        if self.fonts.len() >= MAX_FONTS || self.ranges >= MAX_RANGES {
            return None;
        }
        let font = Rc::new(Font::of(&objects.value(font)?, objects));
        self.ranges += font.len();
        if let Some(number) = number {
            self.fonts.insert(number, Rc::clone(&font));
        }
        Some(font)
    }
}

/// Where an object is: in the file, or in what was unpacked.
#[derive(Clone, Copy)]
struct Place {
    is_packed: bool,
    start: usize,
    end: usize,
}

/// The objects of a file, each as the last revision has it.
#[derive(Clone)]
pub(super) struct Objects<'b> {
    file: &'b [u8],
    packed: Rc<Vec<u8>>,
    places: Rc<HashMap<u64, Place>>,
    /// How many more bytes are read.
    left: Rc<Cell<usize>>,
}

impl<'b> Objects<'b> {
    pub fn of(file: &'b [u8]) -> Self {
        let bodies = memchr::memmem::find_iter(file, b"obj")
            .filter_map(|at| Some((number_before(&file[..at])?, at + b"obj".len())));
        let bodies: Vec<_> = bodies.take(MAX_OBJECTS).collect();
        let ends = bodies.iter().skip(1).map(|(_, next)| *next).chain([file.len()]);
        let mut all =
            Packed { bytes: Vec::new(), places: HashMap::new(), left: READS * file.len() + MORE };
        for ((number, start), end) in bodies.iter().copied().zip(ends) {
            let bytes = &file[start..end];
            if memchr::memmem::find(&bytes[..bytes.len().min(FRONT)], b"ObjStm").is_some()
                && let Some(stream) = Stream::of(bytes)
            {
                all.unpack(&stream);
            }
            all.places.insert(number, Place { is_packed: false, start, end });
        }
        let left = READS * (file.len() + all.bytes.len()) + MORE;
        Objects {
            file,
            packed: all.bytes.into(),
            places: all.places.into(),
            left: Rc::new(left.into()),
        }
    }

    /// The bytes of an object.
    fn bytes(&self, number: u64) -> Option<&[u8]> {
        let Place { is_packed, start, end } = *self.places.get(&number)?;
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

    /// Counts so many bytes as read; `None` if they are too many.
    fn spend(&self, count: usize) -> Option<()> {
        self.left.set(self.left.get().checked_sub(count)?);
        Some(())
    }

    /// The value of the object of that number.
    fn object(&self, number: u64) -> Option<Value<'_>> {
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
        let most = self.left.get().min(MAX_MAP);
        let bytes = Stream::of(self.bytes(*number)?)?.unpacked(most);
        self.spend(bytes.len())?;
        Some(bytes)
    }
}

/// The number of an object, from what precedes `obj`.
fn number_before(bytes: &[u8]) -> Option<u64> {
    /// The last number of the bytes, and what precedes it.
    fn last(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
        let count = |bytes: &[u8], is: &dyn Fn(&u8) -> bool| {
            bytes.iter().rev().take_while(|byte| is(byte)).count()
        };
        let bytes = &bytes[..bytes.len() - count(bytes, &|byte| SPACE.contains(*byte))];
        let (before, digits) = bytes.split_at(bytes.len() - count(bytes, &u8::is_ascii_digit));
        (!digits.is_empty()).then_some((before, digits))
    }
    let (before, _) = last(&bytes[bytes.len().saturating_sub(LONGEST_NUMBERS)..])?;
    let (_, number) = last(before).filter(|_| before.last().is_some_and(|b| SPACE.contains(*b)))?;
    lexer::number(number)
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

    /// What it holds, up to so many bytes and the first that cannot be decompressed.
    fn unpacked(&self, most: usize) -> Vec<u8> {
        let mut unpacked = Vec::new();
        let Dictionary { filters, parms, .. } = &self.dictionary;
        if filters.len() <= filter::MOST
            && let Ok(read) = filter::decoder(filters, *parms, self.data)
        {
            let _ = read.take(most as u64).read_to_end(&mut unpacked);
        }
        unpacked
    }
}

/// Objects that were unpacked, and where they and all others are.
struct Packed {
    bytes: Vec<u8>,
    places: HashMap<u64, Place>,
    /// How many more bytes are unpacked.
    left: usize,
}

impl Packed {
    /// Adds the objects of a stream (7.5.7), but for those of the structure of a document.
    fn unpack(&mut self, stream: &Stream<'_>) {
        let bytes = stream.unpacked(self.left.min(MAX_PACKED));
        self.left -= bytes.len();
        let Some(dictionary) = Values::of(stream.bytes).next() else { return };
        let number = |key: &[u8]| dictionary.get(key).and_then(Value::number).unwrap_or(0.0);
        let (count, first) = (number(b"N") as usize, number(b"First") as usize);
        let header = Values::of(&bytes[..first.min(bytes.len())]).filter_map(|it| it.number());
        let numbers: Vec<_> = header.take(2 * count.min(MAX_OBJECTS)).collect();
        let start = |pair: &[f64]| first.saturating_add(pair[1] as usize);
        let ends = numbers.chunks_exact(2).skip(1).map(start).chain([bytes.len()]);
        for (pair, end) in numbers.chunks_exact(2).zip(ends) {
            let Some(object) = bytes.get(start(pair)..end.min(bytes.len())) else { continue };
            let start = self.bytes.len();
            let has_room = self.places.len() < MAX_OBJECTS && start + object.len() <= MAX_PACKED;
            if has_room && memchr::memmem::find(object, b"/StructElem").is_none() {
                self.bytes.extend_from_slice(object);
                let end = self.bytes.len();
                self.places.insert(pair[0] as u64, Place { is_packed: true, start, end });
            }
        }
    }
}
