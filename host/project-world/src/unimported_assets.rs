//! Assets that the host cannot use: files that Unity has not imported yet (without `.meta`), and unreadable folders.

use host_bridge::{BridgeError, BridgeErrorKind, Skipped};
use unity_files::{FOLLOW_LINKS, HiddenKind, Project, has_extension};

const HINT: &str = "open the project in Unity once: it imports the file and writes its .meta";

/// Returns the error for a file without `.meta` or in an unreadable folder; `None` if no such file exists.
pub fn no_asset_yet(project: &Project, path: &str) -> Option<BridgeError> {
    if let Some(hidden) = project.absent.hidden_above(path) {
        let shown: String = path.chars().take(200).collect();
        let (above, hint) = (
            &hidden.path,
            format!("the operator can allow it with {FOLLOW_LINKS} = true"),
        );
        return Some(match &hidden.kind {
            HiddenKind::Link => {
                let message =
                    format!("{shown:?} is behind the link {above}, which leads out of the project and is not followed");
                BridgeError::new(BridgeErrorKind::NotFound, message).with_hint(hint)
            }
            HiddenKind::Folder(why) | HiddenKind::File(why) => {
                let message = format!("it is not known whether {shown:?} exists: {above} could not be read ({why})");
                BridgeError::new(BridgeErrorKind::NotReady, message)
            }
        });
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

/// Returns a row for each folder or file that a search of the whole project does not cover, because it is unreadable.
pub fn unread_parts(project: &Project) -> Vec<Skipped> {
    let hidden = project.absent.hidden();
    let mut rows: Vec<Skipped> = hidden
        .own_parts()
        .map(|part| Skipped {
            file: part.path.clone(),
            why: part.reason(),
        })
        .collect();
    let more = hidden.unnamed();
    rows.extend((more > 0).then(|| Skipped {
        file: format!("{more} more folders and files"),
        why: "they could not be read and are not named".to_owned(),
    }));
    rows
}

/// Returns the error for a component type that Unity has not imported, because its source file has no `.meta` file;
/// `None` if no such file exists.
pub fn no_type_yet(project: &Project, name: &str) -> Option<BridgeError> {
    let short = name.rsplit('.').next().unwrap_or(name);
    let is_meant = |path: &&str| {
        let file = path.rsplit('/').next().unwrap_or(path);
        file.rsplit_once('.').is_some_and(|(stem, _)| stem == short)
    };
    let path = project.index.unimported().find(is_meant)?;
    let message = format!(
        "there is no component type {name}: its source {path} has no .meta file yet, Unity has not imported it"
    );
    Some(BridgeError::new(BridgeErrorKind::NotFound, message).with_hint(HINT))
}
