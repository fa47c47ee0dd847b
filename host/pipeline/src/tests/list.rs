//! Tests of the list of commands: pages, limits, and the forms of each member.

use super::double::{Asked, Does, Double, page, soon, usual};
use host_bridge::{BridgeError, BridgeErrorKind};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

fn command(name: &str) -> Value {
    json!({"name": name, "description": "d", "parameters": [], "schema": {"type": "object"}})
}

/// Starts a double with these commands.
async fn announcing(commands: Vec<Value>) -> Double {
    Double::start(move |asked: &Asked| {
        Does::json(200, &page(&commands, asked.path.split_once('?').expect("a query").1))
    })
    .await
}

async fn list_error(does: impl Fn(&Asked) -> Does + Send + Sync + 'static) -> BridgeError {
    let double = Double::start(does).await;
    double.pipeline().list(soon()).await.expect_err("rejected")
}

#[tokio::test]
async fn lists_commands_with_schema_as_text_or_object() {
    let double = Double::start(usual).await;
    let commands = double.pipeline().list(soon()).await.expect("a list");
    let names: Vec<&str> = commands.iter().map(|command| command.name.as_str()).collect();
    assert_eq!(names, ["editor status", "scene open", "count_objects"]);
    assert_eq!(commands[0].description, "Returns the state of the editor.");
    assert_eq!(
        commands[0].input_schema,
        r#"{"type":"object","properties":{},"additionalProperties":false}"#
    );
    assert_eq!(
        commands[1].input_schema,
        r#"{"type":"object","properties":{"path":{"type":"string"}},"required":["path"]}"#
    );
    for asked in double.asked() {
        assert_eq!(asked.method, "GET");
        assert!(asked.path.starts_with("/api/commands?detail=full&offset="), "{asked:?}");
        assert!(!asked.head.contains("\norigin:"), "{}", asked.head);
        assert!(
            asked.head.contains(&format!("\nhost: 127.0.0.1:{}", double.port)),
            "{}",
            asked.head
        );
    }
}

#[tokio::test]
async fn lists_all_pages_up_to_the_limit() {
    for number in [0, 1, 100, 101, 999, 1_000] {
        let double = announcing((0..number).map(|at| command(&format!("c{at}"))).collect()).await;
        let commands = double.pipeline().list(soon()).await.expect("a list");
        assert_eq!(commands.len(), number);
        assert!(
            commands
                .iter()
                .enumerate()
                .all(|(at, command)| command.name == format!("c{at}"))
        );
    }
    let double = announcing((0..1_001).map(|at| command(&format!("c{at}"))).collect()).await;
    let error = double.pipeline().list(soon()).await.expect_err("too many");
    assert_eq!(error.kind, BridgeErrorKind::TooLarge, "{error}");
}

#[tokio::test]
async fn ends_if_server_ignores_offset_or_limit() {
    let all: Vec<Value> = (0..250).map(|at| command(&format!("c{at}"))).collect();
    let double = Double::start(move |_| Does::json(200, &json!({"commands": all, "count": 250}))).await;
    assert_eq!(double.pipeline().list(soon()).await.expect("a list").len(), 250);
    assert_eq!(double.asked().len(), 2);
    let many: Vec<Value> = (0..1_001).map(|at| command(&format!("c{at}"))).collect();
    let error = list_error(move |_| Does::json(200, &json!({"commands": many}))).await;
    assert!(error.message.contains("at most 1000 commands"), "{error}");
}

#[tokio::test]
async fn keeps_first_of_two_commands_with_one_name() {
    let mut second = command("a");
    second["description"] = json!("second");
    let double = announcing(vec![command("a"), second, command("b")]).await;
    let commands = double.pipeline().list(soon()).await.expect("a list");
    let shown: Vec<_> = commands
        .iter()
        .map(|one| (one.name.as_str(), one.description.as_str()))
        .collect();
    assert_eq!(shown, [("a", "d"), ("b", "d")]);
}

#[tokio::test]
async fn rejects_missing_and_wrong_members_of_commands_by_name() {
    let deep = format!("{}1{}", "{\"a\":".repeat(200), "}".repeat(200));
    let wrong: [(&str, Vec<Value>); 3] = [
        (
            "name",
            vec![
                json!(1),
                json!(null),
                json!([]),
                json!(""),
                json!(" "),
                json!("a\nb"),
                json!("a\u{202e}b"),
                json!("x".repeat(1_001)),
            ],
        ),
        (
            "description",
            vec![json!(1), json!(null), json!({}), json!("x".repeat(4_097))],
        ),
        (
            "schema",
            vec![
                json!(1),
                json!(null),
                json!([]),
                json!("[]"),
                json!("{"),
                json!(""),
                json!(deep),
                json!({"description": "x".repeat(64 * 1024)}),
                json!(format!("{{\"description\":\"{}\"}}", "x".repeat(64 * 1024))),
            ],
        ),
    ];
    for (name, values) in wrong {
        let mut missing = command("c");
        missing.as_object_mut().expect("an object").remove(name);
        let mut variants = vec![missing];
        for value in values {
            let mut variant = command("c");
            variant[name] = value;
            variants.push(variant);
        }
        for variant in variants {
            let double = announcing(vec![command("sound"), variant.clone()]).await;
            let error = double.pipeline().list(soon()).await.expect_err("rejected");
            assert_eq!(error.kind, BridgeErrorKind::Unity);
            assert!(
                error.message.contains(&format!("`{name}`")) && error.message.contains("command 2"),
                "{variant:.200}: {error}"
            );
            assert!(error.message.len() < 1_000);
        }
    }
}

#[tokio::test]
async fn rejects_lists_of_another_form() {
    let entry = format!("{{\"name\":\"a\",\"x\":\"{}\"}}", "x".repeat(256 * 1024));
    for (body, says) in [
        ("{}", "commands"),
        (r#"{"commands":{}}"#, "`commands` as a list"),
        (r#"{"commands":null}"#, "`commands` as a list"),
        (r#"{"commands":[1]}"#, "command 1"),
        (r#"{"commands":[{}"#, "EOF"),
        ("<html>", "expected"),
        ("", "EOF"),
        (&format!("{{\"commands\":[{entry}]}}"), "at most 262144"),
    ] {
        let body = body.to_owned();
        let error = list_error(move |_| Does::Answers(200, body.clone())).await;
        assert_eq!(error.kind, BridgeErrorKind::Unity);
        assert!(error.message.contains(says), "{says}: {error}");
    }
}

#[tokio::test]
async fn rejects_answer_above_the_limit() {
    let spaces = " ".repeat(8 << 20);
    let error = list_error(move |_| Does::Answers(200, format!("{{\"commands\":[]}}{spaces}"))).await;
    assert_eq!(error.kind, BridgeErrorKind::TooLarge, "{error}");
    // The texts of all pages together have a limit, too.
    let text = "x".repeat(60 * 1024);
    let commands: Vec<Value> = (0..200)
        .map(|at| {
            let mut one = command(&format!("c{at}"));
            one["schema"] = json!({"description": text});
            one
        })
        .collect();
    let double = announcing(commands).await;
    let error = double.pipeline().list(soon()).await.expect_err("too long");
    assert_eq!(error.kind, BridgeErrorKind::TooLarge, "{error}");
}

#[tokio::test]
async fn reports_statuses_of_the_list() {
    for (name, kind) in [
        ("settling", BridgeErrorKind::NotReady),
        ("blocked_by_dialog", BridgeErrorKind::NotReady),
        ("stale_token", BridgeErrorKind::NotReady),
        ("unknown_command", BridgeErrorKind::Unsupported),
        ("failed", BridgeErrorKind::Unity),
    ] {
        let error = list_error(move |_| Does::error(name)).await;
        assert_eq!(error.kind, kind, "{name}: {error}");
        assert!(error.hint.is_some(), "{name}");
    }
}

#[tokio::test]
async fn list_of_slow_server_ends_at_the_deadline() {
    let double = Double::start(|_| Does::Stalls).await;
    let began = Instant::now();
    let error = double.pipeline().list(began + Duration::from_millis(200)).await;
    let error = error.expect_err("late");
    assert_eq!(error.kind, BridgeErrorKind::Timeout, "{error}");
    assert!(began.elapsed() < Duration::from_secs(4));
    let over = double
        .pipeline()
        .list(began)
        .await
        .expect_err("the deadline has passed");
    assert_eq!(over.kind, BridgeErrorKind::Timeout, "{over}");
}
