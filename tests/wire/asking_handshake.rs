//! A guest that asks a client of the handshake eras: questions on the call's own stream, answers as messages of the
//! client.

use crate::client::{Events, Host, LATEST, Session, call, request, wait_for_count, wait_within};
use host_api::AskError;
use serde_json::{Value, json};
use std::time::Duration;

/// A session whose client declared `capabilities`.
async fn session<'h>(host: &'h Host, version: &str, capabilities: Value) -> Session<'h> {
    let client = json!({ "name": "plain", "version": "1" });
    let params = json!({ "protocolVersion": version, "capabilities": capabilities, "clientInfo": client });
    let answer = host.post(&request(0, "initialize", params)).send().await.unwrap();
    let id = answer.headers()["mcp-session-id"].to_str().unwrap().to_owned();
    let session = Session { host, id };
    session.notify("notifications/initialized", json!({})).await;
    session
}

fn all_capabilities() -> Value {
    json!({ "elicitation": { "form": {}, "url": {} }, "sampling": {}, "roots": {} })
}

fn ask_request(id: &str, rounds: Value) -> Value {
    request(
        id,
        "tools/call",
        json!({ "name": "ask", "arguments": { "rounds": rounds } }),
    )
}

/// The stream of a call that asks, after its priming event.
async fn start(session: &Session<'_>, body: &Value) -> Events {
    Events::new(wait_within("a stream", session.post(body).send()).await.unwrap())
}

/// The next message; events without one are skipped.
async fn message(events: &mut Events) -> Value {
    loop {
        let event = events.next().await.expect("an event");
        if event.data.as_deref().is_some_and(|data| !data.is_empty()) {
            return event.json();
        }
    }
}

async fn reply(session: &Session<'_>, question: &Value, member: &str, content: Value) {
    let mut body = json!({ "jsonrpc": "2.0", "id": question["id"] });
    body[member] = content;
    let taken = session.post(&body).send().await.unwrap();
    assert_eq!(taken.status(), 202);
    assert!(taken.text().await.unwrap().is_empty());
}

async fn accept(session: &Session<'_>, question: &Value, content: Value) {
    reply(
        session,
        question,
        "result",
        json!({ "action": "accept", "content": content }),
    )
    .await;
}

async fn all_quiet(host: &Host) {
    for gauge in ["asking", "in_flight", "tasks"] {
        host.until_metric(gauge, 0).await;
    }
}

#[tokio::test]
async fn sends_question_on_call_stream_and_returns_answer_to_guest() {
    let host = Host::start().await;
    let session = session(&host, LATEST, all_capabilities()).await;
    let mut events = start(
        &session,
        &ask_request("c", json!([["form:name"], ["url:page"], ["sampling:s"], ["roots:r"]])),
    )
    .await;
    let form = message(&mut events).await;
    assert_eq!(form["method"], "elicitation/create");
    assert!(form["id"].is_string());
    assert_eq!(
        form["params"],
        json!({
            "mode": "form",
            "message": "What about name?",
            "requestedSchema": { "type": "object", "properties": { "name": { "type": "string" } } },
        })
    );
    assert_eq!(host.metric("asking").await, 1);
    assert_eq!(host.metric("in_flight").await, 0);
    accept(&session, &form, json!({ "name": "Ann" })).await;
    let page = message(&mut events).await;
    assert_eq!(
        page["params"],
        json!({ "mode": "url", "message": "What about page?", "url": "https://example.org/", "elicitationId": "visit-page" })
    );
    assert_ne!(page["id"], form["id"]);
    reply(&session, &page, "result", json!({ "action": "decline" })).await;
    let sampling = message(&mut events).await;
    assert_eq!(
        (&sampling["method"], &sampling["params"]),
        (
            &"sampling/createMessage".into(),
            &json!({ "messages": [], "maxTokens": 5 })
        )
    );
    let said = json!({ "role": "assistant", "content": { "type": "text", "text": "hi" }, "model": "m" });
    reply(&session, &sampling, "result", said.clone()).await;
    let roots = message(&mut events).await;
    assert_eq!((&roots["method"], roots.get("params")), (&"roots/list".into(), None));
    reply(&session, &roots, "result", json!({ "roots": [] })).await;
    let result = message(&mut events).await;
    assert_eq!(result["id"], "c");
    assert_eq!(
        result["result"]["structuredContent"],
        json!({
            "name": { "action": "accept", "content": { "name": "Ann" } },
            "page": { "action": "decline" },
            "s": said,
            "r": { "roots": [] },
        })
    );
    assert_eq!(events.next().await, None);
    all_quiet(&host).await;
}

#[tokio::test]
async fn sends_questions_together_and_accepts_answers_in_any_order() {
    let host = Host::start().await;
    let session = session(&host, "2025-06-18", json!({ "elicitation": {}, "roots": {} })).await;
    let mut events = start(&session, &ask_request("c", json!([["form:a", "form:b", "roots:r"]]))).await;
    let (a, b, roots) = (
        message(&mut events).await,
        message(&mut events).await,
        message(&mut events).await,
    );
    assert_eq!(
        (a["params"].get("mode"), &a["params"]["message"]),
        (None, &"What about a?".into())
    );
    reply(&session, &roots, "result", json!({ "roots": [{ "uri": "file:///x" }] })).await;
    accept(&session, &b, json!({ "name": "B" })).await;
    accept(&session, &a, json!({ "name": "A" })).await;
    let answers = message(&mut events).await["result"]["structuredContent"].clone();
    assert_eq!(
        (&answers["a"]["content"]["name"], &answers["b"]["content"]["name"]),
        (&"A".into(), &"B".into())
    );
    // Late and invented answers are accepted and have no effect.
    for id in [a["id"].clone(), "ask-0".into(), 7.into()] {
        accept(&session, &json!({ "id": id }), json!({})).await;
    }
    all_quiet(&host).await;
}

#[tokio::test]
async fn error_or_invalid_answer_fails_ask_and_cancels_other_questions() {
    let host = Host::start().await;
    let session = session(&host, LATEST, all_capabilities()).await;
    let bad: [(&str, Value, &str); 5] = [
        (
            "error",
            json!({ "code": -1, "message": "not today" }),
            "not today (error -1)",
        ),
        ("error", json!("odd"), "no `code` and `message`"),
        ("result", json!([1]), "must be an object"),
        (
            "result",
            json!({ "action": "maybe" }),
            "`action` of the answer is \"maybe\"",
        ),
        ("result", json!({ "content": {} }), "`action` of the answer is null"),
    ];
    for (number, (member, content, why)) in bad.into_iter().enumerate() {
        let mut events = start(
            &session,
            &ask_request(&format!("c{number}"), json!([["form:a", "form:b"]])),
        )
        .await;
        let (a, b) = (message(&mut events).await, message(&mut events).await);
        reply(&session, &a, member, content).await;
        let withdrawn = message(&mut events).await;
        assert_eq!(withdrawn["method"], "notifications/cancelled");
        assert_eq!(withdrawn["params"]["requestId"], b["id"]);
        let result = message(&mut events).await["result"].clone();
        assert_eq!(result["isError"], true);
        let text = result["content"][0]["text"].as_str().unwrap();
        assert!(text.contains(why), "{text}");
    }
    all_quiet(&host).await;
}

#[tokio::test]
async fn cancels_question_and_reports_timeout_if_no_answer_arrives() {
    let host = Host::start_with(|options| options.mcp.ask_limit = Duration::from_millis(20)).await;
    let session = session(&host, LATEST, all_capabilities()).await;
    let mut events = start(&session, &ask_request("c", json!([["form:a"]]))).await;
    let question = message(&mut events).await;
    let withdrawn = message(&mut events).await;
    assert_eq!(withdrawn["params"]["requestId"], question["id"]);
    let result = message(&mut events).await["result"].clone();
    assert_eq!(result["content"][0]["text"], "no answer arrived in time");
    all_quiet(&host).await;
}

#[tokio::test]
async fn cancel_ends_waiting_call_without_further_messages() {
    let host = Host::start().await;
    let session = session(&host, LATEST, all_capabilities()).await;
    let mut events = start(&session, &ask_request("c", json!([["form:a"]]))).await;
    let question = message(&mut events).await;
    session
        .notify("notifications/cancelled", json!({ "requestId": "c" }))
        .await;
    assert_eq!(events.next().await, None);
    all_quiet(&host).await;
    assert_eq!(*host.fake.asked.errors.lock().unwrap(), [AskError::Cancelled]);
    accept(&session, &question, json!({})).await;
}

#[tokio::test]
async fn deleting_session_cancels_call_that_waits_for_an_answer() {
    let host = Host::start().await;
    let session = session(&host, LATEST, all_capabilities()).await;
    let mut events = start(&session, &ask_request("c", json!([["form:a"]]))).await;
    message(&mut events).await;
    let ended = host
        .request(reqwest::Method::DELETE, "/mcp")
        .header("mcp-session-id", &session.id);
    assert_eq!(ended.send().await.unwrap().status(), 204);
    assert_eq!(events.next().await, None);
    all_quiet(&host).await;
    assert_eq!(*host.fake.asked.errors.lock().unwrap(), [AskError::Cancelled]);
}

#[tokio::test]
async fn lost_connection_keeps_call_waiting_and_resume_replays_question() {
    let host = Host::start().await;
    let session = session(&host, LATEST, all_capabilities()).await;
    let mut events = start(&session, &ask_request("c", json!([["form:a"]]))).await;
    let primed = events.next().await.unwrap().id.unwrap();
    let first = events.next_json().await;
    drop(events);
    host.until_metric("streams", 0).await;
    assert_eq!(host.metric("asking").await, 1);
    let resumed = session.get().header("last-event-id", &primed).send().await.unwrap();
    let mut events = Events::new(resumed);
    let again = events.next().await.unwrap();
    assert_eq!(again.json(), first);
    accept(&session, &first, json!({ "name": "Ann" })).await;
    let result = events.next().await.unwrap();
    assert_eq!(
        result.json()["result"]["structuredContent"]["a"]["content"]["name"],
        "Ann"
    );
    assert_eq!(events.next().await, None);
    assert_eq!(*host.fake.started.borrow(), 1);
    // All of it was delivered: a resume from the result brings no further message of the call.
    let after = session
        .get()
        .header("last-event-id", result.id.unwrap())
        .send()
        .await
        .unwrap();
    let mut rest = Events::new(after);
    host.fake.publish(|view| view.tools.truncate(1));
    let next = message(&mut rest).await;
    assert!(next["method"].is_string(), "{next}");
    all_quiet(&host).await;
}

#[tokio::test]
async fn does_not_ask_clients_without_event_stream_or_capability() {
    let host = Host::start().await;
    let able = session(&host, LATEST, all_capabilities()).await;
    let body = ask_request("c", json!([["form:a"]]));
    let sent = host.raw(body.to_string()).header("accept", "application/json");
    let answer: Value = sent
        .header("mcp-session-id", &able.id)
        .send()
        .await
        .unwrap()
        .json()
        .await
        .unwrap();
    assert_eq!(answer["result"]["isError"], true);
    // A wildcard accepts a stream if no other form is possible.
    let sent = host.raw(body.to_string()).header("accept", "*/*");
    let opened = sent.header("mcp-session-id", &able.id).send().await.unwrap();
    let mut events = Events::new(opened);
    accept(&able, &message(&mut events).await, json!({})).await;
    message(&mut events).await;
    for (version, capabilities, rounds) in [
        (LATEST, json!({}), json!([["form:a"]])),
        (LATEST, json!({ "sampling": {} }), json!([["sampling:s", "form:a"]])),
        ("2025-06-18", all_capabilities(), json!([["url:a"]])),
        ("2025-03-26", all_capabilities(), json!([["form:a"]])),
        ("2024-11-05", all_capabilities(), json!([["form:a"]])),
    ] {
        let unable = session(&host, version, capabilities).await;
        let answer = unable.post(&ask_request("c", rounds)).send().await.unwrap();
        assert_eq!(answer.status(), 200);
        let answer: Value = answer.json().await.unwrap();
        assert_eq!(answer["result"]["isError"], true, "{version}: {answer}");
    }
    let old = session(&host, "2024-11-05", all_capabilities()).await;
    let mut events = start(&old, &ask_request("c", json!([["roots:r"]]))).await;
    let question = message(&mut events).await;
    reply(&old, &question, "result", json!({ "roots": [] })).await;
    assert!(message(&mut events).await["result"].is_object());
    all_quiet(&host).await;
}

#[tokio::test]
async fn waiting_call_frees_in_flight_slot_and_resumes_at_limit() {
    let host = Host::start_with(|options| options.max_in_flight = 1).await;
    let session = session(&host, LATEST, all_capabilities()).await;
    let mut events = start(&session, &ask_request("c", json!([["form:a"]]))).await;
    let question = message(&mut events).await;
    let other = tokio::spawn(session.post(&call("slow", "slow")).send());
    wait_for_count(&host.fake.started, 2).await;
    // The only slot is in use, and the call that was asked about continues all the same.
    assert_eq!(session.post(&call("third", "echo")).send().await.unwrap().status(), 503);
    accept(&session, &question, json!({ "name": "Ann" })).await;
    assert!(message(&mut events).await["result"]["structuredContent"].is_object());
    host.fake.gate.add_permits(1);
    assert_eq!(other.await.unwrap().unwrap().status(), 200);
    all_quiet(&host).await;
}

#[tokio::test]
async fn fails_ask_at_waiting_call_limit_and_on_shutdown() {
    let mut host = Host::start_with(|options| options.max_parked = 1).await;
    let session_id = {
        let session = session(&host, LATEST, all_capabilities()).await;
        session.id
    };
    let able = Session {
        host: &host,
        id: session_id,
    };
    let mut events = start(&able, &ask_request("c", json!([["form:a"]]))).await;
    message(&mut events).await;
    let refused = able.post(&ask_request("d", json!([["form:a"]]))).send().await.unwrap();
    let refused: Value = refused.json().await.unwrap();
    let text = refused["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("too many calls wait for an answer"), "{text}");
    host.shutdown.cancel();
    // The question is withdrawn, and the guest's own result still goes out.
    assert_eq!(message(&mut events).await["method"], "notifications/cancelled");
    let result = message(&mut events).await;
    let text = result["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("shutting down"), "{text}");
    wait_within("the end", &mut host.server).await.unwrap().unwrap();
}

#[tokio::test]
async fn accepts_batched_answers_but_fails_asks_of_batched_calls() {
    let host = Host::start().await;
    let session = session(&host, "2025-03-26", all_capabilities()).await;
    let mut events = start(&session, &ask_request("c", json!([["roots:a", "roots:b"]]))).await;
    let (a, b) = (message(&mut events).await, message(&mut events).await);
    let said = |question: &Value| json!({ "jsonrpc": "2.0", "id": question["id"], "result": { "roots": [] } });
    let taken = session.post(&json!([said(&a), said(&b)])).send().await.unwrap();
    assert_eq!(taken.status(), 202);
    assert!(message(&mut events).await["result"]["structuredContent"]["b"].is_object());
    // Members of a batch are answered in its one JSON body, so they cannot ask.
    let batch = session
        .post(&json!([ask_request("d", json!([["roots:a"]]))]))
        .send()
        .await
        .unwrap();
    let answers: Value = batch.json().await.unwrap();
    assert_eq!(answers[0]["result"]["isError"], true);
    all_quiet(&host).await;
}
