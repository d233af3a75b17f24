//! Members of an archive, and where each ends.

use std::cell::{Cell, RefCell};
use std::io::{self, BufRead, Read};
use std::ops::{ControlFlow, Range};
use std::path::PathBuf;
use std::rc::Rc;

use super::descriptor;
use super::header::{DEFLATED, Local, STORED};
use super::package::Package;
use super::signature::{self, HOLD};
use crate::compress::codec::{Salvaged, deflate64, xz, zst};
use crate::core::bounded::{Before, InBlocks, Limited};
use crate::core::budget::Budget;
use crate::core::detect::{Choice, Registry};
use crate::core::media_file;
use crate::core::peek::{CHUNK, PeekReader};
use crate::core::problem::ProblemKind;
use crate::core::step::StepKind;
use crate::core::walker::Walker;

/// The member at the front of the reader.
pub(super) struct Member<'p> {
    header: Local,
    package: &'p RefCell<Package>,
    /// Its name in a path.
    step: String,
    /// The raw offset of its header.
    raw: u64,
}

/// How many compressed bytes of a member are held at most to see that it can be skipped.
const MOST_HELD: usize = 1 << 20;

/// How many decompressed bytes tell that.
const SIGHT: usize = 512;

/// How many bytes of the manifest of an OpenDocument file tell whether members are encrypted.
const MANIFEST: usize = 16 << 10;

/// How reading a member's data ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    /// At its own end.
    Sound,
    /// Decompression failed, and that has been reported.
    Broken,
    /// It was not read.
    Unread,
}

/// A supported compression method (APPNOTE 4.4.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Method {
    Deflate,
    Deflate64,
    Bzip2,
    /// With what its header tells of the size.
    Lzma {
        unpacked: Option<u64>,
    },
    Zstandard,
    Xz,
}

impl Method {
    /// Decompresses one stream, and reads no further.
    fn decoder<'r>(
        self,
        read: impl BufRead + 'r,
        budget: &Rc<Budget>,
    ) -> io::Result<Box<dyn Read + 'r>> {
        Ok(match self {
            Method::Deflate => Box::new(Salvaged::new(flate2::bufread::DeflateDecoder::new(read))),
            Method::Deflate64 => Box::new(deflate64::Decoder::new(read)),
            Method::Lzma { unpacked } => lzma(unpacked, read, budget)?,
            Method::Bzip2 => Box::new(Salvaged::new(bzip2::bufread::BzDecoder::new(read))),
            Method::Zstandard => Box::new(zst::frame(read, budget)?),
            Method::Xz => Box::new(xz::stream(read, budget)?),
        })
    }
}

/// Decompresses LZMA (APPNOTE 5.8.8): after its version, four bytes here and the properties are what `lzma` puts before
/// the data, but for the size.
fn lzma<'r>(
    unpacked: Option<u64>,
    mut read: impl BufRead + 'r,
    budget: &Rc<Budget>,
) -> io::Result<Box<dyn Read + 'r>> {
    let mut header = [0; 9];
    read.read_exact(&mut header)?;
    let [_, _, 5, 0, properties @ ..] = header else {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "missing LZMA properties"));
    };
    // Without a size, the data has a mark at its end.
    let size = unpacked.unwrap_or(u64::MAX).to_le_bytes();
    let header = io::Cursor::new([&properties[..], &size].concat());
    Ok(Box::new(xz::alone(header.chain(read), budget)?))
}

/// How a member can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Stored,
    Packed(Method),
    /// Not at all: it is skipped.
    None,
}

impl<'p> Member<'p> {
    pub fn new(header: Local, reader: &PeekReader<'_>, package: &'p RefCell<Package>) -> Self {
        let step = format!("zip {}", header.name);
        Member { header, package, step, raw: reader.raw() }
    }

    /// Reads all of it; the header takes up `len` bytes.
    pub fn read(
        &self,
        len: u64,
        reader: &mut PeekReader<'_>,
        to: &mut Walker<'_>,
    ) -> ControlFlow<()> {
        to.advance(reader, len);
        let start = reader.at();
        if let Some(len) = self.media_len(reader, to.registry) {
            to.advance(reader, len);
        } else if !self.header.is_directory() {
            let way = self.way(to);
            match self.header.packed {
                Some(size) => self.read_sized(size, way, reader, to)?,
                None => self.read_unsized(way, reader, to)?,
            }
        }
        if self.header.has_descriptor {
            let packed = reader.at() - start;
            let len = descriptor::len(reader.peek(descriptor::LONGEST), packed);
            to.advance(reader, len.unwrap_or(0) as u64);
        }
        ControlFlow::Continue(())
    }

    /// How it can be read; reports it if it cannot.
    fn way(&self, to: &mut Walker<'_>) -> Way {
        let kind = match self.header.method {
            _ if self.header.is_encrypted => "encrypted zip member",
            STORED => return Way::Stored,
            DEFLATED => return Way::Packed(Method::Deflate),
            9 => return Way::Packed(Method::Deflate64),
            12 => return Way::Packed(Method::Bzip2),
            14 => return Way::Packed(Method::Lzma { unpacked: self.header.unpacked }),
            93 => return Way::Packed(Method::Zstandard),
            95 => return Way::Packed(Method::Xz),
            1 => "zip member packed by Shrink",
            2..=5 => "zip member packed by Reduce",
            6 => "zip member packed by Implode",
            97 => "zip member packed by WavPack",
            98 => "zip member packed by PPMd",
            _ => "zip member packed in an unknown way",
        };
        to.within(StepKind::Member, &self.step, |to| to.unread(self.raw, kind));
        Way::None
    }

    /// Reads a member of known size. It ends there, unless another record starts before.
    fn read_sized(
        &self,
        size: u64,
        way: Way,
        reader: &mut PeekReader<'_>,
        to: &mut Walker<'_>,
    ) -> ControlFlow<()> {
        let start = reader.at();
        let ending = match way {
            Way::Stored => {
                let mut data = Limited::new(reader, size);
                self.open(&mut PeekReader::of_mapped(&mut data), to)?;
                to.finish(data, &self.step, self.raw);
                return ControlFlow::Continue(());
            }
            Way::Packed(method) => self.unpack(method, Limited::new(reader, size), to)?,
            Way::None => Ending::Unread,
        };
        self.leave(start..start.saturating_add(size), ending, reader, to);
        ControlFlow::Continue(())
    }

    /// The length of its data, if it is a deflated image, audio or video, and what must follow it shows its end:
    /// nothing in it is searched, and to decompress it takes long.
    fn media_len(&self, reader: &mut PeekReader<'_>, registry: Registry) -> Option<u64> {
        let Local { method, is_encrypted, .. } = self.header;
        let may_be_media = method == DEFLATED && !is_encrypted && media_file::is_name(&self.name());
        if !may_be_media || !self.is_media(reader.front(2 * SIGHT), registry) {
            return None;
        }
        let mut held = CHUNK;
        loop {
            let bytes = reader.front(held);
            let end = self.end_in(bytes);
            if end.is_some() || bytes.len() < held || held >= MOST_HELD {
                return end;
            }
            held *= 2;
        }
    }

    /// Returns `true` if compressed data is that of media.
    fn is_media(&self, packed: &[u8], registry: Registry) -> bool {
        let mut front = [0; SIGHT];
        let mut unpacked = flate2::bufread::DeflateDecoder::new(packed);
        let Ok(count) = unpacked.read(&mut front) else { return false };
        let front = &front[..count];
        matches!(registry.detect(front, false), Choice::Text)
            && registry.by_name(&self.name()).is_none()
            && media_file::is_media(front)
    }

    /// The length of its data, if that ends in these bytes with what must follow it.
    fn end_in(&self, bytes: &[u8]) -> Option<u64> {
        let Some(size) = self.header.packed else {
            return descriptor::find(bytes, 0).map(|len| len as u64);
        };
        let after = bytes.get(usize::try_from(size).ok()?..)?;
        let is_end = match self.header.has_descriptor {
            true => descriptor::len(after, size).is_some(),
            false => signature::is_record(after),
        };
        is_end.then_some(size)
    }

    /// Skips what is left of a member with this data range. If a record starts in it, or the compressed data ends
    /// early, the size is wrong.
    fn leave(
        &self,
        data: Range<u64>,
        ending: Ending,
        reader: &mut PeekReader<'_>,
        to: &mut Walker<'_>,
    ) {
        let read = reader.at();
        if read == data.end {
            return;
        }
        let is_early = self.is_at_descriptor(read - data.start, reader)
            || is_record_before(data.end, reader, to);
        let (len, size) = (reader.at() - data.start, data.end - data.start);
        let wrong = format!("{}: declared size does not match", self.step);
        match ending {
            // What follows it has hidden nothing.
            Ending::Sound if reader.at() == read => {
                to.note(ProblemKind::Damaged, self.raw, wrong);
            }
            Ending::Sound => to.problem(ProblemKind::Damaged, self.raw, wrong),
            _ if is_early => to.problem(ProblemKind::Damaged, self.raw, wrong),
            // The end of the reader has already been reported.
            Ending::Broken if reader.at() == read => {}
            _ if len < size => {
                let what = format!("{}: truncated: expected {size} bytes, found {len}", self.step);
                to.problem(ProblemKind::Cut, self.raw, what);
            }
            _ => {}
        }
    }

    /// Reads a member of unknown size. Compressed data ends by itself, but the decoder of Deflate64 reads beyond it;
    /// for that, and if it is stored or broken, its descriptor is searched for.
    fn read_unsized(
        &self,
        way: Way,
        reader: &mut PeekReader<'_>,
        to: &mut Walker<'_>,
    ) -> ControlFlow<()> {
        let start = reader.at();
        let is_within = matches!(way, Way::Stored | Way::Packed(Method::Deflate64));
        if let Way::Packed(method) = way
            && !is_within
            && self.unpack(method, InBlocks(reader), to)? == Ending::Sound
        {
            return ControlFlow::Continue(());
        }
        // A stored member may be an archive with its own records.
        let find = |bytes: &[u8], at: u64| match is_within {
            true => descriptor::find(bytes, at - start),
            false => descriptor::find_or_record(bytes, at - start),
        };
        let mut data = Before::new(reader, HOLD, find);
        match way {
            Way::Stored => self.open(&mut PeekReader::of_mapped(&mut data), to)?,
            Way::Packed(method) if is_within => {
                self.unpack(method, PeekReader::of_mapped(&mut data), to)?;
            }
            _ => {}
        }
        to.skip(&mut data);
        if !data.is_found() {
            to.problem(ProblemKind::Cut, self.raw, format!("{}: missing end", self.step));
        }
        ControlFlow::Continue(())
    }

    /// Its name in the archive.
    fn name(&self) -> PathBuf {
        PathBuf::from(&self.header.name)
    }

    /// Returns `true` if the descriptor of a member of that compressed size is here.
    fn is_at_descriptor(&self, packed: u64, reader: &mut PeekReader<'_>) -> bool {
        self.header.has_descriptor
            && descriptor::len(reader.peek(descriptor::LONGEST), packed).is_some()
    }

    fn open(&self, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
        to.within(StepKind::Member, &self.step, |to| self.contents(reader, to))
    }

    fn contents(&self, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
        // What members are encrypted with (ODF 1.3 part 2, 3.4).
        let has_key = self.header.name == "META-INF/manifest.xml"
            && memchr::memmem::find(reader.front(MANIFEST), b":encryption-data").is_some();
        if has_key {
            to.unread(self.raw, "encrypted OpenDocument file");
        }
        Package::open(self.package, &self.header.name, reader, to)
    }

    /// Reads the compressed data at the front of some bytes; returns how it ended.
    fn unpack(
        &self,
        method: Method,
        packed: impl BufRead,
        to: &mut Walker<'_>,
    ) -> ControlFlow<(), Ending> {
        let (ending, budget) = (Cell::new(Ending::Broken), to.budget());
        let make = || -> io::Result<Box<dyn Read + '_>> {
            let read = method.decoder(packed, &budget)?;
            Ok(Box::new(Watched { read, ending: &ending }))
        };
        to.unpack(StepKind::Member, &self.step, make, self.raw, |to, reader| {
            self.contents(reader, to)
        })?;
        ControlFlow::Continue(ending.get())
    }
}

/// Notes when there is nothing more to read.
struct Watched<'e, R> {
    read: R,
    ending: &'e Cell<Ending>,
}

impl<R: Read> Read for Watched<'_, R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = self.read.read(out)?;
        if count == 0 && !out.is_empty() {
            self.ending.set(Ending::Sound);
        }
        Ok(count)
    }
}

/// Skips to the offset in the reader, or to a record that starts before it; returns whether there is
/// one.
fn is_record_before(end: u64, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> bool {
    let find = |bytes: &[u8], at: u64| {
        let left = end - at;
        // A record before it is seen first.
        let seen = bytes.len().checked_sub(HOLD).filter(|seen| *seen > 0).unwrap_or(bytes.len());
        let is_here = left < seen as u64;
        signature::find_within(bytes, left).or(is_here.then_some(left as usize))
    };
    let mut data = Before::new(reader, HOLD, find);
    to.skip(&mut data);
    data.is_found() && reader.at() < end
}
