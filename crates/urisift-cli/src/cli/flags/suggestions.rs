//! Flags of grep, ripgrep and fd that are none here, or go together there, and what to type instead.

use clap::Error;
use clap::error::{ContextKind, ContextValue, ErrorKind};

/// The flags, short and long, and the answer.
const ANSWERS: [(&[&str], &str); 16] = [
    (&["-e", "--regexp"], "all URIs are found; --regex selects those that an expression matches"),
    (&["-F", "--fixed-strings"], "--host, --uri-path and --scheme select by fixed text"),
    (
        &["-i", "--ignore-case", "-S", "--smart-case"],
        "schemes and hosts are compared in any case; for expressions, --regex '(?i)wiki'",
    ),
    (
        &["-v", "--invert-match"],
        "each filter has a counterpart, such as --exclude-host; -L prints files without a URI",
    ),
    (
        &["--sortr"],
        "finds come in the order of their text, and files in that of their names; --sort orders counts",
    ),
    (&["-w", "--word-regexp", "-x", "--line-regexp"], "a URI always has exact ends"),
    (&["--only-matching"], "only URIs are printed; -C prints the lines around them"),
    (&["--passthru"], "--replace '%{raw}' prints all text"),
    (&["-p", "--pretty"], "--color always --heading -n"),
    (&["-z", "--search-zip"], "compressed files are searched already; --raw turns that off"),
    (&["-a", "--text"], "binary files are searched already; --raw turns decoding off"),
    (&["-u", "--unrestricted"], "all files are searched but .git, .hg and .svn; --vcs adds these"),
    (&["--no-ignore-vcs"], "nothing is ignored unless --gitignore is given"),
    (&["-E", "--encoding"], "UTF-16 and UTF-32 are detected; --as utf16 says so"),
    (&["-N", "--no-line-number"], "lines are numbered only with -n"),
    (&["-d"], "directories are searched at any depth; --max-nesting limits nested containers"),
];

/// With what --replace is at odds, and what is left to do.
const REPLACES: &str = "--replace prints the text of the input with other URIs in it, and no records: leave out one of \
     the two; --template prints a line for each URI";

/// Answers in place of clap's guess, if another program has the flag, and says what --replace is.
pub(in crate::cli) fn suggest(error: &mut Error) {
    let Some(ContextValue::String(typed)) = error.get(ContextKind::InvalidArg) else { return };
    let found = ANSWERS.iter().find(|(flags, _)| flags.contains(&typed.as_str()));
    let answer = match (error.kind(), found) {
        (ErrorKind::UnknownArgument, Some((_, answer))) => *answer,
        (ErrorKind::ArgumentConflict, _) if is_about_replace(error) => REPLACES,
        _ => return,
    };
    // What clap suggests, and the usage of that.
    for kind in [ContextKind::SuggestedArg, ContextKind::TrailingArg, ContextKind::Usage] {
        error.remove(kind);
    }
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![answer.into()]));
}

fn is_about_replace(error: &Error) -> bool {
    let is_it = |text: &str| text.starts_with("--replace ");
    [ContextKind::InvalidArg, ContextKind::PriorArg].into_iter().any(|kind| match error.get(kind) {
        Some(ContextValue::String(text)) => is_it(text),
        Some(ContextValue::Strings(texts)) => texts.iter().any(|text| is_it(text)),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;
    use clap::Parser;

    use crate::cli::args::Args;

    #[test]
    fn every_flag_is_another_programs_and_has_an_answer() {
        for flag in super::ANSWERS.iter().flat_map(|(flags, _)| *flags) {
            let mut error = Args::try_parse_from(["urisift", flag, "x"]).unwrap_err();
            super::suggest(&mut error);
            let said = error.to_string();
            assert!(said.contains("tip: ") && !said.contains("similar"), "{flag}: {said}");
        }
    }

    #[test]
    fn every_answer_names_flags_that_are_there() {
        let command = Args::command();
        let is_flag = |word: &str| {
            let name = word.trim_matches(|c: char| !c.is_ascii_alphanumeric());
            let mut args = command.get_arguments();
            args.any(|arg| {
                arg.get_long() == Some(name)
                    || arg.get_short().is_some_and(|c| *name == *c.to_string())
            })
        };
        let answers = super::ANSWERS.iter().map(|(_, answer)| *answer).chain([super::REPLACES]);
        let words = answers.flat_map(|answer| answer.split(' '));
        for word in words.filter(|word| word.starts_with('-')) {
            assert!(is_flag(word), "{word}");
        }
    }
}
