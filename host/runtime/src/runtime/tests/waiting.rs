//! Tests of a call whose guest waits for the user.

use super::*;

/// A user who answers only after a notification.
#[derive(Default)]
struct SlowPerson(tokio::sync::Notify);

impl AskChannel for SlowPerson {
    fn ask(&self, request: AskRequest) -> BoxFuture<'_, Result<Vec<Answer>, AskError>> {
        Box::pin(async move {
            self.0.notified().await;
            let key = request
                .questions
                .into_iter()
                .map(|question| question.key)
                .next()
                .expect("one question");
            Ok(vec![Answer {
                key,
                value: Json::parse("{}".to_owned()).expect("JSON"),
            }])
        })
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn waiting_for_the_user_does_not_count_toward_the_deadline() {
    let host = Host::new();
    // The guest asks one question with the key `k` for the roots; the first byte of the result must be `ok`.
    let guest = Guest {
        world: &["unity-tools:host/client"],
        imports: r#"(import "unity-tools:host/client@0.3.0" "ask" (func $ask (param i32 i32 i32)))"#,
        call: "(i32.store (i32.const 5000) (i32.const 4144)) (i32.store (i32.const 5004) (i32.const 1))
               (i32.store8 (i32.const 5008) (i32.const 3))
               (call $ask (i32.const 5000) (i32.const 1) (i32.const 6000))
               (if (i32.load8_u (i32.const 6000)) (then unreachable))",
        ..Guest::default()
    };
    let bundle = tokio::task::block_in_place(|| host.prepare("b", &guest));
    let endless = tokio::task::block_in_place(|| host.prepare("endless", &ENDLESS));
    let narrow = CallLimits {
        deadline: Duration::from_millis(200),
        ..limits()
    };
    let person = Arc::new(SlowPerson::default());
    let mut call = invocation(narrow);
    call.base.context.ask = Some(person.clone());
    call.base.context.client.roots = true;
    let runtime = host.runtime.clone();
    let asking = tokio::spawn(async move { runtime.call_tool(&bundle, permit(Effect::Read), call).await });
    while host.runtime.metrics().parked == 0 {
        tokio::task::yield_now().await;
    }
    // Another call that begins now runs out of the same time before the user answers.
    let late = host
        .runtime
        .call_tool(&endless, permit(Effect::Read), invocation(narrow));
    assert_eq!(late.await.expect_err("endless").kind, ErrorKind::Timeout);
    person.0.notify_one();
    let answer = asking.await.expect("no panic");
    assert!(answer.is_ok(), "{answer:?}");
    assert_eq!(host.runtime.metrics().parked, 0);
}
