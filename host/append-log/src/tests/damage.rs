//! Tests of truncated or changed files: only written records are read back, and all damage is reported.

use super::*;
use proptest::prelude::*;

/// Creates a file with these records. Returns its bytes and the byte position at which each line ends.
fn file(ground: &Ground, all: &[Vec<u8>]) -> (Vec<u8>, Vec<usize>) {
    let mut log = ground.log();
    // Without a sync, which would take most of the time.
    std::fs::write(ground.path(), LAYOUT.header(b"0123456789abcdef")).expect("written");
    assert_eq!(entries(&mut log), []);
    let len = || std::fs::metadata(ground.path()).expect("there").len();
    let mut ends = vec![usize::try_from(len()).expect("small")];
    for record in all {
        log.append([record]).expect("written");
        ends.push(usize::try_from(len()).expect("small"));
    }
    (std::fs::read(ground.path()).expect("there"), ends)
}

/// Reads a file with these bytes, as a new process does. The `bool` is true if that process may append.
fn read(ground: &Ground, bytes: &[u8]) -> (Result<Vec<Entry>, String>, bool) {
    let mut log = ground.log();
    // A new file: some file systems write a truncated one to the disk when it is closed.
    let _ = std::fs::remove_file(ground.path());
    std::fs::write(ground.path(), bytes).expect("written");
    let read = log
        .replay()
        .map(|replay| replay.map(|entry| entry.expect("read")).collect());
    (read.map_err(|error| error.to_string()), log.is_appendable())
}

fn some_records() -> impl Strategy<Value = Vec<Vec<u8>>> {
    let byte = prop_oneof![any::<u8>(), Just(b'\n'), Just(b'\\')];
    proptest::collection::vec(proptest::collection::vec(byte, 0..30), 1..6)
}

fn as_entries(all: &[Vec<u8>]) -> Vec<Entry> {
    all.iter().cloned().map(Entry::Record).collect()
}

/// True if `part` contains some elements of `all`, in the same order.
fn is_part(part: &[&Vec<u8>], all: &[Vec<u8>]) -> bool {
    let mut rest = all.iter();
    part.iter().all(|one| rest.any(|other| other == *one))
}

/// Returns the intact records. The `bool` is true if any other entry, such as a damaged line, was read.
fn split(read: &[Entry]) -> (Vec<&Vec<u8>>, bool) {
    let intact = |entry: &'_ _| matches!(entry, Entry::Record(_));
    let is_named = !read.iter().all(intact);
    let records = read.iter().filter_map(|entry| match entry {
        Entry::Record(record) => Some(record),
        _ => None,
    });
    (records.collect(), is_named)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn reads_whole_records_of_a_file_truncated_at_any_byte(all in some_records()) {
        let ground = Ground::new();
        let (bytes, ends) = file(&ground, &all);
        for cut in 0..=bytes.len() {
            let (read, is_appendable) = read(&ground, &bytes[..cut]);
            let whole = ends.iter().rposition(|end| *end <= cut);
            let mut wanted = as_entries(&all[..whole.unwrap_or(0)]);
            let torn = cut - whole.map_or(0, |whole| ends[whole]);
            if torn > 0 || cut == 0 {
                wanted.push(Entry::Torn { bytes: torn as u64 });
            }
            prop_assert_eq!(read, Ok(wanted), "{}", cut);
            prop_assert_eq!(is_appendable, whole.is_some());
        }
    }

    #[test]
    fn next_append_removes_a_torn_record(all in some_records(), cut in any::<prop::sample::Index>()) {
        let ground = Ground::new();
        let (bytes, ends) = file(&ground, &all);
        let cut = ends[0] + cut.index(bytes.len() - ends[0] + 1);
        std::fs::write(ground.path(), &bytes[..cut]).expect("written");
        let mut log = ground.log();
        let before = entries(&mut log);
        log.append(["next"]).expect("written");
        drop(log);
        let mut wanted: Vec<_> = before.into_iter().filter(|entry| matches!(entry, Entry::Record(_))).collect();
        wanted.extend(records(&["next"]));
        prop_assert_eq!(entries(&mut ground.log()), wanted);
    }

    #[test]
    fn reports_changed_bytes_and_loses_only_affected_records(
        all in some_records(),
        changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
    ) {
        let ground = Ground::new();
        let (bytes, ends) = file(&ground, &all);
        let mut broken = bytes.clone();
        for (at, new) in &changes {
            broken[at.index(bytes.len())] = *new;
        }
        prop_assume!(broken != bytes);
        if let (Ok(read), _) = read(&ground, &broken) {
            let (intact, is_named) = split(&read);
            prop_assert!(is_named);
            let lines = ends.windows(2).zip(&all);
            let unchanged = lines.filter(|(line, _)| bytes[line[0]..line[1]] == broken[line[0]..line[1]]);
            let mut unchanged: Vec<_> = unchanged.map(|(_, record)| record).collect();
            if bytes[..ends[0]] != broken[..ends[0]] {
                unchanged.clear();
            }
            // A line behind a changed line break is damaged with it.
            prop_assert!(intact.len() <= unchanged.len());
            prop_assert!(intact.iter().all(|record| unchanged.contains(record)));
            prop_assert!(is_part(&intact, &all));
            let breaks = ends.iter().filter(|end| broken[**end - 1] != b'\n').count();
            prop_assert!(intact.len() + breaks >= unchanged.len());
        }
    }

    #[test]
    fn reports_missing_or_repeated_parts_of_a_file(
        all in some_records(), from in any::<prop::sample::Index>(), len in 1..40_usize, is_repeated in any::<bool>(),
    ) {
        let ground = Ground::new();
        let (bytes, ends) = file(&ground, &all);
        let from = from.index(bytes.len());
        let until = (from + len).min(bytes.len());
        let tail = if is_repeated { from } else { until };
        let changed = [&bytes[..if is_repeated { until } else { from }], &bytes[tail..]].concat();
        prop_assume!(changed != bytes);
        if let (Ok(read), _) = read(&ground, &changed) {
            let (intact, is_named) = split(&read);
            let whole = ends.iter().filter(|end| **end <= until).count().saturating_sub(1);
            prop_assert!(intact.len() <= whole);
            prop_assert!(intact.iter().zip(&all).all(|(read, written)| *read == written));
            // Without its end, a file is a shorter file.
            prop_assert!(is_named || (until == bytes.len() && !is_repeated));
        }
    }

    #[test]
    fn returns_no_record_from_arbitrary_bytes(mut bytes in any::<Vec<u8>>(), header in any::<bool>()) {
        let ground = Ground::new();
        if header {
            bytes.splice(0..0, LAYOUT.header(b"0123456789abcdef"));
        }
        if let (Ok(read), _) = read(&ground, &bytes) {
            prop_assert_eq!(split(&read).0.len(), 0);
        }
    }
}

#[test]
fn distinguishes_torn_foreign_and_other_version_headers() {
    let ground = Ground::new();
    let cases: [(&[u8], Result<u64, &str>); 9] = [
        (b"", Ok(0)),
        (b"TES", Ok(3)),
        (b"TESTS\x03", Ok(6)),
        (b"TESTS\x030123456789abcdef", Ok(22)),
        (b"TESTS\x02", Err("format 2 of another version")),
        (b"TESTS\x04whatever", Err("format 4 of another version")),
        (b"TESTS\x030123456789abcdeF\n", Err("does not begin")),
        (b"TESTS\x030123456789abcdefX", Err("does not begin")),
        (b"x", Err("does not begin")),
    ];
    for (bytes, wanted) in cases {
        let (read, is_appendable) = read(&ground, bytes);
        assert!(!is_appendable, "{bytes:?}");
        match (read, wanted) {
            (Ok(read), Ok(torn)) => assert_eq!(read, [Entry::Torn { bytes: torn }]),
            (Err(error), Err(part)) => assert!(error.contains(part), "{error}"),
            (read, wanted) => panic!("{bytes:?}: {read:?}, not {wanted:?}"),
        }
    }
}

#[test]
fn reports_changed_last_line_break_as_damage_not_torn_write() {
    let ground = Ground::new();
    let (mut bytes, ends) = file(&ground, &[b"a".to_vec(), b"b".to_vec()]);
    bytes[ends[2] - 1] = b'?';
    let (read, is_appendable) = read(&ground, &bytes);
    let at = ends[1] as u64;
    let damaged = Entry::Damaged {
        at,
        text: b"b?".to_vec(),
    };
    assert_eq!(read, Ok(vec![Entry::Record(b"a".to_vec()), damaged]));
    assert!(is_appendable);
}

#[test]
fn reads_overlong_line_in_parts_and_keeps_later_records() {
    let ground = Ground::new();
    let (mut bytes, ends) = file(&ground, &[b"a".to_vec(), b"b".to_vec()]);
    let junk = vec![b'x'; 3 * LAYOUT.max_line()];
    let damaged = |read: &[Entry]| {
        read.iter()
            .filter(|entry| matches!(entry, Entry::Damaged { .. }))
            .count()
    };
    // At the end of the file it is cut off as a whole.
    bytes.extend_from_slice(&junk);
    let (read_parts, is_appendable) = read(&ground, &bytes);
    let read_parts = read_parts.expect("readable");
    assert_eq!((damaged(&read_parts), is_appendable), (3, true));
    assert_eq!(
        read_parts.last(),
        Some(&Entry::Torn {
            bytes: junk.len() as u64
        })
    );
    let mut log = ground.log();
    entries(&mut log);
    log.append(["c"]).expect("written");
    drop(log);
    assert_eq!(entries(&mut ground.log()), records(&["a", "b", "c"]));
    // In the middle, the damage says where it is and what is there.
    bytes.truncate(ends[2]);
    bytes[ends[1] + 20 - 3] = b'?';
    let (read_middle, _) = read(&ground, &bytes);
    let at = ends[1] as u64;
    assert_eq!(
        read_middle.expect("readable"),
        [
            Entry::Record(b"a".to_vec()),
            Entry::Damaged {
                at,
                text: b"?".to_vec()
            }
        ]
    );
}
