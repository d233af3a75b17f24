//! The command: everything except the exit code is in [`urisift_cli::main`].

use std::process::ExitCode;

use urisift_cli::Process;

fn main() -> ExitCode {
    ExitCode::from(urisift_cli::main(std::env::args_os(), Process::Own))
}
