//! Tests of scans for missing references: findings in the sample project, cases without findings, and continuation.

mod calls;
mod classes;
mod kept;
mod links;
mod only_meta;
mod siblings;
mod ui;
mod unread_folder;

use crate::options::{OpenScenes, ProjectOptions};
use crate::session::Session;
use host_bridge::ReferenceProblem;
use host_bridge::ReferenceProblem::{BrokenReference, MissingScript, NotSearched, Unverifiable};
use host_bridge::{BridgeError, BridgeErrorKind, PageRequest, ReferenceFinding, Reply};
use host_project_query::references_scan::scan::bytes_of;
use host_project_watch::watch::WatchMode;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use tests_projects::{TinyProject, guid, instance, objects};
use unity_scripts::csharp_index::Gathered;

fn session(root: &Path) -> Session {
    let options = ProjectOptions {
        open: OpenScenes::Paths(Vec::new()),
        watch: WatchMode::Off,
        ..ProjectOptions::new(root)
    };
    Session::open(root, &options, &|_, _| true).expect("a project")
}

fn request(limit: u32, cursor: Option<String>) -> PageRequest {
    PageRequest {
        offset: 0,
        limit,
        max_bytes: 64 * 1024,
        cursor,
    }
}

/// Waits until the project's C# sources are parsed, and returns them.
pub(in crate::session) fn whole_csharp(session: &mut Session) -> Arc<Gathered> {
    loop {
        match session.gathered_csharp() {
            Ok(csharp) => return csharp,
            Err(_) => {
                let mut making = session.take_wait().expect("something to wait for");
                let runtime = tokio::runtime::Builder::new_current_thread()
                    .build()
                    .expect("a runtime");
                // A closed channel ends the wait as well.
                let _ = runtime.block_on(making.ended.wait_for(|ended| *ended));
            }
        }
    }
}

/// Returns all findings and notes of a scan in pages of `limit`. Each step scans one file.
pub(in crate::session) fn scan(session: &mut Session, limit: u32) -> (Vec<ReferenceFinding>, Vec<String>) {
    let (mut findings, mut notes, mut cursor, mut before) = (Vec::new(), Vec::new(), None, 0);
    let mut csharp = None;
    loop {
        let request = request(limit, cursor);
        let found = session
            .lookup()
            .missing_references_within(&request, csharp.as_ref(), &mut || true);
        let Some(replied) = found.expect("a page") else {
            assert!(csharp.is_none(), "it has what it asks for");
            csharp = Some(whole_csharp(session));
            cursor = request.cursor;
            continue;
        };
        notes.extend(replied.diagnostics);
        let Reply::References(page) = replied.reply else {
            panic!("no findings");
        };
        assert!(page.items.len() <= limit as usize);
        findings.extend(page.items);
        assert!(page.total >= findings.len() as u64);
        let (done, all) = page.scanned.expect("how far");
        assert!(done >= before && done <= all);
        before = done;
        cursor = page.next_cursor;
        if cursor.is_none() {
            assert_eq!((done, page.total), (all, findings.len() as u64));
            return (findings, notes);
        }
    }
}

fn sample() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/unity/sample")
}

#[test]
fn reports_exactly_the_deliberate_faults_of_the_sample() {
    let mut session = session(&sample());
    let (findings, notes) = scan(&mut session, 7);
    let main = "Assets/Scenes/Main.unity";
    let faults: Vec<_> = findings
        .iter()
        .filter(|finding| finding.problem != Unverifiable)
        .map(|finding| {
            assert_eq!(finding.path, main, "{}", finding.context);
            (
                finding.problem,
                finding.object_path.as_deref().unwrap_or_default(),
                finding.component_index,
                finding.member.as_deref(),
            )
        })
        .collect();
    assert_eq!(faults.len(), 3, "{faults:?}");
    assert!(faults.contains(&(MissingScript, "/Player", Some(1), None)));
    assert!(faults.contains(&(MissingScript, "/Player/Relic", Some(1), None)));
    let skin = faults.iter().find(|fault| fault.0 == BrokenReference).expect("one");
    assert_eq!((skin.1, skin.3), ("/Player", Some("skin")));
    let told = |part: &str| findings.iter().any(|finding| finding.context.contains(part));
    assert!(told(
        "PlayerController.skin on GameObject '/Player' refers to fileID 2100002 of Assets/Materials/Crate.mat"
    ));
    let unverifiable = |path: &str, object: &str, class: &str| {
        findings.iter().any(|finding| {
            finding.problem == Unverifiable
                && finding.path == path
                && finding.object_path.as_deref() == Some(object)
                && finding.context == format!("{class} belongs to a package that is not on disk")
        })
    };
    assert!(unverifiable(main, "/Player", "UnityEngine.InputSystem.PlayerInput"));
    assert!(unverifiable(
        "Assets/Scenes/Arena.unity",
        "/EventSystem",
        "UnityEngine.InputSystem.UI.InputSystemUIInputModule"
    ));
    assert!(unverifiable(
        "Assets/Prefabs/Hud Button.prefab",
        "/Hud Button",
        "UnityEngine.UI.Button"
    ));
    assert!(
        notes
            .iter()
            .any(|note| note.contains("2 declared packages that are not on disk")),
        "{notes:?}"
    );
    // The page size does not change the findings.
    assert_eq!(scan(&mut session, 500).0, findings);
}

#[test]
fn reports_broken_override_only_if_it_still_applies() {
    let project = TinyProject::new();
    // Without it, a package might contain the missing parts.
    project.write("Packages/manifest.json", "{\"dependencies\": {}}");
    let body = "--- !u!114 &30\nMonoBehaviour:\n  m_GameObject: {fileID: 10}\n  m_Script: {fileID: 11500000, guid: ";
    let inner = objects(&[(10, "Inner", 0)]).replace(
        "  - component: {fileID: 11}\n",
        "  - component: {fileID: 11}\n  - component: {fileID: 30}\n",
    ) + &format!("{body}{}, type: 3}}\n  skin: {{fileID: 0}}\n", guid('c'));
    project.asset("Assets/Inner.prefab", &guid('a'), inner);
    project.asset("Assets/Thing.cs", &guid('c'), "class Thing {}");
    let row = |target: u32, path: &str| {
        format!(
            "    - target: {{fileID: {target}, guid: {}, type: 3}}\n      propertyPath: {path}\n      value: \n      objectReference: {{fileID: 2100000, guid: {}, type: 2}}\n",
            guid('a'),
            guid('9')
        )
    };
    let rows = row(30, "skin") + &row(30, "removedField") + &row(77, "skin");
    let scene = objects(&[(1, "Root", 0)])
        + &instance(5, &guid('a'), 2, &[])
            .replace("    m_Modifications: []\n", &format!("    m_Modifications:\n{rows}"))
        + &instance(6, &guid('f'), 0, &[(1, "m_Name", "Ghost")]);
    project.asset("Assets/S.unity", &guid('b'), scene);
    let (findings, _) = scan(&mut session(project.root()), 500);
    let told: Vec<_> = findings
        .iter()
        .map(|f| {
            (
                f.problem,
                f.object_path.as_deref(),
                f.component_index,
                f.member.as_deref(),
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            (BrokenReference, Some("/Root/Inner"), Some(1), Some("skin")),
            (BrokenReference, Some("/Ghost"), None, Some("m_SourcePrefab")),
        ]
    );
}

#[test]
fn reports_broken_asset_addresses_and_object_ids_with_positions() {
    let project = TinyProject::new();
    // Without it, a package might contain the missing parts.
    project.write("Packages/manifest.json", "{\"dependencies\": {}}");
    let imported = |path: &str, guid: &str, importer: &str, content: &str| {
        project.write(path, content);
        project.write(&format!("{path}.meta"), format!("guid: {guid}\n{importer}:\n"));
    };
    let head = "%YAML 1.1\n";
    imported("Assets/Thing.cs", &guid('c'), "MonoImporter", "class Thing {}");
    imported(
        "Assets/A.mat",
        &guid('d'),
        "NativeFormatImporter",
        &format!("{head}--- !u!21 &2100000\nMaterial:\n  m_Name: A\n"),
    );
    imported("Assets/M.fbx", &guid('e'), "ModelImporter", "");
    let inner = objects(&[(10, "Inner", 0)]).replace(
        "  - component: {fileID: 11}\n",
        "  - component: {fileID: 11}\n  - component: {fileID: 30}\n",
    ) + &format!(
        "--- !u!114 &30\nMonoBehaviour:\n  m_GameObject: {{fileID: 10}}\n  m_Script: {{fileID: 11500000, guid: {}, type: 3}}\n  at:\n    m_AssetGUID: \n  mesh: {{fileID: 4300000, guid: {m}, type: 3}}\n  skins:\n  - {{fileID: 2100000, guid: {a}, type: 2}}\n  - {{fileID: 2100002, guid: {a}, type: 2}}\n",
        guid('c'),
        m = guid('e'),
        a = guid('d')
    );
    imported("Assets/Inner.prefab", &guid('a'), "PrefabImporter", &inner);
    let nowhere = guid('9');
    let mods = [
        (30, "at.m_AssetGUID", nowhere.as_str()),
        (30, "gone.m_AssetGUID", nowhere.as_str()),
    ];
    imported(
        "Assets/S.unity",
        &guid('b'),
        "DefaultImporter",
        &(head.to_owned() + &instance(6, &guid('a'), 0, &mods)),
    );
    let (findings, notes) = scan(&mut session(project.root()), 500);
    let told: Vec<_> = findings
        .iter()
        .map(|found| (found.problem, found.context.clone()))
        .collect();
    assert_eq!(
        told,
        [
            (
                BrokenReference,
                "Thing.skins[1] on GameObject '/Inner' refers to fileID 2100002 of Assets/A.mat, which that asset does not hold".to_owned()
            ),
            (
                BrokenReference,
                format!("Thing.at.m_AssetGUID on GameObject '/Inner' refers to guid {nowhere}, which no asset of the project has")
            ),
        ]
    );
    let untold = "1 references of 1 files lead to objects within imported assets";
    assert!(
        notes
            .iter()
            .any(|note| note.starts_with(untold) && note.ends_with("first Assets/Inner.prefab to Assets/M.fbx")),
        "{notes:?}"
    );
}

#[test]
fn counts_components_with_editor_only_scripts() {
    let project = TinyProject::new();
    project.asset("Assets/Editor/Ruler.cs", &guid('c'), "class Ruler {}");
    let of = |id: u32, owner: u32| {
        format!(
            "--- !u!114 &{id}\nMonoBehaviour:\n  m_GameObject: {{fileID: {owner}}}\n  m_Script: {{fileID: 11500000, guid: {}, type: 3}}\n",
            guid('c')
        )
    };
    let head = "%YAML 1.1\n";
    // An asset of an editor class: editor classes are made for such assets.
    project.asset(
        "Assets/Settings.asset",
        &guid('d'),
        head.to_owned() + &of(11_400_000, 0),
    );
    let scene = objects(&[(1, "Root", 0)]) + &of(8, 1) + &of(9, 1);
    project.asset("Assets/S.unity", &guid('b'), scene);
    let (findings, notes) = scan(&mut session(project.root()), 500);
    assert!(findings.is_empty(), "{findings:?}");
    let told = "2 components have scripts that only the editor compiles; a built player is without them; first Assets/Editor/Ruler.cs in Assets/S.unity";
    assert!(notes.iter().any(|note| note == told), "{notes:?}");
}

#[test]
fn reports_unreadable_files_and_rejects_invalid_requests() {
    let project = TinyProject::new();
    project.asset(
        "Assets/Lfs.prefab",
        &guid('a'),
        "version https://git-lfs.github.com/spec/v1\n",
    );
    project.asset("Assets/Lighting.asset", &guid('b'), [0_u8; 64]);
    project.write(
        "Assets/NoMeta.unity",
        "--- !u!114 &1\nMonoBehaviour:\n  m_Script: {fileID: 0}\n",
    );
    let mut session = session(project.root());
    let (findings, _) = scan(&mut session, 10);
    let rows = findings.iter().map(|one| (one.problem, one.path.as_str()));
    assert_eq!(
        rows.collect::<Vec<_>>(),
        [
            (NotSearched, "Assets/Lfs.prefab"),
            (MissingScript, "Assets/NoMeta.unity")
        ]
    );
    assert!(findings[0].context.contains("git lfs pull"), "{}", findings[0].context);
    for cursor in ["", "x", "1:2", "1:0:Assets/A.unity"] {
        let error = session
            .missing_references(&request(1, Some(cursor.to_owned())))
            .expect_err(cursor);
        assert!(error.message.contains("page.cursor"), "{error}");
    }
    let offset = PageRequest {
        offset: 5,
        ..request(1, None)
    };
    assert!(session.missing_references(&offset).is_err());
}

#[test]
fn matches_expected_finding_counts_of_real_projects() {
    let Some(folder) = tests_projects::folder() else { return };
    // The counts of an independent reader of the same files. It counts 24 and 2 of these scripts as missing, and 145 of
    // these references as broken, because nothing has their guids. All four projects declare packages that are not in
    // the folder, so these are unverifiable here.
    let mut counts = BTreeMap::new();
    for (project, _) in tests_projects::expected(&folder) {
        let (findings, _) = scan(&mut session(&folder.join(&project)), 500);
        let count = |problem| findings.iter().filter(|finding| finding.problem == problem).count();
        for finding in &findings {
            assert!(!finding.context.is_empty() && !finding.path.is_empty());
        }
        counts.insert(project, [MissingScript, BrokenReference, Unverifiable].map(count));
    }
    let counts: Vec<_> = counts
        .iter()
        .map(|(project, counts)| (project.as_str(), *counts))
        .collect();
    assert_eq!(
        counts,
        [
            ("cli-loop", [0, 0, 229]),
            ("fluid-sim", [0, 0, 0]),
            ("mirror-examples", [0, 0, 216]),
            ("ui-effect", [0, 0, 751]),
            ("univrm-viewer", [0, 0, 483]),
        ]
    );
}

#[test]
fn truncates_long_names_in_findings() {
    let project = TinyProject::new();
    let name = "n".repeat(100_000);
    let rows = "  - {fileID: 5}\n".repeat(50);
    let scene = objects(&[(1, &name, 0)]).replace(
        "  m_Father: {fileID: 0}\n",
        &format!("  m_Father: {{fileID: 0}}\n  list:\n{rows}"),
    );
    project.asset("Assets/S.unity", &guid('b'), scene);
    let (findings, _) = scan(&mut session(project.root()), 500);
    assert_eq!(findings.len(), 50);
    assert!(findings.iter().all(|finding| bytes_of(finding) < 3_000));
}
