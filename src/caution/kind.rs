//! The kinds of cautions: their names, and what they say.

use std::fmt;
use std::str::FromStr;

/// Builds the kinds from a table: for each, what it is, its name, and a phrase that explains it.
macro_rules! kinds {
    ($($(#[$doc:meta])+ $kind:ident $label:literal $description:literal;)+) => {
        /// What there is to be careful about.
        ///
        /// ```
        /// use urisift::{CautionKind, Uri};
        /// let cautions = Uri::parse("http://0x7f.1:22/")?.cautions();
        /// assert!(cautions.iter().any(|caution| caution.kind == CautionKind::RareIpv4));
        /// assert_eq!(cautions[1].kind.label(), "reserved port");
        /// # Ok::<(), urisift::ParseError>(())
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum CautionKind {
            $($(#[$doc])+ $kind,)+
        }

        impl CautionKind {
            /// All of them.
            pub const ALL: &[CautionKind] = &[$(CautionKind::$kind),+];

            /// Its name in records and reports.
            pub fn label(self) -> &'static str {
                match self {
                    $(CautionKind::$kind => $label,)+
                }
            }

            /// A phrase that explains it.
            pub fn description(self) -> &'static str {
                match self {
                    $(CautionKind::$kind => $description,)+
                }
            }
        }
    };
}

kinds! {
    /// The userinfo may be taken for the host (RFC 3986 7.6).
    UserinfoLooksLikeHost "userinfo looks like a host"
        "the part before the @ may be taken for the host (RFC 3986 7.6)";
    /// The userinfo has a password (RFC 3986 7.5).
    Password "password" "a password in plain text (RFC 3986 7.5)";
    /// Some programs take the host for an IPv4 address: in one to three parts, octal or hexadecimal (RFC 3986 7.4), with
    /// a dot at the end, in escapes, or in other digits and dots than those of ASCII.
    RareIpv4 "rare IPv4 form" "some programs read it as an IPv4 address (RFC 3986 7.4)";
    /// An escape is CR, LF or NUL, which may end a line of a protocol (RFC 3986 7.2).
    EncodedControl "encoded control" "decoded, it may end a line of a protocol (RFC 3986 7.2)";
    /// The port is below 1024 and not the scheme's known default (draft of 2003, 7.2).
    ReservedPort "reserved port" "the port of another protocol (RFC 3986 7.2)";
    /// A label of the host has letters of scripts that are not written together; looked for with the
    /// feature `unicode` only.
    MixedScripts "mixed scripts" "letters of scripts that are not used together (UTS 39)";
    /// A label of the host stands for letters that are not shown (RFC 5890 2.3.2.1). With the feature
    /// `unicode`, the detail is the label in these letters.
    Punycode "punycode" "hides the letters that it encodes (RFC 5890)";
    /// A bidirectional control may display characters out of order (RFC 3987 4.1).
    BidiControl "bidirectional control" "displays characters in another order (RFC 3987 4.1)";
    /// A character of the host looks like a slash: U+2044, U+2215, U+29F8, U+FF0F.
    SlashLookalike "slash look-alike" "looks like a slash, which would end the host";
    /// A character of the host is not shown, such as a soft hyphen or a zero width joiner.
    InvisibleCharacter "invisible character" "is not shown, or is dropped from the host";
    /// The host starts with a hyphen, so that a program may take it for an option.
    LeadingHyphen "leading hyphen" "a program may take the host for an option";
    /// The text can be read in another way too.
    OneOfTwoReadings "one of two readings" "the text has a second reading";
    /// A label of the host looks like one in ASCII, by letters of other alphabets. The detail is the
    /// label with these letters in brackets, and what it looks like. Looked for in Punycode with the
    /// feature `unicode` only.
    Homograph "homograph" "letters of another alphabet that look like Latin ones (UTS 39)";
    /// Labels of the host look like a whole domain, below another one: `example.com.evil.example`. The caution is about
    /// these labels.
    DomainInHost "domain in host" "labels that look like another domain";
    /// The host imitates a name that the search was told to look for; the detail is that name. Only a find has it.
    LookAlike "look-alike" "imitates a name of the list that was given";
    /// The target of a link whose text is a URI of another host, or the name of one; the detail is that text. Only a
    /// find in HTML has it.
    LinkText "link text" "the text of the link shows another host";
    /// The host is a public IP address, not a name.
    IpAddress "IP address" "the host is an IP address, not a name";
    /// The URI is a script, or a page that may have one: `javascript:`, `vbscript:`, `data:text/html`.
    Script "script" "runs as a script when opened";
    /// The host is a service that shortens links, so the target is not shown.
    Shortener "shortener" "a short link, which does not show its target";
    /// The link is that of a known redirector; the detail is its target.
    Redirector "redirector" "leads to the URI within it";
    /// A query value is a URI of another host, so that the link may lead there; the detail is that URI. A known redirector
    /// has the other caution.
    UriInQuery "URI in query" "may lead to the URI in its query (an open redirect)";
    /// A label of the host, below the last two, is long and looks random.
    RandomLabel "random label" "a long label of mixed letters and digits";
    /// The path ends like the name of a program.
    Executable "executable" "a file that runs when opened";
    /// The port is not one that web servers usually have.
    UnusualPort "unusual port" "a port that is unusual for this scheme";
}

impl CautionKind {
    /// Returns `true` if it says that the text may be taken for another URI, or acts on who handles it. The other kinds
    /// are about what the URI leads to.
    pub(crate) fn misleads(self) -> bool {
        !matches!(
            self,
            CautionKind::OneOfTwoReadings
                | CautionKind::IpAddress
                | CautionKind::Shortener
                | CautionKind::Redirector
                | CautionKind::UriInQuery
                | CautionKind::RandomLabel
                | CautionKind::Executable
                | CautionKind::UnusualPort
        )
    }
}

impl CautionKind {
    /// Its name as one word, in lower case and with dashes, such as `ip-address`.
    pub fn name(self) -> String {
        self.label().to_ascii_lowercase().replace(' ', "-")
    }
}

impl FromStr for CautionKind {
    type Err = UnknownCaution;

    /// The kind with that [`CautionKind::name`].
    fn from_str(id: &str) -> Result<Self, UnknownCaution> {
        let mut all = CautionKind::ALL.iter().copied();
        all.find(|kind| kind.name() == id).ok_or(UnknownCaution)
    }
}

/// There is no caution of that name.
///
/// ```
/// use urisift::{CautionKind, UnknownCaution};
/// assert_eq!("rare-ipv4-form".parse(), Ok(CautionKind::RareIpv4));
/// assert_eq!("puny".parse::<CautionKind>(), Err(UnknownCaution));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownCaution;

impl fmt::Display for UnknownCaution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("there is no caution of that name")
    }
}

impl std::error::Error for UnknownCaution {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_words_and_lead_back() {
        for kind in CautionKind::ALL {
            let id = kind.name();
            assert!(id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-'));
            assert_eq!(id.parse(), Ok(*kind), "{id}");
        }
    }
}
