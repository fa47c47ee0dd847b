//! Tests of a thousand random edits in real projects. The edits are saved, and an independent reader, which shares no
//! code with this crate, checks the files.

use super::*;
use host_bridge::{EditComponent, ValueText};
use host_project_world::world::NodeAt;
use serde_json::Value;
use std::collections::BTreeMap;
use tests_projects::Dice;
use unity_fields::property::PropertyPath;
use unity_project::expand::component_tree;
use unity_yaml::Node;

const TEXTS: [&str; 11] = [
    "\u{1F633} \u{1F601}",
    "--- x ---",
    "",
    "plain words",
    "#1: a colon",
    "it's 'quoted'",
    "two\nlines",
    "end\n",
    "back\\slash\t\"tab\"",
    "\u{2318} ärger",
    "a long text with many words that goes on and on until it is far behind the eightieth column of its line, and more",
];

/// Returns the value of a random leaf, and appends its path in the host's and in Unity's notation to `way`.
fn leaf(node: &Node<'_>, dice: &mut Dice, way: &mut (String, String)) -> Option<String> {
    match node {
        Node::Text(text) => Some(text.to_string()),
        Node::List(items) => {
            let at = dice.throw(items.len());
            way.0 += &format!("[{at}]");
            way.1 += &format!(".Array.data[{at}]");
            leaf(items.get(at)?, dice, way)
        }
        Node::Map(_) if node.get("fileID").is_some() || node.get("rid").is_some() => None,
        Node::Map(entries) => {
            let (key, value) = entries.get(dice.throw(entries.len()))?;
            let dot = if way.0.is_empty() { "" } else { "." };
            way.0 += &format!("{dot}{key}");
            way.1 += &format!("{dot}{key}");
            leaf(value, dice, way)
        }
    }
}

/// Returns a random new value as JSON and as text in a file.
fn value(old: &str, dice: &mut Dice) -> (Value, String) {
    match old.parse::<f64>() {
        Ok(_) if old.contains('.') => {
            let quarters = dice.throw(4_000) as f64 / 4.0 - 500.0;
            (json!(quarters), quarters.to_string())
        }
        Ok(_) if matches!(old, "0" | "1") && dice.throw(2) == 0 => match old {
            "0" => (json!(true), "1".to_owned()),
            _ => (json!(false), "0".to_owned()),
        },
        Ok(_) => {
            let number = dice.throw(30);
            (json!(number), number.to_string())
        }
        Err(_) => {
            let text = TEXTS[dice.throw(TEXTS.len())];
            (json!(text), text.to_owned())
        }
    }
}

/// The edited values, by file, file id of the PrefabInstance, file id and property path.
type Wanted = BTreeMap<(String, i64, i64, String), String>;

/// Makes one random edit. Returns true if the session accepts it.
fn edit(session: &mut Session, at: NodeAt, dice: &mut Dice, wanted: &mut Wanted) -> bool {
    let (id, scene) = session
        .world
        .node(at)
        .map(|node| (node.id, node.scene as usize))
        .expect("a node");
    let file = session.scenes[scene].file.path.clone();
    let object = session.world.object(at).expect("an object");
    let (object_id, instance) = (object.id, object.instance);
    if object.is_opaque() {
        return false;
    }
    if dice.throw(8) == 0 {
        let active = dice.throw(2) == 0;
        let edit = EditRequest::SetActive {
            object: EditTarget::Object(id),
            active,
        };
        apply(session, vec![edit], None).expect("a flag");
        let flag = if active { "1" } else { "0" }.to_owned();
        wanted.insert((file, instance, object_id, "m_IsActive".to_owned()), flag);
        return true;
    }
    let position = dice.throw(session.world.components(at).len());
    let Some(component) = session.world.components(at).get(position) else {
        return false;
    };
    let is_own = component.is_in(&session.world.flat(at).expect("a file").file);
    let (component_id, instance) = (component.id, if is_own { 0 } else { instance });
    let Ok(Some(tree)) = component_tree(component, session.library.types()) else {
        return false;
    };
    let mut way = (String::new(), String::new());
    let Some(old) = leaf(&tree, dice, &mut way) else {
        return false;
    };
    drop(tree);
    if way.0.is_empty() || way.0.ends_with("serializedVersion") || PropertyPath::parse(&way.0).is_err() {
        return false;
    }
    let (json, text) = value(&old, dice);
    let edit = EditRequest::Set {
        object: EditTarget::Object(id),
        component: EditComponent::ByIndex(u32::try_from(position).expect("a position")),
        path: way.0,
        value: ValueText::from_json_text(json.to_string()),
    };
    if apply(session, vec![edit], None).is_err() {
        return false;
    }
    wanted.insert((file, instance, component_id, way.1), text);
    true
}

#[test]
fn edits_of_real_projects_change_only_the_edited_lines() {
    let Some(folder) = tests_projects::folder() else { return };
    let (mut made, mut leaves, mut dice) = (0, 0, Dice::new(2_026));
    for (name, _) in tests_projects::expected(&folder) {
        let copy = Copy::of_project(&folder.join(&name));
        tests_projects::copy(&folder.join(&name), &copy.folder.path().join("before"), |bytes| bytes);
        let mut session = copy.open();
        let places: Vec<NodeAt> = (0..session.world.count())
            .filter_map(|at| session.world.node_at_place(at))
            .collect();
        let mut wanted = Wanted::new();
        for _ in 0..20_000 {
            let at = places[dice.throw(places.len())];
            made += usize::from(edit(&mut session, at, &mut dice, &mut wanted));
            if wanted.len() >= 210 {
                break;
            }
        }
        let files: Vec<String> = preview_save(&mut session, &[])
            .expect("changes")
            .into_iter()
            .map(|file| file.file)
            .collect();
        let files: Vec<&str> = files.iter().map(String::as_str).collect();
        assert!(!files.is_empty(), "{name}");
        let saved = save(&mut session, &files).expect("saved");
        assert_eq!(saved.len(), files.len());
        assert_eq!(preview_save(&mut session, &[]).expect("nothing"), [], "{name}");

        let rows: Vec<Value> = wanted
            .iter()
            .map(|((file, instance, id, path), value)| json!([file, instance, id, path, value]))
            .collect();
        std::fs::write(copy.folder.path().join("edits.json"), json!(rows).to_string()).expect("a file");
        let Some(second) = tests_projects::second_reader("saved.py", copy.folder.path()) else {
            return;
        };
        let wrong = second["wrong"].as_array().expect("a list");
        assert!(
            wrong.is_empty(),
            "{name}: {} wrong: {:#?}",
            wrong.len(),
            &wrong[..wrong.len().min(12)]
        );
        leaves += second["leaves"].as_u64().expect("a number");
        println!(
            "{name}: {} places in {} files, {} lines changed",
            wanted.len(),
            files.len(),
            second["lines"]
        );
    }
    assert!(made >= 1_000 && leaves >= 1_000, "{made} edits, {leaves} leaves");
}
