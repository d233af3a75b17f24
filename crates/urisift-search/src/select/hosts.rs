//! Host patterns, and sets of them.

use hashbrown::HashSet;

use super::glob::{Globs, has_wildcard};
use super::host::Host;
use super::network::{Network, Networks};

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
        let expected = || {
            "expected a host without scheme and port, such as example.com, '*.example.com', 10.0.0.0/8 or ::1"
                .to_owned()
        };
        let literal = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
        let text = literal.unwrap_or_else(|| text.strip_suffix('.').unwrap_or(text));
        if let Some(network) = Network::parse(text) {
            return Ok(HostPattern::Network(network));
        }
        let is_none = |c: char| c.is_whitespace() || "/@[]#".contains(c);
        if text.is_empty() || text.contains(is_none) {
            return Err(expected());
        }
        if has_wildcard(text) {
            return glob(text);
        }
        match Host::of(text.to_lowercase().into_bytes().into()) {
            Host::Address(address) => Ok(HostPattern::Network(Network::of_one(address))),
            // Only addresses have a colon, future ones included (RFC 3986 3.2.2).
            Host::Name(name) if name.contains(&b':') && literal.is_none() => Err(expected()),
            Host::Name(name) => Ok(HostPattern::Name(name.into())),
        }
    }

    /// A top-level domain, with or without the full stop before it.
    ///
    /// # Errors
    /// What it should have been.
    pub fn tld(text: &str) -> Result<Self, String> {
        let label = text.strip_prefix('.').unwrap_or(text);
        let pattern = HostPattern::host(label).ok().filter(|_| !label.contains(['.', ':', '/']));
        pattern.ok_or_else(|| "expected a top-level domain, such as com or uk".to_owned())
    }
}

/// A name with wildcards; each label is converted to ASCII.
fn glob(text: &str) -> Result<HostPattern, String> {
    let mut labels = Vec::new();
    for label in text.split('.') {
        if label.is_ascii() {
            labels.push(label.to_ascii_lowercase());
        } else if has_wildcard(label) {
            return Err("letters beyond ASCII and a wildcard cannot stand in one label".to_owned());
        } else {
            let host = Host::of(label.to_lowercase().into_bytes().into());
            labels.push(String::from_utf8_lossy(&host.text()).into_owned());
        }
    }
    Ok(HostPattern::Glob(labels.join(".")))
}

/// A set of patterns. It may have millions of names.
#[derive(Debug)]
pub struct Hosts {
    names: HashSet<Box<[u8]>>,
    networks: Networks,
    globs: Globs,
}

impl Hosts {
    /// Builds the set.
    ///
    /// # Errors
    /// A message if there are too many patterns with wildcards.
    pub fn of(patterns: Vec<HostPattern>) -> Result<Self, String> {
        let (mut names, mut networks, mut globs) = (HashSet::new(), Vec::new(), Vec::new());
        for pattern in patterns {
            match pattern {
                HostPattern::Name(name) => drop(names.insert(name)),
                HostPattern::Network(network) => networks.push(network),
                HostPattern::Glob(glob) => globs.push(glob),
            }
        }
        Ok(Hosts { names, networks: networks.into_iter().collect(), globs: Globs::of(globs)? })
    }

    /// Whether a host matches one of them.
    pub fn has(&self, host: &Host<'_>) -> bool {
        let is_there = match host {
            Host::Address(address) => self.networks.has(*address),
            Host::Name(name) => self.names.contains(&**name),
        };
        is_there || !self.globs.is_empty() && self.globs.has(&host.text())
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
    fn what_is_no_pattern() {
        for text in [
            "",
            ".",
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
        for text in ["", "co.uk", "10.0.0.0/8", "::1", "."] {
            assert!(HostPattern::tld(text).is_err(), "{text}");
        }
        assert_eq!(HostPattern::tld(".рф"), HostPattern::tld("XN--P1AI"));
    }
}
