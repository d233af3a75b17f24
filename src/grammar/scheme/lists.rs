//! Fields that hold several items in one text. As data they are lists, or none if undefined.

use std::collections::HashSet;
use std::fmt;

use super::{Field, Parsed};

/// Items with commas between; `T` is a text, or perhaps one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Items<T>(T);

/// Names and values, with a separator between two pairs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Pairs<T, const SEPARATOR: char>(pub T);

impl<T: Copy> Items<T> {
    /// The items, empty ones too.
    pub fn all<'t>(self) -> impl Iterator<Item = &'t str> + use<'t, T>
    where
        T: Into<Option<&'t str>>,
    {
        self.0.into().into_iter().flat_map(|text| text.split(','))
    }

    /// The items that are not empty.
    pub fn iter<'t>(self) -> impl Iterator<Item = &'t str> + use<'t, T>
    where
        T: Into<Option<&'t str>>,
    {
        self.all().filter(|item| !item.is_empty())
    }
}

impl<T: Copy, const SEPARATOR: char> Pairs<T, SEPARATOR> {
    /// Names and values; a value may be missing.
    pub fn optional<'t>(
        self,
    ) -> impl Iterator<Item = (&'t str, Option<&'t str>)> + use<'t, T, SEPARATOR>
    where
        T: Into<Option<&'t str>>,
    {
        let items = self.0.into().into_iter().flat_map(|text| text.split(SEPARATOR));
        items.filter(|item| !item.is_empty()).map(|item| match item.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (item, None),
        })
    }

    /// The names, and where in the text each starts.
    pub fn names<'t>(self) -> impl Iterator<Item = (usize, &'t str)> + use<'t, T, SEPARATOR>
    where
        T: Into<Option<&'t str>>,
    {
        let mut start = 0;
        let items = self.0.into().into_iter().flat_map(|text| text.split(SEPARATOR));
        let placed = items.map(move |item| {
            let at = start;
            start += item.len() + SEPARATOR.len_utf8();
            (at, item.split('=').next().unwrap_or(item))
        });
        placed.filter(|(_, name)| !name.is_empty())
    }

    /// Where the first name starts that an earlier pair has, in any case.
    pub fn repeated<'t>(self) -> Option<usize>
    where
        T: Into<Option<&'t str>>,
    {
        const FEW: usize = 16;
        if self.names().nth(FEW).is_none() {
            let again = self.names().enumerate().find(|(place, (_, name))| {
                self.names().take(*place).any(|(_, earlier)| earlier.eq_ignore_ascii_case(name))
            });
            return again.map(|(_, (at, _))| at);
        }
        let mut seen = HashSet::new();
        self.names().find(|(_, name)| !seen.insert(name.to_ascii_lowercase())).map(|(at, _)| at)
    }

    /// Names and values, where there is a value.
    pub fn iter<'t>(self) -> impl Iterator<Item = (&'t str, &'t str)> + use<'t, T, SEPARATOR>
    where
        T: Into<Option<&'t str>>,
    {
        self.optional().filter_map(|(name, value)| Some((name, value?)))
    }
}

impl<T: fmt::Debug> fmt::Debug for Items<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<T: fmt::Debug, const SEPARATOR: char> fmt::Debug for Pairs<T, SEPARATOR> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<'t, T: Field<'t>> Field<'t> for Items<T> {
    fn of(uri: &Parsed<'t>, name: &str) -> Self {
        Items(T::of(uri, name))
    }
}

impl<'t, T: Field<'t>, const SEPARATOR: char> Field<'t> for Pairs<T, SEPARATOR> {
    fn of(uri: &Parsed<'t>, name: &str) -> Self {
        Pairs(T::of(uri, name))
    }
}

#[cfg(any(test, feature = "serde"))]
mod data {
    use serde::ser::{Serialize, SerializeSeq, Serializer};

    use super::{Items, Pairs};

    impl<'t, T: Copy + Into<Option<&'t str>>> Serialize for Items<T> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            match self.0.into() {
                Some(_) => serializer.collect_seq(self.iter()),
                None => serializer.serialize_none(),
            }
        }
    }

    impl<'t, T: Copy + Into<Option<&'t str>>, const SEPARATOR: char> Serialize for Pairs<T, SEPARATOR> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            if self.0.into().is_none() {
                return serializer.serialize_none();
            }
            let mut pairs = serializer.serialize_seq(None)?;
            for (name, value) in self.optional() {
                match value {
                    Some(value) => pairs.serialize_element(&(name, value))?,
                    None => pairs.serialize_element(&(name, None::<&str>))?,
                }
            }
            pairs.end()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Items, Pairs};

    fn json(text: Option<&'static str>) -> String {
        serde_json::to_string(&(Items(text), Pairs::<_, '&'>(text), Pairs::<_, ';'>(text))).unwrap()
    }

    #[test]
    fn undefined_is_null_and_empty_is_an_empty_list() {
        assert_eq!(json(None), "[null,null,null]");
        assert_eq!(json(Some("")), "[[],[],[]]");
        assert_eq!(json(Some("a=b;c")), r#"[["a=b;c"],[["a","b;c"]],[["a","b"],["c",null]]]"#);
        assert_eq!(json(Some(",a,,b")), r#"[["a","b"],[[",a,,b",null]],[[",a,,b",null]]]"#);
    }
}
