//! The search that the flags ask for. A flag that is forgotten here does not compile.

use urisift_search::{PatternKind, Patterns, Search, SearchBuilder, Separator};

use crate::cli::args::{
    Args, Ending, Files, Finding, LimitArgs, Printing, Reading, SearchArgs, Selecting,
    TransformArgs, Unwrapped, Wanted,
};
use crate::input::stdin_is_fed;
use crate::normal::{RedirectUnwrapper, Steps};
use crate::options::Options;
use crate::record::Transforms;
use crate::search::Counting;

/// The search that the flags ask for. Without a path or a list, it is of standard input if that is piped in, or of the
/// current directory.
pub(in crate::cli) fn search(args: &Args) -> SearchBuilder {
    let Args {
        search: SearchArgs { files, reading, selecting, transforms, finding: _, ending: _ },
        limits,
        printing,
        // Depends on the output too.
        context: _,
        diagnostics,
        command: _,
        paths,
        aggregating: _,
        writing: _,
        page: _,
        looks: _,
        other: _,
    } = args;
    let search = Search::builder().names_flags().paths(paths);
    let search = with_reading(with_files(search, files, printing), reading);
    let search = with_limits(search, limits);
    let search = with_selecting(with_transforms(search, transforms), selecting);
    let counting = if diagnostics.stats { Counting::On } else { Counting::Off };
    let search = given(search.counting(counting), printing.max_count, SearchBuilder::max_count);
    if !paths.is_empty() || !files.files_from.is_empty() {
        return search;
    }
    // Standard input is not listed by --files, and it is not searched if it was a list of patterns.
    let is_text = !files.files && stdin_is_fed() && !search.lists_stdin();
    search.path(if is_text { "-" } else { "." })
}

/// How text is searched. Whether lines and columns are counted depends on the output.
pub(in crate::cli) fn options(args: &Args) -> Options {
    let Finding { www, bare, email, refang } = args.search.finding;
    let Ending { iri, join, fold, trailing } = args.search.ending;
    let LimitArgs { max_len, max_wrapper_len, .. } = args.limits;
    let mut options = Options::default();
    (options.max_len, options.max_wrapper_len) = (max_len, max_wrapper_len);
    (options.non_ascii, options.join) = (iri.into(), join.into());
    (options.fold, options.trailing) = (fold.into(), trailing.into());
    (options.www, options.bare, options.email, options.refang) = (www, bare, email, refang);
    options.escapes = true;
    options
}

fn with_files(search: SearchBuilder, files: &Files, printing: &Printing) -> SearchBuilder {
    let Files {
        files_from,
        glob,
        iglob,
        kind,
        type_not,
        type_add,
        type_clear,
        // Lists in place of a search.
        type_list: _,
        files: _,
        // Each only undoes another one, which the parser does.
        hidden: _,
        no_vcs: _,
        no_gitignore: _,
        no_follow: _,
        no_hidden,
        vcs,
        gitignore,
        ignore_file,
        follow,
        one_file_system,
        max_filesize,
    } = files;
    let separator = if printing.null { Separator::Nul } else { Separator::Line };
    let search = each(search, files_from, |search, file| search.files_from(file, separator));
    let search = each(each(search, glob, SearchBuilder::glob), iglob, SearchBuilder::iglob);
    let search = each(search, type_clear, SearchBuilder::clear_file_type);
    let search = each(search, type_add, SearchBuilder::add_file_type);
    let search = each(search, kind, SearchBuilder::file_type);
    let search = each(search, type_not, SearchBuilder::exclude_file_type);
    let search = each(search, ignore_file, SearchBuilder::ignore_file);
    let search = search.hidden(!no_hidden).vcs(*vcs).gitignore(*gitignore).follow(*follow);
    let max_filesize = max_filesize.map(|size| size as u64);
    given(search.one_file_system(*one_file_system), max_filesize, SearchBuilder::max_filesize)
}

fn with_reading(search: SearchBuilder, reading: &Reading) -> SearchBuilder {
    let Reading { raw, format, no_code, pre, pre_glob } = reading;
    let search =
        given(search.raw(*raw).no_code(*no_code), format.as_ref(), SearchBuilder::input_format);
    each(given(search, pre.as_ref(), SearchBuilder::pre), pre_glob, SearchBuilder::pre_glob)
}

fn with_limits(search: SearchBuilder, limits: &LimitArgs) -> SearchBuilder {
    let LimitArgs {
        // See `options`.
        max_len: _,
        max_wrapper_len: _,
        max_nesting,
        max_expand,
        timeout,
        // What threads and decoders get of it depends on the output too.
        max_memory: _,
        buffer_size: _,
        threads,
    } = limits;
    let search = search.max_depth(*max_nesting).max_expand(*max_expand);
    let search = given(search, *timeout, SearchBuilder::timeout);
    search.threads(threads.map_or(0, |count| count.get().into()))
}

fn with_transforms(search: SearchBuilder, args: &TransformArgs) -> SearchBuilder {
    let TransformArgs { normalize, base, unwrap, unwrap_rules, defang } = args;
    let all = |steps: &Vec<Steps>| steps.iter().fold(Steps::STRING, |all, steps| all | *steps);
    let transforms = Transforms {
        unwrap: unwrap.map(|which| RedirectUnwrapper::new().any(which == Unwrapped::Any)),
        base: base.clone(),
        normalize: normalize.as_ref().map(all),
        defang: *defang,
    };
    let search = search.transforms(transforms, unwrap_rules.clone());
    given(search, base.as_ref(), SearchBuilder::base)
}

/// Which URIs are selected.
pub(in crate::cli) fn with_selecting(
    search: SearchBuilder,
    selecting: &Selecting,
) -> SearchBuilder {
    let Selecting {
        wanted,
        unwanted,
        private,
        no_private,
        exclude_noise,
        exclude_cut,
        since,
        until,
        local_time,
        message_id,
        thread,
        places,
        record_type,
        tag,
        attribute,
        exclude_quoted,
        valid,
        invalid,
        caution,
        brand,
        prefer,
    } = selecting;
    let (mut include, mut exclude) =
        (Patterns::from(wanted), Patterns::from(&Wanted::from(unwanted.clone())));
    if *private {
        include = include.private();
    }
    if *no_private {
        exclude = exclude.private();
    }
    if *exclude_noise {
        exclude = exclude.noise();
    }
    let search = search.include(include).exclude(exclude).exclude_cut(*exclude_cut);
    let search = given(search, *prefer, |search, form| search.prefer(form.into()));
    let search = search.local_time(*local_time);
    let search = given(search, since.as_ref(), SearchBuilder::since);
    let search = given(search, until.as_ref(), SearchBuilder::until);
    let search = given(search, message_id.as_ref(), SearchBuilder::message_id);
    let search = given(search, thread.as_ref(), SearchBuilder::thread);
    let search = places.iter().copied().fold(search, SearchBuilder::place);
    let search = record_type.iter().fold(search, SearchBuilder::record_type);
    let search = tag.iter().fold(search, SearchBuilder::tag);
    let search = attribute.iter().fold(search, SearchBuilder::attribute);
    let search = search.exclude_quoted(*exclude_quoted);
    let search = given(search, (valid != invalid).then_some(*valid), SearchBuilder::valid);
    let search = brand.iter().fold(search, SearchBuilder::brands);
    caution.iter().copied().fold(search, SearchBuilder::caution)
}

/// Sets what is given.
fn given<T>(
    search: SearchBuilder,
    value: Option<T>,
    set: impl FnOnce(SearchBuilder, T) -> SearchBuilder,
) -> SearchBuilder {
    match value {
        Some(value) => set(search, value),
        None => search,
    }
}

/// Adds each of the values.
fn each<'v, T>(
    search: SearchBuilder,
    values: &'v [T],
    add: impl FnMut(SearchBuilder, &'v T) -> SearchBuilder,
) -> SearchBuilder {
    values.iter().fold(search, add)
}

impl From<&Wanted> for Patterns {
    fn from(typed: &Wanted) -> Self {
        use PatternKind::{Domain, Host, Regex, Scheme, Tld, UriPath};
        let Wanted {
            scheme,
            host,
            domain,
            tld,
            path,
            regex,
            schemes_from,
            hosts_from,
            domains_from,
            tlds_from,
            paths_from,
            regexes_from,
        } = typed;
        let kinds = [
            (Scheme, scheme, schemes_from),
            (Host, host, hosts_from),
            (Domain, domain, domains_from),
            (Tld, tld, tlds_from),
            (UriPath, path, paths_from),
            (Regex, regex, regexes_from),
        ];
        kinds.into_iter().fold(Patterns::new(), |patterns, (kind, texts, files)| {
            let patterns = texts.iter().fold(patterns, |patterns, text| patterns.add(kind, text));
            files.iter().fold(patterns, |patterns, file| patterns.file(kind, file))
        })
    }
}
