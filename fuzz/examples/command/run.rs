//! Runs of the command.

use std::cell::Cell;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, Command, Output, Stdio};
use std::thread;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::ioctl_fionread;
use tempfile::TempDir;
use urisift_fuzz::structure::Random;

use crate::Splits;
use crate::case::Case;

/// What the command calls its standard input, so that what is printed of a file is the same.
const NAME: &str = "(standard input)";

/// A run that takes longer hangs.
const SECONDS: &str = "120";

/// How many bytes come in small reads.
const DRIPPED: usize = 8 << 10;

pub struct Bench {
    program: PathBuf,
    folder: TempDir,
    runs: Cell<usize>,
}

impl Bench {
    pub fn new(program: &Path) -> Self {
        let program = fs::canonicalize(program).expect("a program");
        let folder = tempfile::tempdir().expect("a temporary folder");
        Bench { program, folder, runs: Cell::new(0) }
    }

    pub fn runs(&self) -> usize {
        self.runs.get()
    }

    /// Compares all ways to run a case, or says what differs.
    pub fn hold(&self, case: &Case, splits: Splits) -> Result<(), String> {
        let path = self.folder.path().join(NAME);
        fs::write(&path, &case.bytes).map_err(|error| error.to_string())?;
        let expected = self.file(case, "-j1");
        let text = String::from_utf8_lossy(&expected.stderr);
        if !matches!(expected.status.code(), Some(0..=2)) || text.contains("panicked") {
            return Err(format!("{} {text}", expected.status));
        }
        same("-j3", &self.file(case, "-j3"), &expected)?;
        same(
            "-j1 < FILE",
            &self.input(case, "-j1", File::open(&path).expect("it is there").into()),
            &expected,
        )?;
        match splits {
            Splits::All => {
                for end in 0..case.bytes.len().min(1 << 10) {
                    let sizes = [end, case.bytes.len()];
                    same(
                        &format!("a pipe, split at {end}"),
                        &self.pipe(case, "-j1", sizes),
                        &expected,
                    )?;
                }
                let sizes = std::iter::repeat(1);
                same("a pipe, byte by byte", &self.pipe(case, "-j1", sizes), &expected)
            }
            Splits::Some(number) => self.some_pipes(case, &mut Random::new(!number), &expected),
        }
    }

    fn some_pipes(
        &self,
        case: &Case,
        random: &mut Random,
        expected: &Output,
    ) -> Result<(), String> {
        let threads = *random.pick(&["-j1", "-j3"]);
        same(&format!("a pipe {threads}"), &self.pipe(case, threads, []), expected)?;
        let end = random.below(case.bytes.len().min(1 << 10));
        let sizes = [end, case.bytes.len()];
        same(
            &format!("a pipe {threads}, split at {end}"),
            &self.pipe(case, threads, sizes),
            expected,
        )?;
        let most = *random.pick(&[1, 7, 100]);
        let mut left = DRIPPED;
        let sizes = std::iter::from_fn(|| {
            let size = 1 + random.below(most);
            left = left.checked_sub(size)?;
            Some(size)
        });
        same(
            &format!("a pipe {threads}, up to {most} bytes at a time"),
            &self.pipe(case, threads, sizes),
            expected,
        )
    }

    fn command(&self, case: &Case, threads: &str) -> Command {
        self.runs.set(self.runs.get() + 1);
        let mut command = Command::new("timeout");
        command
            .args(["-k1", SECONDS])
            .arg(&self.program)
            .args(["--no-config", threads])
            .args(&case.arguments);
        command.current_dir(self.folder.path());
        command
    }

    fn file(&self, case: &Case, threads: &str) -> Output {
        self.command(case, threads).arg(NAME).output().expect("it can be run")
    }

    fn input(&self, case: &Case, threads: &str, input: Stdio) -> Output {
        self.command(case, threads).arg("-").stdin(input).output().expect("it can be run")
    }

    /// A run whose input comes in reads of these sizes, and then all at once.
    fn pipe(&self, case: &Case, threads: &str, sizes: impl IntoIterator<Item = usize>) -> Output {
        let mut command = self.command(case, threads);
        command.arg("-").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("it can be run");
        thread::scope(|scope| {
            let input = child.stdin.take().expect("a pipe");
            let output =
                scope.spawn(move || child.wait_with_output().expect("it can be waited for"));
            // A run may end before all is read.
            let _ = written(input, &case.bytes, sizes);
            output.join().expect("no panic")
        })
    }
}

fn written(
    mut input: ChildStdin,
    mut bytes: &[u8],
    sizes: impl IntoIterator<Item = usize>,
) -> io::Result<()> {
    for size in sizes {
        let (now, later) = bytes.split_at(size.min(bytes.len()));
        if now.is_empty() {
            continue;
        }
        input.write_all(now)?;
        bytes = later;
        if bytes.is_empty() {
            return Ok(());
        }
        // The next bytes wait until these are read.
        while ioctl_fionread(&input)? > 0 {
            let mut reader = [PollFd::new(&input, PollFlags::empty())];
            poll(&mut reader, Some(&Timespec::default()))?;
            if reader[0].revents().contains(PollFlags::ERR) {
                return Ok(());
            }
            thread::yield_now();
        }
    }
    input.write_all(bytes)
}

/// Compares what was printed and the exit status, or says what differs first.
fn same(how: &str, found: &Output, expected: &Output) -> Result<(), String> {
    if found == expected {
        return Ok(());
    }
    let streams =
        [("stdout", &found.stdout, &expected.stdout), ("stderr", &found.stderr, &expected.stderr)];
    let Some((stream, found, expected)) =
        streams.into_iter().find(|(_, found, expected)| found != expected)
    else {
        return Err(format!("{how}: {} and not {}", found.status, expected.status));
    };
    let at = std::iter::zip(found, expected).take_while(|(one, other)| one == other).count();
    let near = |bytes: &[u8]| {
        bytes[at.saturating_sub(40)..bytes.len().min(at + 80)].escape_ascii().to_string()
    };
    Err(format!("{how}: {stream} from byte {at}:\n  {}\n  {}", near(found), near(expected)))
}
