//! Logs the unsaved edits that could not be applied from the journal.

use crate::session::Session;

/// Maximum number of lost edits that are logged one by one at a start. Further edits are only counted.
const MOST_LOST: usize = 20;

impl Session {
    /// Logs a line for each of the newest `lost` dropped edits, up to the limit, and the number of further ones.
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
