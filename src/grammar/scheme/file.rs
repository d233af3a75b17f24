//! Files of a host: file (RFC 8089, RFC 1738 3.10), afs (draft-ietf-uri-url-03), nfs (RFC 2224).

use super::server::{self, Server};
use super::{Family, Form, Seen, Specific};
use crate::grammar::bnf::{
    Is::{All, If, Keep, Maybe, Of, Run, Text},
    MANY, NOTHING, Rule, Slot, rule,
};
use crate::grammar::edition::{draft1994, rfc1738};
use crate::grammar::fault::Fault;

pub(super) const FAMILIES: &[Family] = &[
    Family { rfc1738: Some(&FILEURL), ..Family::new(&["file"], Form::Rule(&FILE_URI), file) },
    Family::new(&["afs"], Form::Rule(&AFSADDRESS), afs),
    Family::new(&["nfs"], Form::Rule(&NFS_URL), nfs),
];

const HOST: Slot = 0;
const PATH: Slot = 1;

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
    let path = seen.slot(PATH).unwrap_or("");
    Ok(Specific::File(File { host: seen.slot(HOST), path }))
}

/// A path may start with several slashes, as in `file:////host/share` (Appendix E.3).
static FILE_URI: Rule = rule(
    "file-URI",
    r#""file" ":" ( "//" [ host ] path-absolute / path-absolute )"#,
    "RFC 8089 2",
    All(&[
        If("//", &All(&[Text("//"), Keep(HOST, &If("/", NOTHING, &Of(&server::HOST)))]), NOTHING),
        Keep(PATH, &All(&[Text("/"), Run(&server::PATH, 0, MANY)])),
    ]),
);
static FILEURL: Rule = rule(
    "fileurl",
    r#""file://" [ host | "localhost" ] "/" fpath"#,
    "RFC 1738 5",
    All(&[
        Text("file://"),
        If("/", NOTHING, &Of(&rfc1738::HOST)),
        Text("/"),
        Of(&super::ftp::FPATH),
    ]),
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
    let [cell, path] = [HOST, PATH].map(|slot| seen.slot(slot).unwrap_or(""));
    Ok(Specific::Afs(Afs { cell, path }))
}

/// The draft keeps it as a note on history: it is no production of its url.
static AFSADDRESS: Rule = rule(
    "afsaddress",
    "a f s : / / cellname / path",
    "draft-ietf-uri-url-03, BNF",
    All(&[
        Text("//"),
        Keep(HOST, &Of(&CELLNAME)),
        Text("/"),
        Keep(PATH, &Run(&server::PATH, 0, MANY)),
    ]),
);
static CELLNAME: Rule =
    rule("cellname", "hostname", "draft-ietf-uri-url-03, BNF", Of(&draft1994::HOSTNAME));

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
    Ok(Specific::Nfs(Nfs { server: Server::of(seen), path: seen.slot(PATH) }))
}

static NFS_URL: Rule = rule(
    "nfs-URL",
    r#""nfs:" "//" hostport [ "/" path ]"#,
    "RFC 2224 5",
    All(&[
        Text("//"),
        Of(&server::HOSTPORT),
        Maybe(&All(&[Text("/"), Keep(PATH, &Run(&server::PATH, 0, MANY))])),
    ]),
);
