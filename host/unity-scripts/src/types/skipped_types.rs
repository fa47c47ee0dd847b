//! Types that can be declared in a skipped source.

use super::Types;
use crate::csharp_sources::{Source, turn};

impl Types {
    /// The first skipped source that contains the words of a type declaration with that name, so that its bases and
    /// fields are unknown. The source is noted in the command's turn.
    pub fn skipped_source_of(&self, name: &str) -> Option<String> {
        let short = name.rsplit('.').next().unwrap_or(name);
        let survey = self.survey();
        let paths = survey.places().files(short);
        let skipped = paths
            .iter()
            .find(|path| matches!(self.sources.get(&self.project, path), Source::Skipped));
        skipped.map(ToString::to_string)
    }

    /// Notes each source without known types in the command's turn. True if there are such sources: a type that was
    /// not found can be in one of them.
    pub fn may_be_skipped(&self) -> bool {
        for (path, why) in self.survey().places().skipped_sources() {
            turn::skip(path, why);
        }
        turn::has_skipped()
    }
}
