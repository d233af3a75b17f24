//! The fonts of a file that is held in memory: which one each name stands for, in each stream that shows text.

use std::collections::HashMap;
use std::rc::Rc;

use super::font::Font;
use super::index::Index;
use super::value::Value;

/// How many fonts are known at most; how many ranges all of them have, and how many names and streams refer to them.
const MAX_FONTS: usize = 1 << 12;
const MAX_ENTRIES: usize = 1 << 18;
/// The most nodes above a page from which it may have its fonts.
const MAX_PARENTS: usize = 32;

/// The fonts that names stand for, in one stream or several.
pub(super) type Named = HashMap<Vec<u8>, Rc<Font>>;

/// The fonts of each stream, by its number.
#[derive(Default)]
pub(super) struct Fonts(HashMap<u64, Rc<Named>>);

impl Fonts {
    /// Those of a whole file.
    pub fn of(index: &Index<'_>) -> Fonts {
        let (fonts, named) = Default::default();
        let mut reader = Reader { index, fonts, entries: 0, named };
        let mut fonts = Fonts::default();
        for number in index.that_may_show() {
            reader.add(number, &mut fonts);
        }
        fonts
    }

    pub fn in_stream(&self, number: u64) -> Rc<Named> {
        self.0.get(&number).cloned().unwrap_or_default()
    }
}

/// Reads the fonts of all objects.
struct Reader<'o> {
    index: &'o Index<'o>,
    /// Those that have been read, by their numbers.
    fonts: HashMap<u64, Rc<Font>>,
    /// How many ranges, names and streams there are.
    entries: usize,
    /// The fonts of the resources, or of the node of the tree of pages, with that number.
    named: HashMap<u64, Rc<Named>>,
}

impl Reader<'_> {
    /// Adds what a page, or a form (ISO 32000-1 8.10), says of streams.
    fn add(&mut self, number: u64, fonts: &mut Fonts) {
        let index = self.index;
        let Some(object) = index.object(number) else { return };
        let named = self.named(&object, 0);
        let contents = match object.get(b"Contents") {
            Some(Value::Reference(stream)) => match index.object(*stream) {
                Some(streams @ Value::Array(_)) => Some(streams),
                _ => Some(Value::Array(vec![Value::Reference(*stream)])),
            },
            other => other.cloned(),
        };
        for stream in contents.iter().flat_map(Value::elements) {
            if let Value::Reference(stream) = stream
                && self.entries < MAX_ENTRIES
            {
                self.entries += 1;
                fonts.0.insert(*stream, Rc::clone(&named));
            }
        }
        if object.get(b"Resources").is_some() {
            fonts.0.entry(number).or_insert(named);
        }
    }

    /// The fonts of a page, of a node above it, or of a form.
    fn named(&mut self, object: &Value<'_>, depth: usize) -> Rc<Named> {
        match (object.get(b"Resources"), object.get(b"Parent")) {
            (Some(Value::Reference(number)), _) => self.known(*number, |reader| {
                let resources = reader.index.object(*number);
                resources.map_or_else(Rc::default, |it| reader.of_resources(&it))
            }),
            (Some(resources), _) => self.of_resources(resources),
            (None, Some(Value::Reference(parent))) if depth < MAX_PARENTS => {
                self.known(*parent, |reader| {
                    let parent = reader.index.object(*parent);
                    parent.map_or_else(Rc::default, |it| reader.named(&it, depth + 1))
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

    fn of_resources(&mut self, resources: &Value<'_>) -> Rc<Named> {
        match resources.get(b"Font") {
            Some(Value::Reference(number)) => self.known(*number, |reader| {
                let fonts = reader.index.object(*number);
                fonts.map_or_else(Rc::default, |it| reader.of_dictionary(&it))
            }),
            Some(fonts) => self.of_dictionary(fonts),
            None => Rc::default(),
        }
    }

    fn of_dictionary(&mut self, fonts: &Value<'_>) -> Rc<Named> {
        let Value::Dictionary(fonts) = fonts else { return Rc::default() };
        let fonts = &fonts[..fonts.len().min(MAX_ENTRIES - self.entries.min(MAX_ENTRIES))];
        self.entries += fonts.len();
        let named = fonts.iter().filter_map(|(name, font)| Some((name.to_vec(), self.font(font)?)));
        Rc::new(named.collect())
    }

    fn font(&mut self, font: &Value<'_>) -> Option<Rc<Font>> {
        let number = if let Value::Reference(number) = font { Some(*number) } else { None };
        if let Some(font) = number.and_then(|number| self.fonts.get(&number)) {
            return Some(Rc::clone(font));
        }
        if self.fonts.len() >= MAX_FONTS || self.entries >= MAX_ENTRIES {
            return None;
        }
        let font = Rc::new(Font::of(&self.index.value(font)?, self.index));
        self.entries += font.len();
        if let Some(number) = number {
            self.fonts.insert(number, Rc::clone(&font));
        }
        Some(font)
    }
}
