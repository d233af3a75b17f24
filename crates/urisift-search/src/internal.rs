//! For the other crates of this workspace only. Not part of the public API: it changes without notice.

pub mod aggregate {
    pub use crate::aggregate::{
        Bars, By, Counted, Entry, Key, Keyed, LEAST_MEMORY, Names, Ranking, Scheme, Share,
        SortOrder, Sorter, Stats, Subject, Tallies, TallyLines, TallyPaths, Unique, at_the_cost_of,
        bar, extension, public_suffix_len, tally, up_to_failure,
    };
}

pub mod background {
    pub use crate::background::Background;
}

pub mod builder {
    pub use crate::builder::start;
}

pub mod input {
    pub use crate::input::{
        DRAFT, FORMATS, Named, Source, Sources, is_closed_output, is_draft, parse_format, sources,
        stdin, stdin_is_fed, total_len,
    };
}

pub mod problem {
    pub use crate::problem::{Error, Problem, Severity};
}

pub mod record {
    pub use crate::record::{
        Bytes, CautionRecord, Cell, Cells, Column, Columns, End, FINDS, FaultRecord, Finds, Headed,
        Item, JsonLines, JsonRows, Judged, Kind, Metadata, Packed, PackedCell, PackedFinds,
        PackedKind, PackedRecords, Plain, Quiet, RecordWriter, Rows, Schema, Sink, Skip, Table,
        TimeForm, Total, Transforms, Unpack, VERSION, Version, column, grouped, legible, names,
        origin_of, pack_number, pack_numbers, pack_record, pack_text, parse_duration, parse_size,
        part_path, path_bytes, push_end, push_number, size,
    };
}

pub mod search {
    pub use crate::search::{
        ContextSize, Counting, FARTHEST, Meter, Settings, Sinks, Summary, available_threads,
        version,
    };
}

pub mod select {
    pub use crate::select::{Filter, Selection, Test, parse_caution};
}

pub mod span {
    pub use crate::input::PartLocation;
    pub use crate::span::{Context, Origin, PartOrigin, Position, STDIN, Span};
}

pub mod time {
    pub use crate::time::{EXPECTED, Zone, typed_period};
}

pub mod suggest {
    pub use crate::suggest::{hint, nearest};
}
