//! URIs in the terms of their schemes: `corpora/grammar/terms.jsonl`, and what is computed from these terms.

use std::fs;

use serde_json::Value;
use urisift::scheme::*;
use urisift::{Iri, UriRef};

use crate::kit;

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

/// What is there.
fn without_nulls(value: Value) -> Value {
    match value {
        Value::Object(fields) => fields
            .into_iter()
            .filter(|(_, value)| !value.is_null())
            .map(|(name, value)| (name, without_nulls(value)))
            .collect(),
        other => other,
    }
}

#[test]
fn terms() {
    let lines = fs::read_to_string(kit::project("corpora/grammar/terms.jsonl")).unwrap();
    assert!(lines.lines().count() > 80);
    for line in lines.lines() {
        let (uri, terms): (String, Value) = serde_json::from_str(line).unwrap();
        let found = serde_json::to_value(specific(&uri)).unwrap();
        assert_eq!(without_nulls(found), terms, "{uri}");
    }
    assert_eq!(UriRef::parse("a/b").unwrap().scheme_specific(), Ok(Specific::Other));
}

#[test]
fn files_and_servers() {
    let shell = as_a!(Shell, "sftp://user;fingerprint=ssh-dss-c1@a.example/b");
    assert_eq!((shell.user(), shell.fingerprint()), (Some("user"), Some("ssh-dss-c1")));
    let shell = as_a!(Shell, "ssh://a.example");
    assert_eq!((shell.user(), shell.fingerprint()), (None, None));
    let ftp = as_a!(Ftp, "ftp://myname@host.dom/%2Fetc//motd;type=A");
    assert_eq!(ftp.directories().collect::<Vec<_>>(), ["%2Fetc", ""]);
    assert_eq!(ftp.name(), Some("motd"));
    let ftp = as_a!(Ftp, "ftp://h");
    assert_eq!((ftp.name(), ftp.directories().count()), (None, 0));
    assert_eq!(as_a!(File, "file://vms.host.edu/disk$user/note12345.txt").drive(), None);
    assert_eq!(as_a!(File, "file:///c:/a").drive(), Some('c'));
    assert_eq!(as_a!(File, "file:/D:").drive(), Some('D'));
    assert_eq!(as_a!(Prospero, "prospero://h/a%003").version(), Some(("a", "3")));
    assert_eq!(as_a!(Prospero, "prospero://h//n;OBJECT-VERSION=1;a=b").version(), None);
}

#[test]
fn mail_and_calls() {
    let mailto = as_a!(Mailto, "mailto:a@b.example,%22c%40d%22@e?subject=x");
    let to: Vec<_> = mailto.to().map(|to| (to.local, to.domain)).collect();
    assert_eq!(to, [("a", "b.example"), ("%22c%40d%22", "e")]);
    assert_eq!(as_a!(Imap, "imap://m;auth=*@h/INBOX").auth(), Some("*"));
    assert_eq!(as_a!(Imap, "imap://h/x?SUBJECT%20shadows").auth(), None);
    assert_eq!(as_a!(Pop, "pop://rg;AUTH=+APOP@h:8110").auth(), Some("+APOP"));
    let tel = as_a!(Tel, "tel:+1-(201).555;ext=12;x");
    assert_eq!((tel.digits().collect::<String>(), tel.is_global()), ("1201555".to_owned(), true));
    assert!(!as_a!(Tel, "tel:7042;Phone-Context=example.com").is_global());
    assert_eq!(as_a!(Sms, "sms:+1,+2?body=hi%20there").body(), Some("hi%20there"));
    assert_eq!(as_a!(Sms, "sms:1").body(), None);
}

#[test]
fn names() {
    let urn = as_a!(Urn, "urn:isbn:0451450523?s=I2L&c=ToC&x-1=");
    assert_eq!((urn.service(), urn.component()), (Some(Service::Url), Some("ToC")));
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
    let magnet = as_a!(Magnet, "magnet:?xt=urn:btih:c1&dn=x&xt.1=urn:y:z&");
    assert_eq!(magnet.topics().collect::<Vec<_>>(), ["urn:btih:c1", "urn:y:z"]);
    let address = as_a!(Tag, "tag:who@example.org,2001-02-03:a/b?c").address().unwrap();
    assert_eq!((address.local, address.domain), ("who", "example.org"));
    assert_eq!(as_a!(Tag, "tag:yaml.org,2002:int").address(), None);
    assert_eq!(as_a!(ViewSource, "view-source:http://a/b?c").parse().unwrap().host(), Some("a"));
}
