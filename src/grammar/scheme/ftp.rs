//! ftp (RFC 1738 3.2; draft-ietf-uri-url-03, "FTP") and tftp (RFC 3617).

use super::*;

pub(super) const FAMILIES: &[Family] = &[
    family!(["ftp"], TODAY, Ftp).rfc1738(&FTPURL).draft1994(&FTPADDRESS),
    family!(["ftps"], TODAY, Ftp),
    family!(["tftp"], TFTP_URI, Tftp),
];

typed! {
    /// A file or a directory on an FTP server.
    ///
    /// ```
    /// use urisift::{Uri, scheme::Specific};
    /// let uri = Uri::parse("ftp://myname@host.dom/%2Fetc/motd")?;
    /// let Specific::Ftp(ftp) = uri.scheme_specific()? else { unreachable!() };
    /// // CWD /etc, then RETR motd.
    /// assert_eq!((ftp.directories().next(), ftp.name()), (Some("%2Fetc"), Some("motd")));
    /// # Ok::<(), urisift::ParseError>(())
    /// ```
    pub struct Ftp<'t> {
        /// The server and the login; without a user, the login is anonymous.
        pub server: Server<'t>,
        /// The directories and the name, with slashes between, without the slash in front, which is not part of it (RFC
        /// 1738 3.1); still encoded.
        pub path: Option<&'t str>,
        /// How it is transferred.
        pub kind: Option<FtpType>,
    }

    /// A file on a TFTP server.
    ///
    /// ```
    /// use urisift::{Uri, scheme::Specific};
    /// let uri = Uri::parse("tftp://example.com/mystartupfile;mode=netascii")?;
    /// let Specific::Tftp(tftp) = uri.scheme_specific()? else { unreachable!() };
    /// assert_eq!((tftp.file, tftp.mode), ("mystartupfile", Some("netascii")));
    /// # Ok::<(), urisift::ParseError>(())
    /// ```
    pub struct Tftp<'t> {
        /// The server.
        pub server: Server<'t>,
        /// The file, without the slash in front; still encoded.
        pub file: &'t str,
        /// `netascii` or `octet`, which is the default.
        pub mode: Option<&'t str>,
    }
}

impl<'t> Ftp<'t> {
    /// The arguments of the CWD commands, in order, still encoded (RFC 1738 3.2.2).
    pub fn directories(&self) -> impl Iterator<Item = &'t str> + use<'t> {
        let directories = self.path.and_then(|path| path.rsplit_once('/')).map(|(cwd, _)| cwd);
        directories.into_iter().flat_map(|cwd| cwd.split('/'))
    }

    /// The last segment: the name of the file, or of the directory that is listed.
    pub fn name(&self) -> Option<&'t str> {
        self.path.and_then(|path| path.rsplit('/').next())
    }
}

/// ftptype = "A" | "I" | "D" | "a" | "i" | "d"
///
/// ```
/// use urisift::{Uri, scheme::{FtpType, Specific}};
/// let uri = Uri::parse("ftp://info.cern.ch/pub/www/doc;type=d")?;
/// let Specific::Ftp(ftp) = uri.scheme_specific()? else { unreachable!() };
/// assert_eq!((ftp.name(), ftp.kind), (Some("doc"), Some(FtpType::Directory)));
/// # Ok::<(), urisift::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(any(test, feature = "serde"), derive(serde::Serialize))]
#[cfg_attr(any(test, feature = "serde"), serde(rename_all = "kebab-case"))]
pub enum FtpType {
    /// `a`: text.
    Ascii,
    /// `i`: bytes.
    Image,
    /// `d`: the listing of a directory.
    Directory,
}

impl<'t> Field<'t> for Option<FtpType> {
    fn of(uri: &Parsed<'t>, name: &str) -> Self {
        uri.capture(name).map(|letter| match letter {
            "a" | "A" => FtpType::Ascii,
            "i" | "I" => FtpType::Image,
            _ => FtpType::Directory,
        })
    }
}

static TODAY: Rule = rfc1738::rule(
    r#"ftpurl = "ftp://" login [ "/" fpath [ ";type=" ftptype ]]"#,
    &[
        Text("//"),
        Of(&LOGIN),
        Maybe(&[
            Text("/"),
            Capture("path", &[Of(&FPATH_TODAY)]),
            Maybe(&[Text(";type="), Capture("kind", &[Of(&FTPTYPE)])]),
        ]),
    ],
);
/// The bytes are those of RFC 3986.
static FPATH_TODAY: Rule =
    rfc1738::rule(r#"fpath = fsegment *[ "/" fsegment ]"#, &[Star(&FPATH_TODAY_SET)]);
static FPATH_TODAY_SET: ByteSet = QUERY.without(ByteSet::of(b";"));

static FTPURL: Rule = rfc1738::rule(
    r#"ftpurl = "ftp://" login [ "/" fpath [ ";type=" ftptype ]]"#,
    &[
        Text("ftp://"),
        Of(&rfc1738::LOGIN),
        Maybe(&[Text("/"), Of(&FPATH), Maybe(&[Text(";type="), Of(&FTPTYPE)])]),
    ],
);
pub(super) static FPATH: Rule =
    rfc1738::rule(r#"fpath = fsegment *[ "/" fsegment ]"#, &[List("/", &[Of(&FSEGMENT)])]);
static FSEGMENT: Rule = rfc1738::rule(
    r#"fsegment = *[ uchar | "?" | ":" | "@" | "&" | "=" ]"#,
    &[Star(&rfc1738::FSEGMENT_SET)],
);
static FTPTYPE: Rule =
    rfc1738::rule(r#"ftptype = "A" | "I" | "D" | "a" | "i" | "d""#, &[Run(&FTPTYPE_SET, 1, 1)]);
static FTPTYPE_SET: ByteSet = ByteSet::of(b"AIDaid");

/// The suffix is written `;type=` in the draft's text; its BNF leaves that out.
static FTPADDRESS: Rule = draft1994::rule(
    "ftpaddress = f t p : / / login / path [ ftptype ]",
    &[
        Text("ftp://"),
        Of(&draft1994::LOGIN),
        Text("/"),
        Of(&draft1994::PATH),
        Maybe(&[Text(";type="), Of(&FTPTYPE_1994)]),
    ],
);
static FTPTYPE_1994: Rule = draft1994::rule(
    "ftptype = A formcode | E formcode | I | L digits",
    &[Any(&[
        &[Run(&AE, 1, 1), Of(&FORMCODE)],
        &[Run(&IMAGE, 1, 1)],
        &[Run(&LOCAL, 1, 1), Of(&draft1994::DIGITS)],
    ])],
);
static AE: ByteSet = ByteSet::of(b"AE");
static IMAGE: ByteSet = ByteSet::of(b"I");
static LOCAL: ByteSet = ByteSet::of(b"L");
static FORMCODE: Rule = draft1994::rule("formcode = N | T | C", &[Run(&FORMCODE_SET, 1, 1)]);
static FORMCODE_SET: ByteSet = ByteSet::of(b"NTC");

/// The document has no slash in a file, and no port; URIs in use have both.
static TFTP_URI: Rule = rule(
    r#"RFC 3617 3: tftpURI = "tftp://" host "/" file [ ";mode=" ( "netascii" / "octet" ) ]"#,
    &[
        Text("//"),
        Of(&HOSTPORT),
        Text("/"),
        Capture("file", &[Star(&FILE)]),
        Maybe(&[Text(";mode="), Capture("mode", &[Any(&[&[Text("netascii")], &[Text("octet")]])])]),
    ],
);
/// unreserved, escaped and slashes
static FILE: ByteSet = UNRESERVED.or(MORE).or(ByteSet::of(b"/!*'()"));
