//! The command: everything it does is in [`urisift::cli`], save for the exit code.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(urisift::cli::main(std::env::args_os()))
}
