//! What somebody may have meant who typed a name that nothing has.

/// No name is as long, in characters.
const MAX_LEN: usize = 40;

/// The name that takes the fewest changes, if they are few for the length of the word.
pub(super) fn nearest<'n>(word: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let word: Vec<char> = word.chars().take(MAX_LEN).collect();
    let most = word.len().div_ceil(3);
    let distances = names.map(|name| (distance(&word, name), name));
    distances.filter(|(distance, _)| *distance <= most).min().map(|(_, name)| name)
}

/// The same, as the end of a message; nothing where there is none.
pub(super) fn hint<'n>(word: &str, names: impl Iterator<Item = &'n str>) -> String {
    nearest(word, names).map_or_else(String::new, |name| format!("; did you mean {name}?"))
}

/// How many characters are to be put in, taken out or replaced (Levenshtein), row by row.
fn distance(word: &[char], name: &str) -> usize {
    let mut row: Vec<usize> = (0..=word.len()).collect();
    for (i, c) in name.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, other) in word.iter().enumerate() {
            let replaced = diagonal + usize::from(c != *other);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row.last().copied().unwrap_or_default()
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
            ("", None),
            ("x", None),
            ("fragment", None),
        ] {
            assert_eq!(nearest(word, names.into_iter()), expected, "{word}");
        }
        assert_eq!(nearest(&"é".repeat(100_000), names.into_iter()), None);
    }
}
