//! Widening of the policy up to the ceiling, key by key.

use super::*;

fn names(list: &[&str]) -> BTreeSet<String> {
    list.iter().map(|&name| name.to_owned()).collect()
}

/// A function that changes one key of a policy.
type Change = fn(&mut Policy);

#[test]
fn ceiling_equal_to_policy_rejects_widening_and_allows_narrowing() {
    let current = Policy {
        component_allowlist: names(&["A", "B"]),
        disabled_categories: names(&["x"]),
        tier_order: vec!["free".into(), "core".into(), "pro".into()],
        tier: "core".into(),
        confirm_by: ConfirmBy::Person,
        ..Policy::default()
    };
    let ceiling = Ceiling::new(current.clone());
    let widenings: [(&str, Change); 10] = [
        ("allow-writes", |p| p.allow_writes = true),
        ("require-confirm", |p| p.require_confirm = false),
        ("enable-console-eval", |p| p.enable_console_eval = true),
        ("component-allowlist", |p| p.component_allowlist = names(&["A", "C"])),
        ("reflection-allowlist-members", |p| {
            p.reflection_allowlist_members = names(&["A.b"])
        }),
        ("hook-allowlist-signatures", |p| {
            p.hook_allowlist_signatures = names(&["T"])
        }),
        ("confirm-by", |p| p.confirm_by = ConfirmBy::Argument),
        ("disabled-categories", |p| p.disabled_categories = names(&["y"])),
        ("tier-order", |p| {
            p.tier_order = vec!["free".into(), "pro".into(), "core".into()]
        }),
        ("tier", |p| p.tier = "pro".into()),
    ];
    for (key, widen) in widenings {
        let mut proposed = current.clone();
        widen(&mut proposed);
        let refused = ceiling.check(&current, &proposed).expect_err(key);
        assert_eq!(
            refused.iter().map(|one| one.key).collect::<Vec<_>>(),
            [key],
            "{refused:?}"
        );
        assert!(refused[0].hint().contains(key));
    }
    let narrowings: [Change; 4] = [
        |p| p.component_allowlist = names(&["A"]),
        |p| p.component_allowlist = names(&[]),
        |p| p.disabled_categories = names(&["x", "y"]),
        |p| p.tier = "free".into(),
    ];
    for narrow in narrowings {
        let mut proposed = current.clone();
        narrow(&mut proposed);
        assert_eq!(ceiling.check(&current, &proposed), Ok(()));
    }
}

#[test]
fn pattern_may_be_narrowed_to_what_it_contains() {
    let with = |list: &str| {
        let list: BTreeSet<String> = list.split_whitespace().map(str::to_owned).collect();
        Policy {
            component_allowlist: list.clone(),
            reflection_allowlist_members: list.clone(),
            hook_allowlist_signatures: list,
            ..Policy::default()
        }
    };
    for (current, ceiling, proposed, is_allowed) in [
        ("*", "*", "Game.Door.open", true),
        ("*", "", "Game.Door.open Light", true),
        ("*", "", "Game.*", true),
        ("Game.*", "", "Game.Door.* Game.Key", true),
        ("", "Game.*", "Game.Door.open", true),
        ("Game.*", "", "Game.Door Light", false),
        ("Game.*", "Light", "Gamepad", false),
        ("Game.*", "", "*", false),
        ("Game.Door.*", "", "Game.*", false),
        ("Game.Door", "", "Game.Door.*", false),
    ] {
        let checked = Ceiling::new(with(ceiling)).check(&with(current), &with(proposed));
        let refused = checked.err().map_or(0, |refused| refused.len());
        // All three lists are checked.
        let expected = if is_allowed { 0 } else { 3 };
        assert_eq!(refused, expected, "{current:?} to {proposed:?} below {ceiling:?}");
    }
}

#[test]
fn allows_widening_up_to_the_ceiling_only() {
    let widest = Policy {
        allow_writes: true,
        require_confirm: false,
        component_allowlist: names(&["A", "B"]),
        ..Policy::default()
    };
    let ceiling = Ceiling::new(widest.clone());
    let current = Policy::default();
    assert_eq!(ceiling.check(&current, &widest), Ok(()));
    let beyond = Policy {
        component_allowlist: names(&["A", "Z"]),
        enable_console_eval: true,
        ..widest
    };
    let refused = ceiling
        .check(&current, &beyond)
        .expect_err("two keys exceed the ceiling");
    let keys: Vec<_> = refused.iter().map(|one| one.key).collect();
    assert_eq!(keys, ["enable-console-eval", "component-allowlist"]);
    assert!(refused[1].asked.contains("\"Z\"") && !refused[1].asked.contains("\"A\""));
}

#[test]
fn policy_beyond_the_ceiling_may_stay_or_narrow() {
    let ceiling = Ceiling::new(Policy::default());
    let current = Policy {
        allow_writes: true,
        component_allowlist: names(&["A"]),
        ..Policy::default()
    };
    assert_eq!(ceiling.check(&current, &current), Ok(()));
    assert_eq!(ceiling.check(&current, &Policy::default()), Ok(()));
    assert!(ceiling.check(&Policy::default(), &current).is_err());
}

#[test]
fn rejects_disabling_confirmation_if_ceiling_requires_the_user() {
    let asked = Policy {
        confirm_by: ConfirmBy::Person,
        ..Policy::default()
    };
    let unasked = Policy {
        require_confirm: false,
        ..asked.clone()
    };
    let refused = Ceiling::new(unasked.clone())
        .check(&asked, &unasked)
        .expect_err("the user is no longer asked");
    assert_eq!(
        refused.iter().map(|one| one.key).collect::<Vec<_>>(),
        ["require-confirm"]
    );
    // The operator can require this even if an argument would be sufficient.
    let argument = Policy {
        confirm_by: ConfirmBy::Argument,
        ..unasked.clone()
    };
    assert_eq!(Ceiling::new(argument).check(&asked, &unasked), Ok(()));
}
