//! Data in the page: blocks of records, each compressed and in base64, where no byte is special to HTML.

use std::io::{self, Write};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::ZlibEncoder;

use crate::record::Sink;

/// Size of a block before compression, in bytes; its last record may exceed that.
const SIZE: usize = 1 << 20;

/// The blocks of one kind of record.
pub(super) struct Blocks {
    class: &'static str,
    /// The records of the next block so far.
    records: Vec<u8>,
    /// How many blocks are written.
    written: u64,
}

/// Where a record starts: the block, and the byte in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct At {
    pub block: u64,
    pub offset: u64,
}

impl Blocks {
    pub fn new(class: &'static str) -> Self {
        Blocks { class, records: Vec::new(), written: 0 }
    }

    /// Where the next record starts.
    pub fn at(&self) -> At {
        At { block: self.written, offset: self.records.len() as u64 }
    }

    /// Where to write a record; [`Blocks::end_record`] must follow.
    pub fn records(&mut self) -> &mut Vec<u8> {
        &mut self.records
    }

    /// Ends a record, and writes the block if it is full.
    pub fn end_record(&mut self, out: &mut dyn Sink) -> io::Result<()> {
        if self.records.len() < SIZE { Ok(()) } else { self.write(out) }
    }

    /// Writes what is left.
    pub fn finish(mut self, out: &mut dyn Sink) -> io::Result<()> {
        if self.records.is_empty() { Ok(()) } else { self.write(out) }
    }

    fn write(&mut self, out: &mut dyn Sink) -> io::Result<()> {
        let mut packer = ZlibEncoder::new(Vec::new(), Compression::default());
        packer.write_all(&self.records)?;
        let text = STANDARD.encode(packer.finish()?);
        let class = self.class;
        out.take(
            format!("<script type=\"text/plain\" class=\"{class}\">{text}</script>\n").as_bytes(),
        )?;
        self.records.clear();
        self.written += 1;
        Ok(())
    }
}
