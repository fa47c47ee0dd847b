//! Tests of a session with a simulated Unity instance, with fixed and with random steps.

mod blocked;
mod ended;
mod once;
mod progress;
mod repeated;

use super::*;
use crate::frames::samples::{self, hello};
use crate::frames::{Call, CallResult, EntryState, FromUnity, Why, WireEffect, Withdrawn, binary};
use host_api::{CallId, Caller, Deadline, Dialect, Proof};
use host_bridge::{BridgeErrorKind, CallKey, Command, CommandKey, Fate, LoadProgress, ObjectId, Reply};
use std::sync::Arc;
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;

fn functions() -> Vec<String> {
    ["objects/get", "time-scale-edit/set", "screenshot/take"]
        .map(str::to_owned)
        .to_vec()
}

pub(super) fn greeting() -> Hello {
    Hello {
        functions: functions(),
        ..hello()
    }
}

/// Returns a session with an open link, after it sent `welcome`.
pub(super) fn linked_session(now: Instant) -> Session {
    let mut session = Session::new("0", "run", BridgeId::new("Game", 1), now);
    session.attach_link(greeting(), now);
    assert!(matches!(next_frame(&mut session, now), Some(FromHost::Welcome(_))));
    session
}

pub(super) fn next_frame(session: &mut Session, now: Instant) -> Option<FromHost> {
    match session.transmit(now)? {
        Send::Text(text) => Some(FromHost::read(&text).expect("a frame of the host")),
        Send::Ping | Send::Binary(_) => None,
    }
}

pub(super) fn call(session: &mut Session, now: Instant) -> Call {
    match next_frame(session, now) {
        Some(FromHost::Call(call)) => call,
        other => panic!("no call: {other:?}"),
    }
}

pub(super) fn client_key(key: &str) -> CallKey {
    let caller = Caller {
        dialect: Dialect::McpHandshake,
        client: "agent".into(),
        address: "local".into(),
        session: None,
        proof: Some(Proof::Secret("test".into())),
    };
    CallKey::new(&caller, "b", "T", Some(key.to_owned()), CallId::next())
}

pub(super) struct Caller1 {
    pub(super) reply: oneshot::Receiver<Outcome>,
    pub(super) cancel: CancellationToken,
    pub(super) fate: Arc<Fate>,
}

pub(super) fn ask(session: &mut Session, command: Command, key: CallKey, now: Instant, seconds: u64) -> Caller1 {
    ask_showing(session, command, key, (now, seconds), None)
}

pub(super) fn ask_showing(
    session: &mut Session,
    command: Command,
    key: CallKey,
    (now, seconds): (Instant, u64),
    progress: Option<LoadProgress>,
) -> Caller1 {
    let key = CommandKey {
        call: Arc::new(key),
        number: 1,
    };
    ask_command(session, command, key, (now, seconds), progress)
}

pub(super) fn ask_command(
    session: &mut Session,
    command: Command,
    key: CommandKey,
    (now, seconds): (Instant, u64),
    progress: Option<LoadProgress>,
) -> Caller1 {
    let (sender, reply) = oneshot::channel();
    let (cancel, fate) = (CancellationToken::new(), Arc::new(Fate::default()));
    let effect = command.access().effect.into();
    let asked = Asked {
        wanted: Wanted::Command(command.checked().expect("a sound command"), sender),
        effect,
        key,
        tool: Some("T".into()),
        deadline: Deadline::new(now, Duration::from_secs(seconds), Duration::from_secs(60)),
        cancel: cancel.clone(),
        fate: Arc::clone(&fate),
        progress,
    };
    session.submit(asked, now);
    Caller1 { reply, cancel, fate }
}

pub(super) fn write() -> Command {
    Command::SetTimeScale { value: 1.0, lock: None }
}

pub(super) fn host_key() -> CallKey {
    CallKey::for_host(CallId::next())
}

pub(super) fn done_result(id: u64) -> String {
    let result = CallResult {
        id,
        value: Some(Reply::Done.to_json().expect("writable")),
        error: None,
        notes: Vec::new(),
        bytes: None,
    };
    FromUnity::Result(result).text()
}

fn kind(caller: &mut Caller1) -> BridgeErrorKind {
    caller.reply.try_recv().expect("answered").expect_err("an error").kind
}

#[test]
fn answers_a_write_and_settles_its_journal_entry() {
    let now = Instant::now();
    let mut session = linked_session(now);
    let mut caller = ask(&mut session, write(), host_key(), now, 5);
    let call = call(&mut session, now);
    assert_eq!((call.id, call.effect, call.deadline_ms), (1, WireEffect::Write, 5_000));
    assert_eq!(session.transmit(now), None);
    assert_eq!(session.text(&done_result(1), now), None);
    assert!(caller.reply.try_recv().expect("answered").is_ok());
    let Some(FromHost::Settled { keys }) = next_frame(&mut session, now) else {
        panic!("not settled")
    };
    assert_eq!((Some(keys[0].as_str()), session.depth()), (call.key.as_deref(), 0));
}

#[test]
fn write_past_its_deadline_is_withdrawn_or_unknown() {
    for is_withdrawn in [true, false] {
        let start = Instant::now();
        let at = |ms| start + Duration::from_millis(ms);
        let mut session = linked_session(start);
        let mut caller = ask(&mut session, write(), host_key(), start, 2);
        call(&mut session, start);
        assert_eq!(session.wake(), Some(at(2_000)));
        session.tick(at(2_000));
        assert!(matches!(
            next_frame(&mut session, at(2_000)),
            Some(FromHost::Cancel { id: 1 })
        ));
        assert!(caller.reply.try_recv().is_err(), "no outcome yet");
        if is_withdrawn {
            let why = Why::Deadline;
            session.text(&FromUnity::Withdrawn(Withdrawn { id: 1, why }).text(), at(2_500));
            let error = caller.reply.try_recv().expect("answered").expect_err("not done");
            assert_eq!(error.kind, BridgeErrorKind::NotReady);
            assert!(error.retry_after_ms.is_some());
        } else {
            session.tick(at(3_000));
            assert_eq!(kind(&mut caller), BridgeErrorKind::OutcomeUnknown);
            assert_eq!(session.depth(), 1, "its outcome is still expected");
            session.text(&done_result(1), at(9_000));
        }
        assert_eq!(session.depth(), 0);
    }
}

#[test]
fn calls_to_a_busy_editor_wait_and_time_out_unsent() {
    let now = Instant::now();
    let mut session = linked_session(now);
    session.text(
        r#"{"type":"pulse","state":"compiling","frame":1,"main-ms":0,"last-ms":9000}"#,
        now,
    );
    let mut caller = ask(&mut session, write(), host_key(), now, 2);
    assert_eq!(session.transmit(now), None);
    session.tick(now + Duration::from_secs(2));
    let error = caller.reply.try_recv().expect("answered").expect_err("not begun");
    assert_eq!(error.kind, BridgeErrorKind::NotReady);
    assert!(error.message.contains("Unity compiles (2 s, last time 9 s)"), "{error}");
}

#[test]
fn withdraws_calls_cancelled_or_dropped_before_sending() {
    let now = Instant::now();
    let mut session = linked_session(now);
    let mut cancelled = ask(&mut session, write(), host_key(), now, 5);
    let gone = ask(&mut session, write(), host_key(), now, 5);
    cancelled.cancel.cancel();
    drop(gone.reply);
    session.tick(now);
    assert_eq!(kind(&mut cancelled), BridgeErrorKind::Cancelled);
    assert!(gone.fate.withdraw() || session.depth() == 0);
    assert_eq!(session.transmit(now), None);
}

#[test]
fn answers_repeated_key_without_sending_it_again() {
    let now = Instant::now();
    let mut session = linked_session(now);
    let mut first = ask(&mut session, write(), client_key("k"), now, 5);
    let mut joined = ask(&mut session, write(), client_key("k"), now, 5);
    let other = Command::SetTimeScale { value: 2.0, lock: None };
    let mut conflicting = ask(&mut session, other, client_key("k"), now, 5);
    call(&mut session, now);
    assert_eq!(session.transmit(now), None, "it waits behind the first");
    session.text(&done_result(1), now);
    assert_eq!(session.transmit(now), None);
    assert!(first.reply.try_recv().expect("answered").is_ok());
    assert!(joined.reply.try_recv().expect("answered").is_ok());
    assert_eq!(kind(&mut conflicting), BridgeErrorKind::Conflict);
}

#[test]
fn withdrawn_retry_of_a_begun_write_has_unknown_outcome() {
    let now = Instant::now();
    let mut session = linked_session(now);
    let mut caller = ask(&mut session, write(), host_key(), now, 5);
    let key = call(&mut session, now).key.expect("a write has a key");
    let mut again = greeting();
    again.journal.entries = [(key, EntryState::Started)].into();
    session.attach_link(again, now);
    next_frame(&mut session, now);
    let id = call(&mut session, now).id;
    let why = Why::Deadline;
    session.text(&FromUnity::Withdrawn(Withdrawn { id, why }).text(), now);
    assert_eq!(kind(&mut caller), BridgeErrorKind::OutcomeUnknown);
}

#[test]
fn protocol_violations_end_the_link() {
    let hello = FromUnity::Hello(Box::new(samples::hello())).text();
    let announced = r#"{"type":"result","id":1,"value":{"reply":"done"},"bytes":1}"#;
    let pulse = r#"{"type":"pulse","state":"ready","frame":1,"main-ms":0}"#;
    for (frames, told) in [
        (vec![hello.as_str()], "the opening is over"),
        (vec!["{"], "no JSON object"),
        (vec![&done_result(2)], "no call 2"),
        (vec![&done_result(1), &done_result(1)], "no call 1"),
        (vec![r#"{"type":"withdrawn","id":9,"why":"deadline"}"#], "no call 9"),
        (vec![announced, pulse], "did not follow it"),
        (
            vec![r#"{"type":"pulse","state":"away","frame":1,"main-ms":0}"#],
            "must not send the state",
        ),
        (vec![r#"{"type":"event","seq":1,"kind":"resync"}"#; 2], "was repeated"),
    ] {
        let now = Instant::now();
        let mut session = linked_session(now);
        let _caller = ask(&mut session, write(), host_key(), now, 5);
        call(&mut session, now);
        let closes: Vec<_> = frames.iter().filter_map(|frame| session.text(frame, now)).collect();
        assert_eq!(closes.len(), 1, "{frames:?}");
        assert!(
            closes[0].code == Close::FAULT && closes[0].reason.contains(told),
            "{closes:?}"
        );
        assert_eq!(session.state(now).activity, Activity::Away);
    }
    let now = Instant::now();
    let mut session = linked_session(now);
    assert!(
        session.binary(&binary(1, b"x"), now).is_some(),
        "binary frame that no frame announced"
    );
}

#[test]
fn accepts_only_the_bytes_that_the_result_announces() {
    let now = Instant::now();
    for (frame, is_taken) in [
        (binary(1, b"png"), true),
        (binary(2, b"png"), false),
        (binary(1, b"pn"), false),
        (vec![0], false),
    ] {
        let mut session = linked_session(now);
        let command = Command::GetObject { object: ObjectId(1) };
        let mut caller = ask(&mut session, command, host_key(), now, 5);
        call(&mut session, now);
        let result = r#"{"type":"result","id":1,"value":{"reply":"done"},"bytes":3}"#;
        assert_eq!(session.text(result, now), None);
        assert_eq!(session.binary(&frame, now).is_none(), is_taken);
        // A reply without a field for bytes is reported as unreadable.
        assert_eq!(caller.reply.try_recv().is_ok(), is_taken);
    }
}

#[test]
fn pings_a_quiet_link_and_closes_a_silent_one() {
    let start = Instant::now();
    let at = |ms| start + Duration::from_millis(ms);
    let mut session = linked_session(start);
    assert_eq!(session.wake(), Some(at(3_000)));
    assert_eq!(session.transmit(at(3_000)), Some(Send::Ping));
    assert_eq!(session.transmit(at(3_001)), None, "once");
    session.pong(at(3_100));
    assert_eq!(session.tick(at(13_099)), None);
    assert_eq!(session.tick(at(13_100)).expect("silent").code, Close::SILENT);
    assert_eq!(session.state(at(13_100)).activity, Activity::Away);
}

#[test]
fn answers_at_most_sixteen_unknown_frames() {
    let now = Instant::now();
    let mut session = linked_session(now);
    for _ in 0..40 {
        assert_eq!(session.text(r#"{"type":"teleport"}"#, now), None);
    }
    let errors = std::iter::from_fn(|| next_frame(&mut session, now)).count();
    assert_eq!(errors, 16);
}
