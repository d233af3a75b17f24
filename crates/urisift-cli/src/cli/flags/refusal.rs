//! Errors for invalid arguments: clap's messages, without anything from the arguments that a terminal
//! would act on.

use std::error::Error as _;
use std::io::{self, Write};

use clap::Error;
use clap::error::ContextValue;

use crate::sanitize;

/// Prints the error on standard error.
pub(in crate::cli) fn print(error: &Error) -> io::Result<()> {
    write!(anstream::stderr(), "{}", shown(error))
}

/// The message with clap's styles, and with the typed arguments made harmless.
fn shown(error: &Error) -> String {
    let styled = error.render().ansi().to_string();
    let reason = error.source().map(ToString::to_string);
    // A part of an escape, or a line feed, is in clap's own message too.
    if typed(error).iter().any(|typed| "\u{1b}[m\n".contains(*typed)) {
        return sanitize::lines(&error.render().to_string());
    }
    let mut said = match &reason {
        Some(reason) => styled.replace(reason, &sanitize::lines(reason)),
        None => styled,
    };
    for typed in typed(error) {
        said = said.replace(typed, &sanitize::text(typed));
    }
    if is_harmless(&said) { said } else { sanitize::lines(&error.render().to_string()) }
}

/// The harmful typed arguments; the longest first, since one may contain another.
fn typed(error: &Error) -> Vec<&str> {
    let texts = error.context().flat_map(|(_, value)| match value {
        ContextValue::String(text) => std::slice::from_ref(text),
        ContextValue::Strings(texts) => texts,
        _ => &[],
    });
    let does_harm = |text: &&str| text.contains(sanitize::is_harmful);
    let mut texts: Vec<_> = texts.map(String::as_str).filter(does_harm).collect();
    texts.sort_by_key(|text| std::cmp::Reverse(text.len()));
    texts
}

/// Returns `true` if it has nothing but text, line feeds and styles.
fn is_harmless(said: &str) -> bool {
    let mut pieces = said.split("\u{1b}[");
    let is_text = |text: &str| !text.contains(|c| c != '\n' && sanitize::is_harmful(c));
    let is_styled = |piece: &str| {
        let style = piece
            .split_once('m')
            .filter(|(style, _)| style.bytes().all(|b| b.is_ascii_digit() || b == b';'));
        style.is_some_and(|(_, text)| is_text(text))
    };
    pieces.next().is_some_and(is_text) && pieces.all(is_styled)
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::cli::args::Args;

    fn shown(arguments: &[&str]) -> String {
        let arguments = [&["urisift"], arguments].concat();
        super::shown(&Args::try_parse_from(arguments).unwrap_err())
    }

    #[test]
    fn nothing_that_was_typed_reaches_the_terminal() {
        let hostile = "\u{1b}]0;y\u{7}\u{1b}[31m\n\u{9b}\u{202e}\u{7f}";
        let escaped = sanitize::text(hostile);
        let [long, value] = [format!("--{hostile}"), format!("--color={hostile}")];
        for arguments in [
            &[long.as_str()][..],
            &[&format!("{long}={hostile}")],
            &[&format!("-{hostile}")],
            &[&value],
            &[&format!("--www={hostile}")],
            &["--scheme", hostile],
            &["--by", hostile],
            &["--regex", &format!("({hostile}")],
            &["--colors", hostile],
            &["--colors", &format!("host:fg:{hostile}")],
            &["--hyperlink-format", &format!("x:{{path}}{{{hostile}}}")],
            &["--template", &format!("%{{{hostile}}}")],
            &["--generate", hostile],
            &["explain", &long],
            &["explain", "--as", hostile],
            &["compare", "a", "b", hostile],
            &["resolve", "--base", "a", "--edition", hostile],
        ] {
            let said = shown(arguments);
            assert!(is_harmless(&said), "{said:?}");
            let is_shown = said.contains(&escaped) || said.contains("\\u{1b}");
            assert!(is_shown, "{said}");
        }
    }

    #[test]
    fn other_words_are_as_they_were() {
        for arguments in [&["--trailin", "keep"][..], &["--max-len=many"], &["--regex=("]] {
            let error = Args::try_parse_from([&["urisift"], arguments].concat()).unwrap_err();
            assert_eq!(super::shown(&error), error.render().ansi().to_string());
        }
    }

    #[test]
    fn styles_are_no_other_sequences() {
        assert!(is_harmless("a\u{1b}[1;31mb\u{1b}[0m\n"));
        for text in ["\u{1b}[2J", "a\u{1b}]8;;\u{7}", "\u{7}", "\u{1b}[31", "\u{1b}"] {
            assert!(!is_harmless(text), "{text:?}");
        }
    }
}
