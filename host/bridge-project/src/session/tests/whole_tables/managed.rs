//! Tests of managed references. In copies of the real projects, every scene and prefab gets a component with managed
//! references. Values, missing classes and users of every class are compared with an independent reader (`managed.py`).

use super::damaged::text_files;
use super::*;
use crate::session::tests::find_users::{request, whole};
use crate::session::tests::references_scan::scan;
use host_bridge::ReferenceProblem::{MissingType, Unverifiable};
use host_bridge::ReferenceTarget;
use serde::Deserialize;
use serde_json::json;
use std::collections::BTreeSet;
use std::fs;
use tests_projects::{Dice, guid};

const COMPONENT: i64 = 9_100_000_000_000_000_001;
/// Number of managed objects in each added component.
const OBJECTS_HELD: usize = 6;
/// Namespaces and names of classes, as in the file. The test's C# sources declare only the first six.
const CLASSES: [(&str, &str); 10] = [
    ("Shop.Parts", "Crate"),
    ("Shop", "Outer/Inner"),
    ("", "Loose"),
    ("Shop", "Crate"),
    ("Other", "Barrel"),
    ("Other", "Row"),
    ("Shop.Parts", "Gone"),
    ("Shop", "Outer/Lost"),
    ("", "Row"),
    ("Other", "Crate"),
];
const SOURCE: &str = "using UnityEngine;
namespace Shop.Parts { [System.Serializable] public class Crate { public int weight; public string label; } }
namespace Shop
{
    public class Outer { [System.Serializable] public class Inner { public int weight; public string label; } }
    // class Lost { } is only a comment
    [System.Serializable] public class Crate { public int weight; public string label; }
}
[System.Serializable] public class Loose { public int weight; public string label; }
namespace Other { [System.Serializable] public class Barrel { public int weight; public string label; }
    [System.Serializable] public class Row { public int weight; public string label; } }
";
const HOLDER: &str = "using UnityEngine; using System.Collections.Generic;
public class PartHolder : MonoBehaviour { [SerializeReference] public object first; [SerializeReference] public List<object> others; }";

#[derive(Deserialize)]
struct Row {
    file: String,
    document: i64,
    rid: String,
    class: String,
    is_declared: bool,
    fields: Vec<String>,
    data: BTreeMap<String, String>,
}

/// Returns the YAML document of a component with random managed objects.
fn component(object: &str, dice: &mut Dice) -> String {
    let (mut others, mut rows) = (String::new(), String::new());
    for at in 0..OBJECTS_HELD {
        let rid = 1_000 + at;
        let (namespace, class) = CLASSES[dice.throw(CLASSES.len())];
        if at > 0 {
            others += &format!("  - rid: {rid}\n");
        }
        let (weight, label) = (dice.throw(1_000), dice.throw(1_000));
        rows += &format!(
            "    - rid: {rid}\n      type: {{class: {class}, ns: {namespace}, asm: Assembly-CSharp}}\n      data:\n        weight: {weight}\n        label: {label}\n"
        );
    }
    format!(
        "--- !u!114 &{COMPONENT}\nMonoBehaviour:\n  m_ObjectHideFlags: 0\n  m_GameObject: {{fileID: {object}}}\n  m_Enabled: 1\n  m_EditorHideFlags: 0\n  m_Script: {{fileID: 11500000, guid: {}, type: 3}}\n  m_Name: \n  m_EditorClassIdentifier: \n  first:\n    rid: 1000\n  others:\n{others}  references:\n    version: 2\n    RefIds:\n{rows}",
        guid('7')
    )
}

/// Adds such a component to the first object in the text. `None` if the file has no object of its own.
fn with_component(text: &str, dice: &mut Dice) -> Option<String> {
    let at = text.match_indices("--- !u!1 &").map(|(at, _)| at).find(|at| {
        text[*at..]
            .lines()
            .next()
            .is_some_and(|head| !head.ends_with("stripped"))
    })?;
    let object = text[at + "--- !u!1 &".len()..].lines().next()?;
    let end = at + text[at..].find("  m_Layer:")?;
    let row = format!("  - component: {{fileID: {COMPONENT}}}\n");
    // Unity writes the order of the root objects at the end.
    let last = text.find("--- !u!1660057539 ").unwrap_or(text.len());
    let document = component(object, dice);
    Some(format!(
        "{}{row}{}{document}{}",
        &text[..end],
        &text[end..last],
        &text[last..]
    ))
}

/// Compares one project. Returns the total number of managed objects, or `None` without fixtures.
fn compare(name: &str, seed: u64) -> Option<usize> {
    let root = tests_projects::folder()?.join(name);
    let copy = tempfile::tempdir().expect("a temporary folder");
    tests_projects::copy(&root, copy.path(), |bytes| bytes);
    let mut dice = Dice::new(seed);
    for (path, text, _) in text_files(&root, &["unity", "prefab"]) {
        if let Some(text) = with_component(&text, &mut dice) {
            fs::write(copy.path().join(path), text).expect("a written file");
        }
    }
    for (file, digit, text) in [("PartHolder", '7', HOLDER), ("Parts", '8', SOURCE)] {
        let path = copy.path().join(format!("Assets/{file}.cs"));
        fs::write(&path, text).expect("a written file");
        let meta = format!("fileFormatVersion: 2\nguid: {}\nMonoImporter:\n", guid(digit));
        fs::write(path.with_extension("cs.meta"), meta).expect("a written file");
    }
    let second = tests_projects::second_reader("managed.py", copy.path())?;
    let rows: Vec<Row> = serde_json::from_value(second).expect("rows");
    assert!(
        rows.iter().all(|row| row.document == COMPONENT),
        "{name} has managed references of its own"
    );
    let mut session = open(copy.path());
    missing(name, &mut session, &rows);
    values(name, &mut session, &rows);
    users(name, &mut session, &rows);
    Some(rows.len())
}

/// Checks that exactly the fields with objects of a missing class are reported, each with the class.
fn missing(name: &str, session: &mut Session, rows: &[Row]) {
    let (findings, _) = scan(session, 500);
    let in_holders = findings.iter().filter(|one| {
        let member = one.member.as_deref().unwrap_or_default();
        member == "first" || member.starts_with("others[")
    });
    let seen: BTreeMap<(&str, &str), &host_bridge::ReferenceFinding> = in_holders
        .map(|one| ((&*one.path, one.member.as_deref().unwrap_or_default()), one))
        .collect();
    let right: BTreeMap<(&str, &str), &Row> = rows
        .iter()
        .filter(|row| !row.is_declared)
        .map(|row| ((&*row.file, &*row.fields[0]), row))
        .collect();
    let places = |keys: Vec<&(&str, &str)>| keys.into_iter().map(|key| format!("{key:?}")).collect::<Vec<_>>();
    assert_eq!(places(seen.keys().collect()), places(right.keys().collect()), "{name}");
    // A script with only a `.meta` may declare a class that no source declares.
    let problems: BTreeSet<String> = seen.values().map(|one| format!("{:?}", one.problem)).collect();
    assert!(problems.len() <= 1, "{name}: {problems:?}");
    for (place, one) in seen {
        match one.problem {
            MissingType => assert_eq!(one.guid.as_deref(), Some(&*right[&place].class), "{name}: {place:?}"),
            Unverifiable => assert!(one.context.contains("class"), "{name}: {}", one.context),
            _ => panic!("{name}: {one:?}"),
        }
    }
}

/// Checks the class and values of each managed object in its field.
fn values(name: &str, session: &mut Session, rows: &[Row]) {
    let (mut objects, _) = objects(session, &Scope::Project, &["components"]);
    let holds = |fact: &Value| {
        fact.as_array()
            .is_some_and(|types| types.iter().any(|one| one == "PartHolder"))
    };
    objects.retain(|object| object.facts.iter().flatten().any(holds));
    let components = components(session, &objects);
    let (mut compared, mut others) = (BTreeSet::new(), Vec::new());
    for object in &objects {
        let of_object = components.get(&object.id).into_iter().flatten();
        for holder in of_object.filter(|one| one.type_name == "PartHolder") {
            // Instances of a prefab have its component as well; each file's own component is compared.
            for row in rows.iter().filter(|row| row.file == object.file) {
                let field = &row.fields[0];
                let seen = match field.strip_prefix("others[").and_then(|rest| rest.strip_suffix(']')) {
                    Some(at) => &holder.fields["others"][at.parse::<usize>().expect("a position")],
                    None => &holder.fields["first"],
                };
                if *seen == expected(row, seen) {
                    compared.insert((&row.file, &row.rid));
                } else {
                    others.push(format!("{name}: {}{} {field}: {seen}", object.file, object.path));
                }
            }
        }
    }
    let first = others.get(..others.len().min(12)).unwrap_or_default();
    assert_eq!(compared.len(), rows.len(), "{first:#?}");
}

/// Returns the expected value of a field with this object. An object of a class that no source declares has a mark, and
/// its values are text from the file.
fn expected(row: &Row, seen: &Value) -> Value {
    let (assembly, class) = row.class.split_once(':').expect("a class");
    let class = class.trim_start_matches(':').replacen(':', ".", 1);
    let weight = match row.is_declared {
        true => json!(row.data["weight"].parse::<u64>().expect("a number")),
        false => json!(row.data["weight"]),
    };
    let mut right = json!({ "$type": format!("{assembly}:{class}"), "weight": weight, "label": row.data["label"] });
    if !row.is_declared {
        let mark = ["$missing", "$unverifiable"]
            .into_iter()
            .find(|mark| seen.get(mark).is_some());
        let mark = mark.unwrap_or("$missing");
        right[mark] = seen.get(mark).cloned().unwrap_or_default();
    }
    right
}

/// Checks the users of each declared class.
fn users(name: &str, session: &mut Session, rows: &[Row]) {
    for (namespace, class) in CLASSES {
        let identity = format!("Assembly-CSharp:{namespace}:{class}");
        let of_class = rows.iter().filter(|row| row.class == identity);
        let mut right: Vec<(String, String)> = of_class
            .clone()
            .map(|row| (row.file.clone(), row.fields[0].clone()))
            .collect();
        if of_class.clone().any(|row| !row.is_declared) || right.is_empty() {
            continue;
        }
        let class = class.replace('/', ".");
        let full = if namespace.is_empty() {
            class
        } else {
            format!("{namespace}.{class}")
        };
        let found = whole(session, &request(ReferenceTarget::TypeName(full.clone()), 500, None));
        let rows = found.rows.into_iter().filter(|row| !row.file.ends_with(".cs"));
        let mut seen: Vec<(String, String)> = rows.map(|row| (row.file, row.field.unwrap_or_default())).collect();
        seen.sort();
        right.sort();
        assert_eq!(seen, right, "{name}: {full}");
    }
}

fn check(name: &str, seed: u64) {
    let found = compare(name, seed);
    println!("{name}: {found:?} objects");
    assert!(found.is_none_or(|found| found >= OBJECTS_HELD), "{name}: {found:?}");
}

#[test]
fn managed_references_of_cli_loop_match_independent_reader() {
    check("cli-loop", 1);
}

#[test]
fn managed_references_of_fluid_sim_match_independent_reader() {
    check("fluid-sim", 2);
}

#[test]
fn managed_references_of_mirror_examples_match_independent_reader() {
    check("mirror-examples", 3);
}

#[test]
fn managed_references_of_ui_effect_match_independent_reader() {
    check("ui-effect", 4);
}

#[test]
fn managed_references_of_univrm_viewer_match_independent_reader() {
    check("univrm-viewer", 5);
}
