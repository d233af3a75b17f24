//! The base of a document (RFC 3986 5.1; draft of 1997, 5.1); resolving a reference against it
//! (RFC 3986 5.2; drafts of 1997 and 2003, 5.2), by one algorithm and what the editions choose
//! differently; and the other way round, from a URI to a reference.

use std::borrow::Cow;
use std::fmt;

use super::dots::{self, ExcessDots, Rootless};
use crate::grammar::edition::Edition;
use crate::grammar::parse_error::ParseError;
use crate::grammar::reference::Reference;
use crate::grammar::uri::IriRef;

/// How references are resolved.
///
/// | | RFC 1808 | 1997 | RFC 2396 | 2003 | RFC 3986 |
/// |---|---|---|---|---|---|
/// | `?y` against `http://a/b/c/d` | `http://a/b/c/d?y` | `http://a/b/c/?y` | `http://a/b/c/?y` | `http://a/b/c/d?y` | `http://a/b/c/d?y` |
/// | `;x` against it | `http://a/b/c/d;x` | `http://a/b/c/;x` | `http://a/b/c/;x` | `http://a/b/c/;x` | `http://a/b/c/;x` |
/// | `#s` | the base, with the fragment | the document itself | the document itself | the document itself | the base, with the fragment |
/// | empty | the base, with its fragment | the document itself | the document itself | the document itself | the base |
/// | dots of `/./g`, of a whole URI | stay | stay | stay | stay | go |
/// | `..` above the root | stays | stays | may stay or go | may stay or go | goes |
/// | dots in the query | stay | go with the path's | stay | stay | stay |
///
/// 1994, RFC 1738 and the editions of URNs have no rule; RFC 3986's applies. In 1997, a base without a path would lose the
/// slash; the draft of 2003 fixes that (its G.2), and so does this.
///
/// ```
/// use urisift::{Edition, ResolveOptions, Uri, UriRef};
/// let (base, query) = (Uri::parse("http://a/b/c/d;p?q")?, UriRef::parse("?y")?);
/// let target = |edition| base.resolve(&query, ResolveOptions::of(edition)).to_string();
/// assert_eq!(target(Edition::Rfc3986), "http://a/b/c/d;p?y");
/// assert_eq!(target(Edition::Draft1997), "http://a/b/c/?y");
/// # Ok::<(), urisift::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ResolveOptions {
    /// Whose rule applies.
    pub edition: Edition,
    /// What becomes of `..` above the root, by RFC 2396 and the draft of 2003, which leave that open; RFC 1808 and 1997
    /// keep it, and RFC 3986 strips it.
    pub excess: ExcessDots,
    /// Whether a reference with the base's scheme may be relative: `http:g` is then `g`, as in old programs (RFC 3986
    /// 5.2.2, 5.4.2), and absolute otherwise.
    ///
    /// ```
    /// use urisift::{ResolveOptions, Uri, UriRef};
    /// let (base, reference) = (Uri::parse("http://a/b/c/d;p?q")?, UriRef::parse("http:g")?);
    /// let lax = ResolveOptions { lax: true, ..ResolveOptions::default() };
    /// assert_eq!(base.resolve(&reference, ResolveOptions::default()).uri(), Some("http:g"));
    /// assert_eq!(base.resolve(&reference, lax).uri(), Some("http://a/b/c/g"));
    /// # Ok::<(), urisift::ParseError>(())
    /// ```
    pub lax: bool,
}

impl ResolveOptions {
    /// Returns `true` if an edition has a rule of its own.
    #[doc(hidden)]
    pub fn has_rule(edition: Edition) -> bool {
        is_older(edition) || edition == Edition::Rfc3986
    }

    /// The rule of an edition, as its document writes it.
    pub fn of(edition: Edition) -> Self {
        let excess = if is_older(edition) { ExcessDots::Keep } else { ExcessDots::Strip };
        ResolveOptions { edition, excess, lax: false }
    }
}

/// What a reference refers to.
///
/// ```
/// use urisift::{Edition, ResolveOptions, Target, Uri, UriRef};
/// let (base, part) = (Uri::parse("http://a/b/c/d;p?q")?, UriRef::parse("#s")?);
/// assert_eq!(base.resolve(&part, ResolveOptions::default()).uri(), Some("http://a/b/c/d;p?q#s"));
/// let target = base.resolve(&part, ResolveOptions::of(Edition::Draft1997));
/// assert_eq!(target, Target::SameDocument { fragment: Some("s") });
/// # Ok::<(), urisift::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target<'r> {
    /// The document that contains the reference, whatever its URI is (drafts of 1997 and 2003).
    SameDocument {
        /// Which part of it.
        fragment: Option<&'r str>,
    },
    /// A URI, borrowed if it is the reference unchanged.
    Uri(Cow<'r, str>),
}

impl Target<'_> {
    /// The URI; `None` for the document itself.
    pub fn uri(&self) -> Option<&str> {
        match self {
            Target::SameDocument { .. } => None,
            Target::Uri(uri) => Some(uri),
        }
    }
}

impl fmt::Display for Target<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Target::SameDocument { fragment: Some(fragment) } => {
                write!(f, "(current document)#{fragment}")
            }
            Target::SameDocument { fragment: None } => f.write_str("(current document)"),
            Target::Uri(uri) => f.write_str(uri),
        }
    }
}

/// Returns `true` if an edition has a rule of its own, before RFC 3986.
fn is_older(edition: Edition) -> bool {
    use Edition::{Draft1997, Draft2003, Rfc1808, Rfc2396};
    matches!(edition, Rfc1808 | Draft1997 | Rfc2396 | Draft2003)
}

/// Resolves `reference` against `base`, which has a scheme.
pub(super) fn resolve<'r>(
    base: &Reference<'_>,
    reference: &Reference<'r>,
    how: ResolveOptions,
) -> Target<'r> {
    let (older, rfc1808) = (is_older(how.edition), how.edition == Edition::Rfc1808);
    let own_scheme = reference.scheme().filter(|scheme| {
        let same = base.scheme().is_some_and(|base| base.eq_ignore_ascii_case(scheme));
        !(same && how.lax)
    });
    let nothing = reference.authority().is_none()
        && reference.path().is_empty()
        && reference.query().is_none();
    if older && !rfc1808 && own_scheme.is_none() && nothing {
        return Target::SameDocument { fragment: reference.fragment() };
    }
    let dots = !older && dots::any(reference.path());
    if own_scheme.is_some() && !dots {
        return Target::Uri(Cow::Borrowed(reference.as_str()));
    }
    let mut text = String::with_capacity(base.as_str().len() + reference.as_str().len() + 4);
    text.push_str(own_scheme.or(base.scheme()).unwrap_or_default());
    text.push(':');
    let inherits = own_scheme.is_none() && reference.authority().is_none();
    let authority = if inherits { base.authority() } else { reference.authority() };
    if let Some(authority) = authority {
        text.push_str("//");
        text.push_str(authority);
    }
    Merge { base, reference, how, older }.path_and_query(&mut text, inherits);
    let inherited = base.fragment().filter(|_| rfc1808 && inherits && nothing);
    if let Some(fragment) = reference.fragment().or(inherited) {
        text.push('#');
        text.push_str(fragment);
    }
    Target::Uri(Cow::Owned(text))
}

struct Merge<'a, 'b, 'r> {
    base: &'a Reference<'b>,
    reference: &'a Reference<'r>,
    how: ResolveOptions,
    /// The rule is older than RFC 3986.
    older: bool,
}

impl Merge<'_, '_, '_> {
    /// Appends path and query; `inherits` if scheme and authority are those of the base.
    fn path_and_query(&self, text: &mut String, inherits: bool) {
        use Edition::{Draft1997, Rfc2396};
        let (start, edition) = (text.len(), self.how.edition);
        let (in_1997, path) = (edition == Draft1997, self.reference.path());
        if inherits && path.is_empty() && !matches!(edition, Draft1997 | Rfc2396) {
            text.push_str(self.base.path());
            return self.query(text, self.reference.query().or(self.base.query()));
        }
        let (path, parameters) = self.split_parameters(path);
        let (base, _) = self.split_parameters(self.base.path());
        if inherits && path.is_empty() && !parameters.is_empty() {
            text.extend([base, parameters]);
            return self.query(text, self.reference.query());
        }
        let merges = inherits && !path.starts_with('/');
        if merges {
            text.push_str(self.directory(base));
        }
        text.push_str(path);
        if merges && in_1997 {
            // In 1997 the query takes part in the merge (5.2, 6 c).
            self.query(text, self.reference.query());
            self.remove_dots(text, start);
            return self.guard(text, start);
        }
        if merges || !self.older {
            self.remove_dots(text, start);
        }
        self.guard(text, start);
        text.push_str(parameters);
        self.query(text, self.reference.query());
    }

    /// A path, and the parameters from its first semicolon on, which are no part of it in RFC 1808 alone (2.4.5).
    fn split_parameters<'p>(&self, path: &'p str) -> (&'p str, &'p str) {
        let start = path.find(';').filter(|_| self.how.edition == Edition::Rfc1808);
        path.split_at(start.unwrap_or(path.len()))
    }

    /// Keeps a path from being read as an authority.
    fn guard(&self, text: &mut String, start: usize) {
        if text[..start].ends_with(':') && !text[..start].contains("//") {
            dots::guard(text, start);
        }
    }

    fn query(&self, text: &mut String, query: Option<&str>) {
        if let Some(query) = query {
            text.push('?');
            text.push_str(query);
        }
    }

    fn remove_dots(&self, text: &mut String, start: usize) {
        let rootless = if self.older { Rootless::Rootless } else { Rootless::Rooted };
        let excess = match self.how.edition {
            Edition::Rfc1808 | Edition::Draft1997 => ExcessDots::Keep,
            Edition::Rfc2396 | Edition::Draft2003 => self.how.excess,
            _ => ExcessDots::Strip,
        };
        dots::remove(text, start, excess, rootless);
    }

    /// All of the base's path up to its last slash (RFC 3986 5.2.3).
    fn directory<'p>(&self, path: &'p str) -> &'p str {
        let rooted = match self.how.edition {
            Edition::Draft2003 => true,
            _ => self.base.authority().is_some(),
        };
        match path.rfind('/') {
            _ if path.is_empty() && rooted => "/",
            Some(slash) => &path[..=slash],
            None => "",
        }
    }
}

/// Where a base may be given, from the innermost layer out; the innermost that gives one wins. A
/// relative one is resolved against the base of the next layer out.
///
/// ```
/// use urisift::BaseLayers;
/// let retrieval = Some("http://a.example/b/c");
/// let layers = BaseLayers { content: Some("../d/"), retrieval, ..BaseLayers::default() };
/// assert_eq!(layers.base()?.as_deref(), Some("http://a.example/d/"));
/// # Ok::<(), urisift::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BaseLayers<'t> {
    /// In the content of the document, as by HTML's `<base href>` (5.1.1).
    pub content: Option<&'t str>,
    /// `Content-Base` of the entity around it (draft of 1997, 5.1.1); it takes precedence over
    /// `Content-Location`.
    pub content_base: Option<&'t str>,
    /// `Content-Location` of the entity around it (5.1.2).
    pub content_location: Option<&'t str>,
    /// The URI it was retrieved by, after all redirections (5.1.3).
    pub retrieval: Option<&'t str>,
    /// The application's default (5.1.4).
    pub default: Option<&'t str>,
}

impl BaseLayers<'_> {
    /// The base; `None` if no layer gives one with a scheme. It has no fragment (RFC 3986 5.1).
    ///
    /// # Errors
    /// The fault of the first layer, from the outermost in, that is not a reference.
    pub fn base(&self) -> Result<Option<String>, ParseError> {
        let outward = [
            self.content,
            self.content_base.or(self.content_location),
            self.retrieval,
            self.default,
        ];
        let mut base: Option<String> = None;
        for layer in outward.into_iter().rev().flatten() {
            let reference = IriRef::parse(layer)?;
            if let Some(next) = against(base.as_deref(), &reference)? {
                base = Some(next);
            }
        }
        Ok(base.map(|mut base| {
            base.truncate(base.find('#').unwrap_or(base.len()));
            base
        }))
    }
}

fn against(base: Option<&str>, reference: &IriRef<'_>) -> Result<Option<String>, ParseError> {
    match base {
        None if reference.is_relative() => Ok(None),
        None => Ok(Some(reference.as_str().to_owned())),
        Some(base) => {
            let base = IriRef::parse(base)?;
            let target = resolve(&base, reference, ResolveOptions::default());
            Ok(match target {
                Target::Uri(uri) => Some(uri.into_owned()),
                Target::SameDocument { .. } => None,
            })
        }
    }
}

/// The first of the forms, from the shortest to the URI itself, that resolves to `target`.
pub(super) fn relative(base: &Reference<'_>, target: &Reference<'_>) -> String {
    let forms = [same_path(base, target), from_here(base, target), from_root(target), net(target)];
    let resolves = |form: &String| {
        let reference = IriRef::parse(form);
        reference.is_ok_and(|reference| {
            resolve(base, &reference, ResolveOptions::default()).uri() == Some(target.as_str())
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
