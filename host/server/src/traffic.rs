//! The recording files: one that is written during calls, or one that answers calls.
//!
//! This module opens the files, and replaces paths of this machine. `host_bridge_replay` handles the content.

use crate::config::Settings;
use crate::places;
use crate::project;
use crate::usage::Usage;
use anyhow::{Context, Result};
use host_bridge_replay::{LeftOut, Recorder, RecorderOptions, Recording, ReplayBridge};
use host_wire::Problems;
use jiff::Timestamp;
use std::io;
use std::path::Path;
use std::time::Duration;

/// Maximum time for which the host waits at its end until the last lines of the recording are on the disk.
const LAST_LINES: Duration = Duration::from_secs(3);
/// The keys under which `/health` lists problems of recording and replay.
const RECORDING: &str = "recording";
const REPLAY: &str = "replay";

/// Returns the paths of this machine that a recording must not contain, with their replacements.
fn path_redaction(settings: &Settings, folder: Option<&Path>) -> LeftOut {
    let home = dirs::home_dir();
    let places = [
        (folder, "<project>"),
        (settings.project.scripts_folder.as_deref(), "<scripts>"),
        (Some(settings.server.data_dir.as_path()), "<data>"),
        (settings.server.cache_dir.as_deref(), "<cache>"),
        (home.as_deref(), "<home>"),
    ];
    LeftOut::new(places.into_iter().filter_map(|(place, word)| Some((place?, word))))
}

/// Starts to write the configured recording; `None` if none is configured. Fails if the file exists. Blocks the thread.
pub(crate) fn record(settings: &Settings, project: &Path, problems: &Problems) -> Result<Option<Recorder>> {
    let Some(path) = &settings.traffic.record else {
        return Ok(None);
    };
    // An existing file may be the only recording of a game.
    let file = places::create_private_new(path).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => Usage(format!(
            "`unity.record` is {}, which already exists, and a recording never overwrites a file; set another file, \
             or move this one away",
            path.display()
        )),
        _ => Usage(format!(
            "`unity.record` is {}, which cannot be created: {error}",
            path.display()
        )),
    })?;
    let (shown, problems) = (path.display().to_string(), problems.clone());
    let told = move |stopped: host_bridge_replay::Stopped| {
        tracing::error!(file = %shown, "the recording ends: {stopped}");
        problems.set(RECORDING, Some(format!("{shown}: {stopped}")));
    };
    let options = RecorderOptions {
        host: env!("CARGO_PKG_VERSION").to_owned(),
        made: Timestamp::now().to_string(),
        several: settings.live,
        limit: settings.traffic.record_limit,
        left_out: path_redaction(settings, Some(project)),
    };
    let recorder = Recorder::start(file, options, told).context("cannot start the recording's thread")?;
    tracing::info!(file = %path.display(), "recording commands to Unity and their replies");
    Ok(Some(recorder))
}

/// Ends the recording of commands, and waits at most `LAST_LINES` until it is on the disk. Blocks the thread.
pub(crate) fn finish(recorder: &Recorder) {
    if !recorder.finish(LAST_LINES) {
        tracing::error!("the last lines of the recording were not written in time");
    }
}

/// Opens the recording that answers calls; `None` if none is configured. Blocks the thread.
pub(crate) fn replay(settings: &Settings, working_dir: &Path, problems: &Problems) -> Result<Option<ReplayBridge>> {
    let Some(path) = &settings.traffic.replay else {
        return Ok(None);
    };
    let wrong = |why: String| Usage(format!("`unity.replay` is {}, {why}", path.display()));
    let unread = |error: io::Error| wrong(format!("which cannot be read: {error}"));
    let (file, _) = host_regular_file::open(path).map_err(unread)?;
    let recording = Recording::read(file)
        .map_err(unread)?
        .map_err(|bad| wrong(format!("which cannot be replayed: {bad}")))?;
    let gaps = recording.gaps();
    if let Some(gaps) = &gaps {
        tracing::warn!(file = %path.display(), "the recording {gaps}");
    }
    problems.set(REPLAY, gaps.map(|gaps| format!("the recording {gaps}")));
    if settings.live {
        tracing::warn!("`unity.live` has no effect: a recording answers, so Unity instances cannot connect");
    }
    if let Some(project) = &settings.project.path {
        tracing::warn!("the project {} is not read: a recording answers", project.display());
    }
    let (calls, origin) = (recording.calls(), recording.origin());
    tracing::info!(file = %path.display(), calls, "a recording answers, {origin}; no other target is used");
    let project = project::folder(&settings.project, working_dir);
    Ok(Some(ReplayBridge::new(
        recording,
        path_redaction(settings, project.as_deref()),
    )))
}
