//! `urisift compare`: whether two URIs are equal, and at which step.

use std::io::Write;

use super::{Failure, complain_of};
use crate::cli::output::stdout;
use crate::cli::run::{FOUND, NONE, PROBLEM};
use crate::grammar::uri::IriRef;
use crate::normal::{Step, Steps, UrnEquivalence, urn_equivalent};

/// Compare two URIs, and show the normalization step at which they match
///
/// Steps (RFC 3986 6.2): string, case, percent, dots (or syntax), scheme, uri (or all); each includes those before. URNs
/// are also compared by RFC 8141. Exit status: 0 if equal, 1 if different, 2 if one is invalid.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    /// First URI or reference
    a: String,
    /// Second URI or reference
    b: String,
    /// Compare at STEP, including lower steps
    #[arg(long, value_name = "STEP", value_parser = rung)]
    step: Option<Steps>,
}

fn rung(name: &str) -> Result<Steps, String> {
    let step = Step::ALL.into_iter().find(|step| step.name() == name);
    match (step, name) {
        (Some(step), _) => Ok(Steps::up_to(step)),
        (None, "string") => Ok(Steps::STRING),
        (None, "syntax") => Ok(Steps::SYNTAX),
        (None, "all") => Ok(Steps::ALL),
        _ => Err("expected string, case, percent, dots, syntax, scheme, uri or all".to_owned()),
    }
}

impl Args {
    pub fn run(self) -> Result<u8, Failure> {
        let (a, b) = match (IriRef::parse(&self.a), IriRef::parse(&self.b)) {
            (Ok(a), Ok(b)) => (a, b),
            (a, b) => {
                for (text, parsed) in [(&self.a, a), (&self.b, b)] {
                    if let Err(fault) = parsed {
                        complain_of("no URI:", fault, text.as_bytes());
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
