//! Typed parts as data: a field that holds several items in one text is serialized as a list, or as
//! none if undefined.

use serde::ser::{SerializeSeq, Serializer};

/// A text, if there is one.
pub(super) trait Text {
    fn text(&self) -> Option<&str>;
}

impl Text for &str {
    fn text(&self) -> Option<&str> {
        Some(self)
    }
}

impl Text for Option<&str> {
    fn text(&self) -> Option<&str> {
        *self
    }
}

/// The items between separators; empty ones are skipped.
fn items<'a>(text: &'a str, separator: &'a str) -> impl Iterator<Item = &'a str> {
    text.split(separator).filter(|item| !item.is_empty())
}

fn list<'a, S: Serializer>(
    items: impl Iterator<Item = &'a str>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(items)
}

fn pairs<'a, S: Serializer>(
    items: impl Iterator<Item = &'a str>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut seq = serializer.serialize_seq(None)?;
    for item in items {
        match item.split_once('=') {
            Some(pair) => seq.serialize_element(&pair)?,
            None => seq.serialize_element(&(item, None::<&str>))?,
        }
    }
    seq.end()
}

/// Items separated by commas.
pub(super) fn commas<S: Serializer>(text: &impl Text, serializer: S) -> Result<S::Ok, S::Error> {
    match text.text() {
        Some(text) => list(items(text, ","), serializer),
        None => serializer.serialize_none(),
    }
}

/// Items separated by encoded spaces.
pub(super) fn spaces<S: Serializer>(text: &impl Text, serializer: S) -> Result<S::Ok, S::Error> {
    match text.text() {
        Some(text) => list(items(text, "%20"), serializer),
        None => serializer.serialize_none(),
    }
}

/// Names and values, separated by "&".
pub(super) fn ampersands<S: Serializer>(
    text: &impl Text,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match text.text() {
        Some(text) => pairs(items(text, "&"), serializer),
        None => serializer.serialize_none(),
    }
}

/// Names and values, separated by ";".
pub(super) fn semicolons<S: Serializer>(
    text: &impl Text,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match text.text() {
        Some(text) => pairs(items(text, ";"), serializer),
        None => serializer.serialize_none(),
    }
}

#[cfg(test)]
mod tests {
    use serde::Serialize;

    #[derive(Serialize)]
    struct Lists {
        #[serde(serialize_with = "super::commas")]
        commas: Option<&'static str>,
        #[serde(serialize_with = "super::spaces")]
        spaces: Option<&'static str>,
        #[serde(serialize_with = "super::ampersands")]
        ampersands: Option<&'static str>,
        #[serde(serialize_with = "super::semicolons")]
        semicolons: Option<&'static str>,
    }

    fn json(text: Option<&'static str>) -> String {
        let lists = Lists { commas: text, spaces: text, ampersands: text, semicolons: text };
        serde_json::to_string(&lists).unwrap()
    }

    #[test]
    fn undefined_is_null_and_empty_is_an_empty_list() {
        assert_eq!(
            json(None),
            r#"{"commas":null,"spaces":null,"ampersands":null,"semicolons":null}"#
        );
        assert_eq!(json(Some("")), r#"{"commas":[],"spaces":[],"ampersands":[],"semicolons":[]}"#);
        assert_eq!(
            json(Some("a=b;c")),
            r#"{"commas":["a=b;c"],"spaces":["a=b;c"],"ampersands":[["a","b;c"]],"semicolons":[["a","b"],["c",null]]}"#
        );
    }
}
