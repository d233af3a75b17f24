//! What the dictionary of an object says of its stream, and the trailer of the file.

use super::filter::{self, Filter, Parms};
use super::lexer::{self, Token};

/// The dictionary of the last object, as far as it has been read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Dictionary {
    pub id: Id,
    pub kind: Kind,
    pub filters: Vec<Filter>,
    pub parms: Parms,
    /// The length of the stream, if it is here.
    pub len: Option<u64>,
    /// The last two words.
    words: [Option<u64>; 2],
    /// How many dictionaries and arrays are open.
    depth: usize,
    /// The key of the outermost dictionary whose value comes next, or is open.
    key: Key,
    /// The last key whose value was a word.
    last: Key,
    /// The key of parameters of a filter whose value comes next.
    parm: Option<usize>,
    /// It is the trailer, or a stream of references that has its keys.
    is_trailer: bool,
    has_encrypt: bool,
    /// Strings and streams are encrypted.
    is_encrypted: bool,
}

/// What an object is referred to by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Id {
    pub number: u64,
    pub generation: u64,
}

/// What a stream holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Kind {
    /// Objects (ISO 32000-1 7.5.7).
    Objects,
    /// XML (14.3.2).
    Metadata,
    /// A file (7.11.4).
    File,
    /// Images, fonts, functions, profiles, references: no text.
    Silent,
    /// Its first bytes tell.
    #[default]
    Unknown,
}

/// A key whose value counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Key {
    /// None is open: a key comes next.
    #[default]
    None,
    Type,
    Subtype,
    Filter,
    Parms,
    Length,
    Encrypt,
    Other,
}

impl Dictionary {
    pub fn is_encrypted(&self) -> bool {
        self.is_encrypted
    }

    /// Takes a token of the file.
    pub fn take(&mut self, token: Token, word: &[u8]) {
        match token {
            Token::Open => {
                self.depth += 1;
                // The dictionary itself is not a value.
                if self.depth == 1 {
                    self.key = Key::None;
                }
            }
            Token::Close => {
                self.depth = self.depth.saturating_sub(1);
                match self.depth {
                    0 => self.is_encrypted |= self.is_trailer && self.has_encrypt,
                    1 => self.key = Key::None,
                    _ => {}
                }
            }
            Token::Name => self.take_name(&word[1..]),
            Token::Word => self.take_word(word),
            Token::Literal | Token::Hex if self.depth == 1 => self.key = Key::None,
            _ => {}
        }
    }

    fn take_name(&mut self, name: &[u8]) {
        if self.key == Key::Parms && self.depth > 1 {
            const PARMS: [&[u8]; 5] =
                [b"Predictor", b"Colors", b"BitsPerComponent", b"Columns", b"EarlyChange"];
            self.parm = PARMS.iter().position(|parm| *parm == name);
        } else if self.key == Key::Filter {
            if self.filters.len() <= filter::MOST {
                self.filters.push(Filter::named(name));
            }
        } else if self.depth == 1 && self.key == Key::None {
            self.take_key(name);
            return;
        } else if self.depth == 1 && matches!(self.key, Key::Type | Key::Subtype) {
            self.take_type(name);
        }
        if self.depth == 1 {
            self.key = Key::None;
        }
    }

    fn take_key(&mut self, key: &[u8]) {
        self.last = Key::None;
        self.key = match key {
            b"Type" => Key::Type,
            b"Subtype" => Key::Subtype,
            b"Filter" => Key::Filter,
            b"DecodeParms" => Key::Parms,
            b"Length" => Key::Length,
            b"Encrypt" => Key::Encrypt,
            // Fonts (9.9, table 127), functions, shadings and profiles.
            b"Length1" | b"Length2" | b"Length3" | b"FunctionType" | b"ShadingType"
            | b"Alternate" => {
                self.kind = Kind::Silent;
                Key::Other
            }
            _ => Key::Other,
        };
        self.has_encrypt |= self.key == Key::Encrypt;
    }

    fn take_type(&mut self, name: &[u8]) {
        match name {
            b"ObjStm" => self.kind = Kind::Objects,
            b"Metadata" => self.kind = Kind::Metadata,
            b"EmbeddedFile" => self.kind = Kind::File,
            b"Image" | b"Type1C" | b"CIDFontType0C" | b"OpenType"
                if self.kind == Kind::Unknown && self.key == Key::Subtype =>
            {
                self.kind = Kind::Silent;
            }
            b"XRef" => {
                self.kind = Kind::Silent;
                self.is_trailer = true;
            }
            _ => {}
        }
    }

    fn take_word(&mut self, word: &[u8]) {
        let number = lexer::number(word);
        match word {
            b"obj" => {
                let [number, generation] = self.words.map(Option::unwrap_or_default);
                self.start(Id { number, generation });
            }
            b"endobj" | b"endstream" => self.start(Id::default()),
            b"trailer" => {
                self.start(Id::default());
                self.is_trailer = true;
            }
            _ => {}
        }
        self.words = [self.words[1], number];
        if let (Some(parm), Some(number)) = (self.parm.take(), number) {
            let Parms { predictor, colors, bits, columns, early_change } = &mut self.parms;
            *[predictor, colors, bits, columns, early_change][parm] = number;
        }
        if self.depth == 1 {
            match (self.key, self.last) {
                (Key::Length, _) => self.len = number,
                // It is in another object.
                (Key::None, Key::Length) if word == b"R" => self.len = None,
                (Key::None, Key::Filter) if word == b"R" => self.filters.push(Filter::Unknown),
                _ => {}
            }
            self.last = if self.key == Key::None { self.last } else { self.key };
            self.key = Key::None;
        }
    }

    /// That object starts.
    fn start(&mut self, id: Id) {
        let is_encrypted = self.is_encrypted;
        *self = Dictionary { id, is_encrypted, ..Dictionary::default() };
    }
}
