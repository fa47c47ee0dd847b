//! Tests of files that change while the bridge runs.

use super::*;
use host_api::Announced;

type Scenes = Vec<SceneId>;

/// Waits for the next `ScenesChanged` event and returns its lists of scenes. Fails after a time limit.
async fn next_change(events: &mut broadcast::Receiver<Announced<Event>>) -> (Scenes, Scenes, Scenes) {
    let wait = async {
        loop {
            if let Ok(Event::ScenesChanged {
                added,
                removed,
                changed,
            }) = events.recv().await.map(|told| told.what)
            {
                return (added, removed, changed);
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(60), wait)
        .await
        .expect("a change was noticed")
}

async fn watched(project: &TinyProject, watch: WatchMode) -> (ProjectBridge, broadcast::Receiver<Announced<Event>>) {
    let bridge = ProjectBridge::open(ProjectOptions {
        watch,
        ..ProjectOptions::new(project.root())
    })
    .expect("a thread");
    let events = bridge.events();
    bridge.wait_until_loaded(&|_, _| {}).await;
    (bridge, events)
}

async fn messages(bridge: &ProjectBridge) -> String {
    let command = Command::TailLogs {
        count: 100,
        min_level: None,
        source: None,
        text: None,
        max_bytes: 65_536,
    };
    match run(bridge, command).await.expect("lines").reply {
        Reply::Logs { lines, .. } => lines.into_iter().map(|line| line.message + "\n").collect(),
        other => panic!("{other:?}"),
    }
}

/// Waits for a log line that contains `words`. Fails after a time limit.
async fn until_logged(bridge: &ProjectBridge, words: &str) {
    let wait = async {
        while !messages(bridge).await.contains(words) {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), wait)
        .await
        .expect("it is logged");
}

#[tokio::test]
async fn reload_of_a_changed_scene_keeps_ids_and_edits() {
    let project = sample();
    let (bridge, mut events) = watched(&project, WatchMode::Auto).await;
    for object in [ObjectId(1), ObjectId(3)] {
        run(&bridge, Command::SetActive { object, active: false })
            .await
            .expect("a write");
        assert_eq!(next_change(&mut events).await, (vec![], vec![], vec![SceneId(0)]));
    }
    // `Inner` (obj:3) is removed; `New` is added before all others.
    let scene = objects(&[(9, "New", 0), (1, "Main", 0), (3, "Light", 0)]) + &instance(100, &guid('a'), 4, &[]);
    project.write("Assets/B.unity", scene);
    assert_eq!(next_change(&mut events).await, (vec![], vec![], vec![SceneId(0)]));
    let found = list_page(&bridge, ObjectFilter::default(), page(0, 10)).await;
    let rows: Vec<_> = found
        .items
        .iter()
        .map(|c| (c.name.as_str(), c.id.0, c.active))
        .collect();
    let expected = [
        ("New", 6, true),
        ("Main", 1, false),
        ("Light", 2, true),
        ("Crate", 4, true),
        ("Lid #1", 5, true),
    ];
    assert_eq!(rows, expected);
    let gone = object(&bridge, ObjectId(3)).await.expect_err("gone");
    assert_eq!(gone.kind, BridgeErrorKind::NotFound);
    let log = messages(&bridge).await;
    assert!(
        log.contains("its object is gone from the files: obj:3 set inactive"),
        "{log}"
    );
}

#[tokio::test]
async fn reloads_scenes_that_use_a_changed_prefab() {
    let project = sample();
    let (bridge, mut events) = watched(&project, WatchMode::Auto).await;
    project.write("Assets/P.prefab", objects(&[(10, "Box", 0), (20, "Lid #2", 10)]));
    assert_eq!(next_change(&mut events).await.2, [SceneId(0)]);
    let lid = object(&bridge, ObjectId(5)).await.expect("the lid");
    assert_eq!(lid.path, "/Light/Box/Lid #2");
}

#[tokio::test]
async fn polling_detects_broken_repaired_added_and_removed_scenes() {
    let project = sample();
    let (bridge, mut events) = watched(&project, WatchMode::Poll).await;
    project.write("Assets/B.unity", "version https://git-lfs.github.com/spec/v1\n");
    assert_eq!(next_change(&mut events).await, (vec![], vec![SceneId(0)], vec![]));
    assert!(scenes(&bridge).await.items[0].problem.is_some());
    project.write("Assets/B.unity", objects(&[(1, "Main", 0)]));
    assert_eq!(next_change(&mut events).await, (vec![SceneId(0)], vec![], vec![]));
    assert_eq!(object(&bridge, ObjectId(1)).await.expect("the same id").name, "Main");
    project.asset("Assets/C.unity", &guid('d'), objects(&[(1, "Late", 0)]));
    project.write(
        "ProjectSettings/EditorBuildSettings.asset",
        "%YAML 1.1\n--- !u!1045 &1\nEditorBuildSettings:\n  m_Scenes: []\n",
    );
    project.remove("Assets/B.unity");
    assert_eq!(next_change(&mut events).await, (vec![], vec![SceneId(0)], vec![]));
    let listed = scenes(&bridge).await;
    let paths: Vec<_> = listed
        .items
        .iter()
        .map(|scene| (scene.id.0, scene.path.as_str()))
        .collect();
    assert_eq!(paths, [(1, "Assets/A.unity"), (2, "Assets/C.unity")]);
    assert!(messages(&bridge).await.contains("polling the project every 2 s"));
}

async fn state_where(bridge: &ProjectBridge, wanted: impl Fn(&BridgeState) -> bool) -> BridgeState {
    let mut state = bridge.shared.state.subscribe();
    let found = tokio::time::timeout(Duration::from_secs(60), state.wait_for(wanted)).await;
    found.expect("in time").expect("the bridge lives").clone()
}

#[tokio::test]
async fn project_is_not_ready_while_its_folder_is_missing() {
    for watch in [WatchMode::Auto, WatchMode::Poll] {
        let parent = tempfile::tempdir().unwrap();
        let (root, aside) = (parent.path().join("P"), parent.path().join("aside"));
        let first = sample();
        std::fs::rename(first.root(), &root).unwrap();
        let bridge = ProjectBridge::open(ProjectOptions {
            watch,
            ..ProjectOptions::new(&root)
        })
        .expect("a thread");
        bridge.wait_until_loaded(&|_, _| {}).await;
        let off = Command::SetActive {
            object: ObjectId(1),
            active: false,
        };
        run(&bridge, off).await.expect("a write");
        std::fs::rename(&root, &aside).unwrap();
        let failed = state_where(&bridge, |state| matches!(state, BridgeState::Failed { .. })).await;
        assert!(format!("{failed:?}").contains("is gone"), "{failed:?}");
        let refused = object(&bridge, ObjectId(1)).await.expect_err("the folder is missing");
        assert_eq!(refused.kind, BridgeErrorKind::NotReady);
        // The same folder: the edits of the session are kept.
        std::fs::rename(&aside, &root).unwrap();
        state_where(&bridge, |state| *state == BridgeState::Ready).await;
        assert!(!object(&bridge, ObjectId(1)).await.expect("the folder is back").active);
        until_logged(&bridge, "available again").await;
        // Another folder in its place: nothing of the first one remains, and changes in the new one are detected.
        let mut events = bridge.events();
        let other = TinyProject::new();
        other.asset("Assets/Z.unity", &guid('e'), objects(&[(1, "Other", 0)]));
        std::fs::rename(&root, &aside).unwrap();
        std::fs::rename(other.root(), &root).unwrap();
        loop {
            next_change(&mut events).await;
            let listed = scenes(&bridge).await;
            let paths: Vec<_> = listed.items.iter().map(|scene| scene.path.as_str()).collect();
            if paths == ["Assets/Z.unity"] {
                break;
            }
        }
        state_where(&bridge, |state| *state == BridgeState::Ready).await;
        let found = object(&bridge, ObjectId(1)).await.expect("its first object");
        assert!(found.active && found.name == "Other");
        until_logged(&bridge, "the new project was opened").await;
        // Replaced in one step: an empty file that is read in between would contain no object.
        let fresh = parent.path().join("fresh");
        std::fs::write(&fresh, objects(&[(1, "Changed", 0)])).unwrap();
        std::fs::rename(&fresh, root.join("Assets/Z.unity")).unwrap();
        while object(&bridge, ObjectId(1)).await.expect("the same id").name != "Changed" {
            next_change(&mut events).await;
        }
    }
}
