//! Options of a search, by the names of the command's flags.

use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use urisift::{Extractor, Fold, Join, NonAscii, Options, Trailing};

use crate::fault::wrong;

/// What searches by these options.
///
/// # Errors
/// `TypeError` for a name that is no option, or a value of another type; `ValueError` for a value that is
/// none of the option's.
pub fn extractor(options: Option<&Bound<'_, PyDict>>) -> PyResult<Extractor> {
    let mut asked = Options::default();
    for (name, value) in options.into_iter().flatten() {
        set(&mut asked, renamed(name.cast::<PyString>()?.to_str()?), &value)?;
    }
    Ok(Extractor::new(asked))
}

/// Returns the name of an option, also if it is given by its old name or that of an alias of the flag.
pub fn renamed(name: &str) -> &str {
    match name {
        "count_by" => "by",
        "exclude_path" => "exclude_uri_path",
        "exclude_paths_from" => "exclude_uri_paths_from",
        "fold" => "unfold",
        "ignore" => "gitignore",
        "judge" => "assess",
        "max_depth" => "max_nesting",
        "max_uri_len" => "max_len",
        "max_wrap" => "max_wrapper_len",
        "memory" => "buffer_size",
        "no_decode" => "raw",
        "no_ignore" => "no_gitignore",
        "no_private" => "exclude_private",
        "path" => "uri_path",
        "paths_from" => "uri_paths_from",
        "prefer_body" => "prefer",
        "trailing_punctuation" => "trailing",
        name => name,
    }
}

/// Sets one of them.
///
/// # Errors
/// As for [`extractor`].
pub fn set(options: &mut Options, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
    if value.is_none() && NAMES.contains(&name) {
        return Ok(());
    }
    match name {
        "www" => options.www = value.extract()?,
        "bare" => options.bare = value.extract()?,
        "email" => options.email = value.extract()?,
        "refang" => options.refang = value.extract()?,
        "raw" => options.escapes = !value.extract::<bool>()?,
        "line_number" => options.positions = value.extract()?,
        "max_len" => options.max_len = length(name, value, 1)?,
        "max_wrapper_len" => options.max_wrapper_len = length(name, value, 0)?,
        "iri" => options.non_ascii = one_of(name, value, NON_ASCII)?,
        "join" => options.join = one_of(name, value, JOIN)?,
        "unfold" => options.fold = one_of(name, value, FOLD)?,
        "trailing" => options.trailing = one_of(name, value, TRAILING)?,
        _ => return Err(PyTypeError::new_err(format!("there is no option {name:?}"))),
    }
    Ok(())
}

/// Their names.
const NAMES: [&str; 12] = [
    "www",
    "bare",
    "email",
    "refang",
    "raw",
    "line_number",
    "max_len",
    "max_wrapper_len",
    "iri",
    "join",
    "unfold",
    "trailing",
];

const NON_ASCII: &[(&str, NonAscii)] =
    &[("never", NonAscii::Never), ("auto", NonAscii::Auto), ("always", NonAscii::Always)];
const JOIN: &[(&str, Join)] =
    &[("never", Join::Never), ("auto", Join::Auto), ("always", Join::Always)];
const FOLD: &[(&str, Fold)] =
    &[("never", Fold::Never), ("auto", Fold::Auto), ("always", Fold::Always)];
const TRAILING: &[(&str, Trailing)] = &[("trim", Trailing::Trim), ("keep", Trailing::Keep)];

/// A number of bytes, at least so many.
fn length(name: &str, value: &Bound<'_, PyAny>, least: usize) -> PyResult<usize> {
    let len = match value.extract::<usize>() {
        Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => None,
        len => Some(len?).filter(|len| *len >= least),
    };
    len.ok_or_else(|| wrong(format!("{name}: expected a number from {least}, and not {value}")))
}

fn one_of<T: Copy>(name: &str, value: &Bound<'_, PyAny>, all: &[(&str, T)]) -> PyResult<T> {
    let text = value.cast::<PyString>()?.to_str()?;
    let found = all.iter().find(|(name, _)| *name == text);
    found.map(|(_, value)| *value).ok_or_else(|| {
        let names: Vec<_> = all.iter().map(|(name, _)| *name).collect();
        wrong(format!("{name}: expected one of {}, and not {text:?}", names.join(", ")))
    })
}
