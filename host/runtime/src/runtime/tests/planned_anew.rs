//! Tests of changes without a plan digest from the caller, if the plan changes before it is executed.

use crate::testing::{Guest, Host, confirmed_permit, invocation, limits};
use host_api::Effect;
use host_bridge::{
    BridgeError, BridgeErrorKind, Capability, Command, EditDone, EditPlan, EditTouches, Function, Replied, Reply,
};
use host_policy::{Agreed, Confirmation};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use tests_unity::FakeUnity;

const APPLY: &str =
    r#"(import "unity-tools:unity/edits-edit@0.3.0" "apply" (func $apply (param i32 i32 i32 i32 i32 i32)))"#;

/// Returns a guest that destroys `obj:1` with a batch of one edit and without a digest. It traps unless `is_answer` is
/// true for the result at address 3200.
fn applied(is_answer: &str) -> &'static str {
    let text = format!(
        "(i32.store8 (i32.const 6000) (i32.const 4)) (i32.store (i32.const 6008) (i32.const 4096))
         (i32.store (i32.const 6012) (i32.const 5))
         (call $apply (i32.const 6000) (i32.const 1) (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 3200))
         (if (i32.eqz {is_answer}) (then (unreachable)))"
    );
    Box::leak(text.into_boxed_str())
}

const DONE: &str = "(i32.eqz (i32.load8_u (i32.const 3200)))";
const CONFLICT: &str = "(i32.and (i32.eq (i32.load8_u (i32.const 3200)) (i32.const 1)) (i32.eq (i32.load8_u (i32.const 3208)) (i32.const 5)))";

fn plan(number: u32) -> EditPlan {
    EditPlan {
        digest: format!("plan {number}"),
        changes: Vec::new(),
        total: 1,
        touches: EditTouches::default(),
    }
}

/// Returns a bridge with a new plan for each preview. It rejects the first `times` executions with `refusal`.
fn unity(times: u32, refusal: fn(u32) -> BridgeError) -> FakeUnity {
    let planned = AtomicU32::new(0);
    let answer = move |command| {
        let answer: Result<Replied, BridgeError> = match command {
            Command::PreviewEdits { .. } => Ok(Reply::Plan(plan(planned.fetch_add(1, Ordering::Relaxed))).into()),
            Command::ApplyEdits { .. } => match planned.load(Ordering::Relaxed) {
                number if number <= times => Err(refusal(number)),
                number => Ok(Reply::EditDone(EditDone {
                    entry: 7,
                    plan: plan(number),
                })
                .into()),
            },
            other => Err(BridgeError::new(BridgeErrorKind::Unsupported, format!("{other:?}"))),
        };
        Some(answer)
    };
    FakeUnity::with_answer(answer).with_capabilities([Capability::Scene, Capability::SceneEdit])
}

fn other_plan(number: u32) -> BridgeError {
    plan(number).is_meant(Some("an older plan")).expect_err("another plan")
}

/// Returns the numbers of plans and of attempts to execute one, and the audit lines of gate 2.
async fn count_attempts(
    unity: FakeUnity,
    is_answer: &str,
    key: Option<&str>,
    person: Option<Agreed>,
) -> (usize, usize, Vec<String>) {
    let folder = Arc::new(tempfile::tempdir().expect("a temporary folder"));
    let host = Host::with_bridge(Arc::new(unity), folder);
    let guest = Guest {
        world: &["unity-tools:unity/edits-edit"],
        imports: APPLY,
        call: applied(is_answer),
        ..Guest::default()
    };
    let bundle = tokio::task::block_in_place(|| host.prepare("b", &guest));
    let confirmation = Confirmation {
        person,
        ..Confirmation::default()
    };
    let mut call = invocation(limits());
    call.base.idempotency_key = key.map(str::to_owned);
    let permit = confirmed_permit(Effect::Destructive, &confirmation);
    let answer = host.runtime.call_tool(&bundle, permit, call).await;
    answer.expect("the answer that it waits for");
    let seen = host.bridge.commands();
    let count = |function| {
        seen.iter()
            .filter(|(command, _)| command.function() == function)
            .count()
    };
    let denied = host.audit.0.lock().expect("no panic").clone();
    let denied = denied.into_iter().filter(|line| line.ends_with(" denied")).collect();
    (count(Function::PreviewEdits), count(Function::ApplyEdits), denied)
}

#[tokio::test(flavor = "multi_thread")]
async fn replans_changes_after_conflicts_up_to_a_limit() {
    for (times, answer, tries) in [(0, DONE, 1), (3, DONE, 4), (16, DONE, 17), (17, CONFLICT, 17)] {
        let tried = count_attempts(unity(times, other_plan), answer, None, None).await;
        assert_eq!(tried, (tries, tries, Vec::new()), "{times}");
    }
}

/// Checks that a call with an idempotency key does not plan again. Each new plan would be another command, and a
/// repeated call must send the same commands in the same order.
#[tokio::test(flavor = "multi_thread")]
async fn does_not_replan_call_with_idempotency_key() {
    let tried = count_attempts(unity(1, other_plan), CONFLICT, Some("key"), None).await;
    assert_eq!(tried, (1, 1, Vec::new()));
}

#[tokio::test(flavor = "multi_thread")]
async fn returns_conflict_unrelated_to_the_plan_immediately() {
    let full = |_| {
        BridgeError::new(
            BridgeErrorKind::Conflict,
            "this session holds 100000 object edits already",
        )
    };
    let tried = count_attempts(unity(1, full), CONFLICT, None, None).await;
    assert_eq!(tried, (1, 1, Vec::new()));
}

#[tokio::test(flavor = "multi_thread")]
async fn rejects_new_plan_that_the_user_did_not_approve() {
    let agreed = || Some(Agreed::to_plans(["plan 0".to_owned()]));
    assert_eq!(
        count_attempts(unity(0, other_plan), DONE, None, agreed()).await,
        (1, 1, Vec::new())
    );
    let refused = vec!["gate-2 ping person.agreed-plan denied".to_owned()];
    assert_eq!(
        count_attempts(unity(1, other_plan), CONFLICT, None, agreed()).await,
        (2, 1, refused)
    );
}
