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

/// Resolve URI references against a base URI
///
/// Prints one result per line. An invalid reference prints an empty line, and an error to standard error. In editions
/// 1997 and 2003, a reference to the document itself prints "(current document)".
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    /// References to resolve; default: lines of standard input
    #[arg(value_name = "REFERENCE")]
    references: Vec<String>,
    /// Set the base URI
    #[arg(long, value_name = "URI")]
    base: String,
    /// Use the rules of EDITION: 1997, 2003 or rfc3986
    #[arg(long, value_name = "EDITION", default_value = "rfc3986", value_parser = edition)]
    edition: Edition,
    /// Treat a reference with the scheme of the base as relative, like old parsers
    #[arg(long)]
    lax: bool,
    /// Strip or keep ".." above the root (edition 2003 only)
    ///
    /// 2003 allows both, and keeps it by default. 1997 always keeps it, and rfc3986 strips it.
    #[arg(long, alias = "excess-dots", value_name = "WHAT")]
    excess: Option<Excess>,
    /// Read and print NUL-terminated records
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
