//! The bridges of one host, without the audit wrapper.
//!
//! This module opens the bridge to a recording, running instances or the folder. `core` connects it with its users.

use super::Prepared;
use crate::config::Settings;
use anyhow::{Context, Result};
use host_bridge::UnityBridge;
use host_bridge_live::HostName;
use host_bridge_live::trust::{self, Secret};
use host_bridge_project::{ProjectBridge, ProjectOptions};
use host_bridge_replay::{Recorder, RecordingBridge};
use host_targets::{Folder, PipelineCommands, Targets};
use std::path::Path;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

pub(super) struct Bridges {
    /// The bridge to Unity data (project, running instances or recording) that answers the commands of all calls.
    pub(super) answering: Arc<dyn UnityBridge>,
    pub(super) targets: Option<Targets>,
    pub(super) folder: Option<Arc<ProjectBridge>>,
}

impl Bridges {
    pub(super) fn open(
        prepared: &mut Prepared,
        settings: &Settings,
        options: &ProjectOptions,
        tracker: &TaskTracker,
        shutdown: &CancellationToken,
    ) -> Result<Self> {
        if let Some(replay) = prepared.replay.take() {
            return Ok(Self {
                answering: Arc::new(replay),
                targets: None,
                folder: None,
            });
        }
        if !settings.live {
            let folder = folder(options)?;
            return Ok(Self {
                answering: folder.clone(),
                targets: None,
                folder: Some(folder),
            });
        }
        // The sample is not served beside a game: clients could mistake it for the game's project.
        let folder = match prepared.sample {
            Some(_) => None,
            None => Some(folder(options)?),
        };
        let beside = folder.clone().map(|bridge| Folder {
            look_again: Arc::new({
                let bridge = Arc::clone(&bridge);
                move || bridge.look_again()
            }),
            bridge,
            root: options.root.clone(),
            pipeline: settings
                .pipeline
                .then(|| Arc::new(PipelineCommands::new(&options.root))),
        });
        let targets = targets(beside, &settings.server.data_dir, tracker, shutdown)?;
        Ok(Self {
            answering: Arc::new(targets.clone()),
            targets: Some(targets),
            folder,
        })
    }
}

fn folder(options: &ProjectOptions) -> Result<Arc<ProjectBridge>> {
    let bridge = ProjectBridge::open(options.clone()).context("cannot start the project's thread")?;
    Ok(Arc::new(bridge))
}

pub(super) fn with_recorder(
    answering: Arc<dyn UnityBridge>,
    recorder: &Arc<Recorder>,
    tracker: &TaskTracker,
    shutdown: &CancellationToken,
) -> Arc<dyn UnityBridge> {
    let recording = RecordingBridge::new(answering, Arc::clone(recorder));
    tracker.spawn(recording.follow(shutdown.clone()));
    Arc::new(recording)
}

/// Creates the server for connections of running Unity instances, with a new secret and a new id of this host run.
fn targets(
    folder: Option<Folder>,
    data_dir: &Path,
    tracker: &TaskTracker,
    shutdown: &CancellationToken,
) -> Result<Targets> {
    let host = HostName {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        run: trust::nonce()?.split_off(48),
    };
    Ok(Targets::new(
        host,
        Secret::draw()?,
        folder,
        Some(&data_dir.join("object-ids")),
        tracker.clone(),
        shutdown.clone(),
    ))
}
