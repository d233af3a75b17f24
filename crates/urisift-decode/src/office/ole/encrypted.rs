//! Which streams of an Office document are encrypted.

use crate::core::peek::PeekReader;

/// How many bytes tell.
const SIGHT: usize = 4 << 10;

/// Returns `true` if the stream of that name is encrypted, or says that the document is.
pub(super) fn is_encrypted(name: &str, reader: &mut PeekReader<'_>) -> bool {
    match name {
        // MS-OFFCRYPTO 2.3.4.4.
        "EncryptedPackage" => true,
        "Workbook" | "Book" => has_file_pass(reader.front(SIGHT)),
        // The flag `fEncrypted` of the FIB (MS-DOC 2.5.2).
        "WordDocument" => matches!(reader.front(12), [.., flags] if flags & 1 != 0),
        _ => false,
    }
}

/// Returns `true` if the record `FilePass` is among the first ones of a workbook (MS-XLS 2.4.117).
fn has_file_pass(mut bytes: &[u8]) -> bool {
    const FILE_PASS: [u8; 2] = [0x2f, 0];
    // It comes after `BOF` and what protects the file.
    for _ in 0..16 {
        let [first, second, low, high, rest @ ..] = bytes else { return false };
        if [*first, *second] == FILE_PASS {
            return true;
        }
        let len = usize::from(u16::from_le_bytes([*low, *high]));
        bytes = rest.get(len..).unwrap_or_default();
    }
    false
}
