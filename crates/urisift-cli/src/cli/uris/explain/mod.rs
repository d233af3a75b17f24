//! `urisift explain`: what a URI is, for people and for machines.

mod page;

use std::io::{self, BufWriter, IsTerminal, Write};
use std::mem;

use page::Explanation;
use serde_json::{Value, json};

use super::Failure;
use super::Inputs;
use super::output;
use crate::cli::args::{Explain, Production};
use crate::cli::messages::{FOUND, NONE};
use crate::cli::output::screen::{Screen, is_colored};
use crate::cli::output::stdout;
use crate::grammar::caution::{self, Caution};
use crate::grammar::components::Components;
use crate::grammar::edition::{Edition, Editions, Shape};
use crate::grammar::parse_error::ParseError;
use crate::grammar::uri::{self, Grammar, Host, Iri, IriRef, Repertoire, Uri, UriRef};
use crate::normal::{Step, Steps};
use crate::output::visible;
use crate::record::{Bytes, CautionRecord, FaultRecord, names};

impl Explain {
    pub(in crate::cli::uris) fn run(self) -> Result<u8, Failure> {
        // Programs get the bytes as they are; for people, control characters are escaped.
        let is_seen = io::stdout().is_terminal() || is_colored(self.color, &Screen::Stdout);
        let mut out: Box<dyn Write> = match self.json {
            true => Box::new(BufWriter::new(stdout())),
            false => Box::new(output(self.color)),
        };
        let width = if io::stdout().is_terminal() { textwrap::termwidth() } else { usize::MAX };
        let mut code = FOUND;
        let mut inputs = Inputs::new(self.uris, self.null)?;
        let mut is_first = true;
        while let Some(input) = inputs.next(&mut out)? {
            let explained = Explained::of(&input, self.production, self.edition);
            if explained.fault.is_some() {
                code = NONE;
            }
            if self.json {
                let record = explained.record().to_string();
                let shown = if is_seen { visible(record.as_bytes()) } else { record };
                writeln!(out, "{shown}")?;
            } else {
                if !mem::take(&mut is_first) {
                    writeln!(out)?;
                }
                Explanation { explained: &explained, width }.write(&mut out)?;
            }
        }
        out.flush()?;
        Ok(code)
    }
}

/// What people read of a URI, in colours, wrapped to this many columns.
pub(in crate::cli) fn explanation(uri: &[u8], width: usize) -> Vec<u8> {
    let mut text = Vec::new();
    let written =
        Explanation { explained: &Explained::of(uri, None, None), width }.write(&mut text);
    written.expect("memory takes all that is written");
    text
}

/// The output for an input: the page and the record.
#[cfg(fuzzing)]
pub fn explained(input: &[u8]) -> [Vec<u8>; 2] {
    [explanation(input, 80), Explained::of(input, None, None).record().to_string().into_bytes()]
}

/// Everything that is known of an input.
struct Explained<'t> {
    input: &'t [u8],
    components: Components<'t>,
    fault: Option<ParseError>,
    /// It is no URI, since it is a reference.
    is_relative: bool,
    conforms: Editions,
    cautions: Vec<Caution>,
    /// The form after each step, and all before it.
    normal: Option<[(Step, String); Step::ALL.len()]>,
    typed: Value,
    host: Option<Host<'t>>,
}

impl<'t> Explained<'t> {
    fn of(input: &'t [u8], production: Option<Production>, edition: Option<Edition>) -> Self {
        let components = Components::of(input);
        let reference = std::str::from_utf8(input).ok().and_then(|text| IriRef::parse(text).ok());
        let shape = match components.scheme() {
            Some(_) => Shape::Absolute,
            None => Shape::Reference,
        };
        let specific = reference.and_then(|reference| reference.scheme_specific().ok());
        let typed = specific.and_then(|specific| serde_json::to_value(specific).ok());
        Explained {
            input,
            components,
            fault: judge(input, production, edition).err(),
            is_relative: production.is_none() && reference.is_some_and(|it| it.is_relative()),
            conforms: uri::conforms(input, shape),
            cautions: caution::cautions(input, components.parts()),
            normal: reference.map(|reference| {
                Step::ALL.map(|step| (step, reference.normalized(Steps::up_to(step)).to_string()))
            }),
            typed: typed.filter(Value::is_object).unwrap_or(Value::Null),
            host: reference.and_then(|reference| reference.host_kind()),
        }
    }

    /// The JSON record. An undefined component is null, not empty.
    fn record(&self) -> Value {
        let c = &self.components;
        let form = |(step, form): &(Step, String)| (step.name().to_owned(), form.as_str().into());
        let normal = self.normal.as_ref().map(|forms| forms.iter().map(form).collect());
        json!({
            "input": Bytes(self.input),
            "valid": self.fault.is_none(),
            "fault": self.fault.as_ref().map(FaultRecord::of),
            "scheme": c.scheme().map(Bytes),
            "userinfo": c.userinfo().map(Bytes),
            "host": c.host().map(Bytes),
            "port": c.port().map(Bytes),
            "path": Bytes(c.path()),
            "query": c.query().map(Bytes),
            "fragment": c.fragment().map(Bytes),
            "conforms": names(self.conforms),
            "cautions": self.cautions.iter().map(CautionRecord::of).collect::<Vec<_>>(),
            "normal": normal.map(Value::Object),
            "typed": self.typed,
        })
    }

    /// The components by name, with the bytes they take up.
    fn parts(&self) -> [(&'static str, Option<&'t [u8]>); 7] {
        let c = &self.components;
        [
            ("scheme", c.scheme()),
            ("userinfo", c.userinfo()),
            ("host", c.host()),
            ("port", c.port()),
            ("path", Some(c.path())),
            ("query", c.query()),
            ("fragment", c.fragment()),
        ]
    }
}

fn judge(
    input: &[u8],
    production: Option<Production>,
    edition: Option<Edition>,
) -> Result<(), ParseError> {
    let by = Grammar::of(edition.unwrap_or_default());
    let Ok(text) = std::str::from_utf8(input) else {
        // Invalid UTF-8 is no IRI; the grammar finds the byte.
        return uri::judge(input, by, Repertoire::Iri, Shape::Reference).map(|_| ());
    };
    match production {
        None if edition.is_some() => Uri::parse_in(text, by).map(|_| ()),
        None => Iri::parse(text)?.scheme_specific().map(|_| ()),
        Some(Production::Uri) => Uri::parse_in(text, by).map(|_| ()),
        Some(Production::UriReference) => UriRef::parse_in(text, by).map(|_| ()),
        Some(Production::AbsoluteUri) => Uri::parse_in(text, by)?.without_fragment(),
        Some(Production::Iri) => Iri::parse_in(text, by).map(|_| ()),
        Some(Production::IriReference) => IriRef::parse_in(text, by).map(|_| ()),
        Some(Production::Urn) => Uri::parse_in(text, by)?.is_urn(),
    }
}
