//! Tests of changes that only a scan of the folder detects. Packages from `file:` entries of the manifest may be
//! outside the watched folders.

use super::DiskChange;
use crate::options::{OpenScenes, ProjectOptions};
use crate::session::Session;
use host_bridge::{BridgeErrorKind, Command, ObjectFilter, PageRequest, Reply};
use host_project_watch::watch::WatchMode;
use std::path::Path;
use tests_projects::{TinyProject, guid, instance, objects};

fn write(folder: &Path, file: &str, text: &str) {
    std::fs::create_dir_all(folder).expect("a new folder");
    std::fs::write(folder.join(file), text).expect("a written file");
}

fn asset(folder: &Path, file: &str, digit: char, text: &str) {
    write(folder, file, text);
    write(folder, &format!("{file}.meta"), &format!("guid: {}\n", guid(digit)));
}

fn names(session: &mut Session) -> Vec<String> {
    let page = PageRequest {
        offset: 0,
        limit: 20,
        max_bytes: 64 * 1024,
        cursor: None,
    };
    let filter = ObjectFilter::default();
    let replied = session.run(Command::ListObjects { filter, page }).expect("a page");
    let Reply::Objects(found) = replied.reply else {
        panic!("no objects")
    };
    found.items.into_iter().map(|card| card.name).collect()
}

#[test]
fn reload_reads_changed_files_of_a_file_package() {
    let project = TinyProject::new();
    let outside = tempfile::tempdir().expect("a temporary folder");
    let kit = outside.path();
    let address = kit.display().to_string().replace('\\', "/");
    project.write(
        "Packages/manifest.json",
        format!(r#"{{"dependencies": {{"com.me.kit": "file:{address}"}}}}"#),
    );
    write(kit, "package.json", r#"{"name": "com.me.kit", "version": "1.0.0"}"#);
    asset(kit, "P.prefab", 'a', &objects(&[(10, "Box", 0)]));
    asset(kit, "S.unity", 'b', &objects(&[(1, "Demo", 0)]));
    let scene = "%YAML 1.1\n".to_owned() + &instance(5, &guid('a'), 0, &[]);
    project.asset("Assets/A.unity", &guid('c'), scene);
    let options = ProjectOptions {
        open: OpenScenes::All,
        watch: WatchMode::Off,
        ..ProjectOptions::new(project.root())
    };
    let mut session = Session::open(project.root(), &options, &|_, _| true).expect("a project");
    assert_eq!(names(&mut session), ["Box", "Demo"]);

    // The same files with other content: no guid is added, removed or moved.
    write(kit, "P.prefab", &objects(&[(10, "Crate", 0), (20, "Lid", 10)]));
    write(kit, "S.unity", &objects(&[(1, "Show", 0), (3, "Stage", 0)]));
    session.disk_changed(&DiskChange {
        structure: true,
        ..DiskChange::default()
    });
    assert_eq!(names(&mut session), ["Crate", "Lid", "Show", "Stage"]);
}

#[test]
fn reads_source_added_beside_its_meta_file() {
    let project = TinyProject::new();
    project.asset("Assets/A.unity", &guid('a'), objects(&[(1, "A", 0)]));
    project.asset("Assets/Door.cs", &guid('d'), "class Door {}");
    project.remove("Assets/Door.cs");
    let mut session =
        Session::open(project.root(), &ProjectOptions::new(project.root()), &|_, _| true).expect("a project");
    let sources = |session: &Session| session.library.project().index.sources().join(" ");
    assert_eq!(sources(&session), "");
    project.write("Assets/Door.cs", "class Door {}");
    session.disk_changed(&DiskChange {
        assets: ["Assets/Door.cs".to_owned()].into(),
        ..DiskChange::default()
    });
    assert_eq!(sources(&session), "Assets/Door.cs");
}

/// Waits for the background reads, and applies their results.
fn bring_in(session: &mut Session) {
    while session.has_work() || session.background_signal().is_some() {
        if let Some(mut ended) = session.background_signal() {
            let runtime = tokio::runtime::Builder::new_current_thread().build();
            let waits = async { ended.wait_for(|ended| *ended).await.map(|_| ()) };
            // A closed channel ends the wait as well.
            let _ = runtime.expect("a runtime").block_on(waits);
        }
        session.work();
    }
}

#[test]
fn read_of_a_missing_asset_waits_for_the_scan_that_finds_it() {
    let project = TinyProject::new();
    let options = ProjectOptions {
        watch: WatchMode::Off,
        ..ProjectOptions::new(project.root())
    };
    let mut session = Session::open(project.root(), &options, &|_, _| true).expect("a project");
    session.read_beside();
    let (asset, max_bytes) = ("Assets/Red.mat".to_owned(), 64 * 1024);
    let read = Command::GetAsset { asset, max_bytes }.checked().expect("a command");
    let missing = session.run_for(read.clone(), None).expect_err("there is no file");
    assert_eq!(missing.kind, BridgeErrorKind::NotFound);
    assert!(session.take_wait().is_none(), "no scan is running");
    let material = "%YAML 1.1\n--- !u!21 &2100000\nMaterial:\n  m_Name: Red\n";
    project.asset("Assets/Red.mat", &guid('a'), material);
    session.disk_changed(&DiskChange {
        structure: true,
        ..DiskChange::default()
    });
    loop {
        let outcome = session.run_for(read.clone(), None);
        let Some(mut making) = session.take_wait() else {
            outcome.expect("the scan has found it");
            return;
        };
        let runtime = tokio::runtime::Builder::new_current_thread().build();
        let ended = async { making.ended.wait_for(|ended| *ended).await.map(|_| ()) };
        // A closed channel ends the wait as well.
        let _ = runtime.expect("a runtime").block_on(ended);
    }
}

#[test]
fn reads_large_scene_and_folder_changes_in_the_background() {
    let project = TinyProject::new();
    let large = |name: &str| {
        let names: Vec<String> = (0..1_500).map(|at| format!("{name}{at}")).collect();
        let rows: Vec<(i64, &str, i64)> = (0..)
            .zip(&names)
            .map(|(at, name)| (2 * at + 1, name.as_str(), 0))
            .collect();
        objects(&rows)
    };
    assert!(large("Ball").len() > 256 * 1024);
    project.asset("Assets/A.unity", &guid('a'), large("Ball"));
    project.asset("Assets/B.unity", &guid('b'), objects(&[(1, "Box", 0)]));
    let options = ProjectOptions {
        open: OpenScenes::All,
        watch: WatchMode::Off,
        ..ProjectOptions::new(project.root())
    };
    let mut session = Session::open(project.root(), &options, &|_, _| true).expect("a project");
    session.read_beside();
    let first_and_last = |session: &mut Session| {
        let all = session.world.count();
        let name = |session: &Session, place| {
            let at = session.world.node_at_place(place).expect("a place");
            session.world.object(at).expect("an object").name.to_string()
        };
        (name(session, 0), name(session, all - 1), session.scenes.len())
    };
    let before = ("Ball0".to_owned(), "Box".to_owned(), 2);
    assert_eq!(first_and_last(&mut session), before);

    project.write("Assets/A.unity", large("Cube"));
    let of = |path: &str| DiskChange {
        assets: [path.to_owned()].into(),
        ..DiskChange::default()
    };
    session.disk_changed(&of("Assets/A.unity"));
    assert_eq!(first_and_last(&mut session), before, "it is read beside the session");
    bring_in(&mut session);
    let read = ("Cube0".to_owned(), "Box".to_owned(), 2);
    assert_eq!(first_and_last(&mut session), read);

    // A new file, and another change while the folder is scanned.
    project.asset("Assets/C.unity", &guid('c'), objects(&[(1, "New", 0)]));
    session.disk_changed(&of("Assets/C.unity"));
    project.write("Assets/B.unity", objects(&[(1, "Crate", 0)]));
    session.disk_changed(&of("Assets/B.unity"));
    assert_eq!(
        first_and_last(&mut session),
        read,
        "the folder is looked at beside the session"
    );
    bring_in(&mut session);
    assert_eq!(
        first_and_last(&mut session),
        ("Cube0".to_owned(), "Crate".to_owned(), 3)
    );

    // If no command is served, it is read immediately.
    project.write("Assets/A.unity", large("Ball"));
    session.read_all();
    session.disk_changed(&of("Assets/A.unity"));
    bring_in(&mut session);
    assert_eq!(
        first_and_last(&mut session),
        ("Ball0".to_owned(), "Crate".to_owned(), 3)
    );
}
