//! `HookAdd`: hooks one method.

use crate::hook_check;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use unity_tools::unity::hooks_edit;
use unity_tools::{Cx, Effect, Reply, Tool, ToolError, ToolInfo};

/// Which method.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Args {
    /// Full name.
    #[serde(rename = "type")]
    type_name: String,
    /// Name or full signature.
    method: Option<String>,
    /// Same as method.
    method_or_signature: Option<String>,
}

impl Args {
    /// The method, under either of the two names.
    pub(crate) fn method(&self) -> Result<&str, ToolError> {
        match (
            non_empty(self.method.as_deref()),
            non_empty(self.method_or_signature.as_deref()),
        ) {
            (Some(one), Some(other)) if one != other => Err(ToolError::invalid_argument(format!(
                "method is `{one}` and methodOrSignature is `{other}`; they mean the same; set only one"
            ))),
            (Some(method), _) | (None, Some(method)) => Ok(method),
            (None, None) => Err(ToolError::invalid_argument(
                "method is missing; give a method's name or its full signature",
            )
            .hint("HookListMethods lists the signatures of a type's methods")),
        }
    }
}

/// An empty text counts as absent.
fn non_empty(text: Option<&str>) -> Option<&str> {
    text.filter(|text| !text.is_empty())
}

/// The hook.
#[derive(Serialize, JsonSchema)]
pub struct Added {
    /// Always true; a failure is an error.
    ok: bool,
    /// Its id for the other hook tools.
    signature: String,
}

/// The tool.
pub struct HookAdd;

impl Tool for HookAdd {
    type Args = Args;
    type Output = Added;
    const EFFECT: Effect = Effect::Write;
    const NAME: Option<&'static str> = Some("HookAdd");

    fn info() -> ToolInfo {
        ToolInfo::new("Hook a method of HookListMethods. Session only on a project folder, and not firing.")
            .title("Add hook")
            .category("hooks")
            .notes("Needs the type in hook-allowlist-signatures.")
            .example(r#"{"type": "UnityEngine.GameObject", "method": "SetActive"}"#)
    }

    fn run(args: Args, _: &Cx) -> Result<Reply<Added>, ToolError> {
        let signature = hooks_edit::add(&args.type_name, args.method()?)?;
        let reply = Reply::new(Added {
            ok: true,
            signature: signature.clone(),
        });
        Ok(hook_check::notify_change(
            reply,
            &signature,
            "the hook is recorded, but it does not fire",
        ))
    }
}
