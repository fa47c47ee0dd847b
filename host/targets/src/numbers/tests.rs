//! Tests of object ids of running instances.

use super::*;

#[test]
fn another_host_gives_other_numbers() {
    let (before, after) = (Numbers::with_random_start(), Numbers::with_random_start());
    let old = before.number("a", "-12");
    assert!(Numbers::is_live(old));
    assert_ne!(after.number("a", "-13"), old);
    let error = after.native("a", old).expect_err("an id of the host before");
    assert!(error.message.contains("since the host was started"), "{error}");
}

#[test]
fn keeps_a_unique_number_for_each_object() {
    let numbers = Numbers::default();
    numbers.note_instance("a", "Game@1");
    let door = numbers.number("a", "-12");
    assert!(door.0 > 0 && numbers.number("a", "-12") == door);
    let others = [numbers.number("a", "-13"), numbers.number("b", "-12")];
    assert!(!others.contains(&door) && others[0] != others[1]);
    assert_eq!(numbers.native("a", door).expect("known"), "-12");
    let wide = numbers.number("a", "18446744073709551615");
    assert_eq!(numbers.native("a", wide).expect("known"), "18446744073709551615");
}

#[test]
fn error_for_foreign_number_names_its_origin() {
    let numbers = Numbers::default();
    numbers.note_instance("a", "Game@1");
    let door = numbers.number("a", "-12");
    let said = |instance: &str, object| numbers.native(instance, object).expect_err("not of here").message;
    assert!(said("b", door).contains("it is of Game@1"), "{}", said("b", door));
    assert!(said("a", ObjectId(12)).contains("of the project folder"));
    assert!(said("a", ObjectId(FROM + 99)).contains("no answer contained this id"));
    numbers.invalidate("a");
    assert!(
        said("a", door).contains("Game@1 has unloaded scenes"),
        "{}",
        said("a", door)
    );
    assert_ne!(numbers.number("a", "-12"), door);
}

#[test]
fn bounds_numbers_and_reports_evicted_ones() {
    let numbers = Numbers::default();
    let first = numbers.number("a", "first");
    for at in 0..BLOCK * MOST {
        numbers.number("a", &at.to_string());
    }
    let error = numbers.native("a", first).expect_err("forgotten");
    assert!(error.message.contains("has returned more than"), "{error}");
    let counts = || numbers.shared.table().counts();
    assert!(counts().given <= BLOCK * MOST && counts().valid == counts().given);
    assert!(numbers.number("a", "first").0 > first.0);
    for at in 0..PROCESSES {
        numbers.number(&format!("process {at}"), "1");
    }
    assert!(counts().processes == PROCESSES && counts().given == PROCESSES);
    let again = numbers.number("a", "first");
    assert!(again.0 > first.0 && numbers.native("a", again).is_ok());
}

#[test]
fn busy_instance_evicts_no_numbers_of_another() {
    let numbers = Numbers::default();
    let door = numbers.number("quiet", "-12");
    for at in 0..BLOCK * MOST + 1 {
        numbers.number("loud", &at.to_string());
    }
    assert_eq!(numbers.native("quiet", door).expect("it stays"), "-12");
    assert_eq!(numbers.number("quiet", "-12"), door);
    assert!(numbers.shared.table().counts().blocks <= MOST);
}
