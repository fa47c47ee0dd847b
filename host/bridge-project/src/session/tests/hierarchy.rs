//! Tests of hierarchies: those of loaded scenes match listed objects, those of files match the files.

use crate::options::{OpenScenes, ProjectOptions};
use crate::session::Session;
use host_bridge::{BridgeErrorKind, HierarchyNode, Page, PageRequest, Reply};
use host_bridge::{Command, ObjectCard, ObjectFilter, SceneId};
use host_project_watch::watch::WatchMode;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tests_projects::{TinyProject, guid, instance, objects};
use unity_project::expand::Library;

fn session(root: &Path, open: OpenScenes) -> Session {
    let options = ProjectOptions {
        open,
        watch: WatchMode::Off,
        ..ProjectOptions::new(root)
    };
    Session::open(root, &options, &|_, _| true).expect("a project")
}

fn sample() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/unity/sample")
}

fn request(offset: u32, limit: u32) -> PageRequest {
    PageRequest {
        offset,
        limit,
        max_bytes: 64 * 1024,
        cursor: None,
    }
}

fn page(
    session: &mut Session,
    path: &str,
    max_depth: Option<u32>,
    request: &PageRequest,
) -> (Page<HierarchyNode>, Vec<String>) {
    let replied = session.lookup().hierarchy(path, max_depth, request).expect("a page");
    match replied.reply {
        Reply::Hierarchy(page) => (page, replied.diagnostics),
        other => panic!("{other:?}"),
    }
}

fn all(session: &mut Session, path: &str) -> Vec<HierarchyNode> {
    let (mut nodes, mut offset) = (Vec::new(), 0);
    loop {
        let (page, _) = page(session, path, None, &request(offset, 30));
        nodes.extend(page.items);
        match page.next_offset {
            Some(next) => offset = next,
            None => return nodes,
        }
    }
}

fn cards(session: &mut Session, scene: SceneId) -> Vec<ObjectCard> {
    let filter = ObjectFilter {
        scene: Some(scene),
        ..ObjectFilter::default()
    };
    let mut page = request(0, 500);
    page.max_bytes = 1 << 20;
    match session
        .run(Command::ListObjects { filter, page })
        .expect("a page")
        .reply
    {
        Reply::Objects(page) => page.items,
        other => panic!("{other:?}"),
    }
}

#[test]
fn hierarchy_of_loaded_scene_matches_its_listed_objects() {
    let mut session = session(&sample(), OpenScenes::First);
    let main = "Assets/Scenes/Main.unity";
    let cards = cards(&mut session, SceneId(0));
    let nodes = all(&mut session, main);
    assert_eq!(nodes.len(), cards.len());
    for (node, card) in nodes.iter().zip(&cards) {
        assert_eq!(
            (&node.name, &node.path, node.id),
            (&card.name, &card.path, Some(card.id))
        );
        assert_eq!(node.components.len(), card.component_count as usize, "{}", node.path);
    }
    // Each node is one level below the nearest node before it under which it is listed.
    let mut above: Vec<&HierarchyNode> = Vec::new();
    for node in &nodes {
        above.truncate(node.depth as usize);
        assert_eq!(above.len(), node.depth as usize, "{}", node.path);
        let parent = above.last().map_or("", |parent| parent.path.as_str());
        assert_eq!(node.path, format!("{parent}/{}", node.name));
        above.push(node);
    }
    assert_eq!(nodes[0].path, "/EventSystem");
    assert_eq!(nodes[0].components[0], "UnityEngine.Transform");
    let (roots, notes) = page(&mut session, main, Some(0), &request(0, 500));
    assert_eq!(
        roots.total,
        cards.iter().filter(|card| card.parent.is_none()).count() as u64
    );
    assert!(
        notes.iter().any(|note| note.contains("lie deeper than asked for")),
        "{notes:?}"
    );
}

#[test]
fn hierarchy_shows_session_edits_and_loads_no_scene() {
    let mut session = session(&sample(), OpenScenes::First);
    let arena = "Assets/Scenes/Arena.unity";
    let from_file = all(&mut session, arena);
    assert!(from_file.iter().all(|node| node.id.is_none()));
    assert!(session.scenes[1].loaded.is_none());
    let cards = cards(&mut session, SceneId(1));
    let loaded = all(&mut session, arena);
    let strip = |nodes: &[HierarchyNode]| {
        let rows = nodes
            .iter()
            .map(|node| (node.path.clone(), node.depth, node.components.clone()));
        rows.collect::<Vec<_>>()
    };
    assert_eq!(strip(&loaded), strip(&from_file));
    let gone = cards.iter().find(|card| card.path == "/Boss").expect("a boss").id;
    session.run(Command::DestroyObject { object: gone }).expect("done");
    let (page, notes) = page(&mut session, arena, None, &request(0, 500));
    assert!(!page.items.iter().any(|node| node.path.starts_with("/Boss")));
    assert_eq!(
        notes[0],
        "scn:1 is loaded and shown with this session's edits (1 not saved)"
    );
}

#[test]
fn expands_nested_prefabs_and_rereads_changed_files() {
    let project = TinyProject::new();
    project.asset(
        "Assets/Inner.prefab",
        &guid('a'),
        objects(&[(10, "Inner", 0), (20, "Leaf", 10)]),
    );
    let outer = objects(&[(1, "Outer", 0)]) + &instance(5, &guid('a'), 2, &[(10, "m_Name", "Named")]);
    project.asset("Assets/Outer.prefab", &guid('b'), outer);
    let mut session = session(project.root(), OpenScenes::First);
    let paths = |session: &mut Session| {
        let nodes = all(session, "Assets/Outer.prefab").into_iter();
        nodes.map(|node| node.path).collect::<Vec<_>>()
    };
    assert_eq!(paths(&mut session), ["/Outer", "/Outer/Named", "/Outer/Named/Leaf"]);
    project.asset("Assets/Outer.prefab", &guid('b'), objects(&[(1, "Changed", 0)]));
    assert_eq!(paths(&mut session), ["/Changed"]);
}

#[test]
fn rejects_path_without_readable_scene_or_prefab() {
    let project = TinyProject::new();
    project.asset(
        "Assets/Lfs.unity",
        &guid('a'),
        "version https://git-lfs.github.com/spec/v1\n",
    );
    let mut session = session(project.root(), OpenScenes::First);
    for (path, kind, part) in [
        (
            "Assets/keep.txt",
            BridgeErrorKind::InvalidArgument,
            "expected the asset path",
        ),
        ("", BridgeErrorKind::InvalidArgument, "expected the asset path"),
        ("Assets/No.unity", BridgeErrorKind::NotFound, "no scene or prefab"),
        ("../x.prefab", BridgeErrorKind::NotFound, "no scene or prefab"),
        ("Assets/Lfs.unity", BridgeErrorKind::NotReady, "Git LFS pointer"),
    ] {
        let error = session.lookup().hierarchy(path, None, &request(0, 10)).expect_err(path);
        assert_eq!(error.kind, kind, "{path}");
        assert!(error.message.contains(part), "{error}");
    }
}

#[test]
fn hierarchy_lists_every_object_of_real_project_files() {
    let Some(folder) = tests_projects::folder() else {
        return;
    };
    for (project, _) in tests_projects::expected(&folder) {
        let root = folder.join(&project);
        let mut session = session(&root, OpenScenes::Paths(Vec::new()));
        let index = &session.library.project().index;
        let files: Vec<String> = ["unity", "prefab"]
            .into_iter()
            .flat_map(|extension| index.with_extension(extension))
            .filter(|path| unity_files::text_assets::is_own(path) && root.join(path).is_file())
            .map(str::to_owned)
            .collect();
        assert!(!files.is_empty(), "{project}");
        let mut library = Library::new(Arc::clone(session.library.project()));
        for file in files {
            let expected = library.scene(&file).expect("a scene or prefab").objects.len();
            assert_eq!(all(&mut session, &file).len(), expected, "{project}/{file}");
        }
    }
}
