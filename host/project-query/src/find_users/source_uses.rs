//! The results of the last request for a type in C# sources, cached for its next pages.

use host_csharp::Use;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

#[derive(Debug, Default)]
pub(crate) struct SourceUses {
    /// The request that gave the results: full names of the types, project revision, and whether its C# was read.
    pub(crate) about: (BTreeSet<String>, u64, bool),
    pub(super) by_file: HashMap<Box<str>, Arc<[Use]>>,
}
