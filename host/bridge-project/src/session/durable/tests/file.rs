//! Tests of the journal file: damage, another host, another project, and a disk that rejects writes.

use super::*;
use crate::session::Missing;
use host_bridge::BridgeErrorKind;
use host_project_journal::edit_journal::NotOpened;

#[test]
fn ignores_torn_record_and_replays_all_before_it() {
    let kept = Kept::new();
    let mut session = kept.open();
    let object = own_object(&session);
    apply(&mut session, move_height(object, 7.5), None).expect("set");
    let before = state(&mut session);
    apply(&mut session, deactivate(object), None).expect("set");
    drop(session);
    let text = std::fs::read_to_string(kept.journal()).expect("a journal");
    let last = text.lines().last().expect("a line").len();
    // If only the line break is missing, the record is complete.
    for missing in [2, last / 2, last] {
        std::fs::write(kept.journal(), &text[..text.len() - missing]).expect("written");
        let mut session = kept.open();
        assert_eq!(state(&mut session), before, "{missing} bytes");
        assert!(has_log(&session, "breaks off"), "{:?}", session.lines);
        assert_eq!(kept.set_aside_files(), [""; 0]);
    }
}

#[test]
fn stops_replay_at_damaged_record_and_sets_the_file_aside() {
    let kept = Kept::new();
    let mut session = kept.open();
    let object = own_object(&session);
    apply(&mut session, move_height(object, 7.5), None).expect("set");
    let before = state(&mut session);
    apply(&mut session, move_height(object, 8.5), None).expect("set");
    apply(&mut session, deactivate(object), None).expect("set");
    drop(session);
    let text = std::fs::read_to_string(kept.journal()).expect("a journal");
    let damaged = text.replacen("8.5", "8.6", 1);
    assert_ne!(damaged, text);
    std::fs::write(kept.journal(), &damaged).expect("written");
    let mut session = kept.open();
    assert_eq!(state(&mut session), before);
    assert!(has_log(&session, "its checksum does not match"), "{:?}", session.lines);
    assert_eq!(kept.set_aside_files(), ["journal.1.damaged"]);
    let aside = std::fs::read_to_string(kept.data().join("journal.1.damaged")).expect("a file");
    assert_eq!(aside, damaged);
    drop(session);
    let mut session = kept.open();
    assert_eq!(state(&mut session), before, "the new file is whole");
    assert_eq!(kept.set_aside_files(), ["journal.1.damaged"]);
}

#[test]
fn sets_aside_journal_of_another_version_or_project() {
    let kept = Kept::new();
    let mut session = kept.open();
    let object = own_object(&session);
    apply(&mut session, deactivate(object), None).expect("set");
    drop(session);
    reclosed(&kept, |line| line.replacen("\"version\":2", "\"version\":3", 1));
    let session = kept.open();
    assert_eq!(session.count_unsaved().changes, 0, "{:?}", session.lines);
    assert_eq!(kept.set_aside_files(), ["journal.1.other-version"]);
    let kept = Kept::new();
    let settings = kept.root().join("ProjectSettings/ProjectSettings.asset");
    let text = std::fs::read_to_string(&settings).unwrap_or_default();
    let of = |guid: &str| format!("{}\n  productGUID: {guid}\n", text.replace("productGUID", "was"));
    std::fs::write(&settings, of("aaaa")).expect("written");
    let mut session = kept.open();
    let object = own_object(&session);
    apply(&mut session, deactivate(object), None).expect("set");
    drop(session);
    std::fs::write(&settings, of("bbbb")).expect("written");
    let session = kept.open();
    assert_eq!(session.count_unsaved().changes, 0);
    assert_eq!(kept.set_aside_files(), ["journal.1.other-project"]);
    assert!(has_log(&session, "productGUID aaaa, not bbbb"), "{:?}", session.lines);
}

#[test]
fn reads_journal_of_the_first_version_and_writes_the_newest() {
    let kept = Kept::new();
    let mut session = kept.open();
    let object = own_object(&session);
    apply(&mut session, deactivate(object), None).expect("set");
    drop(session);
    reclosed(&kept, |line| line.replacen("\"version\":2", "\"version\":1", 1));
    let session = kept.open();
    assert_eq!(session.count_unsaved().changes, 1, "{:?}", session.lines);
    assert!(kept.set_aside_files().is_empty());
    let text = std::fs::read_to_string(kept.journal()).expect("a journal");
    assert!(text.starts_with("{\"head\":{\"version\":2,"), "{text}");
}

/// Changes each line of the journal file with `change`, and computes valid checksums for the new lines.
pub(super) fn reclosed(kept: &Kept, change: impl Fn(&str) -> String) {
    let text = std::fs::read_to_string(kept.journal()).expect("a journal");
    let mut chain = host_bridge::LineChain::default();
    let lines = text.lines().map(|line| {
        let said = line.rsplit_once(",\"sum\":").expect("a checksum").0;
        chain.close(&change(&format!("{said}}}"))) + "\n"
    });
    let lines: String = lines.collect();
    std::fs::write(kept.journal(), lines).expect("written");
}

#[test]
fn second_host_neither_replays_nor_changes_the_journal() {
    let kept = Kept::new();
    let mut first = kept.open();
    let object = own_object(&first);
    apply(&mut first, deactivate(object), None).expect("set");
    let before = std::fs::read(kept.journal()).expect("a journal");
    let why = EditJournal::open(&kept.data()).expect_err("held by the first");
    assert!(matches!(why, NotOpened::Held { .. }), "{why}");
    let mut second = kept.plain();
    second.keep_none(Missing::Elsewhere(why.to_string()));
    assert_eq!(entries(&mut second).rows, []);
    let command = Command::ApplyEdits {
        edits: move_height(object, 7.5),
        digest: None,
        touches: host_bridge::EditTouches::default(),
    };
    let notes = second.run(command).expect("set").diagnostics;
    assert!(
        notes
            .iter()
            .any(|note| note.contains("is lost when the host ends") && note.contains("another host")),
        "{notes:?}"
    );
    drop(second);
    assert_eq!(std::fs::read(kept.journal()).expect("a journal"), before);
    drop(first);
    assert_eq!(kept.open().count_unsaved().changes, 1);
}

#[test]
fn rejects_edit_whose_journal_record_cannot_be_written() {
    let kept = Kept::new();
    let mut session = kept.open();
    let object = own_object(&session);
    let before = state(&mut session);
    // A file at the path of the folder.
    let away = kept.folder.path().join("away");
    std::fs::rename(kept.data(), &away).expect("renamed");
    std::fs::write(kept.data(), "").expect("written");
    for edits in [deactivate(object), move_height(object, 7.5)] {
        let refused = apply(&mut session, edits, None).expect_err("refused");
        assert_eq!(refused.kind, BridgeErrorKind::NotReady);
        assert!(
            refused.message.starts_with("nothing was changed: the edit journal"),
            "{}",
            refused.message
        );
        assert_eq!(state(&mut session), before);
    }
    assert!(session.run(Command::SpawnTestUi).is_err());
    assert_eq!(state(&mut session), before);
    // It remains a problem for the operator until the file can be written again, even if no edit tries.
    session.try_journal_again();
    let concern = session.collect_concerns().remove("edit journal").expect("a problem");
    let path = kept.journal().display().to_string();
    assert!(concern.contains(&path), "{concern}");
    std::fs::remove_file(kept.data()).expect("removed");
    std::fs::rename(&away, kept.data()).expect("renamed");
    session.try_journal_again();
    assert_eq!(session.collect_concerns(), crate::session::Concerns::default());
    assert_eq!(state(&mut session), before);
    apply(&mut session, deactivate(object), None).expect("set");
}

/// Unix only: on other systems, an open file prevents the removal of its folder.
#[cfg(unix)]
#[test]
fn removed_or_replaced_journal_loses_no_edit() {
    let kept = Kept::new();
    let mut session = kept.open();
    let object = own_object(&session);
    let heights = [1.5, 2.5, 3.5, 4.5];
    apply(&mut session, move_height(object, heights[0]), None).expect("set");
    let copy = kept.folder.path().join("copy");
    std::fs::copy(kept.journal(), &copy).expect("copied");
    apply(&mut session, move_height(object, heights[1]), None).expect("set");
    let harms: [(&dyn Fn(), &str); 3] = [
        (
            &|| std::fs::remove_file(kept.journal()).expect("removed"),
            "was removed",
        ),
        (
            &|| std::fs::rename(&copy, kept.journal()).expect("replaced"),
            "was replaced",
        ),
        (
            &|| std::fs::remove_dir_all(kept.data()).expect("removed"),
            "was removed",
        ),
    ];
    for (at, (harm, told)) in harms.into_iter().enumerate() {
        harm();
        apply(&mut session, move_height(object, heights[1 + at]), None).expect("set");
        assert!(has_log(&session, told), "{told}: {:?}", session.lines);
    }
    let before = state(&mut session);
    // Even without a later edit.
    std::fs::remove_file(kept.journal()).expect("removed");
    let line = session.unsaved_at_end().expect("something is unsaved");
    assert!(
        line.ends_with("kept in the edit journal and applied again at the next start"),
        "{line}"
    );
    drop(session);
    assert_eq!(state(&mut kept.open()), before);
}

#[cfg(unix)]
#[test]
fn only_the_user_of_the_host_can_read_the_journal() {
    use std::os::unix::fs::PermissionsExt;
    let kept = Kept::new();
    let mut session = kept.open();
    let object = own_object(&session);
    apply(&mut session, deactivate(object), None).expect("set");
    let mode = |path: PathBuf| std::fs::metadata(path).expect("facts").permissions().mode() & 0o777;
    assert_eq!(mode(kept.data()), 0o700);
    assert_eq!(mode(kept.journal()), 0o600);
    assert_eq!(mode(kept.data().join("lock")), 0o600);
}
