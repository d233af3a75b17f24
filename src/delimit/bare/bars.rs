//! Bars that a scheme's own grammar puts between its parts: `ed2k://|file|a.iso|123|HASH|/`,
//! `ms-word:ofe|u|https://…`.

use super::{Component, Walk};
use crate::byteset::HARD_STOP;
use crate::grammar::scheme::is_office;

/// How long a link of eDonkey may be, in bytes.
const MAX_LINK: usize = 2048;

impl Walk<'_, '_> {
    /// How many bytes at `i`, where a bar is, belong by the grammar of the scheme.
    pub(super) fn of_grammar(&mut self, i: usize) -> Option<usize> {
        let name = self.head.name(self.view);
        if name.eq_ignore_ascii_case(b"ed2k") {
            let end = self.end_of_link(i)?;
            self.skip(i, end - i);
            self.enter(Component::Path);
            return Some(end - i);
        }
        (is_office(name) && self.separates_arguments(i)).then_some(1)
    }

    /// Returns `true` if the bar at `i` separates a command, the descriptors of its arguments and these:
    /// `ofe|u|https://…`, `nft|u|https://…|s|https://…` (Office URI Schemes 1.3).
    fn separates_arguments(&self, i: usize) -> bool {
        let (view, body) = (self.view, self.head.body);
        if i - body < 6 {
            let front = view.slice(body, i);
            return matches!(front, b"ofe" | b"ofv" | b"nft" | b"ofe|u" | b"ofv|u" | b"nft|u");
        }
        let descriptor = view.has(i + 1, b"s|") || view.slice(i - 2, i) == b"|s";
        descriptor && view.slice(body, body + 6) == b"nft|u|"
    }

    /// Where a link of eDonkey ends: `|` type `|` fields `|/`, or the list of sources that may follow
    /// (eD2k link, aMule). Only the name of a file, which its size follows, holds blanks.
    fn end_of_link(&self, i: usize) -> Option<usize> {
        let view = self.view;
        if Some(i) != self.head.authority && !view.has(i, b"|sources,") {
            return None;
        }
        let (mut bars, mut blanks, mut was_bar) = (0, false, false);
        let end = view.find(i, MAX_LINK, |b| {
            let closes = was_bar && b == b'/';
            was_bar = b == b'|';
            bars += usize::from(was_bar);
            blanks |= b == b' ';
            closes || b != b' ' && HARD_STOP.contains(b)
        })?;
        let fields = view.slice(i, end);
        let size = fields.split(|&b| b == b'|').nth(3).unwrap_or(&[]);
        let is_file = || {
            let is_number = !size.is_empty() && size.iter().all(u8::is_ascii_digit);
            fields.starts_with(b"|file|") && is_number
        };
        let closes = view.is(end, |b| b == b'/') && fields.ends_with(b"|");
        (closes && bars > 1 && (!blanks || is_file())).then_some(end + 1)
    }
}
