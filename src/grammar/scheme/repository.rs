//! Source repositories: git, svn and their like, with or without a transport after `+`. They have no
//! standard; gitremote-helpers and the programs' manuals define them.

use super::*;

pub(super) const FAMILIES: &[Family] = &[Family::new(NAMES, Syntax::Rule(&REPOSITORY), repository)];

#[rustfmt::skip] // As many on a line as there is room for.
const NAMES: &[&str] = &[
    "git", "git+ssh", "git+http", "git+https", "git+git", "svn", "svn+ssh", "svn+http",
    "svn+https", "hg+ssh", "hg+http", "hg+https", "bzr", "bzr+ssh", "bzr+http", "bzr+https",
];

typed! {
    /// A repository on a server.
    ///
    /// ```
    /// use urisift::{Uri, scheme::Specific};
    /// let uri = Uri::parse("git+ssh://git@host.example/path/to/repo.git")?;
    /// let Specific::Repository(repository) = uri.scheme_specific()? else { unreachable!() };
    /// assert_eq!((repository.system, repository.transport), ("git", Some("ssh")));
    /// assert_eq!((repository.server.host, repository.path), ("host.example", "/path/to/repo.git"));
    /// # Ok::<(), urisift::ParseError>(())
    /// ```
    pub struct Repository<'t> {
        /// The version control system: `git`, `svn`, as written.
        pub system: &'t str,
        /// The transport, after `+`.
        pub transport: Option<&'t str>,
        /// The server.
        pub server: Server<'t>,
        /// The path, from its slash on.
        pub path: &'t str,
    }
}

fn repository<'t>(uri: &Parsed<'t>) -> Result<Specific<'t>, ParseError> {
    let scheme = uri.parts.scheme().map_or("", |range| &uri.text[range]);
    let (system, transport) = match scheme.split_once('+') {
        Some((system, transport)) => (system, Some(transport)),
        None => (scheme, None),
    };
    Ok(Specific::Repository(Repository { system, transport, ..Repository::of(uri) }))
}

static REPOSITORY: Rule = rule(
    r#"git-clone(1), GIT URLS: repository = "//" [ userinfo "@" ] host [ ":" port ] path-abempty"#,
    &[Text("//"), Of(&LOGIN), Capture("path", &[Star(&PATH)]), Maybe(&[Text("?"), Star(&QUERY)])],
);
