//! Tests on real projects: every field can be read, and writing the value that was read changes nothing.

use super::values::same_value;
use super::*;
use host_bridge::{ObjectFilter, PageRequest};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// Maximum number of components of each type that are tested in each project.
const OF_EACH: u32 = 3;

fn projects() -> Vec<PathBuf> {
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/unity/sample");
    let folder = tests_projects::folder();
    let real = folder.iter().flat_map(|folder| {
        let expected = tests_projects::expected(folder);
        expected.into_iter().map(|(name, _)| folder.join(name))
    });
    real.chain([sample]).collect()
}

fn objects(session: &mut Session) -> Vec<i64> {
    let mut ids = Vec::new();
    let mut offset = 0;
    loop {
        let page = PageRequest { offset, ..page() };
        let filter = ObjectFilter::default();
        let Reply::Objects(listed) = run(session, Command::ListObjects { filter, page })
            .expect("a page")
            .reply
        else {
            panic!("no objects")
        };
        ids.extend(listed.items.iter().map(|card| card.id.0));
        match listed.next_offset {
            Some(next) => offset = next,
            None => return ids,
        }
    }
}

#[test]
fn writing_back_a_read_value_does_not_change_it() {
    let (mut written, mut refused, mut dangling) = (0, 0, 0);
    for root in projects() {
        let before = tests_projects::tree_hash(&root);
        let mut session = open(&root);
        let mut tried: HashMap<String, u32> = HashMap::new();
        for object in objects(&mut session) {
            let command = Command::ListComponents {
                object: ObjectId(object),
                page: page(),
            };
            let Reply::Components(cards) = run(&mut session, command).expect("a list").reply else {
                panic!("no list")
            };
            for card in cards.items {
                let count = tried.entry(card.type_name.clone()).or_default();
                *count += 1;
                if *count > OF_EACH {
                    continue;
                }
                let component = card.index.to_string();
                let command = Command::ListMembers {
                    object: ObjectId(object),
                    component: component.clone(),
                    page: page(),
                };
                // A model's Transform has no file that describes its fields.
                let Ok(Replied {
                    reply: Reply::Members(members),
                    ..
                }) = run(&mut session, command)
                else {
                    continue;
                };
                assert_eq!(members.items.len() as u64, members.total);
                for member in members.items {
                    let read: Value = serde_json::from_str(&member.value).expect("JSON");
                    if read.get("omitted").is_some() {
                        continue;
                    }
                    let name = format!("{} {} {}", card.type_name, member.name, member.type_name);
                    match set(&mut session, object, &component, &member.name, &read) {
                        Ok(_) => {
                            let again = value(&mut session, object, &component, &member.name);
                            assert!(same_value(&again, &read), "{name}: read {read}, then {again}");
                            written += 1;
                        }
                        Err(error) if error.message.starts_with("Member not writable") => refused += 1,
                        Err(error) if error.message.contains("expected a guid") && member.value.contains("fileID") => {
                            dangling += 1
                        }
                        Err(error) => panic!("{name} = {read}: {error}"),
                    }
                }
            }
        }
        assert_eq!(tests_projects::tree_hash(&root), before);
    }
    println!("{written} written, {refused} refused, {dangling} dangling");
    assert!(
        written > 500 && refused > 100 && dangling * 20 < written,
        "{written} {refused} {dangling}"
    );
}

/// Files store arrays of integers as hexadecimal digits; reads return numbers. The C# source defines the width.
#[test]
fn reads_and_sets_packed_arrays_as_plain_values() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/unity/sample");
    let mut session = open(&root);
    let filter = ObjectFilter {
        component_type: Some("Sample.Game.PlayerController".to_owned()),
        ..ObjectFilter::default()
    };
    let Reply::Objects(found) = run(&mut session, Command::ListObjects { filter, page: page() })
        .expect("a list")
        .reply
    else {
        panic!("no objects")
    };
    let object = found.items.first().expect("a player").id.0;
    let player = "Sample.Game.PlayerController";
    assert_eq!(value(&mut session, object, player, "comboTable"), json!([1, 2, -1]));
    assert_eq!(
        value(&mut session, object, player, "unlocked"),
        json!([true, false, true])
    );
    set(&mut session, object, player, "unlocked", &json!([false, true])).expect("written");
    assert_eq!(value(&mut session, object, player, "unlocked"), json!([false, true]));
    assert_eq!(value(&mut session, object, player, "comboTable[1]"), json!(2));
    set(&mut session, object, player, "comboTable[1]", &json!(7)).expect("written");
    assert_eq!(value(&mut session, object, player, "comboTable"), json!([1, 7, -1]));
}
