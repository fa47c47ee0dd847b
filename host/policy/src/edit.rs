//! A change of the policy by a call: its keys, the validation of its values, and its caller.
//!
//! This module applies a change to a policy, and defines the trait of the host's editor. `ceiling` checks the limits.

use crate::ceiling::RefusedKey;
use crate::rules::Policy;
use host_api::{BoxFuture, CallId, Caller};
use std::collections::BTreeSet;

/// Maximum number of entries in one list of a policy change. A change with a longer list is rejected.
const MOST_ENTRIES: usize = 1_000;
/// Maximum number of characters of one list entry in a policy change. A change with a longer entry is rejected.
const LONGEST_ENTRY: usize = 512;

/// A change of the policy by a call: new values of keys; `None` leaves a key unchanged. A list replaces a whole list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PolicyChange {
    pub allow_writes: Option<bool>,
    pub require_confirm: Option<bool>,
    pub enable_console_eval: Option<bool>,
    pub component_allowlist: Option<Vec<String>>,
    pub reflection_allowlist_members: Option<Vec<String>>,
    pub hook_allowlist_signatures: Option<Vec<String>>,
}

/// The error for an invalid value in a policy change: its key, and a text with the value and the expected form.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{key}`: {problem}")]
pub struct InvalidChange {
    /// The key of the configuration, e.g. `component-allowlist`.
    pub key: &'static str,
    pub problem: String,
}

/// The call that changes the policy, with the data that the audit line records.
#[derive(Clone, Debug)]
pub struct ChangeOrigin {
    pub call: CallId,
    pub caller: Caller,
    pub bundle: String,
    pub tool: String,
    /// SHA-256 of the bundle's WebAssembly component, in hexadecimal.
    pub digest: String,
    /// The arguments of the call as JSON text.
    pub arguments: String,
}

/// The reason why a policy change by a call was rejected. In each case, nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PolicyEditError {
    /// The change exceeds the ceiling (the widest policy that a call can set). Contains all keys that exceed it.
    #[error("{}", describe_refused(.0))]
    AboveCeiling(Vec<RefusedKey>),
    /// A value in the change is invalid. The text names its key and the expected form.
    #[error("{0}")]
    Invalid(String),
    /// The host could not write the audit line or, with `policy.persist`, the configuration file.
    #[error("{0}")]
    NotWritten(String),
    /// The change failed for another reason, which the text explains.
    #[error("{0}")]
    Other(String),
}

impl From<InvalidChange> for PolicyEditError {
    fn from(error: InvalidChange) -> Self {
        Self::Invalid(error.to_string())
    }
}

/// Changes the active policy, up to the operator's ceiling.
pub trait PolicyEditor: Send + Sync + 'static {
    /// Applies `change`; if `restart` is set, the host first reads the operator's file again. Returns the new revision,
    /// or the current one if nothing had to change.
    fn apply(
        &self,
        change: PolicyChange,
        restart: bool,
        origin: ChangeOrigin,
    ) -> BoxFuture<'_, Result<u64, PolicyEditError>>;
}

impl PolicyChange {
    /// True if the change leaves every key unchanged.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Returns `current` with this change applied. `Ceiling::check` decides whether the ceiling allows it.
    ///
    /// # Errors
    /// A list has more than 1,000 entries, or an entry that is blank, longer than 512 characters, surrounded by white
    /// space or contains a control character.
    pub fn apply_to(&self, current: &Policy) -> Result<Policy, InvalidChange> {
        let list = |key, asked: &Option<Vec<String>>, now: &BTreeSet<String>| match asked {
            Some(entries) => checked(key, entries),
            None => Ok(now.clone()),
        };
        Ok(Policy {
            allow_writes: self.allow_writes.unwrap_or(current.allow_writes),
            writes_off_over_wire: match self.allow_writes {
                Some(true) => false,
                Some(false) => current.allow_writes || current.writes_off_over_wire,
                None => current.writes_off_over_wire,
            },
            require_confirm: self.require_confirm.unwrap_or(current.require_confirm),
            enable_console_eval: self.enable_console_eval.unwrap_or(current.enable_console_eval),
            component_allowlist: list(
                "component-allowlist",
                &self.component_allowlist,
                &current.component_allowlist,
            )?,
            reflection_allowlist_members: list(
                "reflection-allowlist-members",
                &self.reflection_allowlist_members,
                &current.reflection_allowlist_members,
            )?,
            hook_allowlist_signatures: list(
                "hook-allowlist-signatures",
                &self.hook_allowlist_signatures,
                &current.hook_allowlist_signatures,
            )?,
            ..current.clone()
        })
    }
}

fn checked(key: &'static str, entries: &[String]) -> Result<BTreeSet<String>, InvalidChange> {
    let invalid = |problem| InvalidChange { key, problem };
    if entries.len() > MOST_ENTRIES {
        return Err(invalid(format!(
            "{} entries, expected at most {MOST_ENTRIES}",
            entries.len()
        )));
    }
    for (index, entry) in entries.iter().enumerate() {
        let wrong = if entry.trim().is_empty() {
            "is blank"
        } else if entry.chars().nth(LONGEST_ENTRY).is_some() {
            "is longer than 512 characters"
        } else if entry.chars().any(char::is_control) {
            "contains a control character"
        } else if entry.trim() != entry {
            // It would never match: names are compared exactly.
            "begins or ends with white space"
        } else {
            continue;
        };
        return Err(invalid(format!(
            "entry {index} ({}) {wrong}; expected a full name such as \"UnityEngine.Light\"",
            quote_entry(entry)
        )));
    }
    Ok(entries.iter().cloned().collect())
}

/// Formats a list entry for a message: in quotes, escaped, and truncated to 40 characters.
fn quote_entry(entry: &str) -> String {
    match entry.char_indices().nth(40) {
        Some((end, _)) => format!("{:?}…", &entry[..end]),
        None => format!("{entry:?}"),
    }
}

fn describe_refused(keys: &[RefusedKey]) -> String {
    keys.iter()
        .map(|key| format!("{key}; {}", key.hint()))
        .collect::<Vec<_>>()
        .join(". ")
}

#[cfg(test)]
mod tests;
