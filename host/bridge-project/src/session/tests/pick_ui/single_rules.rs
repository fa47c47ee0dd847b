//! Tests of single rules of UI picks, on canvases that the tests create.

use super::*;
use crate::session::changing::created_objects::{Doc, Placing, Plan};
use host_bridge::SceneId;
use host_project_world::world::NodeAt;
use tests_projects::{TinyProject, guid, objects};

const CANVAS: &str = "0cd44c1031e13a943bb63640046fad76";
const RAYCASTER: &str = "dc42784cf147c0c48a680349fa168899";
const IMAGE: &str = "fe87c0e1cc204ed48ad3b37840f39efc";
const MASK: &str = "3312d7739989d2b4e91e6319e9a96d76";

fn canvas(fields: &str) -> Doc {
    Doc::engine(223, "Canvas", &format!("  m_Enabled: 1\n{fields}"))
}

fn raycaster() -> Doc {
    Doc::script(RAYCASTER, "  m_IgnoreReversedGraphics: 1\n  m_BlockingObjects: 0\n")
}

fn image() -> Vec<Doc> {
    vec![
        Doc::engine(222, "CanvasRenderer", "  m_CullTransparentMesh: 1\n"),
        Doc::script(IMAGE, "  m_RaycastTarget: 1\n  m_Sprite: {fileID: 0}\n"),
    ]
}

/// Returns the plan of an object in the center of its parent.
fn plan(name: &'static str, parent: Option<usize>, size: f64, components: Vec<Doc>) -> Plan<'static> {
    Plan {
        name,
        layer: 5,
        parent,
        placing: Placing::Rect {
            min: [0.5; 2],
            max: [0.5; 2],
            position: [0.0; 3],
            size: [size; 2],
        },
        components,
    }
}

/// Opens a session with a screen of 400 x 200 pixels, an EventSystem and these objects.
fn make_session(plans: &[Plan<'_>]) -> (TinyProject, Session, Vec<ObjectId>) {
    let project = TinyProject::new();
    project.asset("Assets/A.unity", &guid('a'), objects(&[(10, "First", 0)]));
    let mut session = open(project.root(), OpenScenes::All, Some((400, 200)));
    session.run(Command::SpawnTestUi).expect("a canvas with an EventSystem");
    let canvas = session.test_ui.reply().expect("a canvas").root;
    session
        .run(Command::SetActive {
            object: canvas,
            active: false,
        })
        .expect("a flag");
    let ids = session.make(SceneId(0), plans, None).expect("objects");
    (project, session, ids)
}

fn names(session: &mut Session, x: f64, y: f64) -> Vec<String> {
    let (picked, _) = pick(session, point(x, y, false));
    picked.hits.into_iter().map(|hit| hit.name).collect()
}

fn root() -> Plan<'static> {
    plan("Canvas", None, 0.0, vec![canvas("  m_RenderMode: 0\n"), raycaster()])
}

#[test]
fn graphic_is_hit_only_under_enabled_canvas_with_raycaster() {
    let graphic = |parent| plan("Image", Some(parent), 50.0, image());
    let bare = plan("Canvas", None, 0.0, vec![canvas("")]);
    let off = plan(
        "Canvas",
        None,
        0.0,
        vec![Doc::engine(223, "Canvas", "  m_Enabled: 0\n"), raycaster()],
    );
    let nested = |docs| plan("Nested", Some(0), 100.0, docs);
    let nested_off = vec![Doc::engine(223, "Canvas", "  m_Enabled: 0\n"), raycaster()];
    let scaled = plan(
        "Canvas",
        None,
        0.0,
        vec![
            canvas(""),
            raycaster(),
            Doc::script(CANVAS, "  m_UiScaleMode: 0\n  m_ScaleFactor: 2\n"),
        ],
    );
    let cases: [(&str, Vec<Plan<'_>>, bool); 7] = [
        ("plain", vec![root(), graphic(0)], true),
        ("without a raycaster", vec![bare, graphic(0)], false),
        ("switched off", vec![off, graphic(0)], false),
        (
            "nested without a raycaster",
            vec![root(), nested(vec![canvas("")]), graphic(1)],
            false,
        ),
        (
            "nested with one",
            vec![root(), nested(vec![canvas(""), raycaster()]), graphic(1)],
            true,
        ),
        ("nested and off", vec![root(), nested(nested_off), graphic(1)], false),
        ("scaled", vec![scaled, graphic(0)], true),
    ];
    for (name, plans, hit) in cases {
        let is_scaled = name == "scaled";
        let (_project, mut session, _) = make_session(&plans);
        assert_eq!(
            names(&mut session, 200.0, 100.0),
            if hit { vec!["Image"] } else { vec![] },
            "{name}"
        );
        // 50 units around the middle, or 100 pixels at a scale factor of 2.
        assert_eq!(names(&mut session, 240.0, 100.0).is_empty(), !is_scaled, "{name}");
    }
}

#[test]
fn applies_masks_and_groups_unless_sorting_or_group_overrides_them() {
    let mask = || Doc::script(MASK, "  m_Padding: {x: 10, y: 0, z: 0, w: 0}\n");
    let group = |fields: &str| Doc::engine(225, "CanvasGroup", &format!("  m_Enabled: 1\n{fields}"));
    let (_project, mut session, _) = make_session(&[
        root(),
        plan("Window", Some(0), 40.0, vec![mask()]),
        plan("Inside", Some(1), 100.0, image()),
        plan(
            "Loose",
            Some(1),
            100.0,
            vec![canvas("  m_OverrideSorting: 1\n  m_SortingOrder: -1\n"), raycaster()],
        ),
        plan("Free", Some(3), 100.0, image()),
        plan("Silent", Some(0), 40.0, vec![group("  m_BlocksRaycasts: 0\n")]),
        plan("Quiet", Some(5), 100.0, image()),
        plan(
            "Loud",
            Some(5),
            20.0,
            vec![group("  m_BlocksRaycasts: 1\n  m_IgnoreParentGroups: 1\n")],
        ),
        plan("Heard", Some(7), 20.0, image()),
    ]);
    assert_eq!(names(&mut session, 200.0, 100.0), ["Heard", "Inside", "Free"]);
    // On the left of the window's middle, its padding cuts 10 of 20 units.
    assert_eq!(names(&mut session, 191.0, 100.0), ["Heard", "Inside", "Free"]);
    assert_eq!(names(&mut session, 185.0, 100.0), ["Free"]);
    assert_eq!(names(&mut session, 219.0, 100.0), ["Inside", "Free"]);
    assert_eq!(names(&mut session, 221.0, 100.0), ["Free"]);
}

#[test]
fn reports_untested_canvases_and_approximate_hits() {
    let world = plan("World", None, 100.0, vec![canvas("  m_RenderMode: 2\n"), raycaster()]);
    let second = plan("Second", None, 0.0, vec![canvas("  m_TargetDisplay: 1\n"), raycaster()]);
    let (_project, mut session, _) = make_session(&[
        world,
        second,
        root(),
        plan("Image", Some(2), 50.0, vec![image().remove(1)]),
    ]);
    let (picked, _) = pick(&mut session, point(200.0, 100.0, false));
    assert_eq!(picked.not_tested.len(), 2, "{:?}", picked.not_tested);
    assert!(picked.not_tested[0].starts_with("/World: ") && picked.not_tested[0].contains("event camera"));
    assert!(picked.not_tested[1].starts_with("/Second: ") && picked.not_tested[1].contains("display 2"));
    let doubt = picked.hits[0].approximate.as_deref();
    assert!(doubt.is_some_and(|doubt| doubt.contains("CanvasRenderer")), "{doubt:?}");
}

#[test]
fn invalid_canvas_fields_do_not_prevent_hits() {
    let absurd = "  m_RenderMode: 1\n  m_PlaneDistance: nan\n  m_SortingOrder: 99999999999999999999\n  m_SortingLayerID: -1\n  m_Camera: {fileID: 12345}\n";
    let scaler = "  m_UiScaleMode: 1\n  m_ReferenceResolution: {x: 0, y: -1}\n  m_ScreenMatchMode: 7\n";
    let (_project, mut session, ids) = make_session(&[
        plan(
            "Canvas",
            None,
            0.0,
            vec![canvas(absurd), raycaster(), Doc::script(CANVAS, scaler)],
        ),
        plan("Image", Some(0), 1e30, image()),
    ]);
    assert_eq!(names(&mut session, 200.0, 100.0), ["Image"]);
    let root: Option<NodeAt> = session.view().find(ids[0]).ok();
    assert!(root.is_some());
}

#[test]
fn reuses_layout_of_many_rectangles_until_a_write() {
    let mut plans = vec![root()];
    plans.extend((0..600).map(|_| plan("Image", Some(0), 50.0, image())));
    let (_project, mut session, _) = make_session(&plans);
    let (picked, _) = pick(&mut session, point(200.0, 100.0, false));
    assert_eq!((picked.hits.len(), picked.total), (500, 600));
    let laid = session.scene_caches.laid.standing.as_ptr();
    pick(&mut session, point(10.0, 10.0, false));
    assert_eq!(
        session.scene_caches.laid.standing.as_ptr(),
        laid,
        "nothing changed, so nothing is laid out again"
    );
    session
        .run(Command::SetTimeScale { value: 1.0, lock: None })
        .expect("a write");
    pick(&mut session, point(10.0, 10.0, false));
    assert_eq!(session.scene_caches.laid.writes, Some(session.edits.writes));
}

#[test]
fn pick_in_named_scene_tests_only_graphics_of_that_scene() {
    let project = TinyProject::new();
    project.asset("Assets/A.unity", &guid('a'), objects(&[(10, "First", 0)]));
    project.asset("Assets/B.unity", &guid('b'), objects(&[(20, "Second", 0)]));
    let mut session = open(project.root(), OpenScenes::All, Some((400, 200)));
    session.run(Command::SpawnTestUi).expect("a canvas with an EventSystem");
    let graphic = |name| [root(), plan(name, Some(0), 50.0, image())];
    session.make(SceneId(0), &graphic("Own"), None).expect("objects");
    session.make(SceneId(1), &graphic("Added"), None).expect("objects");
    let scene = SceneId(1);
    let additive = Some(true);
    session.run(Command::OpenScene { scene, additive }).expect("open");
    let mut hits = |scene| {
        let viewer = Viewer { scene, camera: None };
        let at = point(200.0, 100.0, false);
        let replied = session.run(Command::PickUi { at, viewer }).expect("an answer");
        let Reply::Picked(picked) = replied.reply else {
            panic!("no pick")
        };
        let names = picked.hits.into_iter().map(|hit| hit.name);
        (names.collect::<Vec<_>>(), replied.diagnostics.join("; "))
    };
    let (all, _) = hits(None);
    assert!(
        all.contains(&"Own".to_owned()) && all.contains(&"Added".to_owned()),
        "{all:?}"
    );
    let (own, told) = hits(Some(SceneId(0)));
    assert!(
        own.contains(&"Own".to_owned()) && !own.contains(&"Added".to_owned()),
        "{own:?}"
    );
    assert!(!told.contains("EventSystem"), "{told}");
    // The one EventSystem serves scenes that have none.
    let (added, told) = hits(Some(SceneId(1)));
    assert_eq!(added, ["Added"]);
    assert!(told.contains("/EventSystem of Assets/A.unity"), "{told}");
}
