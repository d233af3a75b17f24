//! The command: everything except the exit code is in [`urisift_cli::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(urisift_cli::cli::main(std::env::args_os()))
}
