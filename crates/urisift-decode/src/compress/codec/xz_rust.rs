//! The formats of `xz.rs` in Rust, without C.

use std::cell::RefCell;
use std::io::{self, BufRead, ErrorKind, Read};
use std::rc::Rc;

use flate2::Crc;
use lzma_rust2::{Action, LzmaReader, Status, XzStream, lzma_get_memory_usage_by_props};

use super::xz::MEMORY;
use crate::core::budget::{Budget, Memory};

/// Decompresses a stream.
pub struct Decoder<R> {
    stream: Stream<R>,
    memory: Memory,
    /// How much of it the decoder may take.
    limit: usize,
}

enum Stream<R> {
    Xz { read: R, stream: Box<XzStream>, failure: Option<io::Error> },
    Lzma(Lzma<R>),
}

impl<R: BufRead> Decoder<R> {
    fn start(budget: &Rc<Budget>, stream: impl FnOnce(u32) -> Stream<R>) -> io::Result<Self> {
        let mut memory = Memory::of(budget);
        let limit = MEMORY.min(memory.left() / 4 * 3);
        memory.take(limit)?;
        Ok(Decoder { stream: stream((limit >> 10) as u32), memory, limit })
    }

    /// The inner reader, right after what has been decompressed.
    pub fn into_inner(self) -> R {
        match self.stream {
            Stream::Xz { read, .. } => read,
            Stream::Lzma(lzma) => lzma.into_inner(),
        }
    }
}

/// Decompresses one stream, and reads no further.
pub fn stream<R: BufRead>(read: R, budget: &Rc<Budget>) -> io::Result<Decoder<R>> {
    Decoder::start(budget, |limit| {
        let stream = Box::new(XzStream::new_mem_limit(false, limit));
        Stream::Xz { read, stream, failure: None }
    })
}

/// Decompresses what `lzma` compresses: 13 bytes that describe the data, and the data.
pub fn alone<R: BufRead>(read: R, budget: &Rc<Budget>) -> io::Result<Decoder<R>> {
    Decoder::start(budget, |limit| Stream::Lzma(Lzma::new(read, limit, Around::Settings)))
}

/// Decompresses one member of lzip.
pub fn lzip<R: BufRead>(read: R, budget: &Rc<Budget>) -> io::Result<Decoder<R>> {
    Decoder::start(budget, |limit| Stream::Lzma(Lzma::new(read, limit, Around::Member)))
}

impl<R: BufRead> Read for Decoder<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if out.is_empty() {
            return Ok(0);
        }
        let result = match &mut self.stream {
            Stream::Xz { read, stream, failure } => match failure.take() {
                Some(failure) => Err(failure),
                None => step(read, stream, failure, out),
            },
            Stream::Lzma(lzma) => lzma.read(out),
        };
        result.map_err(|error| match error.kind() {
            ErrorKind::OutOfMemory if self.limit < MEMORY => self.memory.too_much(self.limit),
            _ => error,
        })
    }
}

/// Reads what comes next of a stream. A fault after some bytes is kept for the next read.
fn step(
    read: &mut impl BufRead,
    stream: &mut XzStream,
    failure: &mut Option<io::Error>,
    out: &mut [u8],
) -> io::Result<usize> {
    loop {
        let packed = read.fill_buf()?;
        // One byte at a time: with more, what it gives before a fault depends on how many there are.
        let packed = &packed[..packed.len().min(1)];
        let action = if packed.is_empty() { Action::Finish } else { Action::Run };
        let (taken, made) = (stream.total_in(), stream.total_out());
        let result = stream.process(packed, out, action);
        let made = (stream.total_out() - made) as usize;
        read.consume((stream.total_in() - taken) as usize);
        match result {
            Err(error) if made == 0 => return Err(error),
            Err(error) => *failure = Some(error),
            Ok(result) if made == 0 && result.status != Status::StreamEnd => continue,
            Ok(_) => {}
        }
        return Ok(made);
    }
}

/// Data of LZMA, and what is around it.
struct Lzma<R> {
    packed: Rc<RefCell<Packed<R>>>,
    data: Data<R>,
    around: Around,
    /// In KiB.
    limit: u32,
    /// The checksum and the length of what has been decompressed.
    crc: Crc,
    len: u64,
}

enum Data<R> {
    Before,
    In(Box<LzmaReader<Bytes<R>>>),
    After,
}

/// What is around the data.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Around {
    /// Settings before it, with the length if that is known.
    Settings,
    /// The header and the trailer of lzip.
    Member,
}

/// A reader, and how many bytes of it have been taken.
struct Packed<R> {
    read: R,
    count: u64,
}

/// Gives the bytes one by one: the decoder would take more than it needs.
struct Bytes<R>(Rc<RefCell<Packed<R>>>);

impl<R: BufRead> Read for Bytes<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.0.borrow_mut().read(&mut out[..1])
    }
}

impl<R: BufRead> Read for Packed<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = self.read.read(out)?;
        self.count += count as u64;
        Ok(count)
    }
}

/// The settings that lzip fixes.
const LZIP: u8 = 0x5d;

impl<R: BufRead> Lzma<R> {
    fn new(read: R, limit: u32, around: Around) -> Self {
        let packed = Rc::new(RefCell::new(Packed { read, count: 0 }));
        Lzma { packed, data: Data::Before, around, limit, crc: Crc::new(), len: 0 }
    }

    fn into_inner(self) -> R {
        drop(self.data);
        let packed = Rc::into_inner(self.packed).expect("only the decoder had another one");
        packed.into_inner().read
    }

    /// The next bytes.
    fn take<const COUNT: usize>(&self) -> io::Result<[u8; COUNT]> {
        let mut bytes = [0; COUNT];
        self.packed.borrow_mut().read_exact(&mut bytes)?;
        Ok(bytes)
    }

    /// Reads what is before the data.
    fn start(&self) -> io::Result<LzmaReader<Bytes<R>>> {
        let (settings, window, len) = match self.around {
            Around::Settings => {
                let [settings] = self.take()?;
                (settings, u32::from_le_bytes(self.take()?), u64::from_le_bytes(self.take()?))
            }
            Around::Member => {
                let [magic @ .., window] = self.take::<6>()?;
                if magic == *b"LZIP\0" {
                    return Err(io::Error::new(
                        ErrorKind::Unsupported,
                        "unsupported lzip version 0",
                    ));
                }
                let (log, parts) = (u32::from(window & 0x1f), u32::from(window >> 5));
                if magic != *b"LZIP\x01" || !(12..=29).contains(&log) {
                    return Err(invalid("expected an lzip header"));
                }
                (LZIP, (1 << log) - (1 << log >> 4) * parts, u64::MAX)
            }
        };
        let (lc, lp) = (settings % 9, settings / 9 % 5);
        if lc + lp > 4 {
            return Err(invalid("invalid LZMA properties"));
        }
        if lzma_get_memory_usage_by_props(window, settings)? > self.limit {
            return Err(io::Error::new(ErrorKind::OutOfMemory, "window too large"));
        }
        let packed = Bytes(Rc::clone(&self.packed));
        let mut reader = LzmaReader::new_with_props(packed, len, settings, window, None)?;
        reader.set_relaxed_end_condition(false);
        reader.set_defer_errors(true);
        Ok(reader)
    }

    /// Checks what is after the data.
    fn end(&self) -> io::Result<()> {
        if self.around == Around::Settings {
            return Ok(());
        }
        let has_crc = self.take()? == self.crc.sum().to_le_bytes();
        let has_len = self.take()? == self.len.to_le_bytes();
        let count = u64::from_le_bytes(self.take()?);
        match has_crc && has_len && count == self.packed.borrow().count {
            true => Ok(()),
            false => Err(invalid("checksum or length mismatch")),
        }
    }
}

impl<R: BufRead> Read for Lzma<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if let Data::Before = self.data {
            self.data = Data::In(Box::new(self.start()?));
        }
        let Data::In(reader) = &mut self.data else { return Ok(0) };
        let made = reader.read(out)?;
        self.crc.update(&out[..made]);
        self.len += made as u64;
        if made == 0 {
            self.data = Data::After;
            self.end()?;
        }
        Ok(made)
    }
}

fn invalid(what: &str) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, what)
}
