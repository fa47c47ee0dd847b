//! `open_scene`: loads a scene for reading and editing.

use crate::naming;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use unity_tools::unity::scenes;
use unity_tools::{Capability, Cx, Effect, Reply, Tool, ToolError, ToolInfo};

/// Which scene.
#[derive(Deserialize, JsonSchema)]
pub struct Args {
    /// Id, asset path or name; e.g. `Assets/Main.unity`.
    scene: String,
    /// raycast then looks at it and the others.
    additive: Option<bool>,
}

/// The opened scene.
#[derive(Serialize, JsonSchema)]
pub struct Opened {
    id: String,
    path: String,
    loaded: bool,
    roots: u32,
}

/// The tool.
pub struct OpenScene;

impl Tool for OpenScene {
    type Args = Args;
    type Output = Opened;
    const EFFECT: Effect = Effect::Read;
    const NAME: Option<&'static str> = Some("open_scene");

    fn info() -> ToolInfo {
        ToolInfo::new("Load a scene, so that its objects can be edited and hit by raycast. Reading needs no loading.")
            .category("scene")
            .needs(Capability::Scene)
            .example(r#"{"scene": "Assets/Scenes/Main.unity"}"#)
    }

    fn run(args: Args, _: &Cx) -> Result<Reply<Opened>, ToolError> {
        let scene = naming::scene("scene", &args.scene)?;
        let scene = scenes::open(&scene.id, args.additive)?;
        let reply = Reply::new(Opened {
            id: scene.id,
            path: scene.path,
            loaded: scene.is_loaded,
            roots: scene.root_count,
        });
        Ok(match args.additive {
            Some(false) => reply.note("the other scenes stay open: a project folder closes scenes only to free space"),
            _ => reply,
        })
    }
}
