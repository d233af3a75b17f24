//! The grammar alone: `parse`, `resolve`, `normalize`, `compare`.

use std::hash::{DefaultHasher, Hash, Hasher};

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use urisift::{
    Caution, Edition, Editions, ExcessDots, Iri, IriRef, Reference, ResolveOptions, Step, Steps,
    UriRef, UrnEquivalence, urn_equivalent,
};

use crate::fault::{fault, wrong};

/// Possible risks: the name, and the start and end in bytes of the URI.
pub type Cautions = Vec<(&'static str, usize, usize)>;

/// A valid URI or reference.
///
/// By RFC 3986, or RFC 3987 if it has non-ASCII characters. Components are as written.
#[pyclass(frozen, module = "urisift")]
pub struct Uri {
    text: String,
    edition: Option<Edition>,
}

impl Uri {
    /// What is said of it. It was parsed when it was made.
    fn read<T>(&self, ask: impl FnOnce(&Reference<'_>) -> T) -> PyResult<T> {
        let reference = match self.edition {
            None => IriRef::parse(&self.text).map(|it| ask(&it)),
            Some(edition) => UriRef::parse_in(&self.text, edition).map(|it| ask(&it)),
        };
        reference.map_err(wrong)
    }

    /// One of the components.
    fn component(
        &self,
        ask: impl for<'r, 't> FnOnce(&'r Reference<'t>) -> Option<&'t str>,
    ) -> PyResult<Option<String>> {
        self.read(|uri| ask(uri).map(str::to_owned))
    }
}

#[pymethods]
impl Uri {
    /// The scheme; ``None`` of a relative reference.
    #[getter]
    fn scheme(&self) -> PyResult<Option<String>> {
        self.component(|uri| uri.scheme())
    }

    /// Userinfo, host and port, if it has them.
    #[getter]
    fn authority(&self) -> PyResult<Option<String>> {
        self.component(|uri| uri.authority())
    }

    /// The userinfo, if it has one.
    #[getter]
    fn userinfo(&self) -> PyResult<Option<String>> {
        self.component(|uri| uri.userinfo())
    }

    /// The host, if it has one, with the brackets of an IP literal.
    #[getter]
    fn host(&self) -> PyResult<Option<String>> {
        self.component(|uri| uri.host())
    }

    /// The port as written, if it has one; it may be empty.
    #[getter]
    fn port(&self) -> PyResult<Option<String>> {
        self.component(|uri| uri.port())
    }

    /// The path, which may be empty.
    #[getter]
    fn path(&self) -> PyResult<String> {
        self.read(|uri| uri.path().to_owned())
    }

    /// The query, if it has one; it may be empty.
    #[getter]
    fn query(&self) -> PyResult<Option<String>> {
        self.component(|uri| uri.query())
    }

    /// The fragment, if it has one; it may be empty.
    #[getter]
    fn fragment(&self) -> PyResult<Option<String>> {
        self.component(|uri| uri.fragment())
    }

    /// The editions of the standard whose grammar it satisfies.
    #[getter]
    fn conforms<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        names(py, self.read(|uri| uri.editions())?)
    }

    /// Possible risks: the name, and the start and end in bytes of the URI.
    #[getter]
    fn cautions(&self) -> PyResult<Cautions> {
        self.read(|uri| cautions(&uri.cautions()))
    }

    /// Return the normal form after these steps (default: ``"syntax,scheme"``).
    #[pyo3(signature = (steps = None))]
    fn normal(&self, steps: Option<&str>) -> PyResult<String> {
        let steps = self::steps(steps)?;
        self.read(|uri| uri.normalized(steps).into_text().into_owned())
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Uri({})", self.text.as_str().into_pyobject(py)?.repr()?))
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.text == other.text && self.edition == other.edition
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let parsed = py.import("urisift._native")?.getattr("parsed")?;
        let what = (self.text.as_str(), self.edition.map(Edition::name));
        Ok((parsed, what).into_pyobject(py)?.into_any())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.text.hash(&mut hasher);
        hasher.finish()
    }
}

/// Parse a URI.
///
/// It must satisfy RFC 3986, or RFC 3987 if it has non-ASCII characters, and the grammar of its scheme.
/// With ``edition`` (1994, rfc1738, rfc1808, rfc2141, 1997, rfc2396, 2003, rfc3986, 2012 or rfc8141), only the grammar of
/// that edition applies. With ``reference=True``, it may be relative.
///
/// Raises ``Fault``, a ``ValueError`` with the byte (``at``) and the ``rule``.
#[pyfunction]
#[pyo3(signature = (text, /, *, edition = None, reference = false))]
pub fn parse(py: Python<'_>, text: &str, edition: Option<&str>, reference: bool) -> PyResult<Uri> {
    let edition = edition.map(self::edition).transpose()?;
    let judged = match (edition, reference) {
        (None, false) => Iri::parse(text).and_then(|it| it.scheme_specific().map(drop)),
        (None, true) => IriRef::parse(text).and_then(|it| it.scheme_specific().map(drop)),
        (Some(edition), false) => urisift::Uri::parse_in(text, edition).map(drop),
        (Some(edition), true) => UriRef::parse_in(text, edition).map(drop),
    };
    judged.map_err(|it| fault(py, it, text))?;
    Ok(Uri { text: text.to_owned(), edition })
}

/// A URI or reference that was parsed in another process.
#[pyfunction]
#[pyo3(signature = (text, edition, /))]
pub fn parsed(py: Python<'_>, text: &str, edition: Option<&str>) -> PyResult<Uri> {
    parse(py, text, edition, true)
}

/// Resolve a reference against ``base`` (RFC 3986 5.2).
///
/// ``edition`` is rfc1808, 1997, rfc2396, 2003 or rfc3986; ``lax`` treats a reference with the scheme of the base as
/// relative; ``excess`` ("strip" or "keep") decides about ".." above the root in editions rfc2396 and 2003. Returns
/// ``None`` for the document itself, which has no URI in editions 1997, rfc2396 and 2003.
///
/// Raises ``Fault`` if the base or the reference is invalid.
#[pyfunction]
#[pyo3(signature = (base, reference, /, *, edition = "rfc3986", lax = false, excess = None))]
pub fn resolve(
    py: Python<'_>,
    base: &str,
    reference: &str,
    edition: &str,
    lax: bool,
    excess: Option<&str>,
) -> PyResult<Option<String>> {
    let mut how = match self::edition(edition)? {
        it if ResolveOptions::has_rule(it) => ResolveOptions::of(it),
        _ => return Err(wrong("edition: expected rfc1808, 1997, rfc2396, 2003 or rfc3986")),
    };
    if lax {
        how.lax = true;
    }
    match excess {
        None => {}
        Some("strip") => how.excess = ExcessDots::Strip,
        Some("keep") => how.excess = ExcessDots::Keep,
        Some(other) => {
            return Err(wrong(format!("excess: expected strip or keep, and not {other:?}")));
        }
    }
    let from = Iri::parse(base).map_err(|it| fault(py, it, base))?;
    let to = IriRef::parse(reference).map_err(|it| fault(py, it, reference))?;
    Ok(from.resolve(&to, how).uri().map(str::to_owned))
}

/// Return a short reference that resolves to ``target`` against ``base``; ``target`` itself if there is none.
///
/// Raises ``Fault`` if one is invalid.
#[pyfunction]
#[pyo3(signature = (base, target, /))]
pub fn relative(py: Python<'_>, base: &str, target: &str) -> PyResult<String> {
    let from = Iri::parse(base).map_err(|it| fault(py, it, base))?;
    let to = Iri::parse(target).map_err(|it| fault(py, it, target))?;
    Ok(from.relative(&to))
}

/// Normalize a URI or a reference by comma-separated steps: case, percent, dots, scheme, uri, host and
/// specific; string, syntax (the first three) or all. The default is ``"syntax,scheme"``.
///
/// Raises ``Fault`` if it is invalid.
#[pyfunction]
#[pyo3(signature = (uri, /, steps = None))]
pub fn normalize(py: Python<'_>, uri: &str, steps: Option<&str>) -> PyResult<String> {
    let steps = self::steps(steps)?;
    let parsed = IriRef::parse(uri).map_err(|it| fault(py, it, uri))?;
    Ok(parsed.normalized(steps).into_text().into_owned())
}

/// Return the step at which two URIs are equal: string, case, percent, dots, scheme, uri, host,
/// specific, or urn (by RFC 8141); ``None`` if they differ.
///
/// Raises ``Fault`` if one is invalid.
#[pyfunction]
#[pyo3(signature = (a, b, /))]
pub fn compare(py: Python<'_>, a: &str, b: &str) -> PyResult<Option<&'static str>> {
    let one = IriRef::parse(a).map_err(|it| fault(py, it, a))?;
    let other = IriRef::parse(b).map_err(|it| fault(py, it, b))?;
    let highest = |steps: Steps| Step::ALL.into_iter().rev().find(|step| steps.contains(*step));
    let same =
        one.equivalence_step(&other).map(|steps| highest(steps).map_or("string", Step::name));
    Ok(same.or_else(|| urn_equivalent(&one, &other, UrnEquivalence::Resource).then_some("urn")))
}

/// Return the registrable domain of a host by the public suffix list, in lower case; ``None`` for an
/// address, a name of one label and a public suffix.
#[pyfunction]
#[pyo3(signature = (host, /))]
pub fn registrable_domain(host: &str) -> Option<String> {
    urisift_search::registrable_domain(host)
}

/// Steps of the ladder of normal forms, by their names.
///
/// # Errors
/// `ValueError` where one is none.
pub fn steps(names: Option<&str>) -> PyResult<Steps> {
    let Some(names) = names else { return Ok(Steps::SCHEME) };
    let step = |name: &str| name.trim().parse::<Steps>().map_err(wrong);
    names.split(',').try_fold(Steps::STRING, |all, name| Ok(all | step(name)?))
}

fn edition(name: &str) -> PyResult<Edition> {
    name.parse().map_err(wrong)
}

/// The names of editions.
///
/// # Errors
/// Where there is no memory.
pub fn names(py: Python<'_>, editions: Editions) -> PyResult<Bound<'_, PyTuple>> {
    PyTuple::new(py, editions.iter().map(Edition::name).collect::<Vec<_>>())
}

/// Cautions as Python has them.
pub fn cautions(cautions: &[Caution]) -> Cautions {
    cautions.iter().map(|it| (it.kind.label(), it.span.start, it.span.end)).collect()
}
