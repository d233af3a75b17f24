//! A row of the table: a URI with everything known of it.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::compare::Sides;
use super::find::Find;
use super::verdicts::Verdicts;
use crate::aggregate::{Key, Scheme, Stats, Subject};
use crate::found::Found;
use crate::grammar::caution::{Caution, CautionKind};
use crate::grammar::parts::Parts;
use crate::normal::unwrap_redirect;
use crate::record::{pack_number, pack_numbers, pack_text};
use crate::span::Span;

/// The finds of one URI.
pub(super) struct Row {
    pub first: Find,
    /// The last find, unless there is only one.
    last: Option<Find>,
    pub sides: Sides,
    /// How many of the finds have a second reading.
    ambiguous: u64,
    /// How many are targets of links whose texts show another host, and the first such text.
    misleading: u64,
    link_text: Box<[u8]>,
}

impl Row {
    /// The row of a URI with this first find.
    pub fn new(first: Find) -> Self {
        let (sides, ambiguous) = (Sides::one(first.is_after), first.is_ambiguous.into());
        let (misleading, link_text) =
            (u64::from(!first.link_text.is_empty()), first.link_text.clone());
        Row { first, last: None, sides, ambiguous, misleading, link_text }
    }

    pub fn is_of(&self, find: &Find) -> bool {
        self.first.uri() == find.uri() && self.first.host() == find.host()
    }

    /// Adds a find, which comes after all others.
    pub fn add(&mut self, find: Find) {
        self.sides.add(Sides::one(find.is_after));
        self.ambiguous += u64::from(find.is_ambiguous);
        self.misleading += u64::from(!find.link_text.is_empty());
        if self.link_text.is_empty() {
            self.link_text.clone_from(&find.link_text);
        }
        // What stands somewhere as a whole URI is one.
        self.first.is_cut &= find.is_cut;
        self.last = Some(find);
    }

    pub fn last(&self) -> &Find {
        self.last.as_ref().unwrap_or(&self.first)
    }

    /// The verdict of the grammar on the URI, packed: flags, fault, cautions, components and length of the domain. It
    /// is counted.
    pub fn judge(&self, verdicts: &mut Verdicts, stats: &mut Stats) -> Vec<u8> {
        let (uri, is_cut) = (self.first.uri(), self.first.is_cut);
        let span = Span { start: 0, end: uri.len() as u64 };
        let mut found = Found::of_link(span, uri, None, self.first.scheme_len, is_cut);
        if !self.first.imitated.is_empty() {
            found.set_imitated(self.first.imitated.to_string());
        }
        let judgement = found.judgement();
        let is_abbreviated = self.first.scheme_len == 0;
        let is_noise = !verdicts.noise.selects(&found);
        let flags = [judgement.verdict.is_ok(), is_cut, is_abbreviated, is_noise];
        let flags = (0..).zip(flags).fold(0, |all, (bit, flag)| all | u64::from(flag) << bit);
        let mut out = Vec::new();
        pack_number(flags, &mut out);
        verdicts.distinct += 1;
        if let Err(fault) = &judgement.verdict {
            verdicts.invalid += 1;
            stats.count_fault(fault.rule(), self.sides.sum());
            let rule = [fault.rule(), fault.definition(), fault.document()];
            pack_numbers([fault.offset() as u64, index(&mut verdicts.rules, rule)], &mut out);
        }
        self.pack_cautions(&found, verdicts, &mut out);
        pack_components(judgement.components.parts(), &mut out);
        pack_number(self.first.domain().len() as u64, &mut out);
        out
    }

    fn pack_cautions(&self, found: &Found<'_>, verdicts: &mut Verdicts, out: &mut Vec<u8>) {
        let mut cautions = found.cautions();
        if self.ambiguous > 0 {
            let span = 0..self.first.uri().len();
            cautions.push(Caution::new(CautionKind::OneOfTwoReadings, span));
        }
        if let (1.., Some(span)) = (self.misleading, found.components().parts().host()) {
            let mut caution = Caution::new(CautionKind::LinkText, span);
            caution.detail = Some(String::from_utf8_lossy(&self.link_text).into_owned());
            cautions.push(caution);
        }
        verdicts.careful += u64::from(!cautions.is_empty());
        pack_number(cautions.len() as u64, out);
        for Caution { kind, span, detail, .. } in &cautions {
            let index = index(&mut verdicts.caution_kinds, *kind);
            pack_numbers([index, span.start as u64, span.end as u64], out);
            pack_text(detail.as_deref().unwrap_or_default().as_bytes(), out);
        }
        for kind in cautions.iter().map(|caution| caution.kind).collect::<BTreeSet<_>>() {
            // The others concern the URI, these concern a find.
            let count = match kind {
                CautionKind::OneOfTwoReadings => self.ambiguous,
                CautionKind::LinkText => self.misleading,
                _ => self.sides.sum(),
            };
            *verdicts.cautions.entry(kind).or_default() += count;
        }
    }

    /// The normal form, if it differs.
    pub fn normal(&self) -> Option<Cow<'_, [u8]>> {
        let uri = self.first.uri();
        let scheme = if self.first.scheme_len == 0 { Scheme::Missing } else { Scheme::Written };
        let normal = Key::Normal.of(&Subject::of(uri, scheme));
        normal.filter(|normal| **normal != *uri)
    }

    /// The target of the redirector, if it is one.
    pub fn target(&self) -> Option<Vec<u8>> {
        let uri = std::str::from_utf8(self.first.uri()).ok()?;
        unwrap_redirect(uri).map(String::into_bytes)
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
            Some(range) => pack_numbers([range.start as u64 + 1, range.len() as u64], out),
        }
    }
}

/// The index of a name, which is added if it is new.
fn index<T: PartialEq>(names: &mut Vec<T>, name: T) -> u64 {
    let known = names.iter().position(|known| *known == name);
    known.unwrap_or_else(|| {
        names.push(name);
        names.len() - 1
    }) as u64
}
