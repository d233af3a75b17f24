//! Usenet: news and nntp (RFC 5538; RFC 1738 3.6 and 3.7; draft-ietf-uri-url-03, "NEWS").

use super::server::{self, SEGMENT, Server};
use super::{Family, Form, Seen, Specific};
use crate::byteset::{ALNUM, ALPHA, ByteSet, DIGIT};
use crate::grammar::bnf::{Is::*, Rule, rule};
use crate::grammar::edition::{draft1994, rfc1738};
use crate::grammar::fault::Fault;

pub(super) const FAMILIES: &[Family] = &[
    Family::new(&["news"], Form::Rule(&NEWS_URL), news).rfc1738(&NEWSURL).draft1994(&NEWSADDRESS),
    Family::new(&["snews"], Form::Rule(&NEWS_URL), news),
    Family::new(&["nntp"], Form::Rule(&NNTP_URL), nntp).rfc1738(&NNTPURL).draft1994(&NNTPADDRESS),
    Family::new(&["nntps"], Form::Rule(&NNTP_URL), nntp),
];

/// Usenet articles, from any server that has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct News<'t> {
    /// The server to ask (RFC 5538 2); by RFC 1738 there is none.
    pub server: Option<Server<'t>>,
    /// What is asked for.
    pub articles: Articles<'t>,
}

/// Which articles a news URI refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Articles<'t> {
    /// Those of all groups: `*`, or nothing.
    All,
    /// Those of a group.
    Group(&'t str),
    /// The one with this Message-ID, without angle brackets.
    Message(&'t str),
}

/// An article, or a group, of one server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Nntp<'t> {
    /// The server.
    pub server: Server<'t>,
    /// The group.
    pub group: &'t str,
    /// The article's number in the group; its digits.
    pub article: Option<&'t str>,
}

fn news<'t>(seen: &Seen<'t>) -> Result<Specific<'t>, Fault> {
    let articles = match (seen.slot("article"), seen.slot("group")) {
        (Some(id), _) => Articles::Message(id),
        (None, Some(group)) if group != "*" && !group.is_empty() => Articles::Group(group),
        _ => Articles::All,
    };
    let server = seen.slot("server").map(|_| Server::of(seen));
    Ok(Specific::News(News { server, articles }))
}

fn nntp<'t>(seen: &Seen<'t>) -> Result<Specific<'t>, Fault> {
    let group = seen.slot("group").unwrap_or("");
    Ok(Specific::Nntp(Nntp { server: Server::of(seen), group, article: seen.slot("article") }))
}

static NEWS_URL: Rule = rule(
    r#"newsURL = "news:" [ server "/" ] ( article / newsgroups )"#,
    "RFC 5538 4",
    &[
        If(
            "//",
            &[Text("//"), Keep("server", &[Maybe(&[Of(&server::LOGIN)])]), Maybe(&[Text("/")])],
            &[],
        ),
        When(
            b'@',
            &NEVER,
            &[Keep("article", &[Of(&MESSAGE_ID)])],
            &[Keep("group", &[Maybe(&[Of(&NEWSGROUPS)])])],
        ),
    ],
);
static NEVER: ByteSet = ByteSet::of(b"");
static MESSAGE_ID: Rule = rule(
    r#"message-id = id-left "@" id-right"#,
    "RFC 5536 3.1.3",
    &[Plus(&ID_SET), Text("@"), Plus(&ID_SET)],
);
static ID_SET: ByteSet = SEGMENT.without(ByteSet::of(b"@"));
/// With `*` in a component it stands for several groups.
static NEWSGROUPS: Rule = rule(
    r#"newsgroups = component *( "." component ), with "*" for any characters"#,
    "RFC 5538 4",
    &[List(".", &[Plus(&WILDMAT)])],
);
static WILDMAT: ByteSet = COMPONENT.or(ByteSet::of(b"*"));
static NEWSGROUP: Rule = rule(
    r#"newsgroup-name = component *( "." component )"#,
    "RFC 5536 3.1.4",
    &[List(".", &[Plus(&COMPONENT)])],
);
static COMPONENT: ByteSet = ALNUM.or(ByteSet::of(b"+-_%")).or(ByteSet::range(0x80, 0xff));

static NNTP_URL: Rule = rule(
    r#"nntpURL = "nntp:" server "/" group [ "/" article-number ]"#,
    "RFC 5538 3",
    &[
        Text("//"),
        Of(&server::LOGIN),
        Text("/"),
        Keep("group", &[Of(&NEWSGROUP)]),
        Maybe(&[Text("/"), Keep("article", &[Run(&DIGIT, 1, 16)])]),
    ],
);

static NEWSURL: Rule =
    rule(r#"newsurl = "news:" grouppart"#, "RFC 1738 5", &[Text("news:"), Of(&GROUPPART)]);
static GROUPPART: Rule = rule(
    r#"grouppart = "*" | group | article"#,
    "RFC 1738 5",
    &[Any(&[&[Text("*"), End], &[Of(&ARTICLE_1738), End], &[Of(&GROUP_1738)]])],
);
static GROUP_1738: Rule = rule(
    r#"group = alpha *[ alpha | digit | "-" | "." | "+" | "_" ]"#,
    "RFC 1738 5",
    &[Run(&ALPHA, 1, 1), Star(&GROUP_SET)],
);
static GROUP_SET: ByteSet = ALNUM.or(ByteSet::of(b"-.+_"));
static ARTICLE_1738: Rule = rule(
    r#"article = 1*[ uchar | ";" | "/" | "?" | ":" | "&" | "=" ] "@" host"#,
    "RFC 1738 5",
    &[Plus(&ARTICLE_SET), Text("@"), Of(&rfc1738::HOST)],
);
static ARTICLE_SET: ByteSet = rfc1738::UCHAR.or(ByteSet::of(b";/?:&="));

static NNTPURL: Rule = rule(
    r#"nntpurl = "nntp://" hostport "/" group [ "/" digits ]"#,
    "RFC 1738 5",
    &[
        Text("nntp://"),
        Of(&rfc1738::HOSTPORT),
        Text("/"),
        Of(&GROUP_1738),
        Maybe(&[Text("/"), Of(&rfc1738::DIGITS)]),
    ],
);

static NEWSADDRESS: Rule =
    rule("newsaddress = n e w s : groupart", draft1994::SOURCE, &[Text("news:"), Of(&GROUPART)]);
static GROUPART: Rule = rule(
    "groupart = * | group | article",
    draft1994::SOURCE,
    &[Any(&[&[Text("*"), End], &[Of(&GROUP_1994)], &[Of(&ARTICLE_1994)]])],
);
/// The dots are in xalphas already.
static GROUP_1994: Rule =
    rule("group = ialpha [ . group ]", draft1994::SOURCE, &[Of(&draft1994::IALPHA)]);
static ARTICLE_1994: Rule =
    rule("article = xalphas @ host", draft1994::SOURCE, &[Of(&super::mailto::XALPHAS_AT_NUMBER)]);
/// The draft's BNF has no server here, though its text speaks of one.
static NNTPADDRESS: Rule = rule(
    "nntpaddress = n n t p : group / digits",
    draft1994::SOURCE,
    &[Text("nntp:"), Of(&GROUP_1994), Text("/"), Of(&draft1994::DIGITS)],
);
