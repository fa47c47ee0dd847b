//! Tests of the progress reports that Unity sends for a call.

use super::*;
use host_bridge::Waits;
use std::sync::Mutex;

fn report_progress(session: &mut Session, id: u64, (done, total): (u64, Option<u64>), now: Instant) {
    let progress = FromUnity::Progress(crate::frames::Progress {
        id,
        done,
        total,
        text: Some(format!("at {done}")),
    });
    assert_eq!(session.text(&progress.text(), now), None);
}

#[test]
fn throttles_progress_of_its_caller_but_sends_the_final_report() {
    let start = Instant::now();
    let at = |ms| start + Duration::from_millis(ms);
    let mut session = linked_session(start);
    let told = Arc::new(Mutex::new(Vec::new()));
    let telling = Arc::clone(&told);
    let tell: LoadProgress = Arc::new(move |waits| {
        let Waits::Done(done, total, Some(text)) = waits else {
            panic!("{waits:?}")
        };
        assert_eq!(text, format!("at {done}"));
        telling.lock().expect("whole").push((done, total));
    });
    let mut caller = ask_showing(&mut session, write(), host_key(), (start, 5), Some(tell));
    let mut other = ask(&mut session, write(), host_key(), start, 5);
    let (first, second) = (call(&mut session, start), call(&mut session, start));
    report_progress(&mut session, first.id, (1, Some(9)), at(0));
    for done in 2..9 {
        report_progress(&mut session, first.id, (done, Some(9)), at(50));
    }
    report_progress(&mut session, first.id, (8, Some(9)), at(100));
    // The final report is sent exactly once, however soon it comes.
    for _ in 0..3 {
        report_progress(&mut session, first.id, (9, Some(9)), at(101));
    }
    // A caller does not get the progress of another one, and a third call never existed.
    report_progress(&mut session, second.id, (1, None), at(300));
    report_progress(&mut session, second.id + 1, (1, None), at(300));
    assert_eq!(session.text(&done_result(first.id), at(400)), None);
    report_progress(&mut session, first.id, (1, None), at(500));
    assert_eq!(session.text(&done_result(second.id), at(500)), None);
    assert!(caller.reply.try_recv().expect("answered").is_ok());
    assert!(other.reply.try_recv().expect("answered").is_ok());
    let told = told.lock().expect("whole");
    assert_eq!(*told, [(1, Some(9)), (8, Some(9)), (9, Some(9))]);
}

#[test]
fn new_steps_extend_the_deadline_of_a_call() {
    let start = Instant::now();
    let at = |ms| start + Duration::from_millis(ms);
    let mut session = linked_session(start);
    let mut caller = ask(&mut session, write(), host_key(), start, 5);
    let id = call(&mut session, start).id;
    report_progress(&mut session, id, (1, None), at(4_000));
    // A step that was reported before is no progress.
    report_progress(&mut session, id, (1, None), at(8_000));
    assert_eq!(session.tick(at(8_900)), None);
    assert!(next_frame(&mut session, at(8_900)).is_none());
    assert!(caller.reply.try_recv().is_err(), "still waiting");
    let _closed = session.tick(at(9_000));
    assert!(matches!(next_frame(&mut session, at(9_000)), Some(FromHost::Cancel { id: ended }) if ended == id));
    let _closed = session.tick(at(10_100));
    assert_eq!(kind(&mut caller), BridgeErrorKind::OutcomeUnknown);
}

#[test]
fn sends_a_call_again_that_unity_withdrew_at_its_first_deadline() {
    let start = Instant::now();
    let at = |ms| start + Duration::from_millis(ms);
    let mut session = linked_session(start);
    let mut caller = ask(&mut session, write(), host_key(), start, 2);
    let first = call(&mut session, start);
    report_progress(&mut session, first.id, (0, None), at(1_500));
    let withdrawn = FromUnity::Withdrawn(Withdrawn {
        id: first.id,
        why: Why::Deadline,
    });
    assert_eq!(session.text(&withdrawn.text(), at(2_000)), None);
    let second = call(&mut session, at(2_000));
    assert_eq!((second.key, second.deadline_ms), (first.key, 1_500));
    assert_eq!(session.text(&done_result(second.id), at(2_100)), None);
    assert!(caller.reply.try_recv().expect("answered").is_ok());
}

#[test]
fn waits_only_for_an_instance_that_announced_a_reload() {
    let start = Instant::now();
    let at = |seconds| start + Duration::from_secs(seconds);
    let mut session = linked_session(start);
    assert!(!session.is_announced_wait(start));
    let pulse = r#"{"type":"pulse","state":"reloading","frame":1,"main-ms":0}"#;
    assert_eq!(session.text(pulse, start), None);
    assert!(session.is_announced_wait(at(1)));
    session.unlinked(at(2));
    assert!(session.is_announced_wait(at(200)));
    assert!(!session.is_announced_wait(at(400)), "it does not return");
    session.attach_link(greeting(), at(401));
    session.unlinked(at(402));
    assert!(!session.is_announced_wait(at(403)), "this loss was not announced");
}
