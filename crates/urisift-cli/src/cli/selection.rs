//! Which finds are reported.

use super::args::{Selecting, Wanted};
use crate::record::Transforms;
use crate::select::{
    Filter, HostPattern, Lists, RegexPattern, Selection, Test, Validity, parse_path, parse_scheme,
};

/// The conditions that the arguments set.
///
/// # Errors
/// What is wrong with the lists of patterns.
pub(super) fn selection(
    args: Selecting,
    transforms: Transforms,
    lists: &mut Lists,
) -> Result<Selection, String> {
    let validity = match (args.valid, args.invalid) {
        (true, _) => Some(Validity::Valid),
        (_, true) => Some(Validity::Invalid),
        _ => None,
    };
    let mut filter = Filter {
        wanted: tests(args.wanted, lists)?,
        unwanted: tests(args.unwanted.into(), lists)?,
    };
    filter.wanted.extend(args.private.then(Test::private));
    filter.unwanted.extend(args.no_private.then(Test::private));
    filter.unwanted.extend(args.exclude_noise.then_some(Test::Noise));
    Ok(Selection { filter, transforms, validity })
}

/// A test for each kind of pattern that is given, the cheapest first.
fn tests(args: Wanted, lists: &mut Lists) -> Result<Vec<Test>, String> {
    let schemes = lists.with(args.scheme, &args.schemes_from, parse_scheme)?.map(Test::scheme);
    let tlds = lists.with(args.tld, &args.tlds_from, HostPattern::tld)?.map(Test::tld);
    let hosts = lists.with(args.host, &args.hosts_from, HostPattern::host)?.map(Test::host);
    let domains = lists.with(args.domain, &args.domains_from, HostPattern::host)?.map(Test::domain);
    let paths = lists.with(args.path, &args.paths_from, parse_path)?.map(Test::path);
    let regexes = lists.with(args.regex, &args.regexes_from, RegexPattern::parse)?.map(Test::regex);
    let others = [paths, tlds, hosts, domains, regexes];
    schemes.map(Ok).into_iter().chain(others.into_iter().flatten()).collect()
}
