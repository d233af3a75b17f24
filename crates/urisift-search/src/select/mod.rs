//! Filters for URIs: conditions that must hold, and conditions that must not.

mod brands;
mod glob;
mod host;
mod hosts;
mod lists;
mod look;
mod network;
mod noise;
mod paths;
mod private;
mod regexes;
mod schemes;

use crate::aggregate::Scheme;
use crate::found::Found;
use crate::grammar::caution::{Caution, CautionKind, UnknownCaution};
use crate::input::{Containers, Limits};
use crate::record::{Metadata, Transforms};
use crate::suggest::hint;

use host::Host;
use hosts::Hosts;
use paths::PathPatterns;
use private::Private;
use regexes::Regexes;
use schemes::Schemes;

pub use brands::Brands;
pub use hosts::HostPattern;
pub use lists::Lists;
pub use look::Look;
pub use paths::parse as parse_path;
pub use regexes::RegexPattern;
pub use schemes::parse as parse_scheme;

/// A kind of caution, by its name or by its label in records.
///
/// # Errors
/// If there is none of that name; the nearest is suggested, and all are listed.
pub fn parse_caution(name: &str) -> Result<CautionKind, String> {
    let id = name.to_ascii_lowercase().replace(' ', "-");
    id.parse().map_err(|unknown: UnknownCaution| {
        let ids: Vec<_> = CautionKind::ALL.iter().map(|kind| kind.name()).collect();
        let near = hint(name, ids.iter().map(String::as_str));
        format!("{unknown}{near}\n  [cautions: {}]", ids.join(", "))
    })
}

/// A condition on a URI.
#[derive(Clone, Debug)]
pub enum Test {
    /// Its scheme is one of these.
    Scheme(Schemes),
    /// Its host matches one of these.
    Host(Hosts),
    /// Its host, or a domain that the host is in, matches one of these.
    Domain(Hosts),
    /// The last label of its host matches one of these.
    Tld(Hosts),
    /// Its path matches one of these.
    Path(PathPatterns),
    /// The whole URI matches one of these.
    Regex(Regexes),
    /// Its host is private.
    Private(Private),
    /// It is boilerplate that a machine wrote.
    Noise,
}

impl Test {
    /// Its scheme is one of these.
    pub fn scheme(names: Vec<String>) -> Self {
        Test::Scheme(Schemes::of(names))
    }

    /// # Errors
    /// As for [`Hosts::of`]; for the next two as well.
    pub fn host(patterns: Vec<HostPattern>) -> Result<Self, String> {
        Hosts::of(patterns).map(Test::Host)
    }

    /// Its host, or a domain that the host is in, matches one of these.
    pub fn domain(patterns: Vec<HostPattern>) -> Result<Self, String> {
        Hosts::domains(patterns).map(Test::Domain)
    }

    /// Its top-level domain matches one of these.
    pub fn tld(patterns: Vec<HostPattern>) -> Result<Self, String> {
        Hosts::of(patterns).map(Test::Tld)
    }

    /// # Errors
    /// As for [`PathPatterns::of`].
    pub fn path(patterns: Vec<String>) -> Result<Self, String> {
        PathPatterns::of(patterns).map(Test::Path)
    }

    /// # Errors
    /// As for [`Regexes::of`].
    pub fn regex(patterns: Vec<RegexPattern>) -> Result<Self, String> {
        Regexes::of(&patterns).map(Test::Regex)
    }

    /// Its host is private.
    pub fn private() -> Self {
        Test::Private(Private::new())
    }

    /// Returns `true` if it holds. A test of a component that the URI lacks never holds.
    fn holds(&self, look: &Look<'_>) -> bool {
        match self {
            Test::Scheme(schemes) => schemes.has(look.scheme()),
            Test::Host(hosts) => look.host().is_some_and(|host| hosts.has(host)),
            Test::Domain(hosts) => look.host().is_some_and(|host| hosts.has_above(host)),
            Test::Tld(hosts) => look.host().and_then(Host::tld).is_some_and(|tld| hosts.has(&tld)),
            Test::Path(paths) => paths.has(look.path()),
            Test::Regex(regexes) => regexes.has(look.uri()),
            Test::Private(private) => look.host().is_some_and(|host| private.has(host)),
            Test::Noise => noise::is_noise(look),
        }
    }
}

/// The conditions that a URI must meet, and those that it must not.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// All of these must hold. The cheapest comes first.
    pub wanted: Vec<Test>,
    /// None of these may hold.
    pub unwanted: Vec<Test>,
}

impl Filter {
    /// Returns `true` if it accepts every URI.
    pub fn is_empty(&self) -> bool {
        self.wanted.is_empty() && self.unwanted.is_empty()
    }

    /// Returns `true` if it accepts the URI.
    pub fn takes(&self, look: &Look<'_>) -> bool {
        self.wanted.iter().all(|test| test.holds(look))
            && !self.unwanted.iter().any(|test| test.holds(look))
    }
}

/// The conditions on finds.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// The conditions on the URI.
    pub filter: Filter,
    /// The transforms of a URI before it is tested.
    pub transforms: Transforms,
    /// The verdict that is asked for, if any.
    pub validity: Option<Validity>,
    /// Finds that their source has cut are left out.
    pub exclude_cut: bool,
    /// The cautions of which a find must have one; empty if that is not asked for.
    pub cautions: Vec<CautionKind>,
}

/// Which URIs are asked for, by the verdict of the grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Validity {
    /// Valid ones.
    Valid,
    /// Others.
    Invalid,
}

impl Selection {
    /// Returns `true` if the find is selected.
    pub fn selects(&self, found: &Found<'_>) -> bool {
        let is_whole = !(self.exclude_cut && found.is_truncated_by_source());
        let fits = is_whole && (self.filter.is_empty() || self.takes(found));
        let validity = || Validity::of(found.validate().is_ok());
        fits && self.validity.is_none_or(|asked| asked == validity()) && self.warns_of(found)
    }

    /// Returns `true` if the find has one of the cautions that are asked for.
    fn warns_of(&self, found: &Found<'_>) -> bool {
        let is_asked = |caution: &Caution| self.cautions.contains(&caution.kind);
        self.cautions.is_empty() || found.cautions().iter().any(is_asked)
    }

    /// Returns `true` if noise is left out.
    pub fn excludes_noise(&self) -> bool {
        self.filter.unwanted.iter().any(|test| matches!(test, Test::Noise))
    }

    /// What it needs to know of the texts that finds are in.
    pub fn metadata(&self) -> Metadata {
        let asks = self.cautions.contains(&CautionKind::LinkText);
        if asks { Metadata::LINK_TEXTS } else { Metadata::NONE }
    }

    /// How containers are unpacked for this selection: the fields of mailing lists are noise.
    pub fn within(&self, containers: Containers) -> Containers {
        let no_list_fields = self.excludes_noise();
        let limits = Limits { no_list_fields, ..containers.limits };
        Containers { limits, ..containers }
    }

    /// Returns `true` if the filter takes the transformed URI.
    fn takes(&self, found: &Found<'_>) -> bool {
        let uri = self.transforms.meant(found);
        self.filter.takes(&Look::at(&uri, Scheme::of(found, &uri)))
    }
}

impl Validity {
    /// The validity of a URI.
    pub fn of(is_valid: bool) -> Self {
        if is_valid { Validity::Valid } else { Validity::Invalid }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::span::Span;

    #[test]
    fn one_of_the_cautions_is_enough() {
        let asked = ["password", "ip-address"].map(|name| parse_caution(name).unwrap());
        let selection = Selection { cautions: asked.to_vec(), ..Selection::default() };
        for (uri, is_selected) in [
            (&b"http://a:b@c.example/"[..], true),
            (b"http://192.0.2.1/", true),
            (b"http://c.example:7/", false),
        ] {
            let span = Span { start: 0, end: uri.len() as u64 };
            let found = Found::of_link(span, uri, None, 4, false);
            assert_eq!(selection.selects(&found), is_selected);
            assert!(Selection::default().selects(&found));
        }
        let unknown = parse_caution("pasword").unwrap_err();
        let said =
            "there is no caution of that name; did you mean password?\n  [cautions: userinfo-";
        assert!(unknown.starts_with(said), "{unknown}");
        for kind in CautionKind::ALL {
            assert_eq!(parse_caution(kind.label()), Ok(*kind));
        }
    }

    fn hosts(texts: &[&str]) -> Vec<HostPattern> {
        texts.iter().map(|text| HostPattern::host(text).unwrap()).collect()
    }

    fn takes(filter: &Filter, uri: &str) -> bool {
        filter.takes(&Look::at(uri.as_bytes(), Scheme::Written))
    }

    #[test]
    fn kinds_must_all_hold_and_an_exclusion_wins() {
        let filter = Filter {
            wanted: vec![
                Test::scheme(vec!["http".to_owned(), "ftp".to_owned()]),
                Test::domain(hosts(&["a.example", "b.example"])).unwrap(),
            ],
            unwanted: vec![Test::host(hosts(&["x.a.example"])).unwrap()],
        };
        for uri in ["http://a.example", "FTP://y.a.example/", "http://b.example"] {
            assert!(takes(&filter, uri), "{uri}");
        }
        for uri in ["https://a.example", "http://c.example", "http://X.a.example.:80", "urn:a:b"] {
            assert!(!takes(&filter, uri), "{uri}");
        }
    }

    #[test]
    fn what_a_uri_has_not_neither_selects_nor_excludes() {
        let any = || Test::host(hosts(&["*"])).unwrap();
        let wanted = Filter { wanted: vec![any()], ..Filter::default() };
        let unwanted = Filter { unwanted: vec![any()], ..Filter::default() };
        for uri in ["mailto:a@b.example", "file:///x", "urn:isbn:1"] {
            assert!(!takes(&wanted, uri) && takes(&unwanted, uri), "{uri}");
        }
    }

    #[test]
    fn an_empty_list_holds_of_nothing() {
        let nothing = || Test::host(Vec::new()).unwrap();
        assert!(!takes(&Filter { wanted: vec![nothing()], ..Filter::default() }, "http://a"));
        assert!(takes(&Filter { unwanted: vec![nothing()], ..Filter::default() }, "http://a"));
        assert!(Filter::default().is_empty() && takes(&Filter::default(), ""));
    }
}
