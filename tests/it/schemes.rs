//! URIs in the terms of their schemes.

use urisift::Iri;
use urisift::scheme::*;

fn specific(uri: &str) -> Specific<'_> {
    let iri = Iri::parse(uri).unwrap_or_else(|fault| panic!("{}", fault.display_in(uri)));
    iri.scheme_specific().unwrap_or_else(|fault| panic!("{}", fault.display_in(uri)))
}

/// The URI as the variant for its scheme.
macro_rules! as_a {
    ($kind:ident, $uri:expr) => {
        match specific($uri) {
            Specific::$kind(it) => it,
            other => panic!("{other:?}"),
        }
    };
}

#[test]
fn servers() {
    let web = as_a!(Web, "http://u:p:q@a.example:80/x?y#z");
    let Server { user, password, host, port, .. } = web.server;
    assert_eq!((user, password, host, port), (Some("u"), Some("p:q"), "a.example", Some("80")));
    assert_eq!((web.path, web.query), ("/x", Some("y")));
    assert_eq!(as_a!(Web, "ws://a/b").path, "/b");
    assert_eq!(as_a!(Web, "DAV:").server.host, "");
    let session = as_a!(Session, "telnet://guest:guest@a.example:23/");
    assert_eq!((session.server.user, session.server.port), (Some("guest"), Some("23")));
    let shell = as_a!(Shell, "sftp://user;fingerprint=ssh-dss-c1@a.example/b");
    assert_eq!((shell.user(), shell.fingerprint()), (Some("user"), Some("ssh-dss-c1")));
    assert_eq!(shell.path, "/b");
    let shell = as_a!(Shell, "ssh://a.example");
    assert_eq!((shell.user(), shell.fingerprint()), (None, None));
}

#[test]
fn ftp() {
    let ftp = as_a!(Ftp, "ftp://myname@host.dom/%2Fetc//motd;type=A");
    assert_eq!(ftp.directories().collect::<Vec<_>>(), ["%2Fetc", ""]);
    assert_eq!((ftp.name(), ftp.kind), (Some("motd"), Some(FtpType::Ascii)));
    assert_eq!(as_a!(Ftp, "ftp://h/x;type=i").kind, Some(FtpType::Image));
    assert_eq!(as_a!(Ftp, "ftp://h/x;type=d").kind, Some(FtpType::Directory));
    let ftp = as_a!(Ftp, "ftp://h");
    assert_eq!((ftp.name(), ftp.directories().count(), ftp.kind), (None, 0, None));
    // An empty user is not the same as none (RFC 1738 3.1).
    assert_eq!(as_a!(Ftp, "ftp://@host.com/").server.user, Some(""));
    assert_eq!(as_a!(Ftp, "ftp://foo:@host.com/").server.password, Some(""));
    assert_eq!(as_a!(Ftp, "ftp://host.com/").server.user, None);
}

#[test]
fn files() {
    let file = as_a!(File, "file://vms.host.edu/disk$user/my/notes/note12345.txt");
    assert_eq!((file.host, file.drive()), (Some("vms.host.edu"), None));
    assert_eq!(as_a!(File, "file:///c:/a").drive(), Some('c'));
    assert_eq!(as_a!(File, "file:/D:").drive(), Some('D'));
    assert_eq!((as_a!(File, "file:/x").host, as_a!(File, "file:///x").host), (None, Some("")));
    let afs = as_a!(Afs, "afs://cell.example/a/b");
    assert_eq!((afs.cell, afs.path), ("cell.example", "a/b"));
    assert_eq!(as_a!(Nfs, "nfs://h//a").path, Some("/a"));
}

#[test]
fn gopher() {
    let gopher = as_a!(Gopher, "gopher://h:70/00/Weather/Los%20Angeles");
    assert_eq!((gopher.kind, gopher.selector), ("0", "0/Weather/Los%20Angeles"));
    assert_eq!((gopher.search, gopher.plus), (None, None));
    let empty = as_a!(Gopher, "gopher://h");
    assert_eq!((empty.kind, empty.selector), ("1", ""));
    assert_eq!(as_a!(Gopher, "gopher://h/7s%09foobar").search, Some("foobar"));
    let plus = |string: &str| {
        let uri = format!("gopher://h/0s%09%09{string}");
        match as_a!(Gopher, &uri).plus.unwrap() {
            Plus::Content { view, language, form } => {
                let values = form.map(|form| form.values().collect::<Vec<_>>().join("|"));
                format!("content {view:?} {language:?} {values:?}")
            }
            Plus::Ask => "ask".to_owned(),
            Plus::Attributes(all) => format!("! {:?}", all.names().collect::<Vec<_>>()),
            Plus::DirectoryAttributes(all) => format!("$ {:?}", all.names().collect::<Vec<_>>()),
            Plus::Other(other) => format!("other {other}"),
            _ => unreachable!(),
        }
    };
    assert_eq!(plus("+"), "content None None None");
    assert_eq!(plus("+text/plain"), r#"content Some("text/plain") None None"#);
    assert_eq!(
        plus("+application/postscript%20Es_ES"),
        r#"content Some("application/postscript") Some("Es_ES") None"#
    );
    assert_eq!(
        plus("%2bv%20l%091%0d%0A+-1%0D%0Aone%0D%0a%0D%0Athree%0D%0A.%0d%0a"),
        r#"content Some("v") Some("l") Some("one||three")"#
    );
    assert_eq!(plus("+%091%0D%0A+-1%0D%0Ano%20end"), "other +%091%0D%0A+-1%0D%0Ano%20end");
    assert_eq!(plus("é"), "other é");
    assert_eq!((plus("?"), plus("%3F")), ("ask".into(), "ask".into()));
    assert_eq!(plus("!"), "! []");
    assert_eq!(plus("!+ABSTRACT%20+SMELL"), r#"! ["+ABSTRACT", "+SMELL"]"#);
    assert_eq!(plus("$+VIEWS"), r#"$ ["+VIEWS"]"#);
    assert_eq!((plus("some_stuff"), plus("")), ("other some_stuff".into(), "other ".into()));
}

#[test]
fn mail_and_messages() {
    let mailto = as_a!(Mailto, "mailto:a@b.example,%22c%40d%22@e?subject=x%20y&to=f@g&body=");
    let to: Vec<_> = mailto.to().map(|to| (to.local, to.domain)).collect();
    assert_eq!(to, [("a", "b.example"), ("%22c%40d%22", "e")]);
    let fields: Vec<_> = mailto.fields().collect();
    assert_eq!(fields, [("subject", "x%20y"), ("to", "f@g"), ("body", "")]);
    assert_eq!(as_a!(Mailto, "mailto:").to().count(), 0);
    let mid = as_a!(Message, "mid:960830.1639@XIson.com/partA.960830.1639@XIson.com");
    assert_eq!(mid.message, Some("960830.1639@XIson.com"));
    assert_eq!(mid.content, Some("partA.960830.1639@XIson.com"));
    let cid = as_a!(Message, "cid:foo4*foo1@bar.net");
    assert_eq!((cid.message, cid.content), (None, Some("foo4*foo1@bar.net")));
}

#[test]
fn news() {
    let news = |uri| as_a!(News, uri);
    assert_eq!(news("news:comp.lang.c").articles, Articles::Group("comp.lang.c"));
    assert_eq!(news("news:7f$1@h.example").articles, Articles::Message("7f$1@h.example"));
    assert_eq!((news("news:*").articles, news("news:").articles), (Articles::All, Articles::All));
    assert_eq!(news("news:*").server, None);
    assert_eq!(news("news://h:119/a").server.unwrap().port, Some("119"));
    let nntp = as_a!(Nntp, "nntp://h/a.b/12");
    assert_eq!((nntp.server.host, nntp.group, nntp.article), ("h", "a.b", Some("12")));
}

#[test]
fn wais_and_prospero() {
    assert_eq!(as_a!(Wais, "wais://h/db").wanted, Wanted::Database);
    assert_eq!(as_a!(Wais, "wais://h/db?a+b").wanted, Wanted::Index("a+b"));
    let document = as_a!(Wais, "wais://h/db/t/p");
    assert_eq!(document.wanted, Wanted::Document { kind: "t", path: "p" });
    assert_eq!((document.server.host, document.database), ("h", "db"));
    let prospero = as_a!(Prospero, "prospero://host.dom//pros/name;OBJECT-VERSION=1;a=b");
    assert_eq!((prospero.name, prospero.version()), ("/pros/name", None));
    assert_eq!(prospero.fields().collect::<Vec<_>>(), [("OBJECT-VERSION", "1"), ("a", "b")]);
    assert_eq!(as_a!(Prospero, "prospero://h/a%003").version(), Some(("a", "3")));
}

#[test]
fn urns() {
    let urn = as_a!(Urn, "URN:Example:a:b/c?+r=1?=q/2#f");
    assert_eq!((urn.nid, urn.nss), ("Example", "a:b/c"));
    assert_eq!((urn.resolution, urn.query, urn.fragment), (Some("r=1"), Some("q/2"), Some("f")));
    assert_eq!((urn.service(), urn.component(), urn.directives().count()), (None, None, 0));
    let urn = as_a!(Urn, "urn:isbn:0451450523?s=I2L&c=ToC&x-1=");
    assert_eq!((urn.service(), urn.component()), (Some(Service::Url), Some("ToC")));
    assert_eq!(urn.directives().nth(2), Some(("x-1", "")));
    let services = [
        ("I2L", Service::Url),
        ("I2Ls", Service::Urls),
        ("I2R", Service::Resource),
        ("I2Rs", Service::Resources),
        ("I2C", Service::Characteristics),
        ("I2Cs", Service::AllCharacteristics),
        ("I2N", Service::Urn),
        ("I2Ns", Service::Urns),
        ("I=I", Service::Equal),
    ];
    for (name, service) in services {
        assert_eq!(as_a!(Urn, &format!("urn:foo:x?s={name}")).service(), Some(service));
    }
    // A resolver ignores a service that it does not know (draft of 2012, 2.3.1).
    assert_eq!(as_a!(Urn, "urn:foo:x?s=i2l").service(), None);
}

#[test]
fn directories_and_calls() {
    let ldap = as_a!(Ldap, "ldap://h:389/o=x,c=US?cn,mail?SUB?(cn=*)?!a=b,c");
    assert_eq!((ldap.dn, ldap.scope, ldap.filter), (Some("o=x,c=US"), Scope::Sub, Some("(cn=*)")));
    assert_eq!(ldap.attributes().collect::<Vec<_>>(), ["cn", "mail"]);
    assert_eq!(ldap.extensions().collect::<Vec<_>>(), ["!a=b", "c"]);
    assert_eq!(as_a!(Ldap, "ldap:///??one").scope, Scope::One);
    assert_eq!(as_a!(Ldap, "ldap://h/x??base").scope, Scope::Base);
    let ldap = as_a!(Ldap, "ldap://h");
    assert_eq!((ldap.dn, ldap.scope, ldap.extensions().count()), (None, Scope::Base, 0));
    let sip = as_a!(Sip, "sip:alice:secret@atlanta.com:5060;transport=tcp;lr?subject=x&to=a%40b");
    assert_eq!((sip.user, sip.password), (Some("alice"), Some("secret")));
    assert_eq!((sip.host, sip.port), ("atlanta.com", Some("5060")));
    assert_eq!(sip.parameters().collect::<Vec<_>>(), [("transport", Some("tcp")), ("lr", None)]);
    assert_eq!(sip.headers().collect::<Vec<_>>(), [("subject", "x"), ("to", "a%40b")]);
    let tel = as_a!(Tel, "tel:+1-(201).555;ext=12;x");
    assert_eq!((tel.number, tel.is_global()), ("+1-(201).555", true));
    assert_eq!(tel.digits().collect::<String>(), "1201555");
    assert_eq!(tel.parameters().collect::<Vec<_>>(), [("ext", Some("12")), ("x", None)]);
    assert!(!as_a!(Tel, "tel:7042;Phone-Context=example.com").is_global());
    let sms = as_a!(Sms, "sms:+15105550101,+15105550102?body=hi%20there");
    assert_eq!(sms.to().collect::<Vec<_>>(), ["+15105550101", "+15105550102"]);
    assert_eq!((sms.body(), as_a!(Sms, "sms:1").body()), (Some("hi%20there"), None));
    let xmpp = as_a!(Xmpp, "xmpp://me@a/node@host/res/x?message;subject=Hi;body=");
    assert_eq!((xmpp.account, xmpp.node, xmpp.host), (Some("me@a"), Some("node"), "host"));
    assert_eq!((xmpp.resource, xmpp.action), (Some("res/x"), Some("message")));
    assert_eq!(xmpp.pairs().collect::<Vec<_>>(), [("subject", "Hi"), ("body", "")]);
    let irc = as_a!(Irc, "irc://h:6667/%23chan,isnick,needkey?key=x&y=z");
    assert_eq!((irc.server.port, irc.target), (Some("6667"), Some("%23chan")));
    assert_eq!(irc.flags().collect::<Vec<_>>(), ["isnick", "needkey"]);
    assert_eq!(irc.options().collect::<Vec<_>>(), [("key", "x"), ("y", "z")]);
    assert_eq!(as_a!(Irc, "irc://h/").target, None);
}

#[test]
fn data_and_places() {
    let data = as_a!(Data, "data:text/plain;charset=utf-8;base64,QQ==");
    assert_eq!((data.media_type, data.base64, data.data), (Some("text/plain"), true, "QQ=="));
    assert_eq!(data.parameters().collect::<Vec<_>>(), [("charset", "utf-8")]);
    let data = as_a!(Data, "data:,a,b?c");
    assert_eq!((data.media_type, data.base64, data.data), (None, false, "a,b?c"));
    let geo = as_a!(Geo, "geo:48.2010,16.3695,183;CRS=wgs84;u=40;x=y");
    assert_eq!((geo.latitude, geo.longitude, geo.altitude), ("48.2010", "16.3695", Some("183")));
    assert_eq!((geo.crs, geo.uncertainty), (Some("wgs84"), Some("40")));
    assert_eq!(geo.parameters().collect::<Vec<_>>(), [("x", Some("y"))]);
    // Degrees are not checked in another reference system.
    assert_eq!(as_a!(Geo, "geo:323482,4306480;crs=x").crs, Some("x"));
}

#[test]
fn names() {
    let doi = as_a!(Doi, "doi:10.1002.1/(SICI)1097/x");
    assert_eq!((doi.prefix, doi.suffix), ("10.1002.1", "(SICI)1097/x"));
    let magnet = as_a!(Magnet, "magnet:?xt=urn:btih:c1&dn=x&xt.1=urn:y:z&");
    assert_eq!(magnet.topics().collect::<Vec<_>>(), ["urn:btih:c1", "urn:y:z"]);
    assert_eq!(magnet.parameters().count(), 3);
    let tag = as_a!(Tag, "tag:who@example.org,2001-02-03:a/b?c");
    assert_eq!((tag.date, tag.specific), ("2001-02-03", "a/b?c"));
    let address = tag.address().unwrap();
    assert_eq!((address.local, address.domain), ("who", "example.org"));
    assert_eq!(as_a!(Tag, "tag:yaml.org,2002:int").address(), None);
    let info = as_a!(Info, "info:ddc/22/eng//004.678");
    assert_eq!((info.namespace, info.identifier), ("ddc", "22/eng//004.678"));
    let about = as_a!(About, "about:blank?x");
    assert_eq!((about.token, about.query), ("blank", Some("x")));
}

#[test]
fn what_stands_before_another() {
    let repository = as_a!(Repository, "svn+ssh://me@h/r/trunk");
    assert_eq!((repository.system, repository.transport), ("svn", Some("ssh")));
    assert_eq!((repository.server.user, repository.path), (Some("me"), "/r/trunk"));
    assert_eq!(as_a!(Repository, "git://h/r.git").transport, None);
    let jdbc = as_a!(Jdbc, "jdbc:mysql://h:3306/db");
    assert_eq!((jdbc.subprotocol, jdbc.subname), ("mysql", "//h:3306/db"));
    let source = as_a!(ViewSource, "view-source:http://a/b?c");
    assert_eq!(source.parse().unwrap().host(), Some("a"));
    let blob = as_a!(Blob, "blob:https://a:8080/9115d58c-bcda-ff47-86e5-083e9a215304");
    assert_eq!((blob.origin, blob.id.len()), ("https://a:8080", 36));
    assert_eq!(as_a!(JavaScript, "javascript:alert(1)?2").source, "alert(1)?2");
    assert_eq!(specific("x-own:what/ever?it#is"), Specific::Other);
    assert_eq!(urisift::UriRef::parse("a/b").unwrap().scheme_specific(), Ok(Specific::Other));
}

#[test]
fn mailboxes() {
    let imap =
        as_a!(Imap, "imap://m;auth=*@h/INBOX;UIDVALIDITY=7/;UID=20/;SECTION=1.2/;PARTIAL=0.9");
    assert_eq!((imap.auth(), imap.mailbox), (Some("*"), Some("INBOX")));
    assert_eq!((imap.uid_validity, imap.uid, imap.section), (Some("7"), Some("20"), Some("1.2")));
    assert_eq!(as_a!(Imap, "imap://h/gray/council/;UID=2").mailbox, Some("gray/council"));
    let imap =
        as_a!(Imap, "imap://j@h/INBOX/;uid=20/;section=1.2;urlauth=anonymous:internal:91354a");
    assert_eq!(imap.url_auth, Some("anonymous:internal:91354a"));
    let imap = as_a!(Imap, "imap://h/x?SUBJECT%20shadows");
    assert_eq!((imap.search, imap.auth()), (Some("SUBJECT%20shadows"), None));
    assert_eq!(as_a!(Imap, "imap://u@h/").mailbox, None);
    assert_eq!(as_a!(Pop, "pop://rg;AUTH=+APOP@h:8110").auth(), Some("+APOP"));
}
