//! A host in the form in which hosts are compared.

use std::borrow::Cow;
use std::net::IpAddr;

use idna::AsciiDenyList;

use super::network::address_of;
use crate::aggregate::is_name;
use crate::grammar::escape::percent_decode;
use crate::grammar::host::ipv4_in_any_form;
use crate::registrable::LONGEST;

/// A host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Host<'u> {
    /// An address, however it is written: RFC 4291 2.2 allows several ways, and programs read others.
    Address(IpAddr),
    /// A name in lower case, without the root's full stop, in the ASCII form of IDNA (RFC 5890 2.3.2.1)
    /// if it has one.
    Name(Cow<'u, [u8]>),
}

impl<'u> Host<'u> {
    /// From a host as [`Subject::host`](crate::aggregate::Subject::host) returns it.
    pub fn of(host: Cow<'u, [u8]>) -> Self {
        // In a literal, a percent sign starts a zone.
        let is_plain = host.is_ascii() && (!host.contains(&b'%') || host.contains(&b':'));
        let name = if is_plain { host } else { Cow::Owned(ascii(&host)) };
        let address = ipv4_in_any_form(&name).map(IpAddr::V4).or_else(|| address_of(&name));
        address.map_or(Host::Name(name), Host::Address)
    }

    /// The text of this form.
    pub fn text(&self) -> Cow<'_, [u8]> {
        match self {
            Host::Address(address) => Cow::Owned(address.to_string().into_bytes()),
            Host::Name(name) => Cow::Borrowed(name),
        }
    }

    /// The last label; an address has none.
    pub fn tld(&self) -> Option<Host<'_>> {
        let Host::Name(name) = self else { return None };
        let tld = name.rsplit(|b| *b == b'.').next().filter(|_| is_name(name))?;
        Some(Host::Name(Cow::Borrowed(tld)))
    }
}

/// The name in ASCII. Its escapes are UTF-8 (RFC 3986 3.2.2).
fn ascii(name: &[u8]) -> Vec<u8> {
    let octets = percent_decode(name);
    let ascii = (octets.len() <= LONGEST)
        .then(|| idna::domain_to_ascii_cow(&octets, AsciiDenyList::EMPTY).ok())
        .flatten();
    let Some(ascii) = ascii else { return octets.to_ascii_lowercase() };
    // IDNA maps other full stops to ASCII, and the last one may be the root's.
    ascii.strip_suffix('.').unwrap_or(&ascii).as_bytes().to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::aggregate::{Scheme, Subject};

    fn host(uri: &[u8]) -> Option<Host<'_>> {
        Subject::of(uri, Scheme::Written).host().map(Host::of)
    }

    #[test]
    fn one_host_has_one_form() {
        for (written, text) in [
            ("A.Example.", "a.example"),
            ("münchen.de", "xn--mnchen-3ya.de"),
            ("XN--mnchen-3ya.de", "xn--mnchen-3ya.de"),
            ("M%C3%9CNCHEN.de", "xn--mnchen-3ya.de"),
            ("例え。テスト。", "xn--r8jz45g.xn--zckzah"),
            ("ex%61mple.com", "example.com"),
            ("[2001:DB8:0:0::1]", "2001:db8::1"),
            ("[fe80::1%25eth0]", "fe80::1"),
            ("127.0.0.1", "127.0.0.1"),
            ("１２７.0.0.1", "127.0.0.1"),
            ("[v1.X]", "v1.x"),
            ("xn--a", "xn--a"),
            ("a_b.c", "a_b.c"),
        ] {
            let uri = format!("http://{written}/");
            assert_eq!(host(uri.as_bytes()).unwrap().text(), text.as_bytes(), "{written}");
        }
    }

    #[test]
    fn top_levels() {
        for (written, tld) in [
            ("a.b.co.uk", "uk"),
            ("www.公司.cn", "cn"),
            ("пример.рф", "xn--p1ai"),
            ("10.0.0.1", "-"),
            ("localhost", "localhost"),
        ] {
            let uri = format!("http://x@{written}:1");
            let host = host(uri.as_bytes()).unwrap();
            let tld_of = host.tld().map_or(b"-".to_vec(), |tld| tld.text().into_owned());
            assert_eq!(tld_of, tld.as_bytes(), "{written}");
        }
    }

    #[test]
    fn any_bytes_are_some_name() {
        let long = format!("http://{}/", "Ü".repeat(500_000));
        for uri in [&b"http://\xff\xc3%ff%/"[..], b"http://%00./", b"http://..", long.as_bytes()] {
            assert!(matches!(host(uri), Some(Host::Name(_))));
        }
        assert_eq!(host("http://。/".as_bytes()), Some(Host::Name(Cow::Borrowed(b""))));
    }
}
