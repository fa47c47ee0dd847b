//! Who answers for the project's folder and its editor, and when that became another one.
//!
//! Belongs here: the last switches, as sentences. Does not: who answers (`targets`).

use host_api::Source;
use host_bridge::BridgeId;
use std::collections::VecDeque;
use std::time::{SystemTime, UNIX_EPOCH};

/// Sentences that are kept.
const KEPT: usize = 16;

/// They.
#[derive(Default)]
pub(crate) struct Switches {
    last: Option<Source>,
    lines: VecDeque<String>,
}

impl Switches {
    /// The sentence, where `source` is another one than before.
    pub(crate) fn note(&mut self, id: &BridgeId, source: Source) -> Option<String> {
        let before = self.last.replace(source).unwrap_or(Source::Folder);
        if before == source {
            return None;
        }
        let at = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_or(0, |since| since.as_secs());
        let line = match source {
            Source::Live => format!("{id}: the editor answers in the folder's place (at {at} s since 1970)"),
            Source::Folder | Source::Replay { .. } => {
                format!("{id}: the folder answers in the editor's place (at {at} s since 1970)")
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
