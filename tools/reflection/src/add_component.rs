//! `AddComponent`: adds a component with the engine's default values.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use unity_tools::unity::components_edit;
use unity_tools::{Capability, Cx, Effect, Reply, Tool, ToolError, ToolInfo};

/// What to add, and where.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Args {
    object_id: String,
    /// Full name.
    #[serde(rename = "type")]
    type_name: String,
}

/// Where it went.
#[derive(Serialize, JsonSchema)]
pub struct Added {
    /// Always true; a failure is an error.
    pub(crate) ok: bool,
    /// Position on the object, the Transform being 0.
    pub(crate) index: u32,
}

/// The tool.
pub struct AddComponent;

impl Tool for AddComponent {
    type Args = Args;
    type Output = Added;
    const EFFECT: Effect = Effect::Write;
    const NAME: Option<&'static str> = Some("AddComponent");

    fn info() -> ToolInfo {
        ToolInfo::new("Add a component to one object (an id of ListObjects). Session only on a project folder.")
            .title("Add component")
            .category("reflection")
            .notes("Needs the type in component-allowlist.")
            .example(r#"{"objectId": "obj:3", "type": "UnityEngine.BoxCollider"}"#)
            .needs(Capability::SceneEdit)
    }

    fn run(args: Args, _: &Cx) -> Result<Reply<Added>, ToolError> {
        let index = components_edit::add(&args.object_id, &args.type_name)?;
        Ok(Added { ok: true, index }.into())
    }
}
