//! Tests of conditions that probably do not mean what the caller intended: an error or a note suggests another form.

use super::*;

/// Creates a scene A with a camera, and a script of a package that is not on disk, with a broken reference in a list.
fn lit() -> TinyProject {
    let project = project();
    project.write(
        "Packages/manifest.json",
        r#"{"dependencies": {"com.vendor.spawning": "1.0.0"}}"#,
    );
    let more = "--- !u!20 &90\nCamera:\n  m_GameObject: {fileID: 1}\n  m_Enabled: 1\n  m_BackGroundColor: {r: 0, g: 0, b: 0, a: 0.5}\n  field of view: 60\n  m_TargetTexture: {fileID: 0}\n--- !u!114 &91\nMonoBehaviour:\n  m_GameObject: {fileID: 5}\n  m_Enabled: 1\n  m_Script: {fileID: 11500000, guid: GUID, type: 3}\n  m_EditorClassIdentifier: Vendor::Vendor.Spawner\n  spawn:\n  - {fileID: 1}\n  - {fileID: 999}\n  - {fileID: 1, guid: BALL, type: 3}\n  numbers:\n  - 1\n  - 2\n"
        .replace("GUID", &"abcdef00".repeat(4))
        .replace("BALL", &guid('b'));
    let scene = std::fs::read_to_string(project.root().join("Assets/A.unity")).expect("a scene");
    project.asset("Assets/A.unity", &guid('a'), scene + &more);
    project
}

fn test_of(field: &str, op: Op, value: Option<Value>) -> FilterNode {
    match field.split_once('.') {
        Some((component, path)) => type_filter(component, &[(path, op, value)]),
        None => FilterNode::Fact(Test {
            path: field.to_owned(),
            op,
            value: value.map(|value| ValueText::from_json_text(value.to_string())),
        }),
    }
}

/// Returns the total number of rows and the notes, or the error's message and hint.
fn answer(session: &mut Session, nodes: Vec<FilterNode>, select: Vec<Column>) -> Result<(u64, String), String> {
    let filter = nodes.len();
    let all = FilterNode::All((0..filter).map(|at| u32::try_from(at).expect("few")).collect());
    let filter = nodes.into_iter().chain([all]).collect();
    let request = Box::new(request(Scope::Loaded, filter, select));
    match run(session, Command::Query { request }) {
        Ok(replied) => match replied.reply {
            Reply::Found(answer) => Ok((answer.total, replied.diagnostics.join("\n"))),
            other => panic!("{other:?}"),
        },
        Err(error) => Err(format!("{}\n{}", error.message, error.hint.unwrap_or_default())),
    }
}

#[test]
fn rejects_mistaken_conditions_with_an_explanation() {
    let project = lit();
    let mut session = open(&project);
    let text = |text: &str| Some(json!(text));
    let table: Vec<(&str, Op, Option<Value>, &[&str])> = vec![
        // An id that no object has.
        ("Door.target", Op::Equal, text("obj:999"), &["Door.target", "obj:999"]),
        (
            "Door.target",
            Op::Unequal,
            Some(json!({"ref": "obj:999"})),
            &["obj:999"],
        ),
        ("Spawner.spawn", Op::Contains, text("obj:999"), &["obj:999"]),
        ("parent", Op::Equal, text("obj:999"), &["parent", "obj:999"]),
        // A path that no object can have.
        (
            "path",
            Op::Matches,
            text("Crat*"),
            &["begins with /", "\"/Crat*\"", "\"*/Crat*\""],
        ),
        ("path", Op::Matches, text("Crate/*"), &["\"/Crate/*\""]),
        ("path", Op::Equal, text("Crate"), &["\"/Crate\""]),
        ("path", Op::Unequal, text("Crate"), &["\"/Crate\""]),
        // Parts that a value does not have.
        (
            "position.y",
            Op::Greater,
            Some(json!(0)),
            &["position is a fact", "has no part y", "localPosition"],
        ),
        (
            "parent.name",
            Op::Equal,
            text("A"),
            &["parent is a fact", "has no part name"],
        ),
        (
            "Camera.backgroundColor[3]",
            Op::Less,
            Some(json!(1)),
            &["did you mean Camera.backgroundColor.a?"],
        ),
        (
            "Camera.backgroundColor.alpha",
            Op::Less,
            Some(json!(1)),
            &["are .r, .g, .b, .a"],
        ),
        (
            "Transform.localRotation[1]",
            Op::Less,
            Some(json!(1)),
            &["Transform.localRotation.y"],
        ),
        (
            "Door.lost.name",
            Op::Equal,
            text("Red"),
            &["Door.lost is a reference", "Door.lost = \"name\""],
        ),
        (
            "Door.target.name",
            Op::Equal,
            text("Crate"),
            &["Door.target = \"name\""],
        ),
        // A type without a field, and a field without its type.
        (
            "Camera",
            Op::Exists,
            None,
            &["Camera is a component type", "give it as type"],
        ),
        (
            "m_FieldOfView",
            Op::Greater,
            Some(json!(1)),
            &["no fact m_FieldOfView", "Type.path"],
        ),
        ("m-FieldOfView", Op::Greater, Some(json!(1)), &["no fact m_FieldOfView"]),
        // A list of references is tested as a whole or item by item.
        ("Spawner.numbers", Op::Missing, None, &["its items are no references"]),
    ];
    for (field, op, value, parts) in table {
        let error = answer(&mut session, vec![test_of(field, op.clone(), value)], Vec::new());
        let error = error.expect_err(field);
        for part in parts {
            assert!(error.contains(part), "{field} {op:?}: {error}");
        }
    }
}

#[test]
fn accepts_the_same_conditions_in_valid_form() {
    let project = lit();
    let mut session = open(&project);
    let table = [
        ("Spawner.spawn", Op::Missing, None, 1),
        ("Spawner.spawn[*]", Op::Missing, None, 1),
        ("Spawner.spawn", Op::Contains, Some(json!("Crate")), 1),
        ("Spawner.spawn", Op::Contains, Some(json!("Crat")), 0),
        ("Spawner.spawn", Op::Contains, Some(json!(guid('b'))), 1),
        ("Door.target", Op::Equal, Some(json!("Crate")), 1),
        ("path", Op::Matches, Some(json!("*/Door")), 1),
        ("path", Op::Matches, Some(json!("?Crate")), 2),
        ("path", Op::Contains, Some(json!("Door")), 1),
        ("Camera.backgroundColor.a", Op::Less, Some(json!(1)), 1),
        ("Transform.localEulerAngles.y", Op::Greater, Some(json!(89)), 1),
        ("Transform.localEulerAngles.x", Op::Greater, Some(json!(1)), 0),
        ("Transform.localRotation.y", Op::Greater, Some(json!(0.7)), 1),
    ];
    for (field, op, value, total) in table {
        let found = answer(&mut session, vec![test_of(field, op.clone(), value)], Vec::new());
        assert_eq!(found.map(|(total, _)| total), Ok(total), "{field} {op:?}");
    }
    let columns = vec![field("Transform", "localEulerAngles.y")];
    let filter = vec![test_of("Transform.localEulerAngles.y", Op::Exists, None)];
    let rows = find(&mut session, request(Scope::Loaded, filter, columns)).expect("rows");
    assert_eq!(path_cells(&rows), [row("A.unity/Crate", json!(90))]);
}

/// No component of the type was read, because the other conditions excluded all objects.
#[test]
fn notes_that_no_object_with_the_type_passed_the_filter() {
    let project = lit();
    let mut session = open(&project);
    let nobody = test_of("name", Op::Equal, Some(json!("Nobody")));
    let (total, remarks) = answer(&mut session, vec![nobody], vec![field("Spawner", "rate")]).expect("an answer");
    assert_eq!(total, 0);
    assert!(
        remarks.contains("select: no object with a Spawner passed the filter"),
        "{remarks}"
    );
}

/// No script can derive from Unity's colliders and renderers, whatever its source declares.
#[test]
fn notes_unknown_derivation_once_and_only_for_derivable_types() {
    let project = lit();
    let mut session = open(&project);
    for (name, expected) in [("Collider", 0), ("Renderer", 0), ("Rigidbody", 0), ("Openable", 1)] {
        let filter = vec![type_filter(name, &[])];
        let columns = vec![field(name, "gameObject")];
        let (_, remarks) = answer(&mut session, filter, columns).expect(name);
        let count = remarks.matches("were not counted as one").count();
        assert_eq!(count, expected, "{name}: {remarks}");
    }
}
