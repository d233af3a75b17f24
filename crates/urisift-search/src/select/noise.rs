//! URIs that are in text only because a machine wrote them: names of XML vocabularies, document
//! type definitions, and example hosts. Fields of mailing lists are left out before they are searched
//! ([`Selection::within`](super::Selection::within)).
//!
//! A vocabulary is recognized by its exact name, or by a path with nothing else below it, so that pages on the same
//! hosts are not noise.

use super::host::Host;
use super::look::Look;

/// The vocabularies on a host.
struct Vocabularies {
    /// Without `www.`.
    host: &'static str,
    /// A path that ends in a slash includes all below it.
    paths: &'static [&'static str],
}

const fn on(host: &'static str, paths: &'static [&'static str]) -> Vocabularies {
    Vocabularies { host, paths }
}

/// Sorted by their hosts.
#[rustfmt::skip] // A host a row.
const VOCABULARIES: &[Vocabularies] = &[
    on("backend.userland.com", &["/rss", "/rss2", "/rss091", "/rss092", "/creativeCommonsRssModule"]),
    on("creativecommons.org", &["/ns"]),
    on("docbook.org", &["/ns/"]),
    on("docs.oasis-open.org", &["/ns/", "/wss/2004/01/"]),
    on("earth.google.com", &["/kml/"]),
    on("gmpg.org", &["/xfn/11"]),
    on("google.com", &["/schemas/"]),
    on("inkscape.org", &["/namespaces/"]),
    on("itunes.com", &["/dtds/", "/DTDs/"]),
    on("jakarta.ee", &["/xml/ns/"]),
    on("java.sun.com", &["/dtd/", "/jsf/", "/jsp/", "/jstl/", "/xml/ns/"]),
    on("maven.apache.org", &["/POM/", "/SETTINGS/", "/xsd/"]),
    on("ns.adobe.com", &["/"]),
    on("ogp.me", &["/ns", "/ns/"]),
    on("opengis.net", &["/gml", "/gml/", "/kml/", "/ogc", "/wfs", "/wms"]),
    on("opengraphprotocol.org", &["/schema/"]),
    on("oval.mitre.org", &["/XMLSchema/"]),
    on("purl.org", &["/atom/ns", "/dc/", "/goodrelations/v1", "/rss/1.0/", "/syndication/"]),
    on("rdfs.org", &["/sioc/ns", "/sioc/types"]),
    on("schemas.android.com", &["/"]),
    on("schemas.google.com", &["/"]),
    on("schemas.microsoft.com", &["/"]),
    on("schemas.openxmlformats.org", &["/"]),
    on("schemas.xmlsoap.org", &["/"]),
    on("search.yahoo.com", &["/mrss", "/mrss/"]),
    on("sitemaps.org", &["/schemas/"]),
    on("sodipodi.sourceforge.net", &["/DTD/"]),
    on("springframework.org", &["/schema/", "/tags", "/tags/"]),
    on("topografix.com", &["/GPX/"]),
    on("w3.org", &[
        // The pages of these names end in a slash; what office programs write into mail does not.
        "/TR/REC-html40", "/TR/xhtml1/strict", "/TR/xhtml1/transitional", "/TR/WD-xsl",
        "/1998/Math/MathML", "/1999/02/22-rdf-syntax-ns", "/1999/XSL/", "/1999/html", "/1999/xhtml",
        "/1999/xhtml/vocab", "/1999/xlink", "/2000/01/rdf-schema", "/2000/09/xmldsig", "/2000/10/XMLSchema",
        "/2000/10/XMLSchema-instance", "/2000/svg", "/2000/xmlns", "/2000/xmlns/", "/2001/04/xmldsig-more",
        "/2001/04/xmlenc", "/2001/10/xml-exc-c14n", "/2001/SMIL20/", "/2001/XInclude", "/2001/XMLSchema",
        "/2001/XMLSchema-datatypes", "/2001/XMLSchema-instance", "/2001/xml-events", "/2002/06/xhtml2",
        "/2002/06/xhtml2/", "/2002/07/owl", "/2002/xforms", "/2003/01/geo/wgs84_pos", "/2003/05/soap-encoding",
        "/2003/05/soap-envelope", "/2003/g/data-view", "/2004/02/skos/core", "/2005/08/addressing",
        "/2005/Atom", "/2005/SMIL21/", "/2005/xpath-functions", "/2006/time", "/2006/vcard/ns", "/2007/app",
        "/2009/xmlenc11", "/XML/1998/namespace", "/ns/dcat", "/ns/ldp", "/ns/odrl/2/", "/ns/prov", "/ns/rdfa",
        "/ns/shacl", "/ns/ttml", "/ns/wsdl",
    ]),
    on("web.resource.org", &["/cc/"]),
    on("wellformedweb.org", &["/CommentAPI/"]),
    on("xmlns.com", &["/foaf/0.1/", "/wot/0.1/"]),
    on("xmlns.jcp.org", &["/xml/ns/"]),
    on("xmlns.oracle.com", &["/"]),
];

/// Prefixes of the URNs of vocabularies.
const URNS: &[&str] = &[
    "urn:ietf:params:xml:",
    "urn:oasis:names:",
    "urn:schemas-microsoft-com:",
    "urn:schemas-upnp-org:",
];

/// Domains reserved for examples and tests (RFC 2606 2 and 3, RFC 6761 6.2, 6.4 and 6.5).
const EXAMPLES: &[&str] =
    &["example", "example.com", "example.net", "example.org", "invalid", "test"];

/// Returns `true` if the URI is noise.
pub(super) fn is_noise(look: &Look<'_>) -> bool {
    let Some(host) = look.host() else { return is_urn_of_vocabulary(look.uri()) };
    match host {
        Host::Name(name) => is_example(name) || is_vocabulary(name, look) || is_definition(look),
        Host::Address(_) => is_definition(look),
    }
}

fn is_urn_of_vocabulary(uri: &[u8]) -> bool {
    let starts = |start: &&str| {
        uri.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start.as_bytes()))
    };
    URNS.iter().any(starts)
}

/// Returns `true` if a host is an example domain, or below one.
fn is_example(name: &[u8]) -> bool {
    EXAMPLES.iter().any(|domain| {
        let rest = name.strip_suffix(domain.as_bytes());
        rest.is_some_and(|rest| matches!(rest, [] | [.., b'.']))
    })
}

fn is_vocabulary(name: &[u8], look: &Look<'_>) -> bool {
    let host = name.strip_prefix(b"www.").unwrap_or(name);
    let place = VOCABULARIES.binary_search_by(|row| row.host.as_bytes().cmp(host));
    let row = place.ok().and_then(|place| VOCABULARIES.get(place));
    let path = look.path();
    let has = |name: &&str| match name.ends_with('/') {
        true => path.starts_with(name.as_bytes()),
        false => path == name.as_bytes(),
    };
    is_of_web(look.scheme()) && row.is_some_and(|row| row.paths.iter().any(has))
}

/// Returns `true` if the scheme is one of the web. A host without a scheme counts too.
fn is_of_web(scheme: &[u8]) -> bool {
    [&b"http"[..], b"https", b""].iter().any(|name| name.eq_ignore_ascii_case(scheme))
}

/// Returns `true` if it is a document type definition.
fn is_definition(look: &Look<'_>) -> bool {
    let path = look.path();
    let end = path.len().checked_sub(4).map(|start| &path[start..]);
    end.is_some_and(|end| end.eq_ignore_ascii_case(b".dtd")) || is_part_of_definition(path)
}

/// The W3C keeps them in a directory of the specification, together with their modules.
fn is_part_of_definition(path: &[u8]) -> bool {
    let spec = path.strip_prefix(b"/TR/");
    spec.is_some_and(|spec| spec.split(|b| *b == b'/').skip(1).any(|segment| segment == b"DTD"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::aggregate::Scheme;

    #[test]
    fn the_table_is_in_order() {
        assert!(VOCABULARIES.windows(2).all(|pair| pair[0].host < pair[1].host));
        let mut paths = VOCABULARIES.iter().flat_map(|row| row.paths);
        assert!(paths.all(|path| path.starts_with('/')));
    }

    #[test]
    fn what_machines_put_there() {
        for uri in [
            "http://www.w3.org/1999/xhtml",
            "http://www.w3.org/XML/1998/namespace",
            "http://www.w3.org/1999/02/22-rdf-syntax-ns#type",
            "HTTPS://W3.org./2000/svg",
            "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd",
            "http://www.w3.org/TR/xhtml-modularization/DTD/xhtml-text-1.mod",
            "http://www.w3.org/TR/xhtml1/DTD/",
            "http://schemas.xmlsoap.org/soap/envelope/",
            "http://schemas.android.com/apk/res/android",
            "http://purl.org/dc/terms/title",
            "http://ogp.me/ns#",
            "http://www.sitemaps.org/schemas/sitemap/0.9",
            "http://a.host.com/x.DTD?1",
            "http://10.0.0.1/x.dtd",
            "urn:schemas-microsoft-com:office:office",
            "https://example.com",
            "ftp://me@sub.EXAMPLE.org:21/x",
            "http://a.test/",
            "http://example/",
        ] {
            assert!(is_noise(&Look::at(uri.as_bytes(), Scheme::Written)), "{uri}");
        }
    }

    #[test]
    fn real_pages_are_none() {
        for uri in [
            "https://www.w3.org/TR/html52/",
            "https://www.w3.org/TR/REC-html40/",
            "http://www.w3.org/",
            "http://www.w3.org/1999/",
            "http://www.w3.org/2000/svgx",
            "http://schemas.microsoft.com.evil.org/",
            "https://xmlns.com/foaf/spec/",
            "https://www.sitemaps.org/protocol.html",
            "https://maven.apache.org/guides/",
            "http://myexample.com/",
            "http://example.co.uk/",
            "http://example.com.org/",
            "http://a.org/dtd",
            "http://a.org/TR/DTD",
            "urn:isbn:0451450523",
            "urn:schemas-microsoft",
            "mailto:a@example.com",
            "dtd:",
        ] {
            assert!(!is_noise(&Look::at(uri.as_bytes(), Scheme::Written)), "{uri}");
        }
        assert!(is_noise(&Look::at(b"www.w3.org/1999/xhtml", Scheme::Missing)));
    }
}
