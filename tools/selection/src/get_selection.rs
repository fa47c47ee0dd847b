//! The tool `GetSelection` and the resource `unity://selection`, which list the selected objects.

use unity_tools::prelude::*;
use unity_tools::unity::selection::{self, Selected};
use unity_tools::{Contents, NoArgs, Resource, ResourceInfo};

/// The selected objects, which the tool `GetSelection` returns.
#[output]
#[serde(rename_all = "PascalCase")]
pub(crate) struct Selection {
    /// Id of the active object, one of the items; null if nothing is selected.
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

/// List the selected objects, newest first, and the active one.
#[tool(name = "GetSelection", title = "Get selection", category = "selection")]
pub(crate) fn get_selection() -> Result<Selection> {
    Ok(selection::get()?.into())
}

/// The MCP resource `unity://selection`, which lists the selected objects.
pub(crate) struct SelectionResource;

impl Resource for SelectionResource {
    type Params = NoArgs;

    fn info() -> ResourceInfo {
        ResourceInfo::new("unity://selection", "selection", "The selected objects, newest first.").json::<Selection>()
    }

    fn read(_: NoArgs, _: &Cx) -> Result<Contents> {
        Contents::json(&get_selection()?)
    }
}
