//! Log and audit lines for changes of the active configuration.
//!
//! This module finds the keys that differ, and records them. It does not decide on changes or apply them.

use super::Operator;
use crate::config::Configuration;
use host_api::{KeyChange, PolicyRecord, PolicySource};
use host_policy::Policy;

/// Returns the changed rules between two policies, and the other changed configuration keys that take effect at once.
pub(super) fn changes(
    before: &Policy,
    after: &Policy,
    configuration: Option<(&Configuration, &Configuration)>,
) -> Vec<KeyChange> {
    let mut changes = after.changes(before);
    if let Some((before, next)) = configuration {
        let rules = after.values();
        let others = next.changes(before).into_iter();
        changes.extend(others.filter(|change| rules.iter().all(|(key, _)| *key != change.key)));
    }
    changes
}

impl Operator {
    /// Logs, audits and stores the changes that are active now. If the audit line cannot be written, the change stays
    /// active. A narrower policy must stay narrow. A wider one has no effect, because writes are rejected until the
    /// audit file can be written again.
    pub(super) fn note(&self, source: PolicySource<'_>, changes: &[KeyChange]) {
        if changes.is_empty() {
            return;
        }
        if let Some(in_force) = self.in_force.get() {
            in_force.change(changes);
        }
        let revision = self.policy.load().revision;
        let keys = join_changes(changes);
        match source {
            PolicySource::File(_) => {
                tracing::info!(revision, changes = %keys, "the configuration file was changed and is active");
            }
            PolicySource::Start(_) => {
                tracing::info!(revision, changes = %keys, "the active policy differs from the one when the last host ended");
            }
            PolicySource::Call { call, .. } => {
                tracing::info!(%call, revision, changes = %keys, "the policy was changed over the wire");
            }
        }
        let record = PolicyRecord {
            source,
            revision,
            changes,
        };
        if let Err(error) = self.audit.policy_changed(&record) {
            tracing::error!(revision, changes = %keys, %error, "a change of the policy left no audit line");
        }
    }
}

pub(super) fn join_changes(changes: &[KeyChange]) -> String {
    let shown: Vec<String> = changes.iter().map(display_change).collect();
    shown.join("; ")
}

/// Formats a change as text of at most 200 characters; the audit line contains longer values.
fn display_change(change: &KeyChange) -> String {
    const MOST: usize = 200;
    let text = change.to_string();
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
