//! The flags `--record` and `--replay`.

use crate::config::{Flag, Written};
use clap::Args;
use std::path::{Path, PathBuf};

/// The flags of commands that send commands to Unity.
#[derive(Args, Default)]
pub(super) struct Traffic {
    /// Record the commands to Unity and the replies in this file, which must not exist yet; `unity.record-limit` limits
    /// its size.
    #[arg(long, value_name = "FILE", conflicts_with = "replay")]
    pub(super) record: Option<PathBuf>,
    /// Answer only from this recording, instead of from a project folder or a game.
    #[arg(long, value_name = "FILE")]
    pub(super) replay: Option<PathBuf>,
}

impl Traffic {
    /// Returns the configuration keys that these flags set.
    pub(super) fn flags(&self) -> impl Iterator<Item = Flag> {
        let flag = |key: &str, shown: &str, file: &Path| Flag {
            key: key.to_owned(),
            shown: shown.to_owned(),
            written: Written::Value(toml::Value::String(file.to_string_lossy().into_owned())),
        };
        let record = self.record.as_ref().map(|file| flag("unity.record", "--record", file));
        let replay = self.replay.as_ref().map(|file| flag("unity.replay", "--replay", file));
        record.into_iter().chain(replay)
    }
}
