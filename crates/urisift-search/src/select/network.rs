//! Networks of addresses, in the notation of CIDR (RFC 4632 3.1, RFC 4291 2.3).

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use hashbrown::HashSet;

use crate::grammar::host::{ipv4, ipv6};

/// The addresses that share their first bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Network {
    /// The other bits are 0.
    first: IpAddr,
    /// How many bits are shared.
    len: u8,
}

impl Network {
    /// The network of a single address.
    pub fn of_one(address: IpAddr) -> Self {
        Network { first: address, len: bits(address) }
    }

    /// The network of that length around an address; `None` if the address has fewer bits.
    fn around(address: IpAddr, len: u8) -> Option<Self> {
        let rest = u32::from(bits(address).checked_sub(len)?);
        let first = match address {
            IpAddr::V4(address) => {
                let mask = u32::MAX.checked_shl(rest).unwrap_or(0);
                IpAddr::V4(Ipv4Addr::from_bits(address.to_bits() & mask))
            }
            IpAddr::V6(address) => {
                let mask = u128::MAX.checked_shl(rest).unwrap_or(0);
                IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & mask))
            }
        };
        Some(Network { first, len })
    }

    /// Parses an address, a slash and a number of bits. The bits of the address after those are ignored.
    pub fn parse(text: &str) -> Option<Self> {
        let (address, len) = text.split_once('/')?;
        let is_number = len.bytes().all(|b| b.is_ascii_digit());
        let len = len.parse().ok().filter(|_| is_number)?;
        Network::around(address_of(address.as_bytes())?, len)
    }
}

/// The number of bits in an address of this kind.
fn bits(address: IpAddr) -> u8 {
    if address.is_ipv4() { 32 } else { 128 }
}

/// Parses a host without brackets as an address; a zone is ignored (RFC 6874).
pub(super) fn address_of(host: &[u8]) -> Option<IpAddr> {
    if let Some(address) = ipv4(host) {
        return Some(IpAddr::V4(address));
    }
    let (address, end) = ipv6(host).ok()?;
    matches!(host.get(end), None | Some(b'%')).then_some(IpAddr::V6(address))
}

/// Any number of networks.
#[derive(Clone, Debug, Default)]
pub struct Networks {
    all: HashSet<Network>,
    /// The distinct lengths among them: an address is looked up once for each.
    lens: Vec<u8>,
}

impl Networks {
    pub fn has(&self, address: IpAddr) -> bool {
        let around = |len: &u8| Network::around(address, *len);
        self.lens.iter().filter_map(around).any(|network| self.all.contains(&network))
    }
}

impl FromIterator<Network> for Networks {
    fn from_iter<I: IntoIterator<Item = Network>>(networks: I) -> Self {
        let all: HashSet<_> = networks.into_iter().collect();
        let mut lens: Vec<_> = all.iter().map(|network| network.len).collect();
        lens.sort_unstable();
        lens.dedup();
        Networks { all, lens }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_in_its_network() {
        for (network, inside, outside) in [
            ("10.0.0.0/8", "10.255.255.255", "11.0.0.0"),
            ("10.9.8.7/8", "10.0.0.0", "9.255.255.255"),
            ("192.0.2.128/25", "192.0.2.128", "192.0.2.127"),
            ("0.0.0.0/0", "255.255.255.255", "::1"),
            ("1.2.3.4/32", "1.2.3.4", "1.2.3.5"),
            ("::/0", "2001:db8::1", "1.2.3.4"),
            ("2001:DB8::/32", "2001:db8:ffff::", "2001:db9::"),
            ("::1/128", "0:0:0:0:0:0:0:1", "::2"),
            ("fe80::/10", "fe80::1%25eth0", "fec0::1"),
        ] {
            let networks: Networks = Network::parse(network).into_iter().collect();
            let has = |host: &str| networks.has(address_of(host.as_bytes()).unwrap());
            assert!(has(inside) && !has(outside), "{network}");
        }
    }

    #[test]
    fn what_is_no_network() {
        for text in [
            "10.0.0.0",
            "10.0.0.0/33",
            "::/129",
            "10/8",
            "a.example/8",
            "1.2.3.4/",
            "/8",
            "::1/+1",
            "1.2.3.4/256",
            "[::1]/8",
        ] {
            assert_eq!(Network::parse(text), None, "{text}");
        }
        for text in ["1.2.3", "01.2.3.4", "::1]", "a", "", "1::2::3", "2130706433"] {
            assert_eq!(address_of(text.as_bytes()), None, "{text}");
        }
    }
}
