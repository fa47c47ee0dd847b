//! Tests of a store: limits, versions, restarts and damaged files.

use super::*;
use std::future::Future;

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

fn wait<T>(work: impl Future<Output = T>) -> T {
    let executor = tokio::runtime::Builder::new_current_thread().build().expect("executor");
    executor.block_on(work)
}

/// Blocking versions of the asynchronous methods.
impl Store {
    fn put(&self, key: &str, value: Vec<u8>, expected: Option<u64>) -> Result<u64, StateRefusal> {
        wait(self.set(key.to_owned(), value, expected))
    }

    fn take(&self, key: &str) -> Result<bool, StateRefusal> {
        wait(self.remove(key.to_owned()))
    }

    fn get(&self, key: &str) -> Result<Option<(Vec<u8>, u64)>, StateRefusal> {
        self.values.get(key)
    }
}

#[test]
fn values_survive_a_restart() {
    let folder = folder();
    let first = StateStores::new(Some(folder.path().to_owned()));
    assert_eq!(first.for_bundle("b").put("k", b"one".to_vec(), None), Ok(1));
    assert_eq!(first.for_bundle("b").put("k", b"two".to_vec(), Some(1)), Ok(2));
    let second = StateStores::new(Some(folder.path().to_owned()));
    assert_eq!(second.for_bundle("b").get("k"), Ok(Some((b"two".to_vec(), 2))));
    assert_eq!(second.for_bundle("other").get("k"), Ok(None));
}

#[test]
fn compare_and_set_rejects_outdated_version() {
    let store = StateStores::new(None).for_bundle("b");
    assert_eq!(store.put("k", vec![1], Some(0)), Ok(1));
    assert_eq!(
        store.put("k", vec![2], Some(0)),
        Err(StateRefusal::Conflict { current: 1 })
    );
    assert_eq!(store.take("k"), Ok(true));
    assert_eq!(store.take("k"), Ok(false));
    assert_eq!(
        store.put("k", vec![3], Some(1)),
        Err(StateRefusal::Conflict { current: 0 })
    );
    // A key that is added again after its removal has a new version.
    assert_eq!(store.put("k", vec![3], Some(0)), Ok(2));
}

#[test]
fn rejects_oversized_key_value_and_store() {
    let store = StateStores::new(None).for_bundle("b");
    let too_large = |answer: Result<u64, StateRefusal>, what: &str| match answer {
        Err(StateRefusal::TooLarge(text)) => assert!(text.starts_with(what), "{text}"),
        other => panic!("{other:?}"),
    };
    too_large(
        store.put(&"k".repeat(KEY + 1), Vec::new(), None),
        "the key would have 257",
    );
    too_large(store.put("k", vec![0; VALUE + 1], None), "the value would have 65537");
    for number in 0..15 {
        assert!(store.put(&format!("k{number:02}"), vec![0; VALUE], None).is_ok());
    }
    too_large(store.put("last", vec![0; VALUE], None), "the bundle's store");
    assert!(
        store.put("k00", vec![1; VALUE], None).is_ok(),
        "replacing frees the old value first"
    );
}

#[test]
fn lists_keys_with_prefix_in_order_and_in_pages() {
    let store = StateStores::new(None).for_bundle("b");
    for key in ["b2", "a1", "b1", "b3", "c"] {
        assert!(store.put(key, Vec::new(), None).is_ok());
    }
    assert_eq!(
        store.values.keys("b", None, 2),
        Ok(vec!["b1".to_owned(), "b2".to_owned()])
    );
    assert_eq!(store.values.keys("b", Some("b2"), 2), Ok(vec!["b3".to_owned()]));
}

/// Creates a store with `values` in a folder, and returns the path of its file.
fn stored(folder: &tempfile::TempDir, values: &[(&str, &[u8])]) -> PathBuf {
    let stores = StateStores::new(Some(folder.path().to_owned()));
    for (key, value) in values {
        assert!(stores.for_bundle("b").put(key, value.to_vec(), None).is_ok());
    }
    folder.path().join("b.state")
}

fn reopen(folder: &tempfile::TempDir) -> Store {
    StateStores::new(Some(folder.path().to_owned())).for_bundle("b")
}

#[test]
fn sets_damaged_file_aside_and_keeps_records_before_the_damage() {
    let folder = folder();
    let file = stored(&folder, &[("first", b"1"), ("second", b"2")]);
    let mut bytes = std::fs::read(&file).expect("the file was written");
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    std::fs::write(&file, bytes).expect("writable");
    let store = reopen(&folder);
    assert_eq!(store.get("first"), Ok(Some((b"1".to_vec(), 1))));
    assert_eq!(store.get("second"), Ok(None));
    assert!(folder.path().join("b.broken").exists());
    let given = store.put("second", vec![3], None).expect("it can be written again");
    assert!(
        given > 2,
        "version {given} may have been that of the value that is lost"
    );
    assert_eq!(reopen(&folder).get("second"), Ok(Some((vec![3], given))));
}

#[test]
fn hosts_that_share_a_folder_see_changes_of_each_other() {
    let folder = folder();
    let (one, other) = (reopen(&folder), reopen(&folder));
    assert_eq!(one.put("k", vec![1], Some(0)), Ok(1));
    assert_eq!(
        other.put("k", vec![2], Some(0)),
        Err(StateRefusal::Conflict { current: 1 })
    );
    assert_eq!(other.put("k", vec![2], Some(1)), Ok(2));
    assert_eq!(one.put("other", vec![3], None), Ok(3));
    assert_eq!(one.get("k"), Ok(Some((vec![2], 2))));
    // At least one of these writes rewrites the file.
    for round in 0..20 {
        assert!(one.put("large", vec![round; VALUE], None).is_ok());
    }
    assert_eq!(other.take("k"), Ok(true));
    assert_eq!(one.take("k"), Ok(false));
    assert_eq!(reopen(&folder).get("large"), Ok(Some((vec![19; VALUE], 23))));
}

#[test]
fn sets_file_of_other_version_aside_or_refuses_to_write() {
    let folder = folder();
    let file = folder.path().join("b.state");
    let old = b"UTHKV\x01\0\0whatever version 1 said";
    std::fs::write(&file, old).expect("writable");
    let aside = folder.path().join("b.v1");
    // A folder, which a copy cannot replace.
    std::fs::create_dir(&aside).expect("created");
    let Err(StateRefusal::Unavailable(reason)) = reopen(&folder).put("key", vec![1], None) else {
        panic!("it was written over");
    };
    assert!(reason.contains("b.state") && reason.contains("b.v1"), "{reason}");
    assert_eq!(std::fs::read(&file).expect("there"), old);
    std::fs::remove_dir(&aside).expect("removed");
    let store = reopen(&folder);
    assert_eq!(store.get("key"), Ok(None));
    assert_eq!(std::fs::read(&aside).expect("set aside"), old);
    let given = store.put("key", vec![1], None).expect("it begins empty");
    assert!(given > 1, "version 1 gave out versions, too");
    assert_eq!(reopen(&folder).get("key"), Ok(Some((vec![1], given))));
}

#[test]
fn accepts_new_values_after_log_is_truncated_at_any_byte() {
    let folder = folder();
    let file = stored(&folder, &[("first", b"1"), ("second", b"2")]);
    let bytes = std::fs::read(&file).expect("the file was written");
    for end in 0..bytes.len() {
        std::fs::write(&file, &bytes[..end]).expect("writable");
        let store = reopen(&folder);
        assert_eq!(store.get("second"), Ok(None), "{end}");
        assert!(store.put("third", vec![3], None).is_ok(), "{end}");
        assert!(reopen(&folder).get("third").is_ok_and(|found| found.is_some()), "{end}");
    }
    assert!(!folder.path().join("b.broken").exists(), "a crash is no damage");
}

#[test]
fn small_write_appends_few_bytes_to_large_store() {
    let folder = folder();
    let large = vec![7; VALUE];
    let values: Vec<(String, &[u8])> = (0..10).map(|number| (format!("k{number}"), large.as_slice())).collect();
    let values: Vec<(&str, &[u8])> = values.iter().map(|(key, value)| (key.as_str(), *value)).collect();
    let file = stored(&folder, &values);
    let before = std::fs::read(&file).expect("written");
    assert!(reopen(&folder).put("small", vec![1], None).is_ok());
    let after = std::fs::read(&file).expect("written");
    assert!(after.starts_with(&before), "the log was rewritten");
    assert!(after.len() - before.len() < 100, "{} bytes", after.len() - before.len());
}

#[test]
fn compacts_log_with_mostly_outdated_records() {
    let folder = folder();
    let file = stored(&folder, &[("kept", b"1")]);
    let store = reopen(&folder);
    for round in 0..20 {
        assert!(store.put("k", vec![round; VALUE], None).is_ok());
    }
    let length = std::fs::metadata(&file).expect("written").len();
    assert!(length < 5 * VALUE as u64, "{length} bytes for {VALUE}");
    assert_eq!(reopen(&folder).get("k"), Ok(Some((vec![19; VALUE], 21))));
    assert_eq!(reopen(&folder).get("kept"), Ok(Some((vec![1 + 48], 1))));
}

#[test]
fn writes_batch_with_one_sync_and_applies_changes_in_order() {
    let folder = folder();
    let stores = StateStores::new(Some(folder.path().to_owned()));
    let store = stores.for_bundle("b");
    assert!(store.put("k", vec![0], None).is_ok());
    let (mut batch, mut answers) = (Vec::new(), Vec::new());
    for number in 1..=100_u64 {
        let (answer, answered) = oneshot::channel();
        let change = Change {
            key: "k".to_owned(),
            value: Some(vec![u8::try_from(number).expect("small")]),
            expected: Some(number),
        };
        batch.push(writer::Asked {
            store: Arc::clone(&store.values),
            change,
            answer,
        });
        answers.push(answered);
    }
    let before = log::SYNCS.with(std::cell::Cell::get);
    writer::write(batch);
    assert_eq!(log::SYNCS.with(std::cell::Cell::get) - before, 1);
    for (number, answer) in (2..).zip(answers) {
        assert_eq!(wait(answer).expect("answered"), Ok(Some(number)));
    }
    assert_eq!(reopen(&folder).get("k"), Ok(Some((vec![100], 101))));
}

#[test]
fn counts_entry_overhead_toward_store_limit() {
    let store = StateStores::new(None).for_bundle("b");
    let fits = STORE / (ENTRY + 4);
    for number in 0..fits {
        assert!(
            store.put(&format!("{number:04x}"), Vec::new(), None).is_ok(),
            "{number}"
        );
    }
    let full = store.put("one more", Vec::new(), None);
    assert!(matches!(full, Err(StateRefusal::TooLarge(_))), "{full:?}");
}

#[test]
fn reports_failed_write_and_keeps_stored_value() {
    let folder = folder();
    let file = stored(&folder, &[("k", b"old")]);
    let store = reopen(&folder);
    assert!(store.get("k").is_ok());
    std::fs::remove_file(&file).expect("removable");
    std::fs::create_dir_all(file.join("in the way")).expect("creatable");
    let refused = store.put("k", vec![1], None);
    assert!(matches!(refused, Err(StateRefusal::Unavailable(_))), "{refused:?}");
    assert_eq!(store.get("k"), Ok(Some((b"old".to_vec(), 1))));
    std::fs::remove_dir_all(&file).expect("removable");
    assert_eq!(store.put("k", vec![1], Some(1)), Ok(2));
    assert_eq!(reopen(&folder).get("k"), Ok(Some((vec![1], 2))));
}

#[test]
fn file_name_of_bundle_never_leaves_the_folder() {
    assert_eq!(file_name("objects"), "objects.state");
    for name in ["../x", "", "A", "a/b"] {
        let file = file_name(name);
        assert!(
            file.starts_with('_') && !file.contains('/') && !file.contains(".."),
            "{file}"
        );
    }
}
