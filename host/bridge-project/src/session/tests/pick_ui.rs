//! Tests of UI picks at documented points of the sample project, on the test canvas, and in real projects.

mod disabled_canvases;
mod single_rules;
mod unread;

use crate::options::{OpenScenes, ProjectOptions};
use crate::session::Session;
use host_bridge::{BridgeErrorKind, Command, ObjectId, Picked, Replied, Reply, ScreenPoint, Viewer};
use host_project_watch::watch::WatchMode;
use std::path::{Path, PathBuf};

fn sample() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/unity/sample")
}

fn open(root: &Path, open: OpenScenes, screen: Option<(u32, u32)>) -> Session {
    let options = ProjectOptions {
        open,
        screen,
        watch: WatchMode::Off,
        ..ProjectOptions::new(root)
    };
    Session::open(root, &options, &|_, _| true).expect("a project")
}

fn scene(path: &str) -> OpenScenes {
    OpenScenes::Paths(vec![path.to_owned()])
}

fn point(x: f64, y: f64, normalized: bool) -> ScreenPoint {
    ScreenPoint {
        x: Some(x),
        y: Some(y),
        normalized,
    }
}

fn pick_at(at: ScreenPoint) -> Command {
    Command::PickUi {
        at,
        viewer: Viewer::default(),
    }
}

fn pick(session: &mut Session, at: ScreenPoint) -> (Picked, Vec<String>) {
    let Replied { reply, diagnostics } = session.run(pick_at(at)).expect("an answer");
    match reply {
        Reply::Picked(picked) => (picked, diagnostics),
        other => panic!("{other:?}"),
    }
}

fn paths(session: &mut Session, x: f64, y: f64) -> Vec<String> {
    let (picked, _) = pick(session, point(x, y, false));
    picked.hits.into_iter().map(|hit| hit.path).collect()
}

#[test]
fn picks_documented_ui_objects_in_sample_main_scene() {
    let mut session = open(&sample(), scene("Assets/Scenes/Main.unity"), None);
    let table: &[(f64, f64, &[&str])] = &[
        (150.0, 250.0, &["Card A"]),
        (275.0, 250.0, &["Card B", "Card A"]),
        (330.0, 250.0, &["Toast", "Card B", "Card A"]),
        (525.0, 375.0, &["Nested Image", "Card B"]),
        (115.0, 130.0, &["Loud Image", "Card A"]),
        (180.0, 130.0, &["Card A"]),
        (200.0, 800.0, &["Oversized", "Mask Window"]),
        (400.0, 880.0, &[]),
        (30.0, 540.0, &[]),
        (70.0, 540.0, &["Padded"]),
        (960.0, 930.0, &["Rotated Icon"]),
        (960.0, 540.0, &["Menu Panel"]),
        (960.0, 580.0, &["Resume", "Menu Panel"]),
        (960.0, 480.0, &["Button #2", "Menu Panel"]),
        (960.0, 396.0, &["Text", "Quit", "Menu Panel"]),
        (1670.0, 680.0, &["Item 1", "Scroll View"]),
        (1670.0, 370.0, &["Item 4", "Scroll View"]),
        (1670.0, 240.0, &[]),
        (720.0, 60.0, &["Slot 1", "Toolbar"]),
        (880.0, 60.0, &["Slot 2", "Toolbar"]),
        (960.0, 60.0, &["Toolbar"]),
        (1710.0, 1020.0, &["Cell 1", "Inventory"]),
        (1710.0, 950.0, &["Cell 4", "Inventory"]),
    ];
    let mut wrong = Vec::new();
    for (x, y, expected) in table {
        let paths = paths(&mut session, *x, *y);
        let names: Vec<&str> = paths.iter().filter_map(|path| path.rsplit('/').next()).collect();
        if names != *expected {
            wrong.push(format!("{x}, {y}: {paths:?}, expected {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(paths(&mut session, 330.0, 250.0)[0], "/Popup Canvas/Toast");
    let (picked, diagnostics) = pick(&mut session, point(150.0, 250.0, false));
    assert_eq!(
        (picked.screen, picked.hits[0].approximate.clone()),
        ((1920, 1080), None)
    );
    assert_eq!(
        (picked.not_tested, diagnostics),
        (Vec::<String>::new(), Vec::<String>::new())
    );
}

#[test]
fn picks_ui_on_camera_and_world_space_canvases() {
    let mut session = open(&sample(), scene("Assets/Scenes/Arena.unity"), None);
    let bar = "/Camera Canvas/Health Bar";
    for (x, y, hit) in [
        (42.0, 994.0, true),
        (438.0, 1038.0, true),
        (38.0, 1000.0, false),
        (442.0, 1000.0, false),
        (100.0, 990.0, false),
        (100.0, 1042.0, false),
    ] {
        assert_eq!(
            paths(&mut session, x, y).iter().any(|path| path == bar),
            hit,
            "{x}, {y}"
        );
    }
    let button = "/Sign Canvas/Board/Start Button";
    let mut found = None;
    for x in (0..1920).step_by(16) {
        for y in (0..1080).step_by(16) {
            let hits = paths(&mut session, f64::from(x), f64::from(y));
            if let Some(place) = hits.iter().position(|path| path == button) {
                found = Some((hits[place..].to_vec(), x, y));
            }
        }
    }
    let (hits, x, y) = found.expect("the sign is in view");
    assert_eq!(hits, [button, "/Sign Canvas/Board"], "{x}, {y}");
}

#[test]
fn picks_test_canvas_blocks_at_any_screen_size() {
    for screen in [(1920, 1080), (800, 600), (1080, 1920), (3840, 1080), (64, 64)] {
        let mut session = open(&sample(), OpenScenes::First, Some(screen));
        let blocks = match session.run(Command::SpawnTestUi).expect("a canvas").reply {
            Reply::TestUi(ui) => ui.blocks,
            other => panic!("{other:?}"),
        };
        for (x, (name, id)) in [0.35, 0.65].into_iter().zip(blocks) {
            let (picked, _) = pick(&mut session, point(x, 0.5, true));
            assert_eq!(
                (picked.screen, picked.hits[0].object),
                (screen, id),
                "{name} at {screen:?}"
            );
            assert_eq!(picked.hits[0].approximate, None);
        }
        session.run(Command::DestroyTestUi).expect("its end");
        let (picked, _) = pick(&mut session, point(0.35, 0.5, true));
        assert!(
            picked.hits.iter().all(|hit| !hit.path.starts_with("/McpTest")),
            "{picked:?}"
        );
    }
}

#[test]
fn test_block_is_180_units_square_and_follows_canvas_scaler() {
    let mut session = open(&sample(), OpenScenes::First, Some((960, 540)));
    session.run(Command::SpawnTestUi).expect("a canvas");
    // Half the reference size: 90 pixels, around 336, 270.
    for (x, y, hit) in [
        (292.0, 270.0, true),
        (290.0, 270.0, false),
        (380.0, 270.0, true),
        (382.0, 270.0, false),
        (336.0, 226.0, true),
        (336.0, 224.0, false),
    ] {
        let hits = paths(&mut session, x, y);
        assert_eq!(
            hits.iter().any(|path| path.ends_with("Block_Left")),
            hit,
            "{x}, {y}: {hits:?}"
        );
    }
}

#[test]
fn next_ui_pick_reflects_edits() {
    let mut session = open(&sample(), OpenScenes::First, None);
    let card_b = pick(&mut session, point(275.0, 250.0, false)).0.hits[0].clone();
    assert_eq!(card_b.name, "Card B");
    let object = card_b.object;
    session
        .run(Command::SetActive { object, active: false })
        .expect("a flag");
    assert_eq!(paths(&mut session, 275.0, 250.0), ["/HUD Canvas/Card A"]);
    session
        .run(Command::SetActive { object, active: true })
        .expect("a flag");
    assert_eq!(paths(&mut session, 275.0, 250.0).len(), 2);
    // The last sibling is on top: move Card A after Card B.
    let card_a = pick(&mut session, point(150.0, 250.0, false)).0.hits[0].object;
    let canvas = session
        .view()
        .find(card_a)
        .ok()
        .and_then(|at| session.view().card(at).parent);
    session
        .run(Command::Reparent {
            object: card_a,
            parent: None,
        })
        .expect("a move");
    assert_eq!(paths(&mut session, 275.0, 250.0), ["/HUD Canvas/Card B"]);
    session
        .run(Command::Reparent {
            object: card_a,
            parent: canvas,
        })
        .expect("a move back");
    let hits = paths(&mut session, 275.0, 250.0);
    assert_eq!(hits.first().map(String::as_str), Some("/HUD Canvas/Card A"), "{hits:?}");
}

#[test]
fn rejects_incomplete_points_unless_normalized() {
    let mut session = open(&sample(), OpenScenes::First, None);
    session.run(Command::SpawnTestUi).expect("a canvas");
    let refused = |session: &mut Session, at: ScreenPoint| session.run(pick_at(at)).expect_err("no point");
    let nowhere = refused(&mut session, ScreenPoint::default());
    assert_eq!(nowhere.kind, BridgeErrorKind::NotReady);
    assert!(nowhere.hint.is_some_and(|hint| hint.contains("x and y")));
    let half = ScreenPoint {
        x: Some(5.0),
        ..ScreenPoint::default()
    };
    assert_eq!(refused(&mut session, half).kind, BridgeErrorKind::NotReady);
    let normalized = ScreenPoint {
        normalized: true,
        ..half
    };
    assert_eq!(pick(&mut session, normalized).0.screen, (1920, 1080));
}

#[test]
fn returns_no_hits_and_a_note_without_event_system() {
    let mut session = open(&sample(), OpenScenes::First, None);
    let page = host_bridge::PageRequest {
        offset: 0,
        limit: 9,
        max_bytes: 1 << 16,
        cursor: None,
    };
    let replied = session
        .run(Command::FindObjects {
            path: "/EventSystem".to_owned(),
            page,
        })
        .expect("a page");
    let Reply::Objects(page) = replied.reply else {
        panic!("no page")
    };
    let object: ObjectId = page.items[0].id;
    session
        .run(Command::SetActive { object, active: false })
        .expect("a flag");
    let (picked, diagnostics) = pick(&mut session, point(150.0, 250.0, false));
    assert_eq!(picked.hits, []);
    assert!(
        diagnostics.iter().any(|line| line.contains("EventSystem")),
        "{diagnostics:?}"
    );
    session
        .run(Command::SpawnTestUi)
        .expect("a canvas with its EventSystem");
    assert_eq!(paths(&mut session, 150.0, 250.0), ["/HUD Canvas/Card A"]);
}

#[test]
fn ui_picks_in_real_projects_return_finite_positions() {
    let Some(folder) = tests_projects::folder() else { return };
    let mut seen = 0;
    for (project, scenes) in tests_projects::expected(&folder) {
        for (path, _) in scenes {
            let mut session = open(&folder.join(&project), scene(&path), None);
            session.run(Command::SpawnTestUi).expect("a canvas");
            for x in [0.1, 0.35, 0.5, 0.9] {
                for y in [0.1, 0.5, 0.9] {
                    let (picked, _) = pick(&mut session, point(x, y, true));
                    assert!(
                        picked.hits.iter().all(|hit| hit.position.x.is_finite()),
                        "{project} {path}"
                    );
                    seen += picked.hits.len();
                }
            }
            let (picked, _) = pick(&mut session, point(0.35, 0.5, true));
            assert_eq!(
                picked.hits.first().map(|hit| hit.name.as_str()),
                Some("McpTestBlock_Left"),
                "{project} {path}"
            );
        }
    }
    assert!(seen > 100, "{seen}");
}
