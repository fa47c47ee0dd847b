//! Tests of the allowlist entries that a save requires.

use super::*;
use host_bridge::EditNeed;

fn position() -> EditNeed {
    EditNeed::Member {
        type_name: "UnityEngine.Transform".to_owned(),
        member: "m_LocalPosition".to_owned(),
        csharp_name: Some("localPosition".to_owned()),
    }
}

fn preview_needs(session: &mut Session) -> Vec<(EditNeed, u64)> {
    let files = preview_save(session, &[]).expect("a preview");
    let needs = files.into_iter().flat_map(|file| file.needs);
    needs.map(|written| (written.need, written.objects)).collect()
}

fn save_with(session: &mut Session, needs: Vec<EditNeed>) -> Result<Replied, BridgeError> {
    session.run(Command::SaveFiles {
        files: vec![MAIN.to_owned()],
        needs: Some(needs),
    })
}

#[test]
fn saving_requires_the_same_permission_as_setting_the_field() {
    let copy = Copy::sample();
    let mut session = copy.open();
    let object = own_object(&session);
    raise(&mut session, object);
    assert_eq!(preview_needs(&mut session), [(position(), 1)]);
    let before = copy.read(MAIN);
    let refused = save_with(&mut session, Vec::new()).expect_err("a need that was not listed");
    assert_eq!(refused.kind, BridgeErrorKind::Conflict);
    for part in [MAIN, "UnityEngine.Transform.m_LocalPosition"] {
        assert!(refused.message.contains(part), "{refused:?}");
    }
    assert_eq!(copy.read(MAIN), before);
    save_with(&mut session, vec![position()]).expect("saved");
    assert_ne!(copy.read(MAIN), before);
    assert_eq!(preview_needs(&mut session), []);
    let id = entries(&mut session).rows.first().expect("an entry").id;
    undo(&mut session, &[id]).expect("undone");
    assert_eq!(
        preview_needs(&mut session),
        [(position(), 1)],
        "writing it back is a write too"
    );
}

#[test]
fn saving_an_active_flag_requires_no_permission() {
    let copy = Copy::sample();
    let mut session = copy.open();
    let object = own_object(&session);
    let off = EditRequest::SetActive {
        object: EditTarget::Object(object),
        active: false,
    };
    apply(&mut session, vec![off], None).expect("done");
    assert_eq!(preview_needs(&mut session), []);
    save_with(&mut session, Vec::new()).expect("saved");
}

/// An edit of a rotation also changes the hint of its angles. The save requires no allowlist entry for the hint.
#[test]
fn saving_requires_no_permission_for_a_derived_field() {
    let copy = Copy::sample();
    let mut session = copy.open();
    let object = own_object(&session);
    let turned = set(
        object,
        "Transform",
        "m_LocalRotation",
        &json!([0, std::f32::consts::FRAC_1_SQRT_2, 0, std::f32::consts::FRAC_1_SQRT_2]),
    );
    apply(&mut session, vec![turned], None).expect("done");
    let members: Vec<String> = preview_needs(&mut session)
        .iter()
        .map(|(need, _)| need.to_string())
        .collect();
    assert_eq!(members, ["UnityEngine.Transform.m_LocalRotation"]);
}
