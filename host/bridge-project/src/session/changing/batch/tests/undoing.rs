//! Tests of undo: destroyed objects are restored with their ids, and objects missing in the files are reported.

use super::*;
use host_bridge::ObjectCard;
use unity_files::DiskChange;

pub(in crate::session) fn cards(session: &mut Session) -> Vec<ObjectCard> {
    let filter = ObjectFilter::default();
    let listed = session
        .run(Command::ListObjects { filter, page: page() })
        .expect("objects");
    match listed.reply {
        Reply::Objects(objects) => objects.items,
        other => panic!("{other:?}"),
    }
}

/// Returns the objects as text, without values that count the session's edits.
fn objects(session: &mut Session) -> String {
    let seen = visible_state(session);
    seen.rsplit_once('\n')
        .map_or(String::new(), |(objects, _)| objects.to_owned())
}

#[test]
fn undo_restores_destroyed_hierarchy_and_can_itself_be_undone() {
    let mut session = open(&sample());
    let before = objects(&mut session);
    let root = cards(&mut session)
        .into_iter()
        .max_by_key(|card| card.child_count)
        .expect("one")
        .id;
    session.run(Command::DestroyObject { object: root }).expect("destroyed");
    let destroyed = objects(&mut session);
    assert_ne!(destroyed, before);
    let done = undo(&mut session, &[1]).expect("undone");
    assert_eq!(objects(&mut session), before);
    assert_eq!(done.plan.changes[0].old, None);
    undo(&mut session, &[done.entry]).expect("again");
    assert_eq!(objects(&mut session), destroyed);
    let listed = entries(&mut session).rows;
    let fixed: Vec<(u64, Option<&str>)> = listed.iter().map(|entry| (entry.id, entry.fixed.as_deref())).collect();
    assert_eq!(fixed[0], (3, None));
    assert!(
        fixed[1].1.is_some_and(|why| why.contains("undone by entry 3")),
        "{fixed:?}"
    );
}

#[test]
fn reports_entry_whose_object_is_gone_from_its_file() {
    let project = tiny();
    let mut session = open(project.root());
    let card = cards(&mut session).pop().expect("one");
    session
        .run(Command::SetActive {
            object: card.id,
            active: false,
        })
        .expect("set");
    let path = session.scenes[card.scene.0 as usize].file.path.clone();
    project.write(&path, tests_projects::objects(&[(7_700, "Other", 0)]));
    session.disk_changed(&DiskChange {
        assets: [path].into_iter().collect(),
        ..DiskChange::default()
    });
    let entry = entries(&mut session).rows.remove(0);
    let why = entry.fixed.expect("why");
    assert!(
        why.contains("gone from the files") && why.contains(&card.id.to_string()),
        "{why}"
    );
    let error = undo(&mut session, &[entry.id]).expect_err("nothing to undo");
    assert_eq!(error.kind, BridgeErrorKind::Conflict);
}

#[test]
fn undo_returns_a_moved_object_to_its_sibling_index() {
    let mut session = open(&sample());
    let before = objects(&mut session);
    let all = cards(&mut session);
    let parent = all.iter().find(|card| card.child_count > 2).expect("a parent");
    let child = all.iter().find(|card| card.parent == Some(parent.id)).expect("a child");
    let edit = |index| EditRequest::Reparent {
        object: EditTarget::Object(child.id),
        parent: Some(EditTarget::Object(parent.id)),
        index,
        keep_world: false,
    };
    let done = apply(&mut session, vec![edit(Some(2))], None).expect("moved");
    let is_index = |row: &&host_bridge::EditChange| row.field.as_deref() == Some("index");
    let index = done.plan.changes.iter().find(is_index).expect("a row");
    assert_eq!(index.old.as_ref().map(ValueText::get), Some("0"));
    assert_eq!(index.new.as_ref().map(ValueText::get), Some("2"));
    undo(&mut session, &[done.entry]).expect("back");
    assert_eq!(objects(&mut session), before);
    let error = preview(&mut session, vec![edit(Some(1_000))]).expect_err("beyond the end");
    assert!(error.message.contains("index is 1000"), "{}", error.message);
}

/// A caller that uses the id of a destroyed object gets an error that names the entry which destroyed it.
#[test]
fn error_for_destroyed_object_names_the_entry_that_destroyed_it() {
    let mut session = open(&sample());
    let root = cards(&mut session)
        .into_iter()
        .max_by_key(|card| card.child_count)
        .expect("one")
        .id;
    let child = cards(&mut session)
        .into_iter()
        .find(|card| card.parent == Some(root))
        .expect("a child")
        .id;
    session.run(Command::DestroyObject { object: root }).expect("destroyed");
    let refused = |session: &mut Session, object| {
        let error = session.run(Command::GetObject { object }).expect_err("gone");
        error.hint.unwrap_or_default()
    };
    for object in [root, child] {
        let hint = refused(&mut session, object);
        assert!(hint.starts_with("entry 1 destroyed it"), "{hint}");
    }
    undo(&mut session, &[1]).expect("undone");
    session.run(Command::GetObject { object: child }).expect("there again");
    let hint = refused(&mut session, ObjectId(123_456_789));
    assert!(!hint.contains("destroyed"), "{hint}");
}

/// The removed component no longer has the C# name of the field, so the row has the name from before the undo.
#[test]
fn undo_of_added_component_names_its_fields_as_reads_do() {
    let project = tiny();
    let mut session = open(project.root());
    let object = ObjectId(3);
    let added = vec![
        EditRequest::AddComponent {
            object: EditTarget::Object(object),
            type_name: "Rigidbody".to_owned(),
        },
        set(object, "Rigidbody", "mass", &json!(12)),
    ];
    let added = apply(&mut session, added, None).expect("added").entry;
    let removed = undo(&mut session, &[added]).expect("undone");
    let again = undo(&mut session, &[removed.entry]).expect("added again");
    for done in [removed, again] {
        let fields: Vec<Option<&str>> = done.plan.changes.iter().map(|row| row.field.as_deref()).collect();
        assert_eq!(fields, [None, Some("mass")], "{:?}", done.plan);
    }
}
