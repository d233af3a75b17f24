//! Whether a standard stream was closed when the process started.
//!
//! Before `main`, the Rust runtime opens the null device in place of a closed stream: it silently accepts all that is
//! written, and reads as empty. So the streams are checked before the runtime starts, where the system can call
//! functions that early; elsewhere none counts as closed.

use std::fs::File;
use std::io::{self, Read};

/// Returns `true` if standard output was closed.
pub fn is_closed_output() -> bool {
    streams::was_closed(streams::STDOUT)
}

/// Standard input as a file: the standard library's reads as empty if it cannot be read.
///
/// # Errors
/// If it was closed.
pub fn stdin() -> io::Result<Box<dyn Read + Send>> {
    let stdin = io::stdin();
    if streams::was_closed(streams::STDIN) {
        return Err(io::Error::other("closed"));
    }
    // On Windows, a console is not read as a file: the standard library converts its text.
    if cfg!(windows) && io::IsTerminal::is_terminal(&stdin) {
        return Ok(Box::new(stdin));
    }
    #[cfg(unix)]
    let file = std::os::fd::AsFd::as_fd(&stdin).try_clone_to_owned()?;
    #[cfg(windows)]
    let file = std::os::windows::io::AsHandle::as_handle(&stdin).try_clone_to_owned()?;
    Ok(Box::new(File::from(file)))
}

#[cfg(unix)]
#[allow(unsafe_code)]
mod streams {
    use std::sync::atomic::{AtomicBool, Ordering};

    pub const STDIN: i32 = libc::STDIN_FILENO;
    pub const STDOUT: i32 = libc::STDOUT_FILENO;

    /// Standard input and output.
    static CLOSED: [AtomicBool; 2] = [const { AtomicBool::new(false) }; 2];

    pub fn was_closed(stream: i32) -> bool {
        CLOSED[stream as usize].load(Ordering::Relaxed)
    }

    // SAFETY: the system calls the functions listed in these sections before the runtime starts, with arguments
    // that C functions may ignore. `look` needs nothing of the runtime and cannot panic.
    #[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func"))]
    #[cfg_attr(not(target_vendor = "apple"), unsafe(link_section = ".init_array"))]
    #[used]
    static LOOK: extern "C" fn() = look;

    extern "C" fn look() {
        for (stream, closed) in (STDIN..).zip(&CLOSED) {
            // SAFETY: this call only reads a flag of the descriptor, and fails if there is none.
            let flags = unsafe { libc::fcntl(stream, libc::F_GETFD) };
            closed.store(flags == -1, Ordering::Relaxed);
        }
    }
}

#[cfg(not(unix))]
mod streams {
    pub const STDIN: i32 = 0;
    pub const STDOUT: i32 = 1;

    pub fn was_closed(_: i32) -> bool {
        false
    }
}
