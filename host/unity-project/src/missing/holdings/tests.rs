//! Tests whether an asset contains an id, lacks it, or only Unity knows. They also compare all references of whole
//! projects with an independent second reader (`tests/fixtures/readers/references.py`).

use super::*;
use crate::expand::DEFAULT_MEMORY;
use crate::missing::{Spot, Wrong, check_source};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use tests_projects::{TinyProject, guid, instance, objects};
use unity_files::Project;

fn imported(project: &TinyProject, path: &str, guid: &str, importer: &str, content: &str) {
    project.write(path, content);
    project.write(
        &format!("{path}.meta"),
        format!("fileFormatVersion: 2\nguid: {guid}\n{importer}"),
    );
}

const NATIVE: &str = "NativeFormatImporter:\n  mainObjectFileID: 0\n";
const PREFABS: &str = "PrefabImporter:\n  externalObjects: {}\n";

fn library(folder: &TinyProject, memory: usize) -> Library {
    let project = Project::open(folder.root()).expect("a project");
    Library::with_memory(Arc::new(project), memory)
}

/// Creates a project with three levels of nested prefabs, a model, pictures and a script.
fn project() -> TinyProject {
    let project = TinyProject::new();
    let inner = objects(&[(10, "Inner", 0), (20, "Gone", 10)]);
    imported(&project, "Assets/Inner.prefab", &guid('1'), PREFABS, &inner);
    let middle = objects(&[(30, "Middle", 0)])
        + &instance(1_000, &guid('1'), 31, &[]).replace(
            "m_RemovedComponents: []",
            &format!(
                "m_RemovedGameObjects:\n    - {{fileID: 20, guid: {}, type: 3}}",
                guid('1')
            ),
        );
    imported(&project, "Assets/Middle.prefab", &guid('2'), PREFABS, &middle);
    let head = "%YAML 1.1\n";
    let outer = head.to_owned() + &instance(5_000, &guid('2'), 0, &[]);
    imported(&project, "Assets/Outer.prefab", &guid('3'), PREFABS, &outer);
    let of_model = head.to_owned() + &instance(7_000, &guid('5'), 0, &[]);
    imported(&project, "Assets/OfModel.prefab", &guid('4'), PREFABS, &of_model);
    let model = "ModelImporter:\n  fileIDToRecycleName:\n    4300000: Body\n    -77: Arm\n  externalObjects:\n    4300002: no\n";
    imported(&project, "Assets/Model.fbx", &guid('5'), model, "");
    let sheet = "TextureImporter:\n  internalIDToNameTable:\n  - first:\n      213: -500\n    second: a\n  - first:\n      213: 600\n    second: 213:601\n  externalObjects: {}\n  spriteMode: 2\n  spriteSheet:\n    sprites:\n    - serializedVersion: 2\n      internalID: 700\n";
    imported(&project, "Assets/Sheet.png", &guid('6'), sheet, "");
    imported(
        &project,
        "Assets/One.png",
        &guid('7'),
        "TextureImporter:\n  spriteMode: 1\n",
        "",
    );
    imported(
        &project,
        "Assets/Lamp.cs",
        &guid('8'),
        "MonoImporter:\n  externalObjects: {}\n",
        "",
    );
    let material = "%YAML 1.1\n--- !u!21 &2100000\nMaterial:\n  m_Name: A\n";
    imported(&project, "Assets/A.mat", &guid('9'), NATIVE, material);
    imported(
        &project,
        "Assets/Lfs.mat",
        &guid('a'),
        NATIVE,
        "version https://git-lfs.github.com/spec/v1\n",
    );
    project.write("Assets/Away.mat.meta", format!("guid: {}\n{NATIVE}", guid('b')));
    imported(
        &project,
        "Assets/S.unity",
        &guid('c'),
        "DefaultImporter:\n",
        &objects(&[(1, "Root", 0)]),
    );
    // Two that contain each other.
    imported(
        &project,
        "Assets/Snake.prefab",
        &guid('d'),
        PREFABS,
        &instance(3, &guid('e'), 0, &[]),
    );
    imported(
        &project,
        "Assets/Tail.prefab",
        &guid('e'),
        PREFABS,
        &instance(4, &guid('d'), 0, &[]),
    );
    project
}

/// The path of an asset, ids that it contains, ids that it does not contain, and ids that only Unity knows.
type Row<'a> = (&'a str, &'a [i64], &'a [i64], &'a [i64]);

#[test]
fn classifies_ids_as_present_missing_or_uncheckable() {
    let folder = project();
    let mut library = library(&folder, DEFAULT_MEMORY);
    let mut holdings = Holdings::default();
    let rows: [Row; 13] = [
        ("Inner.prefab", &[10, 21, PREFAB], &[12, -10, 1_000], &[]),
        (
            "Middle.prefab",
            &[30, 1_000, 1_000 ^ 10],
            &[10, 1_000 ^ 20, 1_000 ^ 12],
            &[],
        ),
        (
            "Outer.prefab",
            &[5_000, 5_000 ^ 30, 5_000 ^ 1_000 ^ 10],
            &[10, 5_000 ^ 1_000 ^ 20],
            &[],
        ),
        (
            "OfModel.prefab",
            &[7_000, 7_000 ^ 100_000, 7_000 ^ 4_300_000],
            &[],
            &[12, 7_000 ^ 4_300_002],
        ),
        ("Model.fbx", &[100_000, PREFAB, 4_300_000, -77], &[], &[4_300_002, 12]),
        ("Sheet.png", &[2_800_000, -500, 600, 700], &[], &[21_300_000, 601, 213]),
        ("One.png", &[2_800_000, 21_300_000], &[], &[5]),
        ("Lamp.cs", &[11_500_000], &[11_400_000], &[]),
        ("A.mat", &[2_100_000], &[2_100_001, PREFAB], &[]),
        ("Lfs.mat", &[], &[], &[2_100_000]),
        ("S.unity", &[DEFAULT, 1, 2], &[3], &[]),
        ("Snake.prefab", &[3, 3 ^ 4], &[], &[9]),
        ("NoMeta.mat", &[], &[], &[1]),
    ];
    for (name, held, missing, untold) in rows {
        for (ids, expected) in [(held, Holds::Yes), (missing, Holds::No), (untold, Holds::Untold)] {
            for id in ids {
                let path = format!("Assets/{name}");
                assert_eq!(holdings.check_id(&mut library, &path, *id), expected, "{name} {id}");
            }
        }
    }
}

/// The `.meta` alone shows the main object of a picture.
#[test]
fn returns_only_meta_for_asset_without_its_file() {
    let folder = project();
    std::fs::remove_file(folder.root().join("Assets/One.png")).expect("there");
    std::fs::remove_file(folder.root().join("Assets/Inner.prefab")).expect("there");
    let mut library = library(&folder, DEFAULT_MEMORY);
    let mut holdings = Holdings::default();
    for (name, id) in [("Away.mat", 2_100_000), ("One.png", 2_800_000), ("Inner.prefab", 10)] {
        let path = format!("Assets/{name}");
        assert_eq!(holdings.check_id(&mut library, &path, id), Holds::OnlyMeta, "{name}");
    }
    assert_eq!(
        holdings.check_id(&mut library, "Assets/Outer.prefab", 5_000),
        Holds::Yes
    );
    assert_eq!(holdings.check_id(&mut library, "Assets/A.mat", 2_100_000), Holds::Yes);
}

#[test]
fn skips_file_beyond_budget_and_releases_budget_of_others() {
    const MEMORY: usize = 64 * 1024;
    let folder = project();
    let large = objects(&[(10, "Large", 0)]) + &"#".repeat(MEMORY);
    imported(&folder, "Assets/Large.prefab", &guid('e'), PREFABS, &large);
    let (mut small, mut enough) = (library(&folder, MEMORY), library(&folder, DEFAULT_MEMORY));
    for (library, large) in [(&mut small, Holds::Untold), (&mut enough, Holds::Yes)] {
        let mut holdings = Holdings::default();
        assert_eq!(holdings.check_id(library, "Assets/Large.prefab", 10), large);
        // Budget that was taken for the others is returned each time.
        for _ in 0..1_000 {
            let mut holdings = Holdings::default();
            assert_eq!(holdings.check_id(library, "Assets/A.mat", 2_100_000), Holds::Yes);
        }
    }
}

/// The project has thirty prefabs, each with ten instances of the next one: 10³⁰ objects.
#[test]
fn leaves_ids_uncheckable_beyond_the_prefab_limit() {
    let folder = TinyProject::new();
    for level in 0..30 {
        let rows: String = (1..=10)
            .map(|id| instance(id << (level + 4), &format!("{:032x}", level + 2), 0, &[]))
            .collect();
        let (path, own) = (format!("Assets/L{level}.prefab"), format!("{:032x}", level + 1));
        imported(&folder, &path, &own, PREFABS, &format!("%YAML 1.1\n{rows}"));
    }
    let last = objects(&[(10, "Last", 0)]);
    imported(&folder, "Assets/Last.prefab", &format!("{:032x}", 31), PREFABS, &last);
    let mut library = library(&folder, DEFAULT_MEMORY);
    let mut holdings = Holdings::default();
    assert_eq!(holdings.check_id(&mut library, "Assets/L0.prefab", 5), Holds::Untold);
    assert_eq!(
        holdings.check_id(&mut library, "Assets/L29.prefab", (1 << 33) ^ 10),
        Holds::Yes
    );
    assert!(holdings.kept <= MAX_KEPT, "{}", holdings.kept);
}

/// A missing reference: file, document id, field and target id.
type Lost = (String, u64, String, i64);

/// A component whose script was deleted: file, document id and guid.
type Gone = (String, u64, String);

/// Returns missing references, the number of uncheckable references in each file, and components with a deleted script.
fn table(root: &Path, files: &[String]) -> (Vec<Lost>, BTreeMap<String, u64>, Vec<Gone>) {
    let project = Arc::new(Project::open(root).expect("a project"));
    let mut library = Library::new(Arc::clone(&project));
    let mut holdings = Holdings::default();
    let (mut lost, mut untold, mut gone) = (Vec::new(), BTreeMap::new(), Vec::new());
    for file in files {
        let Ok(source) = project.read(file).and_then(|bytes| Ok(Source::new(file, bytes)?)) else {
            continue;
        };
        let found = check_source(&source, &mut library, &mut holdings, None);
        if found.untold > 0 {
            untold.insert(file.clone(), found.untold);
        }
        for one in found.found {
            if let Wrong::ScriptGone(path) = &one.wrong {
                let guid = project.index.guid(path).expect("a guid").to_string();
                gone.push((file.clone(), u64::from(one.document), guid));
            }
            let Wrong::NotHeld(id, _) = one.wrong else { continue };
            let field = match one.spot {
                Spot::Script => continue,
                Spot::Field(path) => path,
                Spot::Override { target, path, .. } => format!("{target}:{path}"),
            };
            lost.push((file.clone(), u64::from(one.document), field, id));
        }
    }
    lost.sort();
    (lost, untold, gone)
}

/// Compares all results for a project with those of the second reader. Returns the numbers of present, missing and
/// uncheckable references, and of deleted scripts; `None` if the second reader is not available.
fn compare(root: &Path) -> Option<[usize; 4]> {
    let second = tests_projects::second_reader("references.py", root)?;
    let rows = |key: &str| second[key].as_array().expect("rows").clone();
    let text = |row: &Value, at: usize| row[at].as_str().expect("a text").to_owned();
    let mut lost: Vec<_> = rows("lost")
        .iter()
        .map(|row| {
            let document = row[1].as_u64().expect("a position");
            (text(row, 0), document, text(row, 2), row[3].as_i64().expect("an id"))
        })
        .collect();
    lost.sort();
    let mut untold: BTreeMap<String, u64> = BTreeMap::new();
    for row in rows("untold") {
        *untold.entry(text(&row, 0)).or_default() += 1;
    }
    let files: Vec<String> = rows("files")
        .iter()
        .map(|row| row.as_str().expect("a path").to_owned())
        .collect();
    let gone = rows("gone");
    let gone = gone
        .iter()
        .map(|row| (text(row, 0), row[1].as_u64().expect("a position"), text(row, 2)));
    assert_eq!(
        table(root, &files),
        (lost, untold, gone.collect()),
        "{}",
        root.display()
    );
    let held = usize::try_from(second["held"].as_u64().expect("a number")).expect("a number");
    Some([held, rows("lost").len(), rows("untold").len(), rows("gone").len()])
}

#[test]
fn real_project_references_match_second_reader() {
    let Some(folder) = tests_projects::folder() else { return };
    let mut counts = Vec::new();
    for (name, _) in tests_projects::expected(&folder) {
        let Some(count) = compare(&folder.join(&name)) else {
            return;
        };
        counts.push((name, count));
    }
    println!("held, missing, unknown: {counts:?}");
    assert_eq!(counts.len(), 5);
    // These projects have no errors: real users work with them.
    assert!(counts.iter().all(|(_, count)| count[1] == 0), "{counts:?}");
    assert!(
        counts.iter().map(|(_, count)| count[0]).sum::<usize>() > 400,
        "{counts:?}"
    );
}

#[test]
fn references_of_every_kind_match_second_reader() {
    let folder = project();
    let mut rows = String::new();
    for (digit, ids) in [
        ('1', [10, 12, PREFAB]),
        ('2', [1_000 ^ 10, 1_000 ^ 20, 7]),
        ('3', [5_000 ^ 1_000 ^ 10, 5_000 ^ 1_000 ^ 20, -1]),
        ('4', [7_000, 8, 9]),
        ('5', [-77, 77, 100_000]),
        ('6', [700, 600, 213]),
        ('7', [21_300_000, 1, 2]),
        ('8', [11_500_000, 1, 2]),
        ('9', [2_100_000, 1, 2]),
        ('a', [1, 2, 3]),
        ('c', [DEFAULT, 1, 99]),
    ] {
        for id in ids {
            rows += &format!("  - {{fileID: {id}, guid: {}, type: 3}}\n", guid(digit));
        }
    }
    let body = format!(
        "--- !u!114 &9\nMonoBehaviour:\n  m_Script: {{fileID: 11500000, guid: {}, type: 3}}\n  list:\n{rows}",
        guid('8')
    );
    imported(
        &folder,
        "Assets/Z.asset",
        &guid('f'),
        NATIVE,
        &format!("%YAML 1.1\n{body}"),
    );
    let script = format!("{:032x}", 0xabc);
    let lost_script =
        format!("--- !u!114 &10\nMonoBehaviour:\n  m_Script: {{fileID: 11500000, guid: {script}, type: 3}}\n");
    folder.write("Assets/Lost.cs.meta", format!("guid: {script}\nMonoImporter:\n"));
    imported(
        &folder,
        "Assets/Y.asset",
        &format!("{:032x}", 0xabd),
        NATIVE,
        &format!("%YAML 1.1\n{lost_script}"),
    );
    let Some([held, lost, untold, gone]) = compare(folder.root()) else {
        return;
    };
    assert_eq!(gone, 1);
    assert!(held > 12 && lost >= 9 && untold >= 8, "{held} {lost} {untold}");
}
