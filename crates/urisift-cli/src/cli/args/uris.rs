//! The subcommands that take URIs and search nothing.

use clap::Subcommand;

use super::looks::Color;
use super::values::Excess;
use crate::grammar::edition::Edition;
use crate::normal::{ResolveOptions, Step, Steps};

/// What is done with URIs that are given.
#[derive(Debug, Subcommand)]
pub(in crate::cli) enum Uris {
    Explain(Explain),
    Resolve(Resolve),
    Relative(Relative),
    Compare(Compare),
}

/// Show components, validity, cautions and normal forms of URIs
///
/// Also shows editions and scheme-specific parts. Without --as, checks RFC 3986 (or RFC 3987) and the grammar of the
/// scheme. Exit status: 0 if all are valid, 1 if any is not, 2 if an error occurred.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Explain {
    /// URIs to explain; default: lines of standard input
    #[arg(value_name = "URI")]
    pub uris: Vec<String>,
    /// Validate against PRODUCTION only, ignoring scheme rules
    #[arg(long = "as", alias = "production", value_name = "PRODUCTION")]
    pub production: Option<Production>,
    /// Validate against EDITION only, ignoring scheme rules
    ///
    /// 1994, rfc1738, rfc1808, 1997, rfc2396, 2003 or rfc3986; for URNs also rfc2141, 2012 or rfc8141.
    #[arg(long, value_name = "EDITION")]
    pub edition: Option<Edition>,
    /// Print one JSON object per URI
    ///
    /// input, valid, fault (at, rule), scheme, userinfo, host, port, path, query, fragment, conforms, cautions; normal:
    /// the form after case, percent, dots, scheme, uri, host and specific, each including the previous steps. typed:
    /// scheme-specific parts. Undefined components are null.
    #[arg(long)]
    pub json: bool,
    /// Read NUL-terminated URIs
    #[arg(short = '0', long)]
    pub null: bool,
    /// When to use color
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: Color,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(in crate::cli) enum Production {
    Uri,
    UriReference,
    AbsoluteUri,
    Iri,
    IriReference,
    Urn,
}

/// Resolve URI references against a base URI
///
/// Prints one result per line. An invalid reference prints an empty line, and an error to standard error. In editions
/// 1997, rfc2396 and 2003, a reference to the document itself prints "(current document)".
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Resolve {
    /// References to resolve; default: lines of standard input
    #[arg(value_name = "REFERENCE")]
    pub references: Vec<String>,
    /// Set the base URI
    #[arg(long, value_name = "URI")]
    pub base: String,
    /// Use the rules of EDITION: rfc1808, 1997, rfc2396, 2003 or rfc3986
    #[arg(long, value_name = "EDITION", default_value = "rfc3986", value_parser = resolving)]
    pub edition: Edition,
    /// Treat a reference with the scheme of the base as relative, like old parsers
    #[arg(long)]
    pub lax: bool,
    /// Strip or keep ".." above the root (editions rfc2396 and 2003 only)
    ///
    /// These allow both, and keep it by default. rfc1808 and 1997 always keep it, and rfc3986 strips it.
    #[arg(long, alias = "excess-dots", value_name = "WHAT")]
    pub excess: Option<Excess>,
    /// Read and print NUL-terminated records
    #[arg(short = '0', long)]
    pub null: bool,
}

/// Make URIs relative to a base URI
///
/// Prints one short reference per line, which `resolve` turns into the URI again; the URI itself if there is none. An
/// invalid URI prints an empty line, and an error to standard error.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Relative {
    /// URIs to make relative; default: lines of standard input
    #[arg(value_name = "URI")]
    pub uris: Vec<String>,
    /// Set the base URI
    #[arg(long, value_name = "URI")]
    pub base: String,
    /// Read and print NUL-terminated records
    #[arg(short = '0', long)]
    pub null: bool,
}

fn resolving(name: &str) -> Result<Edition, String> {
    match name.parse() {
        Ok(edition) if ResolveOptions::has_rule(edition) => Ok(edition),
        _ => Err("expected rfc1808, 1997, rfc2396, 2003 or rfc3986 (other editions have no \
                  relative references)"
            .into()),
    }
}

/// Compare two URIs, and show the normalization step at which they match
///
/// Steps (RFC 3986 6.2): string, case, percent, dots (or syntax), scheme, uri, host, specific (or all); each includes
/// those before. URNs are also compared by RFC 8141. Exit status: 0 if equal, 1 if different, 2 if one is invalid.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Compare {
    /// First URI or reference
    pub a: String,
    /// Second URI or reference
    pub b: String,
    /// Compare at STEP, including lower steps
    #[arg(long, value_name = "STEP", value_parser = rung)]
    pub step: Option<Steps>,
}

fn rung(name: &str) -> Result<Steps, String> {
    let step = Step::ALL.into_iter().find(|step| step.name() == name);
    match (step, name) {
        (Some(step), _) => Ok(Steps::up_to(step)),
        (None, "string") => Ok(Steps::STRING),
        (None, "syntax") => Ok(Steps::SYNTAX),
        (None, "all") => Ok(Steps::ALL),
        _ => {
            Err("expected string, case, percent, dots, syntax, scheme, uri, host, specific or all"
                .to_owned())
        }
    }
}
