//! Tests with a panic while code is being sent: the caller's error, and the result when the call is repeated.

use super::startup::{able, host_with_startup};
use super::*;
use crate::code::scripts::Forbidden;
use host_api::{CallId, Caller, Dialect, Proof};
use host_bridge::{AtLeaving, CallKey, CommandKey};
use std::sync::atomic::{AtomicBool, Ordering};

const RAN: &str = r#"{"logs":[],"value":"{\"output\":\"2\",\"kept\":{},\"lost\":[]}"}"#;

/// A policy check that forbids the startup script in these tests.
fn forbid_start() -> Result<(), Forbidden> {
    Err(Forbidden {
        rule: host_api::Rule::PolicyEnableConsoleEval,
        why: "off".to_owned(),
    })
}

/// One repeatable call. It panics when the host reports to it why it waits.
struct Breaking {
    key: Arc<CallKey>,
    breaks: Arc<AtomicBool>,
}

impl Breaking {
    fn new() -> Self {
        let caller = Caller {
            dialect: Dialect::McpHandshake,
            client: "agent".into(),
            address: "local".into(),
            session: None,
            proof: Some(Proof::Secret("test".into())),
        };
        let key = CallKey::new(&caller, "bundle", "Tool", Some("key".to_owned()), CallId::next());
        Self {
            key: Arc::new(key),
            breaks: Arc::new(AtomicBool::new(true)),
        }
    }

    fn send(&self, host: &Host) -> (tokio::task::JoinHandle<Result<Replied, BridgeError>>, Arc<Fate>) {
        let breaks = Arc::clone(&self.breaks);
        let call = BridgeCall {
            key: CommandKey {
                call: Arc::clone(&self.key),
                number: 1,
            },
            deadline: Some(Deadline::fixed(Instant::now() + LONG)),
            progress: Some(Arc::new(move |_| assert!(!breaks.load(Ordering::Relaxed), "provoked"))),
            ..BridgeCall::internal()
        };
        let fate = Arc::clone(&call.fate);
        let code = "1 + 1".to_owned();
        let command = Command::Evaluate { code }.checked().expect("a sound command");
        let bridge = Arc::clone(&host.bridge);
        (tokio::spawn(async move { bridge.execute(command, call).await }), fate)
    }
}

#[tokio::test]
async fn panic_after_sent_code_gives_unknown_outcome_and_no_rerun() {
    let base = tempfile::tempdir().expect("a folder");
    let (host, _told) = host_with_startup(base.path(), Box::new(forbid_start));
    let mut unity = host.connect(able()).await;
    let breaking = Breaking::new();
    let (asked, fate) = breaking.send(&host);
    unity.lists_nothing().await;
    unity.next_load().await;
    // The instance has the code. Its caller is informed that the instance is away, and the host panics at this point.
    drop(unity);
    let error = asked.await.expect("it is kept where it happens").expect_err("a defect");
    assert_eq!(error.kind, BridgeErrorKind::OutcomeUnknown, "{error}");
    assert!(error.message.contains("provoked"), "{error}");
    assert_eq!(fate.leave(|_| ()), AtLeaving::Unknown);

    breaking.breaks.store(false, Ordering::Relaxed);
    let (again, _) = breaking.send(&host);
    assert_eq!(again.await.expect("no panic"), Err(error));
}

#[tokio::test]
async fn panic_before_sending_code_changes_nothing_and_allows_retry() {
    let base = tempfile::tempdir().expect("a folder");
    let (host, _told) = host_with_startup(base.path(), Box::new(forbid_start));
    drop(host.connect(able()).await);
    while host.bridge.is_linked() {
        tokio::task::yield_now().await;
    }
    let breaking = Breaking::new();
    let (asked, fate) = breaking.send(&host);
    let error = asked.await.expect("it is kept where it happens").expect_err("a defect");
    assert_eq!(error.kind, BridgeErrorKind::Internal, "{error}");
    assert!(error.message.contains("nothing was changed"), "{error}");
    assert_eq!(fate.leave(|_| ()), AtLeaving::Withdrawn);

    breaking.breaks.store(false, Ordering::Relaxed);
    let (again, _) = breaking.send(&host);
    let mut unity = host.connect(able()).await;
    unity.lists_nothing().await;
    let call = unity.next_load().await;
    unity.give(&call, RAN).await;
    let replied = again.await.expect("no panic").expect("it ran");
    assert!(matches!(replied.reply, Reply::Evaluated(_)), "{replied:?}");
}
