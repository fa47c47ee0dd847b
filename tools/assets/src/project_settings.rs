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
    Build,
    Layers,
    Tags,
    Physics,
    #[serde(rename = "physics_2d")]
    Physics2d,
    Time,
    Player,
    Quality,
    Graphics,
    Packages,
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
    /// E.g. `physics`, which has the layer collision matrix.
    section: Section,
    #[schemars(range(min = 1024, max = 16_777_216), extend("default" = 16384))]
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
    // Filled in by the host.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

/// The tool.
pub struct ProjectSettings;

impl Tool for ProjectSettings {
    type Args = Args;
    type Output = Answer;
    const EFFECT: Effect = Effect::Read;

    fn info() -> ToolInfo {
        ToolInfo::new(
            "Show one section of the project settings. For settings in assets, e.g. a render pipeline, call asset_info.",
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
            notes: Vec::new(),
        }))
    }
}
