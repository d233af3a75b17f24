//! HTTP messages as stored in archives: RFC 9112, in the text-based versions.

mod chunked;
mod coding;

use std::ops::ControlFlow;

use chunked::Chunked;
use coding::ContentCoding;

use crate::core::peek::PeekReader;
use crate::core::problem::ProblemKind;
use crate::core::step::StepKind;
use crate::core::walker::Walker;
use crate::layers::body;
use crate::layers::fields::{self, Head};
use crate::layers::media_type::Media;

/// A request or a response. Anything else is read by its first bytes.
pub(crate) fn message(reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
    let head = Head::read(reader, fields::LONGEST, |_, _, _| false);
    let Some(head) = head.filter(|head| names_http(&reader.live()[..head.len])) else {
        return to.open(reader);
    };
    let entity = Entity::of(&head, reader.live());
    to.within(StepKind::Header, "http header", |to| to.text(&mut head.exact(reader, |_| false)))?;
    to.advance(reader, head.whole_len() as u64);
    to.based(entity.base.clone(), |to| entity.read(reader, to))
}

/// Returns `true` if the first line names a version of HTTP.
fn names_http(head: &[u8]) -> bool {
    let end = memchr::memchr(b'\n', head).unwrap_or(head.len());
    memchr::memmem::find(&head[..end], b"HTTP/").is_some()
}

/// How the body of a message is encoded.
struct Entity {
    is_chunked: bool,
    /// In the order in which they were applied.
    codings: Vec<ContentCoding>,
    media: Media,
    base: Option<String>,
}

impl Entity {
    fn of(head: &Head, text: &[u8]) -> Self {
        let value = |name| head.text(text, name);
        let transfer = value("Transfer-Encoding").unwrap_or_default().to_ascii_lowercase();
        Entity {
            is_chunked: transfer.split(',').any(|coding| coding.trim() == "chunked"),
            codings: ContentCoding::all(&value("Content-Encoding").unwrap_or_default()),
            media: Media::parse(head.value(text, "Content-Type").unwrap_or_default()),
            // RFC 2110 4.2 and 4.3.
            base: head.uri(text, "Content-Base").or_else(|| head.uri(text, "Content-Location")),
        }
    }

    /// Reads the body.
    fn read(&self, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
        if reader.is_at_end() {
            return ControlFlow::Continue(());
        }
        if self.codings.len() > coding::MOST {
            let (raw, most) = (reader.raw(), coding::MOST);
            let what = format!("http: more than {most} codings; searching the body undecoded");
            to.problem(ProblemKind::Limit, raw, what);
            return to.text(reader);
        }
        match self.is_chunked && chunked::is_chunked(reader) {
            true => self.join(reader, to),
            false => self.decode(&self.codings, reader, to),
        }
    }

    /// Reads a chunked body.
    fn join(&self, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
        let mut chunks = Chunked::new(reader);
        self.decode(&self.codings, &mut PeekReader::of_mapped(&mut chunks), to)?;
        chunks.report(to);
        // The trailer is text.
        let end = chunked::line_end(reader) as u64;
        to.advance(reader, end);
        to.rest(reader)
    }

    /// Removes these codings and reads the rest.
    fn decode(
        &self,
        codings: &[ContentCoding],
        reader: &mut PeekReader<'_>,
        to: &mut Walker<'_>,
    ) -> ControlFlow<()> {
        let Some((outer, inner)) = codings.split_last() else {
            let step = if self.media.essence.is_empty() { "body" } else { &self.media.essence };
            return to.within(StepKind::Layer, step, |to| body::read(&self.media, reader, to));
        };
        if !outer.fits(reader) {
            return self.decode(inner, reader, to);
        }
        let (raw, budget) = (reader.raw(), to.budget());
        to.unpack(
            StepKind::Layer,
            outer.name(),
            || outer.decoder(reader, &budget),
            raw,
            |to, reader| self.decode(inner, reader, to),
        )?;
        to.rest(reader)
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{All, all_of, walked};
    use flate2::Compression;
    use flate2::read::GzEncoder;

    use super::*;

    fn read(bytes: &[u8], step: usize) -> All {
        walked(bytes, step, |to, reader| message(reader, to))
    }

    /// The texts, without the borders of fields.
    fn shown(all: &All) -> Vec<(&str, String)> {
        let shown = all.shown().into_iter();
        shown.map(|(path, text)| (path, text.replace('\u{1f}', ""))).collect()
    }

    const PLAIN: &str = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n";

    #[test]
    fn bodies_are_taken_out_of_what_is_around_them() {
        let packed = all_of(GzEncoder::new(&b"packed"[..], Compression::best()));
        let size = format!("{:x}\r\n", packed.len());
        let chunked = [size.as_bytes(), &packed, b"\r\n0\r\n\r\n"].concat();
        for (fields, body, path, text) in [
            ("", &b"as it is"[..], "text/plain", "as it is"),
            (
                "Transfer-Encoding: chunked\r\n",
                b"2\r\nab\r\n1\r\nc\r\n0\r\n\r\n",
                "text/plain",
                "abc",
            ),
            ("Transfer-Encoding: chunked\r\n", b"not so", "text/plain", "not so"),
            ("Content-Encoding: gzip\r\n", &packed, "gzip/text/plain", "packed"),
            ("Content-Encoding: gzip\r\n", b"not so", "text/plain", "not so"),
            ("Content-Encoding: br, gzip\r\n", &packed, "gzip/text/plain", "packed"),
            (
                "Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n",
                &chunked,
                "gzip/text/plain",
                "packed",
            ),
        ] {
            let bytes = [PLAIN.as_bytes(), fields.as_bytes(), b"\r\n", body].concat();
            for step in 1..9 {
                let all = read(&bytes, step);
                let head = String::from_utf8_lossy(&bytes[..bytes.len() - body.len()]).into_owned();
                assert_eq!(shown(&all), [("http header", head), (path, text.to_owned())]);
                assert_eq!(all.problems, [""; 0]);
            }
            for end in 0..bytes.len() {
                read(&bytes[..end], 1);
            }
        }
    }

    #[test]
    fn a_location_is_exact() {
        for (value, text) in
            [("../a?b", "\0"), ("//h/a", "\0"), ("http://h/", "\u{1f}http://h/\u{1f}"), ("", "")]
        {
            let bytes = format!("HTTP/1.0 301 \nX: 1\nlocation:  {value} \nY: 2\n\n");
            let all = read(bytes.as_bytes(), 1);
            let head = all.text("http header");
            let expected = bytes.replacen(value, text, usize::from(!value.is_empty()));
            assert_eq!(shown(&all)[0].1, expected.replace('\u{1f}', ""));
            assert!(String::from_utf8_lossy(&head.text).contains(text));
            let links: Vec<_> = head.links.iter().map(|link| &link.value[..]).collect();
            assert_eq!(links, if text == "\0" { vec![value.as_bytes()] } else { vec![] });
            assert!(head.links.iter().all(|link| link.raw.start == 30 && !link.decoded));
        }
    }

    #[test]
    fn a_body_has_its_base() {
        let head = format!("{PLAIN}Content-Location: /a\r\nContent-Base: http://b/\r\n\r\nbody");
        let all = read(head.as_bytes(), 9);
        assert_eq!(all.text("text/plain").bases, ["http://b/"]);
        assert!(all.text("http header").bases.is_empty());
    }

    #[test]
    fn what_is_wrong_is_said_and_read() {
        let endless = [&b"HTTP/1.1 200 OK\r\nA: "[..], &[b'a'; 99999]].concat();
        let most = format!("{PLAIN}Content-Encoding: {}\r\n\r\nbody", "gzip,".repeat(5));
        let broken = format!("{PLAIN}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nbody");
        let open = format!("{PLAIN}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n");
        assert_eq!(read(open.as_bytes(), 9).notes, ["http: missing final chunk"]);
        let cut = format!("{PLAIN}Transfer-Encoding: chunked\r\n\r\n3\r\na");
        for (bytes, text, problem) in [
            (cut.as_bytes(), "a", Some("http: truncated chunk")),
            (&b"no message"[..], "no message", None),
            (b"", "", None),
            (&endless, &String::from_utf8_lossy(&endless)[..], None),
            (
                most.as_bytes(),
                "body",
                Some("http: more than 4 codings; searching the body undecoded"),
            ),
            (open.as_bytes(), "abc", None),
            (broken.as_bytes(), "abc\r\nbody", Some("http: expected a chunk")),
        ] {
            let all = read(bytes, 999);
            let bodies = all.shown().into_iter().filter(|(path, _)| *path != "http header");
            assert_eq!(bodies.map(|(_, text)| text).collect::<String>(), text);
            assert_eq!(all.problems.first().map(|what| &what[..]), problem);
        }
    }
}
