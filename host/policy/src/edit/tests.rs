//! The effect of a change on a policy, and the values that it rejects.

use super::*;
use crate::Ceiling;

fn names(list: &[&str]) -> Option<Vec<String>> {
    Some(list.iter().map(|name| (*name).to_owned()).collect())
}

fn set(list: &[&str]) -> BTreeSet<String> {
    list.iter().map(|name| (*name).to_owned()).collect()
}

#[test]
fn changes_only_the_named_keys() {
    let current = Policy {
        revision: 7,
        allow_writes: true,
        component_allowlist: set(&["A", "B"]),
        hook_allowlist_signatures: set(&["H"]),
        disabled_categories: set(&["x"]),
        ..Policy::default()
    };
    assert!(PolicyChange::default().is_empty());
    assert_eq!(PolicyChange::default().apply_to(&current).unwrap(), current);
    let change = PolicyChange {
        allow_writes: Some(false),
        require_confirm: Some(false),
        enable_console_eval: Some(true),
        component_allowlist: names(&["C", "C", "A"]),
        reflection_allowlist_members: names(&["T.M"]),
        hook_allowlist_signatures: names(&[]),
    };
    assert!(!change.is_empty());
    let expected = Policy {
        allow_writes: false,
        writes_off_over_wire: true,
        require_confirm: false,
        enable_console_eval: true,
        component_allowlist: set(&["A", "C"]),
        reflection_allowlist_members: set(&["T.M"]),
        hook_allowlist_signatures: set(&[]),
        ..current.clone()
    };
    assert_eq!(change.apply_to(&current).unwrap(), expected);
}

/// Tests that the hint names a call as the reason for disabled writes, because the operator's file may allow writes.
#[test]
fn hint_reports_writes_disabled_by_a_call_until_reenabled() {
    let to = |writes| PolicyChange {
        allow_writes: Some(writes),
        ..PolicyChange::default()
    };
    let facts = crate::ToolFacts {
        bundle: "objects",
        tool: "SetActive",
        effect: host_api::Effect::Write,
        category: "",
        tier: "",
        allowed_here: true,
    };
    let hint = |policy: &Policy| match crate::decide(policy, &facts, &crate::Confirmation::default()) {
        crate::Decision::Denied(refusal) => refusal.hint,
        other => panic!("{other:?}"),
    };
    let told = "switched `allow-writes` off over the wire";
    let closed = Policy::default();
    assert!(
        !hint(&to(false).apply_to(&closed).unwrap()).contains(told),
        "it was off already"
    );
    let open = to(true).apply_to(&closed).unwrap();
    let off = to(false).apply_to(&open).unwrap();
    assert!(hint(&off).contains(told), "{}", hint(&off));
    let still = to(false).apply_to(&off).unwrap();
    assert!(hint(&still).contains(told), "twice off is off");
    let again = to(true).apply_to(&still).unwrap();
    assert_eq!(again, open);
}

#[test]
fn rejects_allowlist_with_invalid_name_and_reports_its_key() {
    let long = "x".repeat(513);
    let cases: &[(&[&str], &str)] = &[
        (&["A", ""], "entry 1 (\"\") is blank"),
        (&[" \t"], "is blank"),
        (&["A\nB"], "\"A\\nB\") contains a control character"),
        (&["A\u{0}"], "control character"),
        (&[" A"], "white space"),
        (&[long.as_str()], "longer than 512"),
    ];
    for (list, expected) in cases {
        let of = |change: PolicyChange| change.apply_to(&Policy::default()).unwrap_err();
        let component = of(PolicyChange {
            component_allowlist: names(list),
            ..PolicyChange::default()
        });
        assert_eq!(component.key, "component-allowlist");
        assert!(component.problem.contains(expected), "{component}");
        let member = of(PolicyChange {
            reflection_allowlist_members: names(list),
            ..PolicyChange::default()
        });
        assert_eq!(member.key, "reflection-allowlist-members");
        let hook = of(PolicyChange {
            hook_allowlist_signatures: names(list),
            ..PolicyChange::default()
        });
        assert_eq!(hook.key, "hook-allowlist-signatures");
    }
}

#[test]
fn accepts_entries_at_the_limits_and_rejects_more() {
    let change = |count: usize| PolicyChange {
        component_allowlist: Some(
            (0..count)
                .map(|number| format!("{number}{}", "é".repeat(508)))
                .collect(),
        ),
        ..PolicyChange::default()
    };
    let policy = change(1_000).apply_to(&Policy::default()).unwrap();
    assert_eq!(policy.component_allowlist.len(), 1_000);
    let refused = change(1_001).apply_to(&Policy::default()).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "`component-allowlist`: 1001 entries, expected at most 1000"
    );
}

#[test]
fn ceiling_error_names_every_key_and_its_setting() {
    let current = Policy::default();
    let change = PolicyChange {
        allow_writes: Some(true),
        component_allowlist: names(&["UnityEngine.Light"]),
        ..PolicyChange::default()
    };
    let refused = Ceiling::new(current.clone())
        .check(&current, &change.apply_to(&current).unwrap())
        .unwrap_err();
    let message = PolicyEditError::AboveCeiling(refused).to_string();
    for part in [
        "cannot set `allow-writes` to true",
        "[policy.ceiling] allow-writes",
        "UnityEngine.Light",
        "[policy.ceiling] component-allowlist",
    ] {
        assert!(message.contains(part), "{message}");
    }
}
