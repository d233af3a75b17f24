//! The sandbox of Linux: Landlock refuses files, and since 6.7 connections by TCP; seccomp refuses the system calls
//! that make sockets, start programs, or reach into other processes.

use std::path::PathBuf;

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, PathBeneath, PathFd,
    RestrictionStatus, Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetError, RulesetStatus,
    Scope, path_beneath_rules,
};

use super::{Needs, Sandbox};

/// The rights that are handled: those of Linux 6.2, without which nothing can be created or truncated unnoticed.
const FILES: ABI = ABI::V3;
/// The version that has rights for TCP.
const TCP: ABI = ABI::V4;
/// The version that confines signals, and sockets without a path.
const SCOPES: ABI = ABI::V6;

/// Enters the sandbox as far as the kernel has it.
pub(super) fn enter(needs: &Needs) -> Sandbox {
    let is_restricted =
        restrict(needs).is_ok_and(|status| status.ruleset != RulesetStatus::NotEnforced);
    let is_filtered = calls::refuse();
    Sandbox { files: is_restricted, network: is_filtered, programs: is_filtered || is_restricted }
}

/// Restricts files, and what goes beside files, by Landlock.
fn restrict(needs: &Needs) -> Result<RestrictionStatus, RulesetError> {
    let read = AccessFs::ReadFile | AccessFs::ReadDir;
    let write = AccessFs::WriteFile | AccessFs::Truncate;
    let replace = read | write | AccessFs::MakeReg | AccessFs::RemoveFile;
    let mut ruleset = Ruleset::default()
        .handle_access(AccessFs::from_all(FILES))?
        .handle_access(AccessNet::from_all(TCP))?
        .scope(Scope::from_all(SCOPES))?
        .create()?;
    for rule in rules(&needs.reads, read)
        .chain(rules(&needs.lists, AccessFs::ReadDir.into()))
        .chain(rules(&needs.folders, replace))
        .chain(rules(&needs.devices, write))
    {
        // A path that has no rule, such as that of a pipe between processes, is not restricted either.
        let _ = (&mut ruleset).add_rule(rule?);
    }
    ruleset.restrict_self()
}

/// The rules for the paths that are there.
fn rules(
    paths: &[PathBuf],
    access: BitFlags<AccessFs>,
) -> impl Iterator<Item = Result<PathBeneath<PathFd>, RulesetError>> {
    path_beneath_rules(paths, access)
}

/// The features of this kernel.
pub(super) fn available() -> String {
    let required = Ruleset::default().set_compatibility(CompatLevel::HardRequirement);
    let has_landlock = required.handle_access(AccessFs::from_all(FILES)).is_ok();
    match (has_landlock, calls::ARE_KNOWN) {
        (true, true) => "Landlock, seccomp",
        (true, false) => "Landlock",
        (false, true) => "seccomp",
        (false, false) => "none on this system",
    }
    .to_owned()
}

/// System calls, on the processors for which they are numbered here.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod calls {
    use std::env::consts::ARCH;

    use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, apply_filter};

    /// Calls that the search never makes.
    const REFUSED: &[i64] = &[
        // Sockets. A pair of them, which signals use, leads nowhere else.
        libc::SYS_socket,
        libc::SYS_connect,
        libc::SYS_bind,
        libc::SYS_listen,
        libc::SYS_accept,
        libc::SYS_accept4,
        // Programs.
        libc::SYS_execve,
        libc::SYS_execveat,
        // Other processes.
        libc::SYS_ptrace,
        libc::SYS_process_vm_readv,
        libc::SYS_process_vm_writev,
        libc::SYS_pidfd_getfd,
        // Ways around the filter, and into the kernel.
        libc::SYS_io_uring_setup,
        libc::SYS_bpf,
        libc::SYS_perf_event_open,
        libc::SYS_userfaultfd,
        libc::SYS_keyctl,
        libc::SYS_add_key,
        libc::SYS_request_key,
        libc::SYS_mount,
        libc::SYS_umount2,
        libc::SYS_pivot_root,
        libc::SYS_chroot,
        libc::SYS_setns,
        libc::SYS_unshare,
        libc::SYS_init_module,
        libc::SYS_finit_module,
        libc::SYS_delete_module,
        libc::SYS_kexec_load,
    ];

    /// The bit of the calls of x32, a second way to each call of x86-64.
    const X32: i64 = 0x4000_0000;

    pub const ARE_KNOWN: bool = true;

    /// Refuses these calls from now on; returns whether the kernel does.
    pub fn refuse() -> bool {
        let numbers = REFUSED.iter().flat_map(|call| [*call, *call | X32]);
        let rules = numbers.map(|number| (number, Vec::new())).collect();
        let refused = SeccompAction::Errno(libc::EPERM as u32);
        let filter = ARCH
            .try_into()
            .and_then(|arch| SeccompFilter::new(rules, SeccompAction::Allow, refused, arch));
        let program = filter.and_then(BpfProgram::try_from);
        program.is_ok_and(|program| apply_filter(&program).is_ok())
    }
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
mod calls {
    pub const ARE_KNOWN: bool = false;

    pub fn refuse() -> bool {
        false
    }
}
