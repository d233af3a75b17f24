//! Usenet: news and nntp (RFC 5538; RFC 1738 3.6 and 3.7; draft-ietf-uri-url-03, "NEWS").

use super::*;

pub(super) const FAMILIES: &[Family] = &[
    family!(["news"], NEWS_URL, News).rfc1738(&NEWSURL).draft1994(&NEWSADDRESS),
    family!(["snews"], NEWS_URL, News),
    family!(["nntp"], NNTP_URL, Nntp).rfc1738(&NNTPURL).draft1994(&NNTPADDRESS),
    family!(["nntps"], NNTP_URL, Nntp),
];

typed! {
    /// Usenet articles, from any server that has them.
    ///
    /// ```
    /// use urisift::{Uri, scheme::{Articles, Specific}};
    /// let uri = Uri::parse("news://server.example/ab.cd@example.com")?;
    /// let Specific::News(news) = uri.scheme_specific()? else { unreachable!() };
    /// assert_eq!(news.server.map(|server| server.host), Some("server.example"));
    /// assert_eq!(news.articles, Articles::Message("ab.cd@example.com"));
    /// # Ok::<(), urisift::ParseError>(())
    /// ```
    pub struct News<'t> {
        /// The server to ask (RFC 5538 2); by RFC 1738 there is none.
        pub server: Option<Server<'t>>,
        /// What is asked for.
        pub articles: Articles<'t>,
    }
}

/// Which articles a news URI refers to.
///
/// ```
/// use urisift::{Uri, scheme::{Articles, Specific}};
/// let uri = Uri::parse("news:comp.infosystems.www.servers.unix")?;
/// let Specific::News(news) = uri.scheme_specific()? else { unreachable!() };
/// assert_eq!(news.articles, Articles::Group("comp.infosystems.www.servers.unix"));
/// # Ok::<(), urisift::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(any(test, feature = "serde"), derive(serde::Serialize))]
#[cfg_attr(any(test, feature = "serde"), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Articles<'t> {
    /// Those of all groups: `*`, or nothing.
    All,
    /// Those of a group.
    Group(&'t str),
    /// The one with this Message-ID, without angle brackets.
    Message(&'t str),
}

typed! {
    /// An article, or a group, of one server.
    ///
    /// ```
    /// use urisift::{Uri, scheme::Specific};
    /// let uri = Uri::parse("nntp://news.example:119/example.group.this/12345")?;
    /// let Specific::Nntp(nntp) = uri.scheme_specific()? else { unreachable!() };
    /// assert_eq!((nntp.server.host, nntp.server.port), ("news.example", Some("119")));
    /// assert_eq!((nntp.group, nntp.article), ("example.group.this", Some("12345")));
    /// # Ok::<(), urisift::ParseError>(())
    /// ```
    pub struct Nntp<'t> {
        /// The server.
        pub server: Server<'t>,
        /// The group.
        pub group: &'t str,
        /// The article's number in the group; its digits.
        pub article: Option<&'t str>,
    }
}

impl<'t> Field<'t> for Articles<'t> {
    fn of(uri: &Parsed<'t>, _: &str) -> Self {
        match (uri.capture("article"), uri.capture("group")) {
            (Some(id), _) => Articles::Message(id),
            (None, Some(group)) if group != "*" && !group.is_empty() => Articles::Group(group),
            _ => Articles::All,
        }
    }
}

static NEWS_URL: Rule = rule(
    r#"RFC 5538 4: newsURL = "news:" [ server "/" ] ( article / newsgroups )"#,
    &[
        If(
            "//",
            &[Text("//"), Capture("server", &[Maybe(&[Of(&LOGIN)])]), Maybe(&[Text("/")])],
            &[],
        ),
        When(
            b'@',
            &NEVER,
            &[Capture("article", &[Of(&MESSAGE_ID)])],
            &[Capture("group", &[Maybe(&[Of(&NEWSGROUPS)])])],
        ),
    ],
);
static MESSAGE_ID: Rule = rule(
    r#"RFC 5536 3.1.3: message-id = id-left "@" id-right"#,
    &[Plus(&ID_SET), Text("@"), Plus(&ID_SET)],
);
static ID_SET: ByteSet = SEGMENT.without(ByteSet::of(b"@"));
/// With `*` in a component it stands for several groups.
static NEWSGROUPS: Rule = rule(
    r#"RFC 5538 4: newsgroups = component *( "." component ), with "*" for any characters"#,
    &[List(".", &[Plus(&WILDMAT)])],
);
static WILDMAT: ByteSet = COMPONENT.or(ByteSet::of(b"*"));
static NEWSGROUP: Rule = rule(
    r#"RFC 5536 3.1.4: newsgroup-name = component *( "." component )"#,
    &[List(".", &[Plus(&COMPONENT)])],
);
static COMPONENT: ByteSet = ALNUM.or(ByteSet::of(b"+-_%")).or(ByteSet::range(0x80, 0xff));

static NNTP_URL: Rule = rule(
    r#"RFC 5538 3: nntpURL = "nntp:" server "/" group [ "/" article-number ]"#,
    &[
        Text("//"),
        Of(&LOGIN),
        Text("/"),
        Capture("group", &[Of(&NEWSGROUP)]),
        Maybe(&[Text("/"), Capture("article", &[Run(&DIGIT, 1, 16)])]),
    ],
);

static NEWSURL: Rule =
    rfc1738::rule(r#"newsurl = "news:" grouppart"#, &[Text("news:"), Of(&GROUPPART)]);
static GROUPPART: Rule = rfc1738::rule(
    r#"grouppart = "*" | group | article"#,
    &[Any(&[&[Text("*"), End], &[Of(&ARTICLE_1738), End], &[Of(&GROUP_1738)]])],
);
static GROUP_1738: Rule = rfc1738::rule(
    r#"group = alpha *[ alpha | digit | "-" | "." | "+" | "_" ]"#,
    &[Run(&ALPHA, 1, 1), Star(&GROUP_SET)],
);
static GROUP_SET: ByteSet = ALNUM.or(ByteSet::of(b"-.+_"));
static ARTICLE_1738: Rule = rfc1738::rule(
    r#"article = 1*[ uchar | ";" | "/" | "?" | ":" | "&" | "=" ] "@" host"#,
    &[Plus(&ARTICLE_SET), Text("@"), Of(&rfc1738::HOST)],
);
static ARTICLE_SET: ByteSet = rfc1738::UCHAR.or(ByteSet::of(b";/?:&="));

static NNTPURL: Rule = rfc1738::rule(
    r#"nntpurl = "nntp://" hostport "/" group [ "/" digits ]"#,
    &[
        Text("nntp://"),
        Of(&rfc1738::HOSTPORT),
        Text("/"),
        Of(&GROUP_1738),
        Maybe(&[Text("/"), Of(&rfc1738::DIGITS)]),
    ],
);

static NEWSADDRESS: Rule =
    draft1994::rule("newsaddress = n e w s : groupart", &[Text("news:"), Of(&GROUPART)]);
static GROUPART: Rule = draft1994::rule(
    "groupart = * | group | article",
    &[Any(&[&[Text("*"), End], &[Of(&GROUP_1994)], &[Of(&ARTICLE_1994)]])],
);
/// The dots are in xalphas already.
static GROUP_1994: Rule = draft1994::rule("group = ialpha [ . group ]", &[Of(&draft1994::IALPHA)]);
static ARTICLE_1994: Rule =
    draft1994::rule("article = xalphas @ host", &[Of(&super::mailto::XALPHAS_AT_NUMBER)]);
/// The draft's BNF has no server here, though its text speaks of one.
static NNTPADDRESS: Rule = draft1994::rule(
    "nntpaddress = n n t p : group / digits",
    &[Text("nntp:"), Of(&GROUP_1994), Text("/"), Of(&draft1994::DIGITS)],
);
