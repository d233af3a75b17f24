//! Files of a host: file (RFC 8089, RFC 1738 3.10), afs (draft-ietf-uri-url-03), nfs (RFC 2224).

use super::server::{self, Server};
use super::{Family, Form, Seen, Specific};
use crate::grammar::bnf::{Is::*, Rule, rule};
use crate::grammar::edition::{draft1994, rfc1738};
use crate::grammar::fault::Fault;

pub(super) const FAMILIES: &[Family] = &[
    Family::new(&["file"], Form::Rule(&FILE_URI), file).rfc1738(&FILEURL),
    Family::new(&["afs"], Form::Rule(&AFSADDRESS), afs),
    Family::new(&["nfs"], Form::Rule(&NFS_URL), nfs),
];

/// A file that a host can reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct File<'t> {
    /// The host; absent, empty and `localhost` all mean the one that reads the URI.
    pub host: Option<&'t str>,
    /// The absolute path, from its slash on.
    pub path: &'t str,
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

fn file<'t>(seen: &Seen<'t>) -> Result<Specific<'t>, Fault> {
    let path = seen.slot("path").unwrap_or("");
    Ok(Specific::File(File { host: seen.slot("host"), path }))
}

/// A path may start with several slashes, as in `file:////host/share` (Appendix E.3).
static FILE_URI: Rule = rule(
    r#"file-URI = "file" ":" ( "//" [ host ] path-absolute / path-absolute )"#,
    "RFC 8089 2",
    &[
        If("//", &[Text("//"), Keep("host", &[If("/", &[], &[Of(&server::HOST)])])], &[]),
        Keep("path", &[Text("/"), Star(&server::PATH)]),
    ],
);
static FILEURL: Rule = rule(
    r#"fileurl = "file://" [ host | "localhost" ] "/" fpath"#,
    "RFC 1738 5",
    &[Text("file://"), If("/", &[], &[Of(&rfc1738::HOST)]), Text("/"), Of(&super::ftp::FPATH)],
);

/// A file of the Andrew File System.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Afs<'t> {
    /// The cell: the name of a domain.
    pub cell: &'t str,
    /// The path, without the slash in front.
    pub path: &'t str,
}

fn afs<'t>(seen: &Seen<'t>) -> Result<Specific<'t>, Fault> {
    let [cell, path] = ["host", "path"].map(|slot| seen.slot(slot).unwrap_or(""));
    Ok(Specific::Afs(Afs { cell, path }))
}

/// The draft keeps it as a note on history: it is no production of its url.
static AFSADDRESS: Rule = rule(
    "afsaddress = a f s : / / cellname / path",
    draft1994::SOURCE,
    &[Text("//"), Keep("host", &[Of(&CELLNAME)]), Text("/"), Keep("path", &[Star(&server::PATH)])],
);
static CELLNAME: Rule = rule("cellname = hostname", draft1994::SOURCE, &[Of(&draft1994::HOSTNAME)]);

/// A file of a server of the Network File System.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Nfs<'t> {
    /// The server, without a user.
    pub server: Server<'t>,
    /// The path, without the slash in front; a second slash makes it absolute (RFC 2224 6).
    pub path: Option<&'t str>,
}

fn nfs<'t>(seen: &Seen<'t>) -> Result<Specific<'t>, Fault> {
    Ok(Specific::Nfs(Nfs { server: Server::of(seen), path: seen.slot("path") }))
}

static NFS_URL: Rule = rule(
    r#"nfs-URL = "nfs:" "//" hostport [ "/" path ]"#,
    "RFC 2224 5",
    &[Text("//"), Of(&server::HOSTPORT), Maybe(&[Text("/"), Keep("path", &[Star(&server::PATH)])])],
);
