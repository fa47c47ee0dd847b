//! Compares two policies: lists the keys that differ, with both values in configuration syntax. Has no side effects.

use crate::rules::Policy;
use host_api::KeyChange;
use std::collections::BTreeSet;

impl Policy {
    /// Returns the configuration key of each rule, and its value in configuration syntax.
    pub fn values(&self) -> [(&'static str, String); 11] {
        // Lists each field by name, so that the compiler reports a new field that is missing here.
        let Self {
            revision: _,
            allow_writes,
            writes_off_over_wire: _,
            require_confirm,
            enable_console_eval,
            component_allowlist,
            reflection_allowlist_members,
            hook_allowlist_signatures,
            confirm_by,
            profile,
            disabled_categories,
            tier_order,
            tier,
        } = self;
        [
            ("policy.allow-writes", allow_writes.to_string()),
            ("policy.require-confirm", require_confirm.to_string()),
            ("policy.enable-console-eval", enable_console_eval.to_string()),
            ("policy.component-allowlist", set(component_allowlist)),
            ("policy.reflection-allowlist-members", set(reflection_allowlist_members)),
            ("policy.hook-allowlist-signatures", set(hook_allowlist_signatures)),
            ("policy.confirm-by", text(confirm_by.as_str())),
            ("policy.profile", text(profile.as_deref().unwrap_or_default())),
            ("policy.disabled-categories", set(disabled_categories)),
            ("policy.tier-order", list(tier_order)),
            ("policy.tier", text(tier)),
        ]
    }

    /// Returns the keys whose values differ from `before`, with both values.
    pub fn changes(&self, before: &Self) -> Vec<KeyChange> {
        let pairs = before.values().into_iter().zip(self.values());
        pairs
            .filter(|((_, before), (_, after))| before != after)
            .map(|((key, before), (_, after))| KeyChange {
                key: key.to_owned(),
                before,
                after,
            })
            .collect()
    }
}

fn text(text: &str) -> String {
    format!("{text:?}")
}

fn set(names: &BTreeSet<String>) -> String {
    list(names)
}

fn list<'a>(names: impl IntoIterator<Item = &'a String>) -> String {
    let names: Vec<String> = names.into_iter().map(|name| text(name)).collect();
    format!("[{}]", names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_only_changed_keys_without_the_revision() {
        let before = Policy::default();
        let after = Policy {
            revision: 9,
            allow_writes: true,
            component_allowlist: ["A\"".to_owned(), "B".to_owned()].into(),
            ..Policy::default()
        };
        let told: Vec<String> = after.changes(&before).iter().map(ToString::to_string).collect();
        assert_eq!(
            told,
            [
                "policy.allow-writes: false → true",
                "policy.component-allowlist: [] → [\"A\\\"\", \"B\"]"
            ]
        );
        assert!(after.changes(&after).is_empty());
    }
}
