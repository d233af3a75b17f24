//! A list of names, and hosts that imitate them.

use std::collections::HashMap;
use std::sync::Arc;

use bstr::ByteSlice;

use crate::grammar::caution::skeleton;
use crate::grammar::components::Components;
use crate::registrable::{domain_len, suffix_len};

/// Names, such as `paypal`, and domains, such as `paypal.com`.
#[derive(Clone, Debug, Default)]
pub struct Brands {
    /// Each by what it looks like.
    by_look: Arc<HashMap<String, Brand>>,
}

#[derive(Clone, Debug)]
struct Brand {
    /// As it is shown.
    name: String,
    /// The domains that have the name; none if it is that of every domain with its label.
    domains: Vec<String>,
}

impl Brands {
    /// Parses a name or a domain.
    ///
    /// # Errors
    /// If it is neither.
    pub fn parse(text: &str) -> Result<String, String> {
        let is_letter = |char: char| char.is_alphanumeric() || "-.".contains(char);
        let is_name = text.chars().all(is_letter) && text.split('.').all(|label| !label.is_empty());
        match is_name {
            true => Ok(text.to_lowercase()),
            false => Err("expected a name or a domain, such as example or example.org".to_owned()),
        }
    }

    pub(crate) fn of(names: Vec<String>) -> Self {
        let mut by_look: HashMap<String, Brand> = HashMap::new();
        for name in names {
            let look = skeleton(label(name.as_bytes()));
            let brand = by_look
                .entry(look)
                .or_insert_with(|| Brand { name: name.clone(), domains: Vec::new() });
            if name.contains('.') {
                brand.domains.push(name);
            }
        }
        Brands { by_look: Arc::new(by_look) }
    }

    /// Returns `true` if there are none.
    pub fn is_empty(&self) -> bool {
        self.by_look.is_empty()
    }

    /// The name that the host of a URI imitates: one of its labels, or a word of it between hyphens, looks like the name,
    /// and the domain is another one.
    #[must_use]
    pub fn imitated(&self, components: &Components<'_>) -> Option<&str> {
        let host = components.host()?.to_lowercase();
        let host = host.strip_suffix(b".").unwrap_or(&host);
        let domain = &host[host.len() - domain_len(host)?..];
        let labels = &host[..host.len() - suffix_len(host)?];
        let words = labels.split_str(".").flat_map(|label| {
            let words = label.split_str("-").filter(move |word| word.len() < label.len());
            words.chain([label])
        });
        let mut brands = words.filter_map(|word| self.by_look.get(&skeleton(word)));
        brands.find(|brand| !brand.owns(host, domain)).map(|brand| &*brand.name)
    }
}

impl Brand {
    /// Returns `true` if the host of that registrable domain belongs to it.
    fn owns(&self, host: &[u8], domain: &[u8]) -> bool {
        let is_in = |own: &String| {
            let rest = host.strip_suffix(own.as_bytes());
            rest.is_some_and(|rest| rest.is_empty() || rest.ends_with(b"."))
        };
        match &self.domains[..] {
            [] => label(domain) == self.name.as_bytes(),
            domains => domains.iter().any(is_in),
        }
    }
}

/// The label of a domain that names it: the one before its public suffix.
fn label(domain: &[u8]) -> &[u8] {
    let len = suffix_len(domain).filter(|len| *len < domain.len());
    let rest = len.map_or(domain, |len| &domain[..domain.len() - len - 1]);
    rest.rsplit_str(".").next().unwrap_or(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_that_imitate_names() {
        let names = ["PayPal.com", "paypal.me", "microsoft", "a-b.example"];
        let names = names.map(|name| Brands::parse(name).unwrap());
        let brands = Brands::of(names.to_vec());
        for (uri, imitated) in [
            ("http://www.paypal.com/", None),
            ("http://paypal.me./", None),
            ("http://paypal.com.evil.example/", Some("paypal.com")),
            ("http://PAYPAL.evil.example/", Some("paypal.com")),
            ("http://paypal.net/", Some("paypal.com")),
            ("http://secure-paypa1.example/", Some("paypal.com")),
            ("http://p\u{430}ypal.com/", Some("paypal.com")),
            ("http://xn--pypal-4ve.com/", Some("paypal.com")),
            ("http://rnicrosoft.com/", Some("microsoft")),
            ("http://login.micr0soft.example/", Some("microsoft")),
            ("http://microsoft.com/", None),
            ("http://www.microsoft.de/", None),
            ("http://microsoft.evil.example/", Some("microsoft")),
            ("http://a-b.test/", Some("a-b.example")),
            ("http://paypalooza.example/paypal.com", None),
            ("http://evil.example/?paypal.com", None),
            ("http://192.0.2.7/", None),
            ("mailto:paypal.com", None),
        ] {
            let components = Components::of(uri.as_bytes());
            assert_eq!(brands.imitated(&components), imitated, "{uri}");
            assert_eq!(Brands::default().imitated(&components), None);
        }
        for wrong in ["", "a b", "http://a", "a..b", "a/"] {
            assert!(Brands::parse(wrong).is_err(), "{wrong}");
        }
    }
}
