//! Tests of asset lists: their rows and pages, and lists that are computed in steps.

mod stopped;

use crate::options::{OpenScenes, ProjectOptions};
use crate::session::Session;
use host_bridge::{Asset, AssetOrder, AssetsRequest, CursorPage, Page};
use host_bridge::{AssetFilter, BridgeError, BridgeErrorKind, PageRequest, Replied, Reply};
use host_project_watch::watch::WatchMode;
use std::path::Path;
use tests_projects::{TinyProject, guid};

fn session(root: &Path) -> Session {
    let options = ProjectOptions {
        open: OpenScenes::Paths(Vec::new()),
        watch: WatchMode::Off,
        ..ProjectOptions::new(root)
    };
    Session::open(root, &options, &|_, _| true).expect("a project")
}

fn request(offset: u32, limit: u32) -> PageRequest {
    PageRequest {
        offset,
        limit,
        max_bytes: 64 * 1024,
        cursor: None,
    }
}

fn page(replied: Replied) -> Page<Asset> {
    match replied.reply {
        Reply::Assets(page) => page,
        other => panic!("{other:?}"),
    }
}

fn sample() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/unity/sample")
}

#[test]
fn lists_sample_assets_by_kind_folder_and_path() {
    let mut session = session(&sample());
    let all = page(
        session
            .lookup()
            .list_assets(&AssetFilter::default(), &request(0, 500))
            .expect("a page"),
    );
    assert_eq!((all.total, all.next_offset), (all.items.len() as u64, None));
    assert!(all.items.is_sorted_by(|a, b| a.path < b.path));
    let of_kind = |session: &mut Session, kind: &str| {
        let filter = AssetFilter {
            kind: Some(kind.to_owned()),
            ..AssetFilter::default()
        };
        page(session.lookup().list_assets(&filter, &request(0, 1)).expect("a page")).total
    };
    let counts = ["Scene", "Prefab", "Material", "Model", "ScriptableObject"].map(|kind| of_kind(&mut session, kind));
    assert_eq!(counts, [2, 5, 2, 1, 1]);
    let settings = all
        .items
        .iter()
        .find(|asset| asset.kind == "ScriptableObject")
        .expect("one");
    assert_eq!(settings.path, "Assets/Settings/GameSettings.asset");
    let type_name = settings.type_name.clone().expect("a type");
    assert!(type_name.ends_with("GameSettings"), "{type_name}");
    assert_eq!(of_kind(&mut session, &type_name), 1);
    let mut size = std::fs::metadata(sample().join(&settings.path)).expect("a file").len();
    assert_eq!(std::mem::take(&mut size), settings.size_bytes);
    let below = AssetFilter {
        folder: Some("Assets/Scripts/Combat/".to_owned()),
        path: Some("HEALTH".to_owned()),
        ..AssetFilter::default()
    };
    let paths: Vec<String> = page(session.lookup().list_assets(&below, &request(0, 9)).expect("a page"))
        .items
        .into_iter()
        .map(|asset| asset.path)
        .collect();
    assert_eq!(paths, ["Assets/Scripts/Combat/Health.cs"]);
}

#[test]
fn computes_asset_list_in_steps_and_reports_progress() {
    let project = TinyProject::new();
    for (name, digit) in [("a.png", 'a'), ("b.mat", 'b'), ("c.png", 'c')] {
        project.asset(&format!("Assets/{name}"), &guid(digit), "x");
    }
    project.write("Assets/gone.png.meta", format!("guid: {}\n", guid('d')));
    project.write("Assets/folder/x.txt", "");
    project.write("Assets/folder.meta", format!("guid: {}\n", guid('e')));
    let mut session = session(project.root());
    let pictures = AssetFilter {
        kind: Some("Texture".to_owned()),
        ..AssetFilter::default()
    };
    let (mut paths, mut offset, mut scanned) = (Vec::new(), 0, Vec::new());
    loop {
        let replied = session
            .lookup()
            .list_assets_within(&pictures, &request(offset, 10), &mut || true);
        let notes = replied.diagnostics.clone();
        let page = page(replied);
        paths.extend(page.items.into_iter().map(|asset| asset.path));
        scanned.push(page.scanned.expect("how far").0);
        match page.next_offset {
            Some(next) => offset = next,
            None => {
                assert_eq!(notes, ["1 .meta files have no asset beside them and are left out"]);
                break;
            }
        }
    }
    assert_eq!(paths, ["Assets/a.png", "Assets/c.png"]);
    assert_eq!(scanned, [1, 2, 3, 4, 5]);
}

#[test]
fn rejects_missing_folder_with_a_hint() {
    let project = TinyProject::new();
    project.asset("Assets/Art/Rock.png", &guid('a'), "x");
    project.asset("Assets/Audio/Hit.wav", &guid('b'), "x");
    std::fs::create_dir(project.root().join("Assets/Empty")).expect("a folder");
    let mut session = session(project.root());
    let mut asked = |folder: &str| {
        let filter = AssetFilter {
            folder: Some(folder.to_owned()),
            ..AssetFilter::default()
        };
        session
            .lookup()
            .list_assets(&filter, &request(0, 9))
            .map(|replied| page(replied).total)
    };
    for (folder, total) in [
        ("Assets", 2),
        ("Assets/Art", 1),
        ("Assets/Art/", 1),
        ("Assets/Empty", 0),
        ("Packages", 0),
        ("", 2),
    ] {
        assert_eq!(asked(folder).ok(), Some(total), "{folder}");
    }
    for (folder, hint) in [
        ("Assets/Atr", "did you mean Assets/Art?"),
        ("assets/audio", "did you mean Assets/Audio?"),
        ("Assets/Art/Textures", "of its path, Assets/Art exists"),
        ("Art", "did you mean Assets/Art?"),
        ("../Elsewhere", "folders begin with"),
    ] {
        let error = asked(folder).expect_err(folder);
        assert_eq!(error.kind, BridgeErrorKind::NotFound, "{folder}");
        let said = error.hint.clone().unwrap_or_default();
        assert!(said.contains(hint), "{folder}: {error} {said}");
    }
}

#[test]
fn counts_scripts_with_only_a_meta_file() {
    let project = TinyProject::new();
    project.asset("Assets/Code/Door.cs", &guid('1'), "");
    std::fs::remove_file(project.root().join("Assets/Code/Door.cs")).expect("was there");
    let mut session = session(project.root());
    let mut told = |kind: Option<&str>, folder: Option<&str>| {
        let request = AssetsRequest {
            kind: kind.map(str::to_owned),
            folder: folder.map(str::to_owned),
            name: None,
            order: AssetOrder::Path,
            page: CursorPage {
                limit: 10,
                cursor: None,
                max_bytes: 64 * 1024,
            },
        };
        session
            .lookup()
            .find_assets(&request)
            .expect("a page")
            .diagnostics
            .join("; ")
    };
    for (kind, folder) in [(None, None), (Some("MonoScript"), Some("Assets/Code"))] {
        let told = told(kind, folder);
        assert!(told.starts_with("1 assets are not among them"), "{told}");
    }
    assert_eq!(told(Some("Prefab"), None), "");
}

/// Returns a request for all assets of a kind.
fn assets_of_kind(kind: &str) -> AssetsRequest {
    AssetsRequest {
        kind: Some(kind.to_owned()),
        folder: None,
        name: None,
        order: AssetOrder::Path,
        page: CursorPage {
            limit: 10,
            cursor: None,
            max_bytes: 64 * 1024,
        },
    }
}

/// Returns the rows and notes for these filters, as text.
fn asset_rows(session: &mut Session, kind: Option<&str>, name: Option<&str>) -> String {
    let request = AssetsRequest {
        kind: kind.map(str::to_owned),
        folder: None,
        name: name.map(str::to_owned),
        order: AssetOrder::Path,
        page: CursorPage {
            limit: 10,
            cursor: None,
            max_bytes: 64 * 1024,
        },
    };
    let replied = session.lookup().find_assets(&request).expect("a page");
    replied.diagnostics.join("; ")
}

/// In some copies of projects, only the `.meta` files of images and empty folders exist.
#[test]
fn counts_assets_with_only_a_meta_file_except_folders() {
    let project = TinyProject::new();
    for (name, digit) in [("a.png", '1'), ("b.jpg", '2'), ("c.compute", '3'), ("d.cs", '4')] {
        project.write(&format!("Assets/{name}.meta"), format!("guid: {}\n", guid(digit)));
    }
    let folder = format!("fileFormatVersion: 2\nguid: {}\nfolderAsset: yes\n", guid('5'));
    project.write("Assets/Empty.d.meta", folder);
    let mut session = session(project.root());
    for (kind, name, count) in [
        (
            None,
            None,
            "4 assets are not among them: only their .meta files lie in the folder (Texture 2, ",
        ),
        (None, Some("*.png"), "1 assets are not among them"),
        (Some("Texture"), None, "2 assets are not among them"),
        (Some("ComputeShader"), None, "1 assets are not among them"),
    ] {
        let told = asset_rows(&mut session, kind, name);
        assert!(told.starts_with(count), "{told}");
    }
    assert_eq!(asset_rows(&mut session, Some("Model"), None), "");
}

/// The source file exists, but Unity creates its asset only when it opens the project.
#[test]
fn reports_script_without_meta_file_as_not_imported() {
    let project = TinyProject::new();
    project.write("Assets/Code/Door.cs", "class Door : MonoBehaviour {}");
    let mut session = session(project.root());
    for name in [None, Some("Door*")] {
        let told = asset_rows(&mut session, None, name);
        assert!(
            told.contains("1 scripts are not among them: they have no .meta file yet"),
            "{told}"
        );
        assert!(told.contains("first: Assets/Code/Door.cs"), "{told}");
    }
    assert_eq!(asset_rows(&mut session, Some("Prefab"), None), "");
    let error = session
        .lookup()
        .asset_detail("Assets/Code/Door.cs", 16_000)
        .expect_err("no asset");
    assert!(error.message.contains("has no .meta file yet"), "{error:?}");
    assert!(
        error
            .hint
            .is_some_and(|hint| hint.contains("open the project in Unity once"))
    );
    let error = session.view().no_type("type", "Door", None);
    assert!(
        error.message.contains("Assets/Code/Door.cs has no .meta file yet"),
        "{error:?}"
    );
    let error = session
        .lookup()
        .asset_detail("Assets/Code/Gone.cs", 16_000)
        .expect_err("nothing there");
    assert!(error.message.contains("there is no asset"), "{error:?}");
}

/// A note about an asset without its file must not mention scenes if the build list cannot contain the asset.
#[test]
fn note_on_asset_without_file_does_not_mention_build_list() {
    let project = TinyProject::new();
    for (name, digit) in [("d.cs", '4'), ("e.mat", '5')] {
        project.write(&format!("Assets/{name}.meta"), format!("guid: {}\n", guid(digit)));
    }
    let mut session = session(project.root());
    for name in ["Assets/d.cs", "Assets/e.mat"] {
        let told = match session.lookup().asset_detail(name, 16_000).expect("an asset").reply {
            Reply::AssetDetail(detail) => detail.left_out.join("; "),
            other => panic!("{other:?}"),
        };
        assert!(
            told.contains("restore the file") && !told.contains("build list"),
            "{told}"
        );
    }
}

/// Assets of some kinds are parts of files of another kind. A request for such a kind gets a note with the other kind.
#[test]
fn rejects_sub_asset_kind_and_suggests_file_kind() {
    let project = TinyProject::new();
    project.asset("Assets/Hero.png", &guid('1'), "png");
    let mut session = session(project.root());
    let mut asked = |kind: &str| session.lookup().find_assets(&assets_of_kind(kind));
    for (kind, call) in [
        (
            "Sprite",
            "call list_assets with kind Texture; its importer setting textureType",
        ),
        ("Mesh", "call list_assets with kind Model"),
        ("GameObject", "call list_assets with kind Prefab"),
    ] {
        let error = asked(kind).expect_err(kind);
        assert_eq!(error.kind, BridgeErrorKind::NotFound);
        assert!(
            error.hint.as_deref().is_some_and(|hint| hint.starts_with(call)),
            "{error:?}"
        );
    }
    assert!(asked("Texture").is_ok());
    let near = asked("Textur").expect_err("no kind").hint.expect("a hint");
    assert!(near.contains("Texture"), "{near}");
}

#[test]
fn reports_lfs_pointers_as_unknown_kind_and_list_as_incomplete() {
    let project = TinyProject::new();
    let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 7\n";
    project.asset("Assets/Boss.asset", &guid('1'), pointer);
    project.asset("Assets/a.png", &guid('2'), pointer);
    let mut session = session(project.root());
    let mut asked = |kind: &str| session.lookup().find_assets(&assets_of_kind(kind));
    let replied = asked("ScriptableObject").expect("none that is known");
    let told = replied.diagnostics.join("; ");
    assert!(told.contains("the kind of 1 files is not known"), "{told}");
    assert!(
        told.contains("(first: Assets/Boss.asset)") && told.contains("git lfs pull"),
        "{told}"
    );
    let Reply::AssetRows(found) = replied.reply else {
        panic!("no rows")
    };
    assert!(!found.complete && found.rows.is_empty());
    let refused = asked("Game.Item").expect_err("no such type").message;
    assert!(
        refused.contains("no asset has the kind") && refused.contains("git lfs pull"),
        "{refused}"
    );
}
