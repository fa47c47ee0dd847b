//! Calls of MCP 2026-07-28 that become tasks: their states, their questions, who finds them and how they end.

use crate::asking_stateless::Request;
use crate::client::{Host, wait_for_count, wait_within};
use crate::fake::tool;
use host_api::{TaskSupport, ToolDescriptor};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

const EXTENSION: &str = "io.modelcontextprotocol/tasks";

/// A request of a client that handles tasks and answers forms.
fn declaring(method: &'static str, params: Value) -> Request {
    Request {
        capabilities: json!({ "elicitation": {}, "extensions": { EXTENSION: {} } }),
        ..Request::new(method, params)
    }
}

fn slow() -> Request {
    declaring("tools/call", json!({ "name": "slow", "arguments": {} }))
}

fn about(method: &'static str, task: &Value) -> Request {
    declaring(method, json!({ "taskId": task["taskId"] }))
}

/// The task that a call became.
async fn created(host: &Host, call: &Request) -> Value {
    let task = call.answer(host, "create").await["result"].clone();
    assert_eq!(
        (&task["resultType"], &task["status"]),
        (&json!("task"), &json!("working")),
        "{task}"
    );
    task
}

async fn get(host: &Host, task: &Value) -> Value {
    about("tasks/get", task).answer(host, "get").await["result"].clone()
}

async fn until(host: &Host, task: &Value, status: &str) -> Value {
    wait_within(status, async {
        loop {
            let seen = get(host, task).await;
            if seen["status"] == status {
                return seen;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    })
    .await
}

async fn error_of(host: &Host, request: &Request) -> (u16, Value) {
    let answer = request.send(host, "wrong").await;
    let status = answer.status().as_u16();
    (status, answer.json::<Value>().await.unwrap()["error"].clone())
}

/// Lists a tool with this support for tasks.
fn publish(host: &Host, name: &str, task: TaskSupport) {
    host.fake.publish(|view| {
        let listed = ToolDescriptor {
            task,
            ..ToolDescriptor::clone(&tool(name))
        };
        view.tools.push(Arc::new(listed));
    });
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slow_call_becomes_a_task_that_ends_with_its_result() {
    let host = Host::start().await;
    let discovered = Request::new("server/discover", json!({})).answer(&host, "d").await;
    assert_eq!(
        discovered["result"]["capabilities"]["extensions"],
        json!({ EXTENSION: {} })
    );
    let task = created(&host, &slow()).await;
    assert_eq!(task["ttlMs"].as_u64().map(|ttl| ttl >= 3_600_000), Some(true), "{task}");
    assert!(task["pollIntervalMs"].is_u64() && task.get("requestState").is_none());
    let seen = get(&host, &task).await;
    assert_eq!(
        (&seen["status"], &seen["resultType"]),
        (&json!("working"), &json!("complete"))
    );
    assert_eq!(seen["createdAt"], task["createdAt"]);
    host.fake.gate.add_permits(1);
    let ended = until(&host, &task, "completed").await;
    assert_eq!(ended["result"]["content"][0]["text"], "slept");
    // A task that has ended can be requested again, and a late cancel changes nothing.
    let ack = about("tasks/cancel", &task).answer(&host, "c").await;
    assert_eq!(ack["result"]["resultType"], "complete");
    assert_eq!(get(&host, &task).await["status"], "completed");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn answers_ordinary_calls_without_a_task() {
    let host = Host::start().await;
    let quick = declaring("tools/call", json!({ "name": "echo", "arguments": {} }));
    assert_eq!(quick.answer(&host, "q").await["result"]["resultType"], "complete");
    host.fake.gate.add_permits(1);
    assert_eq!(
        slow().answer(&host, "f").await["result"]["resultType"],
        "complete",
        "it was fast"
    );
    // Longer than calls that may become tasks take to become one.
    let released = async {
        tokio::time::sleep(Duration::from_millis(900)).await;
        host.fake.gate.add_permits(1);
    };
    let undeclared = Request::new("tools/call", json!({ "name": "slow", "arguments": {} }));
    let (answer, ()) = tokio::join!(undeclared.answer(&host, "u"), released);
    assert_eq!(answer["result"]["content"][0]["text"], "slept");
    publish(&host, "must", TaskSupport::Required);
    let task = json!({ "taskId": "0" });
    for request in [
        Request::new("tools/call", json!({ "name": "must", "arguments": {} })),
        Request::new("tasks/get", task.clone()),
        Request::new("tasks/update", task.clone()),
        Request::new("tasks/cancel", task),
        Request::new("subscriptions/listen", json!({ "notifications": { "taskIds": ["0"] } })),
    ] {
        let (status, error) = error_of(&host, &request).await;
        assert_eq!(
            (status, &error["code"]),
            (400, &json!(-32021)),
            "{} {error}",
            request.method
        );
        assert_eq!(
            error["data"]["requiredCapabilities"]["extensions"],
            json!({ EXTENSION: {} })
        );
    }
    for gone in ["tasks/list", "tasks/result"] {
        let (status, error) = error_of(&host, &declaring(gone, json!({ "taskId": "0" }))).await;
        assert_eq!((status, &error["code"]), (404, &json!(-32601)), "{gone}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hides_a_task_from_other_clients() {
    let host = Host::start().await;
    let task = created(&host, &slow()).await;
    let own = about("tasks/get", &task);
    let secret = json!({ "unity-tools/clientSecret": "0123456789abcdef012345" });
    for stranger in [
        Request {
            client: "another",
            ..own.clone()
        },
        own.with_param("_meta", secret),
        declaring("tasks/get", json!({ "taskId": "0123" })),
        Request {
            client: "another",
            ..about("tasks/cancel", &task)
        },
        Request {
            client: "another",
            ..about("tasks/update", &task)
        }
        .with_param("inputResponses", json!({})),
    ] {
        let (_, error) = error_of(&host, &stranger).await;
        assert_eq!(error["code"], -32602, "{error}");
    }
    assert_eq!(get(&host, &task).await["status"], "working");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cancelled_task_ends_its_call() {
    let host = Host::start().await;
    let task = created(&host, &slow()).await;
    about("tasks/cancel", &task).answer(&host, "c").await;
    let ended = until(&host, &task, "cancelled").await;
    assert!(ended.get("result").is_none(), "{ended}");
    wait_for_count(&host.fake.cancelled, 1).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn asks_before_the_task_by_retry_and_within_it_by_update() {
    let host = Host::start().await;
    publish(&host, "ask", TaskSupport::Optional);
    let rounds = json!([["form:early"], ["form:one", "form:two"]]);
    let arguments = json!({ "rounds": rounds, "late": true });
    let call = declaring("tools/call", json!({ "name": "ask", "arguments": arguments }));
    let asked = call.answer(&host, "a").await["result"].clone();
    assert_eq!(asked["resultType"], "input_required", "{asked}");
    let accept = |name: &str| json!({ "action": "accept", "content": { "name": name } });
    // Longer than a call takes to become a task: a call that waits for a retry does not become one.
    tokio::time::sleep(Duration::from_millis(900)).await;
    let task = created(&host, &call.retry(&asked, json!({ "early": accept("e") }))).await;
    host.fake.gate.add_permits(1);
    let seen = until(&host, &task, "input_required").await;
    let requests = &seen["inputRequests"];
    assert_eq!(requests["one"]["method"], "elicitation/create", "{seen}");
    let update = |answers: Value| about("tasks/update", &task).with_param("inputResponses", answers);
    let answers = json!({ "one": accept("1"), "unknown": {} });
    let ack = update(answers).answer(&host, "u1").await;
    assert_eq!(
        (&ack["result"]["resultType"], ack["result"].get("status")),
        (&json!("complete"), None)
    );
    let seen = get(&host, &task).await;
    assert_eq!(
        seen["inputRequests"].as_object().map(|open| open.contains_key("one")),
        Some(false),
        "{seen}"
    );
    update(json!({ "two": accept("2") })).answer(&host, "u2").await;
    let ended = until(&host, &task, "completed").await;
    let given = &ended["result"]["structuredContent"];
    assert_eq!(
        (&given["early"], &given["two"]),
        (&accept("e"), &accept("2")),
        "{ended}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn call_stays_ordinary_if_the_table_of_tasks_is_full() {
    let host = Host::start_with(|options| options.mcp.tasks.most = 1).await;
    let task = created(&host, &slow()).await;
    let released = async {
        tokio::time::sleep(Duration::from_millis(900)).await;
        host.fake.gate.add_permits(2);
    };
    let call = slow();
    let (answer, ()) = tokio::join!(call.answer(&host, "second"), released);
    assert_eq!(answer["result"]["content"][0]["text"], "slept", "{answer}");
    until(&host, &task, "completed").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn operator_can_switch_tasks_off() {
    let host = Host::start_with(|options| options.mcp.tasks.most = 0).await;
    let discovered = Request::new("server/discover", json!({})).answer(&host, "d").await;
    assert!(discovered["result"]["capabilities"].get("extensions").is_none());
    let (status, error) = error_of(&host, &declaring("tasks/get", json!({ "taskId": "0" }))).await;
    assert_eq!((status, &error["code"]), (404, &json!(-32601)));
}
