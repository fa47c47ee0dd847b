//! A guest that asks a client with one pipe: questions and results on the same stream, in both eras.

use crate::client::{Host, request, wait_for_count, wait_within};
use crate::sse_transport::Client as Sse;
use crate::stdio::{Client as Lines, cancelled, stateless};
use host_api::AskError;
use serde_json::{Value, json};

fn hello(version: &str, capabilities: Value) -> Value {
    let client = json!({ "name": "plain", "version": "1" });
    request(
        0,
        "initialize",
        json!({ "protocolVersion": version, "capabilities": capabilities, "clientInfo": client }),
    )
}

fn ask_params(rounds: Value) -> Value {
    json!({ "name": "ask", "arguments": { "rounds": rounds } })
}

fn accepted(name: &str) -> Value {
    json!({ "action": "accept", "content": { "name": name } })
}

fn reply(question: &Value, result: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": question["id"], "result": result })
}

fn initialized() -> Value {
    json!({ "jsonrpc": "2.0", "method": "notifications/initialized" })
}

#[tokio::test]
async fn sse_sends_questions_on_stream_and_accepts_answers_by_post() {
    let host = Host::start_with(|options| options.max_in_flight = 1).await;
    let mut client = Sse::open(&host).await;
    client
        .say(&hello("2025-06-18", json!({ "elicitation": {}, "roots": {} })))
        .await;
    client.hear().await;
    client.say(&initialized()).await;
    client
        .say(&request(1, "tools/call", ask_params(json!([["form:name", "roots:r"]]))))
        .await;
    let form = client.hear().await;
    assert_eq!(
        (&form["method"], &form["params"]["message"]),
        (&json!("elicitation/create"), &json!("What about name?"))
    );
    let roots = client.hear().await;
    assert_eq!(roots["method"], "roots/list");
    // A call that waits for an answer blocks no other call.
    let other = client.ask(2, "tools/call", json!({ "name": "echo" })).await;
    assert!(other["result"].is_object());
    client.say(&reply(&roots, json!({ "roots": [] }))).await;
    client.say(&reply(&form, accepted("Ann"))).await;
    let result = client.hear().await;
    assert_eq!(result["id"], 1);
    assert_eq!(result["result"]["structuredContent"]["name"], accepted("Ann"));

    client
        .say(&request(3, "tools/call", ask_params(json!([["form:name"]]))))
        .await;
    client.hear().await;
    drop(client);
    for gauge in ["asking", "in_flight", "tasks", "pipes", "streams"] {
        host.until_metric(gauge, 0).await;
    }
    assert_eq!(host.fake.asked.errors.lock().unwrap().as_slice(), [AskError::Cancelled]);
}

#[tokio::test]
async fn stdio_asks_handshake_client_on_stdout() {
    let mut client = Lines::start(|_| {});
    client.say(&hello("2025-11-25", json!({ "elicitation": {} }))).await;
    client.hear().await;
    client.say(&initialized()).await;
    client
        .say(&request(
            1,
            "tools/call",
            ask_params(json!([["form:name"], ["sampling:s"]])),
        ))
        .await;
    let form = client.hear().await;
    assert_eq!(form["params"]["mode"], "form");
    client.say(&reply(&form, accepted("Ann"))).await;
    let failed = client.hear().await;
    assert_eq!((&failed["id"], &failed["result"]["isError"]), (&json!(1), &json!(true)));
    assert!(
        failed["result"]["content"][0]["text"]
            .as_str()
            .unwrap()
            .contains("sampling")
    );
    // A call that is cancelled while it waits sends no further message.
    client
        .say(&request(2, "tools/call", ask_params(json!([["form:name"]]))))
        .await;
    client.hear().await;
    client.say(&cancelled(2)).await;
    wait_for_count(&client.fake.finished, 2).await;
    assert_eq!(client.ask(3, "ping", json!({})).await["id"], 3);
    client.end().await;
}

fn request_with_capabilities(params: Value, id: u64, capabilities: Value) -> Value {
    let mut message = stateless(id, "tools/call", params);
    message["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"] = capabilities;
    message
}

#[tokio::test]
async fn stdio_retry_resumes_parked_guest() {
    let mut client = Lines::start(|_| {});
    let able = json!({ "elicitation": { "form": {} } });
    let params = ask_params(json!([["form:name"], ["form:age"]]));
    client
        .say(&request_with_capabilities(params.clone(), 1, able.clone()))
        .await;
    let first = client.hear().await;
    assert_eq!(
        (&first["id"], &first["result"]["resultType"]),
        (&json!(1), &json!("input_required"))
    );
    let mut retry = params.clone();
    retry["requestState"] = first["result"]["requestState"].clone();
    retry["inputResponses"] = json!({ "name": accepted("Ann") });
    // Its first id is free again, because the request was answered.
    client.say(&request_with_capabilities(retry, 1, able.clone())).await;
    let second = client.hear().await;
    assert_eq!(second["result"]["resultType"], "input_required", "{second}");
    let mut last = params.clone();
    last["requestState"] = second["result"]["requestState"].clone();
    last["inputResponses"] = json!({ "age": accepted("7") });
    client.say(&request_with_capabilities(last, 3, able.clone())).await;
    let done = client.hear().await;
    assert_eq!(done["id"], 3);
    assert_eq!(
        done["result"]["structuredContent"],
        json!({ "name": accepted("Ann"), "age": accepted("7") })
    );
    assert_eq!(*client.fake.started.borrow(), 1, "one guest, three requests");

    client
        .say(&request_with_capabilities(params.clone(), 4, json!({})))
        .await;
    let unable = client.hear().await;
    assert_eq!(unable["error"]["code"], -32021, "{unable}");
    // A cancel of the retry cancels the guest that it resumed.
    let mut lingering = ask_params(json!([["form:name"]]));
    lingering["arguments"]["linger"] = json!(true);
    client
        .say(&request_with_capabilities(lingering.clone(), 5, able.clone()))
        .await;
    let asked = client.hear().await;
    lingering["requestState"] = asked["result"]["requestState"].clone();
    lingering["inputResponses"] = json!({ "name": accepted("Ann") });
    client.say(&request_with_capabilities(lingering, 6, able.clone())).await;
    wait_for_count(&client.fake.lingering, 1).await;
    client.say(&cancelled(6)).await;
    wait_for_count(&client.fake.cancelled, 1).await;
    // A call that still waits when stdin ends does not delay the end.
    client.say(&request_with_capabilities(params, 7, able)).await;
    assert_eq!(client.hear().await["result"]["resultType"], "input_required");
    wait_within("the end", client.end()).await;
}
