//! A test of an instance whose main thread does not run.

use super::*;

#[test]
fn blocked_instance_is_described_with_its_last_command_and_next_step() {
    let now = Instant::now();
    let at = |ms| now + Duration::from_millis(ms);
    let mut session = linked_session(now);
    let mut first = ask(&mut session, write(), host_key(), now, 60);
    call(&mut session, now);
    let pulse = |ms: u64, dialog: &str| {
        format!(r#"{{"type":"pulse","state":"blocked","frame":1,"main-ms":{ms},"dialog":"{dialog}"}}"#)
    };
    // The main thread stopped four seconds before the instance said so.
    assert_eq!(session.text(&pulse(4_000, "Save?"), at(5_000)), None);
    assert_eq!(
        session.state(at(5_000)).to_string(),
        "Unity does not run its main thread (4 s): the dialog \"Save?\" is open; its last command was time-scale-edit/set of the tool T, \
         which it has not answered"
    );
    assert_eq!(session.state(at(7_000)).since, Duration::from_secs(6));
    let mut read = ask(
        &mut session,
        Command::GetObject { object: ObjectId(1) },
        host_key(),
        at(5_000),
        1,
    );
    // Nothing is sent to it, because its main thread executes nothing.
    assert!(!matches!(next_frame(&mut session, at(5_000)), Some(FromHost::Call(_))));
    session.tick(at(6_100));
    let error = read.reply.try_recv().expect("answered").expect_err("too late");
    assert_eq!(error.kind, BridgeErrorKind::NotReady);
    assert!(error.message.contains("the dialog \"Save?\" is open"), "{error:?}");
    let hint = error.hint.as_deref().unwrap_or_default();
    assert!(
        hint.contains("close an open dialog") && hint.contains("saved files"),
        "{error:?}"
    );
    // After the answer, the state names the answered command.
    assert_eq!(session.text(&done_result(1), at(8_100)), None);
    assert!(first.reply.try_recv().expect("answered").is_ok());
    let running = r#"{"type":"pulse","state":"ready","frame":2,"main-ms":0}"#;
    assert_eq!(session.text(running, at(8_200)), None);
    assert_eq!(session.state(at(8_300)).command, None);
}
