//! Tests of the journal file without a session.

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
fn reads_records_in_the_order_of_writing() {
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
    // A second host cannot open the journal before the first one ends.
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
fn rewinding_removes_the_records_after_a_mark() {
    let folder = tempfile::tempdir().expect("a folder");
    let journal = EditJournal::open(folder.path()).expect("the lock");
    assert!(journal.mark().is_none(), "there is no file");
    journal.replace(&mut [Ok(record("1"))].into_iter()).expect("written");
    let first = journal.mark().expect("a file");
    journal.append(&[record("2")]).expect("written");
    let second = journal.mark().expect("a file");
    journal.append(&[record("3")]).expect("written");
    journal.rewind(second).expect("rewound");
    assert_eq!(read(&journal).0, ["1", "2"].map(record));
    journal.rewind(first).expect("rewound");
    journal.append(&[record("4")]).expect("written");
    assert_eq!(read(&journal).0, ["1", "4"].map(record));
    assert_eq!(journal.look().expect("looked"), None);
    // A mark in an older file does not cut the present one.
    let old = journal.mark().expect("a file");
    journal
        .replace(&mut [Ok(record("5")), Ok(record("6"))].into_iter())
        .expect("written");
    journal.append(&[record("7")]).expect("written");
    journal.rewind(old).expect("nothing to do");
    assert_eq!(read(&journal).0, ["5", "6", "7"].map(record));
}

#[test]
fn failed_replacement_keeps_the_old_file() {
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
fn needs_compacting_beyond_twice_the_compacted_size() {
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
fn refuses_to_set_aside_a_ninth_file_and_deletes_none() {
    let folder = tempfile::tempdir().expect("a folder");
    let journal = EditJournal::open(folder.path()).expect("the lock");
    let aside = |at: usize| folder.path().join(format!("journal.{at}.damaged"));
    for at in 1..=8 {
        journal
            .replace(&mut [Ok(record(&at.to_string()))].into_iter())
            .expect("written");
        let to = match at % 2 {
            0 => journal.set_aside("damaged"),
            _ => journal.link_aside("damaged"),
        };
        assert_eq!(to.expect("set aside"), aside(at));
    }
    journal.replace(&mut [Ok(record("9"))].into_iter()).expect("written");
    for refused in [journal.set_aside("damaged"), journal.link_aside("damaged")] {
        let refused = refused.expect_err("refused").to_string();
        assert!(refused.contains("the host deletes none of them"), "{refused}");
    }
    assert_eq!(read(&journal).0, [record("9")]);
    assert_eq!(
        journal.lost_aside().expect("files"),
        (1..=8).map(aside).collect::<Vec<_>>()
    );
    for at in 1..=8 {
        let text = std::fs::read_to_string(aside(at)).expect("a file");
        assert!(text.starts_with(&format!("{{\"a\":\"{at}\"")), "{text}");
    }
}

#[test]
fn journal_linked_aside_is_read_only_until_replaced() {
    let folder = tempfile::tempdir().expect("a folder");
    let journal = EditJournal::open(folder.path()).expect("the lock");
    journal.replace(&mut [Ok(record("1"))].into_iter()).expect("written");
    let to = journal.link_aside("damaged").expect("linked");
    assert_eq!(read(&journal).0, [record("1")]);
    assert!(
        journal.append(&[record("2")]).is_err(),
        "it would change the file under both names"
    );
    #[cfg(unix)]
    assert_eq!(
        journal.link_aside("damaged").expect("the same"),
        to,
        "a second start before it is replaced"
    );
    journal.replace(&mut [Ok(record("3"))].into_iter()).expect("written");
    assert_eq!(read(&journal).0, [record("3")]);
    let kept = std::fs::read_to_string(to).expect("a file");
    assert!(kept.starts_with("{\"a\":\"1\""), "{kept}");
}

#[test]
fn reports_torn_record_only_for_the_start_of_a_record() {
    let folder = tempfile::tempdir().expect("a folder");
    let journal = EditJournal::open(folder.path()).expect("the lock");
    journal
        .replace(&mut [Ok(record("1")), Ok(record("ä"))].into_iter())
        .expect("written");
    let bytes = std::fs::read(journal.path()).expect("a file");
    let first = 1 + bytes.iter().position(|byte| *byte == b'\n').expect("a line");
    let end_of = |bytes: &[u8]| {
        std::fs::write(journal.path(), bytes).expect("written");
        let found = read(&journal).1.expect("a file");
        assert_eq!(found.records, 1);
        found.end
    };
    for cut in first + 1..bytes.len() - 1 {
        let bytes = &bytes[..cut];
        assert_eq!(
            end_of(bytes),
            End::Torn {
                bytes: (cut - first) as u64
            },
            "{cut}"
        );
    }
    let long = [b"{\"a\":\"".as_slice(), &vec![b'x'; 2 << 20]].concat();
    let whole_of_another_chain = bytes[..first - 1].to_vec();
    let table: [(&[u8], &str); 7] = [
        (&[0; 100], "a byte that no record contains (0x00)"),
        (b"{\"a\":\"x\0\0\0", "a byte that no record contains (0x00)"),
        (b"xxxx", "does not begin as a record"),
        (b"{\"a\":]", "not the start of a record"),
        (b"{\"a\":\"\xff", "not UTF-8"),
        (&long, "no line break"),
        (&whole_of_another_chain, "not the start of a record"),
    ];
    for (rest, why) in table {
        let rest = [&bytes[..first], rest].concat();
        match end_of(&rest) {
            End::Damaged { line: 2, why: found } => assert!(found.contains(why), "{why}: {found}"),
            other => panic!("{why}: {other:?}"),
        }
    }
}

#[test]
fn reads_last_record_with_valid_checksum_without_line_break() {
    let folder = tempfile::tempdir().expect("a folder");
    let journal = EditJournal::open(folder.path()).expect("the lock");
    let written = ["1", "ä"].map(record);
    journal
        .replace(&mut written.clone().map(Ok).into_iter())
        .expect("written");
    let bytes = std::fs::read(journal.path()).expect("a file");
    std::fs::write(journal.path(), &bytes[..bytes.len() - 1]).expect("written");
    let whole = Found {
        records: 2,
        end: End::Whole,
    };
    assert_eq!(read(&journal), (written.into(), Some(whole)));
}

#[test]
fn detects_file_removed_replaced_or_changed_by_another_process() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path().join("edits");
    let journal = EditJournal::open(&folder).expect("the lock");
    assert_eq!(journal.look().expect("nothing there"), None);
    let write = || journal.replace(&mut [Ok(record("1"))].into_iter()).expect("written");
    write();
    assert_eq!(journal.look().expect("there"), None);
    let copy = folder.with_extension("copy");
    std::fs::copy(journal.path(), &copy).expect("copied");
    journal.append(&[record("2")]).expect("written");
    assert_eq!(journal.look().expect("there"), None);

    let noticed = |what: &str| {
        let told = journal.look().expect("looked").expect("noticed");
        assert!(told.contains(what), "{told}");
        assert!(journal.needs_replacing() && journal.append(&[record("3")]).is_err());
        write();
        assert_eq!(journal.look().expect("there"), None);
        assert_eq!(read(&journal).0, [record("1")]);
        assert!(matches!(EditJournal::open(&folder), Err(NotOpened::Held { .. })));
    };
    std::fs::rename(&copy, journal.path()).expect("an older copy");
    noticed("was replaced by another process; the host writes it again and keeps the other file as ");
    assert!(folder.join("journal.1.foreign").exists());
    std::fs::remove_file(journal.path()).expect("removed");
    noticed("was removed by another process");
    std::fs::write(journal.path(), "").expect("cut");
    noticed("was changed by another process");
}

/// Unix only: on other systems, an open file prevents the removal of its folder.
#[cfg(unix)]
#[test]
fn reacquires_removed_lock_unless_another_host_holds_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path().join("edits");
    let journal = EditJournal::open(&folder).expect("the lock");
    journal.replace(&mut [Ok(record("1"))].into_iter()).expect("written");
    std::fs::remove_dir_all(&folder).expect("removed");
    let told = journal.look().expect("looked").expect("noticed");
    assert!(told.contains("was removed by another process"), "{told}");
    assert!(matches!(EditJournal::open(&folder), Err(NotOpened::Held { .. })));

    std::fs::remove_file(folder.join("lock")).expect("removed");
    let other = EditJournal::open(&folder).expect("another host");
    let why = journal.look().expect_err("another has it").to_string();
    assert!(why.contains("another host has the new one"), "{why}");
    drop(other);
    assert_eq!(journal.look().expect("taken again"), None);
}

/// Unix only: NTFS would allocate disk space for the sparse part of the test file.
#[cfg(unix)]
#[test]
fn reads_oversized_file_only_up_to_its_damage() {
    let folder = tempfile::tempdir().expect("a folder");
    let journal = EditJournal::open(folder.path()).expect("the lock");
    journal.replace(&mut [Ok(record("1"))].into_iter()).expect("written");
    let file = std::fs::File::options()
        .write(true)
        .open(journal.path())
        .expect("the file");
    // Reading the whole hole would exceed the time limit of this test, and copying it would exceed the disk.
    file.set_len(1 << 40).expect("a sparse file");
    let (lines, found) = read(&journal);
    assert_eq!(lines, [record("1")]);
    assert!(matches!(found.expect("a file").end, End::Damaged { line: 2, .. }));
    let to = journal.link_aside("damaged").expect("linked");
    assert_eq!(std::fs::metadata(to).expect("facts").len(), 1 << 40);
}

#[cfg(target_os = "linux")]
#[test]
fn rejects_pipe_as_journal_without_blocking() {
    let folder = tempfile::tempdir().expect("a folder");
    let journal = EditJournal::open(folder.path()).expect("the lock");
    let mode = rustix::fs::Mode::from_raw_mode(0o600);
    rustix::fs::mknodat(rustix::fs::CWD, journal.path(), rustix::fs::FileType::Fifo, mode, 0).expect("a pipe");
    assert!(journal.read(&mut |_| Ok(())).is_err());
}
