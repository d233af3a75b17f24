//! Flags of grep, ripgrep and fd that are none here, or go together there, and what to type instead.

use clap::Error;
use clap::error::{ContextKind, ContextValue, ErrorKind};

/// The flags, short and long, and the answer.
const ANSWERS: [(&[&str], &str); 16] = [
    (&["-e", "--regexp"], "all URIs are found; --regex keeps those that match an expression"),
    (&["-F", "--fixed-strings"], "--host, --uri-path and --scheme filter by fixed text"),
    (
        &["-i", "--ignore-case", "-S", "--smart-case"],
        "schemes and hosts ignore case; for regexes use --regex '(?i)wiki'",
    ),
    (
        &["-v", "--invert-match"],
        "filters have inverted forms, such as --exclude-host; -L lists files without URIs",
    ),
    (&["--sortr"], "finds are always in input order, and files in name order; --sort sorts counts"),
    (&["-w", "--word-regexp", "-x", "--line-regexp"], "a URI is always matched as a unit"),
    (&["--only-matching"], "only URIs are printed; -C prints the lines around them"),
    (&["--passthru"], "to print all text, use --replace '%{raw}'"),
    (&["-p", "--pretty"], "use --color always --heading -n"),
    (&["-z", "--search-zip"], "compressed files are always searched; --raw turns that off"),
    (&["-a", "--text"], "binary files are always searched; --raw turns decoding off"),
    (
        &["-u", "--unrestricted"],
        "all files but .git, .hg and .svn are searched; --vcs includes these",
    ),
    (&["--no-ignore-vcs"], "nothing is ignored unless --gitignore is given"),
    (&["-E", "--encoding"], "UTF-16 and UTF-32 are detected; --as utf16 sets the encoding"),
    (&["-N", "--no-line-number"], "line numbers are off by default; -n prints them"),
    (&["-d"], "directories are searched at any depth; --max-nesting limits nested containers"),
];

/// With what --replace is at odds, and what is left to do.
const REPLACES: &str =
    "--replace rewrites the text and prints no records; for one line per URI use --template";

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
