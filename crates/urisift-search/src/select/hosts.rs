//! Host patterns, and sets of them.

use hashbrown::HashSet;
use memchr::memrchr_iter;

use super::glob::{Globs, has_wildcard};
use super::host::Host;
use super::network::{Network, Networks};
use crate::grammar::components::Components;

/// A pattern for hosts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HostPattern {
    /// In the form in which hosts are compared.
    Name(Box<[u8]>),
    /// A network of addresses.
    Network(Network),
    /// A name with wildcards, in lower case.
    Glob(String),
}

impl HostPattern {
    /// A name, a name with wildcards, an address, or a network of addresses.
    ///
    /// # Errors
    /// What it should have been.
    pub fn host(text: &str) -> Result<Self, String> {
        let typed = text;
        let expected = || expected(typed);
        let text = text.strip_suffix('/').unwrap_or(text);
        let literal = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
        let text = literal.unwrap_or_else(|| text.strip_suffix('.').unwrap_or(text));
        if let Some(network) = Network::parse(text) {
            return Ok(HostPattern::Network(network));
        }
        let is_none = |c: char| c.is_whitespace() || c.is_control() || "/@[]#".contains(c);
        let name = text.trim_start_matches('.');
        if name.is_empty() || name.contains("..") || text.contains(is_none) {
            return Err(expected());
        }
        if let Some(name) = text.strip_prefix('.') {
            return Err(format!(
                "a host cannot start with a dot; use --domain {name} for its subdomains"
            ));
        }
        // Only addresses have a colon, future ones included (RFC 3986 3.2.2).
        let is_address = |c: char| c.is_ascii_hexdigit() || ":.*?".contains(c);
        if has_wildcard(text) {
            let has_port = text.contains(':') && !text.chars().all(is_address) && literal.is_none();
            return if has_port { Err(expected()) } else { glob(text) };
        }
        match Host::of(text.to_lowercase().into_bytes().into()) {
            Host::Address(address) => Ok(HostPattern::Network(Network::of_one(address))),
            Host::Name(name) if name.contains(&b':') && literal.is_none() => Err(expected()),
            Host::Name(name) => Ok(HostPattern::Name(name.into())),
        }
    }

    /// A domain, with or without the full stop before it; else as [`HostPattern::host`].
    ///
    /// # Errors
    /// What it should have been.
    pub fn domain(text: &str) -> Result<Self, String> {
        let name = text.strip_prefix('.').filter(|name| !name.starts_with('.')).unwrap_or(text);
        HostPattern::host(name)
    }

    /// A top-level domain, with or without the full stops around it.
    ///
    /// # Errors
    /// What it should have been.
    pub fn tld(text: &str) -> Result<Self, String> {
        let label = text.strip_prefix('.').unwrap_or(text);
        let label = label.strip_suffix('.').unwrap_or(label);
        let pattern = HostPattern::host(label).ok();
        if let Some(pattern) = pattern.clone().filter(|_| !label.contains(['.', ':', '/'])) {
            return Ok(pattern);
        }
        let expected = "expected a top-level domain, such as com or uk";
        Err(match pattern {
            Some(HostPattern::Name(_)) => {
                format!("{expected}; use --domain {label} for its subdomains")
            }
            _ => expected.to_owned(),
        })
    }
}

/// Why a text is not a pattern for hosts: where it is more than a host, what its host is.
fn expected(text: &str) -> String {
    let components = match text.contains("://") {
        true => Components::of(text.as_bytes()),
        false => Components::of_abbreviated(text.as_bytes()),
    };
    let host = components.host().and_then(|host| str::from_utf8(host).ok());
    // After an address, it is a network that is wrong.
    let is_host = |host: &&str| {
        host.len() < text.len()
            && matches!(HostPattern::host(host), Ok(HostPattern::Name(_) | HostPattern::Glob(_)))
    };
    let host = host.filter(is_host).map(|host| format!(", which is {host} here"));
    let host = host
        .unwrap_or_else(|| ", such as example.com, '*.example.com', 10.0.0.0/8 or ::1".to_owned());
    format!(
        "expected a host without scheme, port and path{host}; use --scheme, --uri-path or --regex for these"
    )
}

/// A name with wildcards; each label is converted to ASCII.
fn glob(text: &str) -> Result<HostPattern, String> {
    let mut labels = Vec::new();
    for label in text.split('.') {
        if label.is_ascii() {
            labels.push(label.to_ascii_lowercase());
        } else if has_wildcard(label) {
            return Err("a label cannot mix non-ASCII letters and wildcards".to_owned());
        } else {
            let host = Host::of(label.to_lowercase().into_bytes().into());
            labels.push(String::from_utf8_lossy(&host.text()).into_owned());
        }
    }
    Ok(HostPattern::Glob(labels.join(".")))
}

/// A set of patterns. It may have millions of names.
#[derive(Clone, Debug)]
pub struct Hosts {
    names: HashSet<Box<[u8]>>,
    /// The length of the longest name, in bytes.
    longest: usize,
    networks: Networks,
    globs: Globs,
}

impl Hosts {
    /// Builds the set.
    ///
    /// # Errors
    /// A message if there are too many patterns with wildcards.
    pub fn of(patterns: Vec<HostPattern>) -> Result<Self, String> {
        let (mut networks, mut globs) = (Vec::new(), Vec::new());
        let mut names = HashSet::<Box<[u8]>>::new();
        for pattern in patterns {
            match pattern {
                HostPattern::Name(name) => drop(names.insert(name)),
                HostPattern::Network(network) => networks.push(network),
                HostPattern::Glob(glob) => globs.push(glob),
            }
        }
        let longest = names.iter().map(|name| name.len()).max().unwrap_or(0);
        let networks = networks.into_iter().collect();
        Ok(Hosts { names, longest, networks, globs: Globs::of(globs)? })
    }

    /// Builds the set for [`Hosts::has_above`].
    ///
    /// # Errors
    /// As for [`Hosts::of`].
    pub fn domains(mut patterns: Vec<HostPattern>) -> Result<Self, String> {
        let below = |pattern: &HostPattern| match pattern {
            HostPattern::Glob(glob) => Some(HostPattern::Glob(format!("*.{glob}"))),
            _ => None,
        };
        patterns.extend(patterns.iter().filter_map(below).collect::<Vec<_>>());
        Hosts::of(patterns)
    }

    /// Returns `true` if a host matches one of them.
    pub fn has(&self, host: &Host<'_>) -> bool {
        let is_there = match host {
            Host::Address(address) => self.networks.has(*address),
            Host::Name(name) => self.names.contains(&**name),
        };
        is_there || !self.globs.is_empty() && self.globs.has(&host.text())
    }

    /// Returns `true` if a host, or a domain that it is in, matches one of them (RFC 1034 3.1).
    pub fn has_above(&self, host: &Host<'_>) -> bool {
        let Host::Name(name) = host else { return self.has(host) };
        let tail = name.len().saturating_sub(self.longest + 1);
        let mut above = memrchr_iter(b'.', &name[tail..]).map(|dot| &name[tail + dot + 1..]);
        above.any(|domain| self.names.contains(domain)) || self.has(host)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn has(pattern: &str, host: &str) -> bool {
        let hosts = Hosts::of(vec![HostPattern::host(pattern).unwrap()]).unwrap();
        hosts.has(&Host::of(host.as_bytes().into()))
    }

    #[test]
    fn patterns_match_hosts() {
        for (pattern, host) in [
            ("A.Example.", "a.example"),
            ("*.Example", "a.b.example"),
            ("*.münchen.de", "a.xn--mnchen-3ya.de"),
            ("ÜBER.example", "xn--ber-goa.example"),
            ("xn--ber-goa.example", "über.example"),
            ("10.0.0.0/8", "10.1.2.3"),
            ("10.*", "10.1.2.3"),
            ("[2001:db8::1]", "2001:db8:0::1"),
            ("2001:DB8::/32", "2001:db8:1::"),
            ("2001:db8:*", "2001:db8:1::"),
            ("*", "a"),
        ] {
            assert!(has(pattern, host), "{pattern} {host}");
        }
        for (pattern, host) in
            [("a.example", "b.a.example"), ("*.example", "example"), ("10.0.0.0/8", "10.a.example")]
        {
            assert!(!has(pattern, host), "{pattern} {host}");
        }
    }

    #[test]
    fn domains_have_all_below_them() {
        let patterns = ["example.org", ".docs.example.co.uk", "рф", "shop.*", "10.0.0.0/8"];
        let patterns = patterns.map(|text| HostPattern::domain(text).unwrap());
        let hosts = Hosts::domains(patterns.to_vec()).unwrap();
        let has = |host: &str| hosts.has_above(&Host::of(host.as_bytes().into()));
        for host in [
            "example.org",
            "a.b.example.org",
            "docs.example.co.uk",
            "a.docs.example.co.uk",
            "a.xn--p1ai",
            "xn--p1ai",
            "shop.example",
            "a.shop.example",
            "10.1.2.3",
            ".example.org",
        ] {
            assert!(has(host), "{host}");
        }
        for host in [
            "anexample.org",
            "org",
            "example.org.net",
            "example.co.uk",
            "ashop.example",
            "11.1.2.3",
        ] {
            assert!(!has(host), "{host}");
        }
    }

    #[test]
    fn what_is_meant_is_said() {
        for (parse, text, said) in [
            (
                HostPattern::host as fn(&str) -> Result<HostPattern, String>,
                "https://me@a.example:80/b?c",
                "is a.example here",
            ),
            (HostPattern::host, "a.example/b", "is a.example here"),
            (HostPattern::host, "*.example:80", "is *.example here"),
            (HostPattern::host, ".a.example", "--domain a.example for"),
            (HostPattern::host, "http://", "--regex for these"),
            (HostPattern::domain, "//a.example/b", "--regex for these"),
            (HostPattern::domain, "..a", "cannot start with a dot"),
            (HostPattern::tld, "co.uk", "--domain co.uk for"),
            (HostPattern::tld, "http://a.uk", "such as com or uk"),
        ] {
            let wrong = parse(text).unwrap_err();
            assert!(wrong.contains(said), "{text}: {wrong}");
        }
        for text in ["a.example/", "A.EXAMPLE./", "[2001:db8::1]/"] {
            assert!(HostPattern::host(text).is_ok(), "{text}");
        }
    }

    #[test]
    fn what_is_no_pattern() {
        for text in [
            "",
            ".",
            "..",
            "a..b",
            "a\u{1b}b",
            "http://a.example",
            "a.example:80",
            "[::1]:80",
            "me@a",
            "10.0.0.0/40",
            "0.0.0.0 a",
            "mü*.de",
        ] {
            assert!(HostPattern::host(text).is_err(), "{text}");
        }
        for text in ["", "co.uk", "10.0.0.0/8", "::1", ".", ".."] {
            assert!(HostPattern::tld(text).is_err(), "{text}");
        }
        assert_eq!(HostPattern::tld(".рф."), HostPattern::tld("XN--P1AI"));
    }
}
