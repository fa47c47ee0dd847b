//! Tests of an instance that quits or whose process ends: no caller waits for it.

use super::*;

const QUITS: &str = r#"{"type":"pulse","state":"quitting","frame":1,"main-ms":0}"#;

fn read() -> Command {
    Command::GetObject { object: ObjectId(1) }
}

#[test]
fn calls_end_at_once_when_the_instance_quits() {
    let now = Instant::now();
    let at = |seconds| now + Duration::from_secs(seconds);
    let mut session = linked_session(now);
    let mut sent_write = ask(&mut session, write(), host_key(), now, 30);
    call(&mut session, now);
    let mut sent_read = ask(&mut session, read(), host_key(), now, 30);
    call(&mut session, now);
    assert_eq!(session.text(QUITS, at(1)), None);
    let mut waiting = ask(&mut session, write(), host_key(), at(1), 30);
    assert!(
        waiting.reply.try_recv().is_err(),
        "it may still answer what it received"
    );
    session.unlinked(at(2));
    for (caller, expected, part) in [
        (
            &mut sent_write,
            BridgeErrorKind::OutcomeUnknown,
            "Unity has quit or no longer allows agents",
        ),
        (
            &mut sent_read,
            BridgeErrorKind::NotReady,
            "was not answered: Unity has quit or no longer allows agents",
        ),
        (
            &mut waiting,
            BridgeErrorKind::NotReady,
            "was not executed: Unity has quit or no longer allows agents",
        ),
    ] {
        let error = caller.reply.try_recv().expect("answered").expect_err("it ended");
        assert_eq!(error.kind, expected, "{error:?}");
        assert!(error.message.contains(part), "{error:?}");
    }
    assert!(!waiting.fate.may_have_begun());
    // A later call is answered at once, until the user starts Unity again.
    let mut late = ask(&mut session, write(), host_key(), at(9), 30);
    assert_eq!(kind(&mut late), BridgeErrorKind::NotReady);
    let state = session.state(at(9));
    assert!(
        state.has_ended && state.to_string() == "Unity has quit or no longer allows agents (7 s)",
        "{state}"
    );
    // Then its process ends: the user did not only withdraw the consent. Subscribers are notified.
    while session.notice().is_some() {}
    session.on_ended(at(9));
    assert!(matches!(session.notice(), Some(Notice::Event(Event::StateChanged))));
    assert_eq!(session.state(at(9)).to_string(), "Unity has ended (7 s)");
    session.attach_link(greeting(), at(10));
    assert!(!session.state(at(10)).has_ended);
    assert!(matches!(next_frame(&mut session, at(10)), Some(FromHost::Welcome(_))));
    let mut again = ask(&mut session, write(), host_key(), at(10), 30);
    let sent = call(&mut session, at(10));
    assert_eq!(session.text(&done_result(sent.id), at(11)), None);
    assert!(again.reply.try_recv().expect("answered").is_ok());
}

#[test]
fn lost_link_of_a_running_process_is_no_end() {
    let now = Instant::now();
    let mut session = linked_session(now);
    session.on_ended(now);
    assert!(!session.state(now).has_ended, "its link is open");
    let mut waiting = ask(&mut session, write(), host_key(), now, 30);
    session.unlinked(now);
    assert!(waiting.reply.try_recv().is_err() && !session.state(now).has_ended);
    // The host noticed that the process is gone.
    while session.notice().is_some() {}
    session.on_ended(now);
    assert_eq!(kind(&mut waiting), BridgeErrorKind::NotReady);
    assert!(matches!(session.notice(), Some(Notice::Event(Event::StateChanged))));
    session.on_ended(now);
    assert!(session.notice().is_none(), "it is reported once");
}

#[test]
fn repeated_write_of_an_ended_instance_gets_its_outcome() {
    let now = Instant::now();
    let mut session = linked_session(now);
    let mut first = ask(&mut session, write(), client_key("k"), now, 30);
    let sent = call(&mut session, now);
    assert_eq!(session.text(&done_result(sent.id), now), None);
    assert!(first.reply.try_recv().expect("answered").is_ok());
    let mut lost = ask(&mut session, write(), client_key("lost"), now, 30);
    call(&mut session, now);
    assert_eq!(session.text(QUITS, now), None);
    session.unlinked(now);
    assert_eq!(kind(&mut lost), BridgeErrorKind::OutcomeUnknown);
    let mut again = ask(&mut session, write(), client_key("k"), now, 30);
    assert!(
        again.reply.try_recv().expect("answered").is_ok(),
        "the host remembers it"
    );
    let mut unknown = ask(&mut session, write(), client_key("lost"), now, 30);
    assert_eq!(kind(&mut unknown), BridgeErrorKind::OutcomeUnknown);
}
