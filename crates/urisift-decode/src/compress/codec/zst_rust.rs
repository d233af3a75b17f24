//! Frames of Zstandard in Rust, without C.

use std::io::{self, ErrorKind, Read};

use ruzstd::decoding::{BlockDecodingStrategy, Dictionary, FrameDecoder};

use super::zst::{Step, Unpack};

/// The length of a block header (RFC 8878 3.1.1.2).
const HEADER: usize = 3;

/// The length of the checksum after the last block.
const CHECKSUM: usize = 4;

/// The memory of a decoder in addition to its window, in bytes.
const DECODER: usize = 2 << 20;

/// Decompresses a frame. The decoder gives the last bytes of it, as many as the window has, only after its last block.
/// So that those before a fault are given too, an empty last block takes the place of what is broken or missing.
pub(crate) struct Unpacker {
    decoder: FrameDecoder,
    dictionary: Option<u32>,
    /// The next block, with its header, as far as it has come.
    block: Vec<u8>,
    has_checksum: bool,
    /// How many bytes the frame says that it has.
    len: Option<u64>,
    made: u64,
    state: State,
}

enum State {
    /// More blocks follow.
    Blocks,
    /// The last one has been read.
    Ended,
    /// A fault, until it is reported. `None` if bytes are missing.
    Broken(Option<io::Error>),
}

impl Unpacker {
    /// How many bytes of the next block are missing, with those of the checksum if it is the last.
    fn missing(&self) -> usize {
        let Some(&[a, b, c]) = self.block.first_chunk() else { return HEADER - self.block.len() };
        let header = u32::from_le_bytes([a, b, c, 0]);
        let content = if header >> 1 & 3 == RLE { 1 } else { (header >> 3) as usize };
        let checksum = if header & 1 == 1 && self.has_checksum { CHECKSUM } else { 0 };
        HEADER + content + checksum - self.block.len()
    }

    /// Reads the block, which is whole.
    fn read_block(&mut self) {
        let result =
            self.decoder.decode_blocks(&self.block[..], BlockDecodingStrategy::UptoBlocks(1));
        self.block.clear();
        match result {
            Ok(true) => self.state = State::Ended,
            Ok(false) => {}
            Err(_) => self.end(Some(invalid("corrupt block".to_owned()))),
        }
    }

    /// Ends the frame before its last block, with what has come of a block that is written as it is.
    fn end(&mut self, fault: Option<io::Error>) {
        let written = match self.block.split_first_chunk::<HEADER>() {
            Some((&[a, ..], rest)) if a >> 1 & 3 == 0 && fault.is_none() => rest,
            _ => &[],
        };
        let header = (written.len() as u32) << 3 | 1;
        let last = [&header.to_le_bytes()[..HEADER], written, &[0; CHECKSUM]].concat();
        // If this fails too, there is nothing more to give.
        let _ = self.decoder.decode_blocks(&last[..], BlockDecodingStrategy::All);
        self.block.clear();
        self.state = State::Broken(fault);
    }

    /// Checks a frame of which everything has been given.
    fn check(&self) -> io::Result<()> {
        let is_checked = !self.has_checksum
            || self.decoder.get_checksum_from_data() == self.decoder.get_calculated_checksum();
        match is_checked && self.len.is_none_or(|len| len == self.made) {
            true => Ok(()),
            false => Err(invalid("checksum or length mismatch".to_owned())),
        }
    }
}

/// The type of a block that repeats one byte (3.1.1.2.2).
const RLE: u32 = 1;

impl Unpack for Unpacker {
    fn new() -> io::Result<Self> {
        let (block, state) = (Vec::new(), State::Ended);
        let decoder = FrameDecoder::new();
        Ok(Unpacker {
            decoder,
            dictionary: None,
            block,
            has_checksum: false,
            len: None,
            made: 0,
            state,
        })
    }

    fn with_dictionary(dictionary: &[u8]) -> io::Result<Self> {
        let dictionary = Dictionary::decode_dict(dictionary).map_err(|e| invalid(e.to_string()))?;
        let mut unpacker = Unpacker::new()?;
        unpacker.dictionary = Some(dictionary.id);
        unpacker.decoder.add_dict(dictionary).map_err(|e| invalid(e.to_string()))?;
        Ok(unpacker)
    }

    /// Its buffer grows to a power of two.
    fn memory(window: usize) -> usize {
        window.saturating_mul(2).saturating_add(DECODER)
    }

    fn start(&mut self, header: &[u8]) -> io::Result<usize> {
        self.block.clear();
        self.made = 0;
        self.state = State::Blocks;
        self.decoder.reset(header).map_err(|error| invalid(error.to_string()))?;
        if let Some(dictionary) = self.dictionary {
            self.decoder.force_dict(dictionary).map_err(|error| invalid(error.to_string()))?;
        }
        let descriptor = header[4];
        self.has_checksum = descriptor & 4 != 0;
        let has_len = descriptor >> 6 != 0 || descriptor & 0x20 != 0;
        self.len = has_len.then(|| self.decoder.content_size());
        Ok(self.missing())
    }

    fn step(&mut self, packed: &[u8], out: &mut [u8]) -> Step {
        let mut taken = 0;
        if matches!(self.state, State::Blocks) && self.decoder.can_collect() == 0 {
            taken = packed.len().min(self.missing());
            self.block.extend_from_slice(&packed[..taken]);
            match self.missing() {
                _ if packed.is_empty() => self.end(None),
                0 => self.read_block(),
                _ => {}
            }
        }
        let made = match self.decoder.read(out) {
            Ok(made) => made,
            Err(error) => return Step { taken, made: 0, wanted: Err(error) },
        };
        self.made += made as u64;
        let wanted = match &mut self.state {
            State::Blocks => Ok(self.missing().max(1)),
            _ if made > 0 => Ok(1),
            State::Ended => self.check().map(|()| 0),
            State::Broken(fault) => fault.take().map_or(Ok(1), Err),
        };
        Step { taken, made, wanted }
    }
}

fn invalid(what: String) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, what)
}
