//! Tests of broken references. Those in the file stay unchanged; edits that would write a new one are rejected.

use super::undone_references::{PREFAB, SCENE, SCRIPT, find_object, linked_scene};
use super::*;
use std::fs;
use unity_files::DiskChange;

const NOWHERE: &str = "0123456789abcdef0123456789abcdee";

/// Returns the YAML text of an object with valid and broken references, and a placeholder for `/Linked/Part`.
fn own_object() -> String {
    format!(
        "--- !u!1 &70 stripped\nGameObject:\n  m_CorrespondingSourceObject: {{fileID: 7, guid: {PREFAB}, type: 3}}\n  m_PrefabInstance: \
         {{fileID: 900}}\n  m_PrefabAsset: {{fileID: 0}}\n--- !u!1 &60\nGameObject:\n  m_Component:\n  - component: {{fileID: 61}}\n  \
         - component: {{fileID: 62}}\n  m_Name: Own\n  m_IsActive: 1\n--- !u!4 &61\nTransform:\n  m_GameObject: {{fileID: 60}}\n  \
         m_LocalPosition: {{x: 0, y: 0, z: 0}}\n  m_Children: []\n  m_Father: {{fileID: 0}}\n--- !u!114 &62\nMonoBehaviour:\n  \
         m_GameObject: {{fileID: 60}}\n  m_Enabled: 1\n  m_Script: {{fileID: 11500000, guid: {SCRIPT}, type: 3}}\n  near: {{fileID: \
         999}}\n  far: {{fileID: 31}}\n  all:\n  - {{fileID: 999}}\n  - {{fileID: 3}}\n  - {{fileID: 5, guid: {NOWHERE}, type: 3}}\n  \
         own: []\n  look: {{fileID: 2100000, guid: {NOWHERE}, type: 2}}\n  spot: {{fileID: 0}}\n  packs: []\n"
    )
}

fn with_own() -> (Copy, Session) {
    let (copy, _, _) = linked_scene();
    fs::write(copy.root().join(SCENE), copy.read(SCENE) + &own_object()).expect("written");
    let session = copy.open();
    (copy, session)
}

fn looked_again(session: &mut Session) {
    session.disk_changed(&DiskChange {
        everything: true,
        ..DiskChange::default()
    });
}

/// Removes documents from the scene's file, as another program would. Also removes the components of removed objects
/// and their items in component and child lists. References in other fields stay.
fn remove_documents(copy: &Copy, session: &mut Session, ids: &[i64]) {
    let text = copy.read(SCENE);
    let mut documents = text.split("--- ");
    let mut left = documents.next().unwrap_or_default().to_owned();
    let (mut count, mut removed) = (0, Vec::new());
    for document in documents {
        let head = document.lines().next().unwrap_or_default();
        let is_one = ids
            .iter()
            .any(|id| head.split(' ').any(|word| word == format!("&{id}")));
        count += usize::from(is_one);
        let is_of_one = ids
            .iter()
            .any(|id| document.contains(&format!("m_GameObject: {{fileID: {id}}}\n")));
        let id = head.split(['&', ' ']).rfind(|word| word.parse::<i64>().is_ok());
        match is_one || is_of_one {
            true => removed.extend(id.map(str::to_owned)),
            false => left += &format!("--- {document}"),
        }
    }
    for id in removed {
        for row in [
            format!("  - component: {{fileID: {id}}}\n"),
            format!("  - {{fileID: {id}}}\n"),
        ] {
            let at = left.match_indices(&row).map(|(at, _)| at).collect::<Vec<_>>();
            for at in at.into_iter().rev() {
                let is_listed = left[..at].rfind("  m_").is_some_and(|key| {
                    left[key..].starts_with("  m_Component:") || left[key..].starts_with("  m_Children:")
                });
                if is_listed {
                    left.replace_range(at..at + row.len(), "");
                }
            }
        }
    }
    assert_eq!(count, ids.len(), "{text}");
    fs::write(copy.root().join(SCENE), left).expect("written");
    looked_again(session);
}

#[track_caller]
fn put(session: &mut Session, object: ObjectId, field: &str, to: &serde_json::Value) -> u64 {
    let done = apply(session, vec![set(object, "Linked", field, to)], None);
    done.unwrap_or_else(|error| panic!("{field}: {error:?}")).entry
}

/// Sets the field and saves. Checks that the save changes only the expected line of the file.
#[track_caller]
fn saves(
    copy: &Copy,
    session: &mut Session,
    object: ObjectId,
    field: &str,
    to: &serde_json::Value,
    lines: (&str, &str),
) {
    put(session, object, field, to);
    let before = copy.read(SCENE);
    save(session, &[SCENE]).unwrap_or_else(|error| panic!("{field}: {error:?}"));
    let after = copy.read(SCENE);
    let changed = other_lines(&before, &after);
    let changed: Vec<_> = changed.iter().map(|(_, old, new)| (old.trim(), new.trim())).collect();
    assert_eq!(changed, [lines], "{field}");
    assert_eq!(preview_save(session, &[]).expect("nothing"), []);
}

#[track_caller]
fn is_refused(copy: &Copy, session: &mut Session, what: &str) {
    let before = copy.read(SCENE);
    for error in [
        preview_save(session, &[SCENE])
            .map(|_| ())
            .expect_err("a dry run says so"),
        save(session, &[SCENE]).map(|_| ()).expect_err("it would lead nowhere"),
    ] {
        assert_eq!(error.kind, BridgeErrorKind::Unsupported);
        let told = format!("{} {}", error.message, error.hint.unwrap_or_default());
        for part in [what, "is gone", "undo_edits"] {
            assert!(told.contains(part), "no {part} in {told}");
        }
    }
    assert_eq!(copy.read(SCENE), before);
}

#[test]
fn saved_reference_that_became_dangling_blocks_no_save() {
    let all_of_linked = [900, 70];
    for (holder, field, target, documents) in [
        ("/Own", "near", "/Other", &[3][..]),
        ("/Own", "near", "/Linked/Part", &all_of_linked[..]),
        ("/Own", "spot", "/Other", &[4][..]),
        ("/Own", "all[2]", "/Other", &[3][..]),
        ("/Linked", "far", "/Other", &[3][..]),
        ("/Linked", "all[1]", "/Main", &[31][..]),
    ] {
        let (copy, mut session) = with_own();
        let (object, to) = (find_object(&session, holder), find_object(&session, target));
        put(&mut session, object, field, &json!(to.to_string()));
        save(&mut session, &[SCENE]).unwrap_or_else(|error| panic!("{holder} {field}: {error:?}"));
        remove_documents(&copy, &mut session, documents);
        assert_eq!(
            preview_save(&mut session, &[]).expect("nothing"),
            [],
            "{holder} {field}"
        );
        match holder {
            "/Own" => {
                let old = "m_LocalPosition: {x: 0, y: 0, z: 0}";
                let edit = set(object, "Transform", "m_LocalPosition.y", &json!(2));
                apply(&mut session, vec![edit], None).expect("set");
                save(&mut session, &[SCENE]).unwrap_or_else(|error| panic!("{field}: {error:?}"));
                assert!(!copy.read(SCENE).contains(old));
                // The same component, too, and the next element of the same list.
                saves(
                    &copy,
                    &mut session,
                    object,
                    "all[0]",
                    &json!(null),
                    ("- {fileID: 999}", "- {fileID: 0}"),
                );
            }
            _ => {
                put(&mut session, object, "own[1]", &json!(null));
                save(&mut session, &[SCENE]).unwrap_or_else(|error| panic!("{field}: {error:?}"));
                assert!(copy.read(SCENE).contains("propertyPath: own.Array.data[1]"));
            }
        }
    }
}

#[test]
fn keeps_dangling_element_that_the_file_already_contained() {
    let (copy, mut session) = with_own();
    let [own, main, other] = ["/Own", "/Main", "/Other"].map(|path| find_object(&session, path));
    let to = json!([main.to_string(), other.to_string(), {"unverifiable": NOWHERE}]);
    put(&mut session, own, "all", &to);
    remove_documents(&copy, &mut session, &[3]);
    let text = copy.read(SCENE);
    save(&mut session, &[SCENE]).expect("saved");
    let changed = other_lines(&text, &copy.read(SCENE)).len();
    assert_eq!(changed, 1);
    assert!(
        copy.read(SCENE)
            .contains("  all:\n  - {fileID: 31}\n  - {fileID: 3}\n  - {fileID: 5, ")
    );
}

/// Creates the asset `Assets/Red.mat` and returns its GUID.
fn red(copy: &Copy) -> &'static str {
    let guid = "0123456789abcdef0123456789abcd06";
    let text = "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n--- !u!21 &2100000\nMaterial:\n  m_Name: Red\n";
    fs::write(copy.root().join("Assets/Red.mat"), text).expect("a file");
    let meta = format!("fileFormatVersion: 2\nguid: {guid}\nNativeFormatImporter:\n  mainObjectFileID: 2100000\n");
    fs::write(copy.root().join("Assets/Red.mat.meta"), meta).expect("a file");
    guid
}

#[test]
fn rejects_unsaved_reference_to_a_removed_asset() {
    for holder in ["/Own", "/Linked"] {
        let (copy, session) = with_own();
        drop(session);
        let guid = red(&copy);
        for to in [
            json!("Assets/Red.mat"),
            json!({"guid": guid, "fileID": 2_100_000, "type": 2}),
        ] {
            red(&copy);
            let mut session = copy.open();
            let object = find_object(&session, holder);
            let entry = put(&mut session, object, "look", &to);
            for end in ["mat", "mat.meta"] {
                fs::remove_file(copy.root().join(format!("Assets/Red.{end}"))).expect("gone");
            }
            looked_again(&mut session);
            is_refused(&copy, &mut session, "Assets/Red.mat");
            undo(&mut session, &[entry]).expect("undone");
            assert_eq!(preview_save(&mut session, &[SCENE]).expect("nothing"), []);
        }
    }
}

#[test]
fn saved_reference_to_a_removed_asset_blocks_no_save() {
    let (copy, session) = with_own();
    drop(session);
    let guid = red(&copy);
    for to in [json!("Assets/Red.mat"), json!({"guid": guid, "fileID": 2_100_000})] {
        let mut session = copy.open();
        let own = find_object(&session, "/Own");
        let before = copy.read(SCENE);
        put(&mut session, own, "look", &to);
        save(&mut session, &[SCENE]).expect("saved");
        assert!(
            copy.read(SCENE)
                .contains(&format!("look: {{fileID: 2100000, guid: {guid}, type: 2}}"))
        );
        let aside = copy.folder.path().join("aside");
        for end in ["mat", "mat.meta"] {
            fs::rename(copy.root().join(format!("Assets/Red.{end}")), aside.with_extension(end)).expect("away");
        }
        looked_again(&mut session);
        saves(
            &copy,
            &mut session,
            own,
            "far",
            &json!(null),
            ("far: {fileID: 31}", "far: {fileID: 0}"),
        );
        for end in ["mat", "mat.meta"] {
            fs::rename(aside.with_extension(end), copy.root().join(format!("Assets/Red.{end}"))).expect("back");
        }
        fs::write(copy.root().join(SCENE), before).expect("written");
    }
}

#[test]
fn rejects_unsaved_reference_to_a_removed_object() {
    for (holder, field) in [
        ("/Own", "near"),
        ("/Own", "all[0]"),
        ("/Linked", "far"),
        ("/Linked", "near"),
    ] {
        let (copy, mut session) = with_own();
        let (object, other) = (find_object(&session, holder), find_object(&session, "/Other"));
        let entry = put(&mut session, object, field, &json!(other.to_string()));
        remove_documents(&copy, &mut session, &[3]);
        is_refused(&copy, &mut session, &other.to_string());
        undo(&mut session, &[entry]).expect("undone");
        assert_eq!(preview_save(&mut session, &[SCENE]).expect("nothing"), []);
    }
}

/// Two targets are missing. The broken reference in the file points to another one than the edit.
#[test]
fn distinguishes_two_dangling_references() {
    for (holder, field) in [("/Own", "near"), ("/Linked", "far")] {
        let (copy, mut session) = with_own();
        let [object, main, other] = [holder, "/Main", "/Other"].map(|path| find_object(&session, path));
        put(&mut session, object, field, &json!(other.to_string()));
        save(&mut session, &[SCENE]).expect("saved");
        put(&mut session, object, field, &json!(main.to_string()));
        remove_documents(&copy, &mut session, &[3, 31]);
        is_refused(&copy, &mut session, &main.to_string());
        // As long as its object exists, it overwrites the broken reference.
        let (copy, mut session) = with_own();
        let [object, main, other] = [holder, "/Main", "/Other"].map(|path| find_object(&session, path));
        put(&mut session, object, field, &json!(other.to_string()));
        save(&mut session, &[SCENE]).expect("saved");
        remove_documents(&copy, &mut session, &[3]);
        let line = |id: &str| match holder {
            "/Own" => format!("near: {{fileID: {id}}}"),
            _ => format!("objectReference: {{fileID: {id}}}"),
        };
        saves(
            &copy,
            &mut session,
            object,
            field,
            &json!(main.to_string()),
            (&line("3"), &line("31")),
        );
    }
}

#[test]
fn keeps_broken_references_of_the_file_byte_for_byte() {
    let (copy, session) = with_own();
    drop(session);
    let text = copy
        .read(SCENE)
        .replace("objectReference: {fileID: 31}", "objectReference: {fileID: 998}");
    fs::write(copy.root().join(SCENE), &text).expect("written");
    let mut session = copy.open();
    let (own, linked) = (find_object(&session, "/Own"), find_object(&session, "/Linked"));
    for (field, to, lines) in [
        ("far", json!(null), ("far: {fileID: 31}", "far: {fileID: 0}")),
        ("all[1]", json!(null), ("- {fileID: 3}", "- {fileID: 0}")),
    ] {
        saves(&copy, &mut session, own, field, &to, lines);
    }
    put(&mut session, linked, "all[0]", &json!(null));
    save(&mut session, &[SCENE]).expect("saved");
    assert_eq!(copy.read(SCENE).matches("{fileID: 998}").count(), 2);
    // Broken references overwritten here return when that is undone.
    for (field, left) in [("far", 1), ("all[2]", 0)] {
        put(&mut session, linked, field, &json!(null));
        save(&mut session, &[SCENE]).expect("saved");
        assert_eq!(copy.read(SCENE).matches("{fileID: 998}").count(), left);
    }
    for entry in (1..6).rev() {
        undo(&mut session, &[entry]).expect("undone");
    }
    save(&mut session, &[SCENE]).expect("saved");
    assert_eq!(copy.read(SCENE), text);
}
