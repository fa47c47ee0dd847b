//! Tests of the settings of the real projects, and of copies with random layers and collision matrices. The results are
//! compared with an independent reader (`settings_table.py`).

use super::*;
use serde_json::json;
use std::fs;
use tests_projects::Dice;

/// Number of copies of each project.
const COPIES: u64 = 2;
const LAYERS: usize = 32;

fn section(session: &mut Session, section: &str, name: &str) -> Value {
    let command = Command::GetSettings {
        section: section.to_owned(),
        max_bytes: PAGE_BYTES,
    };
    let section = match run(session, command).expect("a section").reply {
        Reply::Section(section) => section,
        other => panic!("{other:?}"),
    };
    assert_eq!(section.left_out, Vec::<String>::new(), "{}", section.name);
    let mut values = section.values.into_iter();
    let value = values.find(|(known, _)| known == name).expect(name).1;
    value.to_value().expect("JSON")
}

/// Returns the session's answers in the JSON form of the independent reader.
fn answer_json(root: &Path) -> Value {
    let mut session = open(root);
    let rows = |value: Value, parts: [&str; 2]| -> Value {
        let rows = value.as_array().expect("rows").iter();
        rows.map(|row| json!([row[parts[0]], row[parts[1]]])).collect()
    };
    let packages = rows(section(&mut session, "packages", "packages"), ["name", "version"]);
    let packages = packages.as_array().expect("rows").iter();
    let packages = packages.map(|row| (row[0].as_str().expect("a name").to_owned(), row[1].clone()));
    json!({
        "build": rows(section(&mut session, "build", "scenes"), ["path", "enabled"]),
        "layers": rows(section(&mut session, "layers", "layers"), ["number", "name"]),
        "tags": section(&mut session, "tags", "tags"),
        "physics": section(&mut session, "physics", "layerCollisionMatrix"),
        "physics_2d": section(&mut session, "physics_2d", "layerCollisionMatrix"),
        "packages": packages.collect::<serde_json::Map<_, _>>(),
        "sorting_layers": session.library.project().settings.sorting_layers,
    })
}

/// Replaces the value of a field that is on one line of the text.
fn replace(text: &str, field: &str, value: &str) -> String {
    let start = text.find(&format!("  {field}: ")).expect(field) + field.len() + 4;
    let end = start + text[start..].find('\n').expect("a line");
    format!("{}{value}{}", &text[..start], &text[end..])
}

/// Returns a random symmetric matrix of 32 x 32 bits as hexadecimal digits, with the lowest byte of a row first.
fn matrix(dice: &mut Dice) -> String {
    let mut rows = [u32::MAX; LAYERS];
    for _ in 0..dice.throw(40) {
        let (one, other) = (dice.throw(LAYERS), dice.throw(LAYERS));
        rows[one] &= !(1 << other);
        rows[other] &= !(1 << one);
    }
    rows.iter().map(|row| tests_projects::hex(&row.to_le_bytes())).collect()
}

/// Gives each layer after the built-in ones a unique name, a shared name, or no name.
fn layers(text: &str, dice: &mut Dice) -> String {
    let start = text.find("  layers:\n").expect("layers") + "  layers:\n".len();
    let end = text.find("  m_SortingLayers:").expect("sorting layers");
    let rows = (0..LAYERS).map(|at| match at {
        0 => "  - Default\n".to_owned(),
        1 => "  - TransparentFX\n".to_owned(),
        2 => "  - Ignore Raycast\n".to_owned(),
        4 => "  - Water\n".to_owned(),
        5 => "  - UI\n".to_owned(),
        _ if dice.throw(2) == 0 => "  - \n".to_owned(),
        // Few names for many layers: some layers share one.
        _ if dice.throw(3) == 0 => format!("  - Team {}\n", dice.throw(3)),
        _ => format!("  - Layer {at}\n"),
    });
    let rows: String = rows.collect();
    format!("{}{rows}{}", &text[..start], &text[end..])
}

#[test]
fn real_and_random_project_settings_match_independent_reader() {
    let mut dice = Dice::new(35);
    for (name, root) in projects() {
        let Some(second) = tests_projects::second_reader("settings_table.py", &root) else {
            return;
        };
        assert_eq!(answer_json(&root), second, "{name}");
        let copy = tempfile::tempdir().expect("a temporary folder");
        for folder in ["ProjectSettings", "Packages"] {
            tests_projects::copy(&root.join(folder), &copy.path().join(folder), |bytes| bytes);
        }
        fs::create_dir_all(copy.path().join("Assets")).expect("a folder");
        for turn in 0..COPIES {
            for file in ["DynamicsManager", "Physics2DSettings", "TagManager"] {
                let path = format!("ProjectSettings/{file}.asset");
                let text = fs::read_to_string(root.join(&path)).expect("a text");
                let text = match file {
                    "TagManager" => layers(&text, &mut dice),
                    _ => replace(&text, "m_LayerCollisionMatrix", &matrix(&mut dice)),
                };
                fs::write(copy.path().join(path), text).expect("a written file");
            }
            let second = tests_projects::second_reader("settings_table.py", copy.path()).expect("Python");
            assert_eq!(answer_json(copy.path()), second, "{name}, copy {turn}");
        }
    }
}
