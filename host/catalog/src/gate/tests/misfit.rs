//! Tests of calls with arguments that do not fit, under policies that would also reject these calls.

use super::*;

fn invalid_argument() -> CallError {
    CallError::new(ErrorKind::InvalidArgument, "`id` is missing")
        .with_hint("see the schema")
        .with_details(&json!({ "missingParameters": ["id"] }))
}

/// Rejects such a call; returns the error and the rules in the audit lines.
async fn error_and_rules(policy: Policy, effect: Effect, dialect: Dialect) -> (CallError, Vec<String>) {
    let scene = Scene::new(policy, false);
    let caller = Caller { dialect, ..caller() };
    let mut subject = subject(effect, None, &caller);
    subject.facts.category = "scene";
    subject.facts.tier = "pro";
    let error = scene.gate.misfit(&subject, CallId::next(), invalid_argument()).await;
    (error, scene.lines())
}

fn pro_policy() -> Policy {
    Policy {
        tier_order: vec!["core".to_owned(), "pro".to_owned()],
        tier: "pro".to_owned(),
        ..writes_on(ConfirmBy::Person)
    }
}

#[tokio::test]
async fn reports_only_argument_error_if_policy_allows_the_call() {
    let reads = Policy {
        allow_writes: false,
        ..pro_policy()
    };
    // A confirmation may follow: a missing one does not count as a rejection.
    for (policy, effect) in [(pro_policy(), Effect::Write), (reads, Effect::Read)] {
        let (error, lines) = error_and_rules(policy, effect, Dialect::McpHandshake).await;
        assert_eq!(
            (error.message.as_str(), error.hint.as_deref()),
            ("`id` is missing", Some("see the schema"))
        );
        assert!(lines.is_empty());
    }
}

#[tokio::test]
async fn reports_argument_error_and_policy_if_writes_are_off() {
    let policy = Policy {
        allow_writes: false,
        ..pro_policy()
    };
    let (error, lines) = error_and_rules(policy, Effect::Write, Dialect::McpHandshake).await;
    assert_eq!(
        (error.kind, error.message.as_str()),
        (ErrorKind::InvalidArgument, "`id` is missing")
    );
    assert_eq!(
        error.hint.as_deref(),
        Some(
            "see the schema; the policy would refuse the call in any case: Writes disabled (ask the operator to set `[policy] \
             allow-writes = true` or to start with `--set policy.allow-writes=true`)"
        )
    );
    assert_eq!(error.details, invalid_argument().details);
    assert!(lines.is_empty(), "no attempt to change anything");
}

#[tokio::test]
async fn reports_tier_and_argument_error_for_listed_tool_above_tier() {
    let policy = Policy {
        tier: "core".to_owned(),
        ..pro_policy()
    };
    let (error, lines) = error_and_rules(policy, Effect::Write, Dialect::McpHandshake).await;
    assert_eq!(error.kind, ErrorKind::TierRestricted);
    let hint = error.hint.expect("a hint");
    assert!(
        hint.contains("`pro`") && hint.ends_with("; the call would fail in any case: `id` is missing"),
        "{hint}"
    );
    assert_eq!(error.details.expect("tiers").to_value()["requiredTier"], "pro");
    assert_eq!(lines, ["SetActive {} policy.tier denied"]);
}

#[tokio::test]
async fn reports_argument_error_of_unlisted_tool_only_to_the_operator() {
    for (dialect, says_both) in [(Dialect::McpHandshake, false), (Dialect::CommandLine, true)] {
        let policy = Policy {
            disabled_categories: ["scene".to_owned()].into(),
            ..pro_policy()
        };
        let (error, lines) = error_and_rules(policy, Effect::Write, dialect).await;
        assert_eq!(error.message, "Category `scene` is disabled");
        assert_eq!(
            error.hint.expect("a hint").contains("`id` is missing"),
            says_both,
            "{dialect:?}"
        );
        assert_eq!(lines, ["SetActive {} policy.disabled-categories denied"]);
    }
}
