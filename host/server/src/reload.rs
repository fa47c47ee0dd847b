//! The configuration file while the host runs: what may change at once does, the rest says that it needs a restart.
//!
//! Belongs here: noticing a change, judging it, handing it on. Does not: reading the file (`config`).

use crate::config::{Configuration, Sources};
use host_catalog::Catalog;
use host_policy::PolicyCell;
use notify::{RecursiveMode, Watcher};
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

/// Editors write in several steps; one look after the last of them is enough.
const SETTLE: Duration = Duration::from_millis(100);
/// How often the file is looked at where no change event arrives (network disks, replaced folders).
const LOOK: Duration = Duration::from_secs(2);

/// Watches until the host ends. Returns at once where no file is in use.
pub(crate) async fn watch(
    mut current: Configuration,
    sources: Sources,
    policy: Arc<PolicyCell>,
    catalog: Arc<Catalog>,
    end: CancellationToken,
) {
    let Some(file) = sources.file.clone() else { return };
    // One waiting event says as much as many: look again.
    let (changed, mut changes) = mpsc::channel(1);
    let watcher = start_watcher(&file, changed);
    if watcher.is_none() {
        tracing::info!(file = %file.display(), "no change events for the configuration; looking every two seconds");
    }
    // What was read and not what stands there now: a change made while the host started counts.
    let mut seen = current.file_digest();
    let mut first = true;
    loop {
        tokio::select! {
            () = end.cancelled() => return,
            // Without a watcher the channel is closed and only the clock counts.
            Some(()) = changes.recv() => {
                if tokio::time::timeout(SETTLE, end.cancelled()).await.is_ok() {
                    return;
                }
            }
            () = tokio::time::sleep(if first { Duration::ZERO } else { LOOK }) => {}
        }
        first = false;
        let now = content(file.clone()).await;
        if now == seen {
            continue;
        }
        seen = now;
        if let Some(next) = read(&sources).await {
            apply(&current, &next, &policy, &catalog);
            current = next;
        }
    }
}

/// The folder and not the file is watched: most editors replace the file.
fn start_watcher(file: &Path, changed: mpsc::Sender<()>) -> Option<notify::RecommendedWatcher> {
    let folder = std::path::absolute(file).ok()?.parent()?.to_path_buf();
    let name = file.file_name()?.to_owned();
    let mut watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
        let ours = event.is_ok_and(|event| event.paths.iter().any(|path| path.file_name() == Some(&name)));
        if ours {
            // Full means that a look is due anyway.
            let _ = changed.try_send(());
        }
    })
    .ok()?;
    watcher.watch(&folder, RecursiveMode::NonRecursive).ok()?;
    Some(watcher)
}

/// What stands in the file, as a digest; `None` where it cannot be read.
async fn content(file: PathBuf) -> Option<[u8; 32]> {
    tokio::task::spawn_blocking(move || std::fs::read(file).ok().map(|bytes| Sha256::digest(bytes).into()))
        .await
        .ok()
        .flatten()
}

async fn read(sources: &Sources) -> Option<Configuration> {
    let sources = sources.clone();
    match tokio::task::spawn_blocking(move || Configuration::read(&sources)).await {
        Ok(Ok(read)) => Some(read),
        Ok(Err(error)) => {
            tracing::error!("the configuration was changed and is wrong, so nothing of it applies: {error}");
            None
        }
        Err(_) => None,
    }
}

fn apply(current: &Configuration, next: &Configuration, policy: &PolicyCell, catalog: &Catalog) {
    let (old, new) = (&current.settings, &next.settings);
    if old.policy != new.policy {
        let revision = policy.publish(new.policy.clone());
        catalog.refresh();
        tracing::info!(revision, "the policy of the configuration file is in force");
    }
    if old.bundles != new.bundles || old.limits != new.limits {
        catalog.apply(new.bundles.clone(), new.limits);
        tracing::info!("bundles and limits of the configuration file are in force");
    }
    let restart = next.needing_restart(current);
    if !restart.is_empty() {
        tracing::warn!("changed, but in force only after a restart: {}", restart.join(", "));
    }
    for name in next.without_effect() {
        if !current.without_effect().contains(&name) {
            tracing::warn!("`{name}` is set, but this version does not act on it yet");
        }
    }
}
