//! Reports problems of the project folder or its edit journal: logs their start and end, and lists them in `/health`.
//!
//! This module follows the state. The project bridge detects the problems.

use host_bridge_project::{Concerns, EDIT_JOURNAL, ProjectBridge};
use host_wire::Problems;
use std::sync::Arc;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// Interval at which the host retries to write the journal of unsaved project changes after a failure.
const AGAIN: Duration = Duration::from_secs(2);

/// Logs problems of the project folder and lists them in `/health`, until the host ends. Also retries to write the
/// journal of unsaved changes after a failure.
pub(crate) async fn follow(folder: Arc<ProjectBridge>, problems: Problems, end: CancellationToken) {
    let mut changes = folder.watch_concerns();
    let mut known = Concerns::default();
    loop {
        let now = changes.borrow_and_update().clone();
        say(&known, &now, &problems);
        known = now;
        tokio::select! {
            () = end.cancelled() => return,
            changed = changes.changed() => if changed.is_err() { return },
            () = tokio::time::sleep(AGAIN), if known.contains_key(EDIT_JOURNAL) => folder.try_journal_again(),
        }
    }
}

fn say(before: &Concerns, now: &Concerns, problems: &Problems) {
    for (part, problem) in now {
        problems.set(part, Some(problem.clone()));
        if before.get(part) != Some(problem) {
            tracing::error!("{part}: {problem}");
        }
    }
    for part in before.keys().filter(|part| !now.contains_key(*part)) {
        problems.set(part, None);
        tracing::warn!("{part}: the problem is gone");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_problem_while_it_lasts() {
        let problems = Problems::default();
        let none = Concerns::default();
        let full = Concerns::from([("edit journal", "No space left on device".to_owned())]);
        say(&none, &full, &problems);
        assert_eq!(problems.all(), ["edit journal: No space left on device"]);
        say(&full, &full, &problems);
        say(&full, &none, &problems);
        assert_eq!(problems.all(), Vec::<String>::new());
    }
}
