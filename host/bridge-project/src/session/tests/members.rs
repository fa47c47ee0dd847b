//! Tests of the four commands for members: names, values, errors, and that a read returns the value that was set.

use crate::session::Session;
use crate::session::changing::component_edits::tests::{add, page, run, tiny};
use crate::session::tests::references::open;
use host_bridge::Command;
use host_bridge::{
    BridgeError, BridgeErrorKind, Member, ObjectId, PageRequest, Replied, Reply, ResolvedMember, ValueText,
};
use serde_json::{Value, json};
use tests_projects::{TinyProject, guid, tree_hash};
use unity_fields::property::PropertyPath;
use unity_files::DiskChange;

mod arrays;
mod element_forms;
mod embedded;
mod lacking;
mod own_types;
mod real;
mod rect_position;
mod second_reader;
mod sent_back;
mod values;
mod wanted;
mod whole;

fn get(session: &mut Session, object: i64, component: &str, member: &str) -> Result<Member, BridgeError> {
    let command = Command::GetMember {
        object: ObjectId(object),
        component: component.to_owned(),
        member: member.to_owned(),
    };
    match run(session, command)?.reply {
        Reply::Member(member) => Ok(member),
        other => panic!("{other:?}"),
    }
}

fn value(session: &mut Session, object: i64, component: &str, member: &str) -> Value {
    let member = get(session, object, component, member).expect("a member");
    serde_json::from_str(&member.value).expect("JSON")
}

fn resolve(session: &mut Session, object: i64, component: &str, member: &str) -> Result<ResolvedMember, BridgeError> {
    let command = Command::ResolveMember {
        object: ObjectId(object),
        component: component.to_owned(),
        member: Some(member.to_owned()),
    };
    match run(session, command)?.reply {
        Reply::Resolved(resolved) => Ok(resolved),
        other => panic!("{other:?}"),
    }
}

fn set(
    session: &mut Session,
    object: i64,
    component: &str,
    member: &str,
    value: &Value,
) -> Result<Replied, BridgeError> {
    let member = resolve(session, object, component, member)?;
    let value = value.to_string();
    let object = ObjectId(object);
    run(session, Command::SetMember { object, member, value })
}

/// Returns the new value in the plan of the edit.
fn planned_value(session: &mut Session, edit: host_bridge::EditRequest) -> Result<Value, BridgeError> {
    let edits = vec![edit];
    let replied = run(session, Command::PreviewEdits { edits })?;
    let Reply::Plan(plan) = replied.reply else {
        panic!("no plan")
    };
    Ok(plan.changes[0].new.as_ref().expect("a value").to_value().expect("JSON"))
}

const LIGHT: &str = "UnityEngine.Light";

#[test]
fn resolves_members_by_both_names_and_by_path() {
    let project = tiny();
    let mut session = open(project.root());
    for name in ["m_Intensity", "intensity"] {
        let member = get(&mut session, 2, LIGHT, name).expect(name);
        assert_eq!(member.name, "m_Intensity");
        assert_eq!(member.csharp_name.as_deref(), Some("intensity"));
        assert_eq!((member.type_name.as_str(), member.value.as_str()), ("float", "1"));
    }
    assert_eq!(
        get(&mut session, 1, "1", "fieldOfView").expect("it").name,
        "field of view"
    );
    assert_eq!(
        get(&mut session, 1, "1", "field of view")
            .expect("it")
            .csharp_name
            .as_deref(),
        Some("fieldOfView")
    );
    add(&mut session, ObjectId(3), "UnityEngine.MeshCollider").expect("a collider");
    for name in ["sharedMesh", "mesh", "m_Mesh"] {
        let member = get(&mut session, 3, "UnityEngine.MeshCollider", name).expect(name);
        assert_eq!(
            (member.name.as_str(), member.csharp_name.as_deref()),
            ("m_Mesh", Some("sharedMesh"))
        );
    }
    let part = get(&mut session, 2, LIGHT, "color.r").expect("a part");
    assert_eq!((part.name.as_str(), part.value.as_str()), ("m_Color.r", "1"));
    let resolved = resolve(&mut session, 2, LIGHT, "color.r").expect("a member");
    let expected = ResolvedMember {
        component: 1,
        type_name: LIGHT.to_owned(),
        member: "m_Color".to_owned(),
        csharp_name: Some("color".to_owned()),
        rest: ".r".to_owned(),
    };
    assert_eq!(resolved, expected);
    let error = get(&mut session, 1, "1", "fov").expect_err("no such name");
    assert!(
        error
            .hint
            .as_deref()
            .is_some_and(|hint| hint.starts_with("did you mean field of view (fieldOfView)")),
        "{error:?}"
    );
    for (member, hint) in [
        ("intensty", "m_Intensity"),
        ("m_IsActive", "set_active"),
        ("color.q", "r, g, b, a"),
    ] {
        let error = get(&mut session, 2, LIGHT, member).expect_err(member);
        assert_eq!(error.kind, BridgeErrorKind::NotFound);
        assert!(
            error.hint.as_deref().is_some_and(|known| known.contains(hint)),
            "{error:?}"
        );
        let error = resolve(&mut session, 2, LIGHT, member);
        if member != "color.q" {
            assert_eq!(error.expect_err(member).kind, BridgeErrorKind::InvalidArgument);
        }
    }
    let error = get(&mut session, 2, "UnityEngine.Camera", "x").expect_err("none");
    assert_eq!(error.kind, BridgeErrorKind::NotFound);
    assert!(error.hint.is_some_and(|hint| hint.contains("1 UnityEngine.Light")));
    assert_eq!(
        get(&mut session, 2, "GameObject", "m_Name").expect_err("no").kind,
        BridgeErrorKind::InvalidArgument
    );
}

#[test]
fn suggests_no_member_whose_edit_has_no_effect() {
    let project = TinyProject::new();
    let scene = tests_projects::objects(&[(1, "Main", 0)]).replace(
        "  m_Father:",
        "  m_LocalRotation: {x: 0, y: 0, z: 0, w: 1}\n  m_LocalEulerAnglesHint: {x: 0, y: 0, z: 0}\n  m_Father:",
    );
    assert!(scene.contains("EulerAnglesHint"), "{scene}");
    project.asset("Assets/A.unity", &guid('a'), scene);
    let mut session = open(project.root());
    for name in [
        "localEulerAngles.y",
        "eulerAngles",
        "localEulerAngels",
        "localEulerAnglesHnt",
    ] {
        let error = resolve(&mut session, 1, "UnityEngine.Transform", name).expect_err(name);
        let hint = error.hint.expect("a hint");
        assert!(
            hint.contains("localRotation") && !hint.contains("Hint"),
            "{name}: {hint}"
        );
        assert!(!hint.contains("m_Father"), "{name}: {hint}");
    }
}

#[test]
fn sets_rotation_from_euler_angles_in_degrees() {
    let project = TinyProject::new();
    let scene = tests_projects::objects(&[(1, "Main", 0)]).replace(
        "  m_Father:",
        "  m_LocalRotation: {x: 0, y: 0, z: 0, w: 1}\n  m_Father:",
    );
    project.asset("Assets/A.unity", &guid('a'), scene);
    let mut session = open(project.root());
    let transform = "UnityEngine.Transform";
    set(&mut session, 1, transform, "localEulerAngles", &json!([0, 90, 0])).expect("written");
    let turned = |session: &mut Session| value(session, 1, transform, "m_LocalRotation");
    assert_eq!(
        turned(&mut session),
        json!({"x": 0, "y": 0.707_106_77, "z": 0, "w": 0.707_106_77})
    );
    let wrong = set(&mut session, 1, transform, "localEulerAngles", &json!([0, 90])).expect_err("two of three");
    assert!(
        wrong.message.contains("localEulerAngles") && wrong.message.contains("[0,90]"),
        "{wrong}"
    );
    assert_eq!(turned(&mut session)["w"], json!(0.707_106_77), "as it was");
}

#[test]
fn prefers_exact_serialized_name_and_rejects_ambiguous_name() {
    let project = tiny();
    let scene = tests_projects::objects(&[(1, "Main", 0)])
        + "--- !u!114 &72\nMonoBehaviour:\n  m_GameObject: {fileID: 1}\n  m_Script: {fileID: 1, guid: 0123456789abcdef0123456789abcdef}\n  intensity: 1\n  m_Intensity: 2\n  m_Foo: 3\n  m_foo: 4\n";
    project.write("Assets/A.unity", scene);
    let mut session = open(project.root());
    assert_eq!(value(&mut session, 1, "1", "intensity"), json!("1"));
    assert_eq!(value(&mut session, 1, "1", "m_Intensity"), json!("2"));
    let error = get(&mut session, 1, "1", "foo").expect_err("two");
    assert!(error.message.contains("m_Foo and m_foo"), "{error}");
}

#[test]
fn lists_members_in_file_order_across_pages() {
    let project = tiny();
    let mut session = open(project.root());
    add(&mut session, ObjectId(3), LIGHT).expect("a light");
    let mut names = Vec::new();
    let mut offset = 0;
    loop {
        let page = PageRequest {
            offset,
            limit: 500,
            max_bytes: 700,
            cursor: None,
        };
        let (object, component) = (ObjectId(3), LIGHT.to_owned());
        let Reply::Members(listed) = run(
            &mut session,
            Command::ListMembers {
                object,
                component,
                page,
            },
        )
        .expect("a page")
        .reply
        else {
            panic!("no members")
        };
        names.extend(
            listed
                .items
                .iter()
                .map(|member| format!("{} {}", member.name, member.type_name)),
        );
        match listed.next_offset {
            Some(next) => offset = next,
            None => {
                assert_eq!(names.len() as u64, listed.total);
                break;
            }
        }
    }
    let at = |name: &str| {
        names
            .iter()
            .position(|known| known == name)
            .unwrap_or_else(|| panic!("{name} in {names:?}"))
    };
    assert!(at("m_Enabled bool") < at("m_Type LightType"));
    assert!(at("m_Type LightType") < at("m_Color Color"));
    at("m_Cookie PPtr<Texture>");
    at("m_CullingMask LayerMask");
    at("m_BoundingSphereOverride Vector4");
}

#[test]
fn session_edits_survive_reload_and_do_not_change_files() {
    let project = tiny();
    let before = tree_hash(project.root());
    let mut session = open(project.root());
    let written = set(&mut session, 2, LIGHT, "intensity", &json!(3)).expect("written");
    assert!(written.diagnostics.iter().any(|note| note.contains("session only")));
    set(&mut session, 2, LIGHT, "m_Enabled", &json!(false)).expect("written");
    set(&mut session, 2, LIGHT, "color", &json!("#000000")).expect("written");
    assert_eq!(session.project_info().session_edits, 3);
    let command = Command::ListComponents {
        object: ObjectId(2),
        page: page(),
    };
    let Reply::Components(cards) = run(&mut session, command).expect("a list").reply else {
        panic!("no list")
    };
    assert_eq!(cards.items[1].enabled, Some(false));
    assert_eq!(tree_hash(project.root()), before);

    // The light loses its colour in the file; the other edits still fit.
    let text = std::fs::read_to_string(project.root().join("Assets/A.unity")).expect("the scene");
    project.write(
        "Assets/A.unity",
        text.replace("  m_Color: {r: 1, g: 1, b: 1, a: 1}\n", "")
            .replace("m_Intensity: 1", "m_Intensity: 9"),
    );
    let change = DiskChange {
        assets: ["Assets/A.unity".to_owned()].into(),
        ..DiskChange::default()
    };
    session.disk_changed(&change);
    assert_eq!(value(&mut session, 2, LIGHT, "intensity"), json!(3));
    assert_eq!(value(&mut session, 2, LIGHT, "enabled"), json!(false));
    get(&mut session, 2, LIGHT, "color").expect_err("gone");
}

/// The parent and children of a Transform come from the session, even if the file contains others.
#[test]
fn reads_parent_and_children_from_the_session() {
    let project = tiny();
    let mut session = open(project.root());
    let (object, parent) = (ObjectId(3), Some(ObjectId(1)));
    run(&mut session, Command::Reparent { object, parent }).expect("moved");
    assert_eq!(value(&mut session, 3, "0", "m_Father")["objectId"], json!("obj:1"));
    assert_eq!(
        value(&mut session, 1, "0", "m_Children")[0]["path"],
        json!("/Main/Plain")
    );
    assert_eq!(value(&mut session, 2, "0", "m_Children"), json!([]));
    assert_eq!(value(&mut session, 3, "0", "m_GameObject")["objectId"], json!("obj:3"));
}
