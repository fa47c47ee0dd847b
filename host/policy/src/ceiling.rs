//! The operator's ceiling: the widest policy that a call may reach over the wire.

use crate::rules::{ConfirmBy, Policy};
use std::collections::BTreeSet;

/// The widest policy. Built by the operator's file alone; a key left out there equals `[policy]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ceiling(Policy);

/// One key of a proposed change that goes beyond the ceiling.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{key}` may not become {asked}: the ceiling is {ceiling}")]
pub struct RefusedKey {
    /// As in the configuration, e.g. `allow-writes`.
    pub key: &'static str,
    pub asked: String,
    pub ceiling: String,
}

impl RefusedKey {
    /// Where the ceiling is set.
    pub fn hint(&self) -> String {
        format!("the operator sets it in `[policy.ceiling] {}`", self.key)
    }
}

impl Ceiling {
    /// `widest` is the widest policy; its `revision` and `profile` play no part.
    pub fn new(widest: Policy) -> Self {
        Self(widest)
    }

    /// The widest policy itself.
    pub fn policy(&self) -> &Policy {
        &self.0
    }

    /// Whether a call may change `current` to `proposed`. Each key may narrow or stay freely, and widen only up to the
    /// ceiling. All keys that may not are named; one of them is enough for nothing to be changed.
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
            // Whoever wants a person's yes would get none where nothing is confirmed at all.
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
                .filter(|name| !now.contains(*name) && !limit.contains(*name))
                .map(String::as_str)
                .collect();
            if !extra.is_empty() {
                refused.push(RefusedKey {
                    key,
                    asked: format!("a list with {}", quoted(extra)),
                    ceiling: format!("[{}]", quoted(limit.iter().map(String::as_str))),
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

    /// The other way round than the allowlists: taking a category out of the list is what widens.
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
                asked: format!("a list without {}", quoted(enabled)),
                ceiling: format!("[{}]", quoted(self.0.disabled_categories.iter().map(String::as_str))),
            });
        }
    }

    /// A new order can lift any tool, so the order itself never changes but to the ceiling's own.
    fn check_tier(&self, current: &Policy, proposed: &Policy, refused: &mut Vec<RefusedKey>) {
        if proposed.tier_order != current.tier_order && proposed.tier_order != self.0.tier_order {
            refused.push(RefusedKey {
                key: "tier-order",
                asked: format!("[{}]", quoted(proposed.tier_order.iter().map(String::as_str))),
                ceiling: format!("[{}]", quoted(self.0.tier_order.iter().map(String::as_str))),
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

fn quoted<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    names
        .into_iter()
        .map(|name| format!("\"{name}\""))
        .collect::<Vec<_>>()
        .join(", ")
}

#[cfg(test)]
mod tests;
