//! The explanation of a URI for people.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use serde_json::Value;

use super::Explained;
use crate::grammar::uri::Host;
use crate::output::{Palette, Role};
use crate::record::names;
use crate::sanitize;

/// A page: a title, and labelled lines.
pub(super) struct Explanation<'a> {
    pub explained: &'a Explained<'a>,
    /// The width in columns.
    pub width: usize,
}

/// The width of the labels, in columns.
const MARGIN: usize = 12;

const LABEL: Style = Style::new().dimmed();
const GOOD: Style = AnsiColor::Green.on_default();
const BAD: Style = AnsiColor::Red.on_default().bold();
const CAREFUL: Style = AnsiColor::Yellow.on_default();

/// How a component looks: as in the text it was found in.
fn style(component: &str) -> Style {
    let role = match component {
        "scheme" => Role::Scheme,
        "userinfo" => Role::Userinfo,
        "host" => Role::Host,
        "port" => Role::Port,
        "path" => Role::UrlPath,
        "query" => Role::Query,
        _ => Role::Fragment,
    };
    Palette::default().of(role)
}

fn shown(text: &[u8]) -> String {
    sanitize::text(&String::from_utf8_lossy(text))
}

impl Explanation<'_> {
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
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
        if self.explained.is_relative {
            line(out, "", "it is a relative reference: see --as uri-reference", Style::new())?;
        }
        let drawn = fault.display_in(self.explained.input).to_string();
        let mut lines = drawn.lines();
        for drawn in lines.by_ref().take(2) {
            writeln!(out, "  {:<9} {drawn}", "")?;
        }
        lines.try_for_each(|sentence| self.sentence(out, "", sentence, Style::new()))
    }

    fn cautions(&self, out: &mut dyn Write) -> io::Result<()> {
        for caution in &self.explained.cautions {
            let part = shown(&self.explained.input[caution.span.clone()]);
            let mut text = format!("{part}: {}", caution.kind.description());
            if let Some(detail) = &caution.detail {
                text.push_str(": ");
                text.push_str(&shown(detail.as_bytes()));
            }
            self.sentence(out, "careful", &text, CAREFUL)?;
        }
        Ok(())
    }

    /// A sentence, wrapped to the width.
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
        // A web URI has nothing but its components, which are shown already.
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

/// The range of a part of a text in it.
fn place(text: &[u8], part: &[u8]) -> std::ops::Range<usize> {
    let start = part.as_ptr() as usize - text.as_ptr() as usize;
    start..start + part.len()
}

/// A value as plain text; `None` for null and for an empty list.
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
