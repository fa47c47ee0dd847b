//! What came into force of the operator's word, as log and audit line tell it.
//!
//! Belongs here: which keys differ, and telling of them. Does not: deciding and doing it.

use super::Operator;
use crate::config::Configuration;
use host_api::{KeyChange, PolicyRecord, PolicySource};
use host_policy::Policy;

/// The keys of the policy in force that differ, whatever set them, and of the configuration what else holds at once.
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
    /// Tells of what is in force now. A line that can't be written undoes nothing: what was narrowed stays narrowed, and what
    /// was widened helps nobody, since writes are refused until the file takes lines again.
    pub(super) fn note(&self, source: PolicySource<'_>, changes: &[KeyChange]) {
        if changes.is_empty() {
            return;
        }
        if let Some(in_force) = self.in_force.get() {
            in_force.change(changes);
        }
        let revision = self.policy.load().revision;
        let keys = joined(changes);
        match source {
            PolicySource::File(_) => {
                tracing::info!(revision, changes = %keys, "the configuration file was changed and is in force");
            }
            PolicySource::Start(_) => {
                tracing::info!(revision, changes = %keys, "in force is another policy than when a host ended here last");
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

/// All of them, for one line of the log.
pub(super) fn joined(changes: &[KeyChange]) -> String {
    let shown: Vec<String> = changes.iter().map(shown).collect();
    shown.join("; ")
}

/// Cut where a list is long: the audit line has more of it.
fn shown(change: &KeyChange) -> String {
    const MOST: usize = 200;
    let text = change.to_string();
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
