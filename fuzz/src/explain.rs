//! What is printed of a URI that is explained.

use urisift::testing::laws;
use urisift_cli::explained;

pub fn both_forms_are_sound(bytes: &[u8]) {
    let [page, record] = explained(bytes);
    let page = String::from_utf8(page).expect("a page is text");
    let shown = unstyled(&page);
    let harmful = shown.chars().find(|&c| c != '\n' && !laws::is_harmless(c));
    assert_eq!(harmful, None, "{shown:?}");
    let record: serde_json::Value = serde_json::from_slice(&record).expect("a record is JSON");
    assert!(record["valid"].is_boolean());
}

/// The page without its own styles: `ESC [ … m` (ECMA-48 8.3.117).
fn unstyled(page: &str) -> String {
    let mut pieces = page.split("\x1b[");
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |shown, piece| {
        let end = piece.find(|c: char| !c.is_ascii_digit() && c != ';').unwrap_or(piece.len());
        let behind = piece[end..].strip_prefix('m').expect("a style ends in m");
        shown + behind
    })
}
