//! Two inputs that are compared: how often each URI, host and domain is in the first and in the second.

use std::path::PathBuf;

use super::charts::escaped;
use crate::record::{grouped, path_bytes};
use crate::sanitize;

/// The names of two inputs that are compared, harmless.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// That of the first.
    pub before: String,
    /// That of the second.
    pub after: String,
}

impl Comparison {
    /// Of these paths.
    pub fn of(paths: &[PathBuf; 2]) -> Self {
        let [before, after] = paths.each_ref().map(|path| sanitize::shown(path_bytes(path)));
        Comparison { before, after }
    }

    /// What has changed, in sentences. What can be shown by a click has attributes that the script reads.
    pub(super) fn summary(&self, uris: &Changes, domains: &Changes) -> String {
        let Comparison { before, after } = self;
        let of_uris = uris.said("uri", "URI", &Change::ALL);
        let of_domains = domains.said("domain", "domain", &[Change::New, Change::Gone]);
        format!(
            "<p class=\"compared\" id=\"compared\">From <strong class=\"input\">{}</strong> to \
             <strong class=\"input\">{}</strong>: {of_uris}. {of_domains}.</p>\n",
            escaped(before),
            escaped(after)
        )
    }
}

/// How many finds there are in each of two inputs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sides {
    pub before: u64,
    pub after: u64,
}

impl Sides {
    /// One find.
    pub fn one(is_after: bool) -> Self {
        Sides { before: u64::from(!is_after), after: u64::from(is_after) }
    }

    pub fn add(&mut self, other: Self) {
        self.before += other.before;
        self.after += other.after;
    }

    pub fn sum(self) -> u64 {
        self.before + self.after
    }

    /// How many there are more, or less.
    pub fn difference(self) -> u64 {
        self.before.abs_diff(self.after)
    }

    fn change(self) -> Change {
        match self {
            Sides { before: 0, .. } => Change::New,
            Sides { after: 0, .. } => Change::Gone,
            Sides { before, after } if before < after => Change::Grown,
            Sides { before, after } if before > after => Change::Shrunk,
            _ => Change::Same,
        }
    }
}

/// What has become of something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    /// It is in the second input only.
    New,
    /// It is in the first input only.
    Gone,
    /// It is in both, and more often in the second.
    Grown,
    /// It is in both, and less often in the second.
    Shrunk,
    /// It is in both, as often.
    Same,
}

impl Change {
    const ALL: [Change; 5] =
        [Change::New, Change::Gone, Change::Grown, Change::Shrunk, Change::Same];

    /// Its name in the address of the page.
    fn name(self) -> &'static str {
        match self {
            Change::New => "new",
            Change::Gone => "gone",
            Change::Grown => "grown",
            Change::Shrunk => "shrunk",
            Change::Same => "same",
        }
    }

    fn phrase(self) -> &'static str {
        match self {
            Change::New => "new",
            Change::Gone => "gone",
            Change::Grown => "more frequent",
            Change::Shrunk => "less frequent",
            Change::Same => "unchanged",
        }
    }
}

/// Numbers of changes, in the order of [`Change::ALL`].
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Changes([u64; Change::ALL.len()]);

impl Changes {
    pub fn count(&mut self, sides: Sides) {
        self.0[sides.change() as usize] += 1;
    }

    /// "3 URIs are new, 1 is gone".
    fn said(&self, of: &str, noun: &str, changes: &[Change]) -> String {
        let said = |(at, change): (usize, &Change)| {
            let count = self.0[*change as usize];
            let (plural, verb) = if count == 1 { ("", "is") } else { ("s", "are") };
            let noun = if at == 0 { format!(" {noun}{plural}") } else { String::new() };
            let (count, name, phrase) = (grouped(count), change.name(), change.phrase());
            format!(
                "<span data-of=\"{of}\" data-change=\"{name}\">{count}{noun} {verb} {phrase}</span>"
            )
        };
        changes.iter().enumerate().map(said).collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_counted_and_said() {
        let mut changes = Changes::default();
        for (before, after, expected) in [
            (0, 2, Change::New),
            (0, 1, Change::New),
            (3, 0, Change::Gone),
            (1, 2, Change::Grown),
            (2, 1, Change::Shrunk),
            (1000, 1000, Change::Same),
        ] {
            let sides = Sides { before, after };
            assert_eq!(sides.change(), expected, "{sides:?}");
            changes.count(sides);
        }
        let inputs = Comparison { before: "a<b".to_owned(), after: "c".to_owned() };
        let said = inputs.summary(&changes, &Changes::default());
        for expected in [
            ">a&lt;b</strong> to <strong class=\"input\">c</strong>: ",
            "<span data-of=\"uri\" data-change=\"new\">2 URIs are new</span>, ",
            "data-change=\"gone\">1 is gone</span>, ",
            "data-of=\"domain\" data-change=\"new\">0 domains are new</span>, ",
        ] {
            assert!(said.contains(expected), "{expected} in {said}");
        }
    }
}
