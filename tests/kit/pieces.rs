//! Lists of texts that tests put together: `pieces.json`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

static LISTS: LazyLock<BTreeMap<String, Vec<&'static str>>> = LazyLock::new(|| {
    let lists: BTreeMap<String, Vec<String>> =
        serde_json::from_str(include_str!("pieces.json")).unwrap();
    let kept = |texts: Vec<String>| texts.into_iter().map(|text| &*text.leak()).collect();
    lists.into_iter().map(|(name, texts)| (name, kept(texts))).collect()
});

/// The list of that name.
pub fn pieces(name: &str) -> &'static [&'static str] {
    LISTS.get(name).unwrap_or_else(|| panic!("no list {name:?}"))
}
