//! The tool `SetConfig`, which changes the policy within the operator's limits.

use unity_tools::host::policy_edit::{self, Change};
use unity_tools::prelude::*;
use unity_tools::shared::types::Error;

/// Converts an error of the policy editor to an error of the tool, with a hint on how to correct the setting.
pub(crate) fn convert_error(problem: Error) -> ToolError {
    let problem = ToolError::from(problem);
    match problem.kind {
        ErrorKind::PermissionDenied => problem.hint(
            "nothing was changed; only the operator can raise [policy.ceiling], in unity-tool-host.toml or by --set",
        ),
        ErrorKind::InvalidArgument => problem.hint("nothing was changed"),
        _ => problem,
    }
}

/// Change the host's policy up to the operator's ceiling, all or nothing.
// Absent fields keep their values.
#[tool(
    config,
    name = "SetConfig",
    title = "Set configuration",
    category = "config",
    idempotent,
    rename_all = "camelCase"
)]
pub(crate) fn set_config(
    allow_writes: Option<bool>,
    require_confirm: Option<bool>,
    enable_console_eval: Option<bool>,
    component_allowlist: Option<Vec<String>>,
    /// `<Type>.<Member>`.
    reflection_allowlist_members: Option<Vec<String>>,
    /// Full type names.
    hook_allowlist_signatures: Option<Vec<String>>,
    /// Reloads the operator's file.
    #[default]
    restart: bool,
) -> Result<Done> {
    let change = Change {
        allow_writes,
        require_confirm,
        enable_console_eval,
        component_allowlist,
        reflection_allowlist_members,
        hook_allowlist_signatures,
        restart,
    };
    policy_edit::apply(&change).map_err(convert_error)?;
    Ok(Done::new())
}
