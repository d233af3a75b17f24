//! The template syntax; the letters are those of `unfurl`.

use std::fmt;

use super::{Component, Parameter, Piece, Template};
use crate::record::FINDS;

/// Named templates.
pub(crate) const NAMES: [&str; 6] = ["domains", "apexes", "paths", "keys", "values", "keypairs"];

/// What a letter after `%` stands for.
const LETTERS: [(char, Component); 16] = [
    ('s', Component::Scheme),
    ('a', Component::Authority),
    ('u', Component::Userinfo),
    ('@', Component::At),
    ('d', Component::Host),
    ('S', Component::Subdomain),
    ('r', Component::Root),
    ('t', Component::Suffix),
    (':', Component::Colon),
    ('P', Component::Port),
    ('p', Component::Path),
    ('e', Component::Extension),
    ('?', Component::QuestionMark),
    ('q', Component::Query),
    ('#', Component::NumberSign),
    ('f', Component::Fragment),
];

/// Why a text is not a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Wrong {
    /// Nothing in it differs between finds.
    Constant,
    /// No component has this letter.
    Letter(char),
    /// A `%` at the end.
    NoLetter,
    /// There is no such column.
    Column(String),
    /// A column's name has no closing brace.
    Open,
    /// A backslash before this character, or at the end.
    Escape(Option<char>),
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wrong::Constant => write!(f, "no % in it, and not one of {}", NAMES.join(", ")),
            Wrong::Letter(letter) => {
                let letters: String =
                    LETTERS.iter().map(|(letter, _)| format!(" %{letter}")).collect();
                write!(
                    f,
                    "no component is %{letter}; there are{letters}, %{{column}}, and %% for %"
                )
            }
            Wrong::NoLetter => f.write_str("a letter is missing after the last %"),
            Wrong::Column(name) => write!(f, "no column is called {name:?}"),
            Wrong::Open => f.write_str("%{ has no }"),
            Wrong::Escape(Some(c)) => {
                write!(f, "no escape is \\{c}; there are \\t, \\n, \\0 and \\\\")
            }
            Wrong::Escape(None) => f.write_str("a letter is missing after the last \\"),
        }
    }
}

impl Template {
    /// Parses a template.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(text: &str) -> Result<Self, Wrong> {
        match text {
            "domains" => Ok(Template::Line(vec![Piece::Component(Component::Host)])),
            "apexes" => Ok(Template::Line(vec![Piece::Component(Component::Apex)])),
            "paths" => Ok(Template::Line(vec![Piece::Component(Component::Path)])),
            "keys" => Ok(Template::Parameters(Parameter::Key)),
            "values" => Ok(Template::Parameters(Parameter::Value)),
            "keypairs" => Ok(Template::Parameters(Parameter::Pair)),
            _ => line(text).map(Template::Line),
        }
    }
}

fn line(text: &str) -> Result<Vec<Piece>, Wrong> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (piece, after) = piece(rest)?;
        rest = after;
        match (pieces.last_mut(), piece) {
            (Some(Piece::Literal(before)), Piece::Literal(text)) => before.push_str(&text),
            (_, piece) => pieces.push(piece),
        }
    }
    let is_constant = pieces.iter().all(|piece| matches!(piece, Piece::Literal(_)));
    if is_constant { Err(Wrong::Constant) } else { Ok(pieces) }
}

/// The first piece, and the text after it.
fn piece(text: &str) -> Result<(Piece, &str), Wrong> {
    if let Some(name) = text.strip_prefix("%{") {
        let (name, after) = name.split_once('}').ok_or(Wrong::Open)?;
        let index = FINDS.columns.iter().position(|column| column.name == name);
        let index = index.ok_or_else(|| Wrong::Column(name.to_owned()))?;
        return Ok((Piece::Column(index), after));
    }
    if let Some(after) = text.strip_prefix('%') {
        let letter = after.chars().next().ok_or(Wrong::NoLetter)?;
        return Ok((component(letter)?, &after[letter.len_utf8()..]));
    }
    if let Some(after) = text.strip_prefix('\\') {
        let letter = after.chars().next().ok_or(Wrong::Escape(None))?;
        return Ok((Piece::Literal(escape(letter)?.to_owned()), &after[letter.len_utf8()..]));
    }
    let len = text.find(['%', '\\']).unwrap_or(text.len());
    Ok((Piece::Literal(text[..len].to_owned()), &text[len..]))
}

fn component(letter: char) -> Result<Piece, Wrong> {
    if letter == '%' {
        return Ok(Piece::Literal("%".to_owned()));
    }
    let part = LETTERS.iter().find(|(name, _)| *name == letter);
    part.map(|(_, part)| Piece::Component(*part)).ok_or(Wrong::Letter(letter))
}

fn escape(letter: char) -> Result<&'static str, Wrong> {
    match letter {
        't' => Ok("\t"),
        'n' => Ok("\n"),
        '0' => Ok("\0"),
        '\\' => Ok("\\"),
        _ => Err(Wrong::Escape(Some(letter))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_one() {
        for name in NAMES {
            assert!(Template::parse(name).is_ok(), "{name}");
        }
    }

    #[test]
    fn pieces_in_their_order() {
        let start = FINDS.columns.iter().position(|column| column.name == "start").unwrap();
        let pieces = [
            Piece::Literal("é%\t".to_owned()),
            Piece::Component(Component::Host),
            Piece::Column(start),
            Piece::Literal("}".to_owned()),
        ];
        assert_eq!(Template::parse(r"é%%\t%d%{start}}"), Ok(Template::Line(pieces.to_vec())));
    }

    #[test]
    fn what_is_no_template() {
        for (text, wrong) in [
            ("", Wrong::Constant),
            ("domain", Wrong::Constant),
            ("%%", Wrong::Constant),
            ("%d%", Wrong::NoLetter),
            ("%é", Wrong::Letter('é')),
            ("%{host", Wrong::Open),
            ("%{hots}", Wrong::Column("hots".to_owned())),
            ("%d\\", Wrong::Escape(None)),
            ("%d\\é", Wrong::Escape(Some('é'))),
        ] {
            assert_eq!(Template::parse(text), Err(wrong), "{text}");
        }
    }
}
