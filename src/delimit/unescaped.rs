//! URIs in strings with escapes: found by the rules of any text in what the string reads, and put back
//! to where they stand in the source.

use memchr::{memchr, memchr2};

use super::Extent;
use super::bare::Head;
use super::escape::{self, Unread};
use super::view::View;
use super::wrapper::{self, Close};
use crate::found::Readings;
use crate::options::Options;
#[cfg(any(test, fuzzing))]
use crate::steps;

/// How much of the source is read at first, in bytes; twice as much each time that is too little, so
/// that all is read about twice.
const FIRST: usize = 128;

/// What a slash is that is not escaped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slash {
    /// A part of the URI.
    Own,
    /// The end of what is escaped, save in quotes: in `s/http:\/\/a.example/b/`, and in a regular
    /// expression between slashes.
    Foreign,
}

/// The URI at `start`, in which a character at least is written as an escape.
pub(super) fn uri(
    view: &View<'_>,
    start: usize,
    scheme_len: usize,
    slash: Slash,
    options: &Options,
) -> Option<Extent> {
    let extent = find(view, start, slash, options, |text, start, options| {
        super::uri(text, start, start + scheme_len, options)
    });
    extent.filter(|extent| extent.uri().is_some())
}

/// A URI that goes on with an escape.
pub(super) fn delimited(view: &View<'_>, head: Head, options: &Options) -> Option<Extent> {
    find(view, head.start, Slash::Own, options, |text, start, options| {
        if head.scheme_len > 0 {
            return super::uri(text, start, start + head.scheme_len, options);
        }
        let head = Head { start, body: start, authority: Some(start), ..head };
        super::delimited(text, head, &wrapper::opening(text, start), options)
    })
}

/// The URI that `find` makes out in the text without escapes, whose first byte is at `start` in the
/// source. `find` is given that text, the first byte's place in it, and the options.
fn find(
    view: &View<'_>,
    start: usize,
    slash: Slash,
    options: &Options,
    find: impl Fn(&View<'_>, usize, &Options) -> Option<Extent>,
) -> Option<Extent> {
    let mut reading = Reading::before(view, start, slash);
    let mut most = FIRST;
    loop {
        let source = view.sight(start, most);
        reading.read(source);
        let inner = view.of_reading(&reading.text);
        let max_len = reading.max_len(options.max_len, source.len());
        let extent =
            find(&inner, reading.start, &Options { escapes: false, max_len, ..options.clone() });
        let decided = reading.is_whole || !inner.reached_end();
        if decided || source.len() < most {
            if !decided {
                view.want_more();
            }
            return extent.map(|extent| reading.put_back(extent, view, start));
        }
        reading.start_again();
        most = most.saturating_mul(2);
    }
}

/// A piece of the source as it reads.
#[derive(Debug)]
struct Reading {
    text: Vec<u8>,
    /// Where the URI starts in the text.
    start: usize,
    slash: Slash,
    /// The escapes behind that, in order.
    places: Vec<Place>,
    /// Nothing behind it is of the same string.
    is_whole: bool,
}

/// Where an escape was.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// Where its character starts and ends in the text.
    text: [usize; 2],
    /// The byte behind the escape, counted from the URI's first one.
    source: usize,
}

impl Reading {
    /// What stands before the URI.
    fn before(view: &View<'_>, start: usize, slash: Slash) -> Self {
        let behind = view.behind(start);
        let (text, places) = (Vec::with_capacity(behind.len() + FIRST), Vec::new());
        let mut reading = Reading { text, start: 0, slash: Slash::Own, places, is_whole: false };
        let read = reading.read(behind);
        reading.text.extend_from_slice(&behind[read..]);
        reading.start = reading.text.len();
        reading.start_again();
        let opening = wrapper::opening(&view.of_reading(&reading.text), reading.start);
        if !opening.close.is_some_and(Close::is_quote) {
            reading.slash = slash;
        }
        reading
    }

    /// Drops the URI and what follows it.
    fn start_again(&mut self) {
        self.text.truncate(self.start);
        self.places.clear();
    }

    /// Reads the source up to its end, to an escape that it cuts, or to the end of the string; how many
    /// bytes of it.
    fn read(&mut self, source: &[u8]) -> usize {
        #[cfg(any(test, fuzzing))]
        steps::add(source.len());
        let mut at = 0;
        while at < source.len() {
            let rest = &source[at..];
            let plain = match self.slash {
                Slash::Own => memchr(b'\\', rest),
                Slash::Foreign => memchr2(b'\\', b'/', rest),
            };
            let len = plain.unwrap_or(rest.len());
            self.text.extend_from_slice(&rest[..len]);
            at += len;
            match rest.get(len) {
                Some(b'\\') => match self.escape(&source[at..], at) {
                    0 => return at,
                    len => at += len,
                },
                Some(_) => {
                    self.is_whole = true;
                    return at;
                }
                None => {}
            }
        }
        at
    }

    /// Reads the backslashes that the rest of the source starts with, and what they escape; how many
    /// bytes that is, none where the rest is cut.
    fn escape(&mut self, rest: &[u8], at: usize) -> usize {
        match escape::read(rest) {
            Ok(escaped) => {
                let from = self.text.len();
                self.text.extend_from_slice(escaped.c.encode_utf8(&mut [0; 4]).as_bytes());
                let source = at + escaped.len;
                self.places.push(Place { text: [from, self.text.len()], source });
                escaped.len
            }
            Err(Unread::Other) => {
                let len = rest.iter().position(|&b| b != b'\\').unwrap_or(rest.len());
                self.text.extend_from_slice(&rest[..len]);
                len
            }
            Err(Unread::Cut) => 0,
        }
    }

    /// How much of the text is as long as a URI may be in the source, of which so much has been read.
    fn max_len(&self, max_len: usize, read: usize) -> usize {
        if read <= max_len {
            return max_len;
        }
        let next = self.places.partition_point(|place| place.source <= max_len);
        let end = match next.checked_sub(1).map(|last| self.places[last]) {
            Some(Place { text: [_, end], source }) => end + (max_len - source),
            None => self.start + max_len,
        };
        let end = self.places.get(next).map_or(end, |place| end.min(place.text[0]));
        end - self.start
    }

    /// Where `end` in the text is in the source, counted from the URI's first byte.
    fn source(&self, end: usize) -> usize {
        let next = self.places.partition_point(|place| place.text[1] <= end);
        match next.checked_sub(1).map(|last| self.places[last]) {
            Some(place) => place.source + (end - place.text[1]),
            None => end - self.start,
        }
    }

    /// The extent in the source, where the URI starts at `start`, of one in the text.
    fn put_back(&self, extent: Extent, view: &View<'_>, start: usize) -> Extent {
        let end = start + self.source(extent.end);
        let (first, second) = match extent.readings {
            Some(readings) => (readings.first, readings.second),
            None => (None, None),
        };
        let uri = first.unwrap_or_else(|| self.text[extent.start..extent.end].to_vec());
        let uri = (uri != view.slice(start, end)).then_some(uri);
        Extent { start, end, readings: Readings::of(uri, second), ..extent }
    }
}
