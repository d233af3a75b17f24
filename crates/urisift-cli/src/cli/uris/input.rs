//! The given URIs: arguments, or lines of standard input.

use std::io::{self, BufRead, BufReader};
use std::iter;

use crate::input::stdin;
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
    let unread = |error: io::Error| Problem::io(STDIN, None, &error);
    let stdin = match stdin() {
        Ok(stdin) => BufReader::new(stdin),
        Err(error) => return Box::new(iter::once(Err(unread(error)))),
    };
    Box::new(stdin.split(end).map(move |record| {
        let mut record = record.map_err(unread)?;
        if !null && record.last() == Some(&b'\r') {
            record.pop();
        }
        Ok(record)
    }))
}
