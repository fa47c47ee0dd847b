//! The progress line on a terminal while a large project opens.
//!
//! This module overwrites one line of the terminal. It does not load the project.

use host_bridge::{BridgeState, UnityBridge};
use std::io::{IsTerminal, Write};
use std::sync::Arc;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// Update interval of the progress line: short enough to show progress, long enough to cost no time.
const EVERY: Duration = Duration::from_millis(200);

/// Prints progress to stderr until the project is loaded or the host ends. Does nothing if stderr is no terminal.
pub(crate) async fn show(bridge: Arc<dyn UnityBridge>, end: CancellationToken) {
    if !std::io::stderr().is_terminal() {
        return;
    }
    let mut shown = false;
    while let BridgeState::Loading { done, total } = bridge.state() {
        // A small project is loaded before a user could read the line.
        if tokio::time::timeout(EVERY, end.cancelled()).await.is_ok() {
            break;
        }
        if total > 0 {
            draw(&format!("opening scenes: {done} of {total}"));
            shown = true;
        }
    }
    if shown {
        draw("");
    }
}

fn draw(text: &str) {
    let mut stderr = std::io::stderr().lock();
    // A closed terminal needs no progress.
    let _ = write!(stderr, "\r\x1b[2K{text}").and_then(|()| stderr.flush());
}
