//! Access logs of web servers: the target of a request is a reference, whose base is the server.

use std::ops::Range;

use memchr::{memchr, memchr_iter, memmem};

use super::Dialect;
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

/// Targets of requests are links, and all else is text.
#[derive(Default)]
pub(crate) struct AccessLog {
    /// The fields of the lines that come, if one has said them.
    fields: Option<Fields>,
}

/// Where fields are in a line, from 0.
struct Fields {
    path: usize,
    query: Option<usize>,
}

impl Fields {
    /// Those that a directive names.
    fn of(names: &[u8]) -> Option<Self> {
        let place = |wanted: &[u8]| {
            let mut names = names.split(u8::is_ascii_whitespace).filter(|name| !name.is_empty());
            names.position(|name| name == wanted)
        };
        let path = place(b"cs-uri-stem").or_else(|| place(b"cs-uri"))?;
        Some(Fields { path, query: place(b"cs-uri-query") })
    }
}

impl Syntax for AccessLog {
    fn unit(&mut self, reader: &mut PeekReader<'_>) -> usize {
        syntax::lines(reader)
    }

    fn read(&mut self, unit: &mut Unit<'_>) {
        let (text, mut at) = (unit.text, 0);
        while at < text.len() {
            let end = memchr(b'\n', &text[at..]).map_or(text.len(), |feed| at + feed + 1);
            self.line(unit, at..end);
            at = end;
        }
    }
}

impl AccessLog {
    fn line(&mut self, unit: &mut Unit<'_>, range: Range<usize>) {
        let line = &unit.text[range.clone()];
        if let Some(names) = line.strip_prefix(b"#Fields:") {
            self.fields = Fields::of(names);
        }
        if line.starts_with(b"#") {
            return;
        }
        if let Some(fields) = &self.fields {
            fields.line(unit, range);
        } else if let Some(target) = request_target(line) {
            let start = range.start;
            unit.link(start + target.start..start + target.end, None, REQUEST);
        }
    }
}

impl Fields {
    fn line(&self, unit: &mut Unit<'_>, range: Range<usize>) {
        let line = unit.text[range.clone()].trim_ascii_end();
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
        let Some(path) = field(self.path).filter(|path| line[path.start] == b'/') else { return };
        let query = self.query.and_then(field);
        let value = query.map(|query| [&line[path.clone()], b"?", &line[query]].concat());
        unit.link(range.start + path.start..range.start + path.end, value, REQUEST);
    }
}

/// Where the target is of the request line that is between quotation marks (RFC 9112 3), if it is a path.
fn request_target(line: &[u8]) -> Option<Range<usize>> {
    memchr_iter(b'"', line).find_map(|quote| {
        let inner = &line[quote + 1..];
        let method = inner.iter().take_while(|byte| byte.is_ascii_uppercase()).count();
        let is_request = (3..=16).contains(&method) && inner[method..].starts_with(b" /");
        let inner = &inner[..memchr(b'"', inner).filter(|_| is_request)?];
        let end = memmem::rfind(inner, b" HTTP/").unwrap_or(inner.len());
        Some(quote + 1 + method + 1..quote + 1 + end)
    })
}
