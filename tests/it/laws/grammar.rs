//! The laws of references, of texts that are put together from pieces.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use urisift::{Iri, IriRef, Step, Steps};

use crate::kit::generate::{self, Random};
use crate::kit::{self, laws};

/// Something like a reference.
fn reference() -> impl Strategy<Value = String> {
    let start = prop_oneof![
        3 => Just(""),
        2 => select(vec!["http://", "https://a", "file://", "urn:", "mailto:", "x:/", "x:", "//h"]),
    ];
    (start, vec(select(kit::pieces("references")), 0..9))
        .prop_map(|(start, pieces)| format!("{start}{}", pieces.concat()))
}

/// Every choice of steps.
fn all_steps() -> impl Iterator<Item = Steps> {
    (0..1 << Step::ALL.len()).map(|set: u32| {
        let steps = Step::ALL.into_iter().enumerate();
        steps.filter(|(n, _)| set >> n & 1 == 1).map(|(_, step)| step).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(kit::amount(500, 6000) as u32))]

    #[test]
    fn any_reference_is_lawful(text in reference(), other in reference()) {
        laws::what_is_composed_is_valid(&text, &other);
        laws::what_parses_prints_as_it_was(&text);
        laws::every_edition_and_scheme_reads_it(&text);
        laws::normal_forms_are_normal(&text, all_steps());
    }

    #[test]
    fn any_reference_is_resolved(base in reference(), text in reference()) {
        let (Ok(base), Ok(reference)) = (Iri::parse(&base), IriRef::parse(&text)) else { return Ok(()) };
        laws::resolved_as_the_pseudo_code_does(&base, &reference);
    }

    #[test]
    fn a_disguise_comes_off(
        scheme in select(vec!["http", "https"]),
        labels in vec("[a-z][a-z0-9-]{0,5}[a-z0-9]", 1..5),
        rest in select(vec!["", "/", ":8080/", "/a.b/c?d=e&f#g", "/(x)", "/?u=http://b.example/c.d"]),
    ) {
        laws::what_is_defanged_is_found_again(&format!("{scheme}://{}{rest}", labels.join(".")));
    }
}

/// A reference, often full of dots and slashes.
fn generated(random: &mut Random) -> String {
    if random.one(2) {
        return generate::reference(random);
    }
    let scheme = if random.one(2) { "x:" } else { "" };
    let pieces = (0..random.below(9)).map(|_| *random.pick(kit::pieces("dots")));
    scheme.chars().chain(pieces.flat_map(str::chars)).collect()
}

/// References of other pieces, and many more of them.
#[test]
fn generated_references_are_lawful() {
    let mut random = Random::new(7);
    let bases =
        ["http://a/b/c/d;p?q", "x:a/b/c", "x:", "http://a", "x:/a/../b/./c", "x:?q", "x:/.//a"];
    let mut count = 0;
    while count < kit::amount(10_000, 500_000) {
        let (made, text) = (generated(&mut random), generated(&mut random));
        let base = if random.one(2) { &*made } else { random.pick(&bases) };
        laws::what_parses_prints_as_it_was(&text);
        laws::what_is_composed_is_valid(&text, &made);
        laws::normal_forms_are_normal(&text, Step::ALL.map(Steps::from).into_iter());
        let (Ok(base), Ok(reference)) = (Iri::parse(base), IriRef::parse(&text)) else { continue };
        laws::resolved_as_the_pseudo_code_does(&base, &reference);
        count += 1;
    }
}

/// The terms of each scheme, in any order.
#[test]
fn generated_uris_of_each_scheme_are_lawful() {
    let schemes = generate::valid_of_schemes();
    let mut random = Random::new(6);
    for number in 0..kit::amount(20_000, 200_000) {
        let (scheme, valid) = random.pick(&schemes);
        let mut text =
            if number % 2 == 0 { format!("{scheme}:") } else { random.pick(valid).clone() };
        (0..random.below(8)).for_each(|_| text.push_str(random.pick::<&str>(kit::pieces("terms"))));
        if number % 4 == 3 {
            generate::change(&mut random, &mut text);
        }
        laws::every_edition_and_scheme_reads_it(&text);
    }
}
