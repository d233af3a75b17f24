//! What the arguments mean.

use std::fs::File;
use std::sync::Arc;

use super::args::{
    Args, As, DiagnosticArgs, Ending, Finding, LimitArgs, Printing, Selecting, TransformArgs,
    Unwrapped, Wanted,
};
use super::destination::{Destination, OutputForm};
use super::listing::Listing;
use super::memory::Shares;
use super::output::{self, Output};
use super::overwrite;
use super::run::Process;
use super::sandbox::{Needs, Sandbox};
use super::screen::{self, Screen};
use super::signals::{self, Grace};
use super::sources;
use super::writers;
use crate::input::{Containers, Limits, Pre};
use crate::options::Options;
use crate::record::{Transforms, parse_unwrap_rule};
use crate::search::{Counting, OnFailure, Reach, Timeout, available_threads};
use crate::select::{
    Filter, HostPattern, Lists, RegexPattern, Selection, Test, Validity, parse_path, parse_scheme,
};
use crate::stream::Extractor;
use urisift_search::internal::builder::{BodyForm, Plan as SearchPlan};
use urisift_search::internal::time::Period;

/// All settings of a run.
pub(super) struct Plan {
    pub search: SearchPlan,
    /// The text of the input is printed, with replacements.
    pub rewrites: bool,
    /// A list to print instead of finds.
    pub listing: Option<Listing>,
    pub output: Output,
    /// How long the output may take after a signal.
    pub grace: Grace,
    /// The output is on a terminal.
    pub is_watched: bool,
    /// What the process has given up.
    pub sandbox: Sandbox,
    pub diagnostics: DiagnosticArgs,
}

impl Plan {
    /// What the arguments mean. A process of the command's own gives up what the run does not need.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn of(mut args: Args, process: Process) -> Result<Self, String> {
        args.printing.spell_out();
        overwrite::refuse(&args)?;
        let destination = Destination::of(&args)?;
        let listing = Listing::of(&args)?;
        let screen = if listing.is_some() { Some(Screen::Stdout) } else { destination.screen() };
        let is_watched = screen.as_ref().is_some_and(Screen::is_terminal);
        let has_page = destination.form == OutputForm::Page || args.page.report.is_some();
        // A page is written whole, or not at all.
        let is_whole = destination.is_file() || args.page.report.is_some();
        lists_are_there(&args)?;
        let mut lists = Lists::default();
        read_unwrap_rules(&mut args.transforms, &mut lists)?;
        let transforms = writers::transforms(&args.transforms);
        let Selecting { since, until, .. } = &args.selecting;
        let period = Period::of(since.clone(), until.clone());
        let period = period.map_err(|why| format!("--since and --until: {why}"))?;
        let selection = selection(args.selecting.clone(), transforms, &mut lists)?;
        let named = sources::named(&args, &lists)?;
        args.paths.clone_from(&named.paths);
        let reading = &args.reading;
        let pre = reading.pre.as_ref().map(|command| Pre::new(command, &reading.pre_glob));
        let pre = pre.transpose()?;
        let mut options = options(&args);
        options.positions = has_page || wants_positions(&args, &destination.form, screen.as_ref());
        let threads =
            args.limits.threads.map_or_else(available_threads, |count| count.get().into());
        let shares = Shares::of(&args, &destination)?;
        let threads = shares.map_or(threads, |shares| threads.min(shares.threads));
        let mut containers = containers(&args);
        if let (Some(containers), Some(shares)) = (&mut containers, shares) {
            containers.limits.memory = shares.decoders;
        }
        let needs = Needs::of(&args, &named, &destination).filter(|_| process == Process::Own);
        let is_kept = args.other.no_sandbox;
        let sandbox = needs.filter(|_| !is_kept).map_or_else(Sandbox::default, |needs| {
            signals::note_ignored();
            Sandbox::enter(&needs)
        });
        Ok(Plan {
            output: match &listing {
                Some(_) => Output::nothing(),
                None => Output::of(&args, &destination, &lists)?,
            },
            listing,
            search: SearchPlan {
                named: Arc::new(named),
                pre,
                extractor: Extractor::new(options),
                containers,
                prefers: args.selecting.prefer.map(Side::from),
                selection,
                max_len_name: "--max-len",
                period,
                message_id: args.selecting.message_id.clone(),
                max_count: args.printing.max_count,
                timeout: args.limits.timeout.map(|time| Timeout { time, name: "--timeout" }),
                context: if has_page { Some(output::notes(&args).reach) } else { context(&args) },
                threads,
                by_line: args.printing.line_buffered || is_watched,
                counting: if args.diagnostics.stats { Counting::On } else { Counting::Off },
                on_failure: OnFailure::GoOn,
                base: args.transforms.base,
            },
            rewrites: matches!(destination.form, OutputForm::Replaced(_)),
            grace: if is_whole { Grace::Endless } else { Grace::Short },
            is_watched,
            sandbox,
            diagnostics: args.diagnostics,
        })
    }
}

/// An unreadable list of paths is a problem like others, except with --exit-zero, where it would go
/// unnoticed: then it is an error.
fn lists_are_there(args: &Args) -> Result<(), String> {
    let files = args.files.files_from.iter().filter(|_| args.diagnostics.exit_zero);
    files.filter(|file| file.as_os_str() != "-").try_for_each(|file| {
        let opened = File::open(file).map(drop);
        opened.map_err(|error| output::in_file(file, &error))
    })
}

/// Replaces the files of --unwrap-rules by the rules in them.
fn read_unwrap_rules(args: &mut TransformArgs, lists: &mut Lists) -> Result<(), String> {
    let files = std::mem::take(&mut args.unwrap_rules);
    if let Some(rules) = lists.with(Vec::new(), &files, parse_unwrap_rule)? {
        args.rules = rules;
        args.unwrap.get_or_insert(Unwrapped::Known);
    }
    Ok(())
}

/// How text is searched.
fn options(args: &Args) -> Options {
    let Finding { www, bare, email, refang } = args.finding;
    let Ending { iri, join, fold, trailing } = args.ending;
    let mut options = Options::default();
    (options.max_len, options.max_wrapper_len) = (args.limits.max_len, args.limits.max_wrapper_len);
    (options.non_ascii, options.join) = (iri.into(), join.into());
    (options.fold, options.trailing) = (fold.into(), trailing.into());
    (options.www, options.bare, options.email, options.refang) = (www, bare, email, refang);
    options.escapes = !args.reading.raw;
    options
}

/// Whether lines and columns are reported.
fn wants_positions(args: &Args, form: &OutputForm, screen: Option<&Screen>) -> bool {
    let Printing { line_number, column, .. } = args.printing;
    let columns = writers::columns(args);
    let has_positions = columns.map_or(form.has_positions(), |all| all.has_positions());
    line_number || column || has_positions || screen::need_lines(&args.looks, screen)
}

/// How much text around a find is reported with it; `None` if finds are not printed.
fn context(args: &Args) -> Option<Reach> {
    args.context.reach().filter(|_| !args.prints_no_finds() && !args.counts_keys())
}

/// How containers are unpacked, if they are.
fn containers(args: &Args) -> Option<Containers> {
    let format = match args.reading.format {
        None => None,
        Some(As::Format(format)) => Some(format),
        Some(As::Plain) => return None,
    };
    let LimitArgs { max_nesting, max_expand, max_len, .. } = args.limits;
    let limits = Limits {
        depth: max_nesting,
        expansion: max_expand,
        max_len,
        depth_name: "--max-nesting",
        expansion_name: "--max-expand",
        memory_name: "--max-memory",
        ..Limits::default()
    };
    (!args.reading.raw).then_some(Containers { format, limits })
}

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
    let exclude_cut = args.exclude_cut;
    Ok(Selection { filter, transforms, validity, exclude_cut, cautions: args.caution })
}

/// A test for each kind of pattern that is given, the cheapest first.
fn tests(args: Wanted, lists: &mut Lists) -> Result<Vec<Test>, String> {
    let schemes = lists.with(args.scheme, &args.schemes_from, parse_scheme)?.map(Test::scheme);
    let tlds = lists.with(args.tld, &args.tlds_from, HostPattern::tld)?.map(Test::tld);
    let hosts = lists.with(args.host, &args.hosts_from, HostPattern::host)?.map(Test::host);
    let domains =
        lists.with(args.domain, &args.domains_from, HostPattern::domain)?.map(Test::domain);
    let paths = lists.with(args.path, &args.paths_from, parse_path)?.map(Test::path);
    let regexes = lists.with(args.regex, &args.regexes_from, RegexPattern::parse)?.map(Test::regex);
    let others = [paths, tlds, hosts, domains, regexes];
    schemes.map(Ok).into_iter().chain(others.into_iter().flatten()).collect()
}
