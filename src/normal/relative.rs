//! From a URI to a reference: resolving the other way round.

use super::resolve::{Resolving, resolve};
use crate::grammar::uri::{IriRef, Reference};

/// The first of the forms, from the shortest to the URI itself, that resolves to `target`.
pub(super) fn relative(base: &Reference<'_>, target: &Reference<'_>) -> String {
    let forms = [same_path(base, target), from_here(base, target), from_root(target), net(target)];
    let resolves = |form: &String| {
        let reference = IriRef::parse(form);
        reference.is_ok_and(|reference| {
            resolve(base, &reference, Resolving::default()).uri() == Some(target.as_str())
        })
    };
    let form = forms.into_iter().flatten().find(resolves);
    form.unwrap_or_else(|| target.as_str().to_owned())
}

/// Query and fragment of the target, from a path on.
fn with_rest(mut path: String, target: &Reference<'_>) -> String {
    for (mark, part) in [('?', target.query()), ('#', target.fragment())] {
        if let Some(part) = part {
            path.push(mark);
            path.push_str(part);
        }
    }
    path
}

/// Only what differs after the path.
fn same_path(base: &Reference<'_>, target: &Reference<'_>) -> Option<String> {
    if base.path() != target.path() {
        return None;
    }
    if base.query() != target.query() {
        return Some(with_rest(String::new(), target));
    }
    Some(target.fragment().map_or(String::new(), |fragment| format!("#{fragment}")))
}

/// Up from the base's directory to what the paths share, and down again.
fn from_here(base: &Reference<'_>, target: &Reference<'_>) -> Option<String> {
    let (base, path) = (base.path(), target.path());
    let directory = &base[..base.rfind('/')? + 1];
    let shared = directory.bytes().zip(path.bytes()).take_while(|(a, b)| a == b).count();
    let shared = directory.as_bytes()[..shared].iter().rposition(|&b| b == b'/')? + 1;
    let down = &path[shared..];
    let up = "../".repeat(directory[shared..].matches('/').count());
    // "./" keeps a colon from ending a scheme, a slash from being the root, and an empty reference from
    // being the base itself.
    let first = down.split('/').next().unwrap_or("");
    let here = up.is_empty() && (first.is_empty() || first.contains(':'));
    Some(with_rest(format!("{}{up}{down}", if here { "./" } else { "" }), target))
}

fn from_root(target: &Reference<'_>) -> Option<String> {
    target.path().starts_with('/').then(|| with_rest(target.path().to_owned(), target))
}

fn net(target: &Reference<'_>) -> Option<String> {
    let authority = target.authority()?;
    Some(with_rest(format!("//{authority}{}", target.path()), target))
}
