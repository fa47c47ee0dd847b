//! `GetSelection` and `unity://selection`: the selected objects.

use schemars::JsonSchema;
use serde::Serialize;
use unity_tools::unity::selection::{self, Selected};
use unity_tools::{Contents, Cx, Effect, NoArgs, Reply, Resource, ResourceInfo, Tool, ToolError, ToolInfo};

/// The selection.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "PascalCase")]
pub struct Selection {
    /// Always among the items; null if nothing is selected.
    active_id: Option<String>,
    /// Object ids, newest first.
    items: Vec<String>,
}

impl From<Selected> for Selection {
    fn from(selected: Selected) -> Self {
        Self {
            active_id: selected.active,
            items: selected.items,
        }
    }
}

fn get() -> Result<Selection, ToolError> {
    Ok(selection::get()?.into())
}

/// The tool.
pub struct GetSelection;

impl Tool for GetSelection {
    type Args = NoArgs;
    type Output = Selection;
    const EFFECT: Effect = Effect::Read;
    const NAME: Option<&'static str> = Some("GetSelection");

    fn info() -> ToolInfo {
        ToolInfo::new("List the selected objects, newest first, and the active one.")
            .title("Get selection")
            .category("selection")
    }

    fn run(_: NoArgs, _: &Cx) -> Result<Reply<Selection>, ToolError> {
        Ok(get()?.into())
    }
}

/// The resource.
pub struct SelectionResource;

impl Resource for SelectionResource {
    type Params = NoArgs;

    fn info() -> ResourceInfo {
        ResourceInfo::new("unity://selection", "selection", "The selected objects, newest first.").json::<Selection>()
    }

    fn read(_: NoArgs, _: &Cx) -> Result<Contents, ToolError> {
        Contents::json(&get()?)
    }
}
