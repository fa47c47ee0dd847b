//! The access log line of a call, as a subscriber receives it.

use super::*;
use host_api::{CallOutcome, ErrorKind};
use std::fmt;
use std::sync::{Arc, Mutex};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

/// A tracing subscriber that collects events up to a level. Each event is the text of its fields, quoted as in the log.
struct Taking(Level, Arc<Mutex<Vec<String>>>);

struct Fields(String);

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.0.push_str(&format!("{}={value:?} ", field.name()));
    }
}

impl Subscriber for Taking {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == TARGET && *metadata.level() <= self.0
    }
    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }
    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn event(&self, event: &Event<'_>) {
        let mut fields = Fields(String::new());
        event.record(&mut fields);
        self.1.lock().expect("no panic").push(fields.0);
    }
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

fn caller(dialect: Dialect) -> Caller {
    Caller {
        dialect,
        client: "agent\n1 outcome=\"Ok\"".into(),
        address: "10.0.0.1:5".into(),
        session: None,
        proof: None,
    }
}

/// Returns the events that are logged while `act` runs.
fn log_during(level: Level, act: impl FnOnce()) -> Vec<String> {
    let lines = Arc::default();
    let taking = Taking(level, Arc::clone(&lines));
    tracing::subscriber::with_default(taking, act);
    let mut lines = lines.lock().expect("no panic");
    std::mem::take(&mut *lines)
}

fn log_line(outcome: &CallOutcome, name: &str) -> String {
    let context = CallContext::detached();
    let lines = log_during(Level::INFO, || {
        let access =
            Access::begin(&Arc::default(), &caller(Dialect::Editor), &context, "tool", name).expect("it is wanted");
        access.end(outcome, tool_outcome);
    });
    let [line] = <[String; 1]>::try_from(lines).expect("one line");
    assert!(line.contains(&format!("call={} ", context.id)), "{line}");
    line
}

#[test]
fn logs_one_line_per_call_with_its_outcome() {
    let done = ToolOutcome {
        structured: Some(Json::parse(r#"{"a":1}"#.to_owned()).expect("JSON")),
        content: vec![ContentBlock::text("four")],
        ..ToolOutcome::default()
    };
    let line = log_line(&Ok(done.clone()), "ListScenes");
    for field in [
        r#"kind="tool""#,
        r#"tool="ListScenes""#,
        r#"outcome="Ok""#,
        "bytes=11",
        r#"address="10.0.0.1:5""#,
        r#"dialect="editor""#,
        "duration_ms=",
    ] {
        assert!(line.contains(field), "{field}: {line}");
    }
    let failed = ToolOutcome { is_error: true, ..done };
    assert!(log_line(&Ok(failed), "T").contains(r#"outcome="ToolError""#));
    let refused = log_line(&Err(CallError::new(ErrorKind::PermissionDenied, "1234567")), "T");
    assert!(
        refused.contains(r#"outcome="PermissionDenied""#) && refused.contains("bytes=7"),
        "{refused}"
    );
}

#[test]
fn escapes_and_truncates_client_chosen_values() {
    let name = format!("T\n2026 INFO access: tool=\"{}", "x".repeat(100_000));
    let line = log_line(&Ok(ToolOutcome::default()), &name);
    assert!(line.lines().count() == 1 && line.len() < 600, "{line}");
    assert!(line.contains(r#"tool="T\n2026 INFO access: tool=\"xxx"#), "{line}");
    assert!(line.contains(r#"client="agent\n1 outcome=\"Ok\"""#), "{line}");
}

#[test]
fn logs_abandoned_call_unless_level_or_dialect_excludes_it() {
    let context = CallContext::detached();
    let begin = |dialect| {
        Access::begin(
            &Arc::default(),
            &caller(dialect),
            &context,
            "resource",
            "unity://scenes",
        )
    };
    let left = log_during(Level::INFO, || drop(begin(Dialect::McpHandshake)));
    assert!(
        left.len() == 1 && left[0].contains(r#"outcome="Abandoned""#),
        "{left:?}"
    );
    let quiet = log_during(Level::WARN, || assert!(begin(Dialect::McpHandshake).is_none()));
    let typed = log_during(Level::INFO, || assert!(begin(Dialect::CommandLine).is_none()));
    assert!(quiet.is_empty() && typed.is_empty());
}

#[test]
fn logs_calls_cut_off_by_shutdown_exactly_once() {
    let under_way = Arc::new(UnderWay::default());
    let begin = |name| {
        let context = CallContext::detached();
        Access::begin(&under_way, &caller(Dialect::McpHandshake), &context, "tool", name).expect("it is wanted")
    };
    let lines = log_during(Level::INFO, || {
        let (done, slow) = (begin("done"), begin("slow"));
        done.end(&Ok(ToolOutcome::default()), tool_outcome);
        assert_eq!(under_way.cut(), 1);
        drop(slow);
        assert_eq!(under_way.cut(), 0);
    });
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines[0].contains(r#"tool="done" outcome="Ok""#), "{lines:?}");
    assert!(lines[1].contains(r#"tool="slow" outcome="Abandoned""#), "{lines:?}");
}
