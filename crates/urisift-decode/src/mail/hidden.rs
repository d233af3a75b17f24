//! Addresses that a web archive has hidden: pipermail writes `a at b` for `a@b`.

use memchr::{memchr2, memmem};

use crate::core::format::{Prefix, Sniff};
use crate::layers::coding::Coding;
use urisift::internal::byteset::{ALNUM, ByteSet};

/// Precedes an address in a URI.
const MAILTO: &[u8] = b"mailto:";
/// Replaces its `@`.
const AT: &[u8] = b" at ";
/// The left part of an address (RFC 5322 3.2.3), as far as URIs allow.
const LOCAL: ByteSet = ALNUM.or(ByteSet::of(b".+-_=%~!$&'*/"));

/// Restores the addresses in the `mailto` URIs of a text.
#[derive(Debug, Default)]
pub(super) struct Hidden {
    /// How many bytes of [`MAILTO`] have come.
    matched: usize,
    /// All of them have, and some of an address.
    is_in_address: bool,
}

/// Returns `true` if a From field is hidden this way, as every address of its message then is.
pub(super) fn is_hidden(from: &[u8]) -> bool {
    let at = memmem::find(from, AT);
    at.is_some_and(|at| at > 0 && from[..at].iter().all(|b| LOCAL.contains(*b)))
}

impl Coding for Hidden {
    /// Up to a blank in an address.
    fn plain(&mut self, bytes: &[u8]) -> usize {
        let mut at = 0;
        while at < bytes.len() {
            if self.matched < MAILTO.len() {
                let (count, matched) = skim(&bytes[at..], self.matched);
                (self.matched, self.is_in_address) = (matched, false);
                at += count;
            }
            let local = bytes[at..].iter().take_while(|b| LOCAL.contains(**b)).count();
            if self.matched == MAILTO.len() {
                self.is_in_address |= local > 0;
                at += local;
            }
            match bytes.get(at) {
                Some(byte) if self.is_in_address && *byte == AT[0] => return at,
                Some(_) => self.matched = 0,
                None => {}
            }
        }
        at
    }

    fn first(&mut self, head: Prefix<'_>, out: &mut Vec<u8>) -> Option<usize> {
        if self.matched == MAILTO.len() && self.is_in_address {
            match head.starts_with(AT) {
                Sniff::More => return None,
                Sniff::Yes => {
                    self.matched = 0;
                    out.push(b'@');
                    return Some(AT.len());
                }
                Sniff::No if head.bytes[0] == AT[0] => self.matched = 0,
                Sniff::No => {}
            }
        }
        self.plain(&head.bytes[..1]);
        out.push(head.bytes[0]);
        Some(1)
    }
}

/// How many bytes pass through, and how much of [`MAILTO`] they end with.
fn skim(bytes: &[u8], matched: usize) -> (usize, usize) {
    let mut matched = matched;
    let mut at = 0;
    while at < bytes.len() {
        if matched == 0 {
            match memchr2(b'm', b'M', &bytes[at..]) {
                Some(next) => at += next,
                None => return (bytes.len(), 0),
            }
        }
        let byte = bytes[at].to_ascii_lowercase();
        matched = match byte == MAILTO[matched] {
            true => matched + 1,
            false => usize::from(byte == MAILTO[0]),
        };
        at += 1;
        if matched == MAILTO.len() {
            break;
        }
    }
    (at, matched)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::mapped::{MappedRead, Ratio};
    use crate::layers::coding::Recoded;
    use crate::testing::cases::assert_cases;
    use crate::testing::{Drip, places, told, traced};

    fn shown(text: Drip<'static>) -> impl MappedRead {
        Recoded::by(Hidden::default(), text)
    }

    #[test]
    fn addresses_are_shown() {
        assert_cases("mail/hidden", |[hidden]| told(hidden, shown));
        let all = traced(b"mailto:a at b", Ratio::PLAIN, shown);
        assert_eq!(places(&all)[8], (8, 12));
    }

    #[test]
    fn archives_that_hide() {
        assert_cases("mail/archives that hide", |[from]| is_hidden(from));
    }
}
