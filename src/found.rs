//! The record of a URI that was found.

use std::borrow::Cow;

use crate::position::{Position, Span};

/// What the writer put around a URI to set it apart from the sentence.
///
/// The wrapper is never part of the URI (RFC 3986 Appendix C).
///
/// ```
/// use urisift::{Wrapper, find_iter};
/// let found = find_iter(b"Get <URL:ftp://ds.internic.net/rfc>.").next().unwrap();
/// assert_eq!((found.wrapper(), found.raw()), (Wrapper::UrlAngle, &b"ftp://ds.internic.net/rfc"[..]));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Wrapper {
    /// Nothing but whitespace or punctuation.
    #[default]
    None,
    /// `<…>`, or its escaped form `&lt;…&gt;`.
    Angle,
    /// `<URL:…>`, the form that RFC 1738 recommends in its appendix.
    UrlAngle,
    /// `URL:…` without angle brackets.
    UrlPrefix,
    /// A pair of quotation marks of any script.
    Quote,
    /// A pair of parentheses, square brackets or braces, of any script.
    Bracket,
}

impl Wrapper {
    /// All wrappers, in declaration order.
    #[doc(hidden)]
    pub const ALL: [Wrapper; 6] = [
        Wrapper::None,
        Wrapper::Angle,
        Wrapper::UrlAngle,
        Wrapper::UrlPrefix,
        Wrapper::Quote,
        Wrapper::Bracket,
    ];

    /// The name that reports use.
    #[inline]
    pub fn name(self) -> &'static str {
        match self {
            Wrapper::None => "none",
            Wrapper::Angle => "angle",
            Wrapper::UrlAngle => "url-angle",
            Wrapper::UrlPrefix => "url-prefix",
            Wrapper::Quote => "quote",
            Wrapper::Bracket => "bracket",
        }
    }
}

/// How a URI reads if that is not just the text. Rare, so a record boxes it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Readings {
    /// The URI if it differs from the text.
    pub first: Option<Vec<u8>>,
    /// The second reading.
    pub second: Option<Vec<u8>>,
    /// Where the first reading stands for something that no URI may contain.
    pub mended_at: Option<usize>,
    /// The text of the link whose target it is, if that is a URI of another host.
    pub link_text: Option<Vec<u8>>,
    /// The name that its host imitates.
    pub imitated: Option<String>,
}

impl Readings {
    /// Boxes the readings; `None` if there are none.
    pub fn of(first: Option<Vec<u8>>, second: Option<Vec<u8>>) -> Option<Box<Readings>> {
        let is_any = first.is_some() || second.is_some();
        is_any.then(|| Box::new(Readings { first, second, ..Readings::default() }))
    }

    /// The first reading if it differs from the text.
    pub fn first(&self) -> Option<&[u8]> {
        self.first.as_deref()
    }
}

/// Memory for the URI of a reference, for one reference after the other.
#[doc(hidden)]
#[derive(Debug, Default)]
pub struct UriMemory(Box<Readings>);

impl UriMemory {
    /// The URI, empty at first.
    pub fn uri(&mut self) -> &mut Vec<u8> {
        self.0.first.get_or_insert_default()
    }
}

/// A URI that was found in a text.
///
/// It borrows from the text; [`Found::into_owned`] makes one that can be kept.
///
/// ```
/// let text = b"It is under <http://www.w3.org/\n  Addressing/>.";
/// let found = urisift::find_iter(text).next().unwrap();
/// assert_eq!(found.uri(), b"http://www.w3.org/Addressing/");
/// assert_eq!(found.raw(), b"http://www.w3.org/\n  Addressing/");
/// assert!(found.is_harmless());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<'t> {
    pub(crate) span: Span,
    pub(crate) position: Option<Position>,
    pub(crate) raw: Cow<'t, [u8]>,
    pub(crate) readings: Option<Box<Readings>>,
    /// Length of the scheme in the URI, without its colon.
    pub(crate) scheme_len: u32,
    pub(crate) wrapper: Wrapper,
    pub(crate) truncated: bool,
    pub(crate) truncated_by_source: bool,
}

impl<'t> Found<'t> {
    /// The bytes of the source that the URI takes up, folds included.
    #[inline]
    pub fn span(&self) -> Span {
        self.span
    }

    /// Line and column of the first byte; only where [`Options::positions`] asked for it.
    ///
    /// [`Options::positions`]: crate::Options::positions
    #[inline]
    pub fn position(&self) -> Option<Position> {
        self.position
    }

    /// The source at [`Found::span`], byte for byte.
    #[inline]
    pub fn raw(&self) -> &[u8] {
        &self.raw
    }

    /// The URI: [`Found::raw`] without the whitespace and the line leaders that only break it over lines, without
    /// colors and marks that are not seen inside it, and with what the escapes of a string in JSON or JavaScript stand
    /// for (see [`Options::escapes`]). Nothing else is decoded, no case changed, nothing repaired, except in disguised
    /// URIs, which are only found on request (see [`Options::refang`]), and in references of markup, where what no URI
    /// may contain is percent-encoded.
    ///
    /// [`Options::escapes`]: crate::Options::escapes
    /// [`Options::refang`]: crate::Options::refang
    #[inline]
    pub fn uri(&self) -> &[u8] {
        self.readings.as_deref().and_then(Readings::first).unwrap_or(&self.raw)
    }

    /// The second way to read the text, where there is one: without a hyphen that is before a line break, with a full
    /// stop that may end the sentence or the URI, with what follows a blank inside `<…>`, a line's own part where lines
    /// were joined, or the part before a mark that is not seen.
    #[inline]
    pub fn second_reading(&self) -> Option<&[u8]> {
        self.readings.as_deref()?.second.as_deref()
    }

    /// All readings; the first one is [`Found::uri`].
    pub fn readings(&self) -> impl Iterator<Item = &[u8]> {
        std::iter::once(self.uri()).chain(self.second_reading())
    }

    /// The scheme as it is written, without its colon; empty in an abbreviated form such as
    /// `www.example.com/path`.
    #[inline]
    pub fn scheme(&self) -> &[u8] {
        &self.uri()[..self.scheme_len as usize]
    }

    /// What is around the URI.
    #[inline]
    pub fn wrapper(&self) -> Wrapper {
        self.wrapper
    }

    /// Returns `true` if the URI was cut: it is longer than [`Options::max_len`], or the file that it was unpacked from
    /// breaks off in it.
    ///
    /// [`Options::max_len`]: crate::Options::max_len
    #[inline]
    pub fn is_truncated(&self) -> bool {
        self.truncated
    }

    /// Returns `true` if the text shows that the URI was cut short before it was searched: an ellipsis, `…` or `...`,
    /// follows it directly, also as `[…]`. The URI ends before the ellipsis. Only where a format fixes both ends, as in
    /// a cell of a table, it ends with the ellipsis. In `<http://a.example/...>`, the dots are the URI's own.
    ///
    /// ```
    /// let text = b"http://a.example/lon... http://a.example/whole ...";
    /// let are_cut: Vec<_> = urisift::find_iter(text).map(|found| found.is_truncated_by_source()).collect();
    /// assert_eq!(are_cut, [true, false]);
    /// ```
    #[inline]
    pub fn is_truncated_by_source(&self) -> bool {
        self.truncated_by_source
    }

    /// The record of a reference that needs no delimiting: its span, its text, the URI if that
    /// differs, and the length of its scheme.
    #[doc(hidden)]
    pub fn of_link(
        span: Span,
        raw: &'t [u8],
        uri: Option<Vec<u8>>,
        scheme_len: usize,
        truncated: bool,
    ) -> Self {
        Found {
            span,
            position: None,
            raw: Cow::Borrowed(raw),
            readings: Readings::of(uri, None),
            scheme_len: scheme_len as u32,
            wrapper: Wrapper::None,
            truncated,
            truncated_by_source: false,
        }
    }

    /// The record of a reference whose URI is in that memory.
    #[doc(hidden)]
    pub fn of_joined(
        span: Span,
        raw: &'t [u8],
        memory: UriMemory,
        scheme_len: usize,
        truncated: bool,
    ) -> Self {
        let readings = Some(memory.0);
        Found { readings, ..Found::of_link(span, raw, None, scheme_len, truncated) }
    }

    /// Takes the memory of its URI, for another one.
    #[doc(hidden)]
    pub fn into_memory(self) -> Option<UriMemory> {
        let mut readings = self.readings?;
        let mut uri = readings.first.take()?;
        uri.clear();
        *readings = Readings { first: Some(uri), ..Readings::default() };
        Some(UriMemory(readings))
    }

    /// The same record of a URI that was percent-encoded at that byte, or otherwise made valid there: its verdict is
    /// that the text is not a URI.
    #[doc(hidden)]
    pub fn mended(mut self, at: Option<usize>) -> Self {
        if let Some(readings) = &mut self.readings {
            readings.mended_at = at;
        }
        self
    }

    /// Where the URI stands for something that no URI may contain.
    #[doc(hidden)]
    pub fn mended_at(&self) -> Option<usize> {
        self.readings.as_deref()?.mended_at
    }

    /// The text of the link whose target it is, if that is a URI of another host.
    #[doc(hidden)]
    pub fn link_text(&self) -> Option<&[u8]> {
        self.readings.as_deref()?.link_text.as_deref()
    }

    /// Sets that text.
    #[doc(hidden)]
    pub fn set_link_text(&mut self, text: Vec<u8>) {
        self.readings.get_or_insert_default().link_text = Some(text);
    }

    /// The name that the host imitates, if such names are looked for.
    #[doc(hidden)]
    pub fn imitated(&self) -> Option<&str> {
        self.readings.as_deref()?.imitated.as_deref()
    }

    /// Sets that name.
    #[doc(hidden)]
    pub fn set_imitated(&mut self, name: String) {
        self.readings.get_or_insert_default().imitated = Some(name);
    }

    /// Returns `true` if the URI differs from the text, or there are two readings.
    #[doc(hidden)]
    #[inline]
    pub fn has_readings(&self) -> bool {
        let is_any = |readings: &Readings| readings.first.is_some() || readings.second.is_some();
        self.readings.as_deref().is_some_and(is_any)
    }

    /// The same record at another place in the source.
    #[doc(hidden)]
    pub fn at(self, span: Span, position: Option<Position>) -> Self {
        Found { span, position, ..self }
    }

    /// Sets its place in the source.
    #[doc(hidden)]
    pub fn set_place(&mut self, span: Span, position: Option<Position>) {
        (self.span, self.position) = (span, position);
    }

    /// What follows it is missing.
    #[doc(hidden)]
    pub fn set_truncated(&mut self) {
        self.truncated = true;
    }

    /// An ellipsis follows it.
    #[doc(hidden)]
    pub fn set_truncated_by_source(&mut self) {
        self.truncated_by_source = true;
    }

    /// The same record with other readings and another wrapper.
    #[doc(hidden)]
    pub fn with(self, readings: [Option<Vec<u8>>; 2], wrapper: Wrapper, truncated: bool) -> Self {
        let [first, second] = readings;
        Found { readings: Readings::of(first, second), wrapper, truncated, ..self }
    }

    /// The same record, owning its bytes.
    pub fn into_owned(self) -> Found<'static> {
        Found { raw: Cow::Owned(self.raw.into_owned()), ..self }
    }
}
