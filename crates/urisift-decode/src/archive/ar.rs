//! Archives of `ar`, in the forms of GNU and BSD. Packages of Debian are such archives.

use std::ops::{ControlFlow, Range};

use crate::core::bounded::Before;
use crate::core::format::{Format, Prefix, Sniff};
use crate::core::peek::PeekReader;
use crate::core::walker::Walker;

const MAGIC: &[u8] = b"!<arch>\n";

/// An archive that only refers to its members.
const THIN: &[u8] = b"!<thin>\n";

/// The length of the header before a member, and of its fields.
const HEADER: usize = 60;
const NAME: Range<usize> = 0..16;
const SIZE: Range<usize> = 48..58;
const END: Range<usize> = 58..60;

/// The longest table of names and the longest name in a member, in bytes.
const LONGEST_TABLE: u64 = 1 << 20;
const LONGEST_NAME: u64 = 4 << 10;

/// `ar`.
pub struct Ar;

impl Format for Ar {
    fn name(&self) -> &'static str {
        "ar"
    }

    fn sniff(&self, head: Prefix<'_>) -> Sniff {
        head.starts_with(MAGIC).or(head.starts_with(THIN))
    }

    fn open(&self, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
        let is_thin = reader.peek(MAGIC.len()).starts_with(THIN);
        to.advance(reader, MAGIC.len() as u64);
        let mut names = Vec::new();
        while !reader.is_at_end() {
            let Some(header) = Header::of(reader.peek(HEADER)) else {
                to.expected("ar", "header", reader);
                to.text(&mut Before::new(reader, HEADER - 1, |bytes, _| find(bytes)))?;
                continue;
            };
            header.read(is_thin, &mut names, reader, to)?;
        }
        ControlFlow::Continue(())
    }
}

/// Where the header of a member is.
fn find(bytes: &[u8]) -> Option<usize> {
    let starts =
        memchr::memmem::find_iter(bytes, b"`\n").filter_map(|at| at.checked_sub(END.start));
    starts.into_iter().find(|at| Header::of(&bytes[*at..]).is_some())
}

/// The header before a member.
struct Header {
    name: String,
    size: u64,
}

impl Header {
    fn of(bytes: &[u8]) -> Option<Self> {
        let header = bytes.get(..HEADER).filter(|header| &header[END] == b"`\n")?;
        let is_number = |b: &u8| b.is_ascii_digit() || *b == b' ';
        if !header[NAME.end..SIZE.end].iter().all(is_number) {
            return None;
        }
        let size = str::from_utf8(header[SIZE].trim_ascii()).ok()?.parse().ok()?;
        Some(Header { name: text(&header[NAME]).trim_end().to_owned(), size })
    }

    /// Reads the member; `names` is the table of long names.
    fn read(
        self,
        is_thin: bool,
        names: &mut Vec<u8>,
        reader: &mut PeekReader<'_>,
        to: &mut Walker<'_>,
    ) -> ControlFlow<()> {
        to.advance(reader, HEADER as u64);
        let Header { name, mut size } = self;
        let padding = size % 2;
        match name.as_str() {
            "//" => {
                let table = reader.front(size.min(LONGEST_TABLE) as usize);
                *names = table.to_vec();
                to.advance(reader, size);
            }
            // Tables of symbols.
            "/" | "/SYM64/" | "__.SYMDEF" | "__.SYMDEF SORTED" => to.advance(reader, size),
            // Its data is elsewhere.
            _ if is_thin => return ControlFlow::Continue(()),
            _ => {
                let name = match name.strip_prefix("#1/").and_then(|len| len.parse::<u64>().ok()) {
                    Some(len) if len <= size.min(LONGEST_NAME) => {
                        let name = text(reader.front(len as usize));
                        to.advance(reader, len);
                        size -= len;
                        name.trim_end_matches('\0').to_owned()
                    }
                    _ => long(&name, names).unwrap_or(name),
                };
                let name = name.strip_suffix('/').unwrap_or(&name);
                if name.starts_with("__.SYMDEF") {
                    to.advance(reader, size);
                } else {
                    to.member(&format!("ar {name}"), name.into(), size, reader)?;
                }
            }
        }
        if reader.peek(1).starts_with(b"\n") {
            to.advance(reader, padding);
        }
        ControlFlow::Continue(())
    }
}

/// A name of GNU that is an offset in the table of names.
fn long(name: &str, names: &[u8]) -> Option<String> {
    let at: usize = name.strip_prefix('/')?.parse().ok()?;
    let name = names.get(at..)?;
    let len = memchr::memchr(b'\n', name).unwrap_or(name.len());
    Some(text(&name[..len.min(LONGEST_NAME as usize)]))
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
