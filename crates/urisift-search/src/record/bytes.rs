//! Numbers and texts as consecutive bytes.

/// Writes a number: seven bits a byte, the lowest first; the last byte is below 128.
#[inline]
pub fn pack_number(number: u64, out: &mut Vec<u8>) {
    if number < 0x80 { out.push(number as u8) } else { pack_long(number, out) }
}

fn pack_long(mut number: u64, out: &mut Vec<u8>) {
    let (mut bytes, mut len) = ([0; u64::BITS.div_ceil(7) as usize], 1);
    bytes[0] = number as u8 | 0x80;
    while number >= 0x80 {
        number >>= 7;
        bytes[len] = number as u8 | 0x80;
        len += 1;
    }
    bytes[len - 1] &= 0x7f;
    out.extend_from_slice(&bytes[..len]);
}

/// Reads such a number from the front; `None` if the bytes end too early.
#[inline]
pub(super) fn unpack_number(packed: &mut &[u8]) -> Option<u64> {
    match **packed {
        [byte @ ..0x80, ref rest @ ..] => {
            *packed = rest;
            Some(byte.into())
        }
        _ => unpack_long(packed),
    }
}

fn unpack_long(packed: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..u64::BITS).step_by(7) {
        let (&byte, rest) = packed.split_first()?;
        *packed = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

/// Writes several such numbers.
pub fn pack_numbers<const N: usize>(numbers: [u64; N], out: &mut Vec<u8>) {
    numbers.into_iter().for_each(|number| pack_number(number, out));
}

/// Writes a text, preceded by its length.
#[inline]
pub fn pack_text(text: &[u8], out: &mut Vec<u8>) {
    pack_number(text.len() as u64, out);
    out.extend_from_slice(text);
}

/// Writes what `write` appends, preceded by its length, which has a fixed width.
pub fn pack_record(out: &mut Vec<u8>, write: impl FnOnce(&mut Vec<u8>)) {
    let start = out.len() + size_of::<u64>();
    out.extend_from_slice(&[0; size_of::<u64>()]);
    write(out);
    let len = (out.len() - start) as u64;
    out[start - size_of::<u64>()..start].copy_from_slice(&len.to_le_bytes());
}

/// Reads packed values from the front; `None` if the bytes end too early.
pub struct Unpack<'p>(pub &'p [u8]);

impl<'p> Unpack<'p> {
    /// The next number.
    pub fn number(&mut self) -> Option<u64> {
        unpack_number(&mut self.0)
    }

    /// The next `N` numbers.
    pub fn numbers<const N: usize>(&mut self) -> Option<[u64; N]> {
        let mut numbers = [0; N];
        for number in &mut numbers {
            *number = self.number()?;
        }
        Some(numbers)
    }

    /// The next text.
    pub fn text(&mut self) -> Option<&'p [u8]> {
        let len = self.number()?;
        self.bytes(len)
    }

    /// What [`pack_record`] has written next.
    pub fn record(&mut self) -> Option<&'p [u8]> {
        let len = u64::from_le_bytes(self.array()?);
        self.bytes(len)
    }

    /// The next `len` bytes.
    pub fn bytes(&mut self, len: u64) -> Option<&'p [u8]> {
        let (bytes, rest) = self.0.split_at_checked(usize::try_from(len).ok()?)?;
        self.0 = rest;
        Some(bytes)
    }

    /// The next `N` bytes.
    pub fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (bytes, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_is_unpacked() {
        let numbers = [0, 1, 127, 128, 16_383, 16_384, u64::MAX];
        let mut out = Vec::new();
        for number in numbers {
            pack_number(number, &mut out);
            pack_text(&vec![b'x'; (number % 300) as usize], &mut out);
        }
        let mut packed = Unpack(&out);
        for number in numbers {
            assert_eq!(packed.number(), Some(number));
            assert_eq!(packed.text().map(<[u8]>::len), Some((number % 300) as usize));
        }
        assert_eq!(packed.number(), None);
    }

    #[test]
    fn what_is_cut_is_nothing() {
        let endless = [0xff; 11];
        for bytes in [&b""[..], b"\x80", b"\x05abcd", &endless] {
            assert_eq!(Unpack(bytes).text(), None, "{bytes:?}");
        }
        assert_eq!(Unpack(b"abc").array::<4>(), None);
    }
}
