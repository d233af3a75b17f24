//! The template syntax; the letters are those of `unfurl`.

use super::{Component, Parameter, Piece, Template};
use crate::record::column;
use crate::suggest::hint;

/// Named templates.
const NAMES: [&str; 6] = ["domains", "apexes", "paths", "keys", "values", "keypairs"];

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

impl Template {
    /// Parses a template.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(text: &str) -> Result<Self, String> {
        match text {
            "domains" => Ok(Template::Line(vec![Piece::Component(Component::Host)])),
            "apexes" => Ok(Template::Line(vec![Piece::Component(Component::Apex)])),
            "paths" => Ok(Template::Line(vec![Piece::Component(Component::Path)])),
            "keys" => Ok(Template::Parameters(Parameter::Key)),
            "values" => Ok(Template::Parameters(Parameter::Value)),
            "keypairs" => Ok(Template::Parameters(Parameter::Pair)),
            _ => line(text),
        }
    }

    /// Parses the template of a replacement: any text, in which no word is a name.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn replacement(text: &str) -> Result<Self, String> {
        pieces(text).map(Template::Line)
    }
}

fn line(text: &str) -> Result<Template, String> {
    let line = Template::replacement(text)?;
    if line.is_constant() {
        let hint = hint(text, NAMES.into_iter());
        return Err(format!("expected a template with % or one of {}{hint}", NAMES.join(", ")));
    }
    Ok(line)
}

fn pieces(text: &str) -> Result<Vec<Piece>, String> {
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
    Ok(pieces)
}

/// The first piece, and the text after it.
fn piece(text: &str) -> Result<(Piece, &str), String> {
    if let Some(name) = text.strip_prefix("%{") {
        let (name, after) = name.split_once('}').ok_or("unterminated %{")?;
        if name == "raw" {
            return Ok((Piece::Raw, after));
        }
        return Ok((Piece::Column(column(name)?.name), after));
    }
    if let Some(after) = text.strip_prefix('%') {
        let letter = after.chars().next().ok_or("missing letter after the last %")?;
        return Ok((component(letter)?, &after[letter.len_utf8()..]));
    }
    if let Some(after) = text.strip_prefix('\\') {
        let letter = after.chars().next().ok_or("missing letter after the last \\")?;
        return Ok((Piece::Literal(escape(letter)?.to_owned()), &after[letter.len_utf8()..]));
    }
    let len = text.find(['%', '\\']).unwrap_or(text.len());
    Ok((Piece::Literal(text[..len].to_owned()), &text[len..]))
}

fn component(letter: char) -> Result<Piece, String> {
    if letter == '%' {
        return Ok(Piece::Literal("%".to_owned()));
    }
    let part = LETTERS.iter().find(|(name, _)| *name == letter);
    part.map(|(_, part)| Piece::Component(*part)).ok_or_else(|| {
        let letters: String = LETTERS.iter().map(|(letter, _)| format!(" %{letter}")).collect();
        format!("unknown field '%{letter}'; expected one of{letters} %{{column}} %%")
    })
}

fn escape(letter: char) -> Result<&'static str, String> {
    match letter {
        't' => Ok("\t"),
        'n' => Ok("\n"),
        '0' => Ok("\0"),
        '\\' => Ok("\\"),
        _ => Err(format!("unknown escape '\\{letter}'; expected one of \\t \\n \\0 \\\\")),
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
        let pieces = [
            Piece::Literal("é%\t".to_owned()),
            Piece::Component(Component::Host),
            Piece::Column("start"),
            Piece::Literal("}".to_owned()),
        ];
        assert_eq!(Template::parse(r"é%%\t%d%{start}}"), Ok(Template::Line(pieces.to_vec())));
    }

    #[test]
    fn what_is_no_template() {
        for (text, wrong) in [
            ("", "keypairs"),
            ("domain", "; did you mean domains?"),
            ("%%", "keypairs"),
            ("%d%", "after the last %"),
            ("%é", "%{column} %%"),
            ("%{host", "unterminated %{"),
            ("%{hots}", "'hots'; did you mean host?"),
            ("%d\\", "after the last \\"),
            ("%d\\é", "\\t \\n \\0 \\\\"),
        ] {
            let said = Template::parse(text).unwrap_err();
            assert!(said.ends_with(wrong), "{text}: {said}");
        }
    }
}
