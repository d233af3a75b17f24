//! URI templates, with all four levels of RFC 6570.

use std::fmt;

use super::encode::{AllowedBytes, Escapes, push_encoded};
use crate::byteset::{ALNUM, ByteSet, GEN_DELIMS, SUB_DELIMS, UNRESERVED};
use crate::grammar::escape::is_escape;

/// A URI template (RFC 6570, level 4): text with expressions in braces, which values are put in place of.
///
/// Its result is a URI or a reference if the text around the expressions is: parse it to know.
///
/// ```
/// use urisift::{Uri, template::{InvalidTemplate, Template, Value}};
/// let template = Template::parse("https://api.example/{+dir}/{id}{?fields*,lang}")?;
/// let text = template.expand(|name| match name {
///     "dir" => Some(Value::Text("a/b")),
///     "id" => Some(Value::Text("c d")),
///     "fields" => Some(Value::List(&["e", "f"])),
///     _ => None,
/// })?;
/// assert_eq!(text, "https://api.example/a/b/c%20d?fields=e&fields=f");
/// assert!(Uri::parse(&text).is_ok());
/// assert!(template.variables().eq(["dir", "id", "fields", "lang"]));
/// # Ok::<(), InvalidTemplate>(())
/// ```
#[derive(Clone, Debug)]
pub struct Template<'t> {
    text: &'t str,
    parts: Vec<Part<'t>>,
}

/// The value of a variable.
///
/// ```
/// use urisift::template::{Template, Value};
/// let keys = Value::Pairs(&[("semi", ";"), ("dot", ".")]);
/// let expanded = |text| Template::parse(text)?.expand(|_| Some(keys));
/// assert_eq!(expanded("{keys}")?, "semi,%3B,dot,.");
/// assert_eq!(expanded("{?keys*}")?, "?semi=%3B&dot=.");
/// # Ok::<(), urisift::template::InvalidTemplate>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value<'v> {
    /// A text.
    Text(&'v str),
    /// Several texts; none is the same as no value.
    List(&'v [&'v str]),
    /// Names and values, in this order; none is the same as no value.
    Pairs(&'v [(&'v str, &'v str)]),
}

/// A template that cannot be parsed, or a prefix of a variable with several values (RFC 6570 2.4.1).
///
/// ```
/// use urisift::template::{Template, Value};
/// let invalid = Template::parse("/a{b").unwrap_err();
/// assert_eq!((invalid.offset(), invalid.to_string()), (2, "byte 2: no \"}\" follows".into()));
/// let prefix = Template::parse("{a:3}").unwrap().expand(|_| Some(Value::List(&["b"])));
/// assert!(prefix.unwrap_err().to_string().contains("has a prefix"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidTemplate {
    at: usize,
    reason: &'static str,
}

impl InvalidTemplate {
    /// The zero-based offset of the byte.
    pub fn offset(&self) -> usize {
        self.at
    }
}

impl fmt::Display for InvalidTemplate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: {}", self.at, self.reason)
    }
}

impl std::error::Error for InvalidTemplate {}

#[derive(Clone, Debug)]
enum Part<'t> {
    Literal(&'t str),
    Expression(Operator, Vec<Variable<'t>>),
}

#[derive(Clone, Copy, Debug)]
struct Variable<'t> {
    at: usize,
    name: &'t str,
    modifier: Option<Modifier>,
}

#[derive(Clone, Copy, Debug)]
enum Modifier {
    /// `:` and the number of characters.
    Prefix(usize),
    /// `*`
    Explode,
}

/// How an expression is expanded (Appendix A).
#[derive(Clone, Copy, Debug)]
struct Operator {
    first: &'static str,
    separator: &'static str,
    is_named: bool,
    /// What follows the name of an empty value.
    if_empty: &'static str,
    /// Whether reserved characters and escapes stay as they are.
    is_reserved: bool,
}

const RESERVED: AllowedBytes = AllowedBytes(UNRESERVED.or(SUB_DELIMS).or(GEN_DELIMS));
/// What a literal may not have (2.1), in ASCII.
const NO_LITERAL: ByteSet =
    ByteSet::range(0, 0x20).or(ByteSet::range(0x7f, 0x7f)).or(ByteSet::of(b"\"'<>\\^`{|}"));

impl Operator {
    const SIMPLE: Self =
        Operator { first: "", separator: ",", is_named: false, if_empty: "", is_reserved: false };

    const fn named(first: &'static str, separator: &'static str, if_empty: &'static str) -> Self {
        Operator { first, separator, is_named: true, if_empty, ..Operator::SIMPLE }
    }

    /// The operator of an expression, and what follows it; nothing for one that is reserved for later.
    fn of(expression: &str) -> Option<(Self, &str)> {
        let simple = Operator::SIMPLE;
        let operator = match expression.as_bytes().first() {
            Some(b'+') => Operator { is_reserved: true, ..simple },
            Some(b'#') => Operator { first: "#", is_reserved: true, ..simple },
            Some(b'.') => Operator { first: ".", separator: ".", ..simple },
            Some(b'/') => Operator { first: "/", separator: "/", ..simple },
            Some(b';') => Operator::named(";", ";", ""),
            Some(b'?') => Operator::named("?", "&", "="),
            Some(b'&') => Operator::named("&", "&", "="),
            Some(b'=' | b',' | b'!' | b'@' | b'|') => return None,
            _ => return Some((simple, expression)),
        };
        Some((operator, &expression[1..]))
    }
}

impl<'t> Template<'t> {
    /// Parses a template.
    ///
    /// # Errors
    /// The byte that does not fit, in a literal or an expression.
    pub fn parse(text: &'t str) -> Result<Self, InvalidTemplate> {
        let (mut parts, mut at) = (Vec::new(), 0);
        while at < text.len() {
            let rest = &text[at..];
            let Some(expression) = rest.strip_prefix('{') else {
                let len = rest.find('{').unwrap_or(rest.len());
                literal(&rest[..len], at)?;
                parts.push(Part::Literal(&rest[..len]));
                at += len;
                continue;
            };
            let Some(len) = expression.find('}') else {
                return Err(InvalidTemplate { at, reason: "no \"}\" follows" });
            };
            parts.push(expression_of(&expression[..len], at + 1)?);
            at += len + 2;
        }
        Ok(Template { text, parts })
    }

    /// The text, as it was parsed.
    pub fn as_str(&self) -> &'t str {
        self.text
    }

    /// The names of the variables, in order; a name that is used twice is given twice.
    pub fn variables(&self) -> impl Iterator<Item = &'t str> {
        self.parts.iter().flat_map(|part| {
            let variables = match part {
                Part::Literal(_) => &[][..],
                Part::Expression(_, variables) => variables,
            };
            variables.iter().map(|variable| variable.name)
        })
    }

    /// Puts values in place of the expressions (RFC 6570 3). A variable without a value is left out.
    ///
    /// # Errors
    /// A prefix of a value that is a list or pairs.
    pub fn expand<'v>(
        &self,
        value: impl Fn(&str) -> Option<Value<'v>>,
    ) -> Result<String, InvalidTemplate> {
        let mut out = String::new();
        for part in &self.parts {
            match part {
                Part::Literal(text) => {
                    push_encoded(text.as_bytes(), &RESERVED, Escapes::Keep, &mut out);
                }
                Part::Expression(operator, variables) => {
                    let mut expansion = Expansion { operator, is_first: true, out: &mut out };
                    for variable in variables {
                        if let Some(value) = value(variable.name) {
                            expansion.variable(variable, value)?;
                        }
                    }
                }
            }
        }
        Ok(out)
    }
}

fn literal(text: &str, start: usize) -> Result<(), InvalidTemplate> {
    let bytes = text.as_bytes();
    let is_wrong = |at: &usize| {
        NO_LITERAL.contains(bytes[*at]) || bytes[*at] == b'%' && !is_escape(&bytes[*at..])
    };
    match (0..bytes.len()).find(is_wrong) {
        Some(at) => {
            Err(InvalidTemplate { at: start + at, reason: "this character must be encoded" })
        }
        None => Ok(()),
    }
}

/// expression = "{" [ operator ] variable-list "}" (2.2)
fn expression_of(text: &str, start: usize) -> Result<Part<'_>, InvalidTemplate> {
    let Some((operator, list)) = Operator::of(text) else {
        return Err(InvalidTemplate { at: start, reason: "this operator is reserved" });
    };
    let mut at = start + text.len() - list.len();
    let mut variables = Vec::new();
    for item in list.split(',') {
        variables.push(variable(item, at)?);
        at += item.len() + 1;
    }
    Ok(Part::Expression(operator, variables))
}

/// varspec = varname [ modifier-level4 ] (2.3)
fn variable(text: &str, at: usize) -> Result<Variable<'_>, InvalidTemplate> {
    let (name, modifier) = match (text.strip_suffix('*'), text.split_once(':')) {
        (Some(name), _) => (name, Some(Modifier::Explode)),
        (None, Some((name, digits))) => {
            let is_number = digits.bytes().all(|b| b.is_ascii_digit()) && !digits.starts_with('0');
            let length = digits.parse().ok().filter(|length| is_number && *length < 10_000);
            let reason = "a prefix has from 1 to 9999 characters";
            let at = at + name.len() + 1;
            (name, Some(Modifier::Prefix(length.ok_or(InvalidTemplate { at, reason })?)))
        }
        (None, None) => (text, None),
    };
    match wrong_in_name(name.as_bytes()) {
        Some(wrong) => {
            Err(InvalidTemplate { at: at + wrong, reason: "this is no name of a variable" })
        }
        None => Ok(Variable { at, name, modifier }),
    }
}

/// varname = varchar *( [ "." ] varchar ), varchar = ALPHA / DIGIT / "_" / pct-encoded: the byte that does not fit.
fn wrong_in_name(name: &[u8]) -> Option<usize> {
    let mut at = 0;
    let mut may_be_dot = false;
    while at < name.len() {
        match name[at] {
            b'%' if is_escape(&name[at..]) => at += 2,
            b'.' if may_be_dot => {}
            b if ALNUM.contains(b) || b == b'_' => {}
            _ => return Some(at),
        }
        may_be_dot = name[at] != b'.';
        at += 1;
    }
    (!may_be_dot).then_some(at)
}

/// An expression that is being written.
struct Expansion<'a> {
    operator: &'a Operator,
    is_first: bool,
    out: &'a mut String,
}

impl Expansion<'_> {
    /// A variable that has a value (3.2.1).
    fn variable(
        &mut self,
        variable: &Variable<'_>,
        value: Value<'_>,
    ) -> Result<(), InvalidTemplate> {
        let explodes = matches!(variable.modifier, Some(Modifier::Explode));
        let name = variable.name;
        if let (Some(Modifier::Prefix(length)), Value::Text(text)) = (variable.modifier, value) {
            let end = text.char_indices().nth(length).map_or(text.len(), |(end, _)| end);
            self.joined(name, &[&text[..end]]);
            return Ok(());
        }
        if let Some(Modifier::Prefix(_)) = variable.modifier {
            let reason = "this variable has a prefix, and several values";
            return Err(InvalidTemplate { at: variable.at, reason });
        }
        match value {
            Value::List([]) | Value::Pairs([]) => {}
            Value::Text(text) => self.joined(name, &[text]),
            Value::List(items) if !explodes => self.joined(name, items),
            Value::List(items) => items.iter().for_each(|item| self.joined(name, &[item])),
            Value::Pairs(pairs) if !explodes => {
                let items: Vec<_> = pairs.iter().flat_map(|(key, value)| [*key, *value]).collect();
                self.joined(name, &items);
            }
            Value::Pairs(pairs) => pairs.iter().for_each(|(key, value)| self.pair(key, value)),
        }
        Ok(())
    }

    /// Texts with commas between, after the name if the operator has names.
    fn joined(&mut self, name: &str, items: &[&str]) {
        self.separate();
        if self.operator.is_named {
            self.out.push_str(name);
            let is_empty = items.iter().all(|item| item.is_empty()) && items.len() == 1;
            self.out.push_str(if is_empty { self.operator.if_empty } else { "=" });
        }
        for (place, item) in items.iter().enumerate() {
            if place > 0 {
                self.out.push(',');
            }
            self.data(item);
        }
    }

    fn pair(&mut self, key: &str, value: &str) {
        self.separate();
        self.data(key);
        let is_empty = value.is_empty() && self.operator.is_named;
        self.out.push_str(if is_empty { self.operator.if_empty } else { "=" });
        self.data(value);
    }

    fn separate(&mut self) {
        let between = if self.is_first { self.operator.first } else { self.operator.separator };
        self.out.push_str(between);
        self.is_first = false;
    }

    fn data(&mut self, text: &str) {
        let (allowed, escapes) = match self.operator.is_reserved {
            true => (&RESERVED, Escapes::Keep),
            false => (&AllowedBytes::UNRESERVED, Escapes::Encode),
        };
        push_encoded(text.as_bytes(), allowed, escapes, self.out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(name: &str) -> Option<Value<'static>> {
        Some(match name {
            "count" => Value::List(&["one", "two", "three"]),
            "dom" => Value::List(&["example", "com"]),
            "dub" => Value::Text("me/too"),
            "hello" => Value::Text("Hello World!"),
            "half" => Value::Text("50%"),
            "var" => Value::Text("value"),
            "who" => Value::Text("fred"),
            "base" => Value::Text("http://example.com/home/"),
            "path" => Value::Text("/foo/bar"),
            "list" => Value::List(&["red", "green", "blue"]),
            "keys" => Value::Pairs(&[("semi", ";"), ("dot", "."), ("comma", ",")]),
            "v" => Value::Text("6"),
            "x" => Value::Text("1024"),
            "y" => Value::Text("768"),
            "empty" => Value::Text(""),
            "empty_keys" => Value::Pairs(&[]),
            "uml" => Value::Text("äöü"),
            "gaps" => Value::Pairs(&[("a", ""), ("", "b")]),
            _ => return None,
        })
    }

    #[derive(serde::Deserialize)]
    struct Cases {
        expanded: std::collections::BTreeMap<String, String>,
        invalid: Vec<(String, usize)>,
    }

    #[test]
    fn templates_expand_as_in_rfc_6570() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/corpora/grammar/templates.toml");
        let cases: Cases = toml::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        assert!(cases.expanded.len() > 120);
        for (text, expanded) in cases.expanded {
            let template = Template::parse(&text).unwrap_or_else(|e| panic!("{text}: {e}"));
            assert_eq!(template.expand(value).as_deref(), Ok(&*expanded), "{text}");
        }
        for (text, at) in cases.invalid {
            let result = Template::parse(&text).and_then(|template| template.expand(value));
            assert_eq!(result.unwrap_err().offset(), at, "{text}");
        }
    }
}
