//! Tests with disks that are full, slow or too small: no call may fail or wait because of them.

use super::*;
use host_bridge::Fate;
use std::sync::mpsc::{Receiver, Sender, channel};

/// An output that accepts `left` bytes and then fails.
struct Full {
    left: usize,
}

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.left == 0 {
            return Err(io::Error::from(io::ErrorKind::StorageFull));
        }
        let taken = bytes.len().min(self.left);
        self.left -= taken;
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// An output that waits before each line until the test releases it.
struct Slow(Paper, Receiver<()>);

impl Write for Slow {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // Dropping the sender releases all further lines.
        let _ = self.1.recv();
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn stop_channel() -> (Receiver<Stopped>, impl FnOnce(Stopped) + Send + 'static) {
    let (tell, told): (Sender<Stopped>, _) = channel();
    (told, move |stopped| tell.send(stopped).expect("heard"))
}

#[tokio::test]
async fn reports_full_disk_once_and_fails_no_call() {
    let (told, tell) = stop_channel();
    let recorder = start(Full { left: 900 }, 1 << 20, LeftOut::default(), tell);
    let bridge = RecordingBridge::new(Arc::new(unity()), Arc::clone(&recorder));
    for _ in 0..20 {
        ask(&bridge, Command::GetTimeScale).await.expect("a speed");
    }
    let stopped = told.recv_timeout(LONG).expect("told");
    assert!(matches!(&stopped, Stopped::Failed(_)), "{stopped}");
    ask(&bridge, speed(2.0)).await.expect("done all the same");
    assert!(recorder.finish(LONG));
    assert!(told.recv().is_err(), "told once");
}

#[tokio::test]
async fn ends_recording_at_its_size_limit_with_a_note() {
    let (told, tell) = stop_channel();
    let paper = Paper::default();
    let recorder = start(paper.clone(), 3_000, LeftOut::default(), tell);
    let bridge = RecordingBridge::new(Arc::new(unity()), Arc::clone(&recorder));
    for _ in 0..100 {
        ask(&bridge, Command::GetTimeScale).await.expect("a speed");
    }
    assert_eq!(told.recv_timeout(LONG), Ok(Stopped::Limit(3_000)));
    assert!(recorder.finish(LONG));
    let bytes = paper.0.lock().unwrap().clone();
    assert!(bytes.len() <= 3_000, "{}", bytes.len());
    let read = read(&bytes);
    assert!(read.calls() > 2 && read.calls() < 100, "{}", read.calls());
    assert!(
        read.gaps().is_some_and(|gaps| gaps.contains("limit of 3000 bytes")),
        "{:?}",
        read.gaps()
    );
}

#[tokio::test]
async fn slow_disk_delays_no_call_and_lost_calls_are_reported() {
    let (go_on, may_go_on) = channel();
    let paper = Paper::default();
    let recorder = start(Slow(paper.clone(), may_go_on), 1 << 30, LeftOut::default(), |_| {});
    let bridge = RecordingBridge::new(Arc::new(unity()), Arc::clone(&recorder));
    for _ in 0..10_000 {
        ask(&bridge, Command::GetTimeScale).await.expect("a speed");
    }
    assert!(!recorder.finish(Duration::from_millis(1)), "it waits for the disk");
    drop(go_on);
    assert!(recorder.finish(LONG));
    let read = read(&paper.0.lock().unwrap());
    assert!(read.calls() > 1_000 && read.calls() < 10_000, "{}", read.calls());
    assert!(
        read.gaps()
            .is_some_and(|gaps| gaps.contains("faster than they were written")),
        "{:?}",
        read.gaps()
    );
}

#[tokio::test]
async fn records_abandoned_change_as_outcome_unknown() {
    let paper = Paper::default();
    let recorder = start(paper.clone(), 1 << 20, LeftOut::default(), |_| {});
    let silent = Arc::new(FakeUnity::with_answer(|_| None));
    let bridge = RecordingBridge::new(silent, Arc::clone(&recorder));
    for command in [Command::GetTimeScale, active(4)] {
        let mut asked = bridge.execute(checked(command), BridgeCall::internal());
        assert!(futures_poll(&mut asked).is_none(), "nobody answers");
        drop(asked);
    }
    assert!(recorder.finish(LONG));
    let read = read(&paper.0.lock().unwrap());
    assert_eq!(read.calls(), 1, "an abandoned read is not recorded");
    let error = read.answer(0).expect_err("nobody knows");
    assert_eq!(error.kind, BridgeErrorKind::OutcomeUnknown);
}

pub(super) fn futures_poll(asked: &mut host_api::BoxFuture<'_, Outcome>) -> Option<Outcome> {
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    match asked.as_mut().poll(&mut context) {
        std::task::Poll::Ready(outcome) => Some(outcome),
        std::task::Poll::Pending => None,
    }
}

#[tokio::test]
async fn rejects_withdrawn_call_and_keeps_its_recorded_answer() {
    let (bytes, _) = record_commands(Arc::new(unity()), vec![active(4)]).await;
    let replay = replay(&bytes);
    let fate = Arc::new(Fate::default());
    fate.queued();
    assert!(fate.withdraw());
    let call = BridgeCall {
        fate,
        ..BridgeCall::internal()
    };
    let gone = replay.execute(checked(active(4)), call).await.expect_err("gone");
    assert_eq!(gone.kind, BridgeErrorKind::Cancelled);
    ask(&replay, active(4)).await.expect("it was not used up");
}
