//! A guest that asks a client of MCP 2026-07-28: `input_required`, and the retry that resumes the parked guest.

use crate::client::{Events, Host, wait_for_count, wait_within};
use host_api::AskError;
use reqwest::{RequestBuilder, Response};
use serde_json::{Value, json};
use std::time::Duration;

const VERSION: &str = "2026-07-28";

/// One request, with the data of its client.
#[derive(Clone)]
pub(crate) struct Request {
    pub(crate) method: &'static str,
    pub(crate) params: Value,
    pub(crate) capabilities: Value,
    pub(crate) client: &'static str,
    pub(crate) accept: &'static str,
}

impl Request {
    pub(crate) fn new(method: &'static str, params: Value) -> Self {
        Self {
            method,
            params,
            capabilities: json!({ "elicitation": { "form": {}, "url": {} }, "sampling": {}, "roots": {} }),
            client: "plain",
            accept: crate::client::BOTH,
        }
    }

    /// A call of the tool that asks.
    pub(crate) fn ask(rounds: Value) -> Self {
        Self::new(
            "tools/call",
            json!({ "name": "ask", "arguments": { "rounds": rounds } }),
        )
    }

    pub(crate) fn with_param(&self, member: &str, value: Value) -> Self {
        let mut changed = self.clone();
        changed.params[member] = value;
        changed
    }

    /// The retry with `answers` to the questions of `result`.
    pub(crate) fn retry(&self, result: &Value, answers: Value) -> Self {
        self.with_param("inputResponses", answers)
            .with_param("requestState", result["requestState"].clone())
    }

    pub(crate) fn build(&self, host: &Host, id: &str) -> RequestBuilder {
        let mut params = self.params.clone();
        params["_meta"]["io.modelcontextprotocol/protocolVersion"] = VERSION.into();
        params["_meta"]["io.modelcontextprotocol/clientInfo"] = json!({ "name": self.client, "version": "2" });
        params["_meta"]["io.modelcontextprotocol/clientCapabilities"] = self.capabilities.clone();
        let name = params["name"]
            .as_str()
            .or(params["uri"].as_str())
            .or(params["taskId"].as_str())
            .unwrap_or_default()
            .to_owned();
        let body = json!({ "jsonrpc": "2.0", "id": id, "method": self.method, "params": params });
        host.raw(body.to_string())
            .header("accept", self.accept)
            .header("mcp-protocol-version", VERSION)
            .header("mcp-method", self.method)
            .header("mcp-name", name)
    }

    pub(crate) async fn send(&self, host: &Host, id: &str) -> Response {
        wait_within("an answer", self.build(host, id).send()).await.unwrap()
    }

    /// The JSON response, of status 200 and with this id.
    pub(crate) async fn answer(&self, host: &Host, id: &str) -> Value {
        let answer = self.send(host, id).await;
        assert_eq!(answer.status(), 200);
        let answer: Value = answer.json().await.unwrap();
        assert_eq!(answer["id"], id);
        answer
    }

    /// The result that contains questions.
    pub(crate) async fn question(&self, host: &Host, id: &str) -> Value {
        let result = self.answer(host, id).await["result"].clone();
        assert_eq!(result["resultType"], "input_required", "{result}");
        result
    }
}

pub(crate) fn accepted(name: &str) -> Value {
    json!({ "action": "accept", "content": { "name": name } })
}

pub(crate) async fn all_quiet(host: &Host) {
    for gauge in ["asking", "in_flight", "tasks", "streams"] {
        host.until_metric(gauge, 0).await;
    }
}

#[tokio::test]
async fn retry_resumes_the_guest_that_sent_the_question() {
    let host = Host::start().await;
    let call = Request::ask(json!([["form:name", "roots:r"], ["url:page"]]));
    let first = call.question(&host, "1").await;
    assert_eq!(
        first["inputRequests"],
        json!({
            "name": {
                "method": "elicitation/create",
                "params": {
                    "mode": "form",
                    "message": "What about name?",
                    "requestedSchema": { "type": "object", "properties": { "name": { "type": "string" } } },
                },
            },
            "r": { "method": "roots/list" },
        })
    );
    assert_eq!(
        first["_meta"]["io.modelcontextprotocol/serverInfo"]["name"],
        "unity-tool-host"
    );
    assert_eq!(host.metric("asking").await, 1);
    assert_eq!(host.metric("in_flight").await, 0);
    // One of two answers: only the other one is requested again. An answer without a question is ignored.
    let some = json!({ "name": accepted("Ann"), "unknown": { "action": "accept" } });
    let second = call.retry(&first, some).question(&host, "2").await;
    let keys: Vec<_> = second["inputRequests"].as_object().unwrap().keys().collect();
    assert_eq!(keys, ["r"]);
    assert_ne!(second["requestState"], first["requestState"]);
    let rest = json!({ "r": { "roots": [] } });
    let third = call.retry(&second, rest).question(&host, "3").await;
    assert_eq!(
        third["inputRequests"]["page"]["params"],
        json!({ "mode": "url", "message": "What about page?", "url": "https://example.org/" })
    );
    let last = json!({ "page": { "action": "cancel" } });
    let result = call.retry(&third, last).answer(&host, "4").await["result"].clone();
    assert_eq!(result["resultType"], "complete");
    assert_eq!(
        result["structuredContent"],
        json!({ "name": accepted("Ann"), "r": { "roots": [] }, "page": { "action": "cancel" } })
    );
    assert_eq!(*host.fake.started.borrow(), 1, "one guest answered all of it");
    all_quiet(&host).await;
}

#[tokio::test]
async fn ignores_answers_to_questions_not_yet_sent() {
    let host = Host::start().await;
    let call = Request::ask(json!([["form:a"], ["form:b"]]));
    let answers = json!({ "a": accepted("A"), "b": { "action": "decline" }, "more": { "x": 1 } });
    let first = call
        .with_param("inputResponses", answers.clone())
        .question(&host, "1")
        .await;
    assert!(first["inputRequests"]["a"].is_object(), "{first}");
    // The same answers with a state: the question that was asked is answered, the one that was not yet asked is asked.
    let second = call.retry(&first, answers).question(&host, "2").await;
    assert!(second["inputRequests"]["b"].is_object(), "{second}");
    let result = call
        .retry(
            &second,
            json!({ "a": accepted("another"), "b": { "action": "decline" } }),
        )
        .answer(&host, "3")
        .await["result"]
        .clone();
    assert_eq!(
        result["structuredContent"],
        json!({ "a": accepted("A"), "b": { "action": "decline" } })
    );
    assert_eq!(*host.fake.started.borrow(), 1);
    all_quiet(&host).await;
}

#[tokio::test]
async fn does_not_reuse_answer_for_another_question_with_same_key() {
    let host = Host::start().await;
    // The same key three times: another text, then the first text again.
    let call = Request::ask(json!([["form:a"], ["url:a"], ["form:a"]]));
    let mut question = call.question(&host, "1").await;
    for (id, method) in [("2", "url"), ("3", "form")] {
        question = call
            .retry(&question, json!({ "a": accepted(id) }))
            .question(&host, id)
            .await;
        assert_eq!(question["inputRequests"]["a"]["params"]["mode"], method);
    }
    let last = call
        .retry(&question, json!({ "a": accepted("4") }))
        .answer(&host, "4")
        .await;
    assert_eq!(last["result"]["structuredContent"]["a"], accepted("4"));
    assert_eq!(*host.fake.started.borrow(), 1);
    all_quiet(&host).await;
}

#[tokio::test]
async fn rejects_malformed_answers_without_starting_a_guest() {
    let host = Host::start().await;
    let call = Request::ask(json!([["form:a"], ["form:b"]]));
    let first = call.question(&host, "1").await;
    for (odd, said) in [
        (json!(null), "`inputResponses` must be an object"),
        (json!([]), "`inputResponses` must be an object"),
        (json!({ "a": 12345 }), "`inputResponses.a` must be an object, not 12345"),
    ] {
        for retry in [
            call.with_param("inputResponses", odd.clone()),
            call.retry(&first, odd.clone()),
        ] {
            let fault = retry.answer(&host, "2").await["error"].clone();
            assert_eq!(fault["code"], -32602);
            assert!(fault["message"].as_str().unwrap().contains(said), "{fault}");
        }
    }
    let refused = call
        .retry(&first, json!({ "a": { "action": "maybe" } }))
        .answer(&host, "3")
        .await;
    let text = refused["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("`action` of the answer is \"maybe\""), "{text}");
    assert_eq!(*host.fake.started.borrow(), 1);
    all_quiet(&host).await;
}

#[tokio::test]
async fn prompts_and_resources_can_ask_like_tools() {
    let host = Host::start().await;
    let prompt = Request::new("prompts/get", json!({ "name": "asked", "arguments": { "who": "Bo" } }));
    let resource = Request::new("resources/read", json!({ "uri": "fake://asked" }));
    for (request, member) in [(prompt, "messages"), (resource, "contents")] {
        let question = request.question(&host, "1").await;
        assert_eq!(question["inputRequests"]["name"]["method"], "elicitation/create");
        let answers = json!({ "name": accepted("Ann") });
        let result = request.retry(&question, answers).answer(&host, "2").await["result"].clone();
        assert!(result[member].to_string().contains("Ann"), "{result}");
    }
    let completion =
        json!({ "ref": { "type": "ref/prompt", "name": "asked" }, "argument": { "name": "who", "value": "" } });
    let completed = Request::new("completion/complete", completion).answer(&host, "3").await;
    assert_eq!(completed["result"]["resultType"], "complete");
    all_quiet(&host).await;
}

#[tokio::test]
async fn stream_ends_after_question_and_retry_opens_a_new_one() {
    let host = Host::start().await;
    let mut call = Request::ask(json!([["form:name"]]));
    call.accept = "text/event-stream";
    let mut events = Events::new(call.send(&host, "1").await);
    let question = events.next_json().await["result"].clone();
    assert_eq!(question["resultType"], "input_required");
    assert_eq!(events.next().await, None);
    drop(events);
    host.until_metric("streams", 0).await;
    assert_eq!(host.metric("asking").await, 1, "the end of the stream was no cancel");
    let retry = call.retry(&question, json!({ "name": accepted("Ann") }));
    let mut events = Events::new(retry.send(&host, "2").await);
    let answer = events.next_json().await;
    assert_eq!(
        (&answer["id"], &answer["result"]["isError"]),
        (&"2".into(), &false.into())
    );
    assert_eq!(events.next().await, None);
    all_quiet(&host).await;
}

#[tokio::test]
async fn lost_connection_cancels_call_resumed_by_retry() {
    let host = Host::start().await;
    let call = Request::new(
        "tools/call",
        json!({ "name": "ask", "arguments": { "rounds": [["form:a"]], "linger": true } }),
    );
    let question = call.question(&host, "1").await;
    let retry = call.retry(&question, json!({ "a": accepted("A") }));
    let pending = tokio::spawn(retry.build(&host, "2").send());
    wait_for_count(&host.fake.lingering, 1).await;
    pending.abort();
    wait_for_count(&host.fake.cancelled, 1).await;
    all_quiet(&host).await;
}

#[tokio::test]
async fn error_names_undeclared_capability_required_by_question() {
    let host = Host::start().await;
    for (rounds, capabilities, required) in [
        (json!([["sampling:s"]]), json!({}), json!({ "sampling": {} })),
        (
            json!([["form:a"]]),
            json!({ "sampling": {} }),
            json!({ "elicitation": { "form": {} } }),
        ),
        (
            json!([["url:a"]]),
            json!({ "elicitation": {} }),
            json!({ "elicitation": { "url": {} } }),
        ),
        (
            json!([["form:a", "roots:r"]]),
            json!({ "elicitation": {} }),
            json!({ "roots": {} }),
        ),
    ] {
        let mut call = Request::ask(rounds);
        call.capabilities = capabilities;
        let answer = call.send(&host, "1").await;
        assert_eq!(answer.status(), 400);
        let answer: Value = answer.json().await.unwrap();
        assert_eq!(
            (&answer["id"], &answer["error"]["code"]),
            (&"1".into(), &(-32021).into())
        );
        assert_eq!(answer["error"]["data"]["requiredCapabilities"], required);
        // On a stream the status has been sent already.
        call.accept = "text/event-stream";
        let mut events = Events::new(call.send(&host, "2").await);
        assert_eq!(events.next_json().await["error"]["code"], -32021);
        // A guest that continues without the answer returns its result.
        call.params["arguments"]["cope"] = true.into();
        call.accept = "application/json";
        let coped = call.answer(&host, "3").await["result"].clone();
        assert!(
            coped["content"][0]["text"].as_str().unwrap().starts_with("did without"),
            "{coped}"
        );
    }
    let mut prompt = Request::new("prompts/get", json!({ "name": "asked", "arguments": { "who": "Bo" } }));
    prompt.capabilities = json!({});
    let answer = prompt.send(&host, "4").await;
    assert_eq!(answer.status(), 400);
    all_quiet(&host).await;
}

#[tokio::test]
async fn parked_call_frees_in_flight_slot_and_resumes_at_limit() {
    let host = Host::start_with(|options| options.max_in_flight = 1).await;
    let call = Request::ask(json!([["form:a"]]));
    let question = call.question(&host, "1").await;
    let slow = Request::new("tools/call", json!({ "name": "slow", "arguments": {} }));
    let other = tokio::spawn(slow.build(&host, "2").send());
    wait_for_count(&host.fake.started, 2).await;
    assert_eq!(slow.send(&host, "3").await.status(), 503);
    let result = call
        .retry(&question, json!({ "a": accepted("A") }))
        .answer(&host, "4")
        .await;
    assert_eq!(result["result"]["structuredContent"]["a"], accepted("A"));
    host.fake.gate.add_permits(1);
    assert_eq!(other.await.unwrap().unwrap().status(), 200);
    all_quiet(&host).await;
}

#[tokio::test]
async fn expires_parked_call_if_no_retry_arrives_in_time() {
    let host = Host::start_with(|options| options.mcp.ask_limit = Duration::from_millis(1)).await;
    let call = Request::ask(json!([["form:a"]]));
    let question = call.question(&host, "1").await;
    all_quiet(&host).await;
    assert_eq!(*host.fake.asked.errors.lock().unwrap(), [AskError::TimedOut]);
    let late = call
        .retry(&question, json!({ "a": accepted("A") }))
        .answer(&host, "2")
        .await;
    assert_eq!(late["error"]["code"], -32602);
    assert!(late["error"]["message"].as_str().unwrap().contains("expired"), "{late}");
    assert_eq!(*host.fake.started.borrow(), 1);
}

#[tokio::test]
async fn shutdown_cancels_parked_calls() {
    let mut host = Host::start().await;
    Request::ask(json!([["form:a"]])).question(&host, "1").await;
    host.shutdown.cancel();
    wait_within("the end", &mut host.server).await.unwrap().unwrap();
    assert_eq!(*host.fake.asked.errors.lock().unwrap(), [AskError::Cancelled]);
}
