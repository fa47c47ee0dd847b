//! Selects the files of a project that contain references as text, by their extensions, and lists them. `unity-project`
//! reads them.

use crate::AssetProblem;
use crate::project::{Project, has_extension};
use std::io::Read;
use std::path::Path;
use unity_yaml::{FileProblem, as_text};

/// Extensions of assets that Unity writes as text with references, in lower case.
const EXTENSIONS: [&str; 29] = [
    "unity",
    "prefab",
    "asset",
    "mat",
    "anim",
    "controller",
    "overridecontroller",
    "playable",
    "signal",
    "mask",
    "mixer",
    "preset",
    "lighting",
    "flare",
    "guiskin",
    "fontsettings",
    "physicmaterial",
    "physicsmaterial",
    "physicsmaterial2d",
    "rendertexture",
    "customrendertexture",
    "cubemap",
    "spriteatlas",
    "spriteatlasv2",
    "terrainlayer",
    "brush",
    "shadervariants",
    "scenetemplate",
    "giparams",
];

/// Whether the path has the extension of an asset that Unity writes as text with references.
pub fn is_text_asset(path: &str) -> bool {
    EXTENSIONS.iter().any(|extension| has_extension(path, extension))
}

/// Whether the path is that of an asset of the project itself or of a package in `Packages`, not of the package cache.
pub fn is_own(path: &str) -> bool {
    path.starts_with("Assets/") || path.starts_with("Packages/")
}

/// Returns the paths of the project's own text assets, sorted, including scenes that have no `.meta` yet.
pub fn text_assets(project: &Project) -> Vec<String> {
    let assets = project.index.assets().map(|(path, _)| path);
    let scenes = project.scenes.iter().filter(|scene| scene.exists);
    let mut files: Vec<String> = assets
        .filter(|path| is_own(path) && is_text_asset(path))
        .chain(scenes.map(|scene| scene.path.as_str()))
        .map(str::to_owned)
        .collect();
    files.sort_unstable();
    files.dedup();
    files
}

/// Whether a file can be text: false for a data file that is binary even if text is forced (lighting, navigation,
/// terrain). `path` is its asset path.
///
/// # Errors
/// `Missing`; other problems are reported when the whole file is read.
pub fn may_be_text(file: &Path, path: &str) -> Result<bool, AssetProblem> {
    if !has_extension(path, "asset") {
        return Ok(true);
    }
    let mut start = Vec::with_capacity(256);
    let Ok(found) = std::fs::metadata(file) else {
        return Err(AssetProblem::Missing);
    };
    if found.is_file()
        && let Ok(opened) = std::fs::File::open(file)
    {
        let _ = opened.take(256).read_to_end(&mut start);
    }
    Ok(!matches!(as_text(&start), Err(FileProblem::Binary { .. })))
}
