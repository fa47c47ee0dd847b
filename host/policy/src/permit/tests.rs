//! Gate 2: which accesses each permit covers, the allowlists, and a policy that is narrowed during a call.

use crate::{
    Agreed, Confirmation, Decision, Permit, Piece, Policy, ReadingFacts, ToolFacts, decide, denied_now, permit_event,
    permit_read,
};
use host_api::{Access, AccessTarget, Effect, ErrorKind, Interface, ReadPurpose, Rule};
use std::sync::Arc;

const EFFECTS: [Effect; 6] = [
    Effect::Read,
    Effect::WriteUnconfirmed,
    Effect::Write,
    Effect::Destructive,
    Effect::Code,
    Effect::Config,
];

fn open() -> Policy {
    Policy {
        revision: 5,
        allow_writes: true,
        enable_console_eval: true,
        ..Policy::default()
    }
}

fn permit(policy: &Policy, effect: Effect) -> Permit {
    let facts = ToolFacts {
        bundle: "objects",
        tool: "SetActive",
        effect,
        category: "scene",
        tier: "core",
        allowed_here: true,
    };
    let confirmed = Confirmation {
        argument: Some(true),
        ..Confirmation::default()
    };
    match decide(policy, &facts, &confirmed) {
        Decision::Permit(permit) => permit,
        other => panic!("{effect:?}: {other:?}"),
    }
}

fn access(effect: Effect, target: AccessTarget) -> Access {
    Access {
        interface: Interface::ObjectsEdit,
        function: "set-active",
        effect,
        target,
    }
}

#[test]
fn permit_allows_exactly_the_effects_in_the_table() {
    // Columns: the used effects, in the order of EFFECTS.
    let table = [
        (Effect::Read, "100000"),
        (Effect::WriteUnconfirmed, "110000"),
        (Effect::Write, "111000"),
        (Effect::Destructive, "111100"),
        (Effect::Code, "111010"),
        (Effect::Config, "100001"),
    ];
    for (permitted, row) in table {
        let permit = permit(&open(), permitted);
        for (used, cell) in EFFECTS.into_iter().zip(row.chars()) {
            let checked = permit.check(&open(), &access(used, AccessTarget::None));
            assert_eq!(checked.is_ok(), cell == '1', "{permitted:?} uses {used:?}");
            if let Err(refusal) = checked {
                assert_eq!(refusal.rule.id(), "permit.effect");
                assert_eq!(refusal.kind, ErrorKind::PermissionDenied);
            }
        }
    }
}

fn reading(policy: &Policy, purpose: ReadPurpose, categories: &[&str]) -> Permit {
    let facts = ReadingFacts {
        bundle: "objects",
        piece: &Piece::Resource("unity://scenes".into()),
        categories: &Arc::new(categories.iter().map(|&name| name.to_owned()).collect()),
        allowed_here: true,
    };
    permit_read(policy, purpose, &facts).expect("nothing is disabled")
}

#[test]
fn disabled_category_revokes_tool_and_resource_but_not_event_permits() {
    let mut later = open();
    later.revision += 1;
    let permits = || {
        [
            permit(&open(), Effect::Read),
            reading(&open(), ReadPurpose::Resource, &["scene"]),
            reading(&open(), ReadPurpose::Resource, &["scene", "console"]),
            permit_event(&open(), "objects"),
        ]
    };
    let held =
        |policy: &Policy| permits().map(|permit| permit.check_valid(policy).map_err(|refusal| refusal.rule.id()));
    assert_eq!(held(&later), [Ok(()); 4]);
    later.disabled_categories = ["scene".to_owned()].into();
    let no = Err("policy.disabled-categories");
    assert_eq!(held(&later), [no, no, Ok(()), Ok(())]);
}

#[test]
fn reading_permit_rejects_every_effect_except_read() {
    for purpose in [ReadPurpose::Resource, ReadPurpose::Prompt, ReadPurpose::Completion] {
        let permit = reading(&open(), purpose, &["scene"]);
        assert!(permit.check(&open(), &access(Effect::Read, AccessTarget::None)).is_ok());
        for effect in EFFECTS.into_iter().filter(|effect| *effect != Effect::Read) {
            assert!(
                permit.check(&open(), &access(effect, AccessTarget::None)).is_err(),
                "{effect:?}"
            );
        }
    }
}

#[test]
fn allowlists_match_exactly_and_errors_name_the_setting() {
    let mut listed = open();
    listed.component_allowlist.insert("UnityEngine.Light".into());
    listed
        .reflection_allowlist_members
        .insert("UnityEngine.Light.intensity".into());
    listed.hook_allowlist_signatures.insert("UnityEngine.GameObject".into());
    let component = |name: &str| AccessTarget::Components(vec![name.into()]);
    let two = AccessTarget::Components(vec!["UnityEngine.Light".into(), "UnityEngine.Camera".into()]);
    let member = |name: &str| {
        let (type_name, member) = name.rsplit_once('.').expect("a type and a member");
        AccessTarget::Member {
            type_name: type_name.into(),
            member: member.into(),
            csharp_name: None,
        }
    };
    let by_both_names = AccessTarget::Member {
        type_name: "UnityEngine.Light".into(),
        member: "m_Intensity".into(),
        csharp_name: Some("intensity".into()),
    };
    let hook = |name: &str| AccessTarget::HookType(name.into());
    let cases = [
        (&listed, component("UnityEngine.Light"), None),
        (&open(), AccessTarget::Components(Vec::new()), None),
        (
            &listed,
            two,
            Some(("Denied by allowlist", "policy.component-allowlist")),
        ),
        (
            &listed,
            component("unityengine.light"),
            Some(("Denied by allowlist", "policy.component-allowlist")),
        ),
        (
            &listed,
            component("UnityEngine"),
            Some(("Denied by allowlist", "policy.component-allowlist")),
        ),
        (
            &open(),
            component("UnityEngine.Light"),
            Some(("No components are allowlisted", "policy.component-allowlist")),
        ),
        (&listed, member("UnityEngine.Light.intensity"), None),
        (&listed, by_both_names, None),
        (
            &listed,
            member("UnityEngine.Light.range"),
            Some(("Denied by allowlist", "policy.reflection-allowlist-members")),
        ),
        (
            &open(),
            member("UnityEngine.Light.range"),
            Some(("Denied by allowlist", "policy.reflection-allowlist-members")),
        ),
        (&listed, hook("UnityEngine.GameObject"), None),
        (
            &listed,
            hook("UnityEngine.Light"),
            Some(("Denied by hook allowlist", "policy.hook-allowlist-signatures")),
        ),
    ];
    for (policy, target, expected) in cases {
        let checked = permit(policy, Effect::Write).check(policy, &access(Effect::Write, target.clone()));
        let got = checked
            .as_ref()
            .err()
            .map(|refusal| (refusal.message.as_str(), refusal.rule.id()));
        assert_eq!(got, expected, "{target:?}");
        if let Err(refusal) = checked {
            let setting = refusal.rule.id().trim_start_matches("policy.");
            let hint = refusal.hint;
            assert!(hint.contains(setting) && hint.contains("--set"), "{hint}");
        }
    }
}

#[test]
fn wildcards_match_namespace_or_type_and_plan_needs_every_part() {
    let with = |components: &[&str], members: &[&str]| {
        let mut policy = open();
        policy.component_allowlist = components.iter().map(|name| (*name).to_owned()).collect();
        policy.reflection_allowlist_members = members.iter().map(|name| (*name).to_owned()).collect();
        policy
    };
    let member = |type_name: &str, member: &str| AccessTarget::Member {
        type_name: type_name.into(),
        member: member.into(),
        csharp_name: None,
    };
    let light = || AccessTarget::Components(vec!["UnityEngine.Light".into()]);
    let plan = || AccessTarget::Plan(vec![light(), member("UnityEngine.Light", "m_Range")]);
    for (components, members, target, is_listed) in [
        (vec!["*"], vec![], light(), true),
        (vec!["UnityEngine.*"], vec![], light(), true),
        (vec!["UnityEngine.Li*"], vec![], light(), false),
        (vec!["UnityEngine.Light.*"], vec![], light(), false),
        (
            vec![],
            vec!["UnityEngine.Light.*"],
            member("UnityEngine.Light", "m_Range"),
            true,
        ),
        (
            vec![],
            vec!["UnityEngine.Light.*"],
            member("UnityEngine.Light2D", "m_Range"),
            false,
        ),
        (vec![], vec!["*"], member("Game.Door", "open"), true),
        (vec!["*"], vec!["*"], plan(), true),
        (vec!["*"], vec![], plan(), false),
        (vec![], vec!["*"], plan(), false),
        (vec![], vec![], AccessTarget::Plan(Vec::new()), true),
    ] {
        let policy = with(&components, &members);
        let checked = permit(&policy, Effect::Write).check(&policy, &access(Effect::Write, target.clone()));
        assert_eq!(checked.is_ok(), is_listed, "{components:?} {members:?} {target:?}");
    }
    let mut off = with(&["*"], &[]);
    off.allow_writes = false;
    let denied = |target| denied_now(&off, &target).into_iter().map(Rule::id).collect::<Vec<_>>();
    assert_eq!(denied(light()), ["policy.allow-writes"]);
    assert_eq!(
        denied(member("A", "b")),
        ["policy.allow-writes", "policy.reflection-allowlist-members"]
    );
    assert!(denied_now(&with(&["*"], &[]), &light()).is_empty());
}

#[test]
fn narrowed_policy_revokes_affected_permits() {
    let taken = |effect| permit(&open(), effect);
    let narrowed = |change: fn(&mut Policy)| {
        let mut policy = open();
        policy.revision += 1;
        change(&mut policy);
        policy
    };
    let write = || access(Effect::Write, AccessTarget::None);
    let cases: [(Policy, Effect, Option<&str>); 8] = [
        (narrowed(|_| {}), Effect::Write, None),
        (
            narrowed(|p| p.allow_writes = false),
            Effect::Write,
            Some("policy.allow-writes"),
        ),
        (
            narrowed(|p| p.allow_writes = false),
            Effect::Destructive,
            Some("policy.allow-writes"),
        ),
        (
            narrowed(|p| p.enable_console_eval = false),
            Effect::Code,
            Some("policy.enable-console-eval"),
        ),
        (narrowed(|p| p.enable_console_eval = false), Effect::Write, None),
        (
            narrowed(|p| p.confirm_by = crate::ConfirmBy::Person),
            Effect::Write,
            Some("policy.confirm-by"),
        ),
        (
            narrowed(|p| p.disabled_categories = ["scene".to_owned()].into()),
            Effect::Write,
            Some("policy.disabled-categories"),
        ),
        (
            narrowed(|p| (p.tier_order, p.tier) = (vec!["free".into(), "core".into()], "free".into())),
            Effect::Write,
            Some("policy.tier"),
        ),
    ];
    for (now, effect, rule) in cases {
        let checked = taken(effect).check(&now, &write());
        assert_eq!(
            checked.err().map(|refusal| refusal.rule.id()),
            rule,
            "{effect:?} {now:?}"
        );
    }
}

#[test]
fn narrowed_allowlist_applies_to_running_call() {
    let mut before = open();
    before.component_allowlist.insert("A.B".into());
    let taken = permit(&before, Effect::Write);
    let target = access(Effect::Write, AccessTarget::Components(vec!["A.B".into()]));
    assert!(taken.check(&before, &target).is_ok());
    let mut after = before.clone();
    after.revision += 1;
    after.component_allowlist = ["C.D".to_owned()].into();
    assert!(taken.check(&after, &target).is_err());
}

#[test]
fn approval_stays_valid_after_unrelated_policy_change() {
    let policy = Policy {
        confirm_by: crate::ConfirmBy::Person,
        ..open()
    };
    let facts = ToolFacts {
        bundle: "objects",
        tool: "SetActive",
        effect: Effect::Write,
        category: "",
        tier: "",
        allowed_here: true,
    };
    let agreed = Confirmation {
        person: Some(Agreed::for_steps(3, None)),
        can_ask: true,
        argument: None,
    };
    let Decision::Permit(permit) = decide(&policy, &facts, &agreed) else {
        panic!("the user approved");
    };
    let limit = |effect| {
        permit
            .approval_for(&access(effect, AccessTarget::None))
            .map(Agreed::steps)
    };
    assert_eq!(limit(Effect::Write), Some(3));
    // An access that needs no confirmation takes no approved step.
    assert_eq!((limit(Effect::Read), limit(Effect::WriteUnconfirmed)), (None, None));
    let later = Policy { revision: 9, ..policy };
    assert!(permit.check(&later, &access(Effect::Write, AccessTarget::None)).is_ok());
}
