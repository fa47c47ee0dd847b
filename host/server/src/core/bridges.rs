//! The bridges of one host, below its audit.
//!
//! Belongs here: opening the bridge to the recording, to the running instances or to the folder. Does not: what runs
//! above them (`core`).

use super::Prepared;
use crate::config::Settings;
use anyhow::{Context, Result};
use host_bridge::UnityBridge;
use host_bridge_live::HostName;
use host_bridge_live::trust::{self, Secret};
use host_bridge_project::{ProjectBridge, ProjectOptions};
use host_bridge_replay::{Recorder, RecordingBridge};
use host_unitys::{Folder, Unitys};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

pub(super) struct Bridges {
    /// The bridge that answers all calls.
    pub(super) answering: Arc<dyn UnityBridge>,
    /// Accepts running instances.
    pub(super) unitys: Option<Unitys>,
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
                unitys: None,
                folder: None,
            });
        }
        if !settings.live {
            let folder = folder(options)?;
            return Ok(Self {
                answering: folder.clone(),
                unitys: None,
                folder: Some(folder),
            });
        }
        // The sample is not served beside a game: clients could mistake it for the game's project.
        let folder = match prepared.sample {
            Some(_) => None,
            None => Some(folder(options)?),
        };
        let beside = folder.clone().map(|bridge| Folder {
            bridge,
            root: options.root.clone(),
        });
        let unitys = unitys(beside, tracker, shutdown)?;
        Ok(Self {
            answering: Arc::new(unitys.clone()),
            unitys: Some(unitys),
            folder,
        })
    }
}

fn folder(options: &ProjectOptions) -> Result<Arc<ProjectBridge>> {
    let bridge = ProjectBridge::open(options.clone()).context("cannot start the project's thread")?;
    Ok(Arc::new(bridge))
}

/// The same bridge, with a recording of all commands and replies.
pub(super) fn recorded(
    answering: Arc<dyn UnityBridge>,
    recorder: &Arc<Recorder>,
    tracker: &TaskTracker,
    shutdown: &CancellationToken,
) -> Arc<dyn UnityBridge> {
    let recording = RecordingBridge::new(answering, Arc::clone(recorder));
    tracker.spawn(recording.follow(shutdown.clone()));
    Arc::new(recording)
}

/// Accepts running instances, with a secret and a name for this run.
fn unitys(folder: Option<Folder>, tracker: &TaskTracker, shutdown: &CancellationToken) -> Result<Unitys> {
    let host = HostName {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        run: trust::nonce()?.split_off(48),
    };
    Ok(Unitys::new(
        host,
        Secret::draw()?,
        folder,
        tracker.clone(),
        shutdown.clone(),
    ))
}
