//! What a user may choose, limits included.

/// Which characters beyond ASCII belong to a bare URI.
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
    /// Letters of scripts that put blanks between words; others where the URI plainly holds them.
    #[default]
    Auto,
    /// Every letter.
    Always,
}

/// Whether a bare URI may continue on the next line.
///
/// ```
/// use urisift::{Extractor, Join};
/// let extractor = Extractor::builder().join(Join::Always).build();
/// let found = extractor.find_iter(b"http://a.example/b\nc").next().unwrap();
/// assert_eq!(found.uri(), b"http://a.example/bc");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Join {
    /// It ends with the line.
    Never,
    /// It continues where there is strong evidence.
    #[default]
    Auto,
    /// It continues wherever it runs to the line's end and the next line could continue it.
    Always,
}

/// What is done with white space inside `<…>`, `<URL:…>` and quotes.
///
/// ```
/// use urisift::{Extractor, Fold};
/// let extractor = Extractor::builder().fold(Fold::Always).build();
/// let found = extractor.find_iter(b"<http://a.example/b c>").next().unwrap();
/// assert_eq!(found.uri(), b"http://a.example/bc");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fold {
    /// White space ends the URI.
    Never,
    /// Line breaks are removed; a blank within a line ends a URI in plain `<…>`.
    #[default]
    Auto,
    /// Blanks within a line are removed in plain `<…>` too (RFC 3986 Appendix C).
    Always,
}

/// What is done with punctuation at the end of a bare URI.
///
/// ```
/// use urisift::{Extractor, Trailing};
/// let extractor = Extractor::builder().trailing(Trailing::Keep).build();
/// let found = extractor.find_iter(b"See http://a.example/b.").next().unwrap();
/// assert_eq!(found.uri(), b"http://a.example/b.");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Trailing {
    /// It belongs to the sentence.
    #[default]
    Trim,
    /// It belongs to the URI, except a closing bracket or quote without an opening one.
    Keep,
}

/// Declares [`Options`], their defaults, and a setter of [`ExtractorBuilder`] for each.
macro_rules! options {
    ($($(#[$doc:meta])+ $name:ident: $type:ty = $default:expr,)+) => {
        /// What to find, and within which limits.
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
    /// The longest URI, in bytes of the source, 0 counts as 1; a longer one is truncated to this length.
    max_len: usize = 1 << 20,
    /// How far a wrapper is followed to its closing bracket, in bytes.
    max_wrapper_len: usize = 8 << 10,
    /// How many bytes one read of a stream asks for, from 1 to 1 GiB.
    read_size: usize = 1 << 20,
    /// Characters beyond ASCII: which of them belong to a bare URI.
    non_ascii: NonAscii = NonAscii::Auto,
    /// Bare URIs across line ends.
    join: Join = Join::Auto,
    /// White space in wrappers.
    fold: Fold = Fold::Auto,
    /// Punctuation after a bare URI.
    trailing: Trailing = Trailing::Trim,
    /// Find `www.` hosts without a scheme, and what follows them.
    www: bool = false,
    /// Find host names without a scheme that end in a top-level domain, and what follows them.
    bare: bool = false,
    /// Find e-mail addresses whose domain ends in a known top-level domain.
    email: bool = false,
    /// Find disguised URIs, hosts and addresses (`hxxp`, `[.]`, `[at]`) and give them undisguised. The
    /// disguise is what tells of them: hosts and addresses need no other option.
    refang: bool = false,
    /// Read backslash escapes of JSON and JavaScript strings in URIs, `http:\/\/a.example\/?b\u0026c`, and
    /// of marks in TeX, roff, shells, properties and regular expressions: `\_`, `\-`, `http\://`. Leave out colours
    /// of a terminal and marks that are not seen inside a URI.
    escapes: bool = true,
    /// Count lines and columns.
    positions: bool = false,
}

/// Sets options of an [`Extractor`](crate::Extractor); the others keep their defaults.
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
