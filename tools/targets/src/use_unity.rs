//! The tool `use_unity`, which selects the target of the session.

use crate::target_info::TargetInfo;
use unity_tools::prelude::*;
use unity_tools::unity::targets_edit;

/// Select the target of this session's next calls. Changes nothing in it.
#[tool(write_unconfirmed, category = "project", idempotent)]
pub(crate) fn use_unity(
    /// Id, project name, or a path in the project.
    unity: String,
) -> Result<TargetInfo> {
    Ok(TargetInfo::from(targets_edit::choose(&unity)?))
}
