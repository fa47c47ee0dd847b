//! `list_unitys`: the list of targets.

use crate::unity::UnityInfo;
use unity_tools::prelude::*;
use unity_tools::unity::unitys;

/// All targets.
#[output]
pub(crate) struct Unitys {
    /// The one that this session's calls go to first.
    unitys: Vec<UnityInfo>,
}

/// List the targets: the project's folder, running editors and games. Select one with use_unity.
#[tool(category = "project")]
pub(crate) fn list_unitys() -> Result<Unitys> {
    let unitys = unitys::list_unitys()?.into_iter().map(UnityInfo::from).collect();
    Ok(Unitys { unitys })
}
