//! `--record` and `--replay`.

use crate::config::{Flag, Written};
use clap::Args;
use std::path::{Path, PathBuf};

/// What commands take that ask a Unity.
#[derive(Args, Default)]
pub(super) struct Traffic {
    /// Write what Unitys are asked and answer into this file, which must not exist yet; `unity.record-limit` bounds it.
    #[arg(long, value_name = "FILE", conflicts_with = "replay")]
    pub(super) record: Option<PathBuf>,
    /// Answer from this recording instead of a project's folder or a game, and from nothing else.
    #[arg(long, value_name = "FILE")]
    pub(super) replay: Option<PathBuf>,
}

impl Traffic {
    /// The keys that they set.
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
