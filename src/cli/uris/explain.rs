//! `urisift explain`: what a URI is, for people and for machines.

use std::io::{self, BufWriter, IsTerminal, Write};

use anstyle::{AnsiColor, Style};
use serde::Serialize;
use serde_json::{Map, Value};

use super::input::inputs;
use super::{Color, output};
use crate::cli::run::{FOUND, NONE};
use crate::grammar::caution::{self, Caution};
use crate::grammar::components::Components;
use crate::grammar::edition::{Editions, Shape};
use crate::grammar::fault::Fault;
use crate::grammar::uri::{self, Grammar, Host, Iri, IriRef, Repertoire, Uri, UriRef};
use crate::harmless;
use crate::normal::{Step, Steps};
use crate::report::{Bytes, CautionRecord, FaultRecord, names};

/// Say what URIs are: components, verdict, editions, cautions, normal forms, typed parts
///
/// Without --as, a URI is valid that is one by RFC 3986 (or an IRI by RFC 3987) and by the grammar of
/// its scheme. The exit status is 0 if all are valid, 1 if one is not, and 2 if there was a problem.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    /// URIs; without any, the lines of standard input
    #[arg(value_name = "URI")]
    uris: Vec<String>,
    /// The production that they are to be, and nothing of the scheme's own grammar
    #[arg(long = "as", value_name = "PRODUCTION")]
    production: Option<Production>,
    /// Print one JSON object a URI: input, valid, fault (at, rule), scheme, userinfo, host, port,
    /// path, query, fragment (null where undefined), conforms, cautions, normal (the form after
    /// case, percent, dots, scheme and uri, each with all before it), typed (in the terms of the
    /// scheme)
    #[arg(long)]
    json: bool,
    /// Read URIs that end with NUL instead of a line feed
    #[arg(short = '0', long)]
    null: bool,
    /// When output is coloured
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: Color,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Production {
    Uri,
    UriReference,
    AbsoluteUri,
    Iri,
    IriReference,
    Urn,
}

impl Args {
    pub fn run(self) -> io::Result<u8> {
        // What machines read goes out as it is; styles, and what looks like them, are for people.
        let mut out: Box<dyn Write> = match self.json {
            true => Box::new(BufWriter::new(io::stdout().lock())),
            false => Box::new(output(self.color)),
        };
        let width = if io::stdout().is_terminal() { textwrap::termwidth() } else { usize::MAX };
        let mut code = FOUND;
        for (i, input) in inputs(self.uris, self.null).enumerate() {
            let input = input?;
            let explained = Explained::of(&input, self.production);
            if explained.fault.is_some() {
                code = NONE;
            }
            if self.json {
                serde_json::to_writer(&mut out, &Record::of(&explained))?;
                writeln!(out)?;
            } else {
                if i > 0 {
                    writeln!(out)?;
                }
                Page { explained: &explained, width }.write(&mut out)?;
            }
        }
        out.flush()?;
        Ok(code)
    }
}

/// Everything that is known of an input.
struct Explained<'t> {
    input: &'t [u8],
    components: Components<'t>,
    fault: Option<Fault>,
    conforms: Editions,
    cautions: Vec<Caution>,
    /// The form after each step, and all before it.
    normal: Option<[(Step, String); 5]>,
    typed: Value,
    host: Option<Host<'t>>,
}

impl<'t> Explained<'t> {
    fn of(input: &'t [u8], production: Option<Production>) -> Self {
        let components = Components::of(input);
        let reference = std::str::from_utf8(input).ok().and_then(|text| IriRef::parse(text).ok());
        let shape = match components.scheme() {
            Some(_) => Shape::Absolute,
            None => Shape::Reference,
        };
        let specific = reference.and_then(|reference| reference.specific().ok());
        let typed = specific.and_then(|specific| serde_json::to_value(specific).ok());
        Explained {
            input,
            components,
            fault: judge(input, production).err(),
            conforms: uri::conforms(input, shape),
            cautions: caution::cautions(input, components.parts()),
            normal: reference.map(|reference| {
                Step::ALL.map(|step| (step, reference.normal(Steps::up_to(step)).to_string()))
            }),
            typed: typed.filter(Value::is_object).unwrap_or(Value::Null),
            host: reference.and_then(|reference| reference.host_kind()),
        }
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

fn judge(input: &[u8], production: Option<Production>) -> Result<(), Fault> {
    let Ok(text) = std::str::from_utf8(input) else {
        // What is no text is no IRI; the byte is the grammar's to find.
        let shape = Shape::Reference;
        return uri::judge(input, Grammar::default(), Repertoire::Iri, shape).map(|_| ());
    };
    match production {
        None => Iri::parse(text)?.specific().map(|_| ()),
        Some(Production::Uri) => Uri::parse(text).map(|_| ()),
        Some(Production::UriReference) => UriRef::parse(text).map(|_| ()),
        Some(Production::AbsoluteUri) => Uri::parse(text)?.without_fragment(),
        Some(Production::Iri) => Iri::parse(text).map(|_| ()),
        Some(Production::IriReference) => IriRef::parse(text).map(|_| ()),
        Some(Production::Urn) => Uri::parse(text)?.is_urn(),
    }
}

/// What machines read.
#[derive(Serialize)]
struct Record<'a> {
    input: Bytes<'a>,
    valid: bool,
    fault: Option<FaultRecord>,
    scheme: Option<Bytes<'a>>,
    userinfo: Option<Bytes<'a>>,
    host: Option<Bytes<'a>>,
    port: Option<Bytes<'a>>,
    path: Bytes<'a>,
    query: Option<Bytes<'a>>,
    fragment: Option<Bytes<'a>>,
    conforms: Vec<&'static str>,
    cautions: Vec<CautionRecord>,
    normal: Option<Map<String, Value>>,
    typed: &'a Value,
}

impl<'a> Record<'a> {
    fn of(explained: &'a Explained<'a>) -> Self {
        let c = &explained.components;
        let form = |(step, form): &(Step, String)| (step.name().to_owned(), form.as_str().into());
        Record {
            input: Bytes(explained.input),
            valid: explained.fault.is_none(),
            fault: explained.fault.as_ref().map(FaultRecord::of),
            scheme: c.scheme().map(Bytes),
            userinfo: c.userinfo().map(Bytes),
            host: c.host().map(Bytes),
            port: c.port().map(Bytes),
            path: Bytes(c.path()),
            query: c.query().map(Bytes),
            fragment: c.fragment().map(Bytes),
            conforms: names(explained.conforms),
            cautions: explained.cautions.iter().map(CautionRecord::of).collect(),
            normal: explained.normal.as_ref().map(|forms| forms.iter().map(form).collect()),
            typed: &explained.typed,
        }
    }
}

/// What people read.
struct Page<'a> {
    explained: &'a Explained<'a>,
    /// How many columns there are.
    width: usize,
}

/// How many columns stand before what is said.
const MARGIN: usize = 12;

const LABEL: Style = Style::new().dimmed();
const GOOD: Style = AnsiColor::Green.on_default();
const BAD: Style = AnsiColor::Red.on_default().bold();
const CAREFUL: Style = AnsiColor::Yellow.on_default();

/// How a component looks.
fn style(component: &str) -> Style {
    match component {
        "scheme" => AnsiColor::Magenta.on_default(),
        "userinfo" => AnsiColor::Red.on_default(),
        "host" => AnsiColor::Green.on_default().bold(),
        "port" => AnsiColor::Yellow.on_default(),
        "path" => AnsiColor::Cyan.on_default(),
        "query" => AnsiColor::Blue.on_default(),
        _ => AnsiColor::Yellow.on_default(),
    }
}

fn shown(text: &[u8]) -> String {
    harmless::text(&String::from_utf8_lossy(text))
}

impl Page<'_> {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        self.title(out)?;
        self.components(out)?;
        self.verdict(out)?;
        let editions = names(self.explained.conforms);
        let none = if editions.is_empty() { "none" } else { "" };
        line(out, "editions", &format!("{}{none}", editions.join(", ")), Style::new())?;
        self.cautions(out)?;
        self.normal_forms(out)?;
        self.typed(out)
    }

    /// The input, each component in its colour.
    fn title(&self, out: &mut dyn Write) -> io::Result<()> {
        let input = self.explained.input;
        let mut done = 0;
        for (name, part) in self.explained.parts() {
            let Some(part) = part.filter(|part| !part.is_empty()) else { continue };
            let span = place(input, part);
            let style = style(name);
            let between = shown(&input[done..span.start]);
            write!(out, "{between}{style}{}{style:#}", shown(part))?;
            done = span.end;
        }
        writeln!(out, "{}", shown(&input[done..]))
    }

    fn components(&self, out: &mut dyn Write) -> io::Result<()> {
        for (name, part) in self.explained.parts() {
            let Some(part) = part else { continue };
            let span = place(self.explained.input, part);
            let span = format!("{}..{}", span.start, span.end);
            let style = style(name);
            let note = if name == "host" { self.host() } else { String::new() };
            let empty = if part.is_empty() { "(empty)" } else { "" };
            writeln!(
                out,
                "  {LABEL}{name:<9}{LABEL:#} {LABEL}{span:>9}{LABEL:#}  {style}{}{style:#}{empty}{note}",
                shown(part),
            )?;
        }
        Ok(())
    }

    fn host(&self) -> String {
        match self.explained.host {
            Some(Host::Ipv4(_)) => "  (an IPv4 address)".to_owned(),
            Some(Host::Ipv6 { address, .. }) => format!("  (an IPv6 address, {address})"),
            Some(Host::Future(_)) => "  (an address of a later version)".to_owned(),
            _ => String::new(),
        }
    }

    fn verdict(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some(fault) = &self.explained.fault else {
            return line(out, "valid", "yes", GOOD);
        };
        line(out, "valid", "no", BAD)?;
        if self.explained.components.scheme().is_none() && self.explained.normal.is_some() {
            line(out, "", "it is a relative reference: see --as uri-reference", Style::new())?;
        }
        let drawn = fault.show(self.explained.input).to_string();
        let mut lines = drawn.lines();
        for drawn in lines.by_ref().take(2) {
            writeln!(out, "  {:<9} {drawn}", "")?;
        }
        lines.try_for_each(|sentence| self.sentence(out, "", sentence, Style::new()))
    }

    fn cautions(&self, out: &mut dyn Write) -> io::Result<()> {
        for caution in &self.explained.cautions {
            let part = shown(&self.explained.input[caution.span.clone()]);
            let text = format!("{part}: {}", caution.kind.sentence());
            self.sentence(out, "careful", &text, CAREFUL)?;
        }
        Ok(())
    }

    /// Words, over as many lines as they take.
    fn sentence(
        &self,
        out: &mut dyn Write,
        label: &str,
        text: &str,
        style: Style,
    ) -> io::Result<()> {
        let mut label = label;
        for part in textwrap::wrap(text, self.width.saturating_sub(MARGIN).max(20)) {
            line(out, label, &part, style)?;
            label = "";
        }
        Ok(())
    }

    /// The forms that a step changes.
    fn normal_forms(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some(forms) = &self.explained.normal else { return Ok(()) };
        let mut before = String::from_utf8_lossy(self.explained.input).into_owned();
        let mut any = false;
        for (step, form) in forms {
            if *form != before {
                let text = format!("{:<9} {}", step.name(), shown(form.as_bytes()));
                line(out, if any { "" } else { "normal" }, &text, Style::new())?;
                any = true;
            }
            before.clone_from(form);
        }
        if any { Ok(()) } else { line(out, "normal", "as it is", Style::new()) }
    }

    fn typed(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some((kind, Value::Object(fields))) =
            self.explained.typed.as_object().and_then(|typed| typed.iter().next())
        else {
            return Ok(());
        };
        // The components have been shown already, and are all that there is to a web URI.
        if kind == "web" {
            return Ok(());
        }
        let mut label = kind.as_str();
        for (name, value) in fields.iter().filter(|(name, _)| *name != "server") {
            let Some(text) = plain(value) else { continue };
            line(out, label, &format!("{name:<12} {}", shown(text.as_bytes())), Style::new())?;
            label = "";
        }
        Ok(())
    }
}

fn line(out: &mut dyn Write, label: &str, text: &str, style: Style) -> io::Result<()> {
    writeln!(out, "  {LABEL}{label:<9}{LABEL:#} {style}{text}{style:#}")
}

/// Where a part of a text stands in it.
fn place(text: &[u8], part: &[u8]) -> std::ops::Range<usize> {
    let start = part.as_ptr() as usize - text.as_ptr() as usize;
    start..start + part.len()
}

/// A value as it is read: `None` for none, and for an empty list.
fn plain(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::String(text) if text.is_empty() => Some("(empty)".to_owned()),
        Value::String(text) => Some(text.clone()),
        Value::Array(items) if items.is_empty() => None,
        Value::Array(items) => {
            let item = |item: &Value| match item {
                Value::Array(pair) => {
                    let texts: Vec<_> = pair.iter().filter_map(Value::as_str).collect();
                    texts.join("=")
                }
                other => plain(other).unwrap_or_default(),
            };
            Some(items.iter().map(item).collect::<Vec<_>>().join(", "))
        }
        Value::Object(fields) => {
            let field = |(name, value): (&String, &Value)| {
                plain(value).map(|value| format!("{name} {value}"))
            };
            Some(fields.iter().filter_map(field).collect::<Vec<_>>().join(", "))
        }
        other => Some(other.to_string()),
    }
}
