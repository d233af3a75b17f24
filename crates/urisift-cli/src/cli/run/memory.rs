//! How the memory of the process is shared out, if that is limited: `--max-memory`.

use crate::cli::args::Args;
use crate::cli::output::{Destination, OutputForm};
use crate::output::Compression;

const MIB: usize = 1 << 20;

/// What the process takes before it searches: its code, the list of files and the output.
const PROCESS: usize = 32 * MIB;
/// What a thread takes for the text that it searches, for results that wait, and for what it unpacks ahead.
const THREAD: usize = 32 * MIB;
/// Its part for what is unpacked ahead, which a single thread does not do.
const TASK: usize = 16 * MIB;
/// The least for the decoders of a source, which unpack what `xz` and `zstd -19` pack.
const DECODERS: usize = 16 * MIB;
/// The length of texts up to which [`THREAD`] is enough.
const TEXT: usize = 2 * MIB;

/// The shares of what searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shares {
    /// How many threads there is memory for.
    pub threads: usize,
    /// How much decoders of a source take, in bytes. It depends on the limit alone, as what is found must not depend on
    /// the number of threads.
    pub decoders: usize,
}

impl Shares {
    /// What the limit leaves, if there is one.
    ///
    /// # Errors
    /// If other settings take more.
    pub fn of(args: &Args, destination: &Destination) -> Result<Option<Self>, String> {
        let Some(limit) = args.limits.max_memory else { return Ok(None) };
        let text = args.limits.max_len.saturating_add(args.limits.max_wrapper_len).max(TEXT) - TEXT;
        let thread = THREAD.saturating_add(text.saturating_mul(8));
        let rows = if has_page(args) { args.page.table_size.table_size().rows } else { 0 };
        let fixed =
            PROCESS.saturating_add(output(destination)).saturating_add(rows.saturating_mul(ROW));
        let (decoders, counts) = (DECODERS.max(limit / 16), counts(args, limit));
        let least = fixed.saturating_add(thread - TASK + DECODERS).saturating_add(counts);
        if least > limit {
            let (least, limit) = (least.div_ceil(MIB), limit / MIB);
            return Err(format!(
                "--max-memory {limit}M is too low; this run needs at least {least}M"
            ));
        }
        // A thread may walk through a portion of a source while it reads another one.
        let threads = (limit - fixed - counts) / (thread + 2 * decoders);
        Ok(Some(Shares { threads: threads.max(1), decoders }))
    }
}

/// What counts take, with what is needed to sort them, in bytes.
fn counts(args: &Args, limit: usize) -> usize {
    if args.aggregates() || has_page(args) { limit / 4 } else { 0 }
}

/// What a row of a page takes, in bytes.
const ROW: usize = 256;

fn has_page(args: &Args) -> bool {
    args.writing.page || args.page.report.is_some()
}

/// What the output takes, in bytes.
fn output(destination: &Destination) -> usize {
    let compression = destination.file.as_ref().and_then(|file| file.compression);
    match (&destination.form, compression) {
        (OutputForm::Parquet, _) => 64 * MIB,
        (_, Some(Compression::Xz)) => 96 * MIB,
        _ => 0,
    }
}
