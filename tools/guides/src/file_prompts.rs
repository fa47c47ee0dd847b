//! Prompts about prefabs and about the whole project.

use crate::scene_prompts::{argument_or, ask};
use unity_tools::prompt::{Given, Prompt, PromptInfo, Rendered};
use unity_tools::{Cx, ToolError};

/// The prompt that reviews the strengths and problems of a prefab.
pub struct ReviewPrefab;

impl Prompt for ReviewPrefab {
    fn info() -> PromptInfo {
        PromptInfo::new(
            "review_prefab",
            "Reviews a prefab: structure, values, references, overrides of its instances.",
        )
        .title("Review a prefab")
        .required("prefab", "The prefab's asset path, e.g. Assets/Prefabs/Enemy.prefab.")
        .optional("field", "A field to compare over all instances, e.g. Rigidbody.mass.")
    }

    fn render(arguments: &Given, _: &Cx) -> Result<Rendered, ToolError> {
        let prefab = argument_or(arguments, "prefab", "the prefab");
        let field = match argument_or(arguments, "field", "") {
            none if none.is_empty() => String::new(),
            field => format!(" Compare {field} over all of them."),
        };
        ask(format!(
            "Review the Unity prefab {prefab}.\n\
             1. `outline` of the file, then `get_components` where values matter.\n\
             2. `missing_references` in its folder.\n\
             3. `find_references` to it: which scenes and prefabs use it.\n\
             4. `prefab_overrides` of some instances: what is changed again and again belongs into the prefab.{field}\n\
             List what is wrong, what is risky and what is fine, each with object path, field and value; propose changes in order of worth."
        ))
    }
}

/// The prompt that searches for causes of high time or memory use.
pub struct PerformancePass;

impl Prompt for PerformancePass {
    fn info() -> PromptInfo {
        PromptInfo::new(
            "performance_pass",
            "Looks for what costs time or memory in a scene or the project.",
        )
        .title("Performance pass")
        .optional(
            "scene",
            "One scene's asset path; all of the project where it is left out.",
        )
        .optional("type", "A component type to look at above all, e.g. ParticleSystem.")
        .optional("asset", "An asset to look at above all, e.g. Assets/Textures/Sky.png.")
    }

    fn render(arguments: &Given, _: &Cx) -> Result<Rendered, ToolError> {
        let scope = argument_or(arguments, "scene", "the whole project");
        let mut above_all = String::new();
        for name in ["type", "asset"] {
            let given = argument_or(arguments, name, "");
            if !given.is_empty() {
                above_all.push_str(&format!(" Look at {given} above all."));
            }
        }
        ask(format!(
            "Look for what costs time or memory in {scope}, by what its files say.{above_all}\n\
             1. `project_settings` sections `quality`, `graphics`, `time`, `physics`.\n\
             2. `find_objects` with `where` and `order`, one call each: real-time shadows of lights, cameras, particle systems by maximum particles, canvases, mesh colliders, animators, scripts of the project by count (`per: component`).\n\
             3. `list_assets` ordered by `-bytes`; `asset_info` for import settings of the largest textures, meshes and sounds.\n\
             4. `script_info` of the project's scripts with Update, FixedUpdate or OnGUI.\n\
             Only what you read counts, nothing was measured: say so. Rank findings by what they likely cost and what mending them takes."
        ))
    }
}
