//! Options of a search, including limits.

/// Non-ASCII characters in an undelimited URI.
///
/// ```
/// use urisift::{Extractor, NonAscii};
/// let extractor = Extractor::builder().non_ascii(NonAscii::Never).build();
/// let text = "http://a.example/ä";
/// assert_eq!(extractor.find_str_iter(text).next().unwrap().uri_str(), "http://a.example/");
/// assert_eq!(urisift::find_str_iter(text).next().unwrap().uri_str(), text);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NonAscii {
    /// None: a URI is ASCII (RFC 3986).
    Never,
    /// Letters of alphabetic scripts; other characters where the URI clearly continues after them.
    #[default]
    Auto,
    /// Every letter.
    Always,
}

/// Joining of an undelimited URI with the next line.
///
/// ```
/// use urisift::{Extractor, Join};
/// let extractor = Extractor::builder().join(Join::Always).build();
/// let found = extractor.find_iter(b"http://a.example/b\nc").next().unwrap();
/// assert_eq!(found.uri(), b"http://a.example/bc");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Join {
    /// The URI ends at the line end.
    Never,
    /// The URI continues on strong evidence.
    #[default]
    Auto,
    /// The URI continues if it reaches the line end and the next line could continue it.
    Always,
}

/// Removal of whitespace inside `<…>`, `<URL:…>` and quotes.
///
/// ```
/// use urisift::{Extractor, Fold};
/// let extractor = Extractor::builder().fold(Fold::Always).build();
/// let found = extractor.find_iter(b"<http://a.example/b c>").next().unwrap();
/// assert_eq!(found.uri(), b"http://a.example/bc");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fold {
    /// Whitespace ends the URI.
    Never,
    /// Line breaks are removed; a space within a line ends a URI in plain `<…>`.
    #[default]
    Auto,
    /// Spaces within a line are also removed in plain `<…>` (RFC 3986 Appendix C).
    Always,
}

/// Punctuation after an undelimited URI.
///
/// ```
/// use urisift::{Extractor, Trailing};
/// let extractor = Extractor::builder().trailing(Trailing::Keep).build();
/// let found = extractor.find_iter(b"See http://a.example/b.").next().unwrap();
/// assert_eq!(found.uri(), b"http://a.example/b.");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Trailing {
    /// Punctuation is trimmed.
    #[default]
    Trim,
    /// Punctuation is kept, except an unmatched closing bracket or quote.
    Keep,
}

/// Declares [`Options`], their defaults, and a setter of [`ExtractorBuilder`] for each.
macro_rules! options {
    ($($(#[$doc:meta])+ $name:ident: $type:ty = $default:expr,)+) => {
        /// Options of an extractor: kinds of finds, boundaries and limits.
        ///
        /// ```
        /// use urisift::{Extractor, Options};
        /// let mut options = Options::default();
        /// options.www = true;
        /// assert_eq!(Extractor::new(options).find_iter(b"See www.a.example.").count(), 1);
        /// ```
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub struct Options {
            $($(#[$doc])+ pub $name: $type,)+
        }

        impl Default for Options {
            fn default() -> Self {
                Options { $($name: $default,)+ }
            }
        }

        impl ExtractorBuilder {
            $($(#[$doc])+
            pub fn $name(mut self, $name: $type) -> Self {
                self.options.$name = $name;
                self
            })+
        }
    };
}

options! {
    /// Maximum URI length in source bytes; longer URIs are truncated. 0 is treated as 1.
    max_len: usize = 1 << 20,
    /// Maximum distance to a closing delimiter, and maximum length of joined URIs, in bytes.
    max_wrapper_len: usize = 8 << 10,
    /// Number of bytes requested by one read of a stream, from 1 to 1 GiB.
    read_size: usize = 1 << 20,
    /// Non-ASCII characters in an undelimited URI.
    non_ascii: NonAscii = NonAscii::Auto,
    /// Joining of undelimited URIs across line ends.
    join: Join = Join::Auto,
    /// Removal of whitespace in wrappers.
    fold: Fold = Fold::Auto,
    /// Punctuation after an undelimited URI.
    trailing: Trailing = Trailing::Trim,
    /// Finds `www.` hosts without a scheme, with their path and query.
    www: bool = false,
    /// Finds host names without a scheme that end in a top-level domain, with their path and query.
    bare: bool = false,
    /// Finds email addresses whose domain ends in a known top-level domain.
    email: bool = false,
    /// Finds defanged URIs, hosts and addresses (`hxxp`, `[.]`, `[at]`), and returns them refanged. Defanged hosts and
    /// addresses need no other option.
    refang: bool = false,
    /// Decodes backslash escapes in URIs: of JSON and JavaScript strings, `http:\/\/a.example\/?b\u0026c`, and of TeX,
    /// roff, shells, properties and regular expressions, `\_`, `\-`, `http\://`. Decodes the character references of
    /// HTML, such as `&amp;`, where markup is around the URI. Removes terminal colors and invisible characters inside
    /// a URI.
    escapes: bool = true,
    /// Counts lines and columns.
    positions: bool = false,
}

/// Builder of an [`Extractor`](crate::Extractor) with default options, except those that are set.
///
/// ```
/// use urisift::{Extractor, Join};
/// let extractor = Extractor::builder().www(true).join(Join::Never).build();
/// let found = extractor.find_iter(b"See www.a.example.").next().unwrap();
/// assert_eq!(found.uri(), b"www.a.example");
/// ```
#[derive(Clone, Debug, Default)]
pub struct ExtractorBuilder {
    pub(crate) options: Options,
}
