//! Files in portions, on several threads, and many files together give the model's finds for each.

use super::text;
use super::*;
use crate::model;
use crate::record::Metadata;
use crate::search::times::REACH;
use crate::span::Origin;
use crate::time::of_line;

/// Writes all that is known of a find.
struct Recorded;

impl RecordWriter for Recorded {
    fn found(
        &self,
        origin: &Origin<'_>,
        found: &Found<'_>,
        out: &mut Vec<u8>,
    ) -> ControlFlow<Skip> {
        record(origin.path, found, origin.time.map(|time| time.second), out);
        ControlFlow::Continue(())
    }

    fn metadata(&self) -> Metadata {
        Metadata::ALL
    }
}

fn record(path: &Path, found: &Found<'_>, second: Option<i64>, out: &mut Vec<u8>) {
    out.extend(format!("{} {second:?} {found:?}\n", path.display()).into_bytes());
}

/// The time of the line that a find starts in, at that offset.
fn second(text: &[u8], at: usize) -> Option<i64> {
    let start = text[..at].iter().rposition(|byte| *byte == b'\n').map_or(0, |feed| feed + 1);
    let is_near = at - start <= REACH as usize;
    is_near.then(|| of_line(&text[start..at], None)).flatten()
}

/// The edges of parts besides their own ends: how much is seen before a part, how far it looks for the
/// start of a line, and how far it reads beyond its end.
static EDGES: &[usize] = &[0, 512, 767, 1024, 2048, 4096, 8192, 16 << 10, 20 << 10];

/// The expected output for the files, and the expected number of problems.
fn expected(files: &[(PathBuf, Vec<u8>)], options: &Options, most: usize) -> (Vec<u8>, usize) {
    let (mut out, mut problems) = (Vec::new(), 0);
    for (path, text) in files {
        for found in model::finds(text, options).iter().take(most) {
            record(path, found, second(text, found.span().start as usize), &mut out);
            problems += usize::from(found.is_truncated());
        }
    }
    (out, problems)
}

/// A directory with such files, named by numbers.
fn written(texts: &[Vec<u8>]) -> (tempfile::TempDir, Vec<(PathBuf, Vec<u8>)>) {
    let folder = tempfile::tempdir().unwrap();
    let write = |(n, text): (usize, &Vec<u8>)| {
        (file(folder.path(), &format!("{n:03}"), text), text.clone())
    };
    let files = texts.iter().enumerate().map(write).collect();
    (folder, files)
}

fn agrees(
    files: &[(PathBuf, Vec<u8>)],
    options: &Options,
    settings: &Settings,
) -> Result<(), TestCaseError> {
    let most = settings.max_count.map_or(usize::MAX, |most| most as usize);
    let (out, problems) = expected(files, options, most);
    let paths: Vec<_> = files.iter().map(|(path, _)| path.clone()).collect();
    let named = named(&paths);
    let work = Work { settings, writer: &Recorded, meter: &Meter::default() };
    let (found, complaints, _) = printed(&work, &|| input::sources(&named, None).collect());
    let [found, out] = [found, out].map(|out| String::from_utf8_lossy(&out).into_owned());
    prop_assert_eq!(found, out);
    prop_assert_eq!(complaints.len(), problems);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(80))]

    #[test]
    fn a_file_in_portions(
        text in text::edged_text(EDGES),
        options in text::options(),
        threads in 2..5usize,
        size in prop_oneof![768..1100u64, 1100..9000u64],
    ) {
        let (_folder, files) = written(&[text]);
        agrees(&files, &options, &settings(options.clone(), threads, size))?;
    }

    #[test]
    fn lines_in_portions(
        pieces in proptest::collection::vec(proptest::sample::select(PIECES), 100..800),
        options in text::options(),
        threads in 2..5usize,
        size in 768..3000u64,
    ) {
        let (_folder, files) = written(&[pieces.concat().into_bytes()]);
        agrees(&files, &options, &settings(options.clone(), threads, size))?;
    }

    /// Batches end after 16 files; and some of the files are in portions.
    #[test]
    fn files_together(
        texts in proptest::collection::vec(text::long_text(), 1..40),
        options in text::options(),
        threads in 1..5usize,
        max_count in proptest::option::of(1..4u64),
    ) {
        let (_folder, files) = written(&texts);
        let settings = Settings { max_count, ..settings(options.clone(), threads, 800) };
        agrees(&files, &options, &settings)?;
    }
}
