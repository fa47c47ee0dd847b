//! Tests of a session whose journal was open in another host, after that host ended.

use super::damaged::apply_noted;
use super::*;
use crate::session::Missing;

fn second(kept: &Kept) -> Session {
    let held = EditJournal::open(&kept.data()).expect_err("held by the first");
    let mut session = kept.plain();
    session.keep_none(Missing::Elsewhere(held.to_string()));
    session
}

fn journal(kept: &Kept) -> Arc<EditJournal> {
    Arc::new(EditJournal::open(&kept.data()).expect("the lock"))
}

fn tells(notes: &[String], part: &str) -> bool {
    notes.iter().any(|note| note.contains(part))
}

#[test]
fn a_session_without_own_edits_applies_the_journal_and_keeps_its_edits_in_it() {
    let kept = Kept::new();
    let mut first = kept.open();
    let (one, other) = (own(&first), object(&first, "Sun"));
    apply(&mut first, moved(one, 7.5), None).expect("set");
    let mut second = second(&kept);
    drop(first);
    assert!(second.take_over(&journal(&kept)));
    assert_eq!(second.unsaved().changes, 1);
    assert!(logged(&second, "has ended: from now on"), "{:?}", second.lines);
    let notes = apply_noted(&mut second, moved(other, 8.5));
    assert!(
        tells(&notes, "has ended: from now on") && !tells(&notes, "is lost"),
        "{notes:?}"
    );
    let notes = apply_noted(&mut second, moved(other, 9.5));
    assert!(!tells(&notes, "has ended"), "it is said once: {notes:?}");
    let before = state(&mut second);
    drop(second);
    let mut third = kept.open();
    assert_eq!(state(&mut third), before);
    assert_eq!(third.unsaved().changes, 3);
}

#[test]
fn edits_of_both_hosts_are_there_once_the_second_has_saved_or_undone_its_own() {
    for is_saved in [true, false] {
        let kept = Kept::new();
        let mut first = kept.open();
        let (one, other) = (own(&first), object(&first, "Sun"));
        apply(&mut first, moved(other, 7.5), None).expect("set");
        let mut second = second(&kept);
        apply(&mut second, moved(one, 8.5), None).expect("set");
        let left = std::fs::read(kept.journal()).expect("a journal");
        drop(first);
        let journal = journal(&kept);
        assert!(!second.take_over(&journal));
        assert_eq!(std::fs::read(kept.journal()).expect("a journal"), left);
        let notes = apply_noted(&mut second, moved(one, 9.5));
        assert!(
            tells(&notes, "is lost when the host ends") && tells(&notes, "save_scenes"),
            "{notes:?}"
        );
        let concern = second.concerns().remove("edit journal").expect("a problem");
        assert!(concern.contains("left edits in it"), "{concern}");
        match is_saved {
            true => save(&mut second),
            false => drop(undo(&mut second, &[1, 2]).expect("undone")),
        }
        assert!(second.take_over(&journal));
        assert_eq!(second.concerns(), crate::session::Concerns::default());
        assert_eq!(second.unsaved().changes, 1);
        assert_eq!(kept.main().contains("9.5"), is_saved);
        let before = state(&mut second);
        drop((second, journal));
        assert_eq!(state(&mut kept.open()), before);
    }
}

#[test]
fn own_edits_are_written_if_the_first_host_left_none() {
    let kept = Kept::new();
    let first = kept.open();
    let mut second = second(&kept);
    let object = own(&second);
    apply(&mut second, moved(object, 8.5), None).expect("set");
    drop(first);
    let journal = journal(&kept);
    assert!(second.take_over(&journal));
    let before = state(&mut second);
    drop((second, journal));
    assert_eq!(state(&mut kept.open()), before);
}
