//! Writes the JavaScript around a WebAssembly module: `bindgen MODULE FOLDER`.
//!
//! It is what `wasm-bindgen --target web` does, without that program's test runner and its dependencies.

use std::env::args_os;
use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let [Some(module), Some(folder)] = [args_os().nth(1), args_os().nth(2)] else {
        eprintln!("usage: bindgen MODULE FOLDER");
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(module)
        .remove_name_section(true)
        .remove_producers_section(true)
        .typescript(false);
    match bindgen.web(true).and_then(|bindgen| bindgen.generate(folder)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}
