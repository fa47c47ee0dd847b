//! Tests of several components of one type on one object: removing one by its type alone is ambiguous.

use super::*;

fn removal(component: &str) -> Vec<EditRequest> {
    vec![EditRequest::RemoveComponent {
        object: EditTarget::Object(ObjectId(3)),
        component: EditComponent::ByType(component.to_owned()),
    }]
}

#[test]
fn rejects_removal_by_ambiguous_type_and_lists_the_positions() {
    let project = tiny();
    let mut session = open(project.root());
    let add = || EditRequest::AddComponent {
        object: EditTarget::Object(ObjectId(3)),
        type_name: "UnityEngine.BoxCollider".to_owned(),
    };
    apply(&mut session, vec![add(), add(), add()], None).expect("colliders");
    for name in ["BoxCollider", "UnityEngine.BoxCollider", "Collider"] {
        let error = preview(&mut session, removal(name)).expect_err(name);
        assert_eq!(error.kind, BridgeErrorKind::InvalidArgument, "{error:?}");
        let hint = error.hint.expect("a hint");
        assert!(
            hint.contains("BoxCollider[1] at position 1") && hint.contains("BoxCollider[3] at position 3"),
            "{hint}"
        );
    }
    let error = preview(&mut session, removal("BoxCollider[4]")).expect_err("a fourth");
    assert_eq!(error.kind, BridgeErrorKind::NotFound, "{error:?}");
    // The second by its number, then the new second one by its position.
    apply(&mut session, removal("BoxCollider[2]"), None).expect("the second");
    let error = preview(&mut session, removal("2")).expect_err("a position is a number");
    assert!(error.message.contains("a position as number"), "{error:?}");
    let by_position = EditRequest::RemoveComponent {
        object: EditTarget::Object(ObjectId(3)),
        component: EditComponent::ByIndex(2),
    };
    apply(&mut session, vec![by_position], None).expect("by position");
    apply(&mut session, removal("BoxCollider"), None).expect("the only one");
    let none = preview(&mut session, removal("BoxCollider")).expect_err("none is left");
    assert_eq!(none.kind, BridgeErrorKind::NotFound, "{none:?}");
}
