//! All combinations of gate 1, compared with a table in which the first matching row decides.

use super::*;
use host_api::ErrorKind;

/// The expected decisions. `*` matches anything. Columns: effect, allow-writes, enable-console-eval, require-confirm,
/// confirm-by, confirm argument, user approved, can ask -> decision (a rule id means: denied by this rule).
const TABLE: &[&str] = &[
    "read              * * * *        *    * * -> permit",
    "config            * * * *        *    1 * -> permit",
    "config            * * * argument yes  0 * -> permit",
    "config            * * * *        *    0 1 -> ask",
    "config            * * * argument *    0 0 -> policy.require-confirm",
    "config            * * * person   *    0 0 -> policy.confirm-by",
    "code              * 0 * *        *    * * -> policy.enable-console-eval",
    "code              0 1 * *        *    * * -> policy.allow-writes",
    "write             0 * * *        *    * * -> policy.allow-writes",
    "write-unconfirmed 0 * * *        *    * * -> policy.allow-writes",
    "destructive       0 * * *        *    * * -> policy.allow-writes",
    "write-unconfirmed 1 * * *        *    * * -> permit",
    "*                 1 * 0 *        *    * * -> permit",
    "*                 1 * 1 *        *    1 * -> permit",
    "*                 1 * 1 argument yes  0 * -> permit",
    "*                 1 * 1 *        *    0 1 -> ask",
    "*                 1 * 1 argument *    0 0 -> policy.require-confirm",
    "*                 1 * 1 person   *    0 0 -> policy.confirm-by",
];

const EFFECTS: [Effect; 6] = [
    Effect::Read,
    Effect::Write,
    Effect::WriteUnconfirmed,
    Effect::Destructive,
    Effect::Code,
    Effect::Config,
];

fn facts(effect: Effect) -> ToolFacts<'static> {
    ToolFacts {
        bundle: "objects",
        tool: "SetActive",
        effect,
        category: "scene",
        tier: "core",
        allowed_here: true,
    }
}

fn outcome(decision: &Decision) -> &'static str {
    match decision {
        Decision::Permit(_) => "permit",
        Decision::Ask(_) => "ask",
        Decision::Denied(refusal) => refusal.rule.id(),
    }
}

fn bit(value: bool) -> &'static str {
    if value { "1" } else { "0" }
}

#[test]
fn decision_matches_the_table_for_every_combination() {
    let mut used = vec![0; TABLE.len()];
    let mut combinations = 0;
    for effect in EFFECTS {
        for flags in 0..32u8 {
            let on = |n: u8| flags & (1 << n) != 0;
            for (by, by_word) in [(ConfirmBy::Argument, "argument"), (ConfirmBy::Person, "person")] {
                for (argument, argument_word) in [(None, "none"), (Some(false), "no"), (Some(true), "yes")] {
                    let policy = Policy {
                        allow_writes: on(0),
                        enable_console_eval: on(1),
                        require_confirm: on(2),
                        confirm_by: by,
                        ..Policy::default()
                    };
                    let confirmation = Confirmation {
                        argument,
                        person: on(3).then(|| Agreed::for_steps(1, None)),
                        can_ask: on(4),
                    };
                    let row = [
                        effect.as_str(),
                        bit(on(0)),
                        bit(on(1)),
                        bit(on(2)),
                        by_word,
                        argument_word,
                        bit(on(3)),
                        bit(on(4)),
                    ];
                    let fits = |line: &&str| -> bool {
                        let cells = line.split_whitespace().take_while(|cell| *cell != "->");
                        cells.zip(row).all(|(cell, value)| cell == "*" || cell == value)
                    };
                    let index = TABLE.iter().position(fits).expect("the table is complete");
                    used[index] += 1;
                    combinations += 1;
                    let expected = TABLE[index].rsplit(' ').next();
                    let decision = decide(&policy, &facts(effect), &confirmation);
                    assert_eq!(Some(outcome(&decision)), expected, "{row:?}");
                }
            }
        }
    }
    assert_eq!(combinations, 6 * 32 * 2 * 3);
    assert!(used.iter().all(|count| *count > 0), "unused rows: {used:?}");
}

#[test]
fn refusal_has_stable_message_and_names_the_remedy() {
    let writes_on = Policy {
        allow_writes: true,
        ..Policy::default()
    };
    let person = Policy {
        confirm_by: ConfirmBy::Person,
        ..writes_on.clone()
    };
    let cases = [
        (
            Policy::default(),
            Effect::Write,
            ErrorKind::PermissionDenied,
            "Writes disabled",
            "[policy] allow-writes = true",
        ),
        (
            Policy::default(),
            Effect::Write,
            ErrorKind::PermissionDenied,
            "Writes disabled",
            "--set policy.allow-writes=true",
        ),
        (
            Policy::default(),
            Effect::Code,
            ErrorKind::PermissionDenied,
            "ConsoleEval disabled",
            "--set policy.enable-console-eval=true",
        ),
        (
            writes_on,
            Effect::Destructive,
            ErrorKind::ConfirmationRequired,
            "Confirmation required",
            "resend with confirm=true",
        ),
        (
            person,
            Effect::Write,
            ErrorKind::ConfirmationRequired,
            "Confirmation required",
            "confirm-by = \"argument\"",
        ),
    ];
    for (policy, effect, kind, message, hint) in cases {
        let Decision::Denied(refusal) = decide(&policy, &facts(effect), &Confirmation::default()) else {
            panic!("{effect:?} has to be denied");
        };
        assert_eq!(refusal.kind, kind);
        assert_eq!(refusal.message, message);
        let told = refusal.hint;
        assert!(told.contains(hint), "{hint}");
        // The caller cannot change the configuration.
        assert_eq!(
            told.contains("[policy]"),
            told.contains("ask the operator to "),
            "{told}"
        );
    }
}

#[test]
fn rejects_excluded_tool_category_and_tier_before_other_rules() {
    let everything_off = Policy {
        disabled_categories: ["scene".to_owned()].into(),
        tier_order: vec!["free".into(), "core".into()],
        tier: "free".into(),
        ..Policy::default()
    };
    let denied = ToolFacts {
        allowed_here: false,
        ..facts(Effect::Write)
    };
    let no_confirmation = Confirmation::default();
    assert_eq!(
        outcome(&decide(&everything_off, &denied, &no_confirmation)),
        "bundles.tools"
    );
    assert_eq!(
        outcome(&decide(&everything_off, &facts(Effect::Read), &no_confirmation)),
        "policy.disabled-categories"
    );
    let tier_only = Policy {
        disabled_categories: Default::default(),
        ..everything_off
    };
    let Decision::Denied(refusal) = decide(&tier_only, &facts(Effect::Write), &no_confirmation) else {
        panic!("the tier is too low");
    };
    assert_eq!(refusal.kind, ErrorKind::TierRestricted);
    let details = refusal.details.expect("a tier refusal has details").to_value();
    assert_eq!(
        details,
        serde_json::json!({"requiredTier": "core", "currentTier": "free"})
    );
    assert!(refusal.hint.contains("tier = \"core\""));
}

#[test]
fn compares_tiers_in_the_order_of_the_operator() {
    let policy = |order: &[&str], tier: &str| Policy {
        tier_order: order.iter().map(|&name| name.to_owned()).collect(),
        tier: tier.to_owned(),
        ..Policy::default()
    };
    let cases = [
        (policy(&["core"], "core"), "core", true),
        (policy(&["core"], "core"), "", true),
        (policy(&["core"], "core"), "pro", false),
        (policy(&[], ""), "pro", true),
        (policy(&["core", "pro"], ""), "pro", true),
        (policy(&["core", "pro"], "core"), "pro", false),
        (policy(&["core", "pro"], "pro"), "core", true),
        (policy(&["core", "pro"], "gone"), "core", false),
    ];
    for (policy, tier, reached) in cases {
        assert_eq!(
            policy.tier_reached(tier),
            reached,
            "{:?} {:?} {tier}",
            policy.tier_order,
            policy.tier
        );
    }
}

#[test]
fn question_names_the_tool_and_its_effect() {
    let policy = Policy {
        allow_writes: true,
        ..Policy::default()
    };
    let can_ask = Confirmation {
        can_ask: true,
        ..Confirmation::default()
    };
    let Decision::Ask(ask) = decide(&policy, &facts(Effect::Destructive), &can_ask) else {
        panic!("the user must be asked");
    };
    assert!(
        ask.sentence.contains("SetActive") && ask.sentence.contains("delete"),
        "{}",
        ask.sentence
    );
}

#[test]
fn automatic_start_checks_policy_but_needs_no_confirmation() {
    let open = Policy {
        allow_writes: true,
        enable_console_eval: true,
        require_confirm: true,
        ..Policy::default()
    };
    let script = facts(Effect::Code);
    assert_eq!(
        may_start(&open, &script),
        Ok(()),
        "the user agreed when switching it on"
    );
    let rule = |policy: Policy| may_start(&policy, &script).expect_err("a refusal").rule.id();
    let (no_writes, no_code) = (
        Policy {
            allow_writes: false,
            ..open.clone()
        },
        Policy {
            enable_console_eval: false,
            ..open.clone()
        },
    );
    assert_eq!(rule(no_writes), "policy.allow-writes");
    assert_eq!(rule(no_code), "policy.enable-console-eval");
    let mut closed = open;
    closed.disabled_categories.insert(script.category.to_owned());
    assert_eq!(rule(closed), "policy.disabled-categories");
}
