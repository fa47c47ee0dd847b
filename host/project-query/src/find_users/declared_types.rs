//! Search for types that are not components and have no file of the same name, in the C# sources that name them.

use std::sync::Arc;
use unity_files::Project;
use unity_project::references::ReferenceIndex;
use unity_scripts::csharp_sources::CsharpSources;

/// Finds the C# type `short` in the project's sources; returns its full name and the path of the source that declares
/// it. `is_meant` selects among full names.
pub(super) fn in_sources(
    short: &str,
    is_meant: &dyn Fn(&str) -> bool,
    index: &ReferenceIndex,
    project: &Arc<Project>,
    sources: &CsharpSources,
) -> Option<(String, String)> {
    index.naming(short).find_map(|path| {
        let file = sources.get(project, path).parsed()?;
        let mut names = file.types().map(|declared| declared.type_name().joined_by_dots());
        Some((names.find(|name| is_meant(name))?, path.to_owned()))
    })
}
