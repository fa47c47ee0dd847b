//! Gate 1 asks the user and waits for the answer.

use super::*;

#[tokio::test]
async fn asks_user_once_and_accepts_only_explicit_confirmation() {
    let yes = json!({"action": "accept", "content": {"confirm": true}});
    let cases = [
        (Ok(yes), None),
        (
            Ok(json!({"action": "accept", "content": {"confirm": false}})),
            Some(ErrorKind::PermissionDenied),
        ),
        (
            Ok(json!({"action": "accept", "content": {"confirm": "true"}})),
            Some(ErrorKind::PermissionDenied),
        ),
        (Ok(json!({"action": "accept"})), Some(ErrorKind::PermissionDenied)),
        (Ok(json!({"action": "decline"})), Some(ErrorKind::PermissionDenied)),
        (Ok(json!({"action": "cancel"})), Some(ErrorKind::PermissionDenied)),
        (Ok(json!(true)), Some(ErrorKind::PermissionDenied)),
        (Err(AskError::TimedOut), Some(ErrorKind::ConfirmationRequired)),
        (
            Err(AskError::Refused { reason: "no".into() }),
            Some(ErrorKind::ConfirmationRequired),
        ),
        (Err(AskError::Cancelled), Some(ErrorKind::Cancelled)),
        (
            Err(AskError::Unsupported {
                capability: "elicitation",
            }),
            Some(ErrorKind::ConfirmationRequired),
        ),
    ];
    for (answer, expected) in cases {
        let scene = Scene::new(writes_on(ConfirmBy::Person), false);
        let (context, person) = context_with_answer(answer.clone());
        // A `confirm` argument from the agent is not sufficient here.
        let passed = scene.pass(Effect::Write, Some(true), &context).await;
        assert_eq!(passed.err().map(|error| error.kind), expected, "{answer:?}");
        assert_eq!(person.asked.load(Ordering::SeqCst), 1);
        assert_eq!(scene.lines().len(), 1, "{answer:?}: one line for one attempt");
        assert_eq!(scene.gate.parked.read(), 0);
    }
}

#[tokio::test]
async fn does_not_ask_user_if_policy_denies_or_argument_confirms() {
    let yes = || context_with_answer(Ok(json!({"action": "accept", "content": {"confirm": true}})));
    let (context, person) = yes();
    let denied = Scene::new(Policy::default(), false)
        .pass(Effect::Write, None, &context)
        .await;
    assert_eq!(denied.expect_err("read-only").message, "Writes disabled");
    let confirmed = Scene::new(writes_on(ConfirmBy::Argument), false);
    confirmed
        .pass(Effect::Write, Some(true), &context)
        .await
        .expect("confirmed by argument");
    assert_eq!(person.asked.load(Ordering::SeqCst), 0);
    // Without the argument, the user can approve.
    confirmed
        .pass(Effect::Write, None, &context)
        .await
        .expect("confirmed by the user");
    assert_eq!(person.asked.load(Ordering::SeqCst), 1);
    // A client that did not declare elicitation gets no question.
    let silent = CallContext {
        client: ClientCapabilities::default(),
        ..context
    };
    let error = confirmed
        .pass(Effect::Write, None, &silent)
        .await
        .expect_err("no user to ask");
    assert_eq!(error.kind, ErrorKind::ConfirmationRequired);
    assert_eq!(person.asked.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn policy_narrowed_during_the_question_overrides_approval() {
    struct Narrowing(Arc<PolicyCell>);
    impl host_api::AskChannel for Narrowing {
        fn ask(&self, request: AskRequest) -> BoxFuture<'_, Result<Vec<Answer>, AskError>> {
            self.0.publish(Policy::default());
            let key = request.questions[0].key.clone();
            let value = Json::from_value(&json!({"action": "accept", "content": {"confirm": true}}));
            Box::pin(async move { Ok(vec![Answer { key, value }]) })
        }
    }
    let scene = Scene::new(writes_on(ConfirmBy::Person), false);
    let (mut context, _) = context_with_answer(Err(AskError::TimedOut));
    context.ask = Some(Arc::new(Narrowing(Arc::clone(&scene.gate.policy))));
    let error = scene
        .pass(Effect::Write, None, &context)
        .await
        .expect_err("writes were switched off");
    assert_eq!(error.message, "Writes disabled");
}

#[tokio::test]
async fn cancelled_call_stops_waiting_for_the_user() {
    struct Silent;
    impl host_api::AskChannel for Silent {
        fn ask(&self, _: AskRequest) -> BoxFuture<'_, Result<Vec<Answer>, AskError>> {
            Box::pin(std::future::pending())
        }
    }
    let scene = Scene::new(writes_on(ConfirmBy::Person), false);
    let (mut context, _) = context_with_answer(Err(AskError::TimedOut));
    context.ask = Some(Arc::new(Silent));
    context.cancel.cancel();
    let error = scene.pass(Effect::Write, None, &context).await.expect_err("cancelled");
    assert_eq!(error.kind, ErrorKind::Cancelled);
    assert_eq!(scene.gate.parked.read(), 0);
}
