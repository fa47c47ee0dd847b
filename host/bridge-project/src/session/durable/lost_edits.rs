//! Logs the unsaved edits that a replay could not apply.

use crate::session::Session;

/// Maximum number of lost edits that the log names at a start; the others are only counted.
const MOST_LOST: usize = 20;

impl Session {
    /// Logs one line for each of the newest lost edits, and the number of the others.
    pub(super) fn log_lost(&mut self, lost: usize) {
        let rows: Vec<String> = self.edits.dropped_rows().0.map(|(_, told)| told.to_owned()).collect();
        let named = lost.min(rows.len()).min(MOST_LOST);
        let newest = rows.len().saturating_sub(lost);
        for told in rows.into_iter().skip(newest).take(named) {
            self.log_for_operator("warn", format!("an unsaved edit is lost: {told}"));
        }
        if lost > named {
            let more = lost - named;
            self.log_for_operator(
                "warn",
                format!("{more} more unsaved edits are lost: list_edits has the reason of each as `lost`"),
            );
        }
    }

    pub(super) fn dropped_count(&self) -> usize {
        let (rows, more) = self.edits.dropped_rows();
        rows.count() + more
    }
}
