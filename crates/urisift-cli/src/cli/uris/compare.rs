//! `urisift compare`: whether two URIs are equal, and at which step.

use std::io::Write;

use super::{Failure, complain_of};
use crate::cli::args::Compare;
use crate::cli::messages::{FOUND, NONE, PROBLEM};
use crate::cli::output::stdout;
use crate::grammar::uri::IriRef;
use crate::normal::{Step, Steps, UrnEquivalence, urn_equivalent};

impl Compare {
    pub(super) fn run(self) -> Result<u8, Failure> {
        let (a, b) = match (IriRef::parse(&self.a), IriRef::parse(&self.b)) {
            (Ok(a), Ok(b)) => (a, b),
            (a, b) => {
                for (text, parsed) in [(&self.a, a), (&self.b, b)] {
                    if let Err(fault) = parsed {
                        complain_of("invalid URI:", fault, text.as_bytes());
                    }
                }
                return Ok(PROBLEM);
            }
        };
        let mut out = stdout();
        let same = match self.step {
            Some(steps) => a.is_equivalent(&b, steps).then_some(steps),
            None => a.equivalence_step(&b),
        };
        let as_urns = self.step.is_none() && urn_equivalent(&a, &b, UrnEquivalence::Resource);
        match same {
            Some(steps) => writeln!(out, "equal: {}", name(steps))?,
            None if as_urns => writeln!(out, "equal: urn")?,
            None => writeln!(out, "different")?,
        }
        Ok(if same.is_some() || as_urns { FOUND } else { NONE })
    }
}

/// The highest step.
fn name(steps: Steps) -> &'static str {
    let highest = Step::ALL.into_iter().rev().find(|step| steps.contains(*step));
    highest.map_or("string", Step::name)
}
