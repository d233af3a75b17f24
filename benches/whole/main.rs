//! The whole command, and the library in memory, beside what else does the like: every figure of
//! one table of targets in one run.
//!
//! `cargo bench --bench whole` makes four texts of 256 MiB, three of 1 GiB and a tree of 7,000 small
//! files under `target/whole` (4 GiB, kept for the next run), measures, checks the counts, and
//! prints ratios with their targets and the medians they come from. `--size MIB` and `--rounds N`
//! change how much and how often; `--record` also writes what is printed to `benches/whole/record`.
//! With `--test` everything runs once on small texts, for the counts alone.
//!
//! The texts are real ones where they lie beside the project, and else those of `corpora`, over and
//! over. What has to be drained is drained through a pipe: some programs do less work if their
//! output goes to `/dev/null`.

mod ask;
mod checks;
mod commands;
mod corpora;
#[path = "../../tests/kit/mod.rs"]
#[allow(unused)]
mod kit;
mod links;
mod machine;
mod measure;
mod memory;
mod peak;
mod report;
mod ripgrep;
mod rounds;
mod rows;
mod store;
mod table;
mod targets;
mod tree;

use ask::{Ask, Plan};
use commands::Tools;
use corpora::Corpus;
use report::Report;

fn main() {
    if !cfg!(unix) {
        println!("skipped: the time of other processes is measured on Unix only");
        return;
    }
    match ask::parse(std::env::args_os().skip(1)) {
        Ok(Ask::Bench(plan)) => bench(&plan),
        Ok(Ask::Links(file)) => links::print(&file).expect("links are printed"),
        Ok(Ask::Peak(words)) => peak::print(words),
        Err(wrong) => {
            eprintln!("{wrong}\n{}", ask::USAGE);
            std::process::exit(2);
        }
    }
}

fn bench(plan: &Plan) {
    let sources = corpora::sources();
    let corpora: Vec<Corpus> = sources.iter().map(|s| Corpus::new(s, plan)).collect();
    let tree = tree::make(&sources, plan.files);
    let tools = Tools::find(plan);

    let peaks = corpora.iter().map(|c| peak::of(&tools, c)).collect();
    let mut rows = rows::commands(&tools, &corpora, &tree);
    rounds::run(&mut rows, plan.rounds, "commands");
    let mut scans = rows::scans(&corpora);
    rounds::run(&mut scans, plan.rounds, "in memory");
    rows.append(&mut scans);

    checks::counts(&rows, &corpora);
    Report { plan, tools: &tools, corpora: &corpora, rows: &rows, peaks }.publish();
}
