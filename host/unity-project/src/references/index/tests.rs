//! Tests of uses in small projects and of the files that are read again after a change. All guids of the real projects
//! are compared with a plain byte search.

mod by_name;

use super::*;
use crate::references::files;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::time::SystemTime;
use tests_projects::{TinyProject, guid, instance, objects};
use unity_yaml::Guid;

const MEMORY: usize = 64 * 1024 * 1024;

fn library(root: &Path) -> Library {
    Library::new(Arc::new(Project::open(root).expect("a project")))
}

/// Builds the whole index; returns the number of files that were read and not reused.
fn make(index: &mut ReferenceIndex, root: &Path) -> usize {
    let mut library = library(root);
    index.begin(&library);
    let mut read = 0;
    while index.is_under_way() {
        let before = std::mem::take(&mut index.is_new);
        index.go_on(&mut library, &mut || true);
        read += usize::from(index.is_new);
        index.is_new |= before;
    }
    read
}

fn make_index(root: &Path) -> ReferenceIndex {
    let mut index = ReferenceIndex::new(None, MEMORY);
    make(&mut index, root);
    index
}

/// Returns the uses of the key, each as `file path component:Type field`.
fn uses_of(index: &ReferenceIndex, key: Key) -> Vec<String> {
    let users = index.users(key).map(|user| {
        let spot = user.spot.map(|(spot, path)| {
            let component = spot.component.map(|(at, kind)| match kind {
                Type::Engine(_, name) => format!(" {at}:{name}"),
                Type::Script(script) => format!(" {at}:script {}", script.file.guid.0 & 0xf),
            });
            format!(" {path}{}", component.unwrap_or_default())
        });
        let field = user.field.map(|field| format!(" .{field}"));
        format!("{}{}{}", user.file, spot.unwrap_or_default(), field.unwrap_or_default())
    });
    users.collect()
}

fn asset(digit: char) -> Key {
    Key::Asset(Guid::parse(&guid(digit)).expect("a guid"))
}

/// Creates a project with a script, a material, a prefab that uses both, and a scene with two instances of the prefab.
fn project() -> TinyProject {
    let project = TinyProject::new();
    let (script, material) = (guid('1'), guid('2'));
    project.asset(
        "Assets/Lamp.cs",
        &script,
        "class Lamp : MonoBehaviour { Bulb bulb; /* Wire */ }",
    );
    project.asset("Assets/Bulb.cs", &guid('7'), "class Bulb {}");
    project.asset(
        "Assets/Red.mat",
        &material,
        "%YAML 1.1\n--- !u!21 &2100000\nMaterial:\n  m_Name: Red\n",
    );
    let lamp = objects(&[(10, "Lamp", 0), (20, "Light", 10)]).replacen(
        "  - component: {fileID: 11}\n",
        "  - component: {fileID: 11}\n  - component: {fileID: 12}\n  - component: {fileID: 13}\n",
        1,
    ) + &format!(
        "--- !u!114 &12\nMonoBehaviour:\n  m_GameObject: {{fileID: 10}}\n  m_Script: {{fileID: 11500000, guid: {script}, type: 3}}\n  rows:\n  - mat: {{fileID: 2100000, guid: {material}, type: 2}}\n    other: {{fileID: 20}}\n  address:\n    m_AssetGUID: {material}\n--- !u!20 &13\nCamera:\n  m_GameObject: {{fileID: 10}}\n"
    );
    project.asset("Assets/Lamp.prefab", &guid('3'), &lamp);
    let row = |target: i64, path: &str, reference: &str| {
        format!(
            "    - target: {{fileID: {target}, guid: {}, type: 3}}\n      propertyPath: {path}\n      value: \n      objectReference: {reference}\n",
            guid('3')
        )
    };
    let used = format!("{{fileID: 2100000, guid: {material}, type: 2}}");
    let scene = objects(&[(1, "Root", 0)])
        + &instance(1_000, &guid('3'), 2, &[]).replace(
            "m_Modifications: []\n",
            &format!(
                "m_Modifications:\n{}{}",
                row(12, "rows.Array.data[0].mat", &used),
                row(99, "gone", &used)
            ),
        );
    project.asset("Assets/Main.unity", &guid('4'), scene);
    project.asset(
        "Assets/Game.asmdef",
        &guid('5'),
        format!(
            "\u{feff}{{\"name\": \"Game\", \"references\": [\"GUID:{}\", \"Tools\"]}}",
            guid('6')
        ),
    );
    project.asset("Assets/Tools/Tools.asmdef", &guid('6'), "{\"name\": \"Tools\"}");
    project.write("Assets/Model.fbx", "");
    project.write(
        "Assets/Model.fbx.meta",
        format!(
            "fileFormatVersion: 2\nguid: {}\nModelImporter:\n  externalObjects:\n  - first:\n      name: Red\n    second: {used}\n",
            guid('8')
        ),
    );
    project.write(
        "ProjectSettings/EditorBuildSettings.asset",
        format!(
            "%YAML 1.1\n--- !u!1045 &1\nEditorBuildSettings:\n  m_Scenes:\n  - enabled: 1\n    path: Assets/Main.unity\n    guid: {}\n",
            guid('4')
        ),
    );
    project.asset(
        "Assets/States.controller",
        &guid('9'),
        format!(
            "%YAML 1.1\n--- !u!1102 &-5\nAnimatorState:\n  m_Name: Walk\n  m_Motion: {used}\n--- !u!91 &9100000\nAnimatorController:\n  m_Name: S\n"
        ),
    );
    project
}

#[test]
fn reports_users_with_object_component_and_field() {
    let project = project();
    let index = make_index(project.root());
    assert_eq!(
        uses_of(&index, asset('2')),
        [
            "Assets/Lamp.prefab /Lamp 1:script 1 .rows[0].mat",
            "Assets/Lamp.prefab /Lamp 1:script 1 .address.m_AssetGUID",
            "Assets/Main.unity /Root/Lamp 1:script 1 .rows[0].mat",
            "Assets/Main.unity /Root/Lamp .gone",
            "Assets/Model.fbx.meta .ModelImporter.externalObjects[0].second",
            "Assets/States.controller .AnimatorState(Walk).m_Motion",
        ]
    );
    assert_eq!(
        uses_of(&index, asset('1')),
        ["Assets/Lamp.prefab /Lamp 1:script 1 .m_Script"]
    );
    assert_eq!(
        uses_of(&index, asset('3')),
        ["Assets/Main.unity /Root/Lamp .m_SourcePrefab"]
    );
    assert_eq!(
        uses_of(&index, asset('4')),
        ["ProjectSettings/EditorBuildSettings.asset .m_Scenes[0].guid"]
    );
    assert_eq!(uses_of(&index, asset('6')), ["Assets/Game.asmdef .references[0]"]);
    assert_eq!(
        uses_of(&index, Key::assembly("Tools")),
        ["Assets/Game.asmdef .references[1]"]
    );
    assert_eq!(uses_of(&index, Key::Class(20)), ["Assets/Lamp.prefab /Lamp 2:Camera"]);
    assert_eq!(
        index.naming("Bulb").collect::<Vec<_>>(),
        ["Assets/Bulb.cs", "Assets/Lamp.cs"]
    );
    assert_eq!(index.naming("Wire").count(), 0);
    assert_eq!(index.unread_files().len(), 0);
}

#[test]
fn rereads_only_changed_files() {
    let project = project();
    let old = SystemTime::now() - std::time::Duration::from_secs(60);
    age(project.root(), old);
    let folder = tempfile::tempdir().expect("a folder");
    let new = || ReferenceIndex::new(Some(folder.path().to_owned()), MEMORY);
    let mut index = new();
    let all = make(&mut index, project.root());
    assert_eq!(all, index.progress().1);
    assert_eq!(make(&mut index, project.root()), 0);
    // Another run reuses the stored index.
    let mut second = new();
    assert_eq!(make(&mut second, project.root()), 0);
    assert_eq!(uses_of(&second, asset('2')), uses_of(&index, asset('2')));
    // The scene was expanded with the prefab, so both are read again.
    let lamp = std::fs::read_to_string(project.root().join("Assets/Lamp.prefab")).expect("text");
    project.write("Assets/Lamp.prefab", lamp.replace("m_Name: Lamp", "m_Name: Torch"));
    let mut third = new();
    assert_eq!(make(&mut third, project.root()), 2);
    assert_eq!(
        uses_of(&third, asset('3')),
        ["Assets/Main.unity /Root/Torch .m_SourcePrefab"]
    );
    // A session reports the change, even if neither size nor time shows it.
    project.write("Assets/Lamp.prefab", &lamp);
    age(project.root(), old);
    index.disk_changed(&change("Assets/Lamp.prefab"));
    assert_eq!(make(&mut index, project.root()), 2);
    project.remove("Assets/Main.unity");
    project.remove("Assets/Main.unity.meta");
    index.disk_changed(&change("Assets/Main.unity"));
    make(&mut index, project.root());
    assert!(uses_of(&index, asset('3')).is_empty());
}

fn change(path: &str) -> DiskChange {
    DiskChange {
        assets: BTreeSet::from([path.to_owned()]),
        ..DiskChange::default()
    }
}

fn age(root: &Path, then: SystemTime) {
    for entry in walkdir::WalkDir::new(root) {
        let entry = entry.expect("listed");
        if entry.file_type().is_file() {
            let file = std::fs::File::options().write(true).open(entry.path());
            file.and_then(|file| file.set_modified(then)).expect("an old file");
        }
    }
}

#[test]
fn rereads_recently_changed_files() {
    let project = project();
    let folder = tempfile::tempdir().expect("a folder");
    let mut index = ReferenceIndex::new(Some(folder.path().to_owned()), MEMORY);
    make(&mut index, project.root());
    let mut second = ReferenceIndex::new(Some(folder.path().to_owned()), MEMORY);
    assert_eq!(make(&mut second, project.root()), second.progress().1);
}

#[test]
fn concurrent_hosts_leave_a_complete_index() {
    let project = project();
    age(project.root(), SystemTime::now() - std::time::Duration::from_secs(60));
    let folder = tempfile::tempdir().expect("a folder");
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..10 {
                    let mut index = ReferenceIndex::new(Some(folder.path().to_owned()), MEMORY);
                    // As if files had changed each time.
                    index.begin(&library(project.root()));
                    index.before.clear();
                    make(&mut index, project.root());
                    assert_eq!(uses_of(&index, asset('1')).len(), 1);
                }
            });
        }
    });
    let mut index = ReferenceIndex::new(Some(folder.path().to_owned()), MEMORY);
    assert_eq!(make(&mut index, project.root()), 0);
    assert_eq!(std::fs::read_dir(folder.path()).expect("listed").count(), 1);
}

#[test]
fn reports_files_that_are_unreadable_or_exceed_memory() {
    let project = project();
    let mut index = ReferenceIndex::new(None, 4 * 1024);
    make(&mut index, project.root());
    assert!(index.unread_files().len() > 0);
    assert!(index.unread_files().all(|(_, why)| why.contains("memory limit")));
    project.write("Assets/Main.unity", "\0\0\0binary");
    project.write("ProjectSettings/XRSettings.asset", "{\"m_SettingKeys\": []}");
    let index = make_index(project.root());
    let not_read: Vec<(&str, String)> = index.unread_files().collect();
    assert_eq!(not_read.len(), 1, "{not_read:?}");
    assert_eq!(not_read[0].0, "Assets/Main.unity");
}

/// Compares the index with the guids that a search for digits finds; placeholders of prefab parts are no uses.
#[test]
fn index_matches_guid_search_in_real_projects() {
    let Some(fixtures) = tests_projects::folder() else {
        return;
    };
    for (name, _) in tests_projects::expected(&fixtures) {
        let root = fixtures.join(&name);
        let index = make_index(&root);
        let project = Project::open(&root).expect("a project");
        let known: HashMap<String, Guid> = project
            .index
            .assets()
            .map(|(_, guid)| (guid.to_string(), guid))
            .collect();
        let mut searched: BTreeSet<(Guid, String)> = BTreeSet::new();
        for (path, uses) in &index.done {
            let file = files::locate(&project, path).expect("a file");
            let text = String::from_utf8_lossy(&std::fs::read(file).expect("bytes")).into_owned();
            let mut text = text.as_str();
            if path.ends_with(".meta") {
                // Its own.
                text = text
                    .split_once("guid: ")
                    .map_or("", |(_, rest)| rest.get(32..).unwrap_or_default());
            } else if uses.problem.is_some() || path.ends_with(".cs") {
                continue;
            }
            let documents = text.split("\n--- ");
            let own = documents.filter(|document| !document.lines().next().unwrap_or_default().ends_with("stripped"));
            for word in own.flat_map(|text| text.split(|letter: char| !letter.is_ascii_alphanumeric())) {
                if let Some(guid) = known.get(word) {
                    searched.insert((*guid, path.to_string()));
                }
            }
        }
        let mut indexed: BTreeSet<(Guid, String)> = BTreeSet::new();
        for guid in known.values() {
            indexed.extend(index.users(Key::Asset(*guid)).map(|user| (*guid, user.file.to_owned())));
        }
        assert!(!searched.is_empty(), "{name}");
        let only = |a: &BTreeSet<(Guid, String)>, b: &BTreeSet<(Guid, String)>| {
            a.difference(b)
                .map(|(guid, file)| format!("{} in {file}", project.index.path(*guid).unwrap_or_default()))
                .collect::<Vec<_>>()
        };
        assert_eq!(
            only(&indexed, &searched),
            Vec::<String>::new(),
            "{name}: not in the file"
        );
        assert_eq!(
            only(&searched, &indexed),
            Vec::<String>::new(),
            "{name}: not in the index"
        );
    }
}
