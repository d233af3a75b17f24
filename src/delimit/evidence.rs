//! Whether a URI continues after the line that it ends: what its own characters say, the first token of the next line,
//! and the widths of the lines. Each kind of evidence is enough; none is a plain word.

use std::cell::OnceCell;

use super::fold;
use super::join::Piece;
use super::paragraph::{self, Above};
use super::printable;
use super::rest::{self, Likeness};
use super::view::View;
use super::wrapper::Close;
use crate::byteset::{ALNUM, UNFINISHED};
use crate::grammar::tld;

/// A line that others nearly reach is full from this width on.
const FILLED: usize = 60;
/// The least width that text without other lines is taken to be filled to.
pub(super) const WIDTH: usize = 72;
/// A shorter line was not filled, nor cut.
const LEAST: usize = 32;
/// Like `LEAST`, if nothing precedes the URI on its line.
pub(super) const LEAST_ALONE: usize = 24;
/// The least width at which two unbroken lines that are equally wide were cut.
const CUT: usize = 32;
/// Where a line ends that was cut inside a word, if no other line says so.
const USUAL_CUT: std::ops::RangeInclusive<usize> = 72..=80;
/// Where the `=` stands that quoted-printable puts at the end of a cut line (RFC 2045 6.7). It is
/// never the URI's own: decoding the text removes it.
const SOFT_BREAK: std::ops::RangeInclusive<usize> = 70..=76;

/// A line that ends with a URI, or with a piece of one.
pub(super) struct Ending<'u, 't> {
    view: &'u View<'t>,
    /// Where the piece on the line starts.
    start: usize,
    /// The URI up to there.
    pub so_far: &'u [u8],
    /// Columns from the line's start to the URI's end.
    pub columns: usize,
    /// The last character calls for more.
    pub unfinished: bool,
    pub quoted: bool,
    pub bracketed: bool,
    /// Nothing but a label or marks precedes the URI on its line.
    starts_line: bool,
    /// It is a folded line of a calendar.
    pub calendar: bool,
    /// It ends in a hyphen that a formatter has put there.
    hyphenated: bool,
    /// It ends at the right side of a frame.
    framed: bool,
    /// The last character may be the `=` that quoted-printable puts there, or is for certain.
    pub soft_break: bool,
    pub is_printable: bool,
    /// The URI so far ends in a `_` that closes an emphasis.
    emphasized: bool,
    /// How far the line is indented, in columns.
    indent: usize,
    /// The line has the width that the ones before it were cut at.
    pub cut: bool,
    /// The URI started on a line above, and has all of this one.
    pub goes_through: bool,
    /// What the URI has of a host, if it ends in it.
    host: Option<&'u [u8]>,
    above: OnceCell<Above>,
}

impl<'u, 't> Ending<'u, 't> {
    /// The line on which the piece `start..end` of a URI stands; `cut` is the width at which the lines of the
    /// URI so far were cut.
    pub fn of(
        view: &'u View<'t>,
        (start, end): (usize, usize),
        so_far: &'u [u8],
        (close, cut): (Option<Close>, Option<usize>),
    ) -> Option<Self> {
        let last = *so_far.last()?;
        let line_start = view.line_start(start)?;
        let columns = fold::columns(view.slice(line_start, end));
        let quoted = close.is_some_and(Close::is_quote);
        let line_end = fold::line_end(view, start, end)?;
        Some(Ending {
            view,
            start,
            host: host(so_far),
            so_far,
            columns,
            unfinished: UNFINISHED.contains(last) && !so_far.ends_with(b".."),
            quoted,
            bracketed: close.is_some() && !quoted,
            starts_line: is_label(view.line_before(start)),
            calendar: fold::is_calendar_line(view, start, end - line_start),
            hyphenated: line_end.hyphenated,
            framed: line_end.framed,
            soft_break: last == b'=' && SOFT_BREAK.contains(&(end - line_start)),
            is_printable: last == b'=' && printable::is_around(view, start, end),
            emphasized: last == b'_' && view.before(start).ends_with(b"_"),
            indent: paragraph::indent(view.line_before(start)),
            cut: cut == Some(columns),
            goes_through: so_far.len() > end - start,
            above: OnceCell::new(),
        })
    }

    /// Returns `true` if the end of the line and the first token of the next one fit together as one URI.
    pub fn goes_on(&self, piece: &Piece<'_>, token: &[u8]) -> bool {
        if self.is_completed(piece, token) {
            return true;
        }
        if piece.led && !piece.hangs || piece.calls {
            return false;
        }
        let fits = piece.led && self.fills(piece, token) || self.is_cut_inside(piece, token);
        fits && !piece.is_alike(self.view)
    }

    /// Returns `true` if the URI so far is a part of something, and the token completes it.
    pub fn is_completed(&self, piece: &Piece<'_>, token: &[u8]) -> bool {
        // The first line of a paragraph may be indented.
        let starts_paragraph = || self.above().count == 0 || self.above().indent < self.indent;
        let below = (piece.led || piece.alone) && (piece.hangs || starts_paragraph());
        let completes = || {
            self.hyphenated
                || self.completes_host(token)
                || rest::completes_identifier(self.so_far, token)
                || self.completes_query(piece, token)
                || rest::completes_name(self.so_far, token)
        };
        below && completes()
    }

    /// Returns `true` if the lines are cut at a fixed width, so that the next line's piece belongs whatever it is.
    pub fn is_cut(&self, piece: &Piece<'_>, token: &[u8]) -> bool {
        let equal = piece.alone && piece.columns(self.view) == self.columns;
        // Two lines are as wide as another one by chance now and then.
        let certain = self.above().count > 3 || Likeness::of(token) == Likeness::Strong;
        let others =
            || certain && !self.so_far.ends_with(b".") && self.above().are_cut_at(self.columns);
        piece.led && piece.flush && (self.cut || self.is_widest() && (equal || others()))
    }

    /// Returns `true` if the URI so far has no host or a part of one, and the token brings the rest.
    fn completes_host(&self, token: &[u8]) -> bool {
        let separator = [&b":"[..], b":/"].into_iter().find(|end| self.so_far.ends_with(end));
        if let Some(separator) = separator {
            let rest = token.strip_prefix(&b"//"[separator.len() - 1..]);
            return rest.is_some_and(rest::is_host);
        }
        match self.host {
            None => false,
            Some(b"") => rest::is_host(token) && !matches!(token, b"e.g" | b"i.e"),
            Some([.., b'-']) => rest::ends_host(token),
            Some([host @ .., b'.']) => !is_whole(host) && rest::ends_host(token),
            Some(host) => {
                self.is_widest()
                    && !is_whole(host)
                    && !host.contains(&b':')
                    && !host.eq_ignore_ascii_case(b"localhost")
                    && (!rest::is_host(token) || host.len() < 4)
                    && rest::ends_host(token)
                    && token.contains(&b'/')
            }
        }
    }

    /// The lines above.
    fn above(&self) -> &Above {
        self.above.get_or_init(|| Above::of_line(self.view, self.start))
    }

    fn is_widest(&self) -> bool {
        self.columns >= CUT && self.columns >= self.above().widest
    }

    /// Returns `true` if the query so far calls for a parameter, and the token is one.
    fn completes_query(&self, piece: &Piece<'_>, token: &[u8]) -> bool {
        let inside = || self.so_far.contains(&b'?');
        let more = || rest::has_parameters(token);
        let fits = match *self.so_far {
            [.., b'?'] => {
                rest::is_parameter(token) && (piece.set_off || rest::has_odd_value(token))
            }
            [.., b'&'] => rest::is_parameter(token) && (piece.set_off || more()),
            _ if self.so_far.ends_with(b"&amp;") => inside() && rest::is_parameter(token),
            [.., b'=' | b'.'] => more() && inside(),
            _ => token.starts_with(b"&") && rest::is_parameter(&token[1..]) && inside(),
        };
        fits && !piece.is_alike(self.view)
    }

    /// Returns `true` if the line would have been too wide with the token.
    fn fits_not(&self, piece: &Piece<'_>, token: &[u8]) -> bool {
        let floor = if self.above().count == 0 && !self.starts_line { WIDTH } else { 0 };
        let width = self.above().filled_to(piece.line_columns(self.view)).max(floor);
        let least = if self.starts_line { LEAST_ALONE } else { LEAST };
        self.goes_through || self.columns >= least && self.columns + token.len() > width
    }

    /// Returns `true` if a directory continues with the name of a file or a directory, which is all that is left of the
    /// sentence.
    fn ends_with_file(&self, piece: &Piece<'_>, token: &[u8]) -> bool {
        let is_path = Likeness::of(token) == Likeness::Strong || token.ends_with(b"/");
        self.so_far.ends_with(b"/") && piece.ends_sentence && is_path && self.columns >= LEAST
    }

    /// Returns `true` if the line was filled, the URI's end calls for more or the token for something before it, and
    /// the token is not a word.
    fn fills(&self, piece: &Piece<'_>, token: &[u8]) -> bool {
        if rest::is_foreign(token) {
            return false;
        }
        if self.so_far.ends_with(b"-") && !self.so_far.ends_with(b"--") && piece.alone {
            return true;
        }
        if !self.fits_not(piece, token) && !self.ends_with_file(piece, token) {
            return false;
        }
        let likeness = Likeness::of(token);
        let strong = likeness == Likeness::Strong && piece.set_off;
        let some = likeness == Likeness::Some && piece.alone;
        let slash = self.so_far.ends_with(b"/");
        match *self.so_far {
            _ if self.host == Some(b"") => false,
            _ if matches!(token, [b'/' | b'#' | b'?', ..]) => {
                let certain = piece.set_off && (self.goes_through || !rest::is_hashtag(token));
                !slash
                    && !piece.is_listed(self.view)
                    && certain
                    && rest::starts_component(self.so_far, token)
            }
            [.., b'-', b'-'] => false,
            [.., b'-'] => {
                token[0].is_ascii_lowercase() && !rest::is_word_after_doi(self.so_far, token)
                    || strong
                    || some
                    || likeness == Likeness::Strong && token.contains(&b'/')
                    || piece.set_off && rest::is_number(token)
            }
            [.., b','] => piece.alone && token.contains(&b'='),
            [.., b'.'] => piece.set_off && rest::is_file_ending(token),
            _ if slash && (rest::is_number(token) || rest::is_setting(token)) => false,
            [.., b'/'] => {
                let folder = piece.set_off && token.len() > 3 && token.ends_with(b"/");
                strong || some && rest::is_path(token) || rest::is_name(token) || folder
            }
            [.., before, b'=' | b'#' | b'_'] => {
                (piece.set_off || some) && ALNUM.contains(before) && !self.emphasized
            }
            [.., b'%'] => strong || some,
            _ => false,
        }
    }

    /// Returns `true` if the line was cut inside a word, and the token is no other one.
    fn is_cut_inside(&self, piece: &Piece<'_>, token: &[u8]) -> bool {
        let beside_others = self.columns >= FILLED && self.above().widest + 8 >= self.columns;
        let is_full = USUAL_CUT.contains(&self.columns) && self.starts_line
            || self.is_widest() && (self.starts_line && beside_others || self.columns == 80);
        let part = || rest::is_part_of_segment(token) && self.columns >= WIDTH && piece.led;
        let plain = (is_full && piece.alone || self.has_twin(piece))
            && rest::is_unmistakable(token)
            && !rest::is_foreign(token);
        plain || part()
    }

    /// Returns `true` if the line is as wide as the widest one beside it, as where all of them were cut.
    fn has_twin(&self, piece: &Piece<'_>) -> bool {
        let equal =
            self.above().widest == self.columns || piece.line_columns(self.view) == self.columns;
        self.framed || self.is_widest() && equal && piece.flush && !self.above().spaced
    }
}

/// What the URI has of a host, if it ends in it.
fn host(uri: &[u8]) -> Option<&[u8]> {
    let scheme = uri.iter().position(|&b| b == b':')?;
    let authority = uri.get(scheme + 3..).filter(|_| uri[scheme..].starts_with(b"://"))?;
    if authority.iter().any(|b| b"/?#".contains(b)) {
        return None;
    }
    Some(authority.iter().rposition(|&b| b == b'@').map_or(authority, |i| &authority[i + 1..]))
}

/// Returns `true` if a host is whole: it has a top-level domain, or is not a name.
fn is_whole(host: &[u8]) -> bool {
    let mut labels = host.rsplit(|&b| b == b'.');
    let last = labels.next().unwrap_or(&[]).to_ascii_lowercase();
    let is_number = host.iter().all(|b| b.is_ascii_digit() || b"[]:.".contains(b));
    is_number
        || labels.next().is_some() && tld::is_usual(&last)
        || host.eq_ignore_ascii_case(b"localhost")
}

/// Returns `true` if the line before a URI holds nothing but marks, or the label of a reference: `[3]: `, `12. `.
fn is_label(line: &[u8]) -> bool {
    let digits = line.iter().any(u8::is_ascii_digit);
    let label = line.trim_ascii_end();
    let letters = line.iter().any(u8::is_ascii_alphabetic);
    !letters && (!digits || matches!(label, [.., b']' | b')' | b'.' | b':']))
}
