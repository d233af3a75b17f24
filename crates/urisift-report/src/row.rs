//! A row of the table: a URI with everything known of it.

use std::borrow::Cow;
use std::io;

use super::entry::Entry;
use super::place::Head;
use crate::aggregate::{Key, Scheme, Subject};
use crate::found::Found;
use crate::grammar::caution::{Caution, CautionKind};
use crate::grammar::parts::Parts;
use crate::record::{Unpack, pack_number, pack_text};
use crate::span::Span;

/// The finds of one URI.
pub(super) struct Row {
    first: Entry,
    pub count: u64,
    /// How many of the finds have a second reading.
    ambiguous: u64,
    /// The number of the last find, and its place.
    last: (u64, Box<[u8]>),
    pub places: Places,
}

/// The places of a URI that were put aside, which are consecutive.
#[derive(Clone, Copy, Debug)]
pub(super) struct Places {
    pub start: u64,
    pub count: u64,
}

/// The verdict of the grammar on a URI.
pub(super) struct Judged {
    /// The rule that it breaks.
    pub fault: Option<&'static str>,
    /// What follows the numbers of a row in the page: see [`Row::judged`].
    pub packed: Vec<u8>,
}

/// Names by index, in order of appearance; cautions with their finds.
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
    /// The row of a URI with this first find; its places are put aside from `start` on.
    pub fn new(first: Entry, start: u64) -> Self {
        let last = (first.number, first.place.clone());
        let (ambiguous, places) = (first.traits.is_ambiguous.into(), Places { start, count: 0 });
        Row { first, count: 1, ambiguous, last, places }
    }

    pub fn is_of(&self, entry: &Entry) -> bool {
        self.first.uri() == entry.uri() && self.first.host() == entry.host()
    }

    /// Adds a find, which comes after all others.
    pub fn add(&mut self, entry: Entry) {
        self.count += 1;
        self.ambiguous += u64::from(entry.traits.is_ambiguous);
        self.first.traits.is_cut |= entry.traits.is_cut;
        self.last = (entry.number, entry.place);
    }

    /// The place of the last find.
    pub fn last_place(&self) -> &[u8] {
        &self.last.1
    }

    /// The number of its first find.
    pub fn appearance(&self) -> u64 {
        self.first.number
    }

    /// The packed verdict of the grammar: flags, fault, cautions, components and length of the domain. Cautions
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
        if self.ambiguous > 0 {
            let span = 0..self.first.uri().len();
            cautions.push(Caution::new(CautionKind::OneOfTwoReadings, span));
        }
        pack_number(cautions.len() as u64, out);
        for Caution { kind, span, .. } in &cautions {
            let index = indices.caution(*kind);
            let numbers = [index, span.start, span.end];
            numbers.into_iter().for_each(|number| pack_number(number as u64, out));
        }
        let mut kinds: Vec<_> = cautions.iter().map(|caution| caution.kind).collect();
        kinds.sort();
        kinds.dedup();
        for kind in kinds {
            let index = indices.caution(kind);
            // The others concern the URI, this one concerns a find.
            let is_of_find = kind == CautionKind::OneOfTwoReadings;
            indices.cautions[index].1 += if is_of_find { self.ambiguous } else { self.count };
        }
    }

    /// The row, for [`Packed`]; `None` if a place is broken.
    pub fn pack(&self, judged: &[u8]) -> Option<Vec<u8>> {
        let mut out = Vec::new();
        pack_text(self.first.uri(), &mut out);
        let Places { start, count } = self.places;
        let scheme_len = self.first.scheme_len as u64;
        let numbers = [scheme_len, self.count, self.first.number, self.last.0, start, count];
        numbers.into_iter().for_each(|number| pack_number(number, &mut out));
        pack_text(judged, &mut out);
        Head::of_place(&self.first.place)?.pack(&mut out);
        Head::of_place(&self.last.1)?.pack(&mut out);
        Some(out)
    }
}

/// The components, each by start and length; 0 if it is undefined.
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
    /// The numbers of its first find and its last one, and their places.
    pub appearances: [u64; 2],
    pub heads: [Head<'p>; 2],
    pub places: Places,
    pub judged: &'p [u8],
}

impl<'p> Packed<'p> {
    pub fn unpack(packed: &'p [u8]) -> Option<Self> {
        let mut packed = Unpack(packed);
        let uri = packed.text()?;
        let (scheme_len, count) = (packed.number()?, packed.number()?);
        let appearances = [packed.number()?, packed.number()?];
        let places = Places { start: packed.number()?, count: packed.number()? };
        let judged = packed.text()?;
        let heads = [Head::unpack(&mut packed)?, Head::unpack(&mut packed)?];
        Some(Packed { uri, scheme_len, count, appearances, heads, places, judged })
    }

    /// The normal form, if it differs. It takes time, and is made only for rows in the page.
    pub fn normal(&self) -> Option<Cow<'p, [u8]>> {
        let scheme = if self.scheme_len == 0 { Scheme::Missing } else { Scheme::Written };
        let normal = Key::Normal.of(&Subject::of(self.uri, scheme));
        normal.filter(|normal| **normal != *self.uri)
    }
}

/// The error if data put aside is not as it was written.
pub(super) fn broken() -> io::Error {
    io::Error::other("what was put aside cannot be read any more")
}
