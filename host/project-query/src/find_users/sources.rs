//! Lines of C# sources that name a type, cached for the pages of one answer.

use super::QueryLookup;
use super::source_uses::SourceUses;
use super::targets::Wanted;
use host_csharp::{MAX_SOURCE_BYTES, TypeIndex, Use};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use unity_files::Project;
use unity_scripts::csharp_index::Gathered;

/// The suffix of an attribute's class name, which C# sources may omit where they use the attribute.
const ATTRIBUTE: &str = "Attribute";

impl QueryLookup<'_> {
    /// Returns the sources that name the requested types, with the uses; none for a source that cannot be read now.
    pub(super) fn source_uses(&mut self, wanted: &Wanted, csharp: Option<&Gathered>) -> Vec<(String, Arc<[Use]>)> {
        let project = Arc::clone(self.lookup.library.project());
        let about = (wanted.full_names.clone(), self.lookup.kept.revision, csharp.is_some());
        let users = &mut self.kept.users;
        if users.sources.about != about {
            let by_file = HashMap::new();
            users.sources = SourceUses { about, by_file };
        }
        let bare = wanted.words.iter().filter_map(|word| word.strip_suffix(ATTRIBUTE));
        let words = wanted.words.iter().map(String::as_str).chain(bare);
        let files: BTreeSet<&str> = words.flat_map(|word| users.index.naming(word)).collect();
        let full: Vec<&str> = wanted.full_names.iter().map(String::as_str).collect();
        let files = files.into_iter().map(|file| {
            let known = users.sources.by_file.entry(file.into());
            let uses = known.or_insert_with(|| read(&project, file, &full, csharp));
            (file.to_owned(), Arc::clone(uses))
        });
        files.collect()
    }
}

fn read(project: &Project, file: &str, full: &[&str], csharp: Option<&Gathered>) -> Arc<[Use]> {
    let Ok(bytes) = project.read_at_most(file, MAX_SOURCE_BYTES as u64) else {
        return Arc::default();
    };
    let text = String::from_utf8_lossy(&bytes);
    let uses = match csharp {
        Some(csharp) => csharp.index.uses(full, &text, csharp.source(file).map(AsRef::as_ref)),
        None => TypeIndex::build(&[], &[]).uses(full, &text, None),
    };
    uses.into()
}
