//! The grammar without a search: parses a URI, shows a fault, resolves a reference and normalizes the result.
//!
//! ```sh
//! cargo run --example parse -- 'HTTP://A.example:80/b/c?d#e' ../%7ef
//! cargo run --example parse -- http://a.example:8o/
//! ```

use std::process::ExitCode;

use urisift::{ResolveOptions, Steps, Uri, UriRef};

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let base = arguments.next().unwrap_or_else(|| "HTTP://A.example:80/b/c?d#e".to_owned());
    let reference = arguments.next().unwrap_or_else(|| "../%7ef".to_owned());

    // Nothing is copied: components are slices of the text.
    let uri = match Uri::parse(&base) {
        Ok(uri) => uri,
        Err(fault) => {
            eprintln!("{}", fault.display_in(&base));
            return ExitCode::FAILURE;
        }
    };
    println!("scheme     {}", uri.scheme().unwrap_or_default());
    println!("host       {:?}", uri.host_kind());
    println!("port       {:?}", uri.port_number());
    println!("path       {}", uri.path());
    println!("query      {:?}", uri.query());
    println!("fragment   {:?}", uri.fragment());
    println!("editions   {:?}", uri.editions());

    match UriRef::parse(&reference) {
        Ok(reference) => {
            let target = uri.resolve(&reference, ResolveOptions::default()).to_string();
            println!("resolved   {target}");
            if let Ok(target) = Uri::parse(&target) {
                println!("normalized {}", target.normalized(Steps::ALL));
            }
            ExitCode::SUCCESS
        }
        Err(fault) => {
            eprintln!("{}", fault.display_in(&reference));
            ExitCode::FAILURE
        }
    }
}
