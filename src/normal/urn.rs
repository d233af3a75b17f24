//! Lexical equivalence of URNs (draft-ietf-urnbis-rfc2141bis-urn-03 5; RFC 8141 3).

use super::{Step, Steps};
use crate::grammar::scheme::Specific;
use crate::grammar::uri::Reference;

/// What two URNs are compared for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Objective {
    /// Which resource they name: query and fragment do not count (step 5a; RFC 8141 3.1 says the same
    /// of r-, q- and f-components).
    #[default]
    Resource,
    /// What a resolver would answer: the query counts, the order of its directives does not
    /// (step 5b).
    Resolution,
}

/// Whether two URNs are lexically equivalent: the same but for the case of `urn`, of the NID and of
/// escapes' digits. Escapes are never decoded. Only URNs are equivalent to anything.
pub fn urn_equivalent(a: &Reference<'_>, b: &Reference<'_>, objective: Objective) -> bool {
    match (form(a, objective), form(b, objective)) {
        (Some(a), Some(b)) => a == b,
        _ => false,
    }
}

/// Name and query as they are compared.
fn form<'t>(urn: &Reference<'t>, objective: Objective) -> Option<(String, Vec<String>)> {
    let Ok(Specific::Urn(_)) = urn.specific() else { return None };
    let steps = Steps::from(Step::Case) | Steps::from(Step::Scheme);
    let normal = urn.normal(steps);
    let text = normal.as_ref();
    let end = text.find(['?', '#']).unwrap_or(text.len());
    let query = text[end..].strip_prefix('?').map(|rest| rest.split('#').next().unwrap_or(rest));
    let query = query.filter(|_| objective == Objective::Resolution);
    let mut directives: Vec<String> =
        query.into_iter().flat_map(|query| query.split('&')).map(str::to_owned).collect();
    directives.sort_unstable();
    Some((text[..end].to_owned(), directives))
}
