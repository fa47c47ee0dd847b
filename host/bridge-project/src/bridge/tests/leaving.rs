//! Tests of callers that stop waiting for an answer.

use super::*;
use crate::session::injected_defects;
use std::sync::atomic::AtomicBool;
use std::task::Poll;

fn set(value: f64) -> CheckedCommand {
    Command::SetTimeScale { value, lock: None }.checked().expect("a number")
}

/// Polls the call once, so that its command is in the queue.
async fn poll_sent(call: &mut BoxFuture<'_, Result<Replied, BridgeError>>) {
    let polled = std::future::poll_fn(|context| Poll::Ready(call.as_mut().poll(context))).await;
    assert!(polled.is_pending());
}

async fn scale(bridge: &ProjectBridge) -> f64 {
    match run(bridge, Command::GetTimeScale).await.expect("time").reply {
        Reply::TimeScale(now) => now.value,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn withdraws_write_before_its_turn_and_completes_it_once_begun() {
    let project = sample();
    let bridge = open(project.root(), OpenScenes::First);
    bridge.wait_until_loaded(&|_, _| {}).await;
    // The fate is withdrawn, as if the caller had stopped waiting.
    let call = BridgeCall::internal();
    call.fate.queued();
    assert!(call.fate.withdraw());
    let answer = bridge.execute(set(3.0), call).await;
    assert!(answer.is_err(), "the command is not executed: {answer:?}");
    assert_eq!(scale(&bridge).await, 1.0);

    let call = BridgeCall::internal();
    let (fate, told) = (Arc::clone(&call.fate), Arc::new(AtomicBool::new(false)));
    bridge.execute(set(2.0), call).await.expect("done");
    let heard = Arc::clone(&told);
    // The caller leaves when the answer comes.
    fate.leave(move |failed| heard.store(failed.is_none(), Ordering::SeqCst));
    assert!(told.load(Ordering::SeqCst), "the success is reported");
    assert_eq!(scale(&bridge).await, 2.0);
}

#[tokio::test]
async fn withdraws_dropped_or_cancelled_commands_that_still_wait() {
    let project = sample();
    let bridge = open(project.root(), OpenScenes::First);
    bridge.wait_until_loaded(&|_, _| {}).await;
    let path = "/waits while a write is dropped".to_owned();
    let slow = Command::FindObjects {
        path: path.clone(),
        page: page(0, 10),
    };
    let mut slow = bridge.execute(slow.checked().expect("a path"), BridgeCall::internal());
    poll_sent(&mut slow).await;
    let mut dropped = bridge.execute(set(3.0), BridgeCall::internal());
    poll_sent(&mut dropped).await;
    drop(dropped);
    // A cancelled write returns an error, and so does a cancelled read.
    let cancelled = [set(4.0), Command::GetTimeScale.checked().expect("no values")].map(|command| {
        let call = BridgeCall::internal();
        (call.cancel.clone(), bridge.execute(command, call))
    });
    for (cancel, mut call) in cancelled {
        poll_sent(&mut call).await;
        cancel.cancel();
        let error = call.await.expect_err("withdrawn");
        assert_eq!(error.kind, BridgeErrorKind::Cancelled, "{error}");
    }
    injected_defects::release(&path);
    slow.await.expect("a page");
    assert_eq!(scale(&bridge).await, 1.0);
    assert_eq!(bridge.project().session_edits, 0);
}
