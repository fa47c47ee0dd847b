//! What a look at the folder notices where no watch told it: packages that a `file:` line names lie anywhere.

use super::DiskChange;
use crate::options::{OpenScenes, ProjectOptions, WatchMode};
use crate::session::Session;
use host_bridge::{Command, ObjectFilter, PageRequest, Reply};
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
fn changes_in_a_file_package_are_seen_at_the_next_look() {
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

    // The same files with other content: no guid comes, goes or moves.
    write(kit, "P.prefab", &objects(&[(10, "Crate", 0), (20, "Lid", 10)]));
    write(kit, "S.unity", &objects(&[(1, "Show", 0), (3, "Stage", 0)]));
    session.disk_changed(&DiskChange {
        structure: true,
        ..DiskChange::default()
    });
    assert_eq!(names(&mut session), ["Crate", "Lid", "Show", "Stage"]);
}

#[test]
fn a_source_that_comes_beside_its_meta_is_read_from_then_on() {
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
