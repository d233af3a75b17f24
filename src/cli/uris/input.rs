//! The URIs that are given: as arguments, or on standard input.

use std::io::{self, BufRead};

use crate::problem::Problem;
use crate::span::STDIN;

/// The arguments; without any, the records of standard input, which end with a line feed or NUL.
pub(super) fn inputs(
    arguments: Vec<String>,
    null: bool,
) -> Box<dyn Iterator<Item = Result<Vec<u8>, Problem>>> {
    if !arguments.is_empty() {
        return Box::new(arguments.into_iter().map(|argument| Ok(argument.into_bytes())));
    }
    let end = if null { b'\0' } else { b'\n' };
    Box::new(io::stdin().lock().split(end).map(move |record| {
        let mut record = record.map_err(|error| Problem::io(STDIN, None, &error))?;
        if !null && record.last() == Some(&b'\r') {
            record.pop();
        }
        Ok(record)
    }))
}
