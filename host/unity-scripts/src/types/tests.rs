//! Tests of rules that need no project: hashes and identifiers.

use super::identifier::from_identifier;
use super::*;

#[test]
fn identifies_dll_scripts_by_hash() {
    assert_eq!(dll::file_id_of("UnityEngine.UI", "Image"), -765_806_418);
    assert_eq!(dll::file_id_of("UnityEngine.UI", "Text"), 708_705_254);
    assert_eq!(dll::file_id_of("UnityEngine.UI", "Button"), 1_392_445_389);
    assert_eq!(dll::class_name(-765_806_418).as_deref(), Some("UnityEngine.UI.Image"));
    assert_eq!(dll::class_name(1), None);
}

#[test]
fn parses_both_forms_of_class_identifier() {
    let name = |text| from_identifier(text);
    assert_eq!(
        name("UnityEngine.UI::UnityEngine.UI.Text").as_deref(),
        Some("UnityEngine.UI.Text")
    );
    assert_eq!(
        name("Assembly-CSharp:Game.Net:Player").as_deref(),
        Some("Game.Net.Player")
    );
    assert_eq!(name("Assembly-CSharp::Player").as_deref(), Some("Player"));
    assert_eq!(name(""), None);
    assert_eq!(name("Assembly-CSharp"), None);
    assert_eq!(name("Assembly-CSharp:A:"), None);
}

#[test]
fn returns_engine_class_name_with_namespace() {
    assert_eq!(engine::full_name("Camera"), "UnityEngine.Camera");
    assert_eq!(engine::full_name("NavMeshAgent"), "UnityEngine.AI.NavMeshAgent");
}
