//! Byte sets, built at compile time. Each is under its ABNF rule.

/// A set of bytes with a membership test of one load.
#[derive(Clone, Copy)]
pub struct ByteSet([bool; 256]);

impl ByteSet {
    /// The set of the bytes given.
    pub const fn of(bytes: &[u8]) -> Self {
        let mut set = [false; 256];
        let mut i = 0;
        while i < bytes.len() {
            set[bytes[i] as usize] = true;
            i += 1;
        }
        ByteSet(set)
    }

    /// The set of all bytes from `first` to `last`, both included.
    pub const fn range(first: u8, last: u8) -> Self {
        let mut set = [false; 256];
        let mut b = first as usize;
        while b <= last as usize {
            set[b] = true;
            b += 1;
        }
        ByteSet(set)
    }

    /// What is in either set.
    pub const fn or(self, other: Self) -> Self {
        let mut set = self.0;
        let mut b = 0;
        while b < 256 {
            set[b] |= other.0[b];
            b += 1;
        }
        ByteSet(set)
    }

    /// What is in this set and not in the other.
    pub const fn without(self, other: Self) -> Self {
        let mut set = self.0;
        let mut b = 0;
        while b < 256 {
            set[b] &= !other.0[b];
            b += 1;
        }
        ByteSet(set)
    }

    /// Returns `true` if `byte` is in the set.
    #[inline(always)]
    pub const fn contains(&self, byte: u8) -> bool {
        self.0[byte as usize]
    }

    /// Returns `true` if all of the bytes are in the set.
    #[inline]
    pub fn contains_all(&self, bytes: &[u8]) -> bool {
        // A few at a time, since most are: without a branch for each.
        let (eights, rest) = bytes.as_chunks::<8>();
        let are_in = |bytes: &[u8]| bytes.iter().fold(true, |all, byte| all & self.contains(*byte));
        eights.iter().all(|eight| are_in(eight)) && are_in(rest)
    }
}

/// ALPHA (RFC 5234 B.1).
pub const ALPHA: ByteSet = ByteSet::range(b'a', b'z').or(ByteSet::range(b'A', b'Z'));
/// DIGIT (RFC 5234 B.1).
pub const DIGIT: ByteSet = ByteSet::range(b'0', b'9');
/// ALPHA / DIGIT.
pub const ALNUM: ByteSet = ALPHA.or(DIGIT);
/// HEXDIG (RFC 5234 B.1), in either case.
pub const HEXDIG: ByteSet = DIGIT.or(ByteSet::of(b"abcdefABCDEF"));
/// Every byte of a scheme after the first: ALPHA / DIGIT / "+" / "-" / "." (RFC 3986 3.1).
pub const SCHEME: ByteSet = ALNUM.or(ByteSet::of(b"+-."));
/// unreserved = ALPHA / DIGIT / "-" / "." / "_" / "~" (RFC 3986 2.3).
pub const UNRESERVED: ByteSet = ALNUM.or(ByteSet::of(b"-._~"));
/// gen-delims = ":" / "/" / "?" / "#" / "[" / "]" / "@" (RFC 3986 2.2).
pub const GEN_DELIMS: ByteSet = ByteSet::of(b":/?#[]@");
/// sub-delims = "!" / "$" / "&" / "'" / "(" / ")" / "*" / "+" / "," / ";" / "=" (RFC 3986 2.2).
pub const SUB_DELIMS: ByteSet = ByteSet::of(b"!$&'()*+,;=");
/// Every byte that a URI may contain, "%" included.
pub const URI: ByteSet = UNRESERVED.or(GEN_DELIMS).or(SUB_DELIMS).or(ByteSet::of(b"%"));
/// Blanks within a line.
pub const BLANK: ByteSet = ByteSet::of(b" \t");
/// Whitespace and marks that may be before the text of a line.
pub const MARGIN: ByteSet = BLANK.or(ByteSet::of(b"\r\n>|#*/;"));
/// Characters at a line's end that call for more of a URI.
pub const UNFINISHED: ByteSet = ByteSet::of(b"/-=&?_%,.");
/// What ends any URI, bare or wrapped: controls, the space, `<`, `>`, `"` and the backtick
/// (`delims` and `control` of draft-fielding-url-syntax-05, 2.4.3).
pub const HARD_STOP: ByteSet =
    ByteSet::range(0, 0x20).or(ByteSet::range(0x7f, 0x7f)).or(ByteSet::of(b"<>\"`"));
