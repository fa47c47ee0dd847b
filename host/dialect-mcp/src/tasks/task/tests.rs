//! Tests of the states of one task.

use super::*;
use host_wire::budget::{Budget, Share};
use serde_json::{Value, json};

const KEEP: Duration = Duration::from_secs(60);

fn begun(now: Instant) -> Arc<Task> {
    let task = Task::new("me".to_owned(), KEEP, CancellationToken::new());
    task.begin(now);
    task
}

fn kept(response: &Value) -> Kept {
    let bytes = response.to_string().into_bytes();
    Budget::new(1 << 20).keep(Share::Tasks, bytes).expect("room")
}

fn shown(task: &Task, now: Instant) -> Value {
    serde_json::to_value(task.detailed(now)).expect("JSON")
}

fn question(key: &str) -> (String, Question) {
    let question = host_api::Question {
        key: key.to_owned(),
        kind: host_api::QuestionKind::Roots,
    };
    let asked = crate::ask::answers::Answers::default().name(&question);
    let request = RawValue::from_string(json!({ "method": "roots/list" }).to_string()).expect("JSON");
    (key.to_owned(), Question { asked, request })
}

#[test]
fn shows_result_error_and_cancelled_status_of_an_ended_call() {
    let now = Instant::now();
    let result = json!({ "jsonrpc": "2.0", "id": 1, "result": { "content": [{ "type": "text", "text": "no" }], "isError": true } });
    let error = json!({ "jsonrpc": "2.0", "id": 1, "error": { "code": -32603, "message": "broken" } });
    let completed = begun(now);
    completed.finish(kept(&result), true, now);
    let seen = shown(&completed, now);
    assert_eq!(
        (&seen["status"], &seen["result"]),
        (&json!("completed"), &result["result"])
    );
    assert_eq!((&seen["statusMessage"], seen.get("error")), (&json!("no"), None));
    let failed = begun(now);
    failed.finish(kept(&error), true, now);
    let seen = shown(&failed, now);
    assert_eq!(
        (&seen["status"], &seen["error"]["code"]),
        (&json!("failed"), &json!(-32603))
    );
    assert_eq!(seen.get("result"), None);
    let cancelled = begun(now);
    cancelled.cancel();
    assert_eq!(shown(&cancelled, now)["status"], "working", "until the call has ended");
    cancelled.finish(kept(&result), true, now);
    let seen = shown(&cancelled, now);
    assert_eq!((&seen["status"], seen.get("result")), (&json!("cancelled"), None));
    let late = begun(now);
    late.cancel();
    late.finish(kept(&result), false, now);
    assert_eq!(
        shown(&late, now)["status"],
        "completed",
        "it ended before the request to cancel it"
    );
}

#[test]
fn keeps_an_ended_task_for_the_configured_time() {
    let now = Instant::now();
    let at = |seconds| now + Duration::from_secs(seconds);
    let task = begun(now);
    assert_eq!(shown(&task, at(500))["ttlMs"], 560_000);
    assert!(!task.is_expired(at(10_000)), "a running call does not expire");
    task.finish(kept(&json!({ "result": {} })), false, at(1_000));
    assert_eq!(shown(&task, at(1_050))["ttlMs"], 1_060_000);
    assert!(!task.is_expired(at(1_059)) && task.is_expired(at(1_060)));
}

#[test]
fn shows_open_questions_under_keys_that_are_never_used_again() {
    let now = Instant::now();
    let task = begun(now);
    task.open([question("name"), question("place")]);
    let seen = shown(&task, now);
    assert_eq!(seen["status"], "input_required");
    assert_eq!(seen["inputRequests"].as_object().map(serde_json::Map::len), Some(2));
    let answer = |key: &str| BTreeMap::from([(key.to_owned(), Json::from_value(&json!({})))]);
    assert_eq!((task.answer(answer("name")), task.answer(answer("name"))), (0, 1));
    assert_eq!(
        shown(&task, now)["inputRequests"],
        json!({ "place": { "method": "roots/list" } })
    );
    assert_eq!(task.answer(answer("place")), 0);
    assert_eq!(shown(&task, now)["status"], "working");
    assert_eq!(task.close().len(), 2);
    task.open([question("name")]);
    assert_eq!(
        shown(&task, now)["inputRequests"],
        json!({ "name-2": { "method": "roots/list" } })
    );
}
