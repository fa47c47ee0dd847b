//! Records of the changes between project folder and editor as the source that answers for both.
//!
//! This module stores the last changes as sentences. `target` selects the source.

use host_api::Source;
use host_bridge::BridgeId;
use std::collections::VecDeque;
use std::time::{SystemTime, UNIX_EPOCH};

/// Maximum number of stored sentences about changes between folder and editor; the oldest are evicted first.
const KEPT: usize = 16;

#[derive(Default)]
pub(crate) struct Switches {
    last: Option<Source>,
    lines: VecDeque<String>,
}

impl Switches {
    /// Records whether the project folder or its editor runs calls now. Returns a sentence about a change, if any.
    pub(crate) fn note(&mut self, id: &BridgeId, source: Source) -> Option<String> {
        let before = self.last.replace(source).unwrap_or(Source::Folder);
        if before == source {
            return None;
        }
        let at = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_or(0, |since| since.as_secs());
        let line = match source {
            Source::Live => format!("{id}: the editor answers instead of the folder (at {at} s since 1970)"),
            Source::Folder | Source::Replay { .. } => {
                format!("{id}: the folder answers instead of the editor (at {at} s since 1970)")
            }
        };
        if self.lines.len() >= KEPT {
            self.lines.pop_front();
        }
        self.lines.push_back(line.clone());
        Some(line)
    }

    pub(crate) fn lines(&self) -> Vec<String> {
        self.lines.iter().cloned().collect()
    }
}
