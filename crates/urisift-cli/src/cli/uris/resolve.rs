//! `urisift resolve` and `urisift relative`: references against a base, and back.

use std::io::{self, BufWriter, IsTerminal, Write};

use super::{Failure, Inputs, complain_of};
use crate::cli::args::{Relative, Resolve};
use crate::cli::messages::{FOUND, PROBLEM};
use crate::cli::output::stdout;
use crate::grammar::parse_error::ParseError;
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
        against(&self.base, self.references, self.null, |base, text| {
            let reference = IriRef::parse(text).map_err(|fault| ("invalid reference:", fault))?;
            Ok(base.resolve(&reference, how).to_string())
        })
    }
}

impl Relative {
    pub(super) fn run(self) -> Result<u8, Failure> {
        against(&self.base, self.uris, self.null, |base, text| {
            let target = Iri::parse(text).map_err(|fault| ("invalid URI:", fault))?;
            Ok(base.relative(&target))
        })
    }
}

/// Prints what is made of each input and the base, or reports its fault after a phrase.
fn against(
    base: &str,
    arguments: Vec<String>,
    null: bool,
    make: impl Fn(&Iri<'_>, &str) -> Result<String, (&'static str, ParseError)>,
) -> Result<u8, Failure> {
    let base = match Iri::parse(base) {
        Ok(base) => base,
        Err(fault) => {
            complain_of("invalid base URI:", fault, base.as_bytes());
            return Ok(PROBLEM);
        }
    };
    let end = if null { '\0' } else { '\n' };
    let mut out = BufWriter::new(stdout());
    let terminal = io::stdout().is_terminal();
    let mut code = FOUND;
    let mut inputs = Inputs::new(arguments, null)?;
    while let Some(input) = inputs.next(&mut out)? {
        match make(&base, &String::from_utf8_lossy(&input)) {
            Ok(made) => {
                let shown = if terminal { sanitize::text(&made) } else { made };
                write!(out, "{shown}{end}")?;
            }
            Err((what, fault)) => {
                write!(out, "{end}")?;
                complain_of(what, fault, &input);
                code = PROBLEM;
            }
        }
    }
    out.flush()?;
    Ok(code)
}
