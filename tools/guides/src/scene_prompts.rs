//! Prompts about the objects of a scene.

use unity_tools::prompt::{Given, Message, Prompt, PromptInfo, Rendered};
use unity_tools::{Content, Cx, ToolError};

/// Returns the content of a prompt: one message of the user with this text.
pub(crate) fn ask(text: String) -> Result<Rendered, ToolError> {
    Ok(vec![Message::user(Content::text(text))].into())
}

/// Returns the value of a prompt's argument in backquotes, or `usual` if it is missing or blank.
pub(crate) fn argument_or(arguments: &Given, name: &str, usual: &str) -> String {
    match arguments.get(name).map(str::trim).filter(|given| !given.is_empty()) {
        Some(given) => format!("`{given}`"),
        None => usual.to_owned(),
    }
}

/// The prompt that explains the contents of a scene and how it works.
pub struct ExplainScene;

impl Prompt for ExplainScene {
    fn info() -> PromptInfo {
        PromptInfo::new(
            "explain_scene",
            "Explains what a scene holds and how its parts work together.",
        )
        .title("Explain a scene")
        .required("scene", "The scene's asset path, e.g. Assets/Scenes/Main.unity.")
        .optional("type", "A component type to look at above all, e.g. Camera.")
    }

    fn render(arguments: &Given, _: &Cx) -> Result<Rendered, ToolError> {
        let scene = argument_or(arguments, "scene", "the first scene");
        let kind = match argument_or(arguments, "type", "") {
            none if none.is_empty() => String::new(),
            kind => format!(" Look at {kind} above all."),
        };
        ask(format!(
            "Explain the Unity scene {scene} to a reader who has never seen it.{kind}\n\
             1. `outline` of the scene, three levels deep; go down only where a name does not say what is there.\n\
             2. `find_objects` in that file for cameras, lights, canvases and scripts of the project, with the fields that matter in `select`.\n\
             3. `script_info` for the project's own scripts that stand out.\n\
             Say what the scene is for, its main groups of objects, what drives it (scripts and what they refer to), and what looks unfinished. Name objects by path."
        ))
    }
}

/// The prompt that finds out why an object is not visible.
pub struct FindWhyInvisible;

impl Prompt for FindWhyInvisible {
    fn info() -> PromptInfo {
        PromptInfo::new("find_why_invisible", "Finds out why an object is not seen.")
            .title("Why is it invisible?")
            .required("object", "The object's path, e.g. /Level/Door, or its id.")
            .optional("scene", "Its scene's asset path, if it is not loaded.")
    }

    fn render(arguments: &Given, _: &Cx) -> Result<Rendered, ToolError> {
        let object = argument_or(arguments, "object", "the object");
        let scene = argument_or(arguments, "scene", "the loaded scenes");
        ask(format!(
            "Find out why the object {object} in {scene} is not seen. Check in this order and stop where one explains it:\n\
             1. `find_objects` by its path: is it and each parent active (`active`, `active_self`)?\n\
             2. `get_components`: has it or a child a Renderer, SpriteRenderer or a graphic of the UI, enabled, with a mesh or sprite, and materials that exist?\n\
             3. Its scale (a zero on any axis, here or in a parent), its position, alpha of color, CanvasGroup or material.\n\
             4. The camera: enabled, its cullingMask against the object's layer, near and far clip plane, the direction; for UI the canvas's render mode, camera and sorting.\n\
             5. What could stand in front of it: `raycast` from the camera through its place.\n\
             Give the cause with the value that proves it, and the smallest change that mends it, tried with `edit_objects` and `dry_run`."
        ))
    }
}

/// The prompt that finds out why two objects do not collide.
pub struct FindWhyNoCollision;

impl Prompt for FindWhyNoCollision {
    fn info() -> PromptInfo {
        PromptInfo::new("find_why_no_collision", "Finds out why two objects do not collide.")
            .title("Why do they not collide?")
            .required(
                "object",
                "The path or id of the one that should be stopped, e.g. /Player.",
            )
            .required("other", "The path or id of what should stop it, e.g. /Level/Floor.")
    }

    fn render(arguments: &Given, _: &Cx) -> Result<Rendered, ToolError> {
        let (object, other) = (
            argument_or(arguments, "object", "the one"),
            argument_or(arguments, "other", "the other"),
        );
        ask(format!(
            "Find out why {object} and {other} do not collide. Check in this order:\n\
             1. `get_components` of both, their parents and children: is there a Collider on each side, enabled and of the same kind (3D with 3D, 2D with 2D)?\n\
             2. `isTrigger` of each; a convex MeshCollider where it moves; a mesh that exists.\n\
             3. A Rigidbody or CharacterController on the side that moves; `isKinematic`, constraints, collision detection where it is fast.\n\
             4. `find_objects` with `select: [\"layer\"]` shows their layers, `project_settings` with section `physics` (or `physics_2d`) whether these two collide.\n\
             5. Sizes and places: do the shapes meet at all (scale, center, radius)?\n\
             6. `script_info` for scripts on either that move by position or switch colliders off.\n\
             Give the cause with the value that proves it, and the smallest change that mends it, tried with `edit_objects` and `dry_run`."
        ))
    }
}
