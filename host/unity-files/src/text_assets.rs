//! Lists the files of a project that Unity writes as text and that can contain references, by their extensions. The
//! crate `unity-project` reads the files.

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

/// Returns true if the path has the extension of an asset that Unity writes as text with references.
pub fn is_text_asset(path: &str) -> bool {
    EXTENSIONS.iter().any(|extension| has_extension(path, extension))
}

/// Returns true if the asset is in `Assets` or `Packages`, and false if it is in the package cache.
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

/// Returns false for a data file (lighting, navigation, terrain) that is binary even if the project forces text,
/// otherwise true. `path` is the asset path of `file`.
///
/// # Errors
/// `Missing` if there is no such file. Other problems occur when the caller reads the whole file.
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
