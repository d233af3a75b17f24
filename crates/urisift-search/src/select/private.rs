//! Hosts that are not reachable from outside.

use super::host::Host;
use super::network::{Network, Networks};

/// Networks that the registries of special-purpose addresses (RFC 6890, as of 2025) list as not
/// globally reachable.
#[rustfmt::skip] // A network a line.
const SPECIAL: &[&str] = &[
    "0.0.0.0/8",          // this network, and unspecified (RFC 791 3.2, RFC 1122 3.2.1.3)
    "10.0.0.0/8",         // private (RFC 1918)
    "100.64.0.0/10",      // shared with a carrier (RFC 6598)
    "127.0.0.0/8",        // loopback (RFC 1122 3.2.1.3)
    "169.254.0.0/16",     // link-local (RFC 3927)
    "172.16.0.0/12",      // private (RFC 1918)
    "192.0.0.0/24",       // of the IETF's protocols (RFC 6890)
    "192.0.2.0/24",       // documentation (RFC 5737)
    "192.168.0.0/16",     // private (RFC 1918)
    "198.18.0.0/15",      // benchmarks (RFC 2544)
    "198.51.100.0/24",    // documentation (RFC 5737)
    "203.0.113.0/24",     // documentation (RFC 5737)
    "240.0.0.0/4",        // reserved, and the limited broadcast (RFC 1112 4, RFC 8190)
    "::/128",             // unspecified (RFC 4291 2.5.2)
    "::1/128",            // loopback (RFC 4291 2.5.3)
    "64:ff9b:1::/48",     // translation within a network (RFC 8215)
    "100::/64",           // discarded (RFC 6666)
    "100:0:0:1::/64",     // a prefix that leads nowhere (RFC 9780)
    "2001::/23",          // of the IETF's protocols (RFC 2928)
    "2001:db8::/32",      // documentation (RFC 3849)
    "3fff::/20",          // documentation (RFC 9637)
    "5f00::/16",          // segment routing (RFC 9602)
    "fc00::/7",           // unique-local (RFC 4193)
    "fe80::/10",          // link-local (RFC 4291 2.5.6)
];

/// Networks within these that they list as reachable, or leave open.
#[rustfmt::skip] // A network a line.
const REACHABLE: &[&str] = &[
    "192.0.0.9/32",       // anycast of PCP (RFC 7723)
    "192.0.0.10/32",      // anycast of TURN (RFC 8155)
    "2001::/32",          // Teredo (RFC 4380)
    "2001:1::1/128",      // anycast of PCP (RFC 7723)
    "2001:1::2/128",      // anycast of TURN (RFC 8155)
    "2001:1::3/128",      // anycast of DNS-SD (RFC 9665)
    "2001:3::/32",        // AMT (RFC 7450)
    "2001:4:112::/48",    // AS112 (RFC 7535)
    "2001:20::/28",       // ORCHIDv2 (RFC 7343)
    "2001:30::/28",       // drones (RFC 9374)
];

/// The networks of both tables.
#[derive(Clone, Debug)]
pub struct Private {
    special: Networks,
    reachable: Networks,
}

impl Private {
    pub fn new() -> Self {
        let networks =
            |table: &[&str]| table.iter().filter_map(|row| Network::parse(row)).collect();
        Private { special: networks(SPECIAL), reachable: networks(REACHABLE) }
    }

    /// Returns `true` if the host is a private address, or a name of the machine itself (RFC 6761 6.3). An IPv4-mapped
    /// IPv6 address (RFC 4291 2.5.5.2) counts as its IPv4 address.
    pub fn has(&self, host: &Host<'_>) -> bool {
        match host {
            Host::Address(address) => {
                let address = address.to_canonical();
                self.special.has(address) && !self.reachable.has(address)
            }
            Host::Name(name) => {
                name.strip_suffix(b"localhost").is_some_and(|rest| matches!(rest, [] | [.., b'.']))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_a_network() {
        assert!(SPECIAL.iter().chain(REACHABLE).all(|row| Network::parse(row).is_some()));
    }

    #[test]
    fn addresses_and_names() {
        let private = Private::new();
        let has = |host: &str| private.has(&Host::of(host.as_bytes().into()));
        for host in [
            "0.0.0.0",
            "10.0.0.1",
            "100.127.0.1",
            "127.8.9.1",
            "169.254.1.1",
            "172.31.0.1",
            "192.168.0.1",
            "192.0.2.1",
            "198.19.0.1",
            "203.0.113.255",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:10.0.0.1",
            "fe80::1%25eth0",
            "fd00::1",
            "2001:db8::1",
            "2001:2::1",
            "3fff::1",
            "localhost",
            "a.localhost",
            "127.1",
            "2130706433",
            "0x7f.1.",
            "%31%32%37.0.0.1",
            "\u{ff11}\u{ff12}\u{ff17}\u{3002}0.0.1",
            "10.0.0",
        ] {
            assert!(has(host), "{host}");
        }
        for host in [
            "1.1.1.1",
            "11.0.0.1",
            "100.128.0.1",
            "172.32.0.1",
            "192.0.0.9",
            "192.169.0.1",
            "224.0.0.1",
            "::ffff:1.1.1.1",
            "2001:4860:4860::8888",
            "2001:20::1",
            "2002::1",
            "64:ff9b::1",
            "fec0::1",
            "notlocalhost",
            "localhost.example",
            "10.0.0.1.example",
            "134744072",
            "",
        ] {
            assert!(!has(host), "{host}");
        }
    }
}
