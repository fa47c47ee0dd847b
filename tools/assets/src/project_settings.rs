//! `project_settings`: one section of the project's settings.

use crate::shared::{Values, bytes};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use unity_tools::unity::settings;
use unity_tools::{Capability, Cx, Effect, Reply, Tool, ToolError, ToolInfo};

/// A section.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Section {
    /// Scenes of the build list.
    Build,
    Layers,
    Tags,
    /// With the collision matrix by layer names.
    Physics,
    #[serde(rename = "physics_2d")]
    Physics2d,
    Time,
    Player,
    Quality,
    Graphics,
    /// Versions, and whether their files are here.
    Packages,
    /// Axes and action assets.
    Input,
}

impl Section {
    fn name(self) -> &'static str {
        match self {
            Self::Build => "build",
            Self::Layers => "layers",
            Self::Tags => "tags",
            Self::Physics => "physics",
            Self::Physics2d => "physics_2d",
            Self::Time => "time",
            Self::Player => "player",
            Self::Quality => "quality",
            Self::Graphics => "graphics",
            Self::Packages => "packages",
            Self::Input => "input",
        }
    }
}

/// Which section.
#[derive(Deserialize, JsonSchema)]
pub struct Args {
    /// E.g. `physics` for gravity and which layers collide.
    section: Section,
    /// Bytes, e.g. 8192.
    #[schemars(range(min = 1024))]
    max_bytes: Option<u32>,
}

/// The section.
#[derive(Serialize, JsonSchema)]
pub struct Answer {
    section: String,
    values: Values,
    /// One sentence each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left_out: Vec<String>,
}

/// The tool.
pub struct ProjectSettings;

impl Tool for ProjectSettings {
    type Args = Args;
    type Output = Answer;
    const EFFECT: Effect = Effect::Read;

    fn info() -> ToolInfo {
        ToolInfo::new(
            "Reads one section of the project's settings: build scenes, layers, tags, physics with the layer collision matrix, time, player, quality, graphics, packages, input. Use asset_info for settings that are assets, such as a render pipeline.",
        )
        .category("project")
        .needs(Capability::Scene)
    }

    fn run(args: Args, _: &Cx) -> Result<Reply<Answer>, ToolError> {
        let found = settings::get(args.section.name(), bytes(args.max_bytes))?;
        let values = Values::new(found.values)?;
        Ok(Reply::new(Answer {
            section: found.name,
            values,
            left_out: found.left_out,
        }))
    }
}
