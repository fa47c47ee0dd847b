//! Tests that the replies to edits mention if the edits cannot be saved.

use super::*;
use host_bridge::EditComponent;

fn save_diagnostics(session: &mut Session, command: Command) -> Vec<String> {
    let diagnostics = session.run(command).expect("done").diagnostics;
    diagnostics
        .into_iter()
        .filter(|line| line.contains("save_scenes"))
        .collect()
}

/// Previews the edits, then applies them. Returns the notes of both replies.
fn preview_and_apply(session: &mut Session, edits: &[EditRequest]) -> [Vec<String>; 2] {
    let planned = save_diagnostics(session, Command::PreviewEdits { edits: edits.to_vec() });
    let made = save_diagnostics(
        session,
        Command::ApplyEdits {
            edits: edits.to_vec(),
            digest: None,
            touches: host_bridge::EditTouches::default(),
        },
    );
    [planned, made]
}

fn structural(object: ObjectId) -> [EditRequest; 4] {
    [
        EditRequest::Create {
            name: "New".to_owned(),
            parent: Some(EditTarget::Object(object)),
            scene: None,
            position: None,
            components: Vec::new(),
        },
        EditRequest::AddComponent {
            object: EditTarget::Object(object),
            type_name: "UnityEngine.AudioSource".to_owned(),
        },
        EditRequest::RemoveComponent {
            object: EditTarget::Object(object),
            component: EditComponent::ByType("UnityEngine.AudioSource".to_owned()),
        },
        EditRequest::Destroy {
            object: EditTarget::Object(object),
        },
    ]
}

#[test]
fn structural_edit_warns_that_its_scene_cannot_be_saved() {
    let copy = Copy::sample();
    let mut session = copy.open();
    let object = own_object(&session);
    let value = set(object, "Transform", "m_LocalPosition.y", &json!(12.5));
    assert_eq!(
        preview_and_apply(&mut session, std::slice::from_ref(&value)),
        [Vec::<String>::new(), Vec::new()]
    );
    for edit in structural(object) {
        for lines in preview_and_apply(&mut session, &[edit]) {
            let [line] = lines.as_slice() else {
                panic!("{lines:?}");
            };
            assert!(line.contains(MAIN), "{line}");
        }
    }
    let error = preview_save(&mut session, &[MAIN]).expect_err("refused, as was said");
    assert!(error.message.contains("only values of fields"), "{error:?}");
}

#[test]
fn omits_save_warnings_if_saving_is_off() {
    let copy = Copy::sample();
    let mut session = copy.open_with(false);
    let object = own_object(&session);
    for edit in structural(object) {
        assert_eq!(
            preview_and_apply(&mut session, &[edit]),
            [Vec::<String>::new(), Vec::new()]
        );
    }
}
