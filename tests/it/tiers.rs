//! The finds are the same with any vectors of the CPU. In its own test, since the choice of vectors
//! applies to the whole process.

use crate::kit;
use crate::kit::case;
use urisift::testing::Tier;

#[test]
fn every_tier_finds_the_same() {
    let cases = case::all();
    let texts: Vec<Vec<u8>> = cases
        .iter()
        .flat_map(|case| [0, 1, 31, 62, 200].map(|pad| padded(&case.text, pad)))
        .chain(kit::shared("web.txt").map(|text| text[..1 << 20].to_vec()))
        .collect();
    let finds = |tier: Tier| {
        tier.force();
        let options = cases.iter().flat_map(|case| vec![&case.options; 5]);
        let options = options.cloned().chain([Default::default()]);
        let found: Vec<_> = texts
            .iter()
            .zip(options)
            .map(|(text, options)| kit::by_slice(text, &options))
            .collect();
        found
    };
    let mut tiers = Tier::all().into_iter();
    let plain = finds(tiers.next().unwrap());
    assert!(plain.iter().flatten().count() > 1000);
    for tier in tiers {
        assert!(finds(tier) == plain, "{}", tier.name());
    }
}

/// The text with `pad` empty lines on either side.
fn padded(text: &[u8], pad: usize) -> Vec<u8> {
    [&vec![b'\n'; pad], text, &vec![b'\n'; pad]].concat()
}
