//! Files of a host: file (RFC 8089, RFC 1738 3.10), afs (draft-ietf-uri-url-03), nfs (RFC 2224).

use super::*;

pub(super) const FAMILIES: &[Family] = &[
    family!(["file"], FILE_URI, File).rfc1738(&FILEURL),
    family!(["afs"], AFSADDRESS, Afs),
    family!(["nfs"], NFS_URL, Nfs),
];

typed! {
    /// A file that a host can reach.
    ///
    /// ```
    /// use urisift::{Uri, scheme::Specific};
    /// let Specific::File(file) = Uri::parse("file:///c:/a")?.scheme_specific()? else { unreachable!() };
    /// assert_eq!((file.host, file.path, file.drive()), (Some(""), "/c:/a", Some('c')));
    /// # Ok::<(), urisift::ParseError>(())
    /// ```
    pub struct File<'t> {
        /// The host; absent, empty and `localhost` all mean the one that reads the URI.
        pub host: Option<&'t str>,
        /// The absolute path, from its slash on.
        pub path: &'t str,
    }
}

impl File<'_> {
    /// The letter of a drive, as in `/c:/` (RFC 8089 Appendix E.2).
    pub fn drive(&self) -> Option<char> {
        match *self.path.trim_start_matches('/').as_bytes() {
            [letter, b':'] | [letter, b':', b'/', ..] if letter.is_ascii_alphabetic() => {
                Some(char::from(letter))
            }
            _ => None,
        }
    }
}

/// A path may start with several slashes, as in `file:////host/share` (Appendix E.3).
static FILE_URI: Rule = rule(
    r#"RFC 8089 2: file-URI = "file" ":" ( "//" [ host ] path-absolute / path-absolute )"#,
    &[
        If("//", &[Text("//"), Capture("host", &[If("/", &[], &[Of(&server::HOST)])])], &[]),
        Capture("path", &[Text("/"), Star(&PATH)]),
    ],
);
static FILEURL: Rule = rfc1738::rule(
    r#"fileurl = "file://" [ host | "localhost" ] "/" fpath"#,
    &[Text("file://"), If("/", &[], &[Of(&rfc1738::HOST)]), Text("/"), Of(&super::ftp::FPATH)],
);

typed! {
    /// A file of the Andrew File System.
    ///
    /// ```
    /// use urisift::{Uri, scheme::Specific};
    /// let Specific::Afs(afs) = Uri::parse("afs://cell.example/a/b")?.scheme_specific()? else { unreachable!() };
    /// assert_eq!((afs.cell, afs.path), ("cell.example", "a/b"));
    /// # Ok::<(), urisift::ParseError>(())
    /// ```
    pub struct Afs<'t> {
        /// The cell: the name of a domain.
        pub cell: &'t str,
        /// The path, without the slash in front.
        pub path: &'t str,
    }
}

/// The draft keeps it as a note on history: it is not a production of its url.
static AFSADDRESS: Rule = draft1994::rule(
    "afsaddress = a f s : / / cellname / path",
    &[Text("//"), Capture("cell", &[Of(&CELLNAME)]), Text("/"), Capture("path", &[Star(&PATH)])],
);
static CELLNAME: Rule = draft1994::rule("cellname = hostname", &[Of(&draft1994::HOSTNAME)]);

typed! {
    /// A file of a server of the Network File System.
    ///
    /// ```
    /// use urisift::{Uri, scheme::Specific};
    /// let uri = Uri::parse("nfs://server.example//a/b/c")?;
    /// let Specific::Nfs(nfs) = uri.scheme_specific()? else { unreachable!() };
    /// assert_eq!((nfs.server.host, nfs.path), ("server.example", Some("/a/b/c")));
    /// # Ok::<(), urisift::ParseError>(())
    /// ```
    pub struct Nfs<'t> {
        /// The server, without a user.
        pub server: Server<'t>,
        /// The path, without the slash in front; a second slash makes it absolute (RFC 2224 6).
        pub path: Option<&'t str>,
    }
}

static NFS_URL: Rule = rule(
    r#"RFC 2224 5: nfs-URL = "nfs:" "//" hostport [ "/" path ]"#,
    &[Text("//"), Of(&HOSTPORT), Maybe(&[Text("/"), Capture("path", &[Star(&PATH)])])],
);
