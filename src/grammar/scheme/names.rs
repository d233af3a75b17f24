//! The names of the known schemes, sorted: those of the IANA registry, of every status, those of the
//! drafts and of RFC 1738, and unregistered ones that occur in real text.

use crate::byteset::SCHEME;

/// The longest run before a colon that is considered as a scheme, in bytes.
pub(crate) const MAX_SCHEME: usize = u64::BITS as usize; // As many as `Shapes` has lengths.

/// Schemes that are cut out of a longer run of scheme characters: in `foo-http://a/` the URI starts
/// at `http`. Registered names that are ordinary words are left out, since `my-app-content://` is one
/// scheme.
const FREQUENT: &[&str] = &[
    "https", "http", "ftp", "ftps", "sftp", "file", "mailto", "news", "nntp", "gopher", "telnet",
    "wais", "prospero", "ldap", "ldaps", "ws", "wss", "ssh", "git", "svn", "irc", "ircs", "sip",
    "sips", "tel", "urn", "magnet", "doi", "rtsp", "rtmp", "hxxp", "hxxps",
];

/// Returns `true` if `name` is a known scheme, in any case.
pub fn is_known(name: &[u8]) -> bool {
    static NAME_SHAPES: Shapes = Shapes::NONE.with(NAMES);
    if !NAME_SHAPES.may_hold(name) {
        return false;
    }
    let mut lower = [0; MAX_SCHEME];
    let Some(name) = lowered(name, &mut lower) else { return false };
    let Some(first) = name.first().and_then(|b| b.checked_sub(b'a')).filter(|i| *i < 26) else {
        return false;
    };
    let range = STARTS[first as usize] as usize..STARTS[first as usize + 1] as usize;
    NAMES[range].iter().any(|known| known.as_bytes() == name)
}

/// The index of the first name for each letter.
static STARTS: [u16; 27] = starts();

const fn starts() -> [u16; 27] {
    let mut starts = [NAMES.len() as u16; 27];
    let mut i = NAMES.len();
    while i > 0 {
        i -= 1;
        let mut letter = (NAMES[i].as_bytes()[0] - b'a') as usize + 1;
        while letter > 0 {
            letter -= 1;
            starts[letter] = i as u16;
        }
    }
    starts
}

/// Returns `true` if `name` is one of the schemes that are cut out of a longer run.
#[inline]
pub(crate) fn is_frequent(name: &[u8]) -> bool {
    let is = |n: &&str| n.as_bytes().eq_ignore_ascii_case(name);
    is_web(name) || FREQUENT_SHAPES.may_hold(name) && FREQUENT.iter().any(is)
}

static FREQUENT_SHAPES: Shapes = Shapes::NONE.with(FREQUENT);

/// The first letters of names, and the names' lengths: rejects most other words for the price of a
/// load.
pub(super) struct Shapes([u64; 32]);

impl Shapes {
    pub const NONE: Shapes = Shapes([0; 32]);

    /// Adds names, which have fewer characters than there are bits.
    pub const fn with(mut self, names: &[&str]) -> Self {
        let mut i = 0;
        while i < names.len() {
            let name = names[i].as_bytes();
            self.0[name[0] as usize & 31] |= 1 << name.len();
            i += 1;
        }
        self
    }

    /// Returns `true` if a name may be among them, in any case.
    #[inline]
    pub fn may_hold(&self, name: &[u8]) -> bool {
        let Some(first) = name.first() else { return false };
        name.len() < MAX_SCHEME && self.0[*first as usize & 31] >> name.len() & 1 == 1
    }
}

/// The bit that distinguishes lower from upper case, for four letters. With it set, only "h", "t"
/// and "p" of either case are the lower-case ones.
const LOWER: u32 = u32::from_le_bytes([0x20; 4]);

/// Returns `true` if `name` is `http` or `https`: what most URIs start with.
#[inline]
pub(crate) fn is_web(name: &[u8]) -> bool {
    let is_http = |letters| u32::from_le_bytes(letters) | LOWER == u32::from_le_bytes(*b"http");
    match *name {
        [a, b, c, d] | [a, b, c, d, b's' | b'S'] => is_http([a, b, c, d]),
        _ => false,
    }
}

/// Returns `true` if `name` has the syntax of a scheme (RFC 3986 3.1).
pub fn is_scheme(name: &[u8]) -> bool {
    name.first().is_some_and(u8::is_ascii_alphabetic) && name.iter().all(|&b| SCHEME.contains(b))
}

fn lowered<'b>(name: &[u8], into: &'b mut [u8; MAX_SCHEME]) -> Option<&'b [u8]> {
    let into = into.get_mut(..name.len())?;
    into.copy_from_slice(name);
    into.make_ascii_lowercase();
    Some(into)
}

/// Lower case, sorted bytewise.
#[rustfmt::skip] // As many on a line as there is room for.
const NAMES: &[&str] = &[
    "aaa", "aaas", "abfs", "abfss", "about", "acap", "acct", "acd", "acr", "adiumxtra", "adt",
    "afp", "afs", "aim", "alluxio", "amqp", "amqps", "amss", "android", "appdata", "apt", "ar",
    "ari", "ark", "arxiv", "at", "at-uri", "attachment", "aw", "barion", "bb", "beegfs", "beshare",
    "bitcoin", "bitcoincash", "bl", "blob", "bluesky", "bluetooth", "bolo", "brid", "browserext",
    "bzr", "bzr+http", "bzr+https", "bzr+ssh", "cabal", "caip", "calculator", "callto", "cap",
    "capacitor", "cassandra", "cast", "casts", "ceph", "chrome", "chrome-devtools", "chrome-error",
    "chrome-extension", "chrome-untrusted", "cid", "cifs", "clickhouse", "coap", "coap+tcp",
    "coap+ws", "coaps", "coaps+tcp", "coaps+ws", "com-eventbrite-attendee", "consul", "content",
    "content-type", "couchbase", "crid", "cstr", "cvs", "dab", "dat", "data", "dav", "dav+http",
    "davs", "devtools", "dhttp", "diaspora", "dict", "did", "dis", "discord", "dlna-playcontainer",
    "dlna-playsingle", "dnp", "dns", "dntp", "docker", "docker+http", "docker-daemon", "dogecoin",
    "doi", "donau", "dpp", "drm", "drop", "dtmi", "dtn", "dubbo", "duckdb", "dvb", "dvx", "dweb",
    "ed2k", "eid", "elsi", "embedded", "ens", "esim", "esx", "etcd", "etcds", "ethereum", "example",
    "facetime", "fax", "feed", "feedready", "fido", "file", "file+git", "filesystem", "finger",
    "first-run-pen-experience", "fish", "fm", "ftp", "ftps", "fuchsia-pkg", "gemini", "geo", "gg",
    "git", "git+file", "git+git", "git+http", "git+https", "git+ssh", "git-lfs", "gitoid",
    "gizmoproject", "gluster", "go", "gopher", "gophers", "graph", "grd", "grpc", "grpcs", "gs",
    "gtalk", "h2c", "h323", "ham", "hcap", "hcp", "hdfs", "hdl", "helm", "hg+http", "hg+https",
    "hg+ssh",
    "hkp", "hkps", "hs20", "http", "http+unix", "http2", "https", "https+unix", "hxxp", "hxxps",
    "hydrazone", "hyper", "i0", "iax", "iax2", "icap", "icecast", "icon", "icy", "ilstring", "im",
    "imap", "imaps", "influxdb", "info", "intent", "ionic", "iotdisco", "ipfs", "ipn", "ipns",
    "ipp", "ipps", "irc", "irc6", "ircs", "ircs6", "iris", "iris.beep", "iris.lwz", "iris.xpc",
    "iris.xpcs", "iscsi", "isostore", "itms", "itms-apps", "itms-appss", "itmss", "jabber", "jar",
    "javascript", "jdbc", "jms", "kafka", "keyparc", "lastfm", "lbry", "ldap", "ldapi", "ldaps",
    "leaptofrogans", "libvirt", "lid", "lightning", "linkid", "litecoin", "lnurl", "lorawan", "lpa",
    "lustre", "lvlt", "lxc", "machineprovisioningprogressreporter", "magnet", "mailbox",
    "mailserver", "mailto", "maps", "mariadb", "market", "matrix", "memcached", "message",
    "microsoft.windows.camera", "microsoft.windows.camera.multipicker",
    "microsoft.windows.camera.picker", "mid", "mms", "mmsh", "mmst", "mmsu", "modem", "monero",
    "mongodb", "mongodb+srv", "moz", "moz-extension", "mqtt", "mqtts", "ms-access",
    "ms-appinstaller", "ms-browser-extension", "ms-calculator", "ms-drive-to", "ms-enrollment",
    "ms-excel", "ms-eyecontrolspeech", "ms-gamebarservices", "ms-gamingoverlay", "ms-getoffice",
    "ms-help", "ms-infopath", "ms-inputapp", "ms-launchremotedesktop",
    "ms-lockscreencomponent-config", "ms-media-stream-id", "ms-meetnow", "ms-mixedrealitycapture",
    "ms-mobileplans", "ms-newsandinterests", "ms-officeapp", "ms-people", "ms-personacard",
    "ms-powerpoint", "ms-project", "ms-publisher", "ms-recall", "ms-remotedesktop",
    "ms-remotedesktop-launch", "ms-restoretabcompanion", "ms-screenclip", "ms-screensketch",
    "ms-search", "ms-search-repair", "ms-secondary-screen-controller", "ms-secondary-screen-setup",
    "ms-settings", "ms-settings-airplanemode", "ms-settings-bluetooth", "ms-settings-camera",
    "ms-settings-cellular", "ms-settings-cloudstorage", "ms-settings-connectabledevices",
    "ms-settings-displays-topology", "ms-settings-emailandaccounts", "ms-settings-language",
    "ms-settings-location", "ms-settings-lock", "ms-settings-nfctransactions",
    "ms-settings-notifications", "ms-settings-power", "ms-settings-privacy",
    "ms-settings-proximity", "ms-settings-screenrotation", "ms-settings-wifi",
    "ms-settings-workplace", "ms-spd", "ms-stickers", "ms-sttoverlay", "ms-transit-to",
    "ms-useractivityset", "ms-uup", "ms-virtualtouchpad", "ms-visio", "ms-walk-to", "ms-whiteboard",
    "ms-whiteboard-cmd", "ms-widgetboard", "ms-widgets", "ms-word", "msnim", "msrp", "msrps",
    "mss", "msteams",
    "mt", "mtqp", "mtrust", "mumble", "mupdate", "mvn", "mvrp", "mvrps", "mysql", "nacos", "nats",
    "nbd", "news", "nfs", "ni", "nih", "nntp", "nntps", "nostr", "notes", "num", "nvme", "ocf",
    "oci", "oid", "onenote", "onenote-cmd", "opaquelocktoken", "openid", "openpgp4fpr", "opera",
    "oracle", "oss", "otpauth", "p1", "pack", "palm", "paparazzi", "payment", "payto", "phone",
    "php", "pkcs11", "pkg", "platform", "pnm", "pop", "pops", "postgres", "postgresql", "pres",
    "prospero",
    "proxy", "psyc", "pttp", "pwid", "qb", "qemu", "query", "quic", "quic-transport", "r2dbc",
    "rados",
    "rdp", "redis", "redis+sentinel", "rediss", "reload", "res", "resource", "rist", "rlogin",
    "rmi", "rsync", "rtmfp", "rtmp", "rtp", "rtsp", "rtsps", "rtspu", "s3", "s3a", "s3n",
    "safari-extension", "sarif", "sccp", "scm", "scp", "secondlife", "secret-token", "service",
    "session",
    "sftp", "sftp+ssh", "sgn", "shc", "shelter", "shout", "shttp", "sieve", "simpleledger",
    "simplex", "sip", "sips", "skinny", "skype", "slack", "smb", "smb2", "smp", "sms", "smtp",
    "smtps", "snews", "snmp", "soap.beep", "soap.beeps", "soldat", "spacify", "spark", "spartan",
    "spiffe", "spotify", "sqlite", "sqlserver", "srt", "ssb", "ssh", "ssl", "starknet", "steam",
    "stun", "stuns", "submit", "svn", "svn+file", "svn+http", "svn+https", "svn+ssh", "swh", "swid",
    "swidpath", "tag", "taler", "tcp", "teamspeak", "teapot", "teapots", "tel", "teliaeid",
    "telnet", "telnets", "tftp", "tg", "things", "thismessage", "thrift", "thzp", "tip", "tls",
    "tn3270", "tn5250", "tool", "turn", "turns", "tv", "udp", "udp+tls", "unreal", "upt", "urn",
    "urn-x", "ut2004", "uuid-in-package", "v-event", "vbox", "vemmi", "ventrilo", "ves", "viber",
    "videotex", "view-source", "viewfs", "vnc", "vpx", "vscode", "vscode-file", "vscode-insiders",
    "vscode-remote", "vscode-resource", "vscode-webview", "vsls", "w3", "wais", "wap", "wasbs",
    "wasm", "wasm-js", "wcr", "web+ap", "web+nostr", "web3", "webcal", "webdav", "webdavs",
    "webhdfs", "whatsapp", "whois", "whois++", "wifi", "wpid", "ws", "wss", "wtai", "wyciwyg",
    "x-apple.systempreferences", "x-gopher", "x-msg", "xcompute", "xcon", "xcon-userid", "xen",
    "xfire", "xftp", "xmlrpc",
    "xmlrpc.beep", "xmlrpc.beeps", "xmpp", "xrcp", "xri", "ymsgr", "z39.50", "z39.50r", "z39.50s",
    "zk", "zookeeper", "zoommtg", "zoomus",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_lower_case_schemes() {
        assert!(NAMES.windows(2).all(|pair| pair[0] < pair[1]));
        for name in NAMES {
            assert!(is_scheme(name.as_bytes()), "{name}");
            assert!(!name.bytes().any(|b| b.is_ascii_uppercase()), "{name}");
            assert!(name.len() <= MAX_SCHEME);
        }
    }

    #[test]
    fn every_name_is_known_in_any_case() {
        assert_eq!(starts(), STARTS);
        assert!(NAMES.iter().all(|name| is_known(name.as_bytes())));
        assert!(is_known(b"HTTP") && is_known(b"uRn"));
        assert!(!is_known(b"htp") && !is_known(b"") && !is_known(&[b'a'; 100]));
    }
}
