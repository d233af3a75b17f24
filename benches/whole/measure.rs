//! The time and the output of one run.

use std::io::Read;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::commands::Line;

/// What one run took and gave.
#[derive(Clone, Copy)]
pub struct Take {
    pub wall: Duration,
    /// Of the user and of the system.
    pub cpu: Duration,
    pub output: Output,
}

/// What was printed; of a scan in memory, only the number of finds.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Output {
    pub lines: usize,
    pub bytes: usize,
}

/// Whose use of the machine.
#[derive(Clone, Copy)]
pub enum Whose {
    /// Of the processes that were started by this one and have ended.
    Children,
    Own,
}

pub struct Usage {
    pub cpu: Duration,
    /// The most memory that one of them ever had.
    pub peak_kib: u64,
}

/// Runs a command to its end; each part of its output is shown to `also`.
pub fn command(line: &Line, also: impl FnMut(&[u8])) -> Take {
    timed(Whose::Children, || {
        let mut command = line.command();
        let mut child =
            command.stdout(Stdio::piped()).spawn().unwrap_or_else(|e| panic!("{line}: {e}"));
        let output = drain(child.stdout.take().expect("a pipe"), also);
        let status = child.wait().unwrap();
        assert!(status.success(), "{line}: {status}");
        output
    })
}

/// Runs a scan, which says how many it has found.
pub fn scan(scan: impl FnOnce() -> usize) -> Take {
    timed(Whose::Own, || Output { lines: scan(), bytes: 0 })
}

fn timed(whose: Whose, run: impl FnOnce() -> Output) -> Take {
    let before = usage(whose).cpu;
    let start = Instant::now();
    let output = run();
    let wall = start.elapsed();
    Take { wall, cpu: usage(whose).cpu - before, output }
}

fn drain(mut pipe: impl Read, mut also: impl FnMut(&[u8])) -> Output {
    let mut buffer = vec![0; 1 << 20];
    let mut output = Output::default();
    loop {
        let part = match pipe.read(&mut buffer).unwrap() {
            0 => return output,
            len => &buffer[..len],
        };
        output.bytes += part.len();
        output.lines += memchr::memchr_iter(b'\n', part).count();
        also(part);
    }
}

#[cfg(unix)]
pub fn usage(whose: Whose) -> Usage {
    use nix::sys::resource::{UsageWho, getrusage};

    let who = match whose {
        Whose::Children => UsageWho::RUSAGE_CHILDREN,
        Whose::Own => UsageWho::RUSAGE_SELF,
    };
    let usage = getrusage(who).unwrap();
    let time = |time: nix::sys::time::TimeVal| {
        Duration::new(time.tv_sec() as u64, time.tv_usec() as u32 * 1000)
    };
    let unit = if cfg!(target_vendor = "apple") { 1024 } else { 1 };
    Usage {
        cpu: time(usage.user_time()) + time(usage.system_time()),
        peak_kib: usage.max_rss() as u64 / unit,
    }
}

/// The bench ends before it comes here.
#[cfg(not(unix))]
pub fn usage(_: Whose) -> Usage {
    unimplemented!("the use of the machine is known on Unix only")
}
