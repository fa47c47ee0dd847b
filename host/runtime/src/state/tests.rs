//! Bounds, versions, restarts and damage of a store.

use super::*;

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

#[test]
fn values_survive_a_restart() {
    let folder = folder();
    let first = StateStores::new(Some(folder.path().to_owned()));
    assert_eq!(first.of("b").set("k".into(), b"one".to_vec(), None), Ok(1));
    assert_eq!(first.of("b").set("k".into(), b"two".to_vec(), Some(1)), Ok(2));
    let second = StateStores::new(Some(folder.path().to_owned()));
    assert_eq!(second.of("b").get("k"), Ok(Some((b"two".to_vec(), 2))));
    assert_eq!(second.of("other").get("k"), Ok(None));
}

#[test]
fn compare_and_set_sees_every_other_write() {
    let store = StateStores::new(None).of("b");
    assert_eq!(store.set("k".into(), vec![1], Some(0)), Ok(1));
    assert_eq!(
        store.set("k".into(), vec![2], Some(0)),
        Err(StateRefusal::Conflict { current: 1 })
    );
    assert_eq!(store.remove("k"), Ok(true));
    assert_eq!(store.remove("k"), Ok(false));
    assert_eq!(
        store.set("k".into(), vec![3], Some(1)),
        Err(StateRefusal::Conflict { current: 0 })
    );
    // The version of a key that came back is not one it had before.
    assert_eq!(store.set("k".into(), vec![3], Some(0)), Ok(2));
}

#[test]
fn bounds_name_what_is_too_large() {
    let store = StateStores::new(None).of("b");
    let too_large = |answer: Result<u64, StateRefusal>, what: &str| match answer {
        Err(StateRefusal::TooLarge(text)) => assert!(text.starts_with(what), "{text}"),
        other => panic!("{other:?}"),
    };
    too_large(
        store.set("k".repeat(KEY + 1), Vec::new(), None),
        "the key would have 257",
    );
    too_large(
        store.set("k".into(), vec![0; VALUE + 1], None),
        "the value would have 65537",
    );
    for number in 0..15 {
        assert!(store.set(format!("k{number:02}"), vec![0; VALUE], None).is_ok());
    }
    too_large(store.set("last".into(), vec![0; VALUE], None), "the bundle's store");
    assert!(
        store.set("k00".into(), vec![1; VALUE], None).is_ok(),
        "replacing frees the old value first"
    );
}

#[test]
fn keys_are_listed_in_order_and_in_pages() {
    let store = StateStores::new(None).of("b");
    for key in ["b2", "a1", "b1", "b3", "c"] {
        assert!(store.set(key.into(), Vec::new(), None).is_ok());
    }
    assert_eq!(store.keys("b", None, 2), Ok(vec!["b1".to_owned(), "b2".to_owned()]));
    assert_eq!(store.keys("b", Some("b2"), 2), Ok(vec!["b3".to_owned()]));
}

#[test]
fn a_damaged_file_is_set_aside() {
    let folder = folder();
    let file = folder.path().join("b.state");
    let stores = StateStores::new(Some(folder.path().to_owned()));
    assert!(stores.of("b").set("k".into(), vec![1], None).is_ok());
    let mut bytes = std::fs::read(&file).expect("the file was written");
    bytes[20] ^= 1;
    std::fs::write(&file, bytes).expect("writable");
    let again = StateStores::new(Some(folder.path().to_owned()));
    assert_eq!(again.of("b").get("k"), Ok(None));
    assert!(folder.path().join("b.broken").exists());
}

#[test]
fn no_bundle_name_leaves_the_folder() {
    assert_eq!(file_name("objects"), "objects.state");
    for name in ["../x", "", "A", "a/b"] {
        let file = file_name(name);
        assert!(
            file.starts_with('_') && !file.contains('/') && !file.contains(".."),
            "{file}"
        );
    }
}
