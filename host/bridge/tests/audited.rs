//! Audit lines of writes, with a sink that can fail and a bridge that records the commands that reach it.

use host_api::{AuditRecord, AuditSink, AuditWriteError, BoxFuture, Effect};
use host_bridge::{
    AuditedBridge, BridgeCall, BridgeError, BridgeErrorKind, CheckedCommand, Command, ObjectFilter, ObjectId, Page,
    PageRequest, Replied, Reply, SceneId, UnityBridge,
};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tests_unity::{Answer, FakeUnity};

/// An audit sink that stores each line as `<object> <function> <outcome>`; writing fails from line `fails_from` on.
struct FakeSink {
    lines: Mutex<Vec<String>>,
    fails_from: usize,
}

impl FakeSink {
    fn failing_from(line: usize) -> Arc<Self> {
        Arc::new(Self {
            lines: Mutex::default(),
            fails_from: line,
        })
    }

    fn lines(&self) -> Vec<String> {
        self.lines.lock().expect("no writer panicked").clone()
    }
}

impl AuditSink for FakeSink {
    fn write(&self, record: &AuditRecord<'_>) -> Result<(), AuditWriteError> {
        let mut lines = self.lines.lock().expect("no writer panicked");
        if lines.len() >= self.fails_from {
            return Err(AuditWriteError(std::io::Error::other("disk full")));
        }
        let function = record.access.map_or("", |access| access.function);
        lines.push(format!(
            "{} {function} {}",
            record.object.unwrap_or("-"),
            record.outcome
        ));
        Ok(())
    }

    fn policy_changed(&self, _: &host_api::PolicyRecord<'_>) -> Result<(), AuditWriteError> {
        Ok(())
    }
}

fn fake_with_answer(answer: impl Fn(Command) -> Answer + Send + Sync + 'static) -> Arc<FakeUnity> {
    Arc::new(FakeUnity::with_answer(answer).saying_of_access(Command::access_in_running))
}

fn checked(command: Command) -> CheckedCommand {
    command.checked().expect("good values")
}

fn done_answer() -> Answer {
    Some(Ok(Replied::from(Reply::Done)))
}

fn set_active() -> CheckedCommand {
    checked(Command::SetActive {
        object: ObjectId(12),
        active: false,
    })
}

#[tokio::test]
async fn logs_attempt_and_outcome_of_successful_write() {
    let (unity, sink) = (fake_with_answer(|_| done_answer()), FakeSink::failing_from(9));
    let bridge = AuditedBridge::new(unity.clone(), sink.clone());
    bridge
        .execute(set_active(), BridgeCall::internal())
        .await
        .expect("the write is done");
    assert_eq!(sink.lines(), ["obj:12 set-active attempt", "obj:12 set-active allowed"]);
}

#[tokio::test]
async fn logs_failed_write_with_its_error_kind() {
    let unity = fake_with_answer(|_| Some(Err(BridgeError::new(BridgeErrorKind::NotFound, "gone"))));
    let sink = FakeSink::failing_from(9);
    let bridge = AuditedBridge::new(unity, sink.clone());
    let error = bridge
        .execute(set_active(), BridgeCall::internal())
        .await
        .expect_err("it is gone");
    assert_eq!(error.kind, BridgeErrorKind::NotFound);
    assert_eq!(sink.lines()[1], "obj:12 set-active failed: NotFound");
}

#[tokio::test]
async fn rejects_write_if_its_audit_line_cannot_be_written() {
    let (unity, sink) = (fake_with_answer(|_| done_answer()), FakeSink::failing_from(0));
    let bridge = AuditedBridge::new(unity.clone(), sink.clone());
    let error = bridge
        .execute(set_active(), BridgeCall::internal())
        .await
        .expect_err("no line, no write");
    assert_eq!(unity.commands().len(), 0);
    assert!(error.hint.expect("a hint").contains("[audit] file"));
}

#[tokio::test]
async fn adds_diagnostic_if_outcome_line_of_finished_write_fails() {
    let (unity, sink) = (fake_with_answer(|_| done_answer()), FakeSink::failing_from(1));
    let bridge = AuditedBridge::new(unity.clone(), sink.clone());
    let replied = bridge
        .execute(set_active(), BridgeCall::internal())
        .await
        .expect("it happened");
    assert_eq!(unity.commands().len(), 1);
    assert!(replied.diagnostics[0].contains("attempt"), "{:?}", replied.diagnostics);
}

#[tokio::test]
async fn logs_abandoned_write_as_outcome_unknown() {
    let (unity, sink) = (fake_with_answer(|_| None), FakeSink::failing_from(9));
    let bridge = AuditedBridge::new(unity.clone(), sink.clone());
    let mut call = bridge.execute(set_active(), BridgeCall::internal());
    while unity.commands().is_empty() {
        let polled = std::future::poll_fn(|context| std::task::Poll::Ready(call.as_mut().poll(context))).await;
        assert!(polled.is_pending());
        tokio::task::yield_now().await;
    }
    drop(call);
    assert_eq!(sink.lines()[1], "obj:12 set-active failed: OutcomeUnknown");
}

#[tokio::test]
async fn rejects_reply_of_the_wrong_kind_and_names_both_kinds() {
    let (unity, sink) = (fake_with_answer(|_| done_answer()), FakeSink::failing_from(9));
    let bridge = AuditedBridge::new(unity, sink.clone());
    let object = ObjectId(12);
    let lie = bridge.execute(checked(Command::GetObject { object }), BridgeCall::internal());
    let error = lie.await.expect_err("no card");
    assert_eq!(error.kind, BridgeErrorKind::Internal);
    for named in ["`fake`", "`objects/get`", "Done", "Object"] {
        assert!(error.message.contains(named), "{error}");
    }
    let type_name = "UnityEngine.Light".to_owned();
    let lie = bridge.execute(
        checked(Command::AddComponent { object, type_name }),
        BridgeCall::internal(),
    );
    assert_eq!(lie.await.expect_err("no position").kind, BridgeErrorKind::Internal);
    assert_eq!(sink.lines()[1], "obj:12 add failed: Internal");
}

#[tokio::test]
async fn logs_command_that_the_bridge_classifies_as_a_write() {
    let gone = |_| Some(Err(BridgeError::new(BridgeErrorKind::NotFound, "gone")));
    let (unity, sink) = (fake_with_answer(gone), FakeSink::failing_from(9));
    let bridge = AuditedBridge::new(unity, sink.clone());
    let open = checked(Command::OpenScene {
        scene: SceneId(1),
        additive: None,
    });
    assert_eq!(open.access().effect, Effect::Read);
    assert_eq!(bridge.access(&open).effect, Effect::Write);
    bridge
        .execute(open, BridgeCall::internal())
        .await
        .expect_err("no scene");
    assert_eq!(sink.lines(), ["- open attempt", "- open failed: NotFound"]);
}

/// Polls `call` until its command reaches the fake bridge, which has not answered it yet.
async fn poll_sent(call: &mut BoxFuture<'_, Result<Replied, BridgeError>>, unity: &FakeUnity) {
    while unity.commands().is_empty() {
        let polled = std::future::poll_fn(|context| std::task::Poll::Ready(call.as_mut().poll(context))).await;
        assert!(polled.is_pending());
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn withdraws_queued_write_and_logs_late_outcome_of_begun_write() {
    for begins in [false, true] {
        let (unity, sink) = (fake_with_answer(|_| None), FakeSink::failing_from(9));
        let bridge = AuditedBridge::new(unity.clone(), sink.clone());
        let internal = BridgeCall::internal();
        let fate = Arc::clone(&internal.fate);
        fate.queued();
        let mut call = bridge.execute(set_active(), internal);
        poll_sent(&mut call, &unity).await;
        if begins {
            assert!(fate.begin());
        }
        drop(call);
        if begins {
            assert_eq!(sink.lines()[1..], ["obj:12 set-active failed: OutcomeUnknown"]);
            fate.finish(&Ok(Replied::from(Reply::Done)));
            assert_eq!(
                sink.lines()[2..],
                ["obj:12 set-active allowed: after its caller had gone"]
            );
        } else {
            assert!(!fate.begin());
            assert_eq!(
                sink.lines()[1..],
                ["obj:12 set-active failed: Cancelled, withdrawn before it began"]
            );
        }
    }
}

/// An audit sink that delays the first line until it is released, and reports the arrival and writing of each line.
struct SlowSink {
    lines: Sender<String>,
    release: Mutex<Receiver<()>>,
}

impl AuditSink for SlowSink {
    fn write(&self, record: &AuditRecord<'_>) -> Result<(), AuditWriteError> {
        self.lines.send(format!("begins {}", record.outcome)).expect("a test");
        if record.outcome == "attempt" {
            self.release.lock().expect("one at a time").recv().expect("a test");
        }
        self.lines.send(record.outcome.to_owned()).expect("a test");
        Ok(())
    }

    fn policy_changed(&self, _: &host_api::PolicyRecord<'_>) -> Result<(), AuditWriteError> {
        Ok(())
    }
}

#[tokio::test]
async fn logs_withdrawal_if_caller_leaves_during_the_attempt_line() {
    let (lines, told) = channel();
    let (releases, release) = channel();
    let release = Mutex::new(release);
    let unity = fake_with_answer(|_| done_answer());
    let bridge = AuditedBridge::new(unity.clone(), Arc::new(SlowSink { lines, release }));
    let mut call = bridge.execute(set_active(), BridgeCall::internal());
    let polled = std::future::poll_fn(|context| std::task::Poll::Ready(call.as_mut().poll(context))).await;
    assert!(polled.is_pending());
    assert_eq!(told.recv().as_deref(), Ok("begins attempt"));
    drop(call);
    releases.send(()).expect("somebody waits");
    let withdrawn = "failed: Cancelled, withdrawn before it began";
    for line in ["attempt", &format!("begins {withdrawn}"), withdrawn] {
        assert_eq!(told.recv_timeout(Duration::from_secs(20)).as_deref(), Ok(line));
    }
    assert!(unity.commands().is_empty());
}

#[tokio::test]
async fn reads_leave_no_audit_line_and_pass_with_failing_sink() {
    let page = PageRequest {
        offset: 0,
        limit: 1,
        max_bytes: 1000,
        cursor: None,
    };
    let filter = ObjectFilter::default();
    let answer = |_| {
        let page = Page {
            total: 0,
            items: Vec::new(),
            next_offset: None,
            next_cursor: None,
            scanned: None,
        };
        Some(Ok(Replied::from(Reply::Objects(page))))
    };
    let (unity, sink) = (fake_with_answer(answer), FakeSink::failing_from(0));
    let bridge = AuditedBridge::new(unity.clone(), sink.clone());
    bridge
        .execute(checked(Command::ListObjects { filter, page }), BridgeCall::internal())
        .await
        .expect("reads pass");
    assert_eq!(unity.commands().len(), 1);
    assert!(sink.lines().is_empty());
}
