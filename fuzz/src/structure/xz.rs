//! A stream of XZ, with the right checksums of its headers (the .xz file format, 2 and 3).

use flate2::Crc;

use super::Random;

const MAGIC: &[u8] = b"\xfd7zXZ\0";
const END: &[u8] = b"YZ";

/// The same stream with some other bits, and with checksums that hold again, but for that of what is packed.
pub fn changed(mut bytes: Vec<u8>, random: &mut Random) -> Vec<u8> {
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len());
        if let Some(byte) = bytes.get_mut(at) {
            *byte ^= 1 << random.below(8);
        }
    }
    if bytes.starts_with(MAGIC) {
        // Both are `None` for a stream without such a part.
        let _ = (mend_start(&mut bytes), mend_end(&mut bytes));
    }
    bytes
}

/// The header of the stream, and that of its first block.
fn mend_start(bytes: &mut [u8]) -> Option<()> {
    put(bytes, 8, sum(bytes.get(6..8)?))?;
    let len = usize::from(*bytes.get(12)?) * 4;
    put(bytes, 12 + len, sum(bytes.get(12..12 + len)?))
}

/// The footer, which has the flags of the header, and the index before it.
fn mend_end(bytes: &mut [u8]) -> Option<()> {
    let end = bytes.windows(END.len()).rposition(|window| window == END)?;
    let footer = end.checked_sub(10)?;
    bytes.copy_within(6..8, footer + 8);
    put(bytes, footer, sum(&bytes[footer + 4..end]))?;
    let len = u32::from_le_bytes(*bytes[footer + 4..].first_chunk()?) as usize;
    let index = footer.checked_sub(len.checked_add(1)?.checked_mul(4)?)?;
    put(bytes, footer - 4, sum(&bytes[index..footer - 4]))
}

fn sum(bytes: &[u8]) -> [u8; 4] {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum().to_le_bytes()
}

fn put(bytes: &mut [u8], at: usize, sum: [u8; 4]) -> Option<()> {
    bytes.get_mut(at..at + 4)?.copy_from_slice(&sum);
    Some(())
}
