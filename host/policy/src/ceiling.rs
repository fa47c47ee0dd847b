//! The operator's ceiling: the widest policy that a call can set.

use crate::allowlists::lists;
use crate::rules::{ConfirmBy, Policy};
use host_api::Refusal;
use std::collections::BTreeSet;
use std::fmt;

/// The widest policy that a call can set. Only the operator's configuration file sets it. A key that is missing there
/// has its value from `[policy]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ceiling(Policy);

/// A configuration key that a policy change by a call would set wider than the ceiling (the widest allowed value).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedKey {
    /// The key of the configuration, e.g. `allow-writes`.
    pub key: &'static str,
    pub asked: String,
    pub ceiling: String,
}

impl RefusedKey {
    /// Returns the hint for the error message: where the operator sets the widest policy that a call can set.
    pub fn hint(&self) -> String {
        self.refusal().hint
    }

    fn refusal(&self) -> Refusal {
        Refusal::above_ceiling(self.key, &self.asked, &self.ceiling)
    }
}

impl fmt::Display for RefusedKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.refusal().message)
    }
}

impl Ceiling {
    /// Creates the limit for policy changes by calls: the widest policy. Its `revision` and `profile` are ignored.
    pub fn new(widest: Policy) -> Self {
        Self(widest)
    }

    /// Returns the widest policy that a call can set.
    pub fn policy(&self) -> &Policy {
        &self.0
    }

    /// Checks a change from `current` to `proposed`. A call may narrow or keep each key, and widen it up to the
    /// ceiling. The error lists every key that exceeds it; a single one rejects the whole change.
    pub fn check(&self, current: &Policy, proposed: &Policy) -> Result<(), Vec<RefusedKey>> {
        let mut refused = Vec::new();
        let widest = &self.0;
        let mut flag = |key, now: bool, asked: bool, limit: bool, wide: bool| {
            if asked == wide && now != wide && limit != wide {
                refused.push(RefusedKey {
                    key,
                    asked: asked.to_string(),
                    ceiling: limit.to_string(),
                });
            }
        };
        flag(
            "allow-writes",
            current.allow_writes,
            proposed.allow_writes,
            widest.allow_writes,
            true,
        );
        flag(
            "require-confirm",
            current.require_confirm,
            proposed.require_confirm,
            // Without `require-confirm` there would be no question, so the ceiling could not demand the user's
            // approval.
            widest.require_confirm || widest.confirm_by == ConfirmBy::Person,
            false,
        );
        flag(
            "enable-console-eval",
            current.enable_console_eval,
            proposed.enable_console_eval,
            widest.enable_console_eval,
            true,
        );
        let mut grown = |key, now: &BTreeSet<String>, asked: &BTreeSet<String>, limit: &BTreeSet<String>| {
            let extra: Vec<&str> = asked
                .iter()
                // An entry also narrows a list if a pattern of the list contains it: `A.B` or `A.*` in place of `*`.
                .filter(|name| !lists(now, name) && !lists(limit, name))
                .map(String::as_str)
                .collect();
            if !extra.is_empty() {
                refused.push(RefusedKey {
                    key,
                    asked: format!("a list with {}", quote_names(extra)),
                    ceiling: format!("[{}]", quote_names(limit.iter().map(String::as_str))),
                });
            }
        };
        grown(
            "component-allowlist",
            &current.component_allowlist,
            &proposed.component_allowlist,
            &widest.component_allowlist,
        );
        grown(
            "reflection-allowlist-members",
            &current.reflection_allowlist_members,
            &proposed.reflection_allowlist_members,
            &widest.reflection_allowlist_members,
        );
        grown(
            "hook-allowlist-signatures",
            &current.hook_allowlist_signatures,
            &proposed.hook_allowlist_signatures,
            &widest.hook_allowlist_signatures,
        );
        self.check_confirm_by(current, proposed, &mut refused);
        self.check_categories(current, proposed, &mut refused);
        self.check_tier(current, proposed, &mut refused);
        if refused.is_empty() { Ok(()) } else { Err(refused) }
    }

    fn check_confirm_by(&self, current: &Policy, proposed: &Policy, refused: &mut Vec<RefusedKey>) {
        let widens = proposed.confirm_by == ConfirmBy::Argument && current.confirm_by == ConfirmBy::Person;
        if widens && self.0.confirm_by == ConfirmBy::Person {
            refused.push(RefusedKey {
                key: "confirm-by",
                asked: proposed.confirm_by.as_str().to_owned(),
                ceiling: self.0.confirm_by.as_str().to_owned(),
            });
        }
    }

    /// Adds a refusal if the change enables categories that the ceiling disables. Unlike in allowlists, removing an
    /// entry from this list widens the policy.
    fn check_categories(&self, current: &Policy, proposed: &Policy, refused: &mut Vec<RefusedKey>) {
        let enabled: Vec<&str> = current
            .disabled_categories
            .iter()
            .filter(|name| !proposed.disabled_categories.contains(*name) && self.0.disabled_categories.contains(*name))
            .map(String::as_str)
            .collect();
        if !enabled.is_empty() {
            refused.push(RefusedKey {
                key: "disabled-categories",
                asked: format!("a list without {}", quote_names(enabled)),
                ceiling: format!(
                    "[{}]",
                    quote_names(self.0.disabled_categories.iter().map(String::as_str))
                ),
            });
        }
    }

    /// Adds a refusal if the change sets a tier or a tier order beyond the ceiling. A new order can move any tool below
    /// the tier, so only the ceiling's order is allowed.
    fn check_tier(&self, current: &Policy, proposed: &Policy, refused: &mut Vec<RefusedKey>) {
        if proposed.tier_order != current.tier_order && proposed.tier_order != self.0.tier_order {
            refused.push(RefusedKey {
                key: "tier-order",
                asked: format!("[{}]", quote_names(proposed.tier_order.iter().map(String::as_str))),
                ceiling: format!("[{}]", quote_names(self.0.tier_order.iter().map(String::as_str))),
            });
        }
        let asked = proposed.current_tier();
        let below = |policy: &Policy| {
            let limit = policy.current_tier();
            asked == limit
                || matches!((proposed.rank(asked), proposed.rank(limit)), (Some(asked), Some(limit)) if asked <= limit)
        };
        if !below(current) && !below(&self.0) {
            refused.push(RefusedKey {
                key: "tier",
                asked: asked.to_owned(),
                ceiling: self.0.current_tier().to_owned(),
            });
        }
    }
}

fn quote_names<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    names
        .into_iter()
        .map(|name| format!("\"{name}\""))
        .collect::<Vec<_>>()
        .join(", ")
}

#[cfg(test)]
mod tests;
