//! What a user may choose. Every limit is here, none in the code.

/// Which characters beyond ASCII belong to a bare URI.
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

/// Whether a bare URI may go on in the next line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Join {
    /// It ends with the line.
    Never,
    /// It goes on where there is strong evidence.
    #[default]
    Auto,
    /// It goes on wherever it runs to the line's end and the next line could go on with it.
    Always,
}

/// What is done with white space inside `<…>`, `<URL:…>` and quotes.
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Trailing {
    /// It belongs to the sentence.
    #[default]
    Trim,
    /// It belongs to the URI, save for a closing bracket or quote without an opening one.
    Keep,
}

/// What is looked for, and within which limits.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// The longest URI, in bytes of the source, at least one; a longer one is given cut at this
    /// length.
    pub max_len: usize,
    /// How far a wrapper is followed to its closing bracket, in bytes.
    pub max_wrap: usize,
    /// How many bytes one read of a stream asks for, from 1 to 1 GiB.
    pub chunk: usize,
    /// Characters beyond ASCII.
    pub iri: NonAscii,
    /// Bare URIs over line ends.
    pub join: Join,
    /// White space in wrappers.
    pub fold: Fold,
    /// Punctuation behind a bare URI.
    pub trailing: Trailing,
    /// Find `www.` hosts without a scheme, and what follows them.
    pub www: bool,
    /// Find host names without a scheme that end in a top-level domain, and what follows them.
    pub bare: bool,
    /// Find e-mail addresses.
    pub email: bool,
    /// Find disguised URIs (`hxxp`, `[.]`) and give them undisguised.
    pub refang: bool,
    /// Read backslash escapes of JSON and JavaScript strings in URIs: `http:\/\/a.example\/?b\u0026c`.
    pub escapes: bool,
    /// Count lines and columns.
    pub positions: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            max_len: 1 << 20,
            max_wrap: 8 << 10,
            chunk: 1 << 20,
            iri: NonAscii::default(),
            join: Join::default(),
            fold: Fold::default(),
            trailing: Trailing::default(),
            www: false,
            bare: false,
            email: false,
            refang: false,
            escapes: true,
            positions: false,
        }
    }
}
