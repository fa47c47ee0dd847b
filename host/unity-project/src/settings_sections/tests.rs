//! Tests of the content of each settings section, and of the layer matrices of the real projects bit by bit.

use super::*;
use tests_projects::TinyProject;

fn library(root: &std::path::Path) -> Library {
    Library::new(Arc::new(Project::open(root).expect("a project")))
}

fn section(library: &mut Library, name: &str) -> Map<String, Value> {
    let (values, problems) = read(library, name).expect(name);
    assert_eq!(problems, Vec::<String>::new());
    values.into_iter().collect()
}

/// Returns the first lines of a file with one document of the class, as Unity writes them.
fn head(class: u32) -> String {
    format!("%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n--- !u!{class} &1\n")
}

/// Names of the settings files in these tests, with the class numbers of their documents.
const CLASSES: [(&str, u32); 5] = [
    ("EditorBuildSettings", 1045),
    ("DynamicsManager", 55),
    ("TimeManager", 5),
    ("ProjectSettings", 129),
    ("InputManager", 13),
];

#[test]
fn returns_settings_sections_from_files() {
    let project = TinyProject::new();
    let settings = |file: &str, text: &str| {
        let (_, class) = CLASSES.iter().find(|(name, _)| *name == file).expect("its class");
        project.write(&format!("ProjectSettings/{file}.asset"), head(*class) + text);
    };
    project.asset("Assets/A.unity", &tests_projects::guid('1'), "");
    settings(
        "EditorBuildSettings",
        "EditorBuildSettings:\n  m_Scenes:\n  - enabled: 0\n    path: Assets/B.unity\n  - enabled: 1\n    path: Assets/A.unity\n",
    );
    // Water collides with everything except UI; layer 8, which has no name, only with UI. The matrix has 32 rows of
    // four bytes.
    let mut rows = vec!["ffffffff"; 32];
    rows[4] = "dfffffff";
    rows[5] = "efffffff";
    rows[8] = "20000000";
    settings(
        "DynamicsManager",
        &format!(
            "PhysicsManager:\n  serializedVersion: 7\n  m_Gravity: {{x: 0, y: -9.81, z: 0}}\n  m_QueriesHitTriggers: 1\n  m_LayerCollisionMatrix: {}\n",
            rows.concat()
        ),
    );
    settings(
        "TimeManager",
        "TimeManager:\n  Fixed Timestep: 0.02\n  m_TimeScale: 1\n",
    );
    settings(
        "ProjectSettings",
        "PlayerSettings:\n  productName: 007\n  activeInputHandler: 2\n",
    );
    settings(
        "InputManager",
        "InputManager:\n  m_Axes:\n  - serializedVersion: 3\n    m_Name: Jump\n    snap: 0\n",
    );
    project.write(
        "Packages/manifest.json",
        r#"{"dependencies": {"com.unity.ugui": "1.0.0", "com.unity.modules.ui": "1.0.0"}}"#,
    );
    project.asset(
        "Assets/Keys.inputactions",
        &tests_projects::guid('2'),
        r#"{"maps": [{"name": "Play", "actions": [{"name": "Fire", "type": "Button"}], "bindings": [{"path": "<Mouse>/leftButton", "action": "Fire"}, {"path": "2DVector", "action": "Fire"}]}]}"#,
    );
    let mut library = library(project.root());
    assert_eq!(
        section(&mut library, "build")["scenes"],
        json!([
            {"path": "Assets/B.unity", "enabled": false, "build_index": null, "exists": false},
            {"path": "Assets/A.unity", "enabled": true, "build_index": 0, "exists": true},
        ])
    );
    let physics = section(&mut library, "physics");
    assert_eq!(
        (&physics["gravity"], &physics["queriesHitTriggers"]),
        (&json!([0, -9.81, 0]), &json!(true))
    );
    // Objects can be on layers without a name, which have numbers.
    let all_but = |layer: usize| {
        let named = [
            (0, "Default"),
            (1, "TransparentFX"),
            (2, "Ignore Raycast"),
            (4, "Water"),
            (5, "UI"),
        ];
        let name = |at: usize| {
            named
                .iter()
                .find(|(number, _)| *number == at)
                .map(|(_, name)| json!(name))
        };
        let others = (0..32).filter(|at| *at != layer);
        others.map(|at| name(at).unwrap_or(json!(at))).collect::<Value>()
    };
    assert_eq!(
        physics["layerCollisionMatrix"],
        json!({
            "Default": ["Everything"],
            "TransparentFX": ["Everything"],
            "Ignore Raycast": ["Everything"],
            "Water": all_but(5),
            "UI": all_but(4),
            "8": ["UI"],
        })
    );
    let time = section(&mut library, "time");
    assert_eq!((&time["fixedDeltaTime"], &time["timeScale"]), (&json!(0.02), &json!(1)));
    assert_eq!(section(&mut library, "player")["productName"], json!("007"));
    let input = section(&mut library, "input");
    assert_eq!(input["activeInputHandler"], json!("Both"));
    assert_eq!(input["axes"], json!([{"name": "Jump", "snap": false}]));
    assert_eq!(
        input["actions"],
        json!([{"path": "Assets/Keys.inputactions", "maps": [
            {"name": "Play", "actions": [{"name": "Fire", "type": "Button", "bindings": ["<Mouse>/leftButton"]}]},
        ]}])
    );
    assert_eq!(
        section(&mut library, "packages")["packages"],
        json!([
            {"name": "com.unity.modules.ui", "version": "1.0.0", "here": null},
            {"name": "com.unity.ugui", "version": "1.0.0", "here": false},
        ])
    );
    assert_eq!(section(&mut library, "tags")["tags"][0], json!("Untagged"));
    assert_eq!(
        section(&mut library, "layers")["layers"][3],
        json!({"number": 4, "name": "Water"})
    );
    assert!(read(&mut library, "sound").is_none());
    // A file that does not exist is reported, and is no error.
    let (values, problems) = read(&mut library, "quality").expect("known");
    assert!(
        values.is_empty() && problems[0].starts_with("ProjectSettings/QualitySettings.asset"),
        "{problems:?}"
    );
}

#[test]
fn lists_layers_with_duplicate_names_in_separate_rows() {
    let project = TinyProject::new();
    let mut layers = vec![""; 32];
    for (layer, name) in [(0, "Default"), (8, "Twin"), (9, "Twin"), (10, "Twin (8)"), (11, "12")] {
        layers[layer] = name;
    }
    let layers: String = layers.iter().map(|name| format!("  - {name}\n")).collect();
    project.write(
        "ProjectSettings/TagManager.asset",
        head(78) + "TagManager:\n  tags: []\n  layers:\n" + &layers,
    );
    // Layer 8 collides only with 9, 9 with 8 and 10, 12 with 11; each row has its lowest byte first.
    let mut rows = vec!["ffffffff"; 32];
    rows[8] = "00020000";
    rows[9] = "00050000";
    rows[12] = "00080000";
    project.write(
        "ProjectSettings/DynamicsManager.asset",
        head(55)
            + &format!(
                "PhysicsManager:\n  serializedVersion: 7\n  m_LayerCollisionMatrix: {}\n",
                rows.concat()
            ),
    );
    let mut library = library(project.root());
    assert_eq!(
        section(&mut library, "physics")["layerCollisionMatrix"],
        json!({
            "Default": ["Everything"],
            "Twin (8)": ["Twin (9)"],
            "Twin (9)": ["Twin (8)", "Twin (8) (10)"],
            "Twin (8) (10)": ["Everything"],
            "12 (11)": ["Everything"],
            "12": ["12 (11)"],
        })
    );
}

#[test]
fn returns_values_or_problems_for_each_section_of_real_projects() {
    let Some(fixtures) = tests_projects::folder() else {
        return;
    };
    for (name, _) in tests_projects::expected(&fixtures) {
        let mut library = library(&fixtures.join(&name));
        for section in names() {
            let (values, problems) = read(&mut library, section).expect(section);
            assert!(!values.is_empty() || !problems.is_empty(), "{name} {section}");
        }
    }
}
