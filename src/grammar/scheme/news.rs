//! Usenet: news and nntp (RFC 5538; RFC 1738 3.6 and 3.7; draft-ietf-uri-url-03, "NEWS").

use super::server::{self, SEGMENT, Server};
use super::{Family, Form, Seen, Specific};
use crate::byteset::{ALNUM, ALPHA, ByteSet};
use crate::grammar::bnf::{
    Is::{All, Any, Each, End, If, Keep, Maybe, Of, Run, Text, When},
    MANY, NOTHING, Rule, Slot, rule,
};
use crate::grammar::edition::{draft1994, rfc1738};
use crate::grammar::fault::Fault;

pub(super) const FAMILIES: &[Family] = &[
    Family {
        rfc1738: Some(&NEWSURL),
        draft1994: Some(&NEWSADDRESS),
        ..Family::new(&["news"], Form::Rule(&NEWS_URL), news)
    },
    Family::new(&["snews"], Form::Rule(&NEWS_URL), news),
    Family {
        rfc1738: Some(&NNTPURL),
        draft1994: Some(&NNTPADDRESS),
        ..Family::new(&["nntp"], Form::Rule(&NNTP_URL), nntp)
    },
    Family::new(&["nntps"], Form::Rule(&NNTP_URL), nntp),
];

const SERVER: Slot = 0;
const GROUP: Slot = 1;
const ARTICLE: Slot = 2;

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
    let articles = match (seen.slot(ARTICLE), seen.slot(GROUP)) {
        (Some(id), _) => Articles::Message(id),
        (None, Some(group)) if group != "*" && !group.is_empty() => Articles::Group(group),
        _ => Articles::All,
    };
    let server = seen.slot(SERVER).map(|_| Server::of(seen));
    Ok(Specific::News(News { server, articles }))
}

fn nntp<'t>(seen: &Seen<'t>) -> Result<Specific<'t>, Fault> {
    let group = seen.slot(GROUP).unwrap_or("");
    Ok(Specific::Nntp(Nntp { server: Server::of(seen), group, article: seen.slot(ARTICLE) }))
}

static NEWS_URL: Rule = rule(
    "newsURL",
    r#""news:" [ server "/" ] ( article / newsgroups )"#,
    "RFC 5538 4",
    All(&[
        If(
            "//",
            &All(&[Text("//"), Keep(SERVER, &Maybe(&Of(&server::LOGIN))), Maybe(&Text("/"))]),
            NOTHING,
        ),
        When(
            b'@',
            &NEVER,
            &Keep(ARTICLE, &Of(&MESSAGE_ID)),
            &Keep(GROUP, &Maybe(&Of(&NEWSGROUPS))),
        ),
    ]),
);
static NEVER: ByteSet = ByteSet::of(b"");
static MESSAGE_ID: Rule = rule(
    "message-id",
    r#"id-left "@" id-right"#,
    "RFC 5536 3.1.3",
    All(&[Run(&ID_SET, 1, MANY), Text("@"), Run(&ID_SET, 1, MANY)]),
);
static ID_SET: ByteSet = SEGMENT.without(ByteSet::of(b"@"));
/// With `*` in a component it stands for several groups.
static NEWSGROUPS: Rule = rule(
    "newsgroups",
    r#"component *( "." component ), with "*" for any characters"#,
    "RFC 5538 4",
    All(&[Run(&WILDMAT, 1, MANY), Each(&All(&[Text("."), Run(&WILDMAT, 1, MANY)]))]),
);
static WILDMAT: ByteSet = COMPONENT.or(ByteSet::of(b"*"));
static NEWSGROUP: Rule = rule(
    "newsgroup-name",
    r#"component *( "." component )"#,
    "RFC 5536 3.1.4",
    All(&[Run(&COMPONENT, 1, MANY), Each(&All(&[Text("."), Run(&COMPONENT, 1, MANY)]))]),
);
static COMPONENT: ByteSet = ALNUM.or(ByteSet::of(b"+-_%")).or(ByteSet::range(0x80, 0xff));

static NNTP_URL: Rule = rule(
    "nntpURL",
    r#""nntp:" server "/" group [ "/" article-number ]"#,
    "RFC 5538 3",
    All(&[
        Text("//"),
        Of(&server::LOGIN),
        Text("/"),
        Keep(GROUP, &Of(&NEWSGROUP)),
        Maybe(&All(&[Text("/"), Keep(ARTICLE, &Run(&server::DIGITS, 1, 16))])),
    ]),
);

static NEWSURL: Rule =
    rule("newsurl", r#""news:" grouppart"#, "RFC 1738 5", All(&[Text("news:"), Of(&GROUPPART)]));
static GROUPPART: Rule = rule(
    "grouppart",
    r#""*" | group | article"#,
    "RFC 1738 5",
    Any(&[All(&[Text("*"), End]), All(&[Of(&ARTICLE_1738), End]), Of(&GROUP_1738)]),
);
static GROUP_1738: Rule = rule(
    "group",
    r#"alpha *[ alpha | digit | "-" | "." | "+" | "_" ]"#,
    "RFC 1738 5",
    All(&[Run(&ALPHA_SET, 1, 1), Run(&GROUP_SET, 0, MANY)]),
);
static ALPHA_SET: ByteSet = ALPHA;
static GROUP_SET: ByteSet = ALNUM.or(ByteSet::of(b"-.+_"));
static ARTICLE_1738: Rule = rule(
    "article",
    r#"1*[ uchar | ";" | "/" | "?" | ":" | "&" | "=" ] "@" host"#,
    "RFC 1738 5",
    All(&[Run(&ARTICLE_SET, 1, MANY), Text("@"), Of(&rfc1738::HOST)]),
);
static ARTICLE_SET: ByteSet = rfc1738::UCHAR.or(ByteSet::of(b";/?:&="));

static NNTPURL: Rule = rule(
    "nntpurl",
    r#""nntp://" hostport "/" group [ "/" digits ]"#,
    "RFC 1738 5",
    All(&[
        Text("nntp://"),
        Of(&rfc1738::HOSTPORT),
        Text("/"),
        Of(&GROUP_1738),
        Maybe(&All(&[Text("/"), Of(&rfc1738::DIGITS)])),
    ]),
);

static NEWSADDRESS: Rule = rule(
    "newsaddress",
    "n e w s : groupart",
    "draft-ietf-uri-url-03, BNF",
    All(&[Text("news:"), Of(&GROUPART)]),
);
static GROUPART: Rule = rule(
    "groupart",
    "* | group | article",
    "draft-ietf-uri-url-03, BNF",
    Any(&[All(&[Text("*"), End]), Of(&GROUP_1994), Of(&ARTICLE_1994)]),
);
/// The dots are in xalphas already.
static GROUP_1994: Rule =
    rule("group", "ialpha [ . group ]", "draft-ietf-uri-url-03, BNF", Of(&draft1994::IALPHA));
static ARTICLE_1994: Rule = rule(
    "article",
    "xalphas @ host",
    "draft-ietf-uri-url-03, BNF",
    Of(&super::mailto::XALPHAS_AT_NUMBER),
);
/// The draft's BNF has no server here, though its text speaks of one.
static NNTPADDRESS: Rule = rule(
    "nntpaddress",
    "n n t p : group / digits",
    "draft-ietf-uri-url-03, BNF",
    All(&[Text("nntp:"), Of(&GROUP_1994), Text("/"), Of(&draft1994::DIGITS)]),
);
