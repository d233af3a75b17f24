//! Generates texts that look like references, valid or not: the same ones in every run.

use super::pieces::pieces;
pub use super::random::Random;

/// Appends up to `most` of the pieces.
fn append(random: &mut Random, most: usize, from: &[&str], into: &mut String) {
    for _ in 0..random.below(most + 1) {
        into.push_str(random.pick::<&str>(from));
    }
}

/// A reference, or something like one.
pub fn reference(random: &mut Random) -> String {
    let mut text = String::new();
    if !random.one(4) {
        text.push_str(random.pick::<&str>(pieces("generated schemes")));
        text.push(':');
    }
    if !random.one(3) {
        text.push_str("//");
        authority(random, &mut text);
    }
    if !random.one(8) {
        text.push_str(random.pick::<&str>(&["/", "", "/", "//"]));
        append(random, 4, pieces("generated segments"), &mut text);
    }
    for (mark, pieces) in [('?', pieces("generated queries")), ('#', pieces("generated queries"))] {
        if random.one(3) {
            text.push(mark);
            append(random, 3, pieces, &mut text);
        }
    }
    if random.one(6) {
        change(random, &mut text);
    }
    text
}

fn authority(random: &mut Random, text: &mut String) {
    if random.one(4) {
        append(random, 3, &["u", ":", "p", "%40", "@", ";", "é"], text);
        text.push('@');
    }
    match random.below(6) {
        0 => text.push_str(random.pick::<&str>(pieces("generated literals"))),
        1 => {
            text.push('[');
            append(random, 9, pieces("generated groups"), text);
            text.push(']');
        }
        2 => append(random, 4, &["1.2.3.4", "0x7f", "1", ".", "256"], text),
        _ => append(random, 4, pieces("generated names"), text),
    }
    if random.one(4) {
        text.push(':');
        append(random, 2, &["80", "0", "x", ":", "65536"], text);
    }
}

/// Inserts or removes something.
pub fn change(random: &mut Random, text: &mut String) {
    let places: Vec<usize> = text.char_indices().map(|(i, _)| i).chain([text.len()]).collect();
    let at = places[random.below(places.len())];
    if random.one(3) && at < text.len() {
        text.remove(at);
    } else {
        text.insert_str(at, random.pick::<&str>(pieces("generated changes")));
    }
}

/// Each scheme of `corpora/grammar/schemes.toml`, with the valid URIs there.
pub fn valid_of_schemes() -> Vec<(String, Vec<String>)> {
    let path = super::project("corpora/grammar/schemes.toml");
    let schemes: toml::Table = toml::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let texts = |texts: &toml::Value| -> Vec<_> {
        texts.as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()).collect()
    };
    schemes.iter().map(|(scheme, cases)| (scheme.clone(), texts(&cases["valid"]))).collect()
}
