//! Types that may be declared in a source that was skipped.

use super::Types;
use crate::csharp_sources::{Source, turn};

impl Types {
    /// The first source that was skipped and that has the words of a type of that name: what the type derives from and which fields it has
    /// is not known. The source is noted in the command's turn.
    pub fn skipped_source_of(&self, name: &str) -> Option<String> {
        let short = name.rsplit('.').next().unwrap_or(name);
        let survey = self.survey();
        let paths = survey.places().files(short);
        let skipped = paths
            .iter()
            .find(|path| matches!(self.sources.get(&self.project, path), Source::Skipped));
        skipped.map(ToString::to_string)
    }

    /// Notes in the command's turn each source of which no type is known. True if there are such sources: a type that was not found may be
    /// in one of them.
    pub fn may_be_skipped(&self) -> bool {
        for (path, why) in self.survey().places().skipped() {
            turn::skip(path, why);
        }
        turn::has_skipped()
    }
}
