//! Tests of types that occur only in files which the query does not search.

use super::*;
use crate::session::tests::find_users;
use host_bridge::{BridgeErrorKind, ReferenceTarget};

/// Creates a loaded scene A without either type. Scene B contains a component of a class that no table has, and a
/// script of a package that is not on disk. B's file contains the script's class name.
fn project() -> TinyProject {
    let project = TinyProject::new();
    project.write(
        "Packages/manifest.json",
        "{\"dependencies\": {\"com.vendor.gadgets\": \"1.0.0\"}}",
    );
    project.asset("Assets/A.unity", &guid('a'), objects(&[(1, "Here", 0)]));
    let more = "--- !u!2001 &70\nFutureBody:\n  m_GameObject: {fileID: 1}\n  m_Enabled: 1\n--- !u!114 &71\nMonoBehaviour:\n  m_GameObject: {fileID: 1}\n  m_Enabled: 1\n  m_Script: {fileID: 11500000, guid: GUID, type: 3}\n  m_Name: \n  m_EditorClassIdentifier: Vendor.Gadgets::Vendor.Gadget\n"
        .replace("GUID", &guid('9'));
    let scene = objects(&[(1, "There", 0)]).replacen(
        "  - component: {fileID: 2}\n",
        "  - component: {fileID: 2}\n  - component: {fileID: 70}\n  - component: {fileID: 71}\n",
        1,
    );
    project.asset("Assets/B.unity", &guid('b'), scene + &more);
    project.asset("Assets/C.prefab", &guid('c'), objects(&[(1, "Part", 0)]));
    project
}

const TYPES: [&str; 3] = ["FutureBody", "UnityEngine.FutureBody", "Vendor.Gadget"];

fn request_of_type(scope: Scope, type_name: &str) -> QueryRequest {
    request(scope, vec![type_filter(type_name, &[])], Vec::new())
}

#[test]
fn unknown_type_error_names_files_that_were_not_searched() {
    let project = project();
    for name in TYPES {
        // A session that has not read either type.
        let mut session = open(&project);
        for (scope, counted, first) in [
            (Scope::Loaded, "1 scene and 1 prefab were", "Assets/B.unity"),
            (Scope::Prefabs, "1 scene was", "Assets/B.unity"),
        ] {
            let error = find(&mut session, request_of_type(scope, name)).expect_err("not known yet");
            assert_eq!(error.kind, BridgeErrorKind::NotFound);
            let message = format!(
                "no component type {name} is known to Unity's tables, to the project's sources or to the files that were searched; {counted} not searched (first: {first}) and may have components of that type"
            );
            assert_eq!(error.message, message);
            let data: Value = serde_json::from_str(error.data.as_deref().expect("data")).expect("JSON");
            assert_eq!(data["not_searched"]["first"], json!(first));
            assert!(
                error
                    .hint
                    .expect("a hint")
                    .ends_with("the scope project looks into all scenes and prefabs")
            );
        }
        let found = find(&mut session, request_of_type(Scope::Scenes, name)).expect("found");
        assert_eq!(
            (found.total, &*found.rows[0].path, &*found.rows[0].file),
            (1, "/There", "Assets/B.unity")
        );
        // From now on the type is known.
        let found = find(&mut session, request_of_type(Scope::Loaded, name)).expect("known");
        assert_eq!((found.total, found.complete), (0, true));
    }
}

#[test]
fn recognizes_types_found_by_the_reference_index() {
    let project = project();
    let mut session = open(&project);
    let target = ReferenceTarget::TypeName("Light".to_owned());
    find_users::whole(&mut session, &find_users::request(target, 10, None));
    for name in TYPES {
        let found = find(&mut session, request_of_type(Scope::Loaded, name)).expect("known");
        assert_eq!((found.total, found.complete), (0, true), "{name}");
    }
    let error = find(&mut session, request_of_type(Scope::Loaded, "Vendor.Gadgt")).expect_err("in no file");
    assert!(error.hint.expect("a hint").starts_with("did you mean Vendor.Gadget?"));
}

#[test]
fn reports_type_as_nonexistent_only_after_searching_all_files() {
    let project = project();
    let mut session = open(&project);
    let error = find(&mut session, request_of_type(Scope::Project, "Gadgt")).expect_err("no such type");
    assert_eq!(error.message, "there is no component type Gadgt");
    // A file that cannot be read may name it.
    project.write("Assets/B.unity", "version https://git-lfs.github.com/spec/v1\n");
    let mut session = open(&project);
    let error = find(&mut session, request_of_type(Scope::Project, "Vendor.Gadget")).expect_err("not known");
    assert!(
        error
            .message
            .contains("1 scene was not searched (first: Assets/B.unity)"),
        "{}",
        error.message
    );
}

#[test]
fn recognizes_package_class_that_no_searched_file_uses() {
    let project = project();
    let mut session = open(&project);
    for name in ["CinemachineBrain", "Cinemachine.CinemachineBrain"] {
        let found = find(&mut session, request_of_type(Scope::Loaded, name)).expect("known");
        assert_eq!((found.total, found.complete), (0, true), "{name}");
    }
}

/// Reading an object's types and adding a component must not claim that such a type does not exist.
#[test]
fn read_and_add_do_not_deny_types_in_unsearched_files() {
    let project = project();
    let mut session = open(&project);
    let values = ValuesRequest {
        objects: vec![ObjectId(1)],
        types: vec!["FutureBody".to_owned()],
        paths: Vec::new(),
        items: 20,
        page: page(50, None),
    };
    let add = Command::AddComponent {
        object: ObjectId(1),
        type_name: "FutureBody".to_owned(),
    };
    for command in [Command::ReadValues { request: values }, add] {
        let error = run(&mut session, command).expect_err("not known");
        assert_eq!(error.kind, BridgeErrorKind::NotFound);
        let known = "no component type FutureBody is known to Unity's tables, to the project's sources or to the files that were searched; 1 scene and 1 prefab were not searched";
        assert!(error.message.starts_with(known), "{}", error.message);
    }
}
