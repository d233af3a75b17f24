//! The command: everything it does is in [`urisift_cli::cli`], save for the exit code.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(urisift_cli::cli::main(std::env::args_os()))
}
