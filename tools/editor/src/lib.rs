//! The bundle `editor`: tools that query the whole project.
//!
//! Belongs here: the list of the bundle's tools and resources. Each tool is in its own file; `guard.rs` and
//! `level_cut.rs` limit the time and size of their answers.

mod assets_summary;
mod guard;
mod hierarchy_dump;
mod level_cut;
mod project_info;
mod references_missing;

use assets_summary::AssetsResource;
use project_info::ProjectResource;

unity_tools::export! {
    tools: [
        project_info::project_info,
        hierarchy_dump::hierarchy_dump,
        references_missing::references_missing,
        assets_summary::assets_summary,
    ],
    resources: [ProjectResource, AssetsResource],
}

/// Removes the leading slash of a hierarchy path, which the tools of this bundle do not show.
fn without_slash(path: &str) -> &str {
    path.strip_prefix('/').unwrap_or(path)
}

#[cfg(test)]
mod tests;
