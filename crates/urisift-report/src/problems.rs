//! The problems that a page lists.

use super::charts::escaped;
use crate::record::grouped;
use crate::sanitize;

/// At most this many problems are listed.
const LISTED: usize = 100;

/// What could not be read.
#[derive(Default)]
pub(super) struct Problems {
    all: u64,
    /// The first ones.
    listed: Vec<String>,
}

impl Problems {
    pub fn count(&mut self, what: &[u8]) {
        self.all += 1;
        if self.listed.len() < LISTED {
            self.listed.push(sanitize::text(&String::from_utf8_lossy(what)));
        }
    }

    /// A list of them; empty if there are none.
    pub fn list(&self) -> String {
        let more = self.all - self.listed.len() as u64;
        let more = (more > 0).then(|| format!("and {} more", grouped(more)));
        let lines = self.listed.iter().chain(more.as_ref());
        let items: String = lines.map(|line| format!("<li>{}</li>", escaped(line))).collect();
        let summary = match self.all {
            0 => return String::new(),
            1 => "1 problem".to_owned(),
            all => format!("{} problems", grouped(all)),
        };
        format!(
            "<details class=\"problems\"><summary>{summary}</summary><ul>{items}</ul></details>\n"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_problems_are_listed_and_all_are_counted() {
        let mut problems = Problems::default();
        assert_eq!(problems.list(), "");
        problems.count(b"<b>\x1b");
        assert!(problems.list().contains("<summary>1 problem<"), "{}", problems.list());
        assert!(problems.list().contains("<li>&lt;b&gt;\\u{1b}</li>"), "{}", problems.list());
        (0..LISTED + 1000).for_each(|_| problems.count(b"x"));
        assert!(problems.list().contains("<summary>1,101 problems<"), "{}", problems.list());
        assert!(problems.list().ends_with("<li>and 1,001 more</li></ul></details>\n"));
    }
}
