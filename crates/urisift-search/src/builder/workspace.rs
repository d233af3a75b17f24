//! Settings that only the other crates of this workspace set: they write records in forms of their own.

use std::path::PathBuf;

use super::SearchBuilder;
use crate::record::Transforms;
use crate::search::{ContextSize, Counting};

#[doc(hidden)]
impl SearchBuilder {
    /// Problems name the flags of the command.
    pub fn names_flags(mut self) -> Self {
        self.names_flags = true;
        self
    }

    /// Patterns look at a URI after these transforms, with the rules in these files.
    pub fn transforms(mut self, transforms: Transforms, rules: Vec<PathBuf>) -> Self {
        self.settings.selection.transforms = transforms;
        self.unwrap_rules = rules;
        self
    }

    /// How much memory the decoders of a source may take, in bytes.
    pub fn decoder_memory(mut self, bytes: usize) -> Self {
        self.limits.memory = bytes;
        self
    }

    /// How much of the text around a find is reported with it, if any.
    pub fn reach(mut self, reach: Option<ContextSize>) -> Self {
        self.settings.context = reach;
        self
    }

    /// Writes each record as soon as it is complete.
    pub fn by_line(mut self, is_by_line: bool) -> Self {
        self.settings.by_line = is_by_line;
        self
    }

    /// Returns `true` if finds are counted.
    pub fn counting(mut self, counting: Counting) -> Self {
        self.settings.counting = counting;
        self
    }

    /// How much text around finds is asked for, and the base.
    pub fn asked(&self) -> (Option<ContextSize>, Option<&str>) {
        (self.settings.context, self.settings.base.as_deref())
    }

    /// Returns `true` if standard input is a list of patterns or rules.
    pub fn lists_stdin(&self) -> bool {
        let mut files = self.unwrap_rules.iter().chain(&self.brands);
        [&self.include, &self.exclude].iter().any(|patterns| patterns.list_stdin())
            || files.any(|file| file.as_os_str() == "-")
    }
}
