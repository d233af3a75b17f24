//! The laws of the grammar.

use std::str;

use urisift::{Components, Edition, Iri, IriRef, Uri, UriRef};

/// The text of a reference from its parts.
fn recomposed(parts: [Option<&str>; 5]) -> String {
    let [scheme, authority, path, query, fragment] = parts;
    let part = |before, part: Option<&str>, behind| {
        part.map_or(String::new(), |part| format!("{before}{part}{behind}"))
    };
    [
        part("", scheme, ":"),
        part("//", authority, ""),
        part("", path, ""),
        part("?", query, ""),
        part("#", fragment, ""),
    ]
    .concat()
}

pub fn what_parses_prints_as_it_was(bytes: &[u8]) {
    let components = Components::of(bytes);
    let Ok(text) = str::from_utf8(bytes) else { return };
    let part = |part: Option<&[u8]>| {
        part.map(|part| str::from_utf8(part).expect("text is cut at ASCII").to_owned())
    };
    let split = [
        part(components.scheme()),
        part(components.authority()),
        part(Some(components.path())),
        part(components.query()),
        part(components.fragment()),
    ];
    assert_eq!(recomposed(split.each_ref().map(Option::as_deref)), text);
    let Ok(iri) = IriRef::parse(text) else { return };
    let parts = [iri.scheme(), iri.authority(), Some(iri.path()), iri.query(), iri.fragment()];
    assert_eq!(recomposed(parts), text);
    assert_eq!(iri.to_string(), text);
    assert_eq!(parts, split.each_ref().map(Option::as_deref));
    assert_eq!(Iri::parse(text).is_ok(), iri.scheme().is_some());
    assert_eq!(UriRef::parse(text).is_ok(), text.is_ascii());
    assert_eq!(Uri::parse(text).is_ok(), text.is_ascii() && iri.scheme().is_some());
}

/// Whatever it is, somebody says what: nobody panics, and a fault lies in the text.
pub fn every_edition_and_scheme_reads_it(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    for edition in Edition::ALL {
        if let Err(fault) = UriRef::parse_in(text, edition) {
            assert!(fault.offset() <= text.len(), "{fault:?}");
        }
    }
    let Ok(iri) = IriRef::parse(text) else { return };
    let _ = (iri.editions(), iri.cautions(), iri.host_kind(), iri.port_number());
    match iri.scheme_specific() {
        Ok(specific) => drop(serde_json::to_string(&specific).expect("it can be serialised")),
        Err(fault) => assert!(fault.offset() <= text.len(), "{fault:?}"),
    }
}
