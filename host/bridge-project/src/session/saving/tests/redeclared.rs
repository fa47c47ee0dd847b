//! Tests of scripts and assets that change while there are unsaved edits. A save is rejected until the values are set
//! again or undone.

use super::*;
use std::fs;
use tests_projects::{TinyProject, guid, objects};
use unity_files::DiskChange;

const SCENE: &str = "Assets/A.unity";
const MOVER: &str = "Assets/Mover.cs";

fn mover(fields: &str) -> String {
    format!(
        "using UnityEngine; public class Mover : MonoBehaviour {{ {fields} }} public enum Mood {{ Calm, Wild = 4 }}"
    )
}

/// Creates a scene with one `Mover` component, and a material to which it may refer.
fn project() -> (Copy, Session, ObjectId) {
    let project = TinyProject::new();
    project.write("Packages/manifest.json", r#"{"dependencies": {}}"#);
    project.asset(
        MOVER,
        &guid('d'),
        mover("public float speed; public Mood mood; public Material look;"),
    );
    project.asset(
        "Assets/Other.cs",
        &guid('e'),
        "public class Other : UnityEngine.MonoBehaviour { public float speed; }",
    );
    project.asset(
        "Assets/Red.mat",
        &guid('b'),
        "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n--- !u!21 &2100000\nMaterial:\n  m_Name: Red\n",
    );
    let native = "NativeFormatImporter:\n  mainObjectFileID: 2100000\n";
    project.write(
        "Assets/Red.mat.meta",
        format!("fileFormatVersion: 2\nguid: {}\n{native}", guid('b')),
    );
    let script = format!(
        "--- !u!114 &80\nMonoBehaviour:\n  m_GameObject: {{fileID: 1}}\n  m_Enabled: 1\n  m_Script: {{fileID: 11500000, guid: {}, type: 3}}\n  m_Name: \n  m_EditorClassIdentifier: \n  speed: 1\n  mood: 0\n  look: {{fileID: 0}}\n",
        guid('d')
    );
    project.asset(SCENE, &guid('a'), objects(&[(1, "Cart", 0)]) + &script);
    let copy = Copy::of_project(project.root());
    let session = copy.open();
    (copy, session, ObjectId(1))
}

fn looked_again(session: &mut Session) {
    session.disk_changed(&DiskChange {
        everything: true,
        ..DiskChange::default()
    });
}

fn put(session: &mut Session, object: ObjectId, field: &str, to: &serde_json::Value) -> u64 {
    apply(session, vec![set(object, "Mover", field, to)], None)
        .expect(field)
        .entry
}

/// Checks that a save fails with these words in its message, and that no file is changed.
#[track_caller]
fn is_refused(copy: &Copy, session: &mut Session, words: &[&str]) {
    let before = copy.read(SCENE);
    for tried in [
        preview_save(session, &[SCENE]).map(|_| ()),
        save(session, &[SCENE]).map(|_| ()),
    ] {
        let error = tried.expect_err("refused");
        assert_eq!(error.kind, BridgeErrorKind::Unsupported);
        for word in words {
            assert!(error.message.contains(word), "{word}: {}", error.message);
        }
        assert!(error.hint.expect("a hint").contains("undo"), "{}", error.message);
    }
    assert_eq!(copy.read(SCENE), before);
}

#[test]
fn rejects_a_value_whose_field_changed_its_type() {
    let (copy, mut session, cart) = project();
    let entry = put(&mut session, cart, "speed", &json!(2.5));
    fs::write(
        copy.root().join(MOVER),
        mover("public string speed; public Mood mood; public Material look;"),
    )
    .expect("written");
    looked_again(&mut session);
    is_refused(
        &copy,
        &mut session,
        &[&format!(
            "entry {entry}: /Cart Mover.speed was set as a float, and is a string now"
        )],
    );
    put(&mut session, cart, "speed", &json!("fast"));
    save(&mut session, &[SCENE]).expect("set again");
    assert!(copy.read(SCENE).contains("  speed: fast\n"));
}

#[test]
fn rejects_a_value_whose_field_is_gone_from_the_class() {
    let (copy, mut session, cart) = project();
    let entry = put(&mut session, cart, "speed", &json!(2.5));
    fs::write(
        copy.root().join(MOVER),
        mover("public Mood mood; public Material look;"),
    )
    .expect("written");
    looked_again(&mut session);
    is_refused(
        &copy,
        &mut session,
        &["Mover.speed was set as a float, and is a field that no class declares now"],
    );
    undo(&mut session, &[entry]).expect("undone");
    assert!(preview_save(&mut session, &[]).expect("nothing").is_empty());
}

#[test]
fn rejects_an_enum_name_whose_number_changed() {
    let (copy, mut session, cart) = project();
    put(&mut session, cart, "mood", &json!("Wild"));
    let renumbered =
        mover("public float speed; public Mood mood; public Material look;").replace("Wild = 4", "Mild = 4, Wild = 5");
    fs::write(copy.root().join(MOVER), renumbered).expect("written");
    looked_again(&mut session);
    is_refused(&copy, &mut session, &["was set as a Mood.Wild, and is a Mood.Mild now"]);
}

#[test]
fn saves_if_the_script_changed_elsewhere() {
    let (copy, mut session, cart) = project();
    put(&mut session, cart, "mood", &json!("Wild"));
    put(&mut session, cart, "speed", &json!(2.5));
    let grown = mover("public string label; public float speed; public Mood mood; public Material look;")
        .replace("Wild = 4", "Wild = 4, Fresh");
    fs::write(copy.root().join(MOVER), grown).expect("written");
    looked_again(&mut session);
    save(&mut session, &[SCENE]).expect("saved");
    let saved = copy.read(SCENE);
    assert!(
        saved.contains("  speed: 2.5\n") && saved.contains("  mood: 4\n"),
        "{saved}"
    );
}

#[test]
fn rejects_a_value_whose_component_changed_its_script() {
    let (copy, mut session, cart) = project();
    put(&mut session, cart, "speed", &json!(2.5));
    let other = copy.read(SCENE).replace(&guid('d'), &guid('e'));
    fs::write(copy.root().join(SCENE), other).expect("written");
    looked_again(&mut session);
    is_refused(
        &copy,
        &mut session,
        &["/Cart Mover.speed: the component is a Other now"],
    );
}

#[test]
fn rejects_reference_to_an_asset_with_only_its_meta_left() {
    let (copy, mut session, cart) = project();
    put(&mut session, cart, "look", &json!("Assets/Red.mat"));
    fs::remove_file(copy.root().join("Assets/Red.mat")).expect("removed");
    looked_again(&mut session);
    is_refused(
        &copy,
        &mut session,
        &["look refers to Assets/Red.mat, of which only the .meta is left"],
    );
}

/// In a project without its large asset files, only the `.meta` files of these assets exist.
#[test]
fn saves_reference_to_an_asset_without_a_file_when_set() {
    let (copy, _, cart) = project();
    fs::remove_file(copy.root().join("Assets/Red.mat")).expect("removed");
    let mut session = copy.open();
    let reference = json!({"ref": "Assets/Red.mat", "sub": "2100000"});
    put(&mut session, cart, "look", &reference);
    save(&mut session, &[SCENE]).expect("saved");
    let saved = copy.read(SCENE);
    let look = format!("  look: {{fileID: 2100000, guid: {}, type: 2}}\n", guid('b'));
    assert!(saved.contains(&look), "{saved}");
}
