//! Tests of changes by other callers between the preview of a plan and its application.

use super::*;

fn made_by(done: &EditDone, name: &str) -> ObjectId {
    let is_it = |row: &&host_bridge::EditChange| row.field.is_none() && row.path.ends_with(name);
    let row = done.plan.changes.iter().find(is_it).expect("its row");
    row.object.expect("an object")
}

fn moved_into_what_is_made(object: ObjectId) -> Vec<EditRequest> {
    let under = |name: &str, parent| EditRequest::Create {
        name: name.to_owned(),
        parent: Some(parent),
        scene: None,
        position: None,
        components: Vec::new(),
    };
    vec![
        create("Crate", &["Light"]),
        under("Lid", EditTarget::Made(0)),
        EditRequest::Reparent {
            object: EditTarget::Object(object),
            parent: Some(EditTarget::Made(1)),
            index: None,
            keep_world: true,
        },
    ]
}

#[test]
fn plan_stays_valid_if_others_create_objects_meanwhile() {
    let project = tiny();
    let mut session = open(project.root());
    let moved = apply(&mut session, vec![create("Moved", &[])], None).expect("made");
    let moved = made_by(&moved, "Moved");
    let edits = moved_into_what_is_made(moved);
    let plan = preview(&mut session, edits.clone()).expect("a plan");
    let others = apply(&mut session, vec![create("Other", &[])], None).expect("made");
    let done = apply(&mut session, edits, Some(&plan.digest)).expect("as planned");
    assert_ne!(
        made_by(&done, "Crate"),
        made_by(&others, "Other"),
        "one number, two objects"
    );
    assert_eq!(done.plan.digest, plan.digest);
    assert_eq!(done.plan.touches, plan.touches);
}

#[test]
fn plans_that_differ_in_objects_or_components_have_other_digests() {
    let project = tiny();
    let mut session = open(project.root());
    let made = apply(&mut session, vec![create("A", &[]), create("B", &[])], None).expect("made");
    let plans: Vec<String> = [made_by(&made, "A"), made_by(&made, "B")]
        .map(moved_into_what_is_made)
        .into_iter()
        .chain([
            vec![create("Crate", &[])],
            vec![create("Crate", &["Light"])],
            vec![create("Box", &[])],
        ])
        .map(|edits| preview(&mut session, edits).expect("a plan").digest)
        .collect();
    let different: std::collections::BTreeSet<_> = plans.iter().collect();
    assert_eq!(different.len(), plans.len());
}
