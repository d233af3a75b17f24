//! A URI with everything that is known of it: a row of the table.

use std::borrow::Cow;

use super::entry::Entry;
use super::place::Head;
use crate::found::Found;
use crate::gather::{Key, Scheme, Subject, Unpack, pack_number, pack_text};
use crate::grammar::caution::{Caution, CautionKind};
use crate::grammar::parts::Parts;
use crate::span::Span;

/// The finds of one URI.
pub(super) struct Row {
    first: Entry,
    pub count: u64,
    /// The number of the last find, and its place.
    last: (u64, Box<[u8]>),
    /// The places, in order, the first one too; only so many are kept.
    places: Vec<Box<[u8]>>,
    room: usize,
}

/// What the grammar says of a URI.
pub(super) struct Judged {
    /// The rule that it breaks.
    pub fault: Option<&'static str>,
    /// What the page has of a row behind its numbers: see [`Row::judged`].
    pub packed: Vec<u8>,
}

/// Names by their numbers, as they first come, each with its finds.
#[derive(Default)]
pub(super) struct Indices {
    pub rules: Vec<&'static str>,
    pub cautions: Vec<(CautionKind, u64)>,
}

impl Indices {
    fn rule(&mut self, rule: &'static str) -> u64 {
        let known = self.rules.iter().position(|known| *known == rule);
        known.unwrap_or_else(|| {
            self.rules.push(rule);
            self.rules.len() - 1
        }) as u64
    }

    fn caution(&mut self, kind: CautionKind) -> usize {
        let known = self.cautions.iter().position(|(known, _)| *known == kind);
        known.unwrap_or_else(|| {
            self.cautions.push((kind, 0));
            self.cautions.len() - 1
        })
    }
}

impl Row {
    /// The row of a URI whose first find this is, with room for so many places.
    pub fn new(first: Entry, room: usize) -> Self {
        let (last, places) = ((first.number, first.place.clone()), vec![first.place.clone()]);
        Row { first, count: 1, last, places, room: room.max(1) }
    }

    pub fn is_of(&self, entry: &Entry) -> bool {
        self.first.uri() == entry.uri() && self.first.host() == entry.host()
    }

    /// Adds a find, which comes behind all others.
    pub fn add(&mut self, entry: Entry) {
        self.count += 1;
        self.first.traits.is_ambiguous |= entry.traits.is_ambiguous;
        self.first.traits.is_cut |= entry.traits.is_cut;
        if self.places.len() < self.room {
            self.places.push(entry.place.clone());
        }
        self.last = (entry.number, entry.place);
    }

    /// The number of its first find.
    pub fn appearance(&self) -> u64 {
        self.first.number
    }

    pub fn places(&self) -> u64 {
        self.places.len() as u64
    }

    pub fn scheme(&self) -> &[u8] {
        &self.first.uri()[..self.first.scheme_len]
    }

    /// What the grammar says: flags, fault, cautions, components and length of the domain, packed. Cautions
    /// are counted.
    pub fn judged(&self, indices: &mut Indices) -> Judged {
        let uri = self.first.uri();
        let traits = self.first.traits;
        let span = Span { start: 0, end: uri.len() as u64 };
        let found = Found::of_link(span, uri, None, self.first.scheme_len, traits.is_cut);
        let judgement = found.judgement();
        let fault = judgement.verdict.as_ref().err();
        let is_abbreviated = self.first.scheme_len == 0;
        let flags = [fault.is_none(), traits.is_cut, is_abbreviated];
        let flags = (0..).zip(flags).fold(0, |all, (bit, flag)| all | u64::from(flag) << bit);
        let mut packed = Vec::new();
        pack_number(flags, &mut packed);
        if let Some(fault) = fault {
            pack_number(fault.at() as u64, &mut packed);
            pack_number(indices.rule(fault.rule()), &mut packed);
        }
        self.pack_cautions(&found, indices, &mut packed);
        pack_components(judgement.components.parts(), &mut packed);
        pack_number(self.first.domain().len() as u64, &mut packed);
        Judged { fault: fault.map(|fault| fault.rule()), packed }
    }

    fn pack_cautions(&self, found: &Found<'_>, indices: &mut Indices, out: &mut Vec<u8>) {
        let mut cautions = found.cautions();
        if self.first.traits.is_ambiguous {
            let span = 0..self.first.uri().len();
            cautions.push(Caution { kind: CautionKind::OneOfTwoReadings, span });
        }
        pack_number(cautions.len() as u64, out);
        for Caution { kind, span } in &cautions {
            let index = indices.caution(*kind);
            let numbers = [index, span.start, span.end];
            numbers.into_iter().for_each(|number| pack_number(number as u64, out));
        }
        let mut kinds: Vec<_> = cautions.iter().map(|caution| caution.kind).collect();
        kinds.sort();
        kinds.dedup();
        for kind in kinds {
            let index = indices.caution(kind);
            indices.cautions[index].1 += self.count;
        }
    }

    /// The row, for [`Packed`].
    pub fn pack(&self, judged: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        pack_text(self.first.uri(), &mut out);
        let numbers = [self.first.scheme_len as u64, self.count, self.first.number, self.last.0];
        numbers.into_iter().for_each(|number| pack_number(number, &mut out));
        for text in [judged, &self.last.1].into_iter().chain(self.places.iter().map(|p| &**p)) {
            pack_text(text, &mut out);
        }
        out
    }
}

/// The components that there are, each by where it starts and how long it is.
fn pack_components(parts: &Parts, out: &mut Vec<u8>) {
    let components = [
        parts.scheme(),
        parts.userinfo(),
        parts.host(),
        parts.port(),
        Some(parts.path()),
        parts.query(),
        parts.fragment(),
    ];
    for component in components {
        match component {
            None => pack_number(0, out),
            Some(range) => {
                pack_number(range.start as u64 + 1, out);
                pack_number(range.len() as u64, out);
            }
        }
    }
}

/// A row that was put aside.
pub(super) struct Packed<'p> {
    pub uri: &'p [u8],
    scheme_len: u64,
    pub count: u64,
    pub appearance: u64,
    pub last_appearance: u64,
    pub judged: &'p [u8],
    pub last: Place<'p>,
    /// The places that were kept, and nothing else.
    places: Unpack<'p>,
}

/// A place, whose path is a number.
#[derive(Clone, Copy)]
pub(super) struct Place<'p> {
    pub path: u64,
    pub rest: &'p [u8],
}

impl<'p> Place<'p> {
    fn of(packed: &'p [u8]) -> Option<Self> {
        let mut packed = Unpack(packed);
        Some(Place { path: packed.number()?, rest: packed.0 })
    }

    pub fn head(&self) -> Option<Head<'p>> {
        Head::of(self.rest)
    }
}

impl<'p> Packed<'p> {
    pub fn unpack(packed: &'p [u8]) -> Option<Self> {
        let mut packed = Unpack(packed);
        let uri = packed.text()?;
        let (scheme_len, count) = (packed.number()?, packed.number()?);
        let (appearance, last_appearance) = (packed.number()?, packed.number()?);
        let (judged, last) = (packed.text()?, Place::of(packed.text()?)?);
        let places = packed;
        Some(Packed { uri, scheme_len, count, appearance, last_appearance, judged, last, places })
    }

    /// The normal form, if it is another. It takes time, and is made for nothing but what the page has.
    pub fn normal(&self) -> Option<Cow<'p, [u8]>> {
        let scheme = if self.scheme_len == 0 { Scheme::Missing } else { Scheme::Written };
        let normal = Key::Normal.of(&Subject::of(self.uri, scheme));
        normal.filter(|normal| **normal != *self.uri)
    }

    /// The next of the places that were kept.
    pub fn next_place(&mut self) -> Option<Place<'p>> {
        self.places.text().and_then(Place::of)
    }
}
