//! For tests: writes a property list in the binary form.

/// A list of these objects, the first one being all others in an array. References have four bytes.
pub fn list(objects: &[Vec<u8>]) -> Vec<u8> {
    let count = objects.len() as u32;
    let array = object(10, count as usize, &references(1..=count));
    let (mut bytes, mut offsets) = (b"bplist00".to_vec(), Vec::new());
    for object in [&array].into_iter().chain(objects) {
        offsets.extend((bytes.len() as u32).to_be_bytes());
        bytes.extend(object);
    }
    let numbers = [u64::from(count) + 1, 0, bytes.len() as u64].map(u64::to_be_bytes).concat();
    [&bytes[..], &offsets, &[0, 0, 0, 0, 0, 0, 4, 4], &numbers].concat()
}

pub fn references(numbers: impl IntoIterator<Item = u32>) -> Vec<u8> {
    numbers.into_iter().flat_map(u32::to_be_bytes).collect()
}

/// An object with that kind and count.
pub fn object(kind: u8, count: usize, bytes: &[u8]) -> Vec<u8> {
    [&[kind << 4 | 0xf, 0x12][..], &(count as u32).to_be_bytes(), bytes].concat()
}

pub fn string(text: &str) -> Vec<u8> {
    let units: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    match text.is_ascii() {
        true => object(5, text.len(), text.as_bytes()),
        false => object(6, units.len() / 2, &units),
    }
}
