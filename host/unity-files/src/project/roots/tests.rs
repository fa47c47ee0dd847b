//! Tests with one project for each kind of asset root: index, scenes, reading and C#.

use crate::AssetProblem;
use crate::project::Project;
use std::path::Path;
use tests_projects::{TinyProject, guid, objects};
use unity_yaml::Guid;

fn package(folder: &Path, name: &str, digit: char) {
    std::fs::create_dir_all(folder.join("Runtime")).expect("a new folder");
    let write = |file: &str, text: String| std::fs::write(folder.join(file), text).expect("a written file");
    write("package.json", format!(r#"{{"name": "{name}", "version": "1.0.0"}}"#));
    write("Runtime/Lamp.cs", "class Lamp {}".to_owned());
    write(
        "Runtime/Lamp.cs.meta",
        format!("fileFormatVersion: 2\nguid: {}\n", guid(digit)),
    );
    write("Demo.unity", objects(&[(1, "Demo", 0)]));
}

fn with_manifest(dependencies: &str) -> TinyProject {
    let project = TinyProject::new();
    project.write(
        "Packages/manifest.json",
        format!(r#"{{"dependencies": {{{dependencies}}}}}"#),
    );
    project
}

fn open(project: &TinyProject) -> Project {
    Project::open(project.root()).expect("a project")
}

fn path_of(project: &Project, digit: char) -> Option<&str> {
    project.index.path(Guid::parse(&guid(digit)).expect("a guid"))
}

fn scenes(project: &Project) -> Vec<&str> {
    project.scenes.iter().map(|scene| scene.path.as_str()).collect()
}

fn has_problem(project: &Project, what: &str) -> bool {
    project.problems.iter().any(|problem| problem.contains(what))
}

#[test]
fn reads_file_packages_under_their_packages_path() {
    let outside = tempfile::tempdir().expect("a temporary folder");
    package(&outside.path().join("kit"), "com.me.kit", 'a');
    let far = outside.path().join("kit").display().to_string().replace('\\', "/");
    let project = with_manifest(&format!(
        r#""com.me.kit": "file:{far}", "com.me.near": "file:../Local/near", "com.me.gone": "file:../Local/gone""#
    ));
    package(&project.root().join("Local/near"), "com.me.near", 'b');
    let opened = open(&project);
    for (name, digit) in [("com.me.kit", 'a'), ("com.me.near", 'b')] {
        let source = format!("Packages/{name}/Runtime/Lamp.cs");
        assert_eq!(path_of(&opened, digit), Some(source.as_str()));
        assert_eq!(opened.read(&source), Ok(b"class Lamp {}".to_vec()));
        assert!(opened.read(&format!("Packages/{name}/Demo.unity")).is_ok());
        for out in ["../x.cs", "Runtime/../../x.cs", "./package.json", "Runtime//Lamp.cs"] {
            let read = opened.read(&format!("Packages/{name}/{out}"));
            assert!(matches!(read, Err(AssetProblem::Unreadable { .. })), "{out}: {read:?}");
        }
    }
    assert_eq!(
        scenes(&opened),
        ["Packages/com.me.kit/Demo.unity", "Packages/com.me.near/Demo.unity"]
    );
    assert_eq!(opened.absent.names(), ["com.me.gone"]);
    assert!(has_problem(
        &opened,
        "com.me.gone (file:../Local/gone) was not read: there is no such folder"
    ));
}

#[test]
fn rejects_invalid_package_folders() {
    let outside = tempfile::tempdir().expect("a temporary folder");
    let home = outside.path().join("home");
    package(&home, "com.other.name", 'a');
    std::fs::write(home.join("secret.txt"), "secret").expect("a written file");
    std::fs::write(home.join("secret.txt.meta"), format!("guid: {}\n", guid('b'))).expect("a written file");
    let far = home.display().to_string().replace('\\', "/");
    let project = with_manifest(&format!(
        r#""com.me.kit": "file:{far}", "../../kit": "file:{far}", "com.me.up": "file:..", "com.me.top": "file:../..""#
    ));
    let opened = open(&project);
    assert_eq!((path_of(&opened, 'a'), path_of(&opened, 'b')), (None, None));
    for path in [
        "Packages/com.me.kit/secret.txt",
        "Packages/../../kit/secret.txt",
        "home/secret.txt",
    ] {
        assert!(opened.read(path).is_err(), "{path}");
    }
    for (name, why) in [
        ("com.me.kit", "no package.json with that name"),
        ("../../kit", "its name is not of letters"),
        ("com.me.up", "beside the project's own"),
        ("com.me.top", "no package.json with that name"),
    ] {
        let line = opened
            .problems
            .iter()
            .find(|line| line.starts_with(&format!("package {name} (")));
        assert!(line.is_some_and(|line| line.contains(why)), "{name}: {line:?}");
    }
    // A part that was not read can contain anything that the folder lacks.
    assert!(opened.absent.may_hold_more());
}

#[test]
fn reads_enclosing_package_without_its_test_project() {
    let around = tempfile::tempdir().expect("a temporary folder");
    package(around.path(), "com.me.kit", 'a');
    let root = around.path().join("TestProject");
    for (file, text) in [
        ("Assets/Own.cs.meta", format!("guid: {}\n", guid('b'))),
        ("ProjectSettings/ProjectVersion.txt", String::new()),
        (
            "Packages/manifest.json",
            r#"{"dependencies": {"com.me.kit": "file:../.."}}"#.to_owned(),
        ),
    ] {
        let file = root.join(file);
        std::fs::create_dir_all(file.parent().expect("a parent")).expect("a new folder");
        std::fs::write(file, text).expect("a written file");
    }
    let opened = Project::open(&root).expect("a project");
    assert_eq!(path_of(&opened, 'a'), Some("Packages/com.me.kit/Runtime/Lamp.cs"));
    assert_eq!(path_of(&opened, 'b'), Some("Assets/Own.cs"));
    assert_eq!(opened.index.len(), 2, "{:?}", opened.problems);
}

#[test]
fn reads_one_cache_folder_per_package() {
    let project = with_manifest(r#""com.a": "1.0.0", "com.b": "2.0.0", "com.me.kit": "1.0.0", "com.c": "1.0.0""#);
    let cache = project.root().join("Library/PackageCache");
    package(&cache.join("com.a@1.0.0"), "com.a", 'a');
    package(&cache.join("com.a@9.0.0"), "com.a", 'b');
    package(&cache.join("com.b@0123abcd"), "com.b", 'c');
    package(&cache.join("com.me.kit@1.0.0"), "com.me.kit", 'd');
    package(&project.root().join("Packages/Kit"), "com.me.kit", 'e');
    let opened = open(&project);
    assert_eq!(
        path_of(&opened, 'a'),
        Some("Library/PackageCache/com.a@1.0.0/Runtime/Lamp.cs")
    );
    assert_eq!(path_of(&opened, 'b'), None);
    assert_eq!(
        path_of(&opened, 'c'),
        Some("Library/PackageCache/com.b@0123abcd/Runtime/Lamp.cs")
    );
    assert_eq!(path_of(&opened, 'd'), None, "an embedded package takes its place");
    assert_eq!(path_of(&opened, 'e'), Some("Packages/Kit/Runtime/Lamp.cs"));
    assert_eq!(scenes(&opened), ["Packages/Kit/Demo.unity"]);
    assert_eq!(opened.absent.names(), ["com.c"]);
    assert!(
        has_problem(&opened, "2 folders of Library/PackageCache were left out"),
        "{:?}",
        opened.problems
    );
}

#[test]
fn lists_assets_with_duplicate_guid_and_resolves_to_the_first() {
    let project = with_manifest("");
    package(&project.root().join("Packages/Kit"), "com.me.kit", 'a');
    project.asset("Assets/Z.cs", &guid('a'), "class Z {}");
    let opened = open(&project);
    assert_eq!(path_of(&opened, 'a'), Some("Assets/Z.cs"));
    let mut listed: Vec<_> = opened.index.assets().map(|(path, _)| path).collect();
    listed.sort_unstable();
    assert_eq!(listed, ["Assets/Z.cs", "Packages/Kit/Runtime/Lamp.cs"]);
    assert!(has_problem(
        &opened,
        "1 assets have a guid that another asset has too, first Packages/Kit/Runtime/Lamp.cs, with that of Assets/Z.cs"
    ));
}

#[cfg(unix)]
#[test]
fn follows_assets_link_but_no_link_out_of_its_target() {
    use std::os::unix::fs::symlink;
    let elsewhere = TinyProject::new();
    elsewhere.asset("Assets/In.cs", &guid('a'), "class In {}");
    elsewhere.write("Assets/In.unity", objects(&[(1, "A", 0)]));
    elsewhere.asset("Secret.cs", &guid('b'), "class Secret {}");
    let project = with_manifest("");
    project.remove("Assets/keep.txt");
    std::fs::remove_dir(project.root().join("Assets")).expect("a removed folder");
    symlink(elsewhere.root().join("Assets"), project.root().join("Assets")).expect("a link");
    for name in ["Secret.cs", "Secret.cs.meta"] {
        symlink(elsewhere.root().join(name), elsewhere.root().join("Assets").join(name)).expect("a link");
    }
    symlink(elsewhere.root(), project.root().join("Library")).expect("a link");
    let opened = open(&project);
    assert_eq!(path_of(&opened, 'a'), Some("Assets/In.cs"));
    assert_eq!(scenes(&opened), ["Assets/In.unity"]);
    assert_eq!(opened.read("Assets/In.cs"), Ok(b"class In {}".to_vec()));
    assert_eq!(path_of(&opened, 'b'), None);
    assert!(opened.read("Assets/Secret.cs").is_err());
    assert!(has_problem(
        &opened,
        "2 links lead out of the project and were not followed, first Assets/Secret.cs"
    ));
}

#[cfg(unix)]
#[test]
fn reports_assets_link_to_enclosing_folder_and_skips_it() {
    for around in ["/", "..", "."] {
        let project = with_manifest("");
        project.asset("Mine.cs", &guid('a'), "class Mine {}");
        project.remove("Assets/keep.txt");
        std::fs::remove_dir(project.root().join("Assets")).expect("a removed folder");
        std::os::unix::fs::symlink(around, project.root().join("Assets")).expect("a link");
        let opened = open(&project);
        assert!(
            has_problem(&opened, "Assets is a link to a folder around the project"),
            "{around}"
        );
        assert_eq!(path_of(&opened, 'a'), None);
        assert!(opened.read("Assets/Mine.cs").is_err());
    }
}

#[cfg(unix)]
#[test]
fn rejects_package_cache_link_out_of_project() {
    use std::os::unix::fs::symlink;
    let elsewhere = tempfile::tempdir().expect("a temporary folder");
    package(&elsewhere.path().join("com.a@1.0.0"), "com.a", 'a');
    let project = with_manifest(r#""com.a": "1.0.0""#);
    std::fs::create_dir(project.root().join("Library")).expect("a new folder");
    symlink(elsewhere.path(), project.root().join("Library/PackageCache")).expect("a link");
    let opened = open(&project);
    assert_eq!(path_of(&opened, 'a'), None);
    assert!(opened.read("Library/PackageCache/com.a@1.0.0/Runtime/Lamp.cs").is_err());
    assert_eq!(opened.absent.names(), ["com.a"]);
    assert!(has_problem(
        &opened,
        "Library/PackageCache is a link that leads out of the project"
    ));
}
