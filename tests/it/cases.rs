//! Every case of `corpora/cases`, through the slice, through readers of many sizes, and through
//! every split in two.

use crate::kit;
use crate::kit::case::{self, Case, Find};
use urisift::Found;
use urisift::testing::Tier;

/// The difference to the expected finds, if any.
fn complaint(case: &Case, found: &[Found<'_>]) -> Option<String> {
    let is: Vec<_> = found
        .iter()
        .map(|f| (f.span().start as usize, f.span().end as usize, f.uri().to_vec()))
        .collect();
    let show = |finds: &[Find]| -> Vec<_> {
        finds
            .iter()
            .map(|(s, e, uri)| format!("{s}..{e} {}", String::from_utf8_lossy(uri)))
            .collect()
    };
    if is != case.finds {
        return Some(format!("found {:#?}, wanted {:#?}", show(&is), show(&case.finds)));
    }
    if let Some(wrapper) = &case.wrapper
        && let Some(other) = found.iter().find(|f| f.wrapper().name() != wrapper)
    {
        return Some(format!("wrapper {}, wanted {wrapper}", other.wrapper().name()));
    }
    let seconds: Vec<_> = found
        .iter()
        .filter_map(|f| f.second_reading())
        .map(|s| String::from_utf8_lossy(s).into_owned())
        .collect();
    if let Some(wanted) = case.second.as_ref().filter(|wanted| **wanted != seconds) {
        return Some(format!("second readings {seconds:#?}, wanted {wanted:#?}"));
    }
    if let Some(other) =
        found.iter().find(|f| f.is_truncated_by_source() != case.truncated_by_source)
    {
        return Some(format!("truncated_by_source {}", other.is_truncated_by_source()));
    }
    let cut = found.first().is_some_and(Found::is_truncated);
    (cut != case.truncated).then(|| format!("truncated {cut}"))
}

#[test]
fn every_case_holds() {
    let cases = case::all();
    assert!(cases.len() >= 400, "only {} cases", cases.len());
    let wrong: Vec<_> = cases
        .iter()
        .filter_map(|case| {
            let found = kit::by_slice(&case.text, &case.options);
            complaint(case, &found).map(|what| {
                format!("{}\n{:?}\n{what}\n", case.name, String::from_utf8_lossy(&case.text))
            })
        })
        .collect();
    assert!(wrong.is_empty(), "{} of {} cases:\n\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

#[test]
fn however_the_text_is_cut() {
    for case in case::all() {
        let whole = kit::by_slice(&case.text, &case.options);
        for size in [1, 2, 3, 7, 61] {
            assert_eq!(
                kit::by_reads(&case.text, size, &case.options),
                whole,
                "{} in reads of {size}",
                case.name
            );
        }
        for at in 0..=case.text.len() {
            assert_eq!(
                kit::by_split(&case.text, at, &case.options),
                whole,
                "{} split at {at}",
                case.name
            );
        }
    }
}

/// Wherever the text stands, and with any vectors of the CPU: other tests find the same meanwhile.
#[test]
fn wherever_the_text_stands_on_every_tier() {
    let cases = case::all();
    for tier in Tier::all() {
        tier.force();
        for (case, pad) in cases.iter().flat_map(|case| PADS.map(|pad| (case, pad))) {
            let padded = [vec![b'\n'; pad], case.text.clone()].concat();
            let found = kit::by_slice(&padded, &case.options);
            let moved = found.iter().map(|f| {
                let [start, end] = [f.span().start, f.span().end].map(|at| at as usize - pad);
                (start, end, f.uri().to_vec())
            });
            assert!(
                moved.eq(case.finds.iter().cloned()),
                "{} on {}, {pad}",
                case.name,
                tier.name()
            );
        }
    }
}

/// How many line feeds stand before a text.
const PADS: [usize; 9] = [1, 31, 62, 63, 64, 255, 511, 513, 5000];
