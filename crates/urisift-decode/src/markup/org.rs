//! Org: `[[target][description]]`, and `[[target]]`.

use memchr::memchr;
use memchr::memmem::find_iter;

use super::Dialect;
use crate::syntax::{Syntax, Unit};

/// Org mode.
pub(crate) const ORG: Dialect<Org> =
    Dialect { name: "org", extensions: &["org"], may_start_as: &[], syntax: || Org };

/// The links of Org mode.
pub(crate) struct Org;

impl Syntax for Org {
    fn read(&mut self, unit: &mut Unit<'_>) {
        for at in find_iter(unit.text, b"[[") {
            let start = at + 2;
            if let Some(len) = memchr(b']', &unit.text[start..])
                && unit.text[start + len + 1..].iter().next().is_some_and(|b| b"[]".contains(b))
            {
                unit.reference(start..start + len, None, "[[]]");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::markup::tests::assert_reads;

    #[test]
    fn links() {
        for (org, expected) in [
            ("[[http://a.example/(b).][c]] d", "[[|http://a.example/(b).|][c]] d"),
            ("[[http://a.example/]]", "[[|http://a.example/|]]"),
            ("[[./b.org][c]] [[d", "[[<[[]] ./b.org>][c]] [[d"),
            ("a[[b] c", "a[[b] c"),
            ("[[a[[b]]", "[[<[[]] a[[b>]]"),
        ] {
            assert_reads(&ORG, org, expected);
        }
    }
}
