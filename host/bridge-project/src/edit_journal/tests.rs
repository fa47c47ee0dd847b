//! The file without a session.

use super::*;

fn record(text: &str) -> String {
    format!("{{\"a\":{text:?}}}")
}

fn read(journal: &EditJournal) -> (Vec<String>, Option<Found>) {
    let mut lines = Vec::new();
    let found = journal.read(&mut |line| {
        lines.push(line.rsplit_once(",\"sum\"").expect("a checksum").0.to_owned() + "}");
        Ok(())
    });
    (lines, found.expect("readable"))
}

#[test]
fn records_are_read_in_the_order_in_which_they_were_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let journal = EditJournal::open(&folder.path().join("edits")).expect("the lock");
    assert_eq!(read(&journal), (Vec::new(), None));
    assert!(journal.needs_replacing() && journal.append(&[record("x")]).is_err());
    journal.replace(&mut [Ok(record("1"))].into_iter()).expect("written");
    journal.append(&[record("2"), record("3")]).expect("written");
    let whole = |records| {
        Some(Found {
            records,
            end: End::Whole,
        })
    };
    assert_eq!(read(&journal), (["1", "2", "3"].map(record).into(), whole(3)));
    // A second one waits for the first.
    assert!(matches!(
        EditJournal::open(&folder.path().join("edits")),
        Err(NotOpened::Held { .. })
    ));
    drop(journal);
    let journal = EditJournal::open(&folder.path().join("edits")).expect("the lock");
    assert_eq!(read(&journal), (["1", "2", "3"].map(record).into(), whole(3)));
    journal.clear().expect("removed");
    assert_eq!(read(&journal), (Vec::new(), None));
}

#[test]
fn a_file_that_cannot_be_written_as_a_whole_leaves_the_old_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let journal = EditJournal::open(folder.path()).expect("the lock");
    journal.replace(&mut [Ok(record("1"))].into_iter()).expect("written");
    let broken = [Ok(record("2")), Err("no record".to_owned())];
    assert!(journal.replace(&mut broken.into_iter()).is_err());
    journal.append(&[record("3")]).expect("written");
    assert_eq!(read(&journal).0, ["1", "3"].map(record));
    assert!(!folder.path().join("journal.new").exists());
}

#[test]
fn a_file_is_compacted_once_it_is_twice_what_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    let journal = EditJournal::open(folder.path()).expect("the lock");
    let long = record(&"x".repeat(400 << 10));
    journal.replace(&mut [Ok(long.clone())].into_iter()).expect("written");
    journal.append(std::slice::from_ref(&long)).expect("written");
    assert!(!journal.needs_compacting());
    journal.append(std::slice::from_ref(&long)).expect("written");
    assert!(journal.needs_compacting());
    journal
        .replace(&mut [Ok(long.clone()), Ok(long)].into_iter())
        .expect("written");
    assert!(!journal.needs_compacting());
}

#[test]
fn at_most_eight_files_are_kept_aside() {
    let folder = tempfile::tempdir().expect("a folder");
    let journal = EditJournal::open(folder.path()).expect("the lock");
    for at in 1..=10_usize {
        journal.replace(&mut [Ok(record("1"))].into_iter()).expect("written");
        let (to, deleted) = journal.set_aside("damaged").expect("renamed");
        assert_eq!(to, folder.path().join(format!("journal.{at}.damaged")));
        let expected: Vec<PathBuf> = at
            .checked_sub(8)
            .filter(|old| *old > 0)
            .map(|old| folder.path().join(format!("journal.{old}.damaged")))
            .into_iter()
            .collect();
        assert_eq!(deleted, expected);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_pipe_in_the_place_of_the_file_is_an_error_and_does_not_block() {
    let folder = tempfile::tempdir().expect("a folder");
    let journal = EditJournal::open(folder.path()).expect("the lock");
    let mode = rustix::fs::Mode::from_raw_mode(0o600);
    rustix::fs::mknodat(rustix::fs::CWD, journal.path(), rustix::fs::FileType::Fifo, mode, 0).expect("a pipe");
    assert!(journal.read(&mut |_| Ok(())).is_err());
}
