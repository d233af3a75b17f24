//! A fused reader.

use std::io::{self, Read};

/// Repeats its first EOF or error: a terminal, a pipe or a program may return something else on the next
/// read.
#[derive(Debug)]
pub(super) struct Fused<R> {
    read: R,
    /// How the reader has ended, if it has.
    end: Option<Result<(), io::Error>>,
}

impl<R> Fused<R> {
    pub fn new(read: R) -> Self {
        Fused { read, end: None }
    }
}

impl<R: Read> Read for Fused<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        match &self.end {
            Some(Ok(())) => return Ok(0),
            Some(Err(error)) => return Err(same(error)),
            None => {}
        }
        match self.read.read(out) {
            Ok(0) if !out.is_empty() => {
                self.end = Some(Ok(()));
                Ok(0)
            }
            Err(error) if error.kind() != io::ErrorKind::Interrupted => {
                let copy = same(&error);
                self.end = Some(Err(error));
                Err(copy)
            }
            result => result,
        }
    }
}

/// A copy of the error.
fn same(error: &io::Error) -> io::Error {
    match error.raw_os_error() {
        Some(code) => io::Error::from_raw_os_error(code),
        None => io::Error::new(error.kind(), error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the given results in order.
    struct Script(Vec<io::Result<usize>>);

    impl Read for Script {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            self.0.remove(0)
        }
    }

    #[test]
    fn what_comes_after_an_end_is_not_read() {
        let mut read = Fused::new(Script(vec![Ok(1), Ok(0), Ok(1)]));
        assert_eq!([(); 4].map(|()| read.read(&mut [0]).unwrap()), [1, 0, 0, 0]);
    }

    #[test]
    fn a_failure_is_returned_again() {
        let errors = || [io::Error::from_raw_os_error(5), io::Error::other("words")];
        for (error, same) in errors().into_iter().zip(errors()) {
            let interruption = Err(io::ErrorKind::Interrupted.into());
            let mut read = Fused::new(Script(vec![interruption, Err(error), Ok(1)]));
            let mut next =
                || read.read(&mut [0]).map_err(|error| (error.kind(), error.to_string()));
            assert_eq!(next().unwrap_err().0, io::ErrorKind::Interrupted);
            for _ in 0..3 {
                assert_eq!(next(), Err((same.kind(), same.to_string())));
            }
        }
    }
}
