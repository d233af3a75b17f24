//! Format detection.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::LazyLock;

use super::format::{Format, Prefix, Sniff};
use super::peek::PeekReader;
use super::start::Content;

/// What the first bytes say of a format.
#[derive(Clone, Copy)]
pub enum Choice {
    /// No format: it is text.
    Text,
    /// It is this container.
    Format(&'static dyn Format),
    /// More bytes are needed.
    More,
}

/// How many bytes detection looks at.
pub const ENOUGH: usize = 16 << 10;

/// The bytes that detection looks at: the result must not depend on any that follow them.
fn head(bytes: &[u8], is_all: bool) -> Prefix<'_> {
    let is_all = is_all || bytes.len() >= ENOUGH;
    Prefix { bytes: &bytes[..bytes.len().min(ENOUGH)], is_all }
}

/// Sniffs the front of a reader, peeking at as much of it as that takes.
pub fn sniffs(reader: &mut PeekReader<'_>, sniff: impl Fn(Prefix<'_>) -> Sniff) -> bool {
    loop {
        let is_all = reader.has_ended();
        match sniff(head(reader.live(), is_all)) {
            Sniff::More if !is_all && reader.live().len() < ENOUGH => _ = reader.more(),
            sniff => return sniff == Sniff::Yes,
        }
    }
}

/// The formats that are known, in the order in which they are tried: those of a program, and those of this crate.
#[derive(Clone, Copy, Debug)]
pub struct Registry {
    /// Those of the program.
    own: &'static [&'static dyn Format],
    known: &'static Known,
}

/// The formats of this crate.
#[derive(Debug)]
pub(crate) struct Known {
    pub formats: [&'static [&'static dyn Format]; 2],
    /// Each extension, and the first format that it tells.
    pub by_extension: LazyLock<HashMap<&'static str, &'static dyn Format>>,
}

impl Known {
    /// The extensions of formats.
    pub fn extensions(&self) -> HashMap<&'static str, &'static dyn Format> {
        let mut all = HashMap::new();
        for format in self.formats.into_iter().flatten() {
            format.extensions().iter().for_each(|one| _ = all.entry(*one).or_insert(*format));
        }
        all
    }
}

impl Registry {
    /// The registry with the formats of a program, which are tried first.
    pub fn with(self, formats: &'static [&'static dyn Format]) -> Self {
        Registry { own: formats, ..self }
    }

    /// The registry of these formats.
    pub(crate) fn of(known: &'static Known) -> Self {
        Registry { own: &[], known }
    }

    fn all(self) -> impl Iterator<Item = &'static dyn Format> {
        self.own.iter().chain(self.known.formats.into_iter().flatten()).copied()
    }

    fn find(self, is: impl Fn(&dyn Format) -> bool) -> Option<&'static dyn Format> {
        self.all().find(|format| is(*format))
    }

    /// Detects the format from the first bytes; with `is_all`, nothing follows them.
    pub fn detect(self, bytes: &[u8], is_all: bool) -> Choice {
        let head = head(bytes, is_all);
        let told = self.all().try_for_each(|format| match format.sniff(head) {
            Sniff::Yes => ControlFlow::Break(Choice::Format(format)),
            Sniff::More if !head.is_all => ControlFlow::Break(Choice::More),
            _ => ControlFlow::Continue(()),
        });
        told.break_value().unwrap_or(Choice::Text)
    }

    /// The format that the extension of a file name tells.
    pub fn by_name(self, path: &Path) -> Option<&'static dyn Format> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        let mut own = self.own.iter().copied();
        own.find(|format| format.extensions().contains(&&*extension))
            .or_else(|| self.known.by_extension.get(&*extension).copied())
    }

    /// The format that the first bytes tell, or that the name of the file does. The name is the surer sign, unless
    /// the format of the first bytes is [told by them](Format::is_told_by_bytes).
    pub fn prefer_name(
        self,
        sniffed: Option<&'static dyn Format>,
        path: &Path,
    ) -> Option<&'static dyn Format> {
        let sniffed = sniffed.filter(|format| format.suits_name(path));
        match (sniffed, self.by_name(path)) {
            (Some(sniffed), Some(named))
                if sniffed.is_told_by_bytes()
                    && !named.may_start_as().contains(&sniffed.name()) =>
            {
                Some(sniffed)
            }
            (sniffed, named) => named.or(sniffed),
        }
    }

    /// The format of a media type, or else of its suffix.
    pub fn by_media_type(self, essence: &str) -> Option<&'static dyn Format> {
        let of = |media: &str| self.find(|format| format.media_types().contains(&media));
        of(essence).or_else(|| of(&essence[essence.rfind('+')?..]))
    }

    /// The format that a walk reads which starts with this content, if it is not text.
    pub fn resumed(self, content: Content) -> Option<&'static dyn Format> {
        self.find(|format| format.resumes(&content))
    }
}
