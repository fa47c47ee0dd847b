//! `Reparent`: moves an object below another one, or to the roots.

use schemars::JsonSchema;
use serde::Deserialize;
use unity_tools::unity::objects_edit;
use unity_tools::{Capability, Cx, Done, Effect, Reply, Tool, ToolError, ToolInfo};

/// Which object, and where to.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Args {
    object_id: String,
    /// Empty: to the roots.
    new_parent_id: String,
}

impl Args {
    fn parent(&self) -> Option<&str> {
        Some(self.new_parent_id.as_str()).filter(|id| !id.is_empty())
    }
}

/// The tool.
pub struct Reparent;

impl Tool for Reparent {
    type Args = Args;
    type Output = Done;
    const EFFECT: Effect = Effect::Write;
    const NAME: Option<&'static str> = Some("Reparent");

    fn info() -> ToolInfo {
        ToolInfo::new(
            "Moves one object with its descendants below another (ids of ListObjects). Session only on a project folder.",
        )
        .title("Reparent")
        .category("scene")
        .idempotent(true)
        .needs(Capability::SceneEdit)
    }

    fn run(args: Args, _: &Cx) -> Result<Reply<Done>, ToolError> {
        objects_edit::reparent(&args.object_id, args.parent())?;
        Ok(Reply::done())
    }
}

#[cfg(test)]
mod tests {
    use super::Args;
    use unity_tools::arguments::decode;

    #[test]
    fn only_an_empty_parent_means_the_roots_and_a_missing_one_is_an_error() {
        let parent = |json: &str| decode::<Args>(json).map(|args| args.parent().map(str::to_owned));
        assert_eq!(parent(r#"{"objectId":"obj:1","newParentId":""}"#).unwrap(), None);
        assert_eq!(
            parent(r#"{"objectId":"obj:1","newParentId":"obj:2"}"#)
                .unwrap()
                .as_deref(),
            Some("obj:2")
        );
        assert!(
            parent(r#"{"objectId":"obj:1"}"#)
                .unwrap_err()
                .message
                .contains("newParentId")
        );
    }
}
