//! What of the operator's word is in force, kept in the data folder: what was changed while no host ran is told at the next
//! start.
//!
//! Belongs here: the file, and what differs from it. Does not: how that is told (`recorded`).

use crate::config::Configuration;
use host_api::KeyChange;
use host_catalog::text_map;
use host_policy::Policy;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// The file's name in the data folder.
pub(crate) const FILE_NAME: &str = "in-force.json";
/// What needs a restart to come and goes at once.
pub(super) const ALLOW_SAVE: &str = "project.allow-save";
/// How a key is told that has no value.
const NOT_SET: &str = "(not set)";

type Values = BTreeMap<String, String>;

/// Its work is blocking.
pub(super) struct InForce {
    file: PathBuf,
    values: Mutex<Values>,
}

impl InForce {
    /// Begins to keep `values`, and gives what differs from what was in force when a host ended last; nothing where none ended.
    pub(super) fn begin(file: PathBuf, values: Values) -> (Self, Vec<KeyChange>) {
        let last = text_map::read(&file).unwrap_or_else(|error| {
            tracing::error!(file = %file.display(), %error, "what was in force at the last end cannot be read and is not compared");
            None
        });
        let changes = last.map(|last| differences(&last, &values)).unwrap_or_default();
        let values = Mutex::new(values);
        let kept = Self { file, values };
        kept.change(&[]);
        (kept, changes)
    }

    /// `changes` came into force.
    pub(super) fn change(&self, changes: &[KeyChange]) {
        // Each change is made whole.
        let mut values = self.values.lock().unwrap_or_else(PoisonError::into_inner);
        for change in changes {
            match change.after.as_str() {
                NOT_SET => _ = values.remove(&change.key),
                value => _ = values.insert(change.key.clone(), value.to_owned()),
            }
        }
        if let Err(error) = text_map::write(&self.file, &values) {
            tracing::error!(
                file = %self.file.display(), %error,
                "what is in force cannot be kept: what changes until the next start may be told wrongly then"
            );
        }
    }
}

/// Every rule of the policy, and of the configuration what else holds at once, as it stands there.
pub(super) fn values(policy: &Policy, configuration: &Configuration) -> Values {
    let mut values: Values = configuration.at_once().collect();
    values.extend(policy.values().map(|(key, value)| (key.to_owned(), value)));
    let saves = configuration.settings.project.allow_save;
    values.insert(ALLOW_SAVE.to_owned(), saves.to_string());
    values
}

fn differences(before: &Values, after: &Values) -> Vec<KeyChange> {
    let keys: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    let value = |of: &Values, key: &String| of.get(key).map_or(NOT_SET, String::as_str).to_owned();
    keys.into_iter()
        .map(|key| KeyChange {
            key: key.clone(),
            before: value(before, key),
            after: value(after, key),
        })
        .filter(|change| change.before != change.after)
        .collect()
}
