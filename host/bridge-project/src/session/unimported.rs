//! Errors for assets that the project does not have yet: files without a `.meta`, and paths behind a link that is not followed.

use host_bridge::{BridgeError, BridgeErrorKind, Skipped};
use unity_project::project::{FOLLOW_LINKS, Project, has_extension};

const HINT: &str = "open the project in Unity once: it imports the file and writes its .meta";

/// The error for an asset that is none yet; `None` where no file lies there that Unity would import.
pub(super) fn no_asset_yet(project: &Project, path: &str) -> Option<BridgeError> {
    if let Some(link) = project.absent.link_above(path) {
        let shown: String = path.chars().take(200).collect();
        let message =
            format!("{shown:?} is behind the link {link}, which leads out of the project and is not followed");
        let hint = format!("the operator can allow it with {FOLLOW_LINKS} = true");
        return Some(BridgeError::new(BridgeErrorKind::NotFound, message).with_hint(hint));
    }
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

/// The links that a search of the whole project did not follow, one row each.
pub(super) fn links_not_followed(project: &Project) -> Vec<Skipped> {
    let why = format!(
        "a link out of the project, which is not followed (the operator can allow it with {FOLLOW_LINKS} = true)"
    );
    let links = project.absent.links().iter();
    links
        .map(|link| Skipped {
            file: link.clone(),
            why: why.clone(),
        })
        .collect()
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
