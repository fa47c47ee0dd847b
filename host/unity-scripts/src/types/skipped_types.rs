//! Finds types that a skipped source may declare, so that it is unknown whether they exist.

use super::Types;
use crate::csharp_sources::{Source, turn};

impl Types {
    /// Returns the path of the first skipped source that seems to declare a type with that name. The type's base types
    /// and fields are then unknown. The current command records the source.
    pub fn skipped_source_of(&self, name: &str) -> Option<String> {
        let short = name.rsplit('.').next().unwrap_or(name);
        let survey = self.survey();
        let paths = survey.places().files(short);
        let skipped = paths
            .iter()
            .find(|path| matches!(self.sources.get(&self.project, path), Source::Skipped));
        skipped.map(ToString::to_string)
    }

    /// Records each skipped source for the current command. Returns true if there is one: it may declare a type that
    /// was not found.
    pub fn may_be_skipped(&self) -> bool {
        for (path, why) in self.survey().places().skipped_sources() {
            turn::skip(path, why);
        }
        turn::has_skipped()
    }
}
