//! What is said of files that lie in the project without a `.meta`: Unity has not imported them.

use host_bridge::{BridgeError, BridgeErrorKind};
use unity_project::project::{Project, has_extension};

const HINT: &str = "open the project in Unity once: it imports the file and writes its .meta";

/// The error for an asset that is none yet; `None` where no file lies there that Unity would import.
pub(super) fn no_asset_yet(project: &Project, path: &str) -> Option<BridgeError> {
    let is_skipped = |name: &str| name.starts_with('.') || name.ends_with('~');
    if has_extension(path, "meta") || path.split('/').any(is_skipped) {
        return None;
    }
    let file = project.roots().locate(path).ok().filter(|file| file.is_file())?;
    let mut meta = file.into_os_string();
    meta.push(".meta");
    if std::fs::exists(meta).unwrap_or(true) {
        return None;
    }
    let shown: String = path.chars().take(200).collect();
    let message = format!("{shown:?} is there and has no .meta file yet: Unity has not imported it");
    Some(BridgeError::new(BridgeErrorKind::NotFound, message).with_hint(HINT))
}

/// The same for a type whose source has that name.
pub(super) fn no_type_yet(project: &Project, name: &str) -> Option<BridgeError> {
    let short = name.rsplit('.').next().unwrap_or(name);
    let is_meant = |path: &&str| {
        let file = path.rsplit('/').next().unwrap_or(path);
        file.rsplit_once('.').is_some_and(|(stem, _)| stem == short)
    };
    let path = project.index.unimported().find(is_meant)?;
    let message = format!("no object has a {name}: its source {path} has no .meta file yet, Unity has not imported it");
    Some(BridgeError::new(BridgeErrorKind::NotFound, message).with_hint(HINT))
}
