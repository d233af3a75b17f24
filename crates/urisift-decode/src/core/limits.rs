//! How far a source is decoded.

/// How far containers are followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How deep containers may be nested.
    pub depth: usize,
    /// How many bytes one byte of the source may decompress to, through all layers.
    pub expansion: u64,
    /// The longest reference in markup, in bytes.
    pub max_len: usize,
    /// The most bytes of a container that are held in memory if it cannot be read in order.
    pub held: usize,
    /// The most memory that decoders of a source take for windows, and containers that are held, in bytes: those nested
    /// share it.
    pub memory: usize,
    /// Leave out the fields that a mailing list has added to a header (RFC 2369, RFC 2919).
    pub no_list_fields: bool,
    /// Leave out code in Markdown and reStructuredText.
    pub no_code: bool,
    /// What the problem with a container that is nested too deep calls the limit: by default, the method
    /// of [`DecoderBuilder`](crate::DecoderBuilder). A program names its own setting.
    pub depth_name: &'static str,
    /// Setting named in the message when the expansion limit is exceeded; defaults to the builder method.
    pub expansion_name: &'static str,
    /// Setting named in the message when the memory limit is exceeded; defaults to the builder method.
    pub memory_name: &'static str,
}

impl Limits {
    /// Those of a task that decompresses ahead: where memory is limited, it takes little.
    pub(crate) fn of_task(self) -> Self {
        let memory = if self.memory == usize::MAX { self.memory } else { OF_TASK };
        Limits { memory, ..self }
    }
}

/// How much memory a task takes for a decoder if memory is limited, in bytes: enough for the defaults of `xz` and `zstd`.
const OF_TASK: usize = 16 << 20;

impl Default for Limits {
    /// 16 nested containers, 500 bytes decompressed from one, references of 64 KiB, 64 MiB held.
    fn default() -> Self {
        Limits {
            depth: 16,
            expansion: 500,
            max_len: 64 << 10,
            held: 64 << 20,
            memory: usize::MAX,
            no_list_fields: false,
            no_code: false,
            depth_name: "max_depth",
            expansion_name: "max_expand",
            memory_name: "max_memory",
        }
    }
}
