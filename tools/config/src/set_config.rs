//! `SetConfig`: changes the policy, up to the operator's ceiling.

use schemars::JsonSchema;
use serde::Deserialize;
use unity_tools::host::policy_edit::{self, Change};
use unity_tools::shared::types::Error;
use unity_tools::{Cx, Done, Effect, ErrorKind, Reply, Tool, ToolError, ToolInfo};

/// Absent fields keep their values.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Args {
    allow_writes: Option<bool>,
    require_confirm: Option<bool>,
    enable_console_eval: Option<bool>,
    component_allowlist: Option<Vec<String>>,
    /// `<Type>.<Member>`.
    reflection_allowlist_members: Option<Vec<String>>,
    /// Full type names.
    hook_allowlist_signatures: Option<Vec<String>>,
    /// Re-reads the operator's file.
    #[serde(default)]
    restart: bool,
}

impl From<Args> for Change {
    fn from(args: Args) -> Self {
        Self {
            allow_writes: args.allow_writes,
            require_confirm: args.require_confirm,
            enable_console_eval: args.enable_console_eval,
            component_allowlist: args.component_allowlist,
            reflection_allowlist_members: args.reflection_allowlist_members,
            hook_allowlist_signatures: args.hook_allowlist_signatures,
            restart: args.restart,
        }
    }
}

/// The import's error names the key and its ceiling.
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

/// The tool.
pub struct SetConfig;

impl Tool for SetConfig {
    type Args = Args;
    type Output = Done;
    const EFFECT: Effect = Effect::Config;
    const NAME: Option<&'static str> = Some("SetConfig");

    fn info() -> ToolInfo {
        ToolInfo::new("Change the host's policy up to the operator's ceiling, all or nothing.")
            .title("Set configuration")
            .category("config")
            .idempotent(true)
    }

    fn run(args: Args, _: &Cx) -> Result<Reply<Done>, ToolError> {
        policy_edit::apply(&args.into()).map_err(convert_error)?;
        Ok(Reply::done())
    }
}
