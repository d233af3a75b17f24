//! `urisift resolve`: references against a base.

use std::io::{self, BufWriter, IsTerminal, Write};

use super::{Failure, complain_of, inputs};
use crate::cli::args::Resolve;
use crate::cli::messages::{FOUND, PROBLEM};
use crate::cli::output::stdout;
use crate::grammar::uri::{Iri, IriRef};
use crate::normal::ResolveOptions;
use crate::sanitize;

impl Resolve {
    pub(super) fn run(self) -> Result<u8, Failure> {
        let mut how = ResolveOptions::of(self.edition);
        if self.lax {
            how.lax = true;
        }
        if let Some(excess) = self.excess {
            how.excess = excess.into();
        }
        let base = match Iri::parse(&self.base) {
            Ok(base) => base,
            Err(fault) => {
                complain_of("invalid base URI:", fault, self.base.as_bytes());
                return Ok(PROBLEM);
            }
        };
        let end = if self.null { '\0' } else { '\n' };
        let mut out = BufWriter::new(stdout());
        let terminal = io::stdout().is_terminal();
        let mut code = FOUND;
        for input in inputs(self.references, self.null) {
            let input = input?;
            let text = String::from_utf8_lossy(&input);
            match IriRef::parse(&text) {
                Ok(reference) => {
                    let target = base.resolve(&reference, how).to_string();
                    let shown = if terminal { sanitize::text(&target) } else { target };
                    write!(out, "{shown}{end}")?;
                }
                Err(fault) => {
                    write!(out, "{end}")?;
                    complain_of("invalid reference:", fault, &input);
                    code = PROBLEM;
                }
            }
        }
        out.flush()?;
        Ok(code)
    }
}
