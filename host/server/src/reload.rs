//! Watches the configuration file for changes while the host runs.
//!
//! This module decides when to check the file. `operator` reads and applies it.

use crate::operator::Operator;
use notify::{RecursiveMode, Watcher};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

/// Time after a change event of the configuration file during which further events cause no additional check.
const SETTLE: Duration = Duration::from_millis(100);
/// Interval between checks of the configuration file without change events (network disks, replaced folders).
const LOOK: Duration = Duration::from_secs(2);

/// Watches the configuration file, or the path at which it may be created later, until the host ends. Returns at once
/// if there is no such path.
pub(crate) async fn watch(operator: Arc<Operator>, end: CancellationToken) {
    let Some(file) = operator.place() else {
        return;
    };
    // One waiting event is enough to look again.
    let (changed, mut changes) = mpsc::channel(1);
    let watcher = start_watcher(&file, changed);
    if watcher.is_none() {
        tracing::info!(file = %file.display(), "no change events for the configuration; looking every two seconds");
    }
    // The first check runs at once, because the file may have changed during the start of the host.
    let mut pause = Duration::ZERO;
    loop {
        tokio::select! {
            () = end.cancelled() => return,
            // Without a watcher, the channel is closed and only the interval counts.
            Some(()) = changes.recv() => {
                if tokio::time::timeout(SETTLE, end.cancelled()).await.is_ok() {
                    return;
                }
            }
            () = tokio::time::sleep(pause) => {}
        }
        let operator = Arc::clone(&operator);
        pause = match tokio::task::spawn_blocking(move || operator.look()).await {
            Ok(wait) => wait.map_or(LOOK, |wait| wait.clamp(SETTLE, LOOK)),
            Err(error) => {
                tracing::error!(%error, "looking at the configuration file was interrupted");
                LOOK
            }
        };
    }
}

/// Starts to watch the folder of the file, because most editors replace the file; `None` if watching fails.
fn start_watcher(file: &Path, changed: mpsc::Sender<()>) -> Option<notify::RecommendedWatcher> {
    let folder = std::path::absolute(file).ok()?.parent()?.to_path_buf();
    let name = file.file_name()?.to_owned();
    let mut watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
        let ours = event.is_ok_and(|event| event.paths.iter().any(|path| path.file_name() == Some(&name)));
        if ours {
            // If the channel is full, a look is due anyway.
            let _ = changed.try_send(());
        }
    })
    .ok()?;
    watcher.watch(&folder, RecursiveMode::NonRecursive).ok()?;
    Some(watcher)
}
