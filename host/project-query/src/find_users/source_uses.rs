//! The results of the last request for a type in C# sources, cached for its next pages.

use host_csharp::Use;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

#[derive(Debug, Default)]
pub(crate) struct SourceUses {
    /// The request for which these uses in C# were found: full type names, project revision, and whether the C# was
    /// available.
    pub(crate) about: (BTreeSet<String>, u64, bool),
    pub(super) by_file: HashMap<Box<str>, Arc<[Use]>>,
}
