//! File types, by name.

use ignore::types::{Types, TypesBuilder};

use super::walk::words;
use crate::suggest::hint;

/// Types that matter here, besides the common ones for source code.
const OURS: &[(&str, &[&str])] = &[
    (
        "archive",
        &[
            "*.a", "*.apk", "*.ar", "*.cpio", "*.crx", "*.deb", "*.jar", "*.pyz", "*.rpm", "*.tar",
            "*.tar.*", "*.taz", "*.tbz2", "*.tgz", "*.tlz", "*.txz", "*.tzst", "*.udeb", "*.whl",
            "*.xpi", "*.zip",
        ],
    ),
    ("calendar", &["*.ics", "*.vcf"]),
    ("database", &["*.db", "*.db3", "*.sqlite", "*.sqlite3"]),
    (
        "mail",
        &[
            "*.babyl",
            "*.eml",
            "*.emlx",
            "*.mbox",
            "*.mbx",
            "*.mht",
            "*.mhtml",
            "*.mmdf",
            "*.msg",
            "*.p7m",
            "*.rmail",
            "*.rnews",
            "*.tnef",
            "mbox",
            "winmail.dat",
        ],
    ),
    (
        "office",
        &[
            "*.doc", "*.docx", "*.epub", "*.odp", "*.ods", "*.odt", "*.pdf", "*.ppt", "*.pptx",
            "*.rtf", "*.xls", "*.xlsx",
        ],
    ),
    (
        "warc",
        &[
            "*.arc",
            "*.arc.gz",
            "*.wacz",
            "*.warc",
            "*.warc.gz",
            "*.warc.zst",
            "*.wat",
            "*.wat.gz",
            "*.wet",
            "*.wet.gz",
        ],
    ),
];

/// Which file types are asked for, in the order given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KindsAsked {
    /// Names of types whose definition is removed; they may be defined again.
    pub cleared: Vec<String>,
    /// Definitions: a name and a glob, or `include` and other names, with colons in between.
    pub added: Vec<String>,
    /// Names of types: only their files are searched.
    pub wanted: Vec<String>,
    /// Names of types whose files are not searched, even if wanted.
    pub unwanted: Vec<String>,
}

/// File types, and which of them are searched.
#[derive(Clone, Debug)]
pub struct Kinds {
    types: Types,
}

impl Kinds {
    /// Applies what is asked for.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn of(asked: &KindsAsked) -> Result<Self, String> {
        let mut builder = known();
        for name in &asked.cleared {
            builder.clear(name);
        }
        for definition in &asked.added {
            builder
                .add_def(definition)
                .map_err(|error| format!("file type '{definition}': {}", words(&error)))?;
        }
        for name in &asked.wanted {
            check(&builder, name)?;
            builder.select(name);
        }
        for name in &asked.unwanted {
            check(&builder, name)?;
            builder.negate(name);
        }
        let types = builder.build().map_err(|error| words(&error))?;
        Ok(Kinds { types })
    }

    /// One line per type: its name and its globs.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        let line = |name: &str, globs: &[String]| format!("{name}: {}", globs.join(", "));
        self.types.definitions().iter().map(move |kind| line(kind.name(), kind.globs()))
    }

    /// The matcher for a walk.
    pub(super) fn into_types(self) -> Types {
        self.types
    }
}

/// The types that are defined from the start.
fn known() -> TypesBuilder {
    let mut builder = TypesBuilder::new();
    builder.add_defaults();
    for (name, globs) in OURS {
        for glob in *globs {
            // A name of letters and a valid glob are never refused; a test checks this.
            let _ = builder.add(name, glob);
        }
    }
    builder
}

/// An error message if there is no type of that name.
fn check(builder: &TypesBuilder, name: &str) -> Result<(), String> {
    let known = builder.definitions();
    let names = || known.iter().map(|kind| kind.name());
    // "all" names all types together.
    if name == "all" || names().any(|known| known == name) {
        return Ok(());
    }
    Err(format!("unknown file type '{name}'{}", hint(name, names())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(asked: KindsAsked) -> Result<Kinds, String> {
        Kinds::of(&asked)
    }

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn ours_are_known() {
        let lines: Vec<_> = kinds(KindsAsked::default()).unwrap().lines().collect();
        for (name, globs) in OURS {
            let mut globs = globs.to_vec();
            globs.sort_unstable();
            assert!(lines.contains(&format!("{name}: {}", globs.join(", "))), "{name}");
        }
    }

    #[test]
    fn what_is_wanted_and_not() {
        let asked = KindsAsked {
            cleared: names(&["mail"]),
            added: names(&["mail:*.letter", "box:include:mail,warc", "box:*.box"]),
            wanted: names(&["box", "html"]),
            unwanted: names(&["warc"]),
        };
        let types = kinds(asked).unwrap().into_types();
        for (path, expected) in [
            ("a/b.letter", true),
            ("b.box", true),
            ("b.htm", true),
            ("b.warc", false),
            ("b.eml", false),
            ("b", false),
        ] {
            assert_eq!(!types.matched(path, false).is_ignore(), expected, "{path}");
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        let wanted = |name| KindsAsked { wanted: names(&[name]), ..KindsAsked::default() };
        let added = |name| KindsAsked { added: names(&[name]), ..KindsAsked::default() };
        for (asked, expected) in [
            (wanted("mial"), "unknown file type 'mial'; did you mean mail?"),
            (wanted("nothing-like"), "unknown file type 'nothing-like'"),
            (
                added("x"),
                "file type 'x': invalid definition (format is type:glob, e.g., html:*.html)",
            ),
            (added("x:include:nothing"), "file type 'x:include:nothing': invalid definition"),
        ] {
            let error = kinds(asked).unwrap_err();
            assert!(error.starts_with(expected), "{error}");
        }
        let bad =
            KindsAsked { added: names(&["x:["]), wanted: names(&["x"]), ..Default::default() };
        assert!(kinds(bad).unwrap_err().starts_with("error parsing glob '['"));
    }
}
