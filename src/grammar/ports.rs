//! The ports that schemes have by default: those of the documents that define them, and of the
//! registry of services where these are silent.

/// Sorted by name.
const PORTS: &[(&str, u16)] = &[
    ("acap", 674),
    ("afp", 548),
    ("amqp", 5672),
    ("amqps", 5671),
    ("coap", 5683),
    ("coaps", 5684),
    ("dict", 2628),
    ("dns", 53),
    ("finger", 79),
    ("ftp", 21),
    ("ftps", 990),
    ("gemini", 1965),
    ("git", 9418),
    ("gopher", 70),
    ("gophers", 70),
    ("http", 80),
    ("https", 443),
    ("imap", 143),
    ("imaps", 993),
    ("ipp", 631),
    ("ipps", 631),
    ("irc", 194),
    ("ircs", 6697),
    ("ldap", 389),
    ("ldaps", 636),
    ("mms", 1755),
    ("mqtt", 1883),
    ("mqtts", 8883),
    ("msrp", 2855),
    ("mtqp", 1038),
    ("mysql", 3306),
    ("news", 119),
    ("nfs", 2049),
    ("nntp", 119),
    ("nntps", 563),
    ("pop", 110),
    ("pops", 995),
    ("postgres", 5432),
    ("postgresql", 5432),
    ("prospero", 1525),
    ("redis", 6379),
    ("rlogin", 513),
    ("rsync", 873),
    ("rtmp", 1935),
    ("rtsp", 554),
    ("rtsps", 322),
    ("rtspu", 554),
    ("scp", 22),
    ("sftp", 22),
    ("sip", 5060),
    ("sips", 5061),
    ("smb", 445),
    ("snews", 563),
    ("snmp", 161),
    ("ssh", 22),
    ("stun", 3478),
    ("stuns", 5349),
    ("svn", 3690),
    ("telnet", 23),
    ("tftp", 69),
    ("tn3270", 23),
    ("turn", 3478),
    ("turns", 5349),
    ("ventrilo", 3784),
    ("vnc", 5900),
    ("wais", 210),
    ("whois", 43),
    ("ws", 80),
    ("wss", 443),
    ("z39.50r", 210),
    ("z39.50s", 210),
];

/// The number of a port that is all digits; `None` above 65535.
pub(crate) fn number(port: &str) -> Option<u16> {
    port.parse().ok().filter(|_| port.bytes().all(|b| b.is_ascii_digit()))
}

/// The default port of a scheme, in any case.
pub(crate) fn default_port(scheme: &[u8]) -> Option<u16> {
    let of = |(name, _): &&(&str, u16)| name.as_bytes().eq_ignore_ascii_case(scheme);
    PORTS.iter().find(of).map(|(_, port)| *port)
}
