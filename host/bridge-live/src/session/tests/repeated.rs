//! Tests of calls that a client repeats with the same idempotency key.

use super::*;
use crate::keys;
use host_bridge::{BridgeError, ObjectNumbers};
use std::sync::atomic::{AtomicBool, Ordering};

#[test]
fn repeated_call_gets_the_first_plan_and_the_first_result() {
    let now = Instant::now();
    let mut session = Session::new("0", "run", BridgeId::new("Game", 1), now);
    let mut hello = greeting();
    hello.functions.push("time-scale/get".to_owned());
    session.attach_link(hello, now);
    assert!(matches!(next_frame(&mut session, now), Some(FromHost::Welcome(_))));
    let shared = Arc::new(client_key("once"));
    let key = |number| CommandKey {
        call: Arc::clone(&shared),
        number,
    };
    let read = || Command::GetTimeScale;
    let mut planned = ask_command(&mut session, read(), key(1), (now, 5), None);
    let sent = call(&mut session, now);
    let scale = host_bridge::TimeScale {
        value: 1.0,
        locked: false,
    };
    let result = CallResult {
        id: sent.id,
        value: Some(Reply::TimeScale(scale).to_json().expect("writable")),
        error: None,
        notes: Vec::new(),
        bytes: None,
    };
    assert_eq!(session.text(&FromUnity::Result(result).text(), now), None);
    let first = planned.reply.try_recv().expect("answered");
    let mut made = ask_command(&mut session, write(), key(2), (now, 5), None);
    let sent = call(&mut session, now);
    assert_eq!(session.text(&done_result(sent.id), now), None);
    assert!(made.reply.try_recv().expect("answered").is_ok());
    // The same call again: nothing is sent, and both commands have their first results.
    let mut planned = ask_command(&mut session, read(), key(1), (now, 5), None);
    let mut made = ask_command(&mut session, write(), key(2), (now, 5), None);
    assert!(!matches!(next_frame(&mut session, now), Some(FromHost::Call(_))));
    assert_eq!(planned.reply.try_recv().expect("answered"), first);
    assert!(made.reply.try_recv().expect("answered").is_ok());
}

#[test]
fn key_of_a_begun_job_stays_in_the_journal_if_the_client_can_repeat_it() {
    for (key, is_settled) in [(client_key("job"), false), (host_key(), true)] {
        let now = Instant::now();
        let mut session = Session::new("0", "run", BridgeId::new("Game", 1), now);
        let mut hello = greeting();
        hello.functions.push("editor-run/run-tests".to_owned());
        session.attach_link(hello, now);
        assert!(matches!(next_frame(&mut session, now), Some(FromHost::Welcome(_))));
        let (sender, mut reply) = oneshot::channel();
        let begin = LinkCall::BeginJob {
            method: "editor-run/run-tests",
            arguments: "{}".into(),
        };
        let asked = Asked {
            effect: begin.effect(),
            wanted: Wanted::Link(begin, None, sender),
            key: CommandKey {
                call: Arc::new(key),
                number: 1,
            },
            tool: None,
            deadline: Deadline::new(now, Duration::from_secs(5), Duration::from_secs(60)),
            cancel: CancellationToken::new(),
            fate: Arc::new(Fate::default()),
            progress: None,
        };
        session.submit(asked, now);
        let sent = call(&mut session, now);
        assert_eq!(session.text(&done_result(sent.id), now), None);
        assert!(reply.try_recv().expect("answered").is_ok());
        let next = next_frame(&mut session, now);
        assert_eq!(matches!(next, Some(FromHost::Settled { .. })), is_settled, "{next:?}");
    }
}

#[test]
fn digest_of_a_repeated_change_does_not_depend_on_its_plan() {
    let digest_of = |key: CallKey, plan: &str| {
        let now = Instant::now();
        let mut session = Session::new("0", "run", BridgeId::new("Game", 1), now);
        let mut hello = greeting();
        hello.functions.push("edits-edit/undo".to_owned());
        session.attach_link(hello, now);
        assert!(matches!(next_frame(&mut session, now), Some(FromHost::Welcome(_))));
        let undo = Command::UndoEdits {
            entries: vec![7],
            digest: Some(plan.to_owned()),
            touches: host_bridge::EditTouches::default(),
        };
        let key = CommandKey {
            call: Arc::new(key),
            number: 2,
        };
        let _caller = ask_command(&mut session, undo, key, (now, 5), None);
        let sent = call(&mut session, now);
        assert!(sent.args.get().contains(plan), "the instance checks the plan");
        sent.digest.expect("a digest")
    };
    // A restarted host can plan other changes for the same call.
    assert_eq!(
        digest_of(client_key("once"), "first"),
        digest_of(client_key("once"), "second")
    );
    assert_ne!(digest_of(host_key(), "first"), digest_of(host_key(), "second"));
}

/// Numbers that are the names, of a process that has unloaded its scenes.
struct Unloaded;

impl ObjectNumbers for Unloaded {
    fn number(&self, _: &str, native: &str) -> ObjectId {
        ObjectId(native.parse().unwrap_or_default())
    }

    fn native(&self, _: &str, _: ObjectId) -> Result<String, BridgeError> {
        Err(BridgeError::new(BridgeErrorKind::NotFound, "it has unloaded scenes"))
    }

    fn last_native(&self, _: &str, object: ObjectId) -> Option<String> {
        Some(object.0.to_string())
    }

    fn invalidate(&self, _: &str) {}
}

#[test]
fn plan_of_a_repeatable_call_is_journaled_and_found_after_its_objects_are_gone() {
    let shared = Arc::new(client_key("once"));
    let key = |number| CommandKey {
        call: Arc::clone(&shared),
        number,
    };
    let plan = || Command::PreviewUndo { entries: vec![7] };
    let change = || Command::DestroyObject { object: ObjectId(12) };
    let linked = |keys: &[u32]| {
        let now = Instant::now();
        let session = Session::new("0", "run", BridgeId::new("Game", 1), now);
        let mut session = session.numbered(Arc::new(Unloaded));
        let mut hello = greeting();
        for function in [plan().function(), change().function()] {
            hello.functions.push(function.method().to_owned());
        }
        let entries = keys.iter().map(|number| (keys::key(&key(*number)), EntryState::Done));
        hello.journal.entries = entries.collect();
        session.attach_link(hello, now);
        assert!(matches!(next_frame(&mut session, now), Some(FromHost::Welcome(_))));
        (session, now)
    };
    // The client may repeat the call, so the instance stores its plan. Of any other call it stores only writes.
    for (call_key, is_journaled) in [((*shared).clone(), true), (host_key(), false)] {
        let (mut session, now) = linked(&[]);
        let asked = CommandKey {
            call: Arc::new(call_key),
            number: 1,
        };
        let _caller = ask_command(&mut session, plan(), asked, (now, 5), None);
        let sent = call(&mut session, now);
        assert_eq!(sent.effect, WireEffect::Read);
        assert_eq!(
            (sent.key.is_some(), sent.digest.is_some()),
            (is_journaled, is_journaled)
        );
    }
    // A name of an object that is gone is sent only with a key that the journal has.
    let (mut session, now) = linked(&[1, 2]);
    let mut caller = ask_command(&mut session, change(), key(2), (now, 5), None);
    let sent = call(&mut session, now);
    assert!(sent.args.get().contains("obj:12"), "{}", sent.args);
    assert_eq!(session.text(&done_result(sent.id), now), None);
    assert!(caller.reply.try_recv().expect("answered").is_ok());
    let mut caller = ask_command(&mut session, change(), key(3), (now, 5), None);
    assert_eq!(kind(&mut caller), BridgeErrorKind::NotFound);
}

/// The first result is found without a translation of its ids, because the objects may be gone.
#[test]
fn repeated_call_gets_the_first_result_after_its_objects_are_gone() {
    let now = Instant::now();
    let numbers = Arc::new(Switched::default());
    let session = Session::new("0", "run", BridgeId::new("Game", 1), now);
    let mut session = session.numbered(Arc::clone(&numbers) as _);
    let change = || Command::DestroyObject { object: ObjectId(12) };
    let mut hello = greeting();
    hello.functions.push(change().function().method().to_owned());
    session.attach_link(hello, now);
    assert!(matches!(next_frame(&mut session, now), Some(FromHost::Welcome(_))));
    let key = CommandKey {
        call: Arc::new(client_key("once")),
        number: 1,
    };
    let mut first = ask_command(&mut session, change(), key.clone(), (now, 5), None);
    let sent = call(&mut session, now);
    assert_eq!(session.text(&done_result(sent.id), now), None);
    assert!(first.reply.try_recv().expect("answered").is_ok());
    numbers.0.store(true, Ordering::Relaxed);
    let mut again = ask_command(&mut session, change(), key.clone(), (now, 5), None);
    assert!(again.reply.try_recv().expect("answered").is_ok());
    let other = Command::DestroyObject { object: ObjectId(13) };
    let mut other = ask_command(&mut session, other, key, (now, 5), None);
    assert_eq!(kind(&mut other), BridgeErrorKind::Conflict);
    assert!(!matches!(next_frame(&mut session, now), Some(FromHost::Call(_))));
}

/// Numbers that are the names, until the process has unloaded its scenes.
#[derive(Default)]
struct Switched(AtomicBool);

impl ObjectNumbers for Switched {
    fn number(&self, _: &str, native: &str) -> ObjectId {
        ObjectId(native.parse().unwrap_or_default())
    }

    fn native(&self, instance: &str, object: ObjectId) -> Result<String, BridgeError> {
        match self.0.load(Ordering::Relaxed) {
            true => Unloaded.native(instance, object),
            false => Ok(object.0.to_string()),
        }
    }

    fn invalidate(&self, _: &str) {}
}
