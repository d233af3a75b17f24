//! What the grammar says of a find, and whether it may become a link.

use crate::caution::{self, Caution, CautionKind};
use crate::found::Found;
use crate::grammar::components::{Components, Parts};
use crate::grammar::edition::{Editions, Shape};
use crate::grammar::parse_error::ParseError;
use crate::grammar::scheme::{self, Specific};
use crate::grammar::uri::{self, Iri};

/// The components of a find, and whether it is valid.
pub struct Judgement<'t> {
    /// The components, valid or not.
    pub components: Components<'t>,
    /// The first fault, if there is one.
    pub verdict: Result<(), ParseError>,
}

/// What the grammar says of [`Found::uri`]. The record caches none of it: each call parses the URI
/// again.
impl Found<'_> {
    /// Returns `true` if the URI is valid: an IRI of RFC 3987, which every URI of RFC 3986 is, and what the grammar of
    /// its scheme requires besides. A host without a scheme, or an email address, is checked as if it followed
    /// `http://`. A reference of markup must have been one as it is written.
    ///
    /// # Errors
    /// The first byte of [`Found::uri`] that does not fit, and the rule that it breaks; for a reference that
    /// was made valid, the byte where, and the rule `URI-reference`.
    pub fn validate(&self) -> Result<(), ParseError> {
        self.check(&self.judged()?)
    }

    #[inline]
    fn check(&self, parts: &Parts) -> Result<(), ParseError> {
        match self.shape() {
            Shape::Abbreviated => scheme::check_host(parts),
            _ => scheme::check(self.uri(), parts),
        }?;
        self.mended_at().map_or(Ok(()), |at| Err(uri::no_reference(at)))
    }

    /// The components and the verdict, with a single parse if the URI is valid.
    #[doc(hidden)]
    pub fn judgement(&self) -> Judgement<'_> {
        match self.judged() {
            Ok(parts) => Judgement {
                verdict: self.check(&parts),
                components: Components::with_parts(self.uri(), parts),
            },
            Err(fault) => Judgement { components: self.components(), verdict: Err(fault) },
        }
    }

    /// The URI by the rules of its scheme; [`Specific::Other`] if the scheme has no grammar here, or
    /// there is no scheme.
    ///
    /// # Errors
    /// As for [`Found::validate`].
    pub fn scheme_specific(&self) -> Result<Specific<'_>, ParseError> {
        let parts = self.judged()?;
        scheme::specific(scheme::text(self.uri()), parts)
    }

    #[inline]
    fn judged(&self) -> Result<Parts, ParseError> {
        uri::judge_today(self.uri(), self.shape())
    }

    /// The components of the URI, valid or not. A host without a scheme is a host; an email address is a userinfo and a
    /// host.
    pub fn components(&self) -> Components<'_> {
        match self.shape() {
            Shape::Abbreviated => Components::of_abbreviated(self.uri()),
            _ => Components::of(self.uri()),
        }
    }

    /// The editions whose grammar the URI satisfies, of [`Edition::REPORTED`](crate::Edition::REPORTED); none for a host
    /// without a scheme.
    pub fn editions(&self) -> Editions {
        match self.shape() {
            Shape::Abbreviated => Editions::default(),
            shape => uri::conforms(self.uri(), shape),
        }
    }

    /// What to be careful about; the spans are bytes of [`Found::uri`].
    pub fn cautions(&self) -> Vec<Caution> {
        let components = self.components();
        let mut cautions = caution::cautions(self.uri(), components.parts());
        if self.second_reading().is_some() {
            let span = 0..self.uri().len();
            cautions.push(Caution::new(CautionKind::OneOfTwoReadings, span));
        }
        let text = self.link_text().map(|text| String::from_utf8_lossy(text).into_owned());
        let name = self.imitated().map(str::to_owned);
        for (kind, detail) in [(CautionKind::LookAlike, name), (CautionKind::LinkText, text)] {
            if let (Some(_), Some(span)) = (&detail, components.parts().host()) {
                cautions.push(Caution { kind, span, detail });
            }
        }
        cautions
    }

    fn shape(&self) -> Shape {
        if self.scheme_len == 0 { Shape::Abbreviated } else { Shape::Absolute }
    }
}

/// Schemes whose URIs open a page, or a program that asks its user before it does more.
const HARMLESS: [&str; 15] = [
    "http", "https", "ftp", "ftps", "mailto", "tel", "sms", "geo", "news", "nntp", "irc", "ircs",
    "sip", "sips", "xmpp",
];

/// What has to be asked before a find becomes a link.
impl Found<'_> {
    /// Parses [`Found::uri`] as an IRI (RFC 3987), which every URI of RFC 3986 is.
    ///
    /// ```
    /// let found = urisift::find_iter(b"See http://a.example:8080/b.").next().unwrap();
    /// assert_eq!(found.parse()?.port_number(), Some(8080));
    /// # Ok::<(), urisift::ParseError>(())
    /// ```
    ///
    /// # Errors
    /// The byte of [`Found::uri`] that does not fit, and the rule that it breaks; for a host without a scheme
    /// too.
    pub fn parse(&self) -> Result<Iri<'_>, ParseError> {
        Iri::of_bytes(self.uri())
    }

    /// Returns `true` if a URI from untrusted text may become a link: it is whole and valid, its scheme is one that
    /// opens a page or writes a message (or there is none, as in `www.a.example`), and it has no
    /// [`Caution`](crate::Caution) that it may be taken for another URI. A host that poses as another one is not
    /// harmless, and neither are `javascript:`, `data:` and `file:`.
    ///
    /// This says nothing about what the link leads to.
    pub fn is_harmless(&self) -> bool {
        let scheme = self.scheme();
        let is_known = HARMLESS.iter().any(|one| one.as_bytes().eq_ignore_ascii_case(scheme));
        (scheme.is_empty() || is_known)
            && !self.is_truncated()
            && self.validate().is_ok()
            && self.cautions().iter().all(|caution| !caution.kind.misleads())
    }

    /// The target of a link to a [harmless](Found::is_harmless) URI: the URI, with `https://` or `mailto:`
    /// before one without a scheme. Escape it for the markup: it may contain `&` and `"`.
    ///
    /// ```
    /// let extractor = urisift::Extractor::builder().www(true).email(true).build();
    /// let text = b"www.a.example/b, a@example.org, <javascript:alert(1)>";
    /// let links: Vec<_> = extractor.find_iter(text).map(|found| found.href()).collect();
    /// let wanted = ["https://www.a.example/b", "mailto:a@example.org"];
    /// assert_eq!(links, [Some(wanted[0].to_owned()), Some(wanted[1].to_owned()), None]);
    /// ```
    pub fn href(&self) -> Option<String> {
        let uri = str::from_utf8(self.uri()).ok().filter(|_| self.is_harmless())?;
        Some(match self.scheme() {
            [] if self.components().userinfo().is_some() => format!("mailto:{uri}"),
            [] => format!("https://{uri}"),
            _ => uri.to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::stream::Extractor;

    /// The links of a text, with every kind of find asked for.
    fn links(text: &str) -> Vec<Option<String>> {
        let builder = Extractor::builder().www(true).bare(true).email(true).max_len(64);
        builder.build().find_str_iter(text).map(|found| found.href()).collect()
    }

    #[test]
    fn what_becomes_a_link() {
        for (text, href) in [
            ("http://a.example/b?c&d", "http://a.example/b?c&d"),
            ("HTTPS://a.example/", "HTTPS://a.example/"),
            ("http://192.0.2.1:4444/a.exe", "http://192.0.2.1:4444/a.exe"),
            ("<http://a.example/\n b>", "http://a.example/b"),
            ("mailto:a@example.org", "mailto:a@example.org"),
            ("tel:+1-201-555-0123", "tel:+1-201-555-0123"),
            ("www.example.org/b", "https://www.example.org/b"),
            ("example.org/b", "https://example.org/b"),
            ("a@example.org", "mailto:a@example.org"),
        ] {
            assert_eq!(links(text), [Some(href.to_owned())], "{text:?}");
        }
    }

    #[test]
    fn what_stays_text() {
        for text in [
            "<javascript:alert(1)>",
            "<data:text/html,a>",
            "file:///etc/passwd",
            "view-source:http://a.example/",
            // Not valid.
            "http://a.example:8o/",
            // It poses as another host, or may.
            "http://www.bank.example@10.0.0.1/",
            "http://0x7f.1/",
            "http://xn--80ak6aa92e.example/",
            // Cut.
            &format!("http://a.example/{}", "b".repeat(100)),
        ] {
            assert_eq!(links(text), [None], "{text:?}");
        }
    }
}
