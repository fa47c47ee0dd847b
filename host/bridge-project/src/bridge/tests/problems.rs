//! Tests of scene files that cannot be read: each error contains the file's name and a remedy. Other files are usable.

use super::*;

#[tokio::test]
async fn reports_unreadable_scenes_and_serves_the_rest() {
    let root = objects(&[(1, "Root", 0)]);
    let nested = "[".repeat(5_000);
    let deep = format!("{root}--- !u!114 &9\nMonoBehaviour:\n  m_GameObject: {{fileID: 1}}\n  m_X: {nested}\n");
    let binary = [&[0_u8; 8][..], &[0, 0, 0, 17], &[0; 60]].concat();
    let table: [(&str, &[u8], &str, &str); 8] = [
        ("Empty", b"", "empty (0 bytes)", "version control"),
        (
            "Lfs",
            b"version https://git-lfs.github.com/spec/v1\n",
            "Git LFS pointer",
            "git lfs pull",
        ),
        ("Binary", &binary, "binary form", "Force Text"),
        ("Json", b"{\"a\": 1}", "JSON", "saved by Unity"),
        (
            "Utf8",
            b"%YAML 1.1\n--- !u!1 &1\nGameObject:\n  m_Name: \xff\xfe\n",
            "not valid UTF-8",
            "encoding",
        ),
        ("Cut", b"%YAML 1.1\n%TAG !u!", "no documents", "version control"),
        (
            "Head",
            b"%YAML 1.1\n--- !u!1 &oops\nGameObject:\n",
            "no document head",
            "save it again",
        ),
        (
            "Conflict",
            b"%YAML 1.1\n--- !u!1 &1\n<<<<<<< HEAD\n",
            "merge conflict",
            "resolve",
        ),
    ];
    let project = TinyProject::new();
    project.asset("Assets/Zz good.unity", &guid('a'), objects(&[(1, "Good", 0)]));
    project.asset("Assets/Deep.unity", &guid('b'), deep);
    let chain: Vec<(i64, &str, i64)> = (0..3_000)
        .map(|at| (at * 2 + 10, "A", if at == 0 { 0 } else { at * 2 + 8 }))
        .collect();
    project.asset("Assets/Chain.unity", &guid('d'), objects(&chain));
    let huge = std::fs::File::create(project.root().join("Assets/Huge.unity")).expect("a new file");
    huge.set_len(unity_files::MAX_FILE_BYTES + 1).expect("a sparse file");
    for (name, bytes, ..) in &table {
        project.write(&format!("Assets/{name}.unity"), bytes);
    }
    project.write(
        "ProjectSettings/EditorBuildSettings.asset",
        "%YAML 1.1\n--- !u!1045 &1\nEditorBuildSettings:\n  m_Scenes:\n  - enabled: 0\n    path: Assets/Off.unity\n    guid: 0\n  - enabled: 1\n    path: Assets/Missing.unity\n    guid: 0\n",
    );
    let bridge = open(project.root(), OpenScenes::All);
    let listed_scenes = scenes(&bridge).await;
    assert_eq!(listed_scenes.total as usize, table.len() + 5);
    let rows = table.iter().map(|(name, _, why, remedy)| (*name, *why, *remedy));
    let more = [
        ("Chain", "nested 3000 levels deep", "flatten"),
        ("Huge", "more than the limit", "split the scene"),
        ("Missing", "no such file", "build list"),
    ];
    for (name, why, remedy) in rows.chain(more) {
        let scene = listed_scenes
            .items
            .iter()
            .find(|scene| scene.name == name)
            .expect("listed");
        let problem = scene.problem.as_deref().expect("a problem");
        assert!(problem.contains(why) && problem.contains(remedy), "{name}: {problem}");
        assert!(!scene.is_loaded);
        let command = Command::OpenScene {
            scene: scene.id,
            additive: None,
        };
        let error = run(&bridge, command).await.expect_err("no scene");
        assert_eq!(error.kind, BridgeErrorKind::NotReady);
        assert!(error.message.contains(why), "{error}");
        assert!(error.hint.expect("a hint").contains(remedy));
        let problems = bridge.project().problems;
        assert!(
            problems.iter().any(|line| line.contains(name) && line.contains(why)),
            "{name}"
        );
    }
    assert!(
        bridge
            .project()
            .problems
            .iter()
            .any(|line| line.contains("Assets/Off.unity"))
    );
    let found = list_page(&bridge, ObjectFilter::default(), page(0, 10)).await;
    assert_eq!(names(&found), ["Root", "Good"]);
    assert_eq!(found.items[0].component_count, 2);
}

#[tokio::test]
async fn reports_problems_before_a_scene_is_opened() {
    let project = sample();
    project.write("Assets/Lfs.unity", "version https://git-lfs.github.com/spec/v1\n");
    let bridge = open(project.root(), OpenScenes::First);
    let listed = scenes(&bridge).await;
    let order: Vec<_> = listed
        .items
        .iter()
        .map(|scene| (scene.name.as_str(), scene.build_index))
        .collect();
    assert_eq!(order, [("B", Some(0)), ("A", None), ("Lfs", None)]);
    let problem = listed.items[2].problem.as_deref().expect("a problem");
    assert!(problem.contains("git lfs pull"));
}

#[tokio::test]
async fn error_for_unloaded_object_names_its_scene() {
    let project = sample();
    let bridge = open(project.root(), OpenScenes::First);
    let error = object(&bridge, ObjectId(1_000_001)).await.expect_err("not loaded");
    assert_eq!(error.kind, BridgeErrorKind::NotFound);
    assert!(error.hint.expect("a hint").contains("scn:1 (Assets/A.unity)"));
    let scene = SceneId(1);
    run(&bridge, Command::OpenScene { scene, additive: None })
        .await
        .expect("opened");
    assert_eq!(
        object(&bridge, ObjectId(1_000_001)).await.expect("a card").name,
        "Other"
    );
    let unknown = Command::OpenScene {
        scene: SceneId(99),
        additive: None,
    };
    assert_eq!(
        run(&bridge, unknown).await.expect_err("none").kind,
        BridgeErrorKind::NotFound
    );
}
