//! The tool `list_unitys`, which lists the targets: the project folder and running Unity instances.

use crate::target_info::TargetInfo;
use unity_tools::prelude::*;
use unity_tools::unity::targets;

/// All targets, which the tool `list_unitys` returns.
#[output]
pub(crate) struct Targets {
    /// Targets, first the one that receives this session's calls.
    targets: Vec<TargetInfo>,
}

/// List the targets: the project's folder, running editors and games. Select one with use_unity.
#[tool(category = "project")]
pub(crate) fn list_unitys() -> Result<Targets> {
    let targets = targets::list_targets()?.into_iter().map(TargetInfo::from).collect();
    Ok(Targets { targets })
}
