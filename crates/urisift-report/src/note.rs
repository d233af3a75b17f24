//! Notes taken during the search: finds with their places, ends of sources, problems.

use crate::found::Wrapper;
use crate::record::{Unpack, pack_number, pack_text};

/// The kinds of notes.
const FIND: u64 = 1;
const SOURCE: u64 = 2;
const PROBLEM: u64 = 3;

/// A note.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Note<'n> {
    Find(Find<'n>),
    Source(Source),
    /// The message of a problem.
    Problem(&'n [u8]),
}

/// A find.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Find<'n> {
    /// The URI that the find means.
    pub uri: &'n [u8],
    /// The length of its scheme; 0 if it has none.
    pub scheme_len: u64,
    /// Its host, as hosts are compared; empty if it has none.
    pub host: &'n [u8],
    /// Length of the registrable domain at the end of the host, in bytes.
    pub domain_len: u64,
    pub traits: Traits,
    /// When the text around it was written, in minutes since 1970, if known.
    pub minute: Option<u64>,
    pub path: &'n [u8],
    /// Where in the file: see [`place`](super::place).
    pub place: &'n [u8],
}

/// A file, or another source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Source {
    pub bytes: u64,
    pub messages: u64,
    /// It could not be read to its end.
    pub is_broken: bool,
}

/// Properties of a find beside its URI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Traits {
    pub wrapper: Wrapper,
    /// It is folded over several lines.
    pub is_folded: bool,
    /// It has a second reading.
    pub is_ambiguous: bool,
    /// It was cut because it was too long.
    pub is_cut: bool,
}

impl Traits {
    pub fn pack(self) -> u64 {
        let flags = [self.is_folded, self.is_ambiguous, self.is_cut];
        let bits = (3..).zip(flags).map(|(bit, flag)| u64::from(flag) << bit);
        bits.fold(self.wrapper as u64, |all, bit| all | bit)
    }

    pub fn unpack(packed: u64) -> Option<Self> {
        let has = |bit: u64| packed >> bit & 1 == 1;
        let wrapper = *Wrapper::ALL.get((packed & 7) as usize)?;
        Some(Traits { wrapper, is_folded: has(3), is_ambiguous: has(4), is_cut: has(5) })
    }
}

impl<'n> Note<'n> {
    /// Appends it.
    pub fn pack(&self, out: &mut Vec<u8>) {
        match self {
            Note::Find(find) => {
                pack_number(FIND, out);
                find.pack(out);
            }
            Note::Source(Source { bytes, messages, is_broken }) => {
                let numbers = [SOURCE, *bytes, *messages, u64::from(*is_broken)];
                numbers.into_iter().for_each(|number| pack_number(number, out));
            }
            Note::Problem(what) => {
                pack_number(PROBLEM, out);
                pack_text(what, out);
            }
        }
    }

    /// Reads the next one.
    pub fn unpack(packed: &mut Unpack<'n>) -> Option<Self> {
        match packed.number()? {
            FIND => Find::unpack(packed).map(Note::Find),
            SOURCE => {
                let (bytes, messages) = (packed.number()?, packed.number()?);
                Some(Note::Source(Source { bytes, messages, is_broken: packed.number()? == 1 }))
            }
            PROBLEM => packed.text().map(Note::Problem),
            _ => None,
        }
    }
}

impl<'n> Find<'n> {
    fn pack(&self, out: &mut Vec<u8>) {
        let minute = self.minute.map_or(0, |minute| minute + 1);
        let numbers = [self.scheme_len, self.domain_len, self.traits.pack(), minute];
        numbers.into_iter().for_each(|number| pack_number(number, out));
        let texts = [self.uri, self.host, self.path, self.place];
        texts.into_iter().for_each(|text| pack_text(text, out));
    }

    fn unpack(packed: &mut Unpack<'n>) -> Option<Self> {
        let (scheme_len, domain_len) = (packed.number()?, packed.number()?);
        let traits = Traits::unpack(packed.number()?)?;
        let minute = packed.number()?.checked_sub(1);
        let (uri, host) = (packed.text()?, packed.text()?);
        let (path, place) = (packed.text()?, packed.text()?);
        Some(Find { uri, scheme_len, host, domain_len, traits, minute, path, place })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_read_as_they_were_written() {
        for wrapper in Wrapper::ALL {
            for flags in 0..8 {
                let has = |bit: u32| flags >> bit & 1 == 1;
                let traits =
                    Traits { wrapper, is_folded: has(0), is_ambiguous: has(1), is_cut: has(2) };
                let minute = has(0).then_some(0);
                let find = Find {
                    uri: b"a:\xff",
                    scheme_len: 1,
                    host: b"",
                    domain_len: 0,
                    traits,
                    minute,
                    path: b"p",
                    place: b"\0\x01",
                };
                let source = Source { bytes: 1 << 40, messages: 3, is_broken: has(1) };
                let notes = [Note::Find(find), Note::Source(source), Note::Problem(b"why")];
                let mut packed = Vec::new();
                notes.iter().for_each(|note| note.pack(&mut packed));
                let mut unpack = Unpack(&packed);
                assert_eq!(notes.map(|_| Note::unpack(&mut unpack).unwrap()), {
                    let mut again = Unpack(&packed);
                    [(); 3].map(|()| Note::unpack(&mut again).unwrap())
                });
                let mut unpack = Unpack(&packed);
                let Some(Note::Find(find)) = Note::unpack(&mut unpack) else { panic!() };
                assert_eq!((find.traits, find.minute, find.uri), (traits, minute, &b"a:\xff"[..]));
                assert_eq!(Note::unpack(&mut unpack), Some(Note::Source(source)));
                assert_eq!(Note::unpack(&mut unpack), Some(Note::Problem(b"why")));
                assert_eq!(Note::unpack(&mut unpack), None);
            }
        }
    }
}
