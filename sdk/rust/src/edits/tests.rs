//! Tests that each edit reaches Unity as written, and that a plan is applied unchanged.

use super::{edits, instance, made, object};
use crate::ErrorKind;
use crate::ToolError;
use crate::fake::FakeUnity;
use crate::unity::edits::{Change, Component, Edit, Plan, Target, preview};
use crate::unity::edits_edit::{Done, apply};

fn change(denied: Option<&str>) -> Change {
    Change {
        edit: 0,
        object: Some("obj:1".to_owned()),
        file: String::new(),
        path: "/Lamp".to_owned(),
        component: None,
        field: None,
        old: None,
        new: None,
        denied: denied.map(str::to_owned),
        unchecked: None,
    }
}

fn plan() -> Plan {
    Plan {
        digest: "d1".to_owned(),
        changes: vec![
            change(Some("policy.a, policy.b")),
            change(Some("policy.b")),
            change(None),
        ],
        total: 3,
    }
}

#[test]
fn apply_sends_edits_in_order_as_written() {
    let unity = FakeUnity::new();
    unity.answer::<apply>(Ok(Done { entry: 7, plan: plan() }));
    let parent = "obj:3".to_owned();
    let done = edits()
        .create(object("Lamp").below(&parent).at([0.0, 1.5, 0.0]).with("Light"))
        .set(made(0), "Light", "intensity", 2.5)
        .set(&parent, 2, "m_Name", "x")
        .instantiate(instance("Assets/A.prefab").in_scene("Main"))
        .reparent(made(3), made(0))
        .to_roots(parent.clone())
        .add_component("obj:4", "Rigidbody")
        .remove_component("obj:4", 1)
        .set_active("obj:5", false)
        .destroy("obj:6")
        .apply()
        .unwrap();
    assert_eq!(done.entry, 7);
    let calls = unity.calls::<apply>();
    let (batch, digest) = &calls[0];
    assert_eq!((batch.len(), digest), (10, &None));
    assert!(
        matches!(&batch[0], Edit::Create(one) if one.position.as_deref() == Some("[0.0,1.5,0.0]")
            && one.parent == Some(Target::Object(parent.clone())) && one.components == ["Light"])
    );
    assert!(matches!(&batch[1], Edit::Set(one) if one.object == Target::Made(0) && one.value == "2.5"));
    assert!(matches!(&batch[2], Edit::Set(one) if one.component == Component::ByIndex(2) && one.value == "\"x\""));
    assert!(matches!(&batch[4], Edit::Reparent(one) if one.parent == Some(Target::Made(0)) && one.keep_world));
    assert!(matches!(&batch[5], Edit::Reparent(one) if one.parent.is_none()));
    assert_eq!(batch[9], Edit::Destroy(Target::Object("obj:6".to_owned())));
}

#[test]
fn applies_plan_by_digest_and_lists_denying_rules() {
    let unity = FakeUnity::new();
    unity.answer::<preview>(Ok(plan()));
    unity.answer::<apply>(Err(ToolError::new(ErrorKind::Conflict, "another plan")));
    let planned = edits().destroy("obj:1").preview().unwrap();
    assert_eq!(planned.denied(), ["policy.a", "policy.b"]);
    assert_eq!(unity.commands(), [""; 0], "a preview changes nothing");
    assert_eq!(planned.apply().unwrap_err().kind, ErrorKind::Conflict);
    assert_eq!(unity.calls::<apply>()[0].1.as_deref(), Some("d1"));
}
