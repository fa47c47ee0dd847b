//! Tests of a call with an idempotency key that is sent again and needs the user's approval.

use super::*;
use host_api::Proof;
use host_bridge::CallKey;

const OFF: &str = r#"{"object":"obj:12","active":false}"#;
const ON: &str = r#"{"object":"obj:12","active":true}"#;

fn keyed(secret: &str, tool: &str, digest: &str) -> KeyedCall {
    let client = Caller {
        proof: Some(Proof::Secret(secret.into())),
        ..caller()
    };
    let key = CallKey::new(&client, "objects", tool, Some("k1".to_owned()), CallId::next());
    KeyedCall::new(key, digest.to_owned()).expect("a key")
}

fn call_of_alice() -> KeyedCall {
    keyed("alice", "SetActive", "00")
}

struct Again {
    scene: Scene,
    context: CallContext,
    person: Arc<FakePerson>,
}

impl Again {
    fn new() -> Self {
        let (context, person) = context_with_answer(Ok(json!({"action": "accept", "content": {"confirm": true}})));
        Self {
            scene: Scene::new(writes_on(ConfirmBy::Person), false),
            context,
            person,
        }
    }

    async fn pass(&self, keyed: Option<&KeyedCall>, arguments: &str) -> Result<Passed, CallError> {
        let caller = caller();
        let subject = Subject {
            arguments,
            keyed,
            ..subject(Effect::Write, None, &caller)
        };
        self.scene.gate.pass(&subject, &self.context).await
    }

    async fn let_through(&self, keyed: Option<&KeyedCall>, arguments: &str) -> LetThrough {
        self.pass(keyed, arguments).await.expect("it passes").by
    }

    fn question_count(&self) -> usize {
        self.person.asked.load(Ordering::SeqCst)
    }
}

#[tokio::test]
async fn approval_covers_repeats_of_a_call_but_no_other_call() {
    let again = Again::new();
    let call = call_of_alice();
    assert_eq!(again.let_through(Some(&call), OFF).await, LetThrough::Approved);
    for _ in 0..2 {
        assert_eq!(again.let_through(Some(&call), OFF).await, LetThrough::ApprovedBefore);
    }
    assert_eq!(again.question_count(), 1);
    let conflict = again.pass(Some(&call), ON).await.expect_err("other arguments");
    assert_eq!((conflict.kind, again.question_count()), (ErrorKind::Conflict, 1));
    assert!(conflict.message.contains("\"k1\""), "{conflict}");
    // Another client, another tool, another component, and calls without a key.
    let others = [
        keyed("bob", "SetActive", "00"),
        keyed("alice", "Rename", "00"),
        keyed("alice", "SetActive", "01"),
    ];
    for other in others.iter().map(Some).chain([None, None]) {
        assert_eq!(again.let_through(other, OFF).await, LetThrough::Approved);
    }
    assert_eq!(again.question_count(), 6);
    let rules: Vec<String> = again
        .scene
        .lines()
        .iter()
        .take(5)
        .map(|line| line.replace(OFF, "off").replace(ON, "on"))
        .collect();
    assert_eq!(
        rules,
        [
            "SetActive off person.agreed allowed",
            "SetActive off person.agreed-before allowed",
            "SetActive off person.agreed-before allowed",
            "SetActive on call.idempotency-key denied",
            "SetActive off person.agreed allowed",
        ]
    );
}

/// Tests two equal calls that both ask the user before the user approves either.
#[tokio::test]
async fn one_approval_covers_two_concurrent_equal_calls() {
    struct BothFirst(tokio::sync::Barrier);
    impl host_api::AskChannel for BothFirst {
        fn ask(&self, request: AskRequest) -> BoxFuture<'_, Result<Vec<Answer>, AskError>> {
            let key = request.questions[0].key.clone();
            let value = Json::from_value(&json!({"action": "accept", "content": {"confirm": true}}));
            Box::pin(async move {
                self.0.wait().await;
                Ok(vec![Answer { key, value }])
            })
        }
    }
    let mut again = Again::new();
    again.context.ask = Some(Arc::new(BothFirst(tokio::sync::Barrier::new(2))));
    let call = call_of_alice();
    let both = tokio::join!(again.let_through(Some(&call), OFF), again.let_through(Some(&call), OFF));
    let mut both = [both.0, both.1];
    both.sort_by_key(|by| *by != LetThrough::Approved);
    assert_eq!(both, [LetThrough::Approved, LetThrough::ApprovedBefore]);
}

#[tokio::test]
async fn asks_again_only_if_the_first_try_changed_nothing() {
    for (failed, asks_again) in [
        (ErrorKind::NotFound, true),
        (ErrorKind::Conflict, true),
        (ErrorKind::NotReady, true),
        (ErrorKind::OutcomeUnknown, false),
        (ErrorKind::Timeout, false),
        (ErrorKind::Cancelled, false),
    ] {
        let again = Again::new();
        let call = call_of_alice();
        let by = again.let_through(Some(&call), OFF).await;
        again.scene.gate.failed(Some(&call), by, Some(failed));
        let wanted = match asks_again {
            true => LetThrough::Approved,
            false => LetThrough::ApprovedBefore,
        };
        assert_eq!(again.let_through(Some(&call), OFF).await, wanted, "{failed:?}");
    }
    // If a busy host rejects a second try, the approval is kept; if a second try no longer fits the approval, it is
    // dropped.
    let again = Again::new();
    let call = call_of_alice();
    for (wanted, failed) in [
        (LetThrough::Approved, None),
        (LetThrough::ApprovedBefore, Some(ErrorKind::RateLimited)),
        (LetThrough::ApprovedBefore, Some(ErrorKind::PermissionDenied)),
        (LetThrough::Approved, None),
    ] {
        let by = again.let_through(Some(&call), OFF).await;
        assert_eq!(by, wanted);
        if failed.is_some() {
            again.scene.gate.failed(Some(&call), by, failed);
        }
    }
}

#[tokio::test]
async fn current_policy_denies_repeat_of_an_approved_call() {
    let again = Again::new();
    let call = call_of_alice();
    again.let_through(Some(&call), OFF).await;
    again.scene.gate.policy.publish(Policy::default());
    let error = again.pass(Some(&call), OFF).await.expect_err("writes are off");
    assert_eq!((error.message.as_str(), again.question_count()), ("Writes disabled", 1));
}
