//! The tool `list_unitys`, which lists the targets: the project folder and running Unity instances.

use crate::target_info::TargetInfo;
use unity_tools::prelude::*;
use unity_tools::unity::targets;

/// All targets, which the tool `list_unitys` returns.
#[output]
pub(crate) struct Targets {
    /// The one that this session's calls go to first.
    targets: Vec<TargetInfo>,
}

/// List the targets: the project's folder, running editors and games. Select one with use_unity.
#[tool(category = "project")]
pub(crate) fn list_unitys() -> Result<Targets> {
    let targets = targets::list_targets()?.into_iter().map(TargetInfo::from).collect();
    Ok(Targets { targets })
}
