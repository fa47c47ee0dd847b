//! Tests of settings, guids, the order of scenes, and files that are no assets.

use super::*;
use tests_projects::{TinyProject, guid, objects};

#[test]
fn reads_settings_of_real_project() {
    let Some(folder) = tests_projects::folder() else { return };
    let project = Project::open(&folder.join("cli-loop")).expect("a project");
    let settings = &project.settings;
    assert_eq!(settings.unity_version, "2022.3.62f3");
    assert_eq!(settings.time_scale, 1.0);
    assert_eq!(settings.fixed_step, 0.02);
    assert_eq!((settings.layers.len(), settings.layers[5].as_str()), (32, "UI"));
    assert_eq!(settings.all_tags()[..2], ["Untagged", "Respawn"]);
    assert!(settings.screen.0 > 0 && !settings.product.is_empty());
    assert!(
        settings
            .packages
            .iter()
            .any(|(name, version)| name == "com.unity.cinemachine" && version == "2.10.3")
    );
    assert_eq!(project.folder(), "cli-loop");
    assert_eq!(project.scenes[0].path, "Assets/Scenes/SampleScene.unity");
    assert_eq!(
        (project.scenes[0].name(), project.scenes[0].build_index),
        ("SampleScene", Some(0))
    );
    assert!(project.index.len() > 100);
}

#[test]
fn uses_defaults_and_reports_missing_or_unreadable_settings() {
    let project = TinyProject::new();
    project.write("ProjectSettings/TagManager.asset", [0_u8; 64]);
    project.write("Packages/manifest.json", "{ nonsense");
    let opened = Project::open(project.root()).expect("a project");
    assert_eq!(opened.settings.time_scale, 1.0);
    assert_eq!(opened.settings.layers[4], "Water");
    let told = |what: &str| opened.problems.iter().any(|problem| problem.contains(what));
    assert!(
        told("TagManager.asset: the file is in Unity's binary form"),
        "{:?}",
        opened.problems
    );
    assert!(told("TimeManager.asset: there is no such file"));
    assert!(told("Packages/manifest.json"));
}

#[test]
fn reads_tags_time_and_screen_settings() {
    let project = TinyProject::new();
    let head = "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n";
    project.write(
        "ProjectSettings/TagManager.asset",
        format!(
            "\u{feff}{head}--- !u!78 &1\nTagManager:\n  tags:\n  - Enemy #1\n  layers:\n  - Default\n  - \n  - Third\n"
        )
        .replace('\n', "\r\n"),
    );
    project.write(
        "ProjectSettings/TimeManager.asset",
        format!("{head}--- !u!5 &1\nTimeManager:\n  Fixed Timestep:\n    m_Count: 2822400\n    m_Rate:\n      m_Denominator: 1\n      m_Numerator: 141120000\n  m_TimeScale: 0.5\n"),
    );
    project.write(
        "ProjectSettings/ProjectSettings.asset",
        format!("{head}--- !u!129 &1\nPlayerSettings:\n  companyName: 'A: B'\n  productName: 010\n  defaultScreenWidth: 800\n  defaultScreenHeight: 0\n"),
    );
    let settings = Project::open(project.root()).expect("a project").settings;
    assert_eq!(settings.all_tags().last().map(String::as_str), Some("Enemy #1"));
    assert_eq!(
        (settings.layers[1].as_str(), settings.layers[2].as_str()),
        ("", "Third")
    );
    assert_eq!((settings.time_scale, settings.fixed_step), (0.5, 0.02));
    assert_eq!((settings.company.as_str(), settings.product.as_str()), ("A: B", "010"));
    assert_eq!(settings.screen, (800, 1080));
}

#[test]
fn excludes_ignored_files_and_reports_bad_meta_files() {
    let project = TinyProject::new();
    for path in [
        "Assets/Good.unity",
        "Packages/com.me.pack/Scenes/Embedded.unity",
        "Assets/Samples~/No.unity",
        "Assets/.hidden/No.unity",
        "Assets/cvs/No.unity",
        "Assets/No.unity.tmp",
        "Library/No.unity",
        "No.unity",
    ] {
        project.write(path, objects(&[(1, "A", 0)]));
    }
    project.write(
        "Library/PackageCache/pack@1/Thing.cs.meta",
        format!("fileFormatVersion: 2\nguid: {}\n", guid('d')),
    );
    project.write(
        "Assets/Bom.cs.meta",
        format!("\u{feff}fileFormatVersion: 2\r\nguid: {}\r\n", guid('e')),
    );
    project.write("Assets/NoGuid.cs.meta", "fileFormatVersion: 2\n");
    project.write(
        "Assets/Twice.cs.meta",
        format!("fileFormatVersion: 2\nguid: {}\n", guid('e')),
    );
    let opened = Project::open(project.root()).expect("a project");
    let paths: Vec<_> = opened.scenes.iter().map(|scene| scene.path.as_str()).collect();
    assert_eq!(
        paths,
        ["Assets/Good.unity", "Packages/com.me.pack/Scenes/Embedded.unity"]
    );
    let path = |digit| {
        opened
            .index
            .path(unity_yaml::Guid::parse(&guid(digit)).expect("a guid"))
    };
    assert_eq!(path('d'), Some("Library/PackageCache/pack@1/Thing.cs"));
    assert_eq!(path('e'), Some("Assets/Bom.cs"));
    let told = |what: &str| opened.problems.iter().any(|problem| problem.contains(what));
    assert!(
        told("1 .meta files hold no guid, first Assets/NoGuid.cs.meta"),
        "{:?}",
        opened.problems
    );
    assert!(told(
        "1 assets have a guid that another asset has too, first Assets/Twice.cs"
    ));
}

#[cfg(unix)]
#[test]
fn follows_no_link_out_of_project() {
    let outside = TinyProject::new();
    outside.write("Assets/Secret.unity", objects(&[(1, "A", 0)]));
    let project = TinyProject::new();
    project.write("Packages/src/Samples~/In.unity", objects(&[(1, "A", 0)]));
    let link = |target: &std::path::Path, name: &str| {
        std::os::unix::fs::symlink(target, project.root().join(name)).expect("a link");
    };
    link(&outside.root().join("Assets"), "Assets/Out");
    link(&project.root().join("Packages/src/Samples~"), "Assets/Samples");
    link(&project.root().join("Assets"), "Assets/Loop");
    let opened = Project::open(project.root()).expect("a project");
    let paths: Vec<_> = opened.scenes.iter().map(|scene| scene.path.as_str()).collect();
    assert_eq!(paths, ["Assets/Samples/In.unity"]);
    assert!(opened.read("Assets/Samples/In.unity").is_ok());
    for outside in ["Assets/Out/Secret.unity", "../secret"] {
        assert!(opened.read(outside).is_err(), "{outside}");
    }
    // It precedes all messages about missing settings, because a reader may see only the first problems.
    let (first, others) = opened.problems.split_first().expect("a problem");
    assert_eq!(
        first,
        "1 links lead out of the project and were not followed, first Assets/Out"
    );
    assert!(!others.is_empty());
}

#[test]
fn lists_build_scenes_first_and_follows_moved_scenes() {
    let project = TinyProject::new();
    for (name, digit) in [("A", 'a'), ("Moved", 'b'), ("C", 'c')] {
        project.asset(&format!("Assets/{name}.unity"), &guid(digit), objects(&[(1, "A", 0)]));
    }
    let row = |on: u8, path: &str, digit| {
        format!(
            "  - enabled: {on}\n    path: Assets/{path}.unity\n    guid: {}\n",
            guid(digit)
        )
    };
    let rows = row(0, "C", 'c') + &row(1, "Old", 'b') + &row(1, "Gone", 'f') + &row(0, "Off", 'e');
    project.write(
        "ProjectSettings/EditorBuildSettings.asset",
        format!("%YAML 1.1\n--- !u!1045 &1\nEditorBuildSettings:\n  m_Scenes:\n{rows}"),
    );
    let opened = Project::open(project.root()).expect("a project");
    let rows: Vec<_> = opened
        .scenes
        .iter()
        .map(|s| (s.name(), s.build_index, s.exists))
        .collect();
    assert_eq!(
        rows,
        [
            ("C", None, true),
            ("Moved", Some(0), true),
            ("Gone", Some(1), false),
            ("A", None, true)
        ]
    );
}

#[test]
fn finds_project_roots_near_a_folder() {
    let project = TinyProject::new();
    let root = project.root();
    project.write("Assets/Deep/Deeper/x.txt", "");
    project.write("other/game/Assets/x.txt", "");
    project.write("other/game/ProjectSettings/x.txt", "");
    assert!(is_root(root));
    assert_eq!(nearest_root(&root.join("Assets/Deep/Deeper")).as_deref(), Some(root));
    let parent = tempfile::tempdir().expect("a temporary folder");
    for game in ["a/One", "Two"] {
        std::fs::create_dir_all(parent.path().join(game).join("Assets")).expect("a folder");
        std::fs::create_dir_all(parent.path().join(game).join("ProjectSettings")).expect("a folder");
    }
    let near = find_roots_near(parent.path());
    assert_eq!(near, [parent.path().join("Two"), parent.path().join("a/One")]);
    assert_eq!(
        find_roots_near(&parent.path().join("Two/Assets/nothing/there"))[0],
        parent.path().join("Two")
    );
    let error = Project::open(parent.path()).expect_err("no project");
    assert!(
        error
            .to_string()
            .contains("needs the folders Assets and ProjectSettings")
    );
}

#[test]
fn reads_only_regular_files_within_size_limit() {
    let project = TinyProject::new();
    project.write("Assets/a.bin", [7_u8; 10]);
    let path = project.root().join("Assets/a.bin");
    assert_eq!(read_whole(&path, 10), Ok(vec![7; 10]));
    let problem = read_whole(&path, 9).expect_err("too large");
    assert_eq!(problem, AssetProblem::TooLarge { size: 10, limit: 9 });
    assert_eq!(
        read_whole(&project.root().join("nothing"), 9),
        Err(AssetProblem::Missing)
    );
    assert!(read_whole(project.root(), 9).is_err());
}
