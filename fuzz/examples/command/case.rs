//! What the command is run on: bytes that are made from a number, and arguments.

use urisift_fuzz::structure::{self, Random};

use crate::pack;

/// A seed, and the folder that it is in.
pub struct Seed {
    pub kind: String,
    pub bytes: Vec<u8>,
}

pub struct Case {
    pub bytes: Vec<u8>,
    pub arguments: Vec<String>,
}

/// What is printed.
const FORMS: &[&str] = &[
    "-b",
    "--json --problems",
    "--json --judge",
    "-n --column -H",
    "-c",
    "-l",
    "-m 3 -b",
    "--csv",
    "--tsv --judge",
    "--by host --sort key",
    "--unique=normal -0",
    "--replace [%{uri}]",
    "--format %{path}:%{line}:%{uri_path}:%{wrapper}",
    "--context=1",
    "--context-bytes=20 --json",
    "--normalize --defang",
    "--base http://base.example/x/ --json",
    "--vimgrep",
];

/// The forms that print what is around.
const CONTEXT: &[&str] = &["--context=1", "--context-bytes=20"];

/// The longest input for these.
const LONG: usize = 64 << 10;

/// How it is found.
const SETTINGS: &[&str] = &[
    "",
    "",
    "",
    "--www --bare --email",
    "--refang --email",
    "--iri always --join always",
    "--iri never --fold never --trailing keep",
    "--fold always --max-wrap 64",
    "--max-len 40",
    "--max-expand 3",
    "--max-expand 100",
    "--max-depth 2",
    "--raw",
    "--prefer text",
    "--prefer html",
    "--valid",
    "--exclude-cut",
    "--exclude-noise --unwrap",
];

/// Formats that other bytes may be taken for.
const FORMATS: &[&str] =
    &["html", "mail", "mbox", "json", "csv", "markdown", "xml", "zip", "warc", "tar", "gz", "pdf"];

impl Case {
    pub fn of_seed(seed: &Seed) -> Self {
        Case { bytes: seed.bytes.clone(), arguments: words("--json --problems") }
    }

    /// The first line has the arguments.
    pub fn kept(file: &[u8]) -> Self {
        let end = file.iter().position(|b| *b == b'\n').expect("a line of arguments");
        let arguments = words(&String::from_utf8_lossy(&file[..end]));
        Case { bytes: file[end + 1..].to_vec(), arguments }
    }

    pub fn to_keep(&self) -> Vec<u8> {
        [self.arguments.join(" ").as_bytes(), b"\n", &self.bytes].concat()
    }

    pub fn numbered(number: u64, seeds: &[Seed]) -> Self {
        let random = &mut Random::new(number);
        let seed = random.pick(seeds);
        let form = FORMS[number as usize % FORMS.len()];
        let setting: &&str = random.pick(SETTINGS);
        let mut arguments = [words(form), words(setting)].concat();
        let mut bytes = mutated(seed, seeds, random);
        let mut is_packed = false;
        match random.below(16) {
            0 => bytes = repeated(&bytes, random),
            1..4 => {
                bytes = packed(&bytes, random);
                is_packed = true;
            }
            4 => bytes = gathered(seeds, random),
            _ => {}
        }
        if !is_packed && random.below(3) == 0 {
            let kind = seed.kind.as_str();
            let is_format = FORMATS.contains(&kind) && random.below(4) > 0;
            let format = if is_format { kind } else { *random.pick::<&str>(FORMATS) };
            arguments.extend(["--as".to_owned(), format.to_owned()]);
        }
        // Around each URI of a long line, it would print a multiple of it.
        if bytes.len() > LONG || is_packed {
            arguments.retain(|word| !CONTEXT.contains(&word.as_str()));
        }
        Case { bytes, arguments }
    }
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

fn mutated(seed: &Seed, seeds: &[Seed], random: &mut Random) -> Vec<u8> {
    let mut bytes = seed.bytes.clone();
    if let Some(structure) = structure::of(&seed.kind) {
        bytes = structure.mutated(&bytes, random);
    }
    if random.below(2) == 0 {
        (0..=random.below(6)).for_each(|_| change(&mut bytes, seeds, random));
    }
    bytes
}

fn change(bytes: &mut Vec<u8>, seeds: &[Seed], random: &mut Random) {
    let (at, byte) = (random.below(bytes.len()), random.below(256) as u8);
    let end = (at + random.below(64)).min(bytes.len());
    match random.below(7) {
        0 => bytes.insert(at, byte),
        1 => bytes.truncate(at.max(bytes.len() / 2)),
        2 => drop(bytes.drain(at..end)),
        3 => {
            let copy = bytes[at..end].repeat(1 + random.below(8));
            bytes.splice(at..at, copy);
        }
        4 if !seeds.is_empty() => {
            let other = &random.pick(seeds).bytes;
            let from = random.below(other.len());
            let to = (from + random.below(512)).min(other.len());
            bytes.splice(at..at, other[from..to].iter().copied());
        }
        _ if at < end => bytes[at] ^= 1 << (byte % 8),
        _ => {}
    }
}

/// How much is made, about: more than is handed out to threads, and little enough to be printed in any form.
const MOST: usize = 4 << 20;

/// Longer than what is handed out to threads.
fn repeated(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let len = (256 << 10) + random.below(5 << 19);
    bytes.repeat(len / (bytes.len() + 1))
}

/// One member or several, of which some unpack to much, and some are broken.
fn packed(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let (_, pack) = *random.pick(pack::PACKERS);
    let (mut members, mut unpacked_len) = (Vec::new(), 0);
    for _ in 0..1 + [0, 0, 1, 7, 40][random.below(5)] {
        let content = match random.below(6) {
            0 => repeated(bytes, random),
            1 => bytes.repeat(random.below(100)),
            2 => vec![b' '; random.below(6 << 20)],
            _ => bytes.to_vec(),
        };
        unpacked_len += content.len();
        let mut member = pack(&content);
        if random.below(6) == 0 {
            change(&mut member, &[], random);
        }
        members.extend(member);
        if random.below(12) == 0 {
            members.extend([0; 4]);
        }
        if unpacked_len > MOST {
            break;
        }
    }
    members
}

/// An archive, or a mailbox, of mutants.
fn gathered(seeds: &[Seed], random: &mut Random) -> Vec<u8> {
    let form = random.below(5);
    let mut archive = Vec::new();
    for index in 0..1 + random.below(60) {
        let seed = random.pick(seeds);
        let mut bytes = mutated(seed, seeds, random);
        if random.below(20) == 0 {
            bytes = repeated(&bytes, random);
        }
        let name = format!("{index}.{}", seed.kind);
        archive.extend(match form {
            0 => pack::tar(&name, &bytes),
            1 => pack::warc("resource", "http://t.example/", "text/html", &bytes),
            2 => pack::gz(&pack::warc("response", "http://t.example/", "application/http", &bytes)),
            3 => [&b"From a@b Mon Jan  1 00:00:00 2001\nFrom: a@b.example\n"[..], &bytes, b"\n\n"]
                .concat(),
            _ => pack::cpio(&name, &bytes),
        });
        if archive.len() > MOST {
            break;
        }
    }
    archive
}
