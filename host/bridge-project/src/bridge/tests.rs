//! Tests of the bridge through the trait `UnityBridge`, as tools use it, on real and generated projects.

use super::*;
use crate::options::OpenScenes;
use host_api::{Caller, Dialect, Proof};
use host_bridge::{
    CallKey, LogLine, ObjectCard, ObjectFilter, ObjectId, ObjectOrder, Page, PageRequest, Reply, SceneCard,
    SceneFilter, SceneId,
};
use host_project_watch::watch::WatchMode;
use sha2::{Digest, Sha256};
use std::path::Path;
use std::time::Duration;
use tests_projects::{TinyProject, guid, instance, objects};

mod disk;
mod flood;
mod hooks;
mod kept_edits;
mod kills;
mod leaving;
mod pages;
mod panics;
mod problems;
mod progress;
mod writes;

fn open(root: &Path, open: OpenScenes) -> ProjectBridge {
    ProjectBridge::open(ProjectOptions {
        open,
        watch: WatchMode::Off,
        ..ProjectOptions::new(root)
    })
    .expect("a thread")
}

fn page(offset: u32, limit: u32) -> PageRequest {
    PageRequest {
        offset,
        limit,
        max_bytes: 64 * 1024,
        cursor: None,
    }
}

async fn run(bridge: &ProjectBridge, command: Command) -> Result<Replied, BridgeError> {
    bridge.execute(command.checked()?, BridgeCall::internal()).await
}

async fn list_page(bridge: &ProjectBridge, filter: ObjectFilter, page: PageRequest) -> Page<ObjectCard> {
    match run(bridge, Command::ListObjects { filter, page })
        .await
        .expect("a page")
        .reply
    {
        Reply::Objects(page) => page,
        other => panic!("{other:?}"),
    }
}

async fn scenes(bridge: &ProjectBridge) -> Page<SceneCard> {
    let filter = SceneFilter::default();
    let page = page(0, 500);
    match run(bridge, Command::ListScenes { filter, page })
        .await
        .expect("a page")
        .reply
    {
        Reply::Scenes(page) => page,
        other => panic!("{other:?}"),
    }
}

async fn object(bridge: &ProjectBridge, object: ObjectId) -> Result<ObjectCard, BridgeError> {
    match run(bridge, Command::GetObject { object }).await?.reply {
        Reply::Object(card) => Ok(card),
        other => panic!("{other:?}"),
    }
}

/// Lists all objects of a scene, page by page.
async fn all(bridge: &ProjectBridge, scene: SceneId) -> Vec<ObjectCard> {
    let mut cards = Vec::new();
    let mut offset = 0;
    loop {
        let filter = ObjectFilter {
            scene: Some(scene),
            ..ObjectFilter::default()
        };
        let page = list_page(bridge, filter, page(offset, 500)).await;
        cards.extend(page.items);
        match page.next_offset {
            Some(next) => offset = next,
            None => {
                assert_eq!(cards.len() as u64, page.total);
                return cards;
            }
        }
    }
}

fn names(page: &Page<ObjectCard>) -> Vec<&str> {
    page.items.iter().map(|card| card.name.as_str()).collect()
}

fn sample() -> TinyProject {
    let project = TinyProject::new();
    project.asset(
        "Assets/P.prefab",
        &guid('a'),
        objects(&[(10, "Crate", 0), (20, "Lid #1", 10)]),
    );
    let camera = "--- !u!20 &70\nCamera:\n  m_GameObject: {fileID: 1}\n  m_Enabled: 1\n";
    let first =
        objects(&[(1, "Main", 0), (3, "Light", 0), (5, "Inner", 3)]) + camera + &instance(100, &guid('a'), 4, &[]);
    project.asset("Assets/B.unity", &guid('b'), first);
    project.asset("Assets/A.unity", &guid('c'), objects(&[(1, "Other", 0)]));
    project.write(
        "ProjectSettings/EditorBuildSettings.asset",
        format!("%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n--- !u!1045 &1\nEditorBuildSettings:\n  m_Scenes:\n  - enabled: 1\n    path: Assets/B.unity\n    guid: {}\n", guid('b')),
    );
    project
}

#[tokio::test]
async fn objects_of_all_real_scenes_match_the_expected_hashes() {
    let Some(folder) = tests_projects::folder() else { return };
    let before = tests_projects::tree_hash(&folder);
    for (name, expected) in tests_projects::expected(&folder) {
        let bridge = open(&folder.join(name), OpenScenes::All);
        let listed = scenes(&bridge).await;
        assert_eq!(listed.total as usize, expected.len());
        for (path, expected) in expected {
            let scene = listed.items.iter().find(|scene| scene.path == path).expect("listed");
            assert!(scene.is_loaded && scene.problem.is_none());
            let cards = all(&bridge, scene.id).await;
            let known = cards.iter().filter(|card| !card.opaque);
            let mut lines: Vec<String> = known
                .map(|card| {
                    let active = u8::from(card.active);
                    format!(
                        "{}\t{active}\t{}\t{}\t{}\n",
                        card.path, card.tag, card.layer, card.component_count
                    )
                })
                .collect();
            lines.sort();
            assert_eq!(
                tests_projects::hex(&Sha256::digest(lines.concat())),
                expected["cardsSha256"],
                "{path}"
            );
            let opaque = cards.iter().filter(|card| card.opaque).count() as u64;
            assert_eq!(Some(opaque), expected["opaque"].as_u64(), "{path}");
        }
    }
    assert_eq!(tests_projects::tree_hash(&folder), before);
}

#[tokio::test]
async fn ids_do_not_depend_on_scenes_opened_before() {
    let Some(folder) = tests_projects::folder() else { return };
    let root = folder.join("mirror-examples");
    let everything = open(&root, OpenScenes::All);
    let one_by_one = open(&root, OpenScenes::Paths(Vec::new()));
    for scene in scenes(&everything).await.items.into_iter().rev() {
        assert_eq!(all(&everything, scene.id).await, all(&one_by_one, scene.id).await);
    }
}

#[tokio::test]
async fn session_is_ready_before_it_answers() {
    let project = sample();
    let bridge = open(project.root(), OpenScenes::First);
    let cards = list_page(&bridge, ObjectFilter::default(), page(0, 10)).await;
    assert_eq!(bridge.state(), BridgeState::Ready);
    assert_eq!(names(&cards), ["Main", "Light", "Inner", "Crate", "Lid #1"]);
    let ids: Vec<i64> = cards.items.iter().map(|card| card.id.0).collect();
    assert_eq!(ids, [1, 2, 3, 4, 5]);
    assert_eq!(cards.items[4].path, "/Light/Crate/Lid #1");
    assert_eq!(cards.items[4].parent, Some(ObjectId(4)));
    assert_eq!(
        cards.items[4].global_id.as_deref(),
        Some("GlobalObjectId_V1-2-bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb-20-100")
    );
    assert_eq!(cards.items[0].component_count, 2);
    let info = bridge.project();
    assert_eq!((info.scenes_total, info.scenes_loaded, info.objects_loaded), (2, 1, 5));
    assert_eq!(
        (info.unity_version.as_str(), info.runtime.as_str()),
        ("2022.3.10f1", "project")
    );
    assert_eq!(bridge.queue_depth(), 0);
}

#[tokio::test]
async fn object_filters_combine_and_totals_are_correct() {
    let project = sample();
    let bridge = open(project.root(), OpenScenes::All);
    let some = |change: fn(&mut ObjectFilter)| {
        let mut filter = ObjectFilter::default();
        change(&mut filter);
        filter
    };
    let table: [(ObjectFilter, &[&str]); 9] = [
        (some(|f| f.name = Some("LI".into())), &["Light", "Lid #1"]),
        (some(|f| f.path = Some("light/".into())), &["Inner", "Crate", "Lid #1"]),
        (some(|f| f.query = Some("crate".into())), &["Crate", "Lid #1"]),
        (some(|f| f.component_type = Some("camera".into())), &["Main"]),
        (
            some(|f| f.component_type = Some("UnityEngine.Camera".into())),
            &["Main"],
        ),
        (some(|f| f.roots_only = true), &["Main", "Light", "Other"]),
        (some(|f| f.under = Some(ObjectId(2))), &["Inner", "Crate", "Lid #1"]),
        (
            some(|f| {
                f.name = Some("i".into());
                f.path = Some("crate".into());
                f.scene = Some(SceneId(0));
            }),
            &["Lid #1"],
        ),
        (some(|f| f.tag = Some("Player".into())), &[]),
    ];
    for (filter, expected) in table {
        let found = list_page(&bridge, filter.clone(), page(0, 10)).await;
        assert_eq!(names(&found), expected, "{filter:?}");
        assert_eq!(found.total as usize, expected.len());
        assert_eq!(found.next_offset, None);
    }
    let sorted = some(|f| f.order = ObjectOrder::Path);
    let first = list_page(&bridge, sorted.clone(), page(0, 2)).await;
    assert_eq!(
        (names(&first), first.total, first.next_offset),
        (vec!["Light", "Crate"], 6, Some(2))
    );
    let small = PageRequest {
        max_bytes: 10,
        ..page(0, 5)
    };
    let one = list_page(&bridge, sorted, small).await;
    assert_eq!((one.items.len(), one.next_offset), (1, Some(1)));
    let path = "/Light/Crate/Lid #1".to_owned();
    let found = run(&bridge, Command::FindObjects { path, page: page(0, 5) })
        .await
        .expect("a page");
    assert!(matches!(found.reply, Reply::Objects(page) if page.total == 1));
}

#[tokio::test]
async fn lists_components_with_types_and_enabled_flags() {
    let project = sample();
    let bridge = open(project.root(), OpenScenes::First);
    let command = Command::ListComponents {
        object: ObjectId(1),
        page: page(0, 10),
    };
    let Reply::Components(found) = run(&bridge, command).await.expect("a page").reply else {
        panic!("no components");
    };
    let types: Vec<_> = found.items.iter().map(|c| (c.type_name.as_str(), c.enabled)).collect();
    assert_eq!(
        types,
        [("UnityEngine.Transform", None), ("UnityEngine.Camera", Some(true))]
    );
    assert_eq!(found.items[1].summary, "Main (UnityEngine.Camera)");
}

#[tokio::test]
async fn supports_matches_functions_and_expired_commands_do_not_start() {
    let project = sample();
    let bridge = open(project.root(), OpenScenes::First);
    let served = bridge.functions();
    assert!(
        Function::ALL
            .iter()
            .all(|function| bridge.supports(*function) == served.contains(function))
    );
    let call = BridgeCall {
        deadline: Some(host_api::Deadline::fixed(std::time::Instant::now())),
        ..BridgeCall::internal()
    };
    let command = Command::SetTimeScale { value: 2.0, lock: None };
    let late = bridge.execute(command.checked().expect("a number"), call);
    assert_eq!(late.await.expect_err("too late").kind, BridgeErrorKind::Timeout);
    assert_eq!(bridge.project().session_edits, 0);
}

#[tokio::test]
async fn log_tail_filters_by_level_and_limits_lines_and_bytes() {
    let project = sample();
    let bridge = open(project.root(), OpenScenes::First);
    // The log contains the messages of opening the project before this answer.
    run(&bridge, Command::ProjectInfo).await.expect("the sample");
    for number in 0..2_100 {
        let line = LogLine {
            time: "2026-11-21T00:00:00+00:00".to_owned(),
            level: if number % 2 == 0 { "info" } else { "error" }.to_owned(),
            message: format!("line {number}"),
            source: "mcp".to_owned(),
            category: None,
        };
        bridge.log().append(line);
    }
    let tail = async |count, min_level: Option<&str>, max_bytes| {
        let min_level = min_level.map(str::to_owned);
        let command = Command::TailLogs {
            count,
            min_level,
            source: None,
            text: None,
            max_bytes,
        };
        match run(&bridge, command).await?.reply {
            Reply::Logs { lines, .. } => Ok(lines.into_iter().map(|line| line.message).collect::<Vec<_>>()),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(tail(2, None, 65_536).await.expect("lines"), ["line 2098", "line 2099"]);
    assert_eq!(
        tail(2, Some("error"), 65_536).await.expect("lines"),
        ["line 2097", "line 2099"]
    );
    assert_eq!(tail(2_000, None, 10_000_000).await.expect("lines").len(), 2_000);
    assert_eq!(tail(5, None, 10).await.expect("lines"), ["line 2099"]);
    let error: BridgeError = tail(1, Some("loud"), 10).await.expect_err("a bad level");
    assert!(error.message.contains("loud"), "{error}");
}

#[tokio::test]
async fn folder_without_project_fails_with_a_hint() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let bridge = open(folder.path(), OpenScenes::First);
    let error = run(&bridge, Command::ProjectInfo).await.expect_err("no project");
    assert_eq!(error.kind, BridgeErrorKind::NotReady);
    assert!(error.hint.expect("a hint").contains("--project"));
    assert!(matches!(bridge.state(), BridgeState::Failed { .. }));
}

#[tokio::test]
async fn serves_concurrent_callers_one_at_a_time() {
    let project = sample();
    let bridge = Arc::new(open(project.root(), OpenScenes::First));
    let mut calls = tokio::task::JoinSet::new();
    for number in 0..200_u32 {
        let bridge = Arc::clone(&bridge);
        calls.spawn(async move {
            let active = number % 2 == 0;
            let object = ObjectId(4);
            run(&bridge, Command::SetActive { object, active })
                .await
                .expect("a write");
            let page = list_page(&bridge, ObjectFilter::default(), page(0, 10)).await;
            // Parent and child always agree: no answer comes from the middle of a write.
            let below = page.items[3].active_in_hierarchy;
            assert_eq!(page.items[4].active_in_hierarchy, below);
        });
    }
    while let Some(done) = calls.join_next().await {
        done.expect("a call");
    }
    assert_eq!(bridge.project().session_edits, 200);
}
