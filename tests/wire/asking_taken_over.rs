//! `requestState` of MCP 2026-07-28: states that are accepted or rejected, and calls that run again from the start.

use crate::asking_stateless::{Request, accepted, all_quiet};
use crate::client::Host;
use host_dialect_mcp::StateKey;
use serde_json::{Value, json};
use std::sync::atomic::Ordering;

fn call() -> Request {
    Request::ask(json!([["form:a"], ["form:b"]]))
}

/// The -32602 of a retry.
async fn fault(request: &Request, host: &Host) -> String {
    let answer = request.answer(host, "f").await;
    assert_eq!(answer["error"]["code"], -32602, "{answer}");
    answer["error"]["message"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn accepts_state_once_and_only_for_same_request_and_client() {
    let host = Host::start().await;
    let call = call();
    let question = call.question(&host, "1").await;
    let state = question["requestState"].as_str().unwrap();
    let retry = call.retry(&question, json!({ "a": accepted("A") }));
    for (what, broken) in [
        (
            "was changed",
            retry.with_param("requestState", format!("{state}-TAMPERED").into()),
        ),
        ("was changed", retry.with_param("requestState", "x".into())),
        ("must be the string", retry.with_param("requestState", json!(null))),
        (
            "must be the string",
            retry.with_param("requestState", json!({ "a": 1 })),
        ),
        ("262144", retry.with_param("requestState", "A".repeat(300_000).into())),
        ("another tool", retry.with_param("name", "other-ask".into())),
        (
            "other arguments",
            retry.with_param("arguments", json!({ "rounds": [["form:a"]] })),
        ),
        (
            "other arguments",
            retry.with_param("_meta", json!({ "unity-tools/target": "player" })),
        ),
        (
            "another client",
            Request {
                client: "other",
                ..retry.clone()
            },
        ),
        (
            "another method",
            Request {
                method: "prompts/get",
                params: json!({ "name": "asked", "requestState": state }),
                ..retry.clone()
            },
        ),
    ] {
        let message = fault(&broken, &host).await;
        assert!(message.contains(what), "{what}: {message}");
    }
    // None of that used the state up, and the order of the client's arguments does not matter.
    let next = retry.question(&host, "2").await;
    let message = fault(&retry, &host).await;
    assert!(message.contains("used already"), "{message}");
    let last = call.retry(&next, json!({ "b": accepted("B") }));
    let result = last.answer(&host, "3").await["result"].clone();
    assert_eq!(
        result["structuredContent"],
        json!({ "a": accepted("A"), "b": accepted("B") })
    );
    assert!(fault(&last, &host).await.contains("used already"));
    assert_eq!(*host.fake.started.borrow(), 1);
    all_quiet(&host).await;
}

#[tokio::test]
async fn rejects_state_with_different_secret_or_idempotency_key() {
    const SECRET: &str = "unity-tools/clientSecret";
    const KEY: &str = "unity-tools/idempotencyKey";
    let host = Host::start().await;
    let (alice, bob) = ("the secret that alice drew", "the secret that bob drew..");
    let metas = [
        json!({}),
        json!({ SECRET: alice }),
        json!({ SECRET: bob }),
        json!({ SECRET: alice, KEY: "k1" }),
        json!({ SECRET: alice, KEY: "k2" }),
    ];
    for asked in &metas {
        let call = call().with_param("_meta", asked.clone());
        let question = call.question(&host, "1").await;
        let retry = call.retry(&question, json!({ "a": accepted("A") }));
        for other in metas.iter().filter(|other| *other != asked) {
            let message = fault(&retry.with_param("_meta", other.clone()), &host).await;
            let named = if asked[SECRET] == other[SECRET] { KEY } else { SECRET };
            assert!(message.contains(named), "{asked} {other}: {message}");
            assert!(!message.contains(alice) && !message.contains(bob), "{message}");
        }
        // None of that used the state up.
        let next = retry.question(&host, "2").await;
        let last = call.retry(&next, json!({ "b": accepted("B") }));
        let result = last.answer(&host, "3").await["result"].clone();
        assert_eq!(result["structuredContent"]["a"], accepted("A"), "{asked}");
    }
    all_quiet(&host).await;
}

#[tokio::test]
async fn reruns_evicted_call_with_previous_answers() {
    let host = Host::start_with(|options| options.max_parked = 1).await;
    let call = call();
    let first = call.question(&host, "1").await;
    let second = call
        .retry(&first, json!({ "a": accepted("A") }))
        .question(&host, "2")
        .await;
    // Takes the only slot.
    let other = Request::ask(json!([["form:z"]]));
    let of_other = other.question(&host, "3").await;
    assert_eq!(*host.fake.started.borrow(), 2);
    let result = call
        .retry(&second, json!({ "b": accepted("B") }))
        .answer(&host, "4")
        .await["result"]
        .clone();
    assert_eq!(
        result["structuredContent"],
        json!({ "a": accepted("A"), "b": accepted("B") })
    );
    assert_eq!(*host.fake.started.borrow(), 3, "it ran again, and asked nothing twice");
    // The other call was not disturbed.
    let result = other
        .retry(&of_other, json!({ "z": accepted("Z") }))
        .answer(&host, "5")
        .await;
    assert_eq!(result["result"]["structuredContent"]["z"], accepted("Z"));
    assert_eq!(*host.fake.started.borrow(), 3);
    all_quiet(&host).await;
}

#[tokio::test]
async fn does_not_evict_or_rerun_call_that_has_written() {
    let key = StateKey([9; 32]);
    let host = Host::start_with(|options| {
        options.max_parked = 1;
        options.mcp.state_key = key;
    })
    .await;
    let mut call = call();
    call.params["arguments"]["written"] = true.into();
    let question = call.question(&host, "1").await;
    let refused = Request::ask(json!([["form:z"]])).answer(&host, "2").await;
    let text = refused["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("too many calls wait"), "{text}");
    // Another process with the same key has no such call.
    let next = Host::start_with(|options| options.mcp.state_key = key).await;
    let retry = call.retry(&question, json!({ "a": accepted("A") }));
    let message = fault(&retry, &next).await;
    assert!(message.starts_with("start over: "), "{message}");
    assert_eq!(*next.fake.started.borrow(), 0);
    // In the process in which it waits, it continues.
    retry.question(&host, "3").await;
    assert_eq!(*host.fake.started.borrow(), 2, "it and the one that was refused");
}

#[tokio::test]
async fn next_process_reruns_call_only_with_the_same_state_key() {
    let key = StateKey([9; 32]);
    let mut host = Host::start_with(|options| options.mcp.state_key = key).await;
    let call = call();
    let question = call.question(&host, "1").await;
    host.shutdown.cancel();
    (&mut host.server).await.unwrap().unwrap();
    let retry = call.retry(&question, json!({ "a": accepted("A") }));
    let stranger = Host::start().await;
    assert!(fault(&retry, &stranger).await.contains("not of this host"));
    let next = Host::start_with(|options| options.mcp.state_key = key).await;
    let second = retry.question(&next, "2").await;
    let keys: Vec<_> = second["inputRequests"].as_object().unwrap().keys().collect();
    assert_eq!(keys, ["b"]);
    assert!(fault(&retry, &next).await.contains("used already"));
    let result = call
        .retry(&second, json!({ "b": accepted("B") }))
        .answer(&next, "3")
        .await;
    assert!(result["result"]["structuredContent"]["a"].is_object());
    assert_eq!(*next.fake.started.borrow(), 1);
    all_quiet(&next).await;
}

#[tokio::test]
async fn rerun_call_repeats_question_if_its_text_changed() {
    let key = StateKey([9; 32]);
    let host = Host::start_with(|options| options.mcp.state_key = key).await;
    let call = call();
    let first = call.question(&host, "1").await;
    let second = call
        .retry(&first, json!({ "a": accepted("A") }))
        .question(&host, "2")
        .await;
    let next = Host::start_with(|options| options.mcp.state_key = key).await;
    *next.fake.asked.words.lock().unwrap() = "And what about".to_owned();
    let again = call
        .retry(&second, json!({ "b": accepted("B") }))
        .question(&next, "3")
        .await;
    let asked = &again["inputRequests"]["a"]["params"]["message"];
    assert_eq!(asked, "And what about a?", "{again}");
    let third = call
        .retry(&again, json!({ "a": accepted("new") }))
        .question(&next, "4")
        .await;
    assert!(
        third["inputRequests"]["b"].is_object(),
        "the answer was to other words: {third}"
    );
    let last = call
        .retry(&third, json!({ "b": accepted("B") }))
        .answer(&next, "5")
        .await;
    assert_eq!(last["result"]["structuredContent"]["a"], accepted("new"));
    all_quiet(&next).await;
}

#[tokio::test]
async fn discards_earlier_answers_if_component_or_policy_changes() {
    let key = StateKey([9; 32]);
    let host = Host::start_with(|options| options.mcp.state_key = key).await;
    let call = call();
    let changes: [fn(&Host); 2] = [
        |next| next.fake.asked.revision.store(2, Ordering::Relaxed),
        |next| *next.fake.asked.digest.lock().unwrap() = "d2".to_owned(),
    ];
    for change in changes {
        let question = call.question(&host, "1").await;
        let next = Host::start_with(|options| options.mcp.state_key = key).await;
        change(&next);
        for accept in ["application/json", "text/event-stream"] {
            let mut retry = call.retry(&question, json!({ "a": accepted("A") }));
            retry.accept = accept;
            let said = retry.send(&next, "2").await.text().await.unwrap();
            if accept == "application/json" {
                let answer: Value = serde_json::from_str(&said).unwrap();
                assert_eq!(
                    (&answer["id"], &answer["error"]["code"]),
                    (&"2".into(), &(-32602).into())
                );
                assert!(said.contains("start over: "), "{said}");
            } else {
                assert!(said.contains("used already"), "{said}");
            }
        }
        all_quiet(&next).await;
    }
    // A guest that survives a change of the policy continues, and its next state contains the later answers.
    let first = call.question(&host, "3").await;
    host.fake.asked.revision.store(2, Ordering::Relaxed);
    let second = call
        .retry(&first, json!({ "a": accepted("A") }))
        .question(&host, "4")
        .await;
    let next = Host::start_with(|options| options.mcp.state_key = key).await;
    next.fake.asked.revision.store(2, Ordering::Relaxed);
    let again = call
        .retry(&second, json!({ "b": accepted("B") }))
        .question(&next, "5")
        .await;
    assert!(again["inputRequests"]["a"].is_object(), "{again}");
}

#[tokio::test]
async fn rejects_state_issued_under_another_bearer_token() {
    let key = StateKey([9; 32]);
    let with = |token: &'static str| {
        Host::start_with(move |options| {
            options.mcp.state_key = key;
            options.token = Some(host_wire::Token::new(token));
        })
    };
    let (one, other) = (
        with("one-token-of-some-length").await,
        with("two-token-of-some-length").await,
    );
    let call = call();
    let asked = call
        .build(&one, "1")
        .bearer_auth("one-token-of-some-length")
        .send()
        .await
        .unwrap();
    let question = asked.json::<Value>().await.unwrap()["result"].clone();
    let retry = call.retry(&question, json!({ "a": accepted("A") }));
    let foreign = retry
        .build(&other, "2")
        .bearer_auth("two-token-of-some-length")
        .send()
        .await
        .unwrap();
    let foreign: Value = foreign.json().await.unwrap();
    assert!(
        foreign["error"]["message"].as_str().unwrap().contains("another client"),
        "{foreign}"
    );
    let own = retry
        .build(&one, "3")
        .bearer_auth("one-token-of-some-length")
        .send()
        .await
        .unwrap();
    let own: Value = own.json().await.unwrap();
    assert_eq!(own["result"]["resultType"], "input_required");
}

#[tokio::test]
async fn fails_next_question_if_answers_exceed_state_size() {
    let host = Host::start().await;
    let call = call();
    let question = call.question(&host, "0").await;
    let large = json!({ "a": accepted(&"x".repeat(300_000)) });
    let refused = call.retry(&question, large).answer(&host, "1").await;
    let text = refused["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("too large to be kept"), "{text}");
    all_quiet(&host).await;
}
