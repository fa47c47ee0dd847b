//! Tests of the objects inside pictures, models and files in the editor's own format.

use super::*;
use tests_projects::{TinyProject, guid};
use unity_files::Project;

fn read_asset(path: &str, importer: &str, content: &str) -> AssetObjects {
    let project = TinyProject::new();
    project.write(path, content);
    project.write(
        &format!("{path}.meta"),
        format!("fileFormatVersion: 2\nguid: {}\n{importer}", guid('1')),
    );
    let project = Project::open(project.root()).expect("a project");
    AssetObjects::read(&mut Library::new(Arc::new(project)), path)
}

fn ids(held: &AssetObjects) -> Vec<(i64, &str, &str)> {
    let rows = held.objects.iter();
    rows.map(|object| (object.id, object.name.as_str(), object.type_name.as_str()))
        .collect()
}

#[test]
fn lists_texture_and_sprites_of_image() {
    let one = read_asset(
        "Assets/One.png",
        "TextureImporter:\n  spriteMode: 1\n  textureShape: 1\n",
        "",
    );
    assert_eq!(
        ids(&one),
        [
            (2_800_000, "One", "UnityEngine.Texture2D"),
            (21_300_000, "One", "UnityEngine.Sprite")
        ]
    );
    assert_eq!((one.main, one.is_whole, one.is_native), (Some(2_800_000), true, false));
    let sheet = "TextureImporter:\n  internalIDToNameTable:\n  - first:\n      213: -500\n    second: walk_0\n  spriteMode: 2\n  \
                 spriteSheet:\n    sprites:\n    - serializedVersion: 2\n      name: walk_1\n      internalID: 700\n";
    let sheet = read_asset("Assets/Sheet.png", sheet, "");
    assert_eq!(
        ids(&sheet)[1..],
        [
            (-500, "walk_0", "UnityEngine.Sprite"),
            (700, "walk_1", "UnityEngine.Sprite")
        ]
    );
    assert!(sheet.is_whole);
    let untold = read_asset("Assets/Untold.png", "TextureImporter:\n  spriteMode: 2\n", "");
    assert!(!untold.is_whole);
    let cube = read_asset("Assets/Cube.png", "TextureImporter:\n  textureShape: 2\n", "");
    assert_eq!(cube.main, Some(8_900_000));
}

#[test]
fn lists_model_objects_as_incomplete() {
    let old = "ModelImporter:\n  fileIDToRecycleName:\n    100000: //RootNode\n    4300000: Body\n";
    let old = read_asset("Assets/Old.fbx", old, "");
    assert_eq!((old.main, old.is_whole), (Some(100_000), false));
    assert!(ids(&old).contains(&(4_300_000, "Body", "UnityEngine.Mesh")));
    let new = read_asset(
        "Assets/New.fbx",
        "ModelImporter:\n  meshes:\n    fileIdsGeneration: 2\n",
        "",
    );
    assert_eq!(new.main, Some(919_132_149_155_446_097));
    assert_eq!(read_asset("Assets/None.fbx", "ModelImporter:\n", "").main, None);
}

#[test]
fn lists_objects_of_native_asset_from_its_text() {
    let material = "%YAML 1.1\n--- !u!21 &2100000\nMaterial:\n  m_Name: Red\n";
    let red = read_asset(
        "Assets/Red.mat",
        "NativeFormatImporter:\n  mainObjectFileID: 2100000\n",
        material,
    );
    assert_eq!(ids(&red), [(2_100_000, "Red", "UnityEngine.Material")]);
    assert_eq!((red.main, red.is_whole, red.is_native), (Some(2_100_000), true, true));
    let mesh = "%YAML 1.1\n--- !u!43 &4300000\nMesh:\n  m_Name: Body\n--- !u!21 &5\nMaterial:\n  m_Name: Skin\n";
    let mesh = read_asset(
        "Assets/Body.asset",
        "NativeFormatImporter:\n  mainObjectFileID: 4300000\n",
        mesh,
    );
    assert_eq!(mesh.main, Some(4_300_000));
    let unread = read_asset(
        "Assets/Lfs.mat",
        "NativeFormatImporter:\n",
        "version https://git-lfs.github.com/spec/v1\n",
    );
    assert!(!unread.is_whole && unread.objects.is_empty());
    assert_eq!(unread.main, Some(2_100_000));
}

#[test]
fn prefab_with_native_importer_is_not_native() {
    for (path, is_native) in [("Assets/Old.prefab", false), ("Assets/Red.mat", true)] {
        let meta = "NativeFormatImporter:\n  mainObjectFileID: 100100000\n";
        let held = read_asset(path, meta, "%YAML 1.1\n--- !u!1 &5\nGameObject:\n  m_Name: Old\n");
        assert_eq!(held.is_native, is_native, "{path}");
    }
}
