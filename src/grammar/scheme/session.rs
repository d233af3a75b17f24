//! Sessions on a host: telnet (RFC 4248; RFC 1738 3.8), rlogin and tn3270 (draft-ietf-uri-url-03,
//! "TELNET, RLOGIN, TN3270"), ssh and sftp (draft-ietf-secsh-scp-sftp-ssh-uri).

use super::*;

pub(super) const FAMILIES: &[Family] = &[
    family!(["telnet"], TODAY, Session).rfc1738(&TELNETURL).draft1994(&TELNETADDRESS),
    family!(["rlogin"], TODAY, Session).draft1994(&RLOGINADDRESS),
    family!(["tn3270"], TODAY, Session).draft1994(&TN3270ADDRESS),
    family!(["ssh", "sftp", "scp"], SSH_URI, Shell),
];

typed! {
    /// An interactive session.
    ///
    /// ```
    /// use urisift::{Uri, scheme::Specific};
    /// let uri = Uri::parse("telnet://192.0.2.16:80/")?;
    /// let Specific::Session(session) = uri.scheme_specific()? else { unreachable!() };
    /// assert_eq!((session.server.host, session.server.port), ("192.0.2.16", Some("80")));
    /// # Ok::<(), urisift::ParseError>(())
    /// ```
    pub struct Session<'t> {
        /// The server, with the user that is suggested.
        pub server: Server<'t>,
    }

    /// A shell on a host, or a file that is accessed through one.
    ///
    /// ```
    /// use urisift::{Uri, scheme::Specific};
    /// let uri = Uri::parse("ssh://user;fingerprint=ssh-dss-c1-b1@host.example.com")?;
    /// let Specific::Shell(shell) = uri.scheme_specific()? else { unreachable!() };
    /// assert_eq!((shell.user(), shell.server.host), (Some("user"), "host.example.com"));
    /// assert_eq!(shell.fingerprint(), Some("ssh-dss-c1-b1"));
    /// # Ok::<(), urisift::ParseError>(())
    /// ```
    pub struct Shell<'t> {
        /// The server; the user may have parameters after it.
        pub server: Server<'t>,
        /// The path, from its slash on.
        pub path: &'t str,
    }
}

impl<'t> Shell<'t> {
    /// The user without parameters.
    pub fn user(&self) -> Option<&'t str> {
        self.server.user.and_then(|user| user.split(';').next())
    }

    /// The fingerprint of the server's key, where a parameter gives one.
    pub fn fingerprint(&self) -> Option<&'t str> {
        let mut parameters = self.server.user?.split([';', ',']).skip(1);
        parameters.find_map(|parameter| parameter.strip_prefix("fingerprint="))
    }
}

static TODAY: Rule = rule(
    r#"RFC 4248 2: telneturl = "telnet://" login [ "/" ]"#,
    &[Text("//"), Of(&LOGIN), Maybe(&[Text("/")])],
);
static SSH_URI: Rule = rule(
    r#"draft-ietf-secsh-scp-sftp-ssh-uri-04 3.3: ssh-URI = "ssh:" "//" [ userinfo "@" ] host [ ":" port ] path-abempty"#,
    &[Text("//"), Of(&LOGIN), Capture("path", &[Star(&PATH)])],
);

static TELNETURL: Rule = rfc1738::rule(
    r#"telneturl = "telnet://" login [ "/" ]"#,
    &[Text("telnet://"), Of(&rfc1738::LOGIN), Maybe(&[Text("/")])],
);
static TELNETADDRESS: Rule = draft1994::rule(
    "telnetaddress = t e l n e t : / / login",
    &[Text("telnet://"), Of(&draft1994::LOGIN)],
);
/// The draft names the scheme beside telnet, without a line of BNF; tn3270 too.
static RLOGINADDRESS: Rule = rule(
    "draft-ietf-uri-url-03, TELNET, RLOGIN, TN3270: rloginaddress = r l o g i n : / / login",
    &[Text("rlogin://"), Of(&draft1994::LOGIN)],
);
static TN3270ADDRESS: Rule = rule(
    "draft-ietf-uri-url-03, TELNET, RLOGIN, TN3270: tn3270address = t n 3 2 7 0 : / / login",
    &[Text("tn3270://"), Of(&draft1994::LOGIN)],
);
