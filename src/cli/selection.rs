//! Which finds are asked for.

use std::path::{Path, PathBuf};
use std::{fs, io};

use super::args::{Selecting, scheme};
use crate::found::Found;
use crate::gather::{Filter, HostPattern, Look, RegexPattern, Scheme, Test};
use crate::problem::Problem;
use crate::report::Dress;

/// What a find has to be to be asked for.
pub(super) struct Selection {
    validity: Option<Validity>,
    filter: Filter,
    /// What is made of a URI before it is looked at.
    dress: Dress,
}

/// Which URIs are asked for, by what the grammar says of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Validity {
    Valid,
    Invalid,
}

impl Selection {
    /// What the arguments mean. The lists that they name are read.
    ///
    /// # Errors
    /// What is wrong with a list.
    pub fn of(args: Selecting, dress: Dress) -> Result<Self, String> {
        let validity = match (args.valid, args.invalid) {
            (true, _) => Some(Validity::Valid),
            (_, true) => Some(Validity::Invalid),
            _ => None,
        };
        Ok(Selection { validity, filter: filter(args)?, dress })
    }

    /// Whether the find is asked for.
    pub fn selects(&self, found: &Found<'_>) -> bool {
        self.takes(found) && self.validity.is_none_or(|validity| validity.selects(found))
    }

    fn takes(&self, found: &Found<'_>) -> bool {
        if self.filter.is_empty() {
            return true;
        }
        let meant = self.dress.meant(found);
        self.filter.takes(&Look::at(&meant, Scheme::of(found, &meant)))
    }
}

impl Validity {
    fn selects(self, found: &Found<'_>) -> bool {
        found.verdict().is_ok() == (self == Validity::Valid)
    }
}

/// What must hold of a URI, what is cheap to know first, and what must not.
fn filter(args: Selecting) -> Result<Filter, String> {
    let schemes = |names| Ok(Test::scheme(names));
    let (host, tld, path) = (HostPattern::host, HostPattern::tld, |path: &str| Ok(path.to_owned()));
    let mut wanted = Tests::default();
    wanted.add(args.scheme, &args.schemes_from, scheme, schemes)?;
    wanted.add(args.tld, &args.tlds_from, tld, Test::tld)?;
    wanted.add(args.host, &args.hosts_from, host, Test::host)?;
    wanted.add(args.domain, &args.domains_from, host, Test::domain)?;
    wanted.add(args.path, &args.paths_from, path, Test::path)?;
    wanted.add(args.regex, &args.regexes_from, RegexPattern::parse, Test::regex)?;
    wanted.0.extend(args.private.then(Test::private));

    let mut unwanted = Tests::default();
    unwanted.add(args.exclude_scheme, &args.exclude_schemes_from, scheme, schemes)?;
    unwanted.add(args.exclude_tld, &args.exclude_tlds_from, tld, Test::tld)?;
    unwanted.add(args.exclude_host, &args.exclude_hosts_from, host, Test::host)?;
    unwanted.add(args.exclude_domain, &args.exclude_domains_from, host, Test::domain)?;
    unwanted.add(args.exclude_path, &args.exclude_paths_from, path, Test::path)?;
    let (regexes, lists) = (args.exclude_regex, &args.exclude_regexes_from);
    unwanted.add(regexes, lists, RegexPattern::parse, Test::regex)?;
    unwanted.0.extend(args.no_private.then(Test::private));
    unwanted.0.extend(args.exclude_noise.then_some(Test::Noise));
    Ok(Filter { wanted: wanted.0, unwanted: unwanted.0 })
}

/// What is asked of a URI, one test for each kind of which there is anything.
#[derive(Default)]
struct Tests(Vec<Test>);

impl Tests {
    /// Adds what was typed and what stands in the lists. A list that has nothing is one, too.
    fn add<T>(
        &mut self,
        mut values: Vec<T>,
        lists: &[PathBuf],
        parse: impl Fn(&str) -> Result<T, String>,
        test: impl Fn(Vec<T>) -> Result<Test, String>,
    ) -> Result<(), String> {
        if values.is_empty() && lists.is_empty() {
            return Ok(());
        }
        for list in lists {
            read(list, &parse, &mut values)?;
        }
        self.0.push(test(values)?);
        Ok(())
    }
}

/// Reads a list: a value a line, without the blanks around it; empty lines and those that start with
/// `#` say nothing.
fn read<T>(
    list: &Path,
    parse: &impl Fn(&str) -> Result<T, String>,
    values: &mut Vec<T>,
) -> Result<(), String> {
    let text = text_of(list).map_err(|error| Problem::io(list, None, &error).to_string())?;
    for (number, line) in text.lines().map(str::trim).enumerate() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let wrong = |what| format!("{}: line {}: {what}", list.display(), number + 1);
        values.push(parse(line).map_err(wrong)?);
    }
    Ok(())
}

fn text_of(list: &Path) -> io::Result<String> {
    match list.as_os_str() == "-" {
        true => io::read_to_string(io::stdin()),
        false => fs::read_to_string(list),
    }
}
