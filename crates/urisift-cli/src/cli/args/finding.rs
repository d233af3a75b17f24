//! What counts as a URI, where it ends, and limits.

use std::num::NonZeroU8;
use std::time::Duration;

use clap::Args;

use super::values::{self, Fold, Join, NonAscii, Trailing};
use crate::record::{parse_duration, parse_size};

/// What counts as a URI.
#[derive(Debug, Args)]
#[command(next_help_heading = "Matching")]
pub(in crate::cli) struct Finding {
    /// Also match hosts without a scheme that start with "www."
    #[arg(long)]
    pub www: bool,
    /// Also match host names without a scheme
    ///
    /// Recognized by top-level domain. Expect many machine names and some file names.
    #[arg(long)]
    pub bare: bool,
    /// Also match email addresses
    #[arg(long)]
    pub email: bool,
    /// Also match defanged URIs (hxxp://example[.]com)
    ///
    /// Includes defanged hosts and addresses, such as example[.]com/x, 192.0.2[.]1 and who[at]example[.]com, even
    /// without --bare and --email. They are printed refanged.
    #[arg(long)]
    pub refang: bool,
}

/// Where a URI ends.
#[derive(Debug, Args)]
#[command(next_help_heading = "Matching")]
pub(in crate::cli) struct Ending {
    /// When to match non-ASCII characters in URIs
    ///
    /// never: not at all. auto: letters of alphabetic scripts, and other characters if the URI clearly continues after
    /// them. always: all letters, including Chinese, Japanese and Korean.
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub iri: NonAscii,
    /// When to join an undelimited URI with the next line
    ///
    /// auto: on strong evidence, such as an incomplete component or lines of equal width. always: wherever possible.
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub join: Join,
    /// When to remove whitespace from URIs in <…> and quotes
    ///
    /// never: whitespace ends the URI. auto: remove line breaks, and in <URL:…> also spaces. always: remove line
    /// breaks and spaces.
    #[arg(long = "unfold", alias = "fold", value_name = "WHEN", default_value = "auto")]
    pub fold: Fold,
    /// Trim or keep punctuation after an undelimited URI
    ///
    /// An unmatched closing bracket or quote is always trimmed.
    #[arg(long, alias = "trailing-punctuation", value_name = "ACTION", default_value = "trim")]
    pub trailing: Trailing,
}

/// Limits of sizes, depth, time, memory and threads.
#[derive(Debug, Args)]
#[command(next_help_heading = "Limits")]
pub(in crate::cli) struct LimitArgs {
    /// Limit URIs to SIZE bytes
    ///
    /// Longer URIs are truncated, marked, and reported as errors. Suffixes k, M and G are powers of 1024.
    #[arg(long, alias = "max-uri-len", value_name = "SIZE", default_value = "1M", value_parser = parse_size)]
    pub max_len: usize,
    /// Search at most SIZE bytes for a closing delimiter
    #[arg(long, alias = "max-wrap", value_name = "SIZE", default_value = "8k", value_parser = parse_size)]
    pub max_wrapper_len: usize,
    /// Limit nesting of archives and other containers
    ///
    /// Deeper containers are searched as plain text, and an error is reported.
    #[arg(long, alias = "max-depth", value_name = "NUM", default_value = "16")]
    pub max_nesting: usize,
    /// Limit decompressed size to NUM times the bytes read
    ///
    /// Applies to each file, beyond the first 64 MiB.
    #[arg(long, value_name = "NUM", default_value = "500")]
    pub max_expand: u64,
    /// Stop reading a file after DURATION
    ///
    /// 30s, 500ms, 2m or 1h; a bare number is seconds. The timeout is reported as an error, URIs found so far are
    /// printed, and the search continues.
    ///
    /// Time starts when a file (also a named pipe, terminal or standard input) is opened, and excludes waiting for
    /// output. Opening a file on a network file system may exceed it, and so may reads outside Linux. Default: no
    /// limit.
    #[arg(long, value_name = "DURATION", value_parser = parse_duration)]
    pub timeout: Option<Duration>,
    /// Limit the memory of the whole process
    ///
    /// At least 128M; runs fewer threads if needed. --unique, --by, --top and --report get an eighth, and the decoders
    /// of a file a sixteenth; a file that needs more is an error. Default: decompression windows up to 256 MiB per
    /// thread.
    #[arg(long, value_name = "SIZE", value_parser = values::max_memory)]
    pub max_memory: Option<usize>,
    /// Limit the memory of --unique, --by, --top and --report
    ///
    /// At least 16M; the rest goes to temporary files in TMPDIR, without loss. If these cannot be written, counts cover
    /// only what fits, --unique may repeat URIs, an error is reported, and the exit status is 2.
    #[arg(long, alias = "memory", value_name = "SIZE", default_value = "512M", value_parser = values::memory)]
    pub buffer_size: usize,
    /// Search with NUM threads (1 to 255)
    ///
    /// Output and order do not depend on it. Default: the number of available CPUs.
    #[arg(short = 'j', long, value_name = "NUM", value_parser = values::threads)]
    pub threads: Option<NonZeroU8>,
}
