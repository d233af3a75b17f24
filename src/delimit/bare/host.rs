//! Which characters belong to an authority only as it continues after them: those of userinfo, and symbols and letters
//! of unspaced scripts in a host.

use memchr::{memchr, memrchr};

use super::super::iri::{self, Kind};
use super::Walk;
use crate::byteset::{ALNUM, ByteSet};
use crate::delimit::MAX_HOST;
use crate::grammar::tld;

/// Bytes of userinfo (RFC 3986 3.2.1).
const USERINFO: ByteSet = ALNUM.or(ByteSet::of(b"-._~%!$&'()*+,;=:"));

impl Walk<'_, '_> {
    /// Returns `true` if `i` is in userinfo: only its characters are before an `@` with a host.
    pub(super) fn is_userinfo(&mut self, i: usize) -> bool {
        let view = self.view;
        let host = |b: u8| ALNUM.contains(b) || b == b'[' || b >= 0x80;
        if i >= self.userinfo_end {
            let end = view.find(i, MAX_HOST, |b| !USERINFO.contains(b));
            let ends = |&end: &usize| view.is(end, |b| b == b'@') && view.is(end + 1, host);
            self.userinfo_end = end.filter(ends).unwrap_or(0);
        }
        i < self.userinfo_end
    }

    /// Returns `true` if the host holds the symbol or the letter of an unspaced script at `i`: the host is not yet
    /// whole, and continues after it.
    pub(super) fn host_holds(&self, i: usize, kind: Kind) -> bool {
        let continues = || {
            self.unspaced[0] && kind == Kind::Unspaced
                || self.goes_on(i)
                || self.comes_to_top_level(i)
        };
        let fixed = self.view.is(i - 1, |b| b == b'=') || self.is_quoted_on(i);
        fixed || !self.is_host_whole(i) && continues()
    }

    /// Returns `true` if a port or a top-level domain is before `i`.
    pub(super) fn is_host_whole(&self, i: usize) -> bool {
        let start = self.head.authority.unwrap_or(self.head.body).max(i.saturating_sub(MAX_HOST));
        let own = self.view.slice(start, i);
        let host = memrchr(b'@', own).map_or(own, |at| &own[at + 1..]);
        memchr(b':', host).is_some() || tld::ends_in_one(host)
    }

    /// Returns `true` if only characters of a host are between `i` and a top-level domain.
    fn comes_to_top_level(&self, mut i: usize) -> bool {
        let most = i + MAX_HOST;
        while i < most {
            let Some(byte) = self.view.at(i) else { return false };
            i += match byte {
                b'.' if self.is_top_level(i + 1) => return true,
                b'-' | b'_' | b'.' => 1,
                0x80.. => match iri::letter_at(self.view, i) {
                    Some((_, len)) => len,
                    None => return false,
                },
                _ if ALNUM.contains(byte) => 1,
                _ => return false,
            };
        }
        false
    }

    /// Returns `true` if the label at `i` is a top-level domain. One non-ASCII need not be known.
    fn is_top_level(&self, i: usize) -> bool {
        if self.view.is(i, |b| b >= 0x80) {
            let letter = |(kind, _)| matches!(kind, Kind::Letter | Kind::Unspaced);
            return iri::letter_at(self.view, i).is_some_and(letter);
        }
        let end = self.view.find(i, 64, |b| !ALNUM.contains(b) && b != b'-');
        let end = end.unwrap_or_else(|| i + self.view.sight(i, 64).len());
        tld::is_known(self.view.slice(i, end))
    }
}
