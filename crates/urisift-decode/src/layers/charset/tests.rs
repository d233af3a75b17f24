//! Every charset through the same layer.

use super::*;
use crate::core::mapped::{MappedRead, Ratio};
use crate::testing::cases::assert_cases;
use crate::testing::{Drip, Random, UNCUT, shown, traced};

/// The output of the layer, as bytes.
fn decoded(label: &str, bytes: &[u8], ratio: Ratio) -> Vec<u8> {
    let charset = Charset::named(label.as_bytes()).expect(label);
    let mut short = Vec::new();
    charset.decode_to(bytes, &mut short);
    let traced = traced(bytes, ratio, |drip| Decoded::new(drip, &charset));
    let long: Vec<u8> = traced.iter().map(|(byte, _)| *byte).collect();
    assert_eq!(short, long, "{label} {bytes:02x?}");
    long
}

#[test]
fn characters_lie_where_their_bytes_do() {
    assert_cases("layers/charsets", |[label, bytes]| {
        let charset = Charset::named(label).expect("it is known");
        shown(bytes, |drip| Decoded::new(drip, &charset))
    });
}

/// Bytes that are special in some charset.
const ALPHABET: &[u8] =
    b"\x81\x8e\x8f\xa1\xa4\xb0\xc6\xe5\xf0\xfc\xfe\xff\x80\xa0\x88\x62\x30\x39\x40\\~a\n $@BIJ\x1b\x1b(\0\0\xd8\xdc~{}++-DND\x0e\x0f.A";

/// Such bytes, or any.
fn some_bytes(random: &mut Random) -> Vec<u8> {
    let has_meaning = random.below(2) == 0;
    (0..random.below(40))
        .map(|_| match has_meaning {
            true => ALPHABET[random.below(ALPHABET.len())],
            false => random.below(256) as u8,
        })
        .collect()
}

#[test]
fn any_bytes_are_decoded_as_the_standard_says() {
    let mut random = Random::default();
    for label in ["gb18030", "big5", "shift_jis", "euc-jp", "euc-kr", "koi8-u", "utf-16be"] {
        for round in 0..300 {
            let mut bytes = b"\n\n".to_vec();
            bytes.extend(some_bytes(&mut random));
            // The standard drops what follows a lead byte at the end.
            bytes.extend_from_slice(b"\n\n\n\n");
            bytes.truncate(bytes.len() / 2 * 2);
            let encoding = Encoding::for_label(label.as_bytes()).expect(label);
            let (expected, _) = encoding.decode_without_bom_handling(&bytes);
            let found = decoded(label, &bytes, Ratio { bytes: 1 + round % 3, raw: 4 });
            assert_eq!(String::from_utf8(found).as_deref(), Ok(&*expected), "{bytes:02x?}");
        }
    }
}

#[test]
fn any_bytes_are_decoded_the_same_for_all_cuts() {
    let mut random = Random::default();
    let labels = ["gb18030", "euc-jp", "iso-2022-jp", "iso-2022-kr", "hz", "utf-7", "cp850"];
    for label in labels.into_iter().chain(["utf-16", "utf-32", "windows-1252"]) {
        for round in 0..300 {
            let bytes = some_bytes(&mut random);
            let found = decoded(label, &bytes, Ratio { bytes: 1 + round % 3, raw: 4 });
            assert!(str::from_utf8(&found).is_ok(), "{label} {bytes:02x?}");
        }
    }
}

#[test]
fn a_grain_of_the_layer_below_stays_one() {
    // Base64: three bytes stand for four raw ones. A character maps to all the groups its bytes are in.
    let base64 = Ratio { bytes: 3, raw: 4 };
    for (label, bytes, expected) in [
        ("koi8-r", &b"\xd0\xd2\xd3\xd4"[..], [(0, 4), (0, 4), (0, 4), (4, 8)]),
        ("gbk", b"\xd6\xd0\xce\xc4\xd6\xd0\xce\xc4", [(0, 4), (0, 8), (4, 8), (8, 12)]),
    ] {
        let charset = Charset::named(label.as_bytes()).expect(label);
        let all = traced(bytes, base64, |drip| Decoded::new(drip, &charset));
        let mut spans: Vec<_> = all.iter().map(|(_, span)| (span.start, span.end)).collect();
        let unit = spans.len() / 4;
        spans = spans.into_iter().step_by(unit).collect();
        assert_eq!(spans, expected, "{label}");
    }
}

#[test]
fn a_long_text_is_decoded_in_batches() {
    let raw = "中".repeat(5000) + &"я".repeat(5000) + "x";
    for label in ["gbk", "gb18030", "big5", "euc-jp", "shift_jis", "euc-kr"] {
        let (bytes, ..) = Encoding::for_label(label.as_bytes()).expect(label).encode(&raw);
        let charset = Charset::named(label.as_bytes()).expect(label);
        let mut decoded = Decoded::new(Drip::plain(&bytes, UNCUT), &charset);
        let (mut found, mut chunks, mut end) = (Vec::new(), 0, 0);
        while !decoded.chunk().bytes.is_empty() {
            let chunk = decoded.chunk();
            let count = chunk.bytes.len();
            assert_eq!(chunk.span(0..count).start, end);
            end = chunk.span(0..count).end;
            found.extend_from_slice(chunk.bytes);
            decoded.advance(count);
            chunks += 1;
        }
        assert!(found == raw.as_bytes() && end == bytes.len() as u64, "{label}");
        assert!(chunks < 100, "{label}: {chunks}");
    }
}
