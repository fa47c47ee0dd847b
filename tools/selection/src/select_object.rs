//! `SelectObject`: adds one object to the selection.

use schemars::JsonSchema;
use serde::Deserialize;
use unity_tools::unity::{selection, selection_edit};
use unity_tools::{Capability, Cx, Done, Effect, Reply, Tool, ToolError, ToolInfo};

/// Maximum selected objects; the oldest ones are removed first.
pub(crate) const KEPT: usize = 100;

/// Which object.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Args {
    object_id: String,
}

/// The new selection, whose last object becomes active, and the number of old ones that are removed. `selected` is
/// newest first.
pub(crate) fn add_to_selection(selected: Vec<String>, object: String) -> (Vec<String>, usize) {
    let mut all: Vec<String> = selected.into_iter().filter(|id| *id != object).collect();
    let let_go = (all.len() + 1).saturating_sub(KEPT);
    all.truncate(KEPT - 1);
    all.reverse();
    all.push(object);
    (all, let_go)
}

/// The tool.
pub struct SelectObject;

impl Tool for SelectObject {
    type Args = Args;
    type Output = Done;
    const EFFECT: Effect = Effect::WriteUnconfirmed;
    const NAME: Option<&'static str> = Some("SelectObject");

    fn info() -> ToolInfo {
        ToolInfo::new("Add one object (an id such as obj:12) to the selection. Session only on a project folder.")
            .title("Select object")
            .category("selection")
            .idempotent(true)
            .needs(Capability::SceneEdit)
    }

    fn run(args: Args, _: &Cx) -> Result<Reply<Done>, ToolError> {
        let (wanted, let_go) = add_to_selection(selection::get()?.items, args.object_id);
        selection_edit::select(&wanted)?;
        let reply = Reply::done();
        Ok(match let_go {
            0 => reply,
            _ => reply.note(format!(
                "at most {KEPT} objects can be selected; the {let_go} oldest were removed from the selection"
            )),
        })
    }
}
