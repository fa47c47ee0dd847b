//! The tool `play_mode`, which changes the play mode of an open editor.

use unity_tools::prelude::*;
use unity_tools::unity::play_edit::{self, Mode};

#[input]
#[derive(Clone, Copy)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Wanted {
    Play,
    Pause,
    Stop,
}

/// Enter, pause or leave play mode of an open editor, and wait until Unity has done it. Leaving it discards what changed in
/// the scenes while playing. For single frames of a frozen game call step.
#[tool(write, category = "play", needs = Play, example = r#"{"mode": "play"}"#)]
pub(crate) fn play_mode(mode: Wanted) -> Result<Done> {
    play_edit::set_mode(&match mode {
        Wanted::Play => Mode::Play,
        Wanted::Pause => Mode::Pause,
        Wanted::Stop => Mode::Stop,
    })?;
    Ok(Done::new())
}
