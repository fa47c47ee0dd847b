//! Tests of values that a client sends as a JSON string, such as `"[1, 2, 3]"`, and of plain strings.

use super::*;

fn create_fresh(session: &mut Session) -> ObjectId {
    let made = apply(
        session,
        vec![create("Fresh", &["Light", "Rigidbody", "TextMesh"])],
        None,
    )
    .expect("made");
    made.plan.changes[0].object.expect("an object")
}

/// Previews the edit, and returns the first new value and the notes of its plan.
fn plan_edit(session: &mut Session, edit: EditRequest) -> Result<(Value, Vec<String>), BridgeError> {
    let replied = session.run(Command::PreviewEdits { edits: vec![edit] })?;
    let Reply::Plan(plan) = replied.reply else {
        panic!("no plan")
    };
    let new = plan.changes[0].new.as_ref().expect("a value").to_value().expect("JSON");
    Ok((new, replied.diagnostics))
}

#[test]
fn parses_json_text_for_non_text_fields_with_a_note() {
    let project = tiny();
    let mut session = open(project.root());
    let object = create_fresh(&mut session);
    for (component, field, text, new, told) in [
        ("Rigidbody", "mass", "2", json!(2), "`m_Mass` (number)"),
        (
            "Rigidbody",
            "useGravity",
            "false",
            json!(false),
            "`m_UseGravity` (boolean)",
        ),
        (
            "Transform",
            "localPosition",
            "[1, 2, 3]",
            json!([1, 2, 3]),
            "`m_LocalPosition` (array)",
        ),
        (
            "Transform",
            "localPosition",
            "{\"x\": 1, \"y\": 2, \"z\": 3}",
            json!([1, 2, 3]),
            "`m_LocalPosition` (object)",
        ),
        (
            "Transform",
            "localScale.y",
            "4.5",
            json!(4.5),
            "`m_LocalScale.y` (number)",
        ),
        (
            "Transform",
            "localRotation",
            "[0, 1, 0, 0]",
            json!([0, 1, 0, 0]),
            "`m_LocalRotation` (array)",
        ),
        (
            "Transform",
            "localEulerAngles",
            "[0, 180, 0]",
            json!([0, 1, 0, 0]),
            "`localEulerAngles` (array)",
        ),
        (
            "Light",
            "color",
            "[1, 0, 0, 1]",
            json!([1, 0, 0, 1]),
            "`m_Color` (array)",
        ),
        (
            "Light",
            "cullingMask",
            "[\"UI\"]",
            json!(["UI"]),
            "`m_CullingMask` (array)",
        ),
    ] {
        let edit = set(object, component, field, &json!(text));
        let (stored, notes) = plan_edit(&mut session, edit).expect(field);
        let is_near = match (&stored, &new) {
            (Value::Array(stored), Value::Array(new)) => stored.iter().zip(new).all(|(stored, new)| {
                stored == new || (stored.as_f64().unwrap_or(9.0) - new.as_f64().unwrap_or(0.0)).abs() < 1e-6
            }),
            (stored, new) => stored.as_f64().is_some_and(|stored| Some(stored) == new.as_f64()) || stored == new,
        };
        assert!(is_near, "{component}.{field}: {stored}");
        let note = notes
            .iter()
            .find(|note| note.starts_with("sent as text and read as JSON: "));
        assert!(note.is_some_and(|note| note.contains(told)), "{field}: {notes:?}");
    }
    // A field of type text receives the text.
    let edit = set(object, "TextMesh", "text", &json!("[1, 2]"));
    let (stored, notes) = plan_edit(&mut session, edit).expect("a text");
    assert_eq!(stored, json!("[1, 2]"));
    assert!(!notes.iter().any(|note| note.contains("read as JSON")), "{notes:?}");
}

#[test]
fn rejects_unparsable_text_with_field_value_and_expected_form() {
    let project = tiny();
    let mut session = open(project.root());
    let object = create_fresh(&mut session);
    for (component, field, text, refusal) in [
        (
            "Transform",
            "localPosition",
            "(1, 2, 3)",
            "edit 0: m_LocalPosition: expected {\"x\": …, \"y\": …, \"z\": …} or an array of 3 numbers, got \"(1, 2, 3)\"",
        ),
        (
            "Transform",
            "localPosition",
            "[1, 2]",
            "edit 0: m_LocalPosition: expected {\"x\": …, \"y\": …, \"z\": …} or an array of 3 numbers, got \"[1, 2]\"",
        ),
        (
            "Transform",
            "localEulerAngles",
            "(0, 90, 0)",
            "edit 0: localEulerAngles: expected degrees about x, y and z: {\"x\": …, \"y\": …, \"z\": …} or an array of 3 numbers, got \"(0, 90, 0)\"",
        ),
        (
            "Rigidbody",
            "mass",
            "2kg",
            "edit 0: m_Mass: expected a number, got \"2kg\"",
        ),
        (
            "Rigidbody",
            "mass",
            "true",
            "edit 0: m_Mass: expected a number, got \"true\"",
        ),
        (
            "Rigidbody",
            "useGravity",
            "yes",
            "edit 0: m_UseGravity: expected true or false, got \"yes\"",
        ),
        (
            "Rigidbody",
            "mass",
            "null",
            "edit 0: m_Mass: expected a number, got \"null\"",
        ),
    ] {
        let error = plan_edit(&mut session, set(object, component, field, &json!(text))).expect_err(text);
        assert_eq!(
            (error.kind, error.message.as_str()),
            (BridgeErrorKind::InvalidArgument, refusal)
        );
    }
    let at = EditRequest::Create {
        name: "At".to_owned(),
        parent: None,
        scene: None,
        position: Some(value(&json!("(1, 2, 3)"))),
        components: Vec::new(),
    };
    let error = plan_edit(&mut session, at).expect_err("no position");
    assert_eq!(
        error.message,
        "edit 0: position is \"(1, 2, 3)\"; it must be three finite numbers, [x, y, z]"
    );
}
