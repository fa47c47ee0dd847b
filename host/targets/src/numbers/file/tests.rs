//! Tests of the file of object ids: hosts one after another, damaged files, and a file in use.

use crate::numbers::{BLOCK, MOST, Numbers};
use host_bridge::{ObjectId, ObjectNumbers};
use std::fs;
use std::path::Path;

async fn host(folder: &Path) -> Numbers {
    let numbers = Numbers::with_random_start().stored_in(Some(folder));
    numbers.open_file().await;
    numbers
}

fn error(numbers: &Numbers, instance: &str, object: ObjectId) -> String {
    numbers.native(instance, object).expect_err("not valid").message
}

#[tokio::test]
async fn next_host_knows_the_ids() {
    let folder = tempfile::tempdir().expect("a folder");
    let first = host(folder.path()).await;
    first.note_instance("a", "Game@1");
    let old = first.number("a", "-10");
    first.invalidate("a");
    let door = first.number("a", "-12");
    let wide = first.number("b", "18446744073709551615");
    drop(first);
    for _ in 0..3 {
        let next = host(folder.path()).await;
        assert_eq!(next.native("a", door).expect("known"), "-12");
        assert_eq!(next.native("b", wide).expect("known"), "18446744073709551615");
        assert_eq!(next.number("a", "-12"), door, "the same object keeps its id");
        assert!(error(&next, "a", old).contains("Game@1 has unloaded scenes"));
        assert!(error(&next, "b", door).contains("it is of Game@1"));
        assert!(![old, door, wide].contains(&next.number("a", "-13")));
    }
    let next = host(folder.path()).await;
    let others = next.number("a", "-13");
    next.invalidate("a");
    drop(next);
    let last = host(folder.path()).await;
    for object in [door, others] {
        assert!(error(&last, "a", object).contains("has unloaded scenes"));
    }
}

#[tokio::test]
async fn all_kept_ids_outlive_the_host() {
    let folder = tempfile::tempdir().expect("a folder");
    let first = host(folder.path()).await;
    // Other ids than those of one process, in turns, and more than the table keeps.
    let given: Vec<(String, String, ObjectId)> = (0..BLOCK * MOST + 5_000)
        .map(|at| {
            let (instance, native) = (format!("process {}", at % 3), format!("-{at}"));
            let number = first.number(&instance, &native);
            (instance, native, number)
        })
        .collect();
    let kept = |numbers: &Numbers| -> Vec<bool> {
        let is_kept = |(instance, native, number): &(String, String, ObjectId)| {
            let found = numbers.native(instance, *number).ok();
            assert!(
                found.as_ref().is_none_or(|found| found == native),
                "{number} names {found:?}"
            );
            found.is_some()
        };
        given.iter().map(is_kept).collect()
    };
    let before = kept(&first);
    assert!(before.contains(&false) && before.iter().filter(|kept| **kept).count() > BLOCK * MOST - 5_000);
    drop(first);
    let next = host(folder.path()).await;
    assert_eq!(kept(&next), before);
    let length = fs::metadata(folder.path().join("journal")).expect("written").len();
    assert!(length < 8 << 20, "{length} bytes");
}

/// A killed host has not written the last ids that its clients know.
#[tokio::test]
async fn next_host_gives_no_number_that_was_not_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let first = host(folder.path()).await;
    let door = first.number("a", "-12");
    drop(first);
    let written = fs::read(folder.path().join("journal")).expect("written");
    let second = host(folder.path()).await;
    let mut lost = vec![second.number("a", "-13")];
    lost.push(second.number("b", "-14"));
    drop(second);
    fs::write(folder.path().join("journal"), written).expect("writable");
    let next = host(folder.path()).await;
    assert_eq!(next.number("a", "-12"), door);
    for at in 0..3 {
        let new = next.number("a", &format!("-2{at}"));
        assert!(new != door && !lost.contains(&new));
    }
    for object in lost {
        assert!(error(&next, "a", object).contains("since the host was started"));
    }
}

#[tokio::test]
async fn second_host_has_ids_of_its_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let first = host(folder.path()).await;
    let door = first.number("a", "-12");
    let second = host(folder.path()).await;
    let other = second.number("a", "-13");
    assert!(error(&second, "a", door).contains("since the host was started"));
    drop(second);
    drop(first);
    let next = host(folder.path()).await;
    assert_eq!(next.native("a", door).expect("known"), "-12");
    assert!(next.native("a", other).is_err());
}

/// No damage gives an id to another object, and the file is usable afterwards.
#[tokio::test]
async fn damage_never_moves_an_id_to_another_object() {
    let folder = tempfile::tempdir().expect("a folder");
    let first = host(folder.path()).await;
    let mut given = Vec::new();
    for at in 0..40 {
        // One record for each.
        for instance in ["a", "b"] {
            given.push((instance, format!("-{at}"), first.number(instance, &format!("-{at}"))));
        }
    }
    drop(first);
    let file = folder.path().join("journal");
    let whole = fs::read(&file).expect("written");
    let mut lost = 0;
    for at in (0..whole.len()).step_by(41) {
        let mut damaged = whole.clone();
        damaged[at] ^= 1;
        fs::write(&file, damaged).expect("writable");
        let next = host(folder.path()).await;
        for (instance, native, number) in &given {
            match next.native(instance, *number) {
                Ok(found) => assert_eq!(found, *native, "byte {at}"),
                Err(_) => lost += 1,
            }
        }
        let new = next.number("a", "-99");
        assert!(given.iter().all(|(_, _, number)| *number != new));
        drop(next);
        let again = host(folder.path()).await;
        assert_eq!(again.native("a", new).expect("known"), "-99", "byte {at}");
    }
    assert!(lost > 0, "the damage was in records");
}

#[tokio::test]
async fn record_with_wrong_numbers_is_skipped() {
    use super::super::table::{Record, Table};
    let given = |instance: &str, first: i64, natives: &[&str]| Record::Given {
        instance: instance.to_owned(),
        first,
        natives: natives.iter().map(|native| (*native).into()).collect(),
    };
    let mut table = Table::starting_at(0);
    let long: Vec<&str> = vec!["-1"; BLOCK + 1];
    let from = 900_000_000_000;
    for record in [
        given("a", 5, &["-1"]),
        given("a", i64::MIN, &["-1"]),
        given("a", i64::MAX, &["-1"]),
        given("a", 1_000_000_000_000, &["-1"]),
        given("a", from + 1, &["-1"]),
        given("a", from, &long),
    ] {
        assert!(!table.restore(record), "not at a free place of a block");
    }
    assert!(table.restore(given("a", from, &["-1", "-2"])));
    assert!(
        !table.restore(given("b", from + 2, &["-3"])),
        "the block of another process"
    );
    assert!(!table.restore(given("a", from + 1, &["-3"])), "a number twice");
    assert_eq!(table.native("a", from + 1).as_deref(), Ok("-2"));
}
