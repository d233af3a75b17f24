//! Suggestions for a name that does not exist.

use strsim::damerau_levenshtein;

/// The longest name that is compared, in bytes: the time is the product of the lengths.
const MAX_LEN: usize = 100;

/// The name with the fewest edits, if they are few for the length of the word.
pub fn nearest<'n>(word: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let most = word.chars().count().div_ceil(3);
    let near = names.filter(|name| word.len().max(name.len()) <= MAX_LEN);
    let distances = near.map(|name| (damerau_levenshtein(word, name), name));
    distances.filter(|(distance, _)| *distance <= most).min().map(|(_, name)| name)
}

/// Like `nearest`, as the end of a message; empty if there is none.
pub fn hint<'n>(word: &str, names: impl Iterator<Item = &'n str>) -> String {
    nearest(word, names).map_or_else(String::new, |name| format!("; did you mean {name}?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_changes() {
        let names = ["path", "url-path", "host", "port"];
        for (word, expected) in [
            ("hosts", Some("host")),
            ("pth", Some("path")),
            ("urlpath", Some("url-path")),
            ("pist", Some("host")),
            ("ohst", Some("host")),
            ("", None),
            ("x", None),
            ("fragment", None),
        ] {
            assert_eq!(nearest(word, names.into_iter()), expected, "{word}");
        }
        assert_eq!(nearest(&"é".repeat(100_000), names.into_iter()), None);
    }
}
