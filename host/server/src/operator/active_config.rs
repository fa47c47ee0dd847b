//! Stores the active values in the data folder, so that the next start can log changes that occurred while no host ran.
//! If several hosts use the folder, only the first one stores and compares them.
//!
//! This module writes the file, and compares it with the active values. `change_lines` logs differences.

use crate::config::Configuration;
use host_api::KeyChange;
use host_catalog::text_map;
use host_policy::Policy;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// Name of the file with the active values in the data folder.
pub(crate) const FILE_NAME: &str = "in-force.json";
/// The key that allows saving. Setting it to true needs a restart; setting it to false does not.
pub(super) const ALLOW_SAVE: &str = "project.allow-save";
/// The text that represents a missing value in a change.
const NOT_SET: &str = "(not set)";

type Values = BTreeMap<String, String>;

/// The active configuration values, stored in a file of the data folder. All methods block the thread.
pub(super) struct InForce {
    file: PathBuf,
    /// The lock of this host on the stored values; `None` if another host has it or the lock failed.
    lock: Option<File>,
    values: Mutex<Values>,
}

impl InForce {
    /// Starts to store the active configuration `values`. Also returns the differences from the values at the end of
    /// the last host; empty if there was no host before, or if another running host uses the file.
    pub(super) fn begin(file: PathBuf, values: Values) -> (Self, Vec<KeyChange>) {
        let lock = host_regular_file::try_lock(&file.with_extension("lock"));
        match &lock {
            Ok(Some(_)) => {}
            Ok(None) => tracing::info!(
                file = %file.display(),
                "another host uses this data folder, so the active values are neither compared nor stored"
            ),
            Err(error) => tracing::error!(
                file = %file.display(), %error,
                "cannot lock the active values, so they are neither compared nor stored"
            ),
        }
        let Ok(Some(lock)) = lock else {
            let values = Mutex::new(values);
            return (
                Self {
                    file,
                    lock: None,
                    values,
                },
                Vec::new(),
            );
        };
        let last = text_map::read(&file).unwrap_or_else(|error| {
            tracing::error!(file = %file.display(), %error, "cannot read the active values of the last host, so they are not compared");
            None
        });
        let changes = last.map(|last| differences(&last, &values)).unwrap_or_default();
        let values = Mutex::new(values);
        let kept = Self {
            file,
            lock: Some(lock),
            values,
        };
        kept.change(&[]);
        (kept, changes)
    }

    pub(super) fn change(&self, changes: &[KeyChange]) {
        // Each update of the map is complete, so a poisoned lock is harmless.
        let mut values = self.values.lock().unwrap_or_else(PoisonError::into_inner);
        for change in changes {
            match change.after.as_str() {
                NOT_SET => _ = values.remove(&change.key),
                value => _ = values.insert(change.key.clone(), value.to_owned()),
            }
        }
        if self.lock.is_none() {
            return;
        }
        if let Err(error) = text_map::write(&self.file, &values) {
            tracing::error!(
                file = %self.file.display(), %error,
                "cannot save the active configuration; changes made before the next start may be reported incorrectly"
            );
        }
    }
}

/// Returns every rule of the policy and every other key that takes effect at once, with values in TOML syntax.
pub(super) fn values(policy: &Policy, configuration: &Configuration) -> Values {
    let mut values: Values = configuration.live_values().collect();
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
