//! Callers that stop waiting.

use super::*;
use std::sync::atomic::AtomicBool;

fn set(value: f64) -> CheckedCommand {
    Command::SetTimeScale { value, lock: None }.checked().expect("a number")
}

async fn scale(bridge: &ProjectBridge) -> f64 {
    match run(bridge, Command::GetTimeScale).await.expect("time").reply {
        Reply::TimeScale(now) => now.value,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_write_is_taken_back_before_its_turn_and_carried_out_once_it_began() {
    let project = sample();
    let bridge = open(project.root(), OpenScenes::First);
    bridge.loaded(&|_, _| {}).await;
    // As if the caller had left while it waited.
    let call = BridgeCall::internal();
    call.fate.queued();
    assert!(call.fate.withdraw());
    let answer = bridge.execute(set(3.0), call).await;
    assert!(answer.is_err(), "nobody carries it out: {answer:?}");
    assert_eq!(scale(&bridge).await, 1.0);

    let call = BridgeCall::internal();
    let (fate, told) = (Arc::clone(&call.fate), Arc::new(AtomicBool::new(false)));
    bridge.execute(set(2.0), call).await.expect("done");
    let heard = Arc::clone(&told);
    // Its caller left as the answer came.
    fate.leave(move |failed| heard.store(failed.is_none(), Ordering::SeqCst));
    assert!(told.load(Ordering::SeqCst), "that it was done is told");
    assert_eq!(scale(&bridge).await, 2.0);
}
