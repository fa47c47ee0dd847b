//! The tool `project_settings`, which shows one section of the project's settings.

use crate::shared::{Values, bytes};
use unity_tools::prelude::*;
use unity_tools::unity::settings;

/// A section of the project settings.
#[input]
#[derive(Clone, Copy, Debug)]
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

/// The values of one section, which the tool `project_settings` returns.
#[output]
pub(crate) struct Answer {
    section: String,
    values: Values,
    /// What the answer omits, one sentence each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left_out: Vec<String>,
    // Filled in by the host.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

/// Show one section of the project settings. For settings in assets, e.g. a render pipeline, call asset_info.
#[tool(category = "project", needs = Scene)]
pub(crate) fn project_settings(
    /// E.g. `physics`, which has the layer collision matrix.
    section: Section,
    #[schemars(range(min = 1024, max = 16_777_216), extend("default" = 16384))] max_bytes: Option<u32>,
) -> Result<Reply<Answer>> {
    let found = settings::get(section.name(), bytes(max_bytes))?;
    let values = Values::new(found.values)?;
    Ok(Reply::new(Answer {
        section: found.name,
        values,
        left_out: found.left_out,
        notes: Vec::new(),
    }))
}
