//! Tests of running commands: results, the statuses of the server, tokens, and answers that do not arrive.

use super::double::{Asked, Does, Double, soon, usual};
use host_bridge::{BridgeError, BridgeErrorKind, Fate};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

async fn run(double: &Double, name: &str, parameters: &str) -> Result<String, BridgeError> {
    let pipeline = double.pipeline();
    let slot = pipeline.slot(soon()).await.expect("free");
    slot.run(name, parameters, soon(), &Fate::default()).await
}

/// Runs a command on a double that answers every request in one way.
async fn run_error(does: impl Fn(&Asked) -> Does + Send + Sync + 'static) -> BridgeError {
    let double = Double::start(does).await;
    run(&double, "scene open", r#"{"path":"Assets/A.unity"}"#)
        .await
        .expect_err("an error")
}

#[tokio::test]
async fn returns_result_of_command_as_json() {
    let double = Double::start(usual).await;
    let result = run(&double, "editor status", "{}").await.expect("executed");
    let result: Value = serde_json::from_str(&result).expect("JSON");
    assert_eq!(result["scene"], "Assets/Scenes/Main.unity");
    assert_eq!(run(&double, "count_objects", "{}").await.expect("executed"), "17");
    let parameters = r#"{"path": "Assets/A.unity", "mode": {"additive": true}}"#;
    assert_eq!(run(&double, "scene open", parameters).await.expect("executed"), "null");
    let asked = double.asked().pop().expect("a request");
    assert_eq!((asked.method.as_str(), asked.path.as_str()), ("POST", "/api/exec"));
    assert_eq!(asked.body["command"], "scene open");
    assert_eq!(
        asked.body["parameters"],
        json!({"path": "Assets/A.unity", "mode": {"additive": true}})
    );
    let timeout = asked.body["timeout"].as_u64().expect("whole seconds");
    assert!((1..=20).contains(&timeout), "{timeout}");
    assert!(!asked.head.contains("\norigin:"), "{}", asked.head);
}

#[tokio::test]
async fn reads_descriptor_again_after_rejected_token() {
    let fresh = "token-after-reload";
    let is_reloaded = Arc::new(AtomicBool::new(false));
    let reloaded = Arc::clone(&is_reloaded);
    let double = Double::start(move |asked| {
        // The editor writes its new token while it rejects the old one.
        reloaded.store(true, Ordering::SeqCst);
        match asked.token == fresh {
            true => Does::json(200, &json!({"success": true, "result": "fresh"})),
            false => Does::error("stale_token"),
        }
    })
    .await;
    let pipeline = double.pipeline();
    let slot = pipeline.slot(soon()).await.expect("free");
    let error = slot.run("a", "{}", soon(), &Fate::default()).await.expect_err("stale");
    assert_eq!(error.kind, BridgeErrorKind::NotReady, "{error}");
    assert_eq!(double.asked().len(), 2, "the request is repeated once");
    assert!(is_reloaded.load(Ordering::SeqCst));
    let mut descriptor = double.descriptor();
    descriptor["evalToken"] = json!(fresh);
    double.write(&descriptor);
    let result = slot.run("a", "{}", soon(), &Fate::default()).await;
    assert_eq!(result.expect("executed"), "\"fresh\"");
    assert!(!format!("{error:?}").contains(&super::double::token()), "{error:?}");
}

#[tokio::test]
async fn repeats_request_with_token_that_replaced_the_rejected_one() {
    let project: Arc<std::sync::OnceLock<(std::path::PathBuf, u16)>> = Arc::default();
    let known = Arc::clone(&project);
    let double = Double::start(move |asked| {
        if asked.token == "second" {
            return Does::json(200, &json!({"success": true}));
        }
        let (root, port) = known.get().expect("a project");
        let mut descriptor = super::double::descriptor(root, *port);
        descriptor["evalToken"] = json!("second");
        super::double::write(root, descriptor.to_string().as_bytes());
        Does::error("stale_token")
    })
    .await;
    let place = (double.project.path().to_path_buf(), double.port);
    project.set(place).expect("set once");
    assert_eq!(run(&double, "a", "{}").await.expect("executed"), "null");
    let tokens: Vec<String> = double.asked().into_iter().map(|asked| asked.token).collect();
    assert_eq!(tokens, [super::double::token(), "second".to_owned()]);
}

#[tokio::test]
async fn maps_statuses_to_error_kinds() {
    for (name, kind, says) in [
        ("settling", BridgeErrorKind::NotReady, "settling"),
        ("blocked_by_dialog", BridgeErrorKind::NotReady, "Save changes?"),
        ("stale_token", BridgeErrorKind::NotReady, "not valid"),
        ("too_large", BridgeErrorKind::TooLarge, "1 MiB"),
        (
            "invalid_parameters",
            BridgeErrorKind::InvalidArgument,
            "'path' is required",
        ),
        ("unknown_command", BridgeErrorKind::NotFound, "`scene open`"),
        ("failed", BridgeErrorKind::Unity, "NullReferenceException"),
    ] {
        let error = run_error(move |_| Does::error(name)).await;
        assert_eq!(error.kind, kind, "{name}: {error}");
        assert!(error.message.contains(says), "{name}: {error}");
        assert!(error.hint.is_some(), "{name}");
    }
    let dialog = run_error(|_| Does::error("blocked_by_dialog")).await;
    assert!(dialog.hint.expect("a hint").contains("close the dialog"));
    for (status, kind) in [
        (202, BridgeErrorKind::OutcomeUnknown),
        (307, BridgeErrorKind::OutcomeUnknown),
        (403, BridgeErrorKind::PermissionDenied),
        (408, BridgeErrorKind::OutcomeUnknown),
        (422, BridgeErrorKind::InvalidArgument),
        (429, BridgeErrorKind::Busy),
        (502, BridgeErrorKind::Unity),
        (504, BridgeErrorKind::OutcomeUnknown),
    ] {
        let error = run_error(move |_| Does::Answers(status, "not JSON".to_owned())).await;
        assert_eq!(error.kind, kind, "{status}: {error}");
    }
}

#[tokio::test]
async fn shortens_texts_of_the_server() {
    let text = format!("\u{1b}[2J\u{202e}{}", "x".repeat(100_000));
    let error = run_error(move |_| Does::json(400, &json!({"error": "bad", "message": text}))).await;
    assert_eq!(error.kind, BridgeErrorKind::InvalidArgument);
    assert!(
        error.message.len() < 1_000 && !error.message.contains('\u{1b}'),
        "{error}"
    );
    assert!(!error.message.contains('\u{202e}'), "{error}");
}

#[tokio::test]
async fn reports_answers_that_are_no_result() {
    for (body, kind) in [
        (r#"{"command":"a"}"#, BridgeErrorKind::OutcomeUnknown),
        (r#"{"success":"true"}"#, BridgeErrorKind::OutcomeUnknown),
        (r#"{"success":null}"#, BridgeErrorKind::OutcomeUnknown),
        (r#"{"success":true"#, BridgeErrorKind::OutcomeUnknown),
        ("", BridgeErrorKind::OutcomeUnknown),
        ("[]", BridgeErrorKind::OutcomeUnknown),
        (
            r#"{"success":false,"error":"e","message":"no scene"}"#,
            BridgeErrorKind::Unity,
        ),
        (r#"{"success":false,"error":{"code":1}}"#, BridgeErrorKind::Unity),
        (r#"{"success":true,"result":{"a":1,"a":2}}"#, BridgeErrorKind::Unity),
    ] {
        let answer = body.to_owned();
        let error = run_error(move |_| Does::Answers(200, answer.clone())).await;
        assert_eq!(error.kind, kind, "{body}: {error}");
    }
    let missing = run_error(|_| Does::Answers(200, "{}".to_owned())).await;
    assert!(missing.message.contains("`success`"), "{missing}");
}

#[tokio::test]
async fn reports_unknown_outcome_after_request_was_sent() {
    for does in [
        (|| Does::Stalls) as fn() -> Does,
        || Does::Sends(Vec::new()),
        || Does::Sends(b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{\"succ".to_vec()),
        || Does::Sends(b"SSH-2.0-OpenSSH\r\n".to_vec()),
    ] {
        let double = Double::start(move |_| does()).await;
        let pipeline = double.pipeline();
        let slot = pipeline.slot(soon()).await.expect("free");
        let fate = Fate::default();
        fate.queued();
        let deadline = Instant::now() + Duration::from_millis(400);
        let error = slot.run("a", "{}", deadline, &fate).await.expect_err("no answer");
        assert_eq!(error.kind, BridgeErrorKind::OutcomeUnknown, "{error}");
        assert!(fate.may_have_begun());
    }
}

#[tokio::test]
async fn rejects_oversized_requests_and_answers() {
    let double = Double::start(usual).await;
    let long = json!({"text": "x".repeat(1 << 20)}).to_string();
    let error = run(&double, "a", &long).await.expect_err("too large");
    assert_eq!(error.kind, BridgeErrorKind::TooLarge, "{error}");
    assert!(double.asked().is_empty(), "nothing was sent");
    let error = run(&double, "a", "{").await.expect_err("no JSON");
    assert_eq!(error.kind, BridgeErrorKind::InvalidArgument, "{error}");
    let text = "x".repeat(8 << 20);
    let error = run_error(move |_| Does::json(200, &json!({"success": true, "result": text}))).await;
    assert_eq!(error.kind, BridgeErrorKind::TooLarge, "{error}");
}

#[tokio::test]
async fn sends_nothing_for_withdrawn_command() {
    let double = Double::start(usual).await;
    let pipeline = double.pipeline();
    let fate = Fate::default();
    fate.queued();
    assert!(fate.withdraw());
    let slot = pipeline.slot(soon()).await.expect("free");
    let error = slot.run("count_objects", "{}", soon(), &fate).await;
    assert_eq!(error.expect_err("withdrawn").kind, BridgeErrorKind::Cancelled);
    assert!(double.asked().is_empty());
}

#[tokio::test]
async fn runs_one_command_at_a_time() {
    let double = Double::start(usual).await;
    let pipeline = double.pipeline();
    let first = pipeline.slot(soon()).await.expect("free");
    let waited = pipeline.slot(Instant::now() + Duration::from_millis(50)).await;
    assert_eq!(waited.err().expect("taken").kind, BridgeErrorKind::Busy);
    drop(first);
    assert!(pipeline.slot(soon()).await.is_ok());
}
