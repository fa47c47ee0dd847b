//! The tool `HookAdd`, which hooks one method.

use crate::hook_check;
use unity_tools::prelude::*;
use unity_tools::unity::hooks_edit;

/// Returns the method to hook from the argument `method` or its alias `methodOrSignature`, which must not differ.
fn one_method<'m>(method: Option<&'m str>, method_or_signature: Option<&'m str>) -> Result<&'m str> {
    match (non_empty(method), non_empty(method_or_signature)) {
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

/// Returns the text of an optional argument. An empty text counts as absent: `None`.
fn non_empty(text: Option<&str>) -> Option<&str> {
    text.filter(|text| !text.is_empty())
}

/// The signature of the hooked method, which the tool `HookAdd` returns.
#[output]
pub(crate) struct Added {
    /// Always true; a failure is an error.
    ok: bool,
    /// Signature that identifies the hook in the other hook tools.
    pub(crate) signature: String,
}

/// Hook a method of HookListMethods. Session only on a project folder, and not firing.
#[tool(
    write,
    name = "HookAdd",
    title = "Add hook",
    category = "hooks",
    notes = "Needs the type in hook-allowlist-signatures.",
    example = r#"{"type": "UnityEngine.GameObject", "method": "SetActive"}"#,
    rename_all = "camelCase"
)]
pub(crate) fn hook_add(
    /// Full type name.
    #[serde(rename = "type")]
    type_name: String,
    /// Name or full signature.
    method: Option<String>,
    /// Alias of `method`.
    method_or_signature: Option<String>,
) -> Result<Reply<Added>> {
    let method = one_method(method.as_deref(), method_or_signature.as_deref())?;
    let signature = hooks_edit::add(&type_name, method)?;
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
