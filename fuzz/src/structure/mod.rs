//! Mutations that keep to what a format is made of, so that they reach what stands after its first checks: a piece of
//! text is moved, repeated, nested or left out as a whole, and lengths and checksums are made right again.

mod lengths;
mod pieces;
#[path = "../../../tests/kit/random.rs"]
mod random;
mod xz;
mod zip;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde_json::Value;

pub use random::Random;

/// What is known of a format.
pub struct Structure {
    /// The target that it is for.
    name: &'static str,
    /// The name of its syntax.
    syntax: &'static str,
    /// Makes right what the mutation has made wrong; what it cannot read stays as it is.
    mend: fn(Vec<u8>, &mut Random) -> Vec<u8>,
}

/// How a text falls into pieces.
struct Syntax {
    /// Bytes that start a piece.
    starts: Vec<u8>,
    /// Bytes that end one.
    ends: Vec<u8>,
    /// Bytes that open something, and close it.
    pairs: Vec<[u8; 2]>,
    /// What may stand anywhere in it.
    phrases: Vec<Vec<u8>>,
}

static SYNTAXES: LazyLock<BTreeMap<String, Syntax>> = LazyLock::new(|| {
    let syntaxes: BTreeMap<String, Value> =
        serde_json::from_str(include_str!("syntaxes.json")).expect("it is JSON");
    syntaxes.into_iter().map(|(name, syntax)| (name, Syntax::of(&syntax))).collect()
});

impl Syntax {
    fn of(syntax: &Value) -> Self {
        let bytes = |value: &Value| value.as_str().expect("a text").as_bytes().to_vec();
        let list = |name: &str| -> Vec<_> {
            syntax[name].as_array().expect("a list").iter().map(bytes).collect()
        };
        Syntax {
            starts: bytes(&syntax["starts"]),
            ends: bytes(&syntax["ends"]),
            pairs: list("pairs").iter().map(|pair| [pair[0], pair[1]]).collect(),
            phrases: list("phrases"),
        }
    }
}

const fn structure(name: &'static str, syntax: &'static str) -> Structure {
    Structure { name, syntax, mend: |bytes, _| bytes }
}

const STRUCTURES: &[Structure] = &[
    structure("mail", "mail"),
    structure("mbox", "mail"),
    structure("html", "html"),
    structure("json", "json"),
    structure("markup", "markdown"),
    structure("csv", "table"),
    structure("tsv", "table"),
    Structure { name: "warc", syntax: "warc", mend: lengths::mended },
    Structure { name: "xz", syntax: "bytes", mend: xz::changed },
    Structure { name: "decoders", syntax: "bytes", mend: xz::changed },
    Structure { name: "zip", syntax: "bytes", mend: zip::rebuilt },
];

/// What is known of the format that a target is for.
pub fn of(target: &str) -> Option<&'static Structure> {
    STRUCTURES.iter().find(|structure| structure.name == target)
}

impl Structure {
    /// Other bytes of the format.
    pub fn mutated(&self, bytes: &[u8], random: &mut Random) -> Vec<u8> {
        // Sometimes what is wrong stays wrong.
        let mutant = match self.name {
            "xz" | "decoders" | "zip" => bytes.to_vec(),
            _ => pieces::mutated(&SYNTAXES[self.syntax], bytes, random),
        };
        if random.below(8) == 0 { mutant } else { (self.mend)(mutant, random) }
    }
}
