//! irc (draft-butcher-irc-url-04).

use super::*;

pub(super) const FAMILIES: &[Family] =
    &[Family::new(&["irc", "ircs", "irc6", "ircs6"], Syntax::Rule(&IRC_URL), irc)];

typed! {
    /// A channel or a nick on an IRC server.
    ///
    /// ```
    /// use urisift::{Uri, scheme::Specific};
    /// let uri = Uri::parse("irc://irc.example/help,needkey?key=a")?;
    /// let Specific::Irc(irc) = uri.scheme_specific()? else { unreachable!() };
    /// assert_eq!((irc.server.host, irc.target), ("irc.example", Some("help")));
    /// assert_eq!((irc.flags().next(), irc.options().next()), (Some("needkey"), Some(("key", "a"))));
    /// # Ok::<(), urisift::ParseError>(())
    /// ```
    pub struct Irc<'t> {
        /// The server.
        pub server: Server<'t>,
        /// The channel, with or without its first sign, or the nick; still encoded. A bare `#` before a channel starts
        /// the fragment of the URI.
        pub target: Option<&'t str>,
        flags: Items<&'t str>,
        options: Pairs<Option<&'t str>, '&'>,
    }
}

impl<'t> Irc<'t> {
    /// The flags of the target: `isnick`, `needkey` and the like.
    pub fn flags(&self) -> impl Iterator<Item = &'t str> + use<'t> {
        self.flags.iter()
    }

    /// Names and values of the options, such as `key`. An option without a value is left out.
    pub fn options(&self) -> impl Iterator<Item = (&'t str, &'t str)> + use<'t> {
        self.options.iter()
    }
}

fn irc<'t>(uri: &Parsed<'t>) -> Result<Specific<'t>, ParseError> {
    let target = uri.capture("target").filter(|target| !target.is_empty());
    Ok(Specific::Irc(Irc { target, ..Irc::of(uri) }))
}

/// "#" before a channel starts a fragment, unless it is an escape.
static IRC_URL: Rule = rule(
    r#"draft-butcher-irc-url-04 2.7: ircurl = "irc:" "//" [ host [ ":" port ] ] "/" [ target ] [ enttype ] [ options ]"#,
    &[
        Text("//"),
        Maybe(&[Of(&LOGIN)]),
        Maybe(&[
            Text("/"),
            Capture("target", &[Star(&TARGET_SET)]),
            Capture("flags", &[Each(&[Text(","), Star(&TARGET_SET)])]),
            Maybe(&[Text("?"), Capture("options", &[Star(&QUERY)])]),
        ]),
    ],
);
static TARGET_SET: ByteSet = SEGMENT.or(ByteSet::of(b"/")).without(ByteSet::of(b","));
