//! For the other crates of this workspace only. Not part of the public API: it changes without notice.

pub mod byteset {
    pub use crate::byteset::{ALNUM, ALPHA, ByteSet, DIGIT, HEXDIG};
}

pub mod chars {
    pub use crate::position::{Chars, without_cut, without_rest};
}

pub mod found {
    pub use crate::delimit::FIELD_END;
    pub use crate::found::{Found, UriMemory, Wrapper};
    pub use crate::verdict::Judgement;
}

pub mod grammar {
    pub mod caution {
        pub use crate::caution::{Caution, CautionKind, UnknownCaution, cautions, skeleton};
    }
    pub mod components {
        pub use crate::grammar::components::Components;
    }
    pub mod edition {
        pub use crate::grammar::edition::{Edition, Editions, Shape};
    }
    pub mod escape {
        pub use crate::grammar::escape::percent_decode;
    }
    pub mod parse_error {
        pub use crate::grammar::parse_error::ParseError;
    }
    pub mod host {
        pub use crate::grammar::host::{ipv4, ipv4_in_any_form, ipv6};
    }
    pub mod parts {
        pub use crate::grammar::components::Parts;
    }
    pub mod scheme {
        pub use crate::grammar::scheme::{is_known, is_scheme};
    }
    pub mod uri {
        pub use crate::grammar::reference::Host;
        pub use crate::grammar::uri::{
            Grammar, Iri, IriRef, Repertoire, Uri, UriRef, conforms, judge,
        };
    }
}

pub mod utf16 {
    pub use crate::delimit::utf16::{TEXT, letter};
}

pub mod sanitize {
    pub use crate::sanitize::{Reader, is_harmful, lines, push, shown, text};
}

pub mod normal {
    pub use crate::normal::{
        BaseLayers, ExcessDots, InvalidUnwrapRule, RedirectUnwrapper, Repaired, ResolveOptions,
        Step, Steps, UnknownStep, UnwrapRule, Unwrapped, UrnEquivalence, Written, WrittenBase,
        defang, defang_abbreviated, may_have_dots, unwrap_redirect, urn_equivalent,
    };
}

pub mod options {
    pub use crate::options::{Fold, Join, NonAscii, Options, Trailing};
}

pub mod problem {
    pub use crate::pieces::plain;
}

pub mod scan {
    pub use crate::scan::{BLOCK, Tier, marks};
}

pub mod stream {
    pub use crate::extract::{KEEP, SearchState, Text};
    pub use crate::pieces::Section;
    pub use crate::position::LineCounter;
    pub use crate::stream::{Extractor, ReaderSearch, StreamView, find_iter};
}

pub mod window {
    pub use crate::window::Window;
}
