//! `use_unity`: selects the target of this session.

use crate::unity::UnityInfo;
use unity_tools::prelude::*;
use unity_tools::unity::unitys_edit;

/// Select the target of this session's next calls. Changes nothing in it.
#[tool(write_unconfirmed, category = "project", idempotent)]
pub(crate) fn use_unity(
    /// Id, project name, or a path in the project.
    unity: String,
) -> Result<UnityInfo> {
    Ok(UnityInfo::from(unitys_edit::choose(&unity)?))
}
