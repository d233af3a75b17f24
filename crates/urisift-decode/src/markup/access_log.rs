//! Access logs of web servers: the target of a request is a reference, whose base is the server.

use std::ops::Range;

use bstr::ByteSlice;
use memchr::{memchr, memchr_iter, memmem};

use super::Dialect;
use crate::core::message::{Message, MessageFields};
use crate::core::peek::PeekReader;
use crate::layers::syntax::{self, Syntax, Unit};

/// The logs of Apache (common, combined), nginx and others, which quote the request line, and those of IIS and
/// CloudFront, which say their fields (W3C Extended Log File Format).
pub(crate) const ACCESS_LOG: Dialect<AccessLog> = Dialect {
    name: "access-log",
    extensions: &[],
    media_types: &[],
    may_start_as: &[],
    syntax: AccessLog::default,
};

/// What links are called.
const REQUEST: &str = "request";

/// Targets of requests are links, and all else is text. Each request is a message with its client and status.
#[derive(Default)]
pub(crate) struct AccessLog {
    /// The fields of the lines that come, if one has said them.
    fields: Option<Fields>,
    /// The line before is of a request with a client or a status.
    is_noted: bool,
}

/// Where fields are in a line, from 0.
struct Fields {
    path: usize,
    query: Option<usize>,
    client: Option<usize>,
    status: Option<usize>,
}

/// A request, as a line tells it.
#[derive(Default)]
struct Request<'l> {
    /// Where its target is, if that is a path.
    target: Option<Range<usize>>,
    /// The target, if it is not the range itself.
    value: Option<Vec<u8>>,
    client: Option<&'l [u8]>,
    status: Option<&'l [u8]>,
}

impl Syntax for AccessLog {
    fn unit(&mut self, reader: &mut PeekReader<'_>) -> usize {
        syntax::lines(reader)
    }

    fn read(&mut self, unit: &mut Unit<'_>) {
        let (text, mut at) = (unit.text, 0);
        while at < text.len() {
            let end = memchr(b'\n', &text[at..]).map_or(text.len(), |feed| at + feed + 1);
            let request = self.request(&text[at..end]).unwrap_or_default();
            let is_said = request.client.is_some() || request.status.is_some();
            if is_said || self.is_noted {
                unit.message(at, request.message());
            }
            self.is_noted = is_said;
            if let Some(target) = request.target {
                unit.link(at + target.start..at + target.end, request.value, REQUEST);
            }
            at = end;
        }
    }
}

impl AccessLog {
    fn request<'l>(&mut self, line: &'l [u8]) -> Option<Request<'l>> {
        if let Some(names) = line.strip_prefix(b"#Fields:") {
            self.fields = Fields::of(names);
        }
        match &self.fields {
            _ if line.starts_with(b"#") => None,
            Some(fields) => Some(fields.request(line.trim_ascii_end())),
            None => quoted_request(line),
        }
    }
}

impl Fields {
    /// Those that a directive names.
    fn of(names: &[u8]) -> Option<Self> {
        let place = |wanted: &[u8]| {
            let mut names = names.split(u8::is_ascii_whitespace).filter(|name| !name.is_empty());
            names.position(|name| name == wanted)
        };
        let path = place(b"cs-uri-stem").or_else(|| place(b"cs-uri"))?;
        let [query, client, status] = [&b"cs-uri-query"[..], b"c-ip", b"sc-status"].map(place);
        Some(Fields { path, query, client, status })
    }

    fn request<'l>(&self, line: &'l [u8]) -> Request<'l> {
        let separator = if line.contains(&b'\t') { b'\t' } else { b' ' };
        let field = |place: usize| {
            let start = match place {
                0 => 0,
                _ => memchr_iter(separator, line).nth(place - 1)? + 1,
            };
            let end = memchr(separator, &line[start..]).map_or(line.len(), |len| start + len);
            // Nothing is written as a hyphen.
            Some(start..end).filter(|range| !matches!(&line[range.clone()], b"" | b"-"))
        };
        let text = |place: Option<usize>| place.and_then(field).map(|range| &line[range]);
        let target = field(self.path).filter(|path| line[path.start] == b'/');
        let join = |path: &Range<usize>| {
            let query = text(self.query)?;
            Some([&line[path.clone()], b"?", query].concat())
        };
        let value = target.as_ref().and_then(join);
        Request { target, value, client: text(self.client), status: text(self.status) }
    }
}

impl Request<'_> {
    /// What the line says.
    fn message(&self) -> Message {
        let client = self.client.map(|client| String::from_utf8_lossy(client).into_owned());
        let status = self.status.and_then(|status| str::from_utf8(status).ok()?.parse().ok());
        let fields = MessageFields { client, status, ..MessageFields::default() };
        Message::default().with(fields)
    }
}

/// The request of a line in which the request line is between quotation marks (RFC 9112 3). After the time, anything
/// between them is what a client sent.
fn quoted_request(line: &[u8]) -> Option<Request<'_>> {
    memchr_iter(b'"', line).find_map(|quote| {
        let inner = &line[quote + 1..];
        let inner = &inner[..memchr(b'"', inner)?];
        let method = inner.iter().take_while(|byte| byte.is_ascii_uppercase()).count();
        let has_method = (3..=16).contains(&method) && inner.get(method) == Some(&b' ');
        let version = memmem::rfind(inner, b" HTTP/").filter(|at| has_method && *at > method);
        let is_path = has_method && inner.get(method + 1) == Some(&b'/');
        let [client, status] = around(&line[..quote], &line[quote + 1 + inner.len() + 1..]);
        if !is_path && version.is_none() && (status.is_none() || !line[..quote].ends_with(b"] ")) {
            return None;
        }
        let start = quote + 1;
        let target = start + method + 1..start + version.unwrap_or(inner.len());
        Some(Request { target: is_path.then_some(target), value: None, client, status })
    })
}

/// The client and the status, by what is before and after the request line. Web servers write the client, two names and
/// the time before it, and the status after it; load balancers of AWS have both before it, at the same places from its
/// end.
fn around<'l>(before: &'l [u8], after: &'l [u8]) -> [Option<&'l [u8]>; 2] {
    let is_status = |word: &&[u8]| word.len() == 3 && word.iter().all(u8::is_ascii_digit);
    let status = after.split_str(" ").nth(1).filter(is_status);
    if status.is_some() {
        // The first name, that of RFC 1413, is mostly unknown.
        let names = before.split_once_str(" - ").map_or(before, |(names, _)| names);
        let client = match names.len() < before.len() {
            true => names.rsplit_str(" ").next(),
            false => names.split_str(" ").next(),
        };
        return [client.filter(|client| !client.is_empty()), status];
    }
    let mut words = before.trim_ascii_end().rsplit_str(" ");
    let status = words.nth(3).filter(is_status);
    // Its port is left out.
    let client = words.nth(4).and_then(|client| Some(client.rsplit_once_str(":")?.0));
    [client.filter(|_| status.is_some()), status]
}
