//! Tests of a session that acquires its journal from another host after that host ended.

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

fn has_note(notes: &[String], part: &str) -> bool {
    notes.iter().any(|note| note.contains(part))
}

#[test]
fn session_without_own_edits_takes_over_the_journal() {
    let kept = Kept::new();
    let mut first = kept.open();
    let (one, other) = (own_object(&first), object(&first, "Sun"));
    apply(&mut first, move_height(one, 7.5), None).expect("set");
    let mut second = second(&kept);
    drop(first);
    assert!(second.take_over(&journal(&kept)));
    assert_eq!(second.count_unsaved().changes, 1);
    assert!(has_log(&second, "has ended: from now on"), "{:?}", second.lines);
    let notes = apply_noted(&mut second, move_height(other, 8.5));
    assert!(
        has_note(&notes, "has ended: from now on") && !has_note(&notes, "is lost"),
        "{notes:?}"
    );
    let notes = apply_noted(&mut second, move_height(other, 9.5));
    assert!(!has_note(&notes, "has ended"), "it is said once: {notes:?}");
    let before = state(&mut second);
    drop(second);
    let mut third = kept.open();
    assert_eq!(state(&mut third), before);
    assert_eq!(third.count_unsaved().changes, 3);
}

#[test]
fn second_host_takes_over_journal_once_its_edits_are_settled() {
    for is_saved in [true, false] {
        let kept = Kept::new();
        let mut first = kept.open();
        let (one, other) = (own_object(&first), object(&first, "Sun"));
        apply(&mut first, move_height(other, 7.5), None).expect("set");
        let mut second = second(&kept);
        apply(&mut second, move_height(one, 8.5), None).expect("set");
        let left = std::fs::read(kept.journal()).expect("a journal");
        drop(first);
        let journal = journal(&kept);
        assert!(!second.take_over(&journal));
        assert_eq!(std::fs::read(kept.journal()).expect("a journal"), left);
        let notes = apply_noted(&mut second, move_height(one, 9.5));
        assert!(
            has_note(&notes, "is lost when the host ends") && has_note(&notes, "save_scenes"),
            "{notes:?}"
        );
        let concern = second.collect_concerns().remove("edit journal").expect("a problem");
        assert!(concern.contains("left edits in it"), "{concern}");
        match is_saved {
            true => save(&mut second),
            false => drop(undo(&mut second, &[1, 2]).expect("undone")),
        }
        assert!(second.take_over(&journal));
        assert_eq!(second.collect_concerns(), crate::session::Concerns::default());
        assert_eq!(second.count_unsaved().changes, 1);
        assert_eq!(kept.main().contains("9.5"), is_saved);
        let before = state(&mut second);
        drop((second, journal));
        assert_eq!(state(&mut kept.open()), before);
    }
}

#[test]
fn second_host_journals_its_edits_if_the_first_left_none() {
    let kept = Kept::new();
    let first = kept.open();
    let mut second = second(&kept);
    let object = own_object(&second);
    apply(&mut second, move_height(object, 8.5), None).expect("set");
    drop(first);
    let journal = journal(&kept);
    assert!(second.take_over(&journal));
    let before = state(&mut second);
    drop((second, journal));
    assert_eq!(state(&mut kept.open()), before);
}
