//! Scripts that are written together (UTS 39 5.2, "highly restrictive"), and those that are not.

/// Whether the label has letters of scripts that are not written together.
#[cfg(feature = "unicode")]
pub(super) fn is_mixed(label: &str) -> bool {
    use unicode_script::Script::{
        self, Bopomofo, Common, Han, Hangul, Hiragana, Inherited, Katakana, Latin,
    };
    const TOGETHER: [&[Script]; 3] =
        [&[Latin, Han, Hiragana, Katakana], &[Latin, Han, Bopomofo], &[Latin, Han, Hangul]];
    let scripts = || {
        let scripts = label.chars().map(Script::from);
        scripts.filter(|script| !matches!(script, Common | Inherited))
    };
    let first = scripts().next();
    let one = scripts().all(|script| Some(script) == first);
    !one && !TOGETHER.iter().any(|set| scripts().all(|script| set.contains(&script)))
}

/// Scripts are unknown without the feature `unicode`.
#[cfg(not(feature = "unicode"))]
pub(super) fn is_mixed(_label: &str) -> bool {
    false
}
