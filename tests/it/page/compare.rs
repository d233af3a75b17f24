//! A page that compares two inputs.

use super::*;

/// Two folders, and the report that compares them.
pub(super) fn compared(before: &str, after: &str, flags: &[&str]) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [("old", before), ("new", after)] {
        fs::create_dir(folder.path().join(name)).unwrap();
        fs::write(folder.path().join(name).join("a.txt"), text).unwrap();
    }
    let page = folder.path().join("page.html");
    let path = page.to_str().unwrap();
    urisift(folder.path(), &[&["report", "old", "new", "--compare", "-o", path], flags].concat());
    fs::read(&page).unwrap()
}

const BEFORE: &str = "http://x.a.example/1 http://x.a.example/1 http://y.a.example/2\n\
    http://gone.example/ http://same.example/ mailto:a@gone.example urn:isbn:0451450523\n";
const AFTER: &str = "http://x.a.example/1 http://y.a.example/3 http://y.a.example/2\n\
    http://new.example/ http://new.example/ http://same.example/ urn:isbn:0451450523\n";

#[test]
fn a_comparison_counts_both_inputs() {
    let page = compared(BEFORE, AFTER, &[]);
    let data = Data::of(&elements(&page));
    assert_eq!(data.meta["compared"], true);
    let sides: BTreeMap<_, _> = data
        .rows
        .iter()
        .map(|row| {
            (String::from_utf8(row.uri.clone()).unwrap(), (row.count - row.after, row.after))
        })
        .collect();
    for (uri, expected) in [
        ("http://x.a.example/1", (2, 1)),
        ("http://y.a.example/2", (1, 1)),
        ("http://y.a.example/3", (0, 1)),
        ("http://gone.example/", (1, 0)),
        ("http://new.example/", (0, 2)),
        ("mailto:a@gone.example", (1, 0)),
    ] {
        assert_eq!(sides[uri], expected, "{uri}");
    }
    for row in &data.rows {
        for (columns, _) in data.places(row) {
            let path = &data.paths[columns.path as usize];
            assert_eq!(columns.is_after, path.starts_with(b"new/"), "{row:?}");
        }
    }
    let page = String::from_utf8(page).unwrap();
    for said in [
        "From <strong class=\"input\">old</strong> to <strong class=\"input\">new</strong>: ",
        ">2 URIs are new</span>, ",
        ">2 are gone</span>, ",
        ">0 are more frequent</span>, ",
        ">1 is less frequent</span>, ",
        ">3 are unchanged</span>. ",
        ">1 domain is new</span>, ",
        ">1 is gone</span>.</p>",
    ] {
        assert!(page.contains(said), "{said}");
    }
}

#[test]
fn a_short_table_of_a_comparison_has_what_has_changed_and_whole_totals() {
    let often = "http://often.example/ http://rare.often.example/\n".repeat(50);
    let data = |rows| {
        let (before, after) = (often.clone() + BEFORE, often.clone() + AFTER);
        Data::of(&elements(&compared(&before, &after, &["--report-rows", rows])))
    };
    let few = data("3");
    let uris: BTreeSet<_> = few.rows.iter().map(|row| &*row.uri).collect();
    let most: [&[u8]; 3] =
        [b"http://new.example/", b"http://gone.example/", b"http://x.a.example/1"];
    assert_eq!(uris, BTreeSet::from(most));
    // Of all finds of a.example, gone.example and new.example, in that order.
    assert_eq!(few.totals[0], [[1, 3, 3], [1, 1, 0], [1, 0, 2]]);
    assert_eq!(few.totals[1], [[1, 2, 1], [1, 1, 0], [1, 0, 2]]);
    let all = data("100");
    for totals in &all.totals {
        let sum = |at: usize| totals.iter().map(|total| total[at]).sum::<u64>();
        let after = all.rows.iter().map(|row| row.after).sum::<u64>();
        assert_eq!((sum(0), sum(2)), (all.rows.len() as u64, after));
        assert_eq!(sum(1) + sum(2), all.meta["finds"].as_u64().unwrap());
    }
    // Without a comparison, there are none.
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a"), BEFORE).unwrap();
    assert!(Data::of(&elements(&report(folder.path(), &[]))).totals.iter().all(Vec::is_empty));
}
