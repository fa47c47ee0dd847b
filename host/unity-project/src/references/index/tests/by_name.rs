//! Tests that compare uses by name with the results of an independent second reader.

use super::*;
use std::collections::BTreeMap;

/// Returns the number of uses of the key in each file.
fn count_uses(index: &ReferenceIndex, key: Key) -> BTreeMap<String, u64> {
    let mut files = BTreeMap::new();
    for user in index.users(key) {
        *files.entry(user.file.to_owned()).or_default() += 1;
    }
    files
}

/// Compares all uses by name in one project; returns the number of names, or `None` without the second reader.
fn compare(root: &Path) -> Option<usize> {
    let second = tests_projects::second_reader("by_name.py", root)?;
    let index = make_index(root);
    let mut names = 0;
    for (table, key) in [("methods", Key::method as fn(&str) -> Key), ("classes", Key::managed)] {
        let expected = second
            .get(table)
            .and_then(serde_json::Value::as_object)
            .expect("a table");
        for (name, files) in expected {
            let files: BTreeMap<String, u64> = serde_json::from_value(files.clone()).expect("counts");
            assert_eq!(
                count_uses(&index, key(name)),
                files,
                "{}: {table}: {name}",
                root.display()
            );
            names += 1;
        }
        // No file uses a name that the second reader did not find.
        let of_table = |key: &Key| match table {
            "methods" => matches!(key, Key::Method(_)),
            _ => matches!(key, Key::Managed(_)),
        };
        let all = index.by_key.keys().filter(|key| of_table(key)).count();
        assert_eq!(all, expected.len(), "{}: {table}", root.display());
    }
    let paths = Project::open(root).expect("a project");
    let mut expected: BTreeMap<Key, BTreeMap<String, u64>> = BTreeMap::new();
    for row in second["addresses"].as_array().expect("rows") {
        let (file, to) = (row[0].as_str().expect("a file"), row[2].as_str().expect("an address"));
        let key = match Guid::parse(to) {
            Some(guid) if paths.index.path(guid).is_some() => Key::Asset(guid),
            Some(_) => continue,
            None => Key::path(to),
        };
        *expected.entry(key).or_default().entry(file.to_owned()).or_default() += 1;
        names += 1;
    }
    for (key, files) in expected {
        let mut found = count_uses(&index, key);
        found.retain(|file, _| crate::ui_files::is_ui_file(file));
        assert_eq!(found, files, "{}: {key:?}", root.display());
    }
    Some(names)
}

#[test]
fn names_in_real_projects_match_second_reader() {
    let Some(folder) = tests_projects::folder() else { return };
    let mut names = 0;
    for project in ["cli-loop", "fluid-sim", "mirror-examples", "ui-effect", "univrm-viewer"] {
        let Some(found) = compare(&folder.join(project)) else {
            return;
        };
        names += found;
    }
    assert!(names > 20, "{names}");
}

#[test]
fn names_of_every_kind_match_second_reader() {
    let project = TinyProject::new();
    let rows = "  references:\n    version: 2\n    RefIds:\n    - rid: 1\n      type: {class: Outer/Inner, ns: Shop, asm: Game}\n      data:\n        x: 1\n    - rid: 2\n      type: {class: 'Pool`1[[System.Int32, mscorlib]]', ns: , asm: Game}\n";
    let call = "  onOpen:\n    m_PersistentCalls:\n      m_Calls:\n      - m_Target: {fileID: 1}\n        m_MethodName: Open\n        m_Mode: 1\n      - m_Target: {fileID: 1}\n        m_MethodName: \n        m_Mode: 1\n";
    project.asset(
        "Assets/A.asset",
        &guid('1'),
        format!(
            "%YAML 1.1\n--- !u!114 &11400000\nMonoBehaviour:\n  part:\n    rid: 1\n{call}{}",
            rows.replace(
                "    - rid: 2\n      type: {class: 'Pool`1[[System.Int32, mscorlib]]', ns: , asm: Game}\n",
                ""
            )
        ),
    );
    project.asset(
        "Assets/W.anim",
        &guid('2'),
        "%YAML 1.1\n--- !u!74 &7400000\nAnimationClip:\n  m_Events:\n  - time: 0\n    functionName: Open\n  - time: 1\n    functionName: Step\n",
    );
    project.asset(
        "Assets/UI/Base.uss",
        &guid('3'),
        ".a { background-image: url(\"../pic.png\"); }\n@import 'Other.uss';\n",
    );
    project.asset(
        "Assets/UI/Row.uxml",
        &guid('4'),
        "<ui:UXML>\n<Style src=\"Base.uss\" />\n</ui:UXML>",
    );
    let mods = [
        (
            7,
            "onOpen.m_PersistentCalls.m_Calls.Array.data[0].m_MethodName",
            "Close",
        ),
        (7, "'managedReferences[9]'", "Game Shop.Crate"),
        (7, "'managedReferences[-2]'", ""),
    ];
    let scene = objects(&[(1, "Root", 0)]) + &instance(5, &guid('9'), 2, &mods);
    project.asset("Assets/S.unity", &guid('5'), scene);
    if let Some(names) = compare(project.root()) {
        assert_eq!(names, 3 + 2 + 3);
    }
}
