//! What the process drops before it reads its input, so that an input that takes it over gains little: files other
//! than those that the run needs, the network, and other programs. On Linux, the kernel enforces this for the rest of
//! the process; elsewhere, nothing is dropped.

#[cfg(feature = "escape")]
pub(super) mod escape;
#[cfg(target_os = "linux")]
mod linux;

use std::fmt;
use std::path::PathBuf;

/// The files that a run needs.
#[derive(Debug, Default, PartialEq, Eq)]
pub(in crate::cli) struct Needs {
    /// These and all below them are read.
    pub reads: Vec<PathBuf>,
    /// The names in these directories are listed, as suggestions in place of inputs that are not there.
    pub lists: Vec<PathBuf>,
    /// In these directories, files are created, written and replaced.
    pub folders: Vec<PathBuf>,
    /// These are written as they are: devices and named pipes.
    pub devices: Vec<PathBuf>,
}

/// What the kernel refuses to the process.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sandbox {
    /// Files that are neither read nor written by the run.
    pub files: bool,
    /// Connections, and sockets of any kind.
    pub network: bool,
    /// Other programs, and access to other processes.
    pub programs: bool,
}

impl Sandbox {
    /// Gives up what is not needed, for this thread and all that it starts. What the kernel cannot enforce is left out.
    pub fn enter(needs: &Needs) -> Self {
        #[cfg(target_os = "linux")]
        return linux::enter(needs);
        #[cfg(not(target_os = "linux"))]
        {
            let _ = needs;
            Sandbox::default()
        }
    }

    /// What the kernel of this machine can enforce: the names of its features.
    pub fn available() -> String {
        #[cfg(target_os = "linux")]
        return linux::available();
        #[cfg(not(target_os = "linux"))]
        "none on this system".to_owned()
    }
}

impl fmt::Display for Sandbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sandbox { files, network, programs } = *self;
        let all = [(files, "files"), (network, "network"), (programs, "programs")];
        let names: Vec<_> =
            all.iter().filter(|(is_refused, _)| *is_refused).map(|(_, name)| *name).collect();
        f.write_str(if names.is_empty() { "off" } else { "" })?;
        f.write_str(&names.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_refused_is_named() {
        assert_eq!(Sandbox::default().to_string(), "off");
        let sandbox = Sandbox { files: true, programs: true, network: false };
        assert_eq!(sandbox.to_string(), "files, programs");
    }
}
