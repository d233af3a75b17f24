//! Members of an archive, and where each of them ends.

use super::descriptor;
use super::header::{Local, STORED, is_record};
use super::method::Method;
use crate::input::before::Before;
use crate::input::descent::Descent;
use crate::input::format::Flow;
use crate::input::tape::{Limited, Tape};

/// A member that the tape is at.
pub(super) struct Member {
    header: Local,
    /// What it is called in a path.
    step: String,
    /// Where its header stands.
    raw: u64,
}

/// How a member can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Stored,
    Packed(Method),
    /// It cannot: it is passed over.
    None,
}

impl Member {
    pub fn new(header: Local, tape: &Tape<'_>) -> Self {
        let step = format!("zip {}", header.name);
        Member { header, step, raw: tape.span(0..0).start }
    }

    /// All of it, of which the header takes up `len` bytes.
    pub fn read(&self, len: u64, tape: &mut Tape<'_>, to: &mut Descent<'_>) -> Flow {
        to.pass(tape, len);
        let start = tape.at();
        if !self.header.is_directory() {
            let way = self.way(to);
            match self.header.packed {
                Some(size) => self.read_sized(size, way, tape, to)?,
                None => self.read_unsized(way, tape, to)?,
            }
        }
        if self.header.has_descriptor {
            let packed = tape.at() - start;
            let len = descriptor::len(tape.peek(descriptor::LONGEST), packed);
            to.pass(tape, len.unwrap_or(0) as u64);
        }
        Flow::Continue(())
    }

    /// How it can be read; that it cannot is a problem.
    fn way(&self, to: &mut Descent<'_>) -> Way {
        let (step, number) = (&self.step, self.header.method);
        match Method::of(number) {
            _ if self.header.is_encrypted => {
                to.problem(Some(self.raw), format!("{step} is encrypted: it is passed over"));
                Way::None
            }
            _ if number == STORED => Way::Stored,
            Some(method) => Way::Packed(method),
            None => {
                let what =
                    format!("{step} is packed in an unknown way ({number}): it is passed over");
                to.problem(Some(self.raw), what);
                Way::None
            }
        }
    }

    /// One whose size is known. It ends there, wherever what is packed in it does.
    fn read_sized(&self, size: u64, way: Way, tape: &mut Tape<'_>, to: &mut Descent<'_>) -> Flow {
        let mut data = Limited::new(tape, size);
        match way {
            Way::Stored => self.open(&mut Tape::of_runs(&mut data), to)?,
            Way::Packed(method) => {
                to.unpack(&self.step, || method.decoder(&mut data), self.raw)?;
                // That it was cut short has been said by the decoder.
                to.skip(&mut data);
                return Flow::Continue(());
            }
            Way::None => {}
        }
        to.finish(data, &self.step, self.raw);
        Flow::Continue(())
    }

    /// One whose size is not known. What is packed ends by itself; otherwise, and where it is broken,
    /// its descriptor is searched for.
    fn read_unsized(&self, way: Way, tape: &mut Tape<'_>, to: &mut Descent<'_>) -> Flow {
        let start = tape.at();
        if let Way::Packed(method) = way {
            to.unpack(&self.step, || method.decoder(&mut *tape), self.raw)?;
            let packed = tape.at() - start;
            let behind = tape.peek(descriptor::LONGEST);
            if is_record(behind) || descriptor::len(behind, packed).is_some() {
                return Flow::Continue(());
            }
        }
        let find = |bytes: &[u8], at: u64| descriptor::find(bytes, at - start);
        let mut data = Before::new(tape, descriptor::LONGEST, find);
        if way == Way::Stored {
            self.open(&mut Tape::of_runs(&mut data), to)?;
        }
        to.skip(&mut data);
        if !data.is_found() {
            to.problem(Some(self.raw), format!("{} has no end", self.step));
        }
        Flow::Continue(())
    }

    fn open(&self, tape: &mut Tape<'_>, to: &mut Descent<'_>) -> Flow {
        to.within(&self.step, |to| to.open(tape))
    }
}
