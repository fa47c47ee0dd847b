//! The tool `open_scene`, which loads a scene so that it can be edited.

use crate::naming;
use unity_tools::prelude::*;
use unity_tools::unity::{project, scenes};

/// The runtime in the facts of a project folder, at the end also in those of its recording.
const FOLDER: &str = "project";

/// The opened scene, which the tool `open_scene` returns.
#[output]
pub(crate) struct Opened {
    id: String,
    path: String,
    loaded: bool,
    roots: u32,
}

/// Load a scene, so that its objects can be edited and hit by raycast. Reading needs no loading.
#[tool(category = "scene", needs = Scene, example = r#"{"scene": "Assets/Scenes/Main.unity"}"#)]
pub(crate) fn open_scene(
    /// Id, asset path or name; e.g. `Assets/Main.unity`.
    scene: String,
    /// False closes the others in a running Unity.
    additive: Option<bool>,
) -> Result<Reply<Opened>> {
    let scene = naming::scene("scene", &scene)?;
    let scene = scenes::open(&scene.id, additive)?;
    let reply = Reply::new(Opened {
        id: scene.id,
        path: scene.path,
        loaded: scene.is_loaded,
        roots: scene.root_count,
    });
    // A running Unity closes the other scenes.
    let stay = additive == Some(false) && project::info()?.runtime.ends_with(FOLDER);
    Ok(if stay {
        reply.note("the other scenes stay open: a project folder closes scenes only to free space")
    } else {
        reply
    })
}
