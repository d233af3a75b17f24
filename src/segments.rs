//! Search of a `str`: finds, and the text between them.

use std::borrow::Cow;
use std::ops::{Deref, Range};

use crate::found::Found;
use crate::stream::{Extractor, FindIter};

/// Returns an iterator over the URIs in `text`, in order, with the default [`Options`](crate::Options).
///
/// ```
/// let text = "Siehe <http://www.w3.org/\n  Addressing/>, für alle.";
/// let found = urisift::find_str_iter(text).next().unwrap();
/// assert_eq!(found.uri_str(), "http://www.w3.org/Addressing/");
/// assert_eq!(&text[found.range()], found.raw_str());
/// ```
pub fn find_str_iter(text: &str) -> FindStrIter<'_> {
    Extractor::default().find_str_iter(text)
}

/// Splits a text into URIs and the text between them, with the default [`Options`](crate::Options): see
/// [`Extractor::segments`].
pub fn segments(text: &str) -> Segments<'_> {
    Extractor::default().segments(text)
}

impl Extractor {
    /// Returns an iterator over the URIs in `text`, in order.
    pub fn find_str_iter<'t>(&self, text: &'t str) -> FindStrIter<'t> {
        FindStrIter { text, finds: self.find_iter(text.as_bytes()) }
    }

    /// Splits `text` into URIs and the text between them, in order. No segment is empty.
    ///
    /// ```
    /// use urisift::Segment;
    /// let mut html = String::new();
    /// for segment in urisift::segments("Not <javascript:alert(1)>, but http://a.example/b.") {
    ///     match segment {
    ///         Segment::Uri(found) if found.is_harmless() => html += &format!("[{}]", found.href().unwrap()),
    ///         segment => html += segment.as_str(),
    ///     }
    /// }
    /// assert_eq!(html, "Not <javascript:alert(1)>, but [http://a.example/b].");
    /// ```
    pub fn segments<'t>(&self, text: &'t str) -> Segments<'t> {
        Segments { text, at: 0, finds: self.find_str_iter(text), next: None }
    }
}

/// A URI found in a `str`: a [`Found`] that also returns its text as `str`.
///
/// ```
/// let text = "Siehe „http://a.example/ä“.";
/// let found = urisift::find_str_iter(text).next().unwrap();
/// assert_eq!(found.uri_str(), "http://a.example/ä");
/// assert_eq!(&text[found.range()], found.raw_str());
/// assert_eq!(found.scheme(), b"http"); // A method of Found.
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundStr<'t> {
    found: Found<'t>,
    /// Where it starts in the text.
    start: usize,
    raw: &'t str,
}

impl<'t> FoundStr<'t> {
    /// The byte range of the URI, to slice the text with.
    pub fn range(&self) -> Range<usize> {
        self.start..self.start + self.raw.len()
    }

    /// The text at [`FoundStr::range`]: [`Found::raw`].
    pub fn raw_str(&self) -> &'t str {
        self.raw
    }

    /// The URI: [`Found::uri`].
    pub fn uri_str(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(self.found.uri())
    }
}

impl<'t> Deref for FoundStr<'t> {
    type Target = Found<'t>;

    fn deref(&self) -> &Found<'t> {
        &self.found
    }
}

/// An iterator over the URIs in a `str`: see [`find_str_iter`].
///
/// ```
/// let text = "Both ftp://a.example/b and http://c.example/.";
/// let uris: Vec<_> = urisift::find_str_iter(text).map(|found| found.raw_str()).collect();
/// assert_eq!(uris, ["ftp://a.example/b", "http://c.example/"]);
/// ```
#[derive(Debug)]
pub struct FindStrIter<'t> {
    text: &'t str,
    finds: FindIter<'t>,
}

impl<'t> Iterator for FindStrIter<'t> {
    type Item = FoundStr<'t>;

    fn next(&mut self) -> Option<FoundStr<'t>> {
        let found = self.finds.next()?;
        let (start, mut end) = (found.span().start as usize, found.span().end as usize);
        // A length limit may cut a character.
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        Some(FoundStr { found, start, raw: &self.text[start..end] })
    }
}

impl std::iter::FusedIterator for FindStrIter<'_> {}

/// A piece of a text.
///
/// ```
/// use urisift::Segment;
/// let mut segments = urisift::segments("See http://a.example/.");
/// assert_eq!(segments.next(), Some(Segment::Text("See ")));
/// let Some(Segment::Uri(found)) = segments.next() else { unreachable!() };
/// assert_eq!(found.uri_str(), "http://a.example/");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Segment<'t> {
    /// No URI.
    Text(&'t str),
    /// A URI.
    Uri(FoundStr<'t>),
}

impl<'t> Segment<'t> {
    /// The piece, as it is in the text.
    pub fn as_str(&self) -> &'t str {
        match self {
            Segment::Text(text) => text,
            Segment::Uri(found) => found.raw_str(),
        }
    }
}

/// An iterator over all of a text: see [`Extractor::segments`].
///
/// ```
/// let segments: Vec<_> = urisift::segments("See http://a.example/.").map(|s| s.as_str()).collect();
/// assert_eq!(segments, ["See ", "http://a.example/", "."]);
/// ```
#[derive(Debug)]
pub struct Segments<'t> {
    text: &'t str,
    /// Everything before it has been given.
    at: usize,
    finds: FindStrIter<'t>,
    /// The find after the text that was given last.
    next: Option<FoundStr<'t>>,
}

impl<'t> Iterator for Segments<'t> {
    type Item = Segment<'t>;

    fn next(&mut self) -> Option<Segment<'t>> {
        let next = self.next.take().or_else(|| self.finds.next());
        let start = next.as_ref().map_or(self.text.len(), |found| found.range().start);
        if self.at < start {
            let text = &self.text[self.at..start];
            (self.at, self.next) = (start, next);
            return Some(Segment::Text(text));
        }
        let found = next?;
        self.at = found.range().end;
        Some(Segment::Uri(found))
    }
}

impl std::iter::FusedIterator for Segments<'_> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_are_the_text() {
        for text in [
            "",
            "no link",
            "http://a.example/",
            "http://a.example/ http://b.example/",
            "é <http://a.example/ä\n b> http://日本.example/、ü",
        ] {
            for max_len in [0, 1, 2, 18, 1000] {
                let extractor = Extractor::builder().max_len(max_len).build();
                let segments: Vec<_> = extractor.segments(text).collect();
                assert_eq!(segments.iter().map(Segment::as_str).collect::<String>(), text);
                assert!(
                    segments.iter().all(|segment| !segment.as_str().is_empty()),
                    "{segments:?}"
                );
                let uris = segments.iter().filter(|segment| matches!(segment, Segment::Uri(_)));
                assert_eq!(uris.count(), extractor.find_iter(text.as_bytes()).count());
            }
        }
    }
}
