//! The tool `SpawnTestUi`, which creates the test canvas.

use unity_tools::prelude::*;
use unity_tools::unity::test_ui_edit::{self, TestUi};

/// The created objects, which the tool `SpawnTestUi` returns.
#[output]
#[serde(rename_all = "camelCase")]
pub(crate) struct Spawned {
    /// Always true; a failure is an error.
    ok: bool,
    /// Id of the created canvas.
    root_id: String,
    blocks: Vec<Block>,
}

/// One UI element on the created canvas.
#[output]
pub(crate) struct Block {
    name: String,
    id: String,
}

impl From<TestUi> for Spawned {
    fn from(ui: TestUi) -> Self {
        Self {
            ok: true,
            root_id: ui.root,
            blocks: ui.blocks.into_iter().map(|(name, id)| Block { name, id }).collect(),
        }
    }
}

/// Create a canvas with two blocks, to try MousePick. Session only on a project folder.
#[tool(
    write,
    name = "SpawnTestUi",
    title = "Spawn test UI",
    category = "test-ui",
    idempotent,
    needs = SceneEdit
)]
pub(crate) fn spawn_test_ui() -> Result<Reply<Spawned>> {
    Ok(Spawned::from(test_ui_edit::spawn()?).into())
}

#[cfg(test)]
mod tests {
    use super::Spawned;
    use crate::BUNDLE_TOOLS;
    use unity_tools::Effect;
    use unity_tools::export::list_tools;
    use unity_tools::unity::test_ui_edit::TestUi;

    #[test]
    fn returns_ids_in_the_expected_format() {
        let ui = TestUi {
            root: "obj:9".to_owned(),
            blocks: vec![
                ("McpTestBlock_Left".to_owned(), "obj:10".to_owned()),
                ("McpTestBlock_Right".to_owned(), "obj:11".to_owned()),
            ],
        };
        assert_eq!(
            serde_json::to_string(&Spawned::from(ui)).unwrap(),
            r#"{"ok":true,"rootId":"obj:9","blocks":[{"name":"McpTestBlock_Left","id":"obj:10"},{"name":"McpTestBlock_Right","id":"obj:11"}]}"#
        );
    }

    #[test]
    fn both_tools_have_the_write_effect() {
        let tools = list_tools(BUNDLE_TOOLS);
        assert_eq!(
            tools
                .iter()
                .map(|tool| (tool.name.as_str(), tool.effect.clone()))
                .collect::<Vec<_>>(),
            [("SpawnTestUi", Effect::Write), ("DestroyTestUi", Effect::Write)]
        );
    }
}
