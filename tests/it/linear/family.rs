//! Kinds of hostile input, in any size.

use std::fs;
use std::process::Command;

use serde::Deserialize;

use crate::kit::{self, pack};

/// What one run of the command reads.
pub struct Input {
    pub bytes: Vec<u8>,
    /// A file of patterns or the like, whose path replaces [`BESIDE`] in the arguments.
    pub beside: Option<Vec<u8>>,
}

impl From<Vec<u8>> for Input {
    fn from(bytes: Vec<u8>) -> Self {
        Input { bytes, beside: None }
    }
}

/// The argument that is replaced by the path of a second file.
pub const BESIDE: &str = "BESIDE";

/// A kind of hostile input, and the command that reads it.
pub struct Family {
    pub name: String,
    pub args: Vec<String>,
    /// The input is the command's standard input, not a file.
    pub is_piped: bool,
    /// The size of the smallest input, in bytes or in the maker's unit.
    pub size: usize,
    /// It was once more than linear.
    pub is_known: bool,
    pub make: Box<dyn Fn(usize) -> Input + Send + Sync>,
}

/// The default size, in bytes.
pub const SIZE: usize = 16 << 10;

impl Family {
    /// A family whose finds are printed as JSON.
    pub fn new<I: Into<Input>>(
        name: impl Into<String>,
        make: impl Fn(usize) -> I + Send + Sync + 'static,
    ) -> Self {
        Family {
            name: name.into(),
            args: vec!["--json".to_owned()],
            is_piped: false,
            size: SIZE,
            is_known: false,
            make: Box::new(move |size| make(size).into()),
        }
    }

    pub fn with(mut self, args: &[&str]) -> Self {
        self.args = args.iter().map(ToString::to_string).collect();
        self
    }

    pub fn piped(mut self) -> Self {
        self.is_piped = true;
        self
    }

    pub fn known(mut self) -> Self {
        self.is_known = true;
        self
    }

    /// A family whose bytes take more than most, or less.
    pub fn of_size(mut self, size: usize) -> Self {
        self.size = size;
        self
    }
}

/// The piece, repeated up to `size` bytes.
pub fn repeated(piece: impl AsRef<[u8]>, size: usize) -> Vec<u8> {
    let piece = piece.as_ref();
    piece.repeat(size / piece.len())
}

/// The piece up to `size` bytes, with its number in place of `{i}`, and bytes of that in place of `{hi}` and `{lo}`.
pub fn numbered(piece: &str, size: usize) -> Vec<u8> {
    if !piece.contains(['{']) || !["{i}", "{hi}", "{lo}"].iter().any(|mark| piece.contains(mark)) {
        return repeated(piece, size);
    }
    let mut bytes = Vec::with_capacity(size);
    for number in 0.. {
        if bytes.len() >= size {
            break;
        }
        let piece = piece.replace("{i}", &number.to_string());
        let [hi, lo] = [number >> 8 & 255, number & 255].map(|byte| byte.to_string());
        bytes.extend(piece.replace("{hi}", &hi).replace("{lo}", &lo).bytes());
    }
    bytes
}

#[derive(Deserialize)]
struct Groups {
    group: Vec<Group>,
}

/// Families that have their arguments, and the start of their front, in common.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Group {
    name: String,
    #[serde(default)]
    args: Vec<String>,
    #[serde(default)]
    front: String,
    #[serde(default)]
    piped: bool,
    #[serde(default)]
    form: Form,
    families: Vec<Row>,
}

/// What the text of a group is put into.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Form {
    #[default]
    Plain,
    Utf16,
    /// A record of a web archive.
    Response,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    name: String,
    #[serde(default)]
    front: String,
    piece: String,
    #[serde(default)]
    end: String,
    #[serde(default)]
    args: Vec<String>,
    #[serde(default)]
    size: Option<usize>,
    #[serde(default)]
    known: bool,
    #[serde(default)]
    piped: bool,
    /// The piece of the second file.
    #[serde(default)]
    beside: Option<String>,
    /// How long the text is, if only the second file grows.
    #[serde(default)]
    text: Option<usize>,
}

impl Row {
    fn family(self, group: &Group) -> Family {
        let (front, form) = (format!("{}{}", group.front, self.front), group.form);
        let row = self.clone();
        let make = move |size| {
            let pieces = numbered(&row.piece, row.text.unwrap_or(size));
            let bytes = [front.as_bytes(), &pieces, row.end.as_bytes()].concat();
            let beside = row.beside.as_ref().map(|piece| numbered(piece, size));
            Input { bytes: form.around(bytes), beside }
        };
        Family {
            name: format!("{}: {}", group.name, self.name),
            args: [&group.args[..], &self.args].concat(),
            is_piped: group.piped || self.piped,
            size: self.size.unwrap_or(SIZE),
            is_known: self.known,
            make: Box::new(make),
        }
    }
}

impl Form {
    fn around(self, bytes: Vec<u8>) -> Vec<u8> {
        match self {
            Form::Plain => bytes,
            Form::Utf16 => {
                [0xff, 0xfe].into_iter().chain(bytes.into_iter().flat_map(|b| [b, 0])).collect()
            }
            Form::Response => pack::warc("response", "http://a/", "application/http", &bytes),
        }
    }
}

/// Those of `families.toml`.
pub fn listed() -> Vec<Family> {
    let path = kit::project("tests/it/linear/families.toml");
    let groups: Groups = toml::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let families = |group: Group| {
        let rows = group.families.clone().into_iter();
        rows.map(move |row| row.family(&group)).collect::<Vec<_>>()
    };
    groups.group.into_iter().flat_map(families).collect()
}

/// Every kind of `corpora/pathological`.
pub fn pathological() -> Vec<Family> {
    let kinds = String::from_utf8(made(&[])).unwrap();
    assert!(kinds.lines().count() > 20);
    let family = |kind: &str| {
        let kind = kind.to_owned();
        Family::new(format!("pathological: {kind}"), move |size| {
            made(&[&kind, &(size / 1_000_000 + 1).to_string()])[..size].to_vec()
        })
        .with(&["--www", "--bare", "--email", "--refang"])
    };
    kinds.lines().map(family).collect()
}

/// Runs the maker of hostile text.
fn made(arguments: &[&str]) -> Vec<u8> {
    let make = kit::project("corpora/pathological/make.sh");
    let out = Command::new("sh").arg(make).args(arguments).output().unwrap();
    assert!(out.status.success());
    out.stdout
}
