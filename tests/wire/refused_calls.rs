//! Calls that the host does not start have a line in the access log, a counter, and the same kind in every protocol.

use crate::client::{Host, LATEST, Session, call, request, wait_for_count, wait_within};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use std::fmt;
use std::sync::{Arc, Mutex};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

/// Lines of the access log.
#[derive(Clone, Default)]
struct AccessLog(Arc<Mutex<Vec<String>>>);

struct Fields(String);

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.0.push_str(&format!("{}={value:?} ", field.name()));
    }
}

impl Subscriber for AccessLog {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == "access"
    }
    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }
    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn event(&self, event: &Event<'_>) {
        let mut fields = Fields(String::new());
        event.record(&mut fields);
        self.0.lock().unwrap().push(fields.0);
    }
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

impl AccessLog {
    fn take_lines(&self) -> Vec<String> {
        std::mem::take(&mut self.0.lock().unwrap())
    }
}

/// Status and body of a call in each protocol that has a request for each call.
async fn call_everywhere(host: &Host, session: &Session<'_>) -> Vec<(StatusCode, Value)> {
    let arguments = json!({ "name": "echo", "arguments": {} });
    let posts = [
        session.post(&call(7, "echo")),
        host.request(Method::POST, "/")
            .body(request(7, "tools/call", arguments.clone()).to_string()),
        host.request(Method::POST, "/message")
            .body(request(7, "call_tool", arguments).to_string()),
        host.request(Method::POST, "/editor")
            .body(request(7, "tools/call", json!({ "tool": "echo", "arguments": {} })).to_string()),
    ];
    let mut all = Vec::new();
    for post in posts {
        let answer = post.send().await.unwrap();
        all.push((answer.status(), answer.json().await.unwrap()));
    }
    all
}

async fn refused_count(host: &Host, reason: &str) -> u64 {
    let metrics = host.request(Method::GET, "/metrics").send().await.unwrap();
    let metrics = metrics.text().await.unwrap();
    let name = format!("unity_tool_host_calls_refused_total{{reason=\"{reason}\"}} ");
    let line = metrics.lines().find_map(|line| line.strip_prefix(&name));
    line.unwrap_or_else(|| panic!("{name}is in {metrics}")).parse().unwrap()
}

#[tokio::test]
async fn logs_and_counts_call_over_client_share_once() {
    let log = AccessLog::default();
    let _guard = tracing::subscriber::set_default(log.clone());
    let host = Host::start_with(|options| options.max_in_flight = 2).await;
    let session = host.session(LATEST).await;
    let pending = tokio::spawn(session.post(&call(1, "slow")).send());
    wait_for_count(&host.fake.started, 1).await;
    assert_eq!(
        (refused_count(&host, "client-share").await, log.take_lines()),
        (0, Vec::new())
    );
    let refused = session.post(&call(7, "echo")).send().await.unwrap();
    assert_eq!(refused.status(), 429);
    let lines = log.take_lines();
    assert_eq!(lines.len(), 1, "{lines:?}");
    for field in [
        r#"kind="tool""#,
        r#"tool="echo""#,
        r#"outcome="RateLimited""#,
        r#"reason="client-share""#,
        "dialect=",
        "client=",
    ] {
        assert!(lines[0].contains(field), "{field}: {lines:?}");
    }
    assert_eq!(refused_count(&host, "client-share").await, 1);
    assert_eq!(refused_count(&host, "shutting-down").await, 0);
    host.fake.gate.add_permits(1);
    assert_eq!(pending.await.unwrap().unwrap().status(), 200);
}

#[tokio::test]
async fn rejects_and_logs_call_as_not_ready_while_draining() {
    let log = AccessLog::default();
    let _guard = tracing::subscriber::set_default(log.clone());
    let mut host = Host::start().await;
    host.fake.publish_editor();
    let session = host.session(LATEST).await;
    let pending = tokio::spawn(session.post(&call(1, "slow")).send());
    wait_for_count(&host.fake.started, 1).await;
    host.shutdown.cancel();
    let draining = async { while host.request(Method::GET, "/ready").send().await.unwrap().status() == 200 {} };
    wait_within("/ready to refuse", draining).await;
    for (status, body) in call_everywhere(&host, &session).await {
        assert_eq!(body["error"]["data"]["kind"], "NotReady", "{body}");
        assert!(status == 503 || status == 200, "{status} {body}");
        let text = body.to_string();
        assert!(
            text.contains("the host is shutting down") && text.contains("call again once"),
            "the reason and the next step: {text}"
        );
    }
    let lines = log.take_lines();
    assert_eq!(lines.len(), 4, "{lines:?}");
    for line in &lines {
        assert!(
            line.contains(r#"tool="echo" outcome="NotReady""#) && line.contains(r#"reason="shutting-down""#),
            "{line}"
        );
    }
    assert_eq!(refused_count(&host, "shutting-down").await, 4);
    host.fake.gate.add_permits(1);
    assert_eq!(pending.await.unwrap().unwrap().status(), 200);
    wait_within("the end", &mut host.server).await.unwrap().unwrap();
}
