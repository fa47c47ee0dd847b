//! Types that may be declared in a source that was skipped.

use super::Types;
use crate::csharp_sources::turn;

impl Types {
    /// Notes in the command's turn each source of which no type is known. True if there are such sources: a type that was not found may be
    /// in one of them.
    pub fn may_be_skipped(&self) -> bool {
        for (path, why) in self.survey().places().skipped() {
            turn::skip(path, why);
        }
        turn::has_skipped()
    }
}
