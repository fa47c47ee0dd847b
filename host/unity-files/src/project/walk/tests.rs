//! Tests that the walk finds the same entries in the same order as a simple walk of the same folders.

use super::*;
use crate::project::{Project, Settings};
use std::path::Path;
use tests_projects::{TinyProject, guid, objects};

fn roots_of(root: &Path) -> AssetRoots {
    let root = root.canonicalize().expect("a folder");
    let mut problems = Vec::new();
    let settings = Settings::read(&root, &mut problems);
    AssetRoots::find(&root, &settings.packages, &mut problems)
}

/// Returns the assets with a `.meta`, and the scenes, that a simple walk over whole paths finds.
fn plainly(roots: &AssetRoots) -> (Vec<String>, Vec<String>) {
    let (mut assets, mut scenes) = (Vec::new(), Vec::new());
    for root in roots.iter() {
        let is_inside = |entry: &DirEntry| is_asset(entry) && !roots.is_project(entry) && stays_inside(entry, roots);
        for entry in entries_of(root).into_iter().filter_entry(is_inside).flatten() {
            let path = root.asset_path(entry.path()).expect("a name that is text");
            if entry.file_type().is_file() && has_extension(&path, "meta") {
                assets.push(path.strip_suffix(".meta").expect("an asset").to_owned());
            } else if entry.file_type().is_file() && root.kind != RootKind::Cached && has_extension(&path, "unity") {
                scenes.push(path);
            }
        }
    }
    (assets, scenes)
}

fn check(root: &Path) {
    let roots = roots_of(root);
    let found = walk(&roots, Links::Stay, &mut Vec::new());
    let assets: Vec<String> = found.assets.into_iter().map(|(path, _)| path).collect();
    assert_eq!((assets, found.scenes), plainly(&roots), "{}", root.display());
}

#[test]
fn walk_of_real_projects_matches_path_walk() {
    let Some(folder) = tests_projects::folder() else { return };
    for project in ["cli-loop", "fluid-sim", "mirror-examples", "ui-effect", "univrm-viewer"] {
        check(&folder.join(project));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn walk_of_links_odd_names_and_pipes_matches_path_walk() {
    use std::os::unix::ffi::OsStrExt;
    let project = TinyProject::new();
    for (path, digit) in [
        ("B.cs", '1'),
        ("B/C.cs", '2'),
        ("b.cs", '3'),
        ("B.a/D.cs", '4'),
        ("Ü.cs", '5'),
    ] {
        project.asset(&format!("Assets/{path}"), &guid(digit), "class X {}");
    }
    project.write("Assets/B/S.unity", objects(&[(1, "A", 0)]));
    let link = |to: &str, at: &str| {
        std::os::unix::fs::symlink(project.root().join(to), project.root().join("Assets").join(at)).expect("a link");
    };
    link("Assets/B", "Again");
    link("Assets", "B/Up");
    link("Assets/B.cs.meta", "Other.cs.meta");
    link("nowhere", "Broken.cs.meta");
    link("Assets/Circle", "Circle");
    let status = std::process::Command::new("mkfifo")
        .arg(project.root().join("Assets/Pipe.cs.meta"))
        .status();
    assert!(status.expect("mkfifo").success());
    check(project.root());

    let odd = std::ffi::OsStr::from_bytes(b"Assets/\xff.cs.meta");
    std::fs::write(project.root().join(odd), "guid: x").expect("a written file");
    let opened = Project::open(project.root()).expect("a project");
    // The link to a parent, found twice, the broken link and the link to itself hide nothing.
    let idle =
        "4 links below Assets lead nowhere or to a folder around them and were not followed, first Assets/Again/Up";
    assert!(
        opened.problems.iter().any(|problem| problem == idle),
        "{:?}",
        opened.problems
    );
    let hidden = opened.absent.hidden();
    let paths: Vec<&str> = hidden.first_parts().iter().map(|part| part.path.as_str()).collect();
    assert_eq!(paths, ["Assets"]);
    let why = hidden.first_parts()[0].reason();
    assert!(why.starts_with("1 entries of the folder cannot be listed: "), "{why}");
}

#[test]
fn reports_folders_beyond_maximum_depth_without_reading_them() {
    let project = TinyProject::new();
    let at = |depth: usize| format!("Assets/{}Here.cs", "d/".repeat(depth));
    project.asset(&at(MAX_FOLDER_DEPTH - 1), &guid('a'), "class A {}");
    project.asset(&at(MAX_FOLDER_DEPTH), &guid('b'), "class B {}");
    check(project.root());
    let opened = Project::open(project.root()).expect("a project");
    assert_eq!(opened.index.len(), 1);
    let deepest = format!("Assets{}", "/d".repeat(MAX_FOLDER_DEPTH));
    let hidden = opened.absent.hidden();
    assert_eq!(hidden.first_parts().len(), 1);
    assert_eq!(hidden.first_parts()[0].path, deepest);
    assert!(opened.absent.may_hold_more());
    let note = hidden.note(None).expect("a note");
    assert!(
        note.starts_with(&deepest) && note.contains("could not be read"),
        "{note}"
    );
    assert_eq!(hidden.note(Some("Assets/e")), None);
    assert!(hidden.note(Some("Assets/d/d/")).is_some());
    assert!(
        opened.problems.iter().any(|problem| problem.starts_with(&deepest)),
        "{:?}",
        opened.problems
    );
}
