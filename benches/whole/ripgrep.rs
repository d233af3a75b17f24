//! Where ripgrep is, the rival on the command line.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::ask::Plan;
use crate::commands;
use crate::store;

/// The one that is installed, or else our own, which is installed for the bench once.
pub fn find(plan: &Plan) -> Option<PathBuf> {
    let ours = store::folder().join("bin/rg");
    let there = [PathBuf::from("rg"), ours.clone()].into_iter().find(|rg| is_rg(rg));
    let may_install = !plan.test;
    there.or_else(|| (may_install && install()).then_some(ours).filter(|rg| is_rg(rg)))
}

fn is_rg(path: &Path) -> bool {
    commands::answers(path, "--no-config")
}

fn install() -> bool {
    eprintln!("installing ripgrep to {}, once", store::folder().display());
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["install", "--locked", "ripgrep", "--root"]).arg(store::folder());
    command.status().is_ok_and(|status| status.success())
}
