//! Notices changes of the configuration file while the host runs.
//!
//! Belongs here: when to look at the file. Does not: reading it and applying it (`operator`).

use crate::operator::Operator;
use notify::{RecursiveMode, Watcher};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

/// Several events within this time lead to one look.
const SETTLE: Duration = Duration::from_millis(100);
/// Interval for looking at the file if no change event arrives (network disks, replaced folders).
const LOOK: Duration = Duration::from_secs(2);

/// Watches until the host ends, also a path where a file may be created later. Returns at once if there is no such
/// path.
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
    // A change during the start of the host counts.
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

/// Watches the folder and not the file, because most editors replace the file.
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
