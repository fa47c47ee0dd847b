//! Tests of a log over restarts, at its size limits, and with several processes.

mod damage;

use super::*;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

const LAYOUT: Layout = Layout {
    mark: "TESTS",
    version: 3,
    max_record: 40,
    max_file: 2000,
    slack: 100,
};

struct Ground(tempfile::TempDir);

impl Ground {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self) -> PathBuf {
        self.0.path().join("a").join("log")
    }

    fn log(&self) -> Log {
        Log::exclusive(self.path(), LAYOUT)
            .expect("opened")
            .expect("not locked")
    }

    /// Creates a log file with these records.
    fn with(&self, records: &[&str]) -> Log {
        let mut log = self.log();
        log.replace(records).expect("written");
        log
    }
}

fn entries(log: &mut Log) -> Vec<Entry> {
    let replay = log.replay().expect("readable");
    replay.collect::<Result<_, _>>().expect("read")
}

fn records(records: &[&str]) -> Vec<Entry> {
    let record = |text: &&str| Entry::Record(text.as_bytes().to_vec());
    records.iter().map(record).collect()
}

#[test]
fn records_with_any_bytes_survive_a_restart() {
    let ground = Ground::new();
    let mut log = ground.log();
    assert_eq!(entries(&mut log), [], "there is no file");
    assert!(!log.is_appendable());
    assert!(log.append(["early"]).is_err());
    let odd = ["", "\n", "\\", "\\n", "a\\\nb\n", "\0\u{e9}"];
    log.replace(odd).expect("written");
    log.append(["x"]).expect("written");
    log.append_synced(["y", "z"]).expect("written");
    drop(log);
    let mut log = ground.log();
    let all: Vec<_> = odd.into_iter().chain(["x", "y", "z"]).collect();
    assert_eq!(entries(&mut log), records(&all));
    log.append(["later"]).expect("written");
    let new = log.replay_new().expect("readable");
    assert_eq!(new.count(), 0, "own records are not read again");
    assert_eq!(entries(&mut log).len(), all.len() + 1);
    drop(log);
    assert_eq!(entries(&mut ground.log()).len(), all.len() + 1);
}

#[test]
fn refuses_a_second_owner_until_the_first_ends() {
    let ground = Ground::new();
    let first = ground.with(&["a"]);
    assert!(Log::exclusive(ground.path(), LAYOUT).expect("opened").is_none());
    drop(first);
    assert_eq!(entries(&mut ground.log()), records(&["a"]));
}

#[cfg(unix)]
#[test]
fn only_the_user_can_read_the_files() {
    use std::os::unix::fs::PermissionsExt;
    let ground = Ground::new();
    drop(ground.with(&["a"]));
    let mode = |path: &Path| std::fs::metadata(path).expect("there").permissions().mode() & 0o777;
    let folder = ground.path().parent().expect("a folder").to_owned();
    assert_eq!(mode(&folder), 0o700);
    let mut names = Vec::new();
    for file in std::fs::read_dir(folder).expect("a folder") {
        let file = file.expect("an entry");
        assert_eq!(mode(&file.path()), 0o600);
        names.push(file.file_name());
    }
    names.sort();
    assert_eq!(names, ["lock", "log"]);
}

#[test]
fn rejects_oversized_records_and_files_without_changes() {
    let ground = Ground::new();
    let mut log = ground.with(&["a"]);
    let [most, long] = [LAYOUT.max_record, LAYOUT.max_record + 1].map(|len| "\n".repeat(len));
    let many = vec!["0123456789".repeat(4); 40];
    let cases = [
        (vec![], None),
        (vec![most.clone()], None),
        (
            vec![most, long],
            Some((ErrorKind::InvalidInput, "41 bytes, at most 40")),
        ),
        (many, Some((ErrorKind::FileTooLarge, "larger than 2000 bytes"))),
    ];
    for (records, refused) in cases {
        let before = std::fs::read(ground.path()).expect("there");
        let results = [log.append(&records), log.append_synced(&records), log.replace(&records)];
        for result in results {
            match (result, refused) {
                (Ok(()), None) => {}
                (Err(error), Some((kind, part))) => {
                    assert_eq!(error.kind(), kind, "{error}");
                    assert!(error.to_string().contains(part), "{error}");
                    assert_eq!(std::fs::read(ground.path()).expect("there"), before);
                }
                (result, _) => panic!("{result:?} for {} records", records.len()),
            }
        }
        assert!(log.is_appendable());
    }
    assert!(
        !ground.path().with_extension("new").exists(),
        "a refused file is removed"
    );
    drop(log);
    std::fs::write(ground.path(), vec![b'x'; 2001]).expect("written");
    let error = ground.log().replay().expect_err("too long").to_string();
    assert!(error.contains("2001 bytes") && error.contains("log: "), "{error}");
}

#[test]
fn reports_overgrown_beyond_twice_content_and_backs_off_after_failure() {
    let ground = Ground::new();
    let mut log = ground.with(&["a"]);
    assert_eq!(
        log.compacted_len(),
        std::fs::metadata(ground.path()).expect("there").len()
    );
    let live = log.compacted_len();
    let grow = |log: &mut Log| {
        let mut count = 0;
        while !log.is_overgrown(live) {
            log.append(["0123456789"]).expect("written");
            count += 1;
        }
        count
    };
    let first = grow(&mut log);
    assert_eq!(first, 6, "the slack of 100 bytes, and the content once more");
    std::fs::create_dir(ground.path().with_extension("new")).expect("in the way");
    assert!(log.replace(["a"]).is_err());
    assert!(!log.is_overgrown(live));
    assert!(grow(&mut log) > first);
    std::fs::remove_dir(ground.path().with_extension("new")).expect("removed");
    log.replace(["a"]).expect("written");
    assert_eq!(grow(&mut log), first);
}

#[test]
fn clear_removes_all_records_and_allows_appends() {
    let ground = Ground::new();
    let mut log = ground.with(&["a", "b"]);
    log.clear().expect("cleared");
    log.append(["c"]).expect("written");
    drop(log);
    assert_eq!(entries(&mut ground.log()), records(&["c"]));
}

#[test]
fn rejects_appends_to_a_file_shortened_by_another_process() {
    let ground = Ground::new();
    let mut log = ground.with(&["a", "b"]);
    let file = std::fs::File::options().write(true).open(ground.path()).expect("there");
    file.set_len(30).expect("cut");
    assert!(log.append(["c"]).is_err());
    assert!(!log.is_appendable());
    log.replace(["a", "b"]).expect("written");
    log.append(["c"]).expect("written");
}

#[test]
fn processes_see_records_and_replacements_in_a_shared_log() {
    let ground = Ground::new();
    let folder = ground.0.path();
    let shared = || SharedLog::new(folder.join("log"), folder.join("log.lock"), LAYOUT);
    let (mut one, mut other) = (shared(), shared());
    // Every use reads what is new, and adds a record.
    let use_log = |log: &mut SharedLog, record: &str| {
        log.locked(|log| {
            let replay = log.replay_new().expect("readable");
            let starts_over = replay.starts_over();
            let new = replay.collect::<Result<Vec<_>, _>>()?;
            if log.is_appendable() {
                log.append_synced([record])?;
            } else {
                log.replace([record])?;
            }
            Ok((starts_over, new))
        })
        .expect("used")
    };
    assert_eq!(use_log(&mut one, "a"), (false, vec![]));
    assert_eq!(use_log(&mut other, "b"), (true, records(&["a"])));
    assert_eq!(use_log(&mut one, "c"), (false, records(&["b"])));
    assert_eq!(use_log(&mut one, "d"), (false, vec![]));
    other.locked(|log| log.replace(["e"])).expect("replaced");
    assert_eq!(use_log(&mut one, "f"), (true, records(&["e"])));
    let unlocked: Vec<_> = shared()
        .replay()
        .expect("readable")
        .map(|entry| entry.expect("read"))
        .collect();
    assert_eq!(unlocked, records(&["e", "f"]));
    std::fs::remove_file(folder.join("log")).expect("removed");
    assert_eq!(use_log(&mut one, "g"), (false, vec![]));
    assert_eq!(use_log(&mut other, "h"), (true, records(&["g"])));
}
