//! Which Unity project is served.
//!
//! Belongs here: `project.path`, else the working directory or its nearest parent, else the sample. Does not: opening it.

use crate::config::ProjectSettings;
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use unity_project::project::{find_roots_near, is_root, nearest_root};

/// Letters of the folder's name in a project's id; some systems end names at 255 bytes and paths at 260.
const LONGEST_NAME: usize = 40;

/// What will be served.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Chosen {
    Folder(PathBuf),
    /// The project inside this program.
    Sample,
}

/// The folder that was asked for is no project.
#[derive(Debug, thiserror::Error)]
#[error("`project.path` is {}, {}{}", path.display(), reason(path), nearby(found))]
pub(crate) struct NoProject {
    path: PathBuf,
    found: Vec<PathBuf>,
}

fn reason(path: &Path) -> &'static str {
    if path.is_dir() {
        "which is no Unity project: it needs the folders Assets and ProjectSettings"
    } else {
        "which is no folder"
    }
}

fn nearby(found: &[PathBuf]) -> String {
    if found.is_empty() {
        return "; no Unity project was found nearby".to_owned();
    }
    let list: Vec<String> = found.iter().map(|root| root.display().to_string()).collect();
    format!("; found nearby: {}", list.join(", "))
}

/// Chooses. Blocking: it looks at folders.
pub(crate) fn choose(settings: &ProjectSettings, working_dir: &Path) -> Result<Chosen, NoProject> {
    match &settings.path {
        Some(path) if is_root(path) => Ok(Chosen::Folder(path.to_owned())),
        Some(path) => Err(NoProject {
            path: path.clone(),
            found: find_roots_near(path),
        }),
        None => Ok(nearest_root(working_dir).map_or(Chosen::Sample, Chosen::Folder)),
    }
}

/// The folder that `choose` would take, whether or not it is there: what is asked of a recording may name it.
pub(crate) fn folder(settings: &ProjectSettings, working_dir: &Path) -> Option<PathBuf> {
    settings.path.clone().or_else(|| nearest_root(working_dir))
}

/// A name for the project's own folders below the data folder: the same wherever the host is started from, and readable.
/// Blocking: it resolves links.
pub(crate) fn id(root: &Path) -> String {
    let root = std::fs::canonicalize(root).unwrap_or_else(|_| root.to_path_buf());
    let hash = HEXLOWER.encode(&Sha256::digest(root.as_os_str().as_encoded_bytes())[..6]);
    let name = root.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    let plain: String = name
        .chars()
        .take(LONGEST_NAME)
        .map(|letter| {
            if letter.is_ascii_alphanumeric() || "-_".contains(letter) {
                letter
            } else {
                '_'
            }
        })
        .collect();
    if plain.is_empty() {
        hash
    } else {
        format!("{plain}-{hash}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use host_bridge_project::{EditorLog, OpenScenes, WatchMode};

    fn settings(path: Option<PathBuf>) -> ProjectSettings {
        ProjectSettings {
            path,
            open: OpenScenes::First,
            watch: WatchMode::Auto,
            screen: (1920, 1080),
            scripts_folder: None,
            editor_log: EditorLog::Off,
            allow_save: false,
            keeps_edits: true,
            memory: 512 << 20,
        }
    }

    fn project(folder: &Path) {
        std::fs::create_dir_all(folder.join("Assets").join("Scenes")).unwrap();
        std::fs::create_dir_all(folder.join("ProjectSettings")).unwrap();
    }

    #[test]
    fn the_working_directory_or_a_parent_is_taken_else_the_sample() {
        let folder = tempfile::tempdir().unwrap();
        let game = folder.path().join("Game");
        project(&game);
        let inside = game.join("Assets").join("Scenes");
        assert_eq!(choose(&settings(None), &inside).unwrap(), Chosen::Folder(game));
        assert_eq!(choose(&settings(None), folder.path()).unwrap(), Chosen::Sample);
    }

    #[test]
    fn an_id_is_stable_readable_and_a_plain_file_name() {
        let folder = tempfile::tempdir().unwrap();
        let game = folder.path().join("My Gäme..");
        project(&game);
        let first = id(&game);
        assert_eq!(first, id(&game.join("Assets").join("..")));
        assert!(first.starts_with("My_G_me__-"), "{first}");
        assert!(
            first
                .chars()
                .all(|letter| letter.is_ascii_alphanumeric() || "-_".contains(letter)),
            "{first}"
        );
        let twin = folder.path().join("other").join("My Gäme..");
        project(&twin);
        assert_ne!(first, id(&twin));
        let long = folder.path().join("x".repeat(200));
        project(&long);
        assert!(id(&long).len() < 60);
    }

    #[test]
    fn a_folder_that_is_no_project_is_refused_with_those_nearby() {
        let folder = tempfile::tempdir().unwrap();
        project(&folder.path().join("Game"));
        let message = choose(&settings(Some(folder.path().to_path_buf())), folder.path())
            .unwrap_err()
            .to_string();
        assert!(
            message.contains("`project.path`") && message.contains("Assets and ProjectSettings"),
            "{message}"
        );
        assert!(
            message.contains(&folder.path().join("Game").display().to_string()),
            "{message}"
        );
        let gone = choose(&settings(Some(folder.path().join("gone"))), folder.path())
            .unwrap_err()
            .to_string();
        assert!(gone.contains("is no folder"), "{gone}");
    }
}
