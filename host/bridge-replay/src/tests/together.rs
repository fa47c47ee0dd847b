//! Tests of concurrent and repeated calls in a replay: no call may wait for another one that takes long.

use super::recorder::futures_poll;
use super::*;
use crate::line::Present;
use host_api::{CallId, Effect};
use host_bridge::{CallKey, CommandKey, Origin, SceneCard, SceneId};
use std::cell::RefCell;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{JoinHandle, spawn};

/// A location in the code at which a test can stop a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Comparing,
    Reading,
}

/// An action that a test runs when its thread first reaches a location.
type Then = (Place, Box<dyn FnOnce()>);

thread_local! {
    static AT: RefCell<Option<Then>> = RefCell::default();
}

/// Runs the test's action for this location. The code under test calls this function there.
pub(crate) fn reach(place: Place) {
    let then = AT.with(|at| at.borrow_mut().take_if(|(at, _)| *at == place));
    if let Some((_, then)) = then {
        then();
    }
}

/// Returns a call with this idempotency key, so that the client can repeat it.
fn keyed(key: &str) -> BridgeCall {
    let caller = Origin::for_host(Effect::Write).caller;
    let call = Arc::new(CallKey::new(&caller, "b", "t", Some(key.to_owned()), CallId::next()));
    BridgeCall {
        key: CommandKey { call, number: 1 },
        ..BridgeCall::internal()
    }
}

/// Returns the answer of a replay. Panics if the replay does not answer immediately.
fn replay_now(replay: &ReplayBridge, command: Command, call: BridgeCall) -> Outcome {
    let mut asked = replay.execute(checked(command), call);
    futures_poll(&mut asked).expect("answered at once")
}

/// A call that stops at a location until the test releases it.
struct Slow {
    go_on: Sender<()>,
    answer: JoinHandle<Outcome>,
}

impl Slow {
    fn start_at(place: Place, replay: &Arc<ReplayBridge>, command: Command, call: BridgeCall) -> Self {
        let (replay, (come, is_there), (go_on, may_go_on)) = (Arc::clone(replay), channel(), channel());
        let answer = spawn(move || {
            let stand = move || {
                come.send(()).expect("somebody waits");
                may_go_on.recv_timeout(LONG).expect("it is let go on");
            };
            AT.with(|at| *at.borrow_mut() = Some((place, Box::new(stand))));
            replay_now(&replay, command, call)
        });
        is_there.recv_timeout(LONG).expect("it comes there");
        Self { go_on, answer }
    }

    fn finish(self) -> Outcome {
        self.go_on.send(()).expect("it waits");
        self.answer.join().expect("an answer")
    }
}

fn call_in_thread(replay: &Arc<ReplayBridge>, command: Command, call: BridgeCall) -> Receiver<Outcome> {
    let (replay, (answer, answers)) = (Arc::clone(replay), channel());
    spawn(move || answer.send(replay_now(&replay, command, call)).is_ok());
    answers
}

#[tokio::test]
async fn slow_comparison_or_read_does_not_block_other_calls() {
    let (bytes, answers) = record_commands(Arc::new(unity()), vec![Command::GetTimeScale, active(4)]).await;
    let replay = Arc::new(replay(&bytes));
    let compared = Slow::start_at(Place::Comparing, &replay, active(6), keyed("a"));
    let other = call_in_thread(&replay, Command::GetTimeScale, BridgeCall::internal());
    let other = other.recv_timeout(LONG).expect("a comparison delays no other call");
    assert_eq!(other, answers[0]);
    assert!(
        compared
            .finish()
            .expect_err("it is not in it")
            .message
            .contains("nearest call")
    );

    let read = Slow::start_at(Place::Reading, &replay, active(4), keyed("b"));
    let other = call_in_thread(&replay, Command::GetTimeScale, BridgeCall::internal());
    let other = other
        .recv_timeout(LONG)
        .expect("reading an answer delays no other call");
    assert!(other.is_ok(), "{other:?}");
    // A caller that lost its answer and asks again before the first answer is complete makes no second change.
    let again = call_in_thread(&replay, active(4), keyed("b"));
    let again = again.recv_timeout(LONG).expect("nor does it itself");
    assert_eq!(again, answers[1]);
    assert_eq!(read.finish(), answers[1]);
}

#[tokio::test]
async fn repeated_change_with_same_key_returns_the_same_answer() {
    let (bytes, _) = record_commands(Arc::new(unity()), vec![active(4), active(5)]).await;
    let replay = replay(&bytes);
    let first = replay.execute(checked(active(4)), keyed("k")).await.expect("done");
    let again = replay.execute(checked(active(4)), keyed("k")).await.expect("the same");
    assert_eq!(first, again);
    let other = replay.execute(checked(active(4)), keyed("l")).await;
    assert!(other.is_err(), "{other:?}");
    // A rejected call is not remembered, so it is executed again.
    let refused = replay.execute(checked(active(5)), keyed("m")).await.expect_err("odd");
    assert_eq!(refused.kind, BridgeErrorKind::NotFound);
    replay.execute(checked(active(4)), keyed("m")).await.expect_err("once");
    let conflict = replay
        .execute(checked(active(6)), keyed("k"))
        .await
        .expect_err("another");
    assert_eq!(conflict.kind, BridgeErrorKind::Conflict);
}

#[tokio::test]
async fn repeated_scene_open_with_same_key_returns_the_same_answer() {
    let opened = |_| {
        let card = SceneCard {
            id: SceneId(4),
            name: "Arena".to_owned(),
            path: "Assets/Arena.unity".to_owned(),
            index: 4,
            build_index: None,
            is_loaded: true,
            root_count: 1,
            problem: None,
        };
        Some(Ok(Reply::Scene(card).into()))
    };
    let open = || Command::OpenScene {
        scene: SceneId(4),
        additive: None,
    };
    let (bytes, _) = record_commands(Arc::new(FakeUnity::with_answer(opened)), vec![open()]).await;
    // As if it had been a game.
    let mut recording = read(&bytes);
    let known = recording.known.last_of(0).expect("one Unity").clone();
    recording.known.add(0, Present { live: true, ..known });
    let replay = ReplayBridge::new(recording, LeftOut::default());
    let first = replay.execute(checked(open()), keyed("k")).await.expect("opened");
    let again = replay.execute(checked(open()), keyed("k")).await.expect("the same");
    assert_eq!(first, again);
    let other = replay.execute(checked(open()), keyed("l")).await;
    assert!(other.is_err(), "it was opened once: {other:?}");
}
