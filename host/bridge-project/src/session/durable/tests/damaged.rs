//! Tests of a journal file that was truncated, emptied or overwritten, as by a power failure or another program.

use super::*;
use host_bridge::CursorPage;

/// Makes three edits of one object's height. Returns the project and the bytes of the journal file.
fn three_edits() -> (Kept, Vec<u8>) {
    let kept = Kept::new();
    let mut session = kept.open();
    let object = own_object(&session);
    for to in [7.5, 8.5, 9.5] {
        apply(&mut session, move_height(object, to), None).expect("set");
    }
    drop(session);
    let bytes = std::fs::read(kept.journal()).expect("a journal");
    (kept, bytes)
}

fn heights(session: &mut Session) -> Vec<String> {
    let rows = entries(session).rows.into_iter();
    rows.flat_map(|row| row.changes)
        .map(|change| change.new.expect("a value").get().to_owned())
        .collect()
}

/// Returns the byte position at which each line begins.
fn lines(bytes: &[u8]) -> Vec<usize> {
    let ends = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
    std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect()
}

#[test]
fn reports_journal_damage_and_keeps_the_damaged_file() {
    let (_, sample) = three_edits();
    let starts = lines(&sample);
    assert_eq!(
        starts.len(),
        6,
        "a head, a state and an entry for each edit, and the end"
    );
    let zeroed = |from: usize| move |bytes: &mut Vec<u8>| bytes[from..].fill(0);
    let cut = |to: usize| move |bytes: &mut Vec<u8>| bytes.truncate(to);
    type Change = Box<dyn Fn(&mut Vec<u8>)>;
    let table: [(&str, Change, &[&str], &str); 9] = [
        (
            "NULs from the middle of the second entry",
            Box::new(zeroed(starts[3] + 40)),
            &["7.5"],
            "0x00",
        ),
        (
            "NULs from the start of the third entry",
            Box::new(zeroed(starts[4])),
            &["8.5", "7.5"],
            "0x00",
        ),
        (
            "NULs behind the last entry",
            Box::new(|bytes| bytes.extend([0; 5000])),
            &["9.5", "8.5", "7.5"],
            "0x00",
        ),
        ("all NUL", Box::new(zeroed(0)), &[], "0x00"),
        (
            "50 bytes",
            Box::new(cut(50)),
            &[],
            "ends before the records that each journal begins with",
        ),
        (
            "empty",
            Box::new(cut(0)),
            &[],
            "ends before the records that each journal begins with",
        ),
        (
            "the head alone",
            Box::new(cut(starts[1])),
            &[],
            "ends before the records that each journal begins with",
        ),
        (
            "half of the state",
            Box::new(cut(starts[1] + 30)),
            &[],
            "ends before the records that each journal begins with",
        ),
        (
            "text without a line break",
            Box::new(|bytes| bytes.extend(b"garbage")),
            &["9.5", "8.5", "7.5"],
            "does not begin",
        ),
    ];
    for (name, change, expected, why) in table {
        let (kept, mut bytes) = three_edits();
        change(&mut bytes);
        std::fs::write(kept.journal(), &bytes).expect("written");
        let mut session = kept.open();
        assert_eq!(heights(&mut session), expected, "{name}");
        assert_eq!(kept.set_aside_files(), ["journal.1.damaged"], "{name}");
        let aside = kept.data().join("journal.1.damaged");
        assert_eq!(std::fs::read(&aside).expect("a file"), bytes, "{name}");
        assert!(
            has_log(&session, "is damaged at line") && has_log(&session, why),
            "{name}: {:?}",
            session.lines
        );
        let of_list = session.run(Command::ListEntries { page: page() }).expect("a page");
        let of_save = session
            .run(Command::PreviewSave { files: Vec::new() })
            .expect("a preview");
        let concern = session.collect_concerns().remove("edit journal").expect("a problem");
        for notes in [&of_list.diagnostics, &of_save.diagnostics, &vec![concern]] {
            let told = notes.iter().find(|note| note.starts_with("unsaved edits are lost: "));
            let told = told.unwrap_or_else(|| panic!("{name}: {notes:?}"));
            assert!(
                told.contains(why) && told.contains("journal.1.damaged"),
                "{name}: {told}"
            );
        }
        // Further edits go to a new file, and the problem is reported until the old file is moved away.
        let object = own_object(&session);
        apply(&mut session, move_height(object, 10.5), None).expect("set");
        drop(session);
        let mut session = kept.open();
        assert_eq!(heights(&mut session), [&["10.5"], expected].concat(), "{name}");
        assert_eq!(std::fs::read(&aside).expect("a file"), bytes, "{name}");
        let concern = session.collect_concerns().remove("edit journal").expect("a problem");
        assert!(concern.contains("journal.1.damaged"), "{name}: {concern}");
        std::fs::rename(&aside, kept.folder.path().join("looked-at")).expect("moved");
        assert_eq!(
            session.collect_concerns(),
            crate::session::Concerns::default(),
            "{name}"
        );
    }
}

#[test]
fn keeps_damaged_journal_in_place_beyond_the_limit_of_copies() {
    let (kept, mut bytes) = three_edits();
    let at = lines(&bytes)[3];
    bytes[at..].fill(0);
    std::fs::write(kept.journal(), &bytes).expect("written");
    for number in 1..=8 {
        std::fs::write(kept.data().join(format!("journal.{number}.damaged")), "old").expect("written");
    }
    let mut session = kept.open();
    assert_eq!(heights(&mut session), ["7.5"]);
    let object = own_object(&session);
    let notes = apply_noted(&mut session, move_height(object, 10.5));
    assert!(
        notes
            .iter()
            .any(|note| note.contains("is lost when the host ends") && note.contains("deletes none of them")),
        "{notes:?}"
    );
    let concern = session.collect_concerns().remove("edit journal").expect("a problem");
    assert!(concern.contains("unsaved edits end with this host"), "{concern}");
    drop(session);
    assert_eq!(std::fs::read(kept.journal()).expect("a journal"), bytes);
    assert_eq!(kept.set_aside_files().len(), 8);
    for name in kept.set_aside_files() {
        assert_eq!(std::fs::read_to_string(kept.data().join(name)).expect("a file"), "old");
    }
}

fn page() -> CursorPage {
    CursorPage {
        limit: 100,
        cursor: None,
        max_bytes: 1 << 20,
    }
}

/// Applies the edits and returns the notes in the reply.
pub(super) fn apply_noted(session: &mut Session, edits: Vec<EditRequest>) -> Vec<String> {
    let command = Command::ApplyEdits {
        edits,
        digest: None,
        touches: host_bridge::EditTouches::default(),
    };
    session.run(command).expect("set").diagnostics
}
