//! Chooses the Unity project to serve: `project.path` or `project.sample`, otherwise the project of the working
//! directory or its nearest parent, otherwise the sample.
//!
//! This module does not open the project.

use crate::config::ProjectSettings;
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use unity_files::{NotReadable, find_roots_near, is_readable_root, nearest_readable_root, nearest_root};

/// Maximum number of characters of the folder's name in a project's id. Some systems limit names to 255 bytes and paths
/// to 260 characters.
const LONGEST_NAME: usize = 40;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Chosen {
    Folder(PathBuf),
    /// The embedded sample, because `--sample` selects it.
    Sample,
    /// The embedded sample, because there is no project in the working directory (the field) or above it.
    SampleInstead(PathBuf),
}

impl Chosen {
    /// Returns a warning if the sample is served although it was not selected; `None` otherwise.
    pub(crate) fn warning(&self) -> Option<String> {
        let Self::SampleInstead(working_dir) = self else {
            return None;
        };
        Some(format!(
            "there is no Unity project in {} or above it, so the embedded sample project is served; {CHOOSE}",
            working_dir.display()
        ))
    }
}

const CHOOSE: &str = "pass --project DIR (the folder that contains Assets), or --sample for the sample project";

#[derive(Debug, thiserror::Error)]
pub(crate) enum NoProject {
    #[error("`project.path` is {}, {}{}", path.display(), reason(path), nearby(found))]
    NotARoot { path: PathBuf, found: Vec<PathBuf> },
    #[error(
        "cannot open the Unity project in {}: {reason}; give this user read access, or pass another folder with \
         --project",
        folder.display()
    )]
    NotReadable { folder: PathBuf, reason: NotReadable },
    #[error("there is no Unity project in {} or above it; {CHOOSE}", working_dir.display())]
    Unnamed { working_dir: PathBuf },
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

/// Chooses the project to serve: the configured one, otherwise that of the working directory or above it, otherwise the
/// sample. Blocks the thread.
pub(crate) fn choose(settings: &ProjectSettings, working_dir: &Path) -> Result<Chosen, NoProject> {
    let not_readable = |folder: &Path| {
        let folder = folder.to_owned();
        |reason| NoProject::NotReadable { folder, reason }
    };
    match &settings.path {
        Some(path) => match is_readable_root(path).map_err(not_readable(path))? {
            true => Ok(Chosen::Folder(path.to_owned())),
            false => Err(NoProject::NotARoot {
                path: path.clone(),
                found: find_roots_near(path),
            }),
        },
        None if settings.sample => Ok(Chosen::Sample),
        None => {
            let nearest = nearest_readable_root(working_dir).map_err(not_readable(working_dir))?;
            Ok(nearest.map_or_else(|| Chosen::SampleInstead(working_dir.to_owned()), Chosen::Folder))
        }
    }
}

/// Chooses the project like `choose`, for a client that starts the host itself. Fails instead of serving the sample
/// unless it was selected: such a client shows no log, so its user would not notice the sample.
pub(crate) fn choose_for_client(settings: &ProjectSettings, working_dir: &Path) -> Result<Chosen, NoProject> {
    match choose(settings, working_dir)? {
        Chosen::SampleInstead(working_dir) => Err(NoProject::Unnamed { working_dir }),
        chosen => Ok(chosen),
    }
}

/// Returns the project folder that `choose` would select, even if it does not exist. A replay may need this path.
pub(crate) fn folder(settings: &ProjectSettings, working_dir: &Path) -> Option<PathBuf> {
    let nearest = || nearest_root(working_dir).filter(|_| !settings.sample);
    settings.path.clone().or_else(nearest)
}

/// Returns the id that names the project's own folders in the data folder: readable, and the same from every working
/// directory. Blocks the thread, because it resolves links.
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
            sample: false,
            open: OpenScenes::First,
            watch: WatchMode::Auto,
            screen: (1920, 1080),
            scripts_folder: None,
            editor_log: EditorLog::Off,
            follow_links: false,
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
    fn selects_working_directory_or_parent_else_the_sample() {
        let folder = tempfile::tempdir().unwrap();
        let game = folder.path().join("Game");
        project(&game);
        let inside = game.join("Assets").join("Scenes");
        assert_eq!(choose(&settings(None), &inside).unwrap(), Chosen::Folder(game));
        let nowhere = choose(&settings(None), folder.path()).unwrap();
        assert_eq!(nowhere, Chosen::SampleInstead(folder.path().to_owned()));
        assert!(nowhere.warning().is_some_and(|text| text.contains("--sample")));
    }

    #[test]
    fn client_gets_sample_only_if_requested() {
        let folder = tempfile::tempdir().unwrap();
        let refused = choose_for_client(&settings(None), folder.path())
            .unwrap_err()
            .to_string();
        for part in [folder.path().to_str().unwrap(), "--project DIR", "--sample"] {
            assert!(refused.contains(part), "no {part:?} in {refused}");
        }
        let asked = ProjectSettings {
            sample: true,
            ..settings(None)
        };
        assert_eq!(choose_for_client(&asked, folder.path()).unwrap(), Chosen::Sample);
        project(folder.path());
        let own = Chosen::Folder(folder.path().to_owned());
        assert_eq!(choose_for_client(&settings(None), folder.path()).unwrap(), own);
        assert_eq!(
            choose(&asked, folder.path()).unwrap(),
            Chosen::Sample,
            "an explicit choice takes precedence"
        );
    }

    /// Tests a link to itself, which no user can examine, not even root.
    #[cfg(unix)]
    #[test]
    fn reports_examination_error_instead_of_missing_project() {
        let folder = tempfile::tempdir().unwrap();
        let assets = folder.path().join("Assets");
        std::os::unix::fs::symlink(&assets, &assets).unwrap();
        let (here, inside) = (folder.path().to_path_buf(), folder.path().join("inside"));
        std::fs::create_dir(&inside).unwrap();
        for refused in [
            choose(&settings(Some(here)), folder.path()),
            choose(&settings(None), &inside),
        ] {
            let message = refused.unwrap_err().to_string();
            assert!(
                message.contains(&format!("cannot examine {}", assets.display())) && message.contains("os error"),
                "{message}"
            );
            assert!(!message.contains("no Unity project"), "{message}");
        }
    }

    #[test]
    fn project_id_is_stable_readable_and_valid_as_file_name() {
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
    fn rejects_folder_without_project_and_lists_nearby_projects() {
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
