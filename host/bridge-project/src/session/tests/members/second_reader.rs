//! Compares every overridden leaf of every prefab instance with an independent reader
//! (`tests/fixtures/readers/overrides.py`), which shares no code with this crate.

use super::*;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;
use unity_fields::class;
use unity_project::expand::{Component, Object, component_tree};
use unity_yaml::Node;

/// An overridden leaf value, as the independent reader returns it.
struct Leaf {
    instance: i64,
    id: i64,
    path: String,
    /// The form of `value`: `text`, `ref`, `structure` or `none`.
    form: String,
    value: String,
}

impl Leaf {
    fn from_row(row: &Value) -> Self {
        let number = |at: usize| row[at].as_i64().expect("an id");
        let text = |at: usize| row[at].as_str().expect("a text").to_owned();
        Self {
            instance: number(0),
            id: number(1),
            path: text(3),
            form: text(4),
            value: text(5),
        }
    }
}

/// The counts and differences for one project.
#[derive(Debug, Default)]
struct Tally {
    compared: usize,
    asked: usize,
    /// Number of leaves in object fields that no command returns.
    not_served: usize,
    wrong: Vec<String>,
}

impl Tally {
    fn compare(&mut self, file: &str, leaf: &Leaf, seen: &(String, String)) {
        self.compared += 1;
        if (&leaf.form, &leaf.value) != (&seen.0, &seen.1) {
            self.wrong.push(format!(
                "{file}: instance {}, {}, {}: expected {} {:?}, seen {} {:?}",
                leaf.instance, leaf.id, leaf.path, leaf.form, leaf.value, seen.0, seen.1
            ));
        }
    }
}

/// Returns the form and value at a property path, as the independent reader would.
fn read(tree: &Node<'_>, path: &str, kinds: &dyn Fn(&str) -> Option<unity_fields::Kind>) -> (String, String) {
    let found = PropertyPath::parse(path).ok().and_then(|path| path.read(tree, kinds));
    let (form, value) = match found.as_deref() {
        None => ("none", String::new()),
        Some(Node::Text(text)) => ("text", text.to_string()),
        Some(node) if node.get("fileID").is_some() => {
            let file = node.file_ref();
            let guid = if file.guid.is_none() {
                String::new()
            } else {
                file.guid.to_string()
            };
            ("ref", format!("{} {guid}", file.file_id))
        }
        Some(node) => match node.entries() {
            [(key, id)] if key == "rid" => ("text", id.text().unwrap_or_default().to_owned()),
            _ => ("structure", String::new()),
        },
    };
    (form.to_owned(), value)
}

fn object_leaf(object: &Object, path: &str) -> Option<String> {
    Some(match path {
        "m_Name" => object.name.to_string(),
        "m_IsActive" => u8::from(object.active).to_string(),
        "m_Layer" => object.layer.to_string(),
        "m_TagString" => object.tag.to_string(),
        _ => return None,
    })
}

/// Converts the answer of `GetMember` to the independent reader's form and value. References need file ids.
fn answer_text(leaf: &Leaf, member: Result<Member, BridgeError>) -> (String, String) {
    let expected = (leaf.form.clone(), leaf.value.clone());
    let member = match member {
        Ok(member) => member,
        Err(error) if error.kind == BridgeErrorKind::NotFound => return ("none".to_owned(), String::new()),
        Err(error) => return ("error".to_owned(), error.to_string()),
    };
    let json: Value = serde_json::from_str(&member.value).expect("JSON");
    let seen = match (&json, leaf.form.as_str()) {
        (Value::Bool(on), _) => u8::from(*on).to_string(),
        (Value::String(text), _) => text.clone(),
        (Value::Null, "ref") if leaf.value.starts_with("0 ") => return expected,
        (Value::Object(parts), "ref") if parts.contains_key("guid") => {
            let id = parts["fileID"]
                .as_str()
                .map_or_else(|| parts["fileID"].to_string(), str::to_owned);
            let seen = format!("{id} {}", parts["guid"].as_str().unwrap_or_default());
            return ("ref".to_owned(), seen);
        }
        // An object of the scene: the answer does not contain its id in the file.
        (Value::Object(_), "ref") if leaf.value.ends_with(' ') => return expected,
        (Value::Object(_) | Value::Array(_), "structure") => return expected,
        (Value::Object(parts), "text") if parts.contains_key("rid") => parts["rid"]
            .as_str()
            .map_or_else(|| parts["rid"].to_string(), str::to_owned),
        _ => member.value,
    };
    ("text".to_owned(), seen)
}

/// Compares all leaves in `second` with those in the project at `root`.
fn compare(root: &Path, second: &Value) -> Tally {
    let mut tally = Tally::default();
    let mut session = open(root);
    let mut objects: HashMap<(String, i64, i64), i64> = HashMap::new();
    for at in (0..session.world.count()).filter_map(|place| session.world.node_at_place(place)) {
        let (object, node) = (
            session.world.object(at).expect("an object"),
            session.world.node(at).expect("a node"),
        );
        let file = session.world.flat(at).and_then(|flat| flat.file.clone());
        let Some(file) = file else { continue };
        objects.insert((file.path.clone(), object.instance, object.id), node.id.0);
    }
    for (file, rows) in second["files"].as_object().expect("files") {
        let flat = session.library.scene(file).expect("a readable file");
        let mut components: HashMap<(i64, i64), (&Object, usize, &Component)> = HashMap::new();
        let mut own: HashMap<(i64, i64), &Object> = HashMap::new();
        for object in flat.objects.iter().filter(|object| object.instance != 0) {
            own.insert((object.instance, object.id), object);
            for (position, component) in object.components.iter().enumerate() {
                components.insert((object.instance, component.id), (object, position, component));
            }
        }
        // The reverse: overrides found here exist there.
        let theirs: HashSet<(i64, i64)> = rows
            .as_array()
            .expect("rows")
            .iter()
            .map(Leaf::from_row)
            .map(|leaf| (leaf.instance, leaf.id))
            .collect();
        for (key, (.., component)) in &components {
            let is_changed = component.overrides.is_some() && component.text.is_some();
            if is_changed && !theirs.contains(key) {
                tally.wrong.push(format!(
                    "{file}: overrides of {key:?} that the second reader does not have"
                ));
            }
        }
        let mut last: Option<((i64, i64), Node<'_>)> = None;
        for leaf in rows.as_array().expect("rows").iter().map(Leaf::from_row) {
            let key = (leaf.instance, leaf.id);
            if let Some(object) = own.get(&key) {
                match object_leaf(object, &leaf.path) {
                    Some(value) => tally.compare(file, &leaf, &("text".to_owned(), value)),
                    None => tally.not_served += 1,
                }
                continue;
            }
            let Some((object, position, component)) = components.get(&key) else {
                tally.wrong.push(format!("{file}: no {key:?} for {}", leaf.path));
                continue;
            };
            let types = session.library.types();
            if last.as_ref().is_none_or(|(known, _)| *known != key) {
                let tree = component_tree(component, types).expect("a tree").expect("a document");
                last = Some((key, tree));
            }
            let tree = &last.as_ref().expect("a tree").1;
            let declared = types.declared_fields(component.kind);
            tally.compare(file, &leaf, &read(tree, &leaf.path, &|names| declared.kind(names)));
            // The position of a RectTransform follows from its anchors, not from the file: `tables.py` has a reader for
            // that.
            let is_laid = component.class == class::RECT_TRANSFORM && leaf.path.starts_with("m_LocalPosition.");
            if is_laid {
                continue;
            }
            if let Some(id) = objects.get(&(file.clone(), object.instance, object.id)) {
                let member = get(&mut session, *id, &position.to_string(), &leaf.path);
                tally.asked += 1;
                tally.compare(file, &leaf, &answer_text(&leaf, member));
                tally.compared -= 1;
            }
        }
    }
    tally
}

#[test]
fn overridden_values_of_real_projects_match_independent_reader() {
    let Some(folder) = tests_projects::folder() else { return };
    let mut tallies = BTreeMap::new();
    for (name, _) in tests_projects::expected(&folder) {
        let root = folder.join(&name);
        let Some(second) = tests_projects::second_reader("overrides.py", &root) else {
            return;
        };
        tallies.insert(name, compare(&root, &second));
    }
    for (name, tally) in &tallies {
        println!(
            "{name}: {} leaves compared ({} through GetMember), {} differ, {} of objects not served",
            tally.compared,
            tally.asked,
            tally.wrong.len(),
            tally.not_served
        );
    }
    let wrong: Vec<&String> = tallies.values().flat_map(|tally| &tally.wrong).collect();
    assert!(
        wrong.is_empty(),
        "{} differ, for example {:#?}",
        wrong.len(),
        &wrong[..wrong.len().min(20)]
    );
    let compared: usize = tallies.values().map(|tally| tally.compared).sum();
    assert!(compared > 6_500 && tallies.len() == 5, "{compared} {}", tallies.len());
}

#[test]
fn overridden_values_of_sample_match_independent_reader() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/unity/sample");
    let Some(second) = tests_projects::second_reader("overrides.py", &root) else {
        return;
    };
    let tally = compare(&root, &second);
    assert!(tally.wrong.is_empty(), "{:#?}", tally.wrong);
    assert!(tally.compared > 400, "{tally:?}");
}

/// Tests cases that the five real projects do not contain: empty arrays that get items, overrides of structures, packed
/// arrays and managed references, in three levels of prefabs.
#[test]
fn overridden_values_of_arrays_match_independent_reader() {
    let project = arrays::project();
    let Some(second) = tests_projects::second_reader("overrides.py", project.root()) else {
        return;
    };
    let tally = compare(project.root(), &second);
    assert!(tally.wrong.is_empty(), "{:#?}", tally.wrong);
    assert!(tally.compared > 100 && tally.asked > 40, "{tally:?}");
}
