//! `urisift resolve`: references against a base.

use std::io::{self, BufWriter, IsTerminal, Write};

use super::{Failure, complain_of, inputs};
use crate::cli::args::Excess;
use crate::cli::output::stdout;
use crate::cli::run::{FOUND, PROBLEM};
use crate::grammar::edition::Edition;
use crate::grammar::uri::{Iri, IriRef};
use crate::normal::ResolveOptions;
use crate::sanitize;

/// Resolve references against a base, and print one result a line
///
/// A reference that is none gives an empty line, and a problem on standard error. By the editions
/// 1997 and 2003, a reference to the document itself gives "(current document)".
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    /// References; without any, the lines of standard input
    #[arg(value_name = "REFERENCE")]
    references: Vec<String>,
    /// The URI to resolve against
    #[arg(long, value_name = "URI")]
    base: String,
    /// Whose rule: 1997, 2003 or rfc3986
    #[arg(long, value_name = "EDITION", default_value = "rfc3986", value_parser = edition)]
    edition: Edition,
    /// Take a reference with the scheme of the base for a relative one, as old programs do
    #[arg(long)]
    lax: bool,
    /// Leave ".." above the root out, or keep it, by the edition 2003, which allows both and keeps it
    /// where nothing is said; 1997 keeps it, rfc3986 leaves it out
    #[arg(long, value_name = "WHAT")]
    excess: Option<Excess>,
    /// Read references that end with NUL, and end results so
    #[arg(short = '0', long)]
    null: bool,
}

fn edition(name: &str) -> Result<Edition, String> {
    match name.parse() {
        Ok(edition @ (Edition::Draft1997 | Edition::Draft2003 | Edition::Rfc3986)) => Ok(edition),
        _ => Err("expected 1997, 2003 or rfc3986: the others have no relative references".into()),
    }
}

impl Args {
    pub fn run(self) -> Result<u8, Failure> {
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
                complain_of("the base is no URI:", fault, self.base.as_bytes());
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
                    complain_of("no reference:", fault, &input);
                    code = PROBLEM;
                }
            }
        }
        out.flush()?;
        Ok(code)
    }
}
