//! Finds the configuration file in the working directory if no other file is named, and decides whether to ignore it.
//! Blocks the thread.
//!
//! This module decides whether only the operator can have written the file. `layers` reads its content.

use super::{Configuration, Sources};
use std::path::{Path, PathBuf};
use unity_files::nearest_root;

/// Name of the configuration file in the working directory.
const NAME: &str = "unity-tool-host.toml";

/// A configuration file that the host ignores, because it is in a Unity project or in a folder around the served
/// project, such as the root of a repository. Other users write there: an agent, or the author of a cloned repository,
/// could set the policy that must restrict them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    file: PathBuf,
    project: PathBuf,
    is_inside: bool,
}

impl LeftOut {
    pub(crate) fn warning(&self) -> String {
        format!(
            "{} is not read, because it is {} the Unity project {}, where not only the operator writes; move it to a \
             folder that only the operator writes to and name it with --config, or accept it where it is: `--config {0}`",
            self.file.display(),
            if self.is_inside { "in" } else { "in a folder around" },
            self.project.display()
        )
    }
}

/// Returns the path of the configuration file in the working directory. The file may be missing.
pub(super) fn place(sources: &Sources) -> PathBuf {
    sources.working_dir.join(NAME)
}

pub(super) fn find(sources: &Sources) -> (Option<PathBuf>, Option<LeftOut>) {
    let file = place(sources);
    if !file.is_file() {
        return (None, None);
    }
    let inside = nearest_root(&sources.working_dir).map(|project| (project, true));
    let left_out = inside.or_else(|| project_below(sources, &file).map(|project| (project, false)));
    match left_out {
        None => (Some(file), None),
        Some((project, is_inside)) => (
            None,
            Some(LeftOut {
                file,
                project,
                is_inside,
            }),
        ),
    }
}

/// Returns the project that a host with the configuration file `file` would serve, if it is below the working
/// directory; `None` otherwise. The environment, a flag or the file itself may name the project.
fn project_below(sources: &Sources, file: &Path) -> Option<PathBuf> {
    let with = |file: Option<PathBuf>| {
        let sources = Sources {
            file,
            ..sources.clone()
        };
        Configuration::read(&sources).ok()?.settings.project.path
    };
    // If the file is wrong, flags and environment still apply.
    let project = with(Some(file.to_path_buf())).or_else(|| with(None))?;
    let real = |path: &Path| std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    real(&project)
        .starts_with(real(&sources.working_dir))
        .then_some(project)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ignores_configuration_inside_project_and_names_it() {
        let folder = tempfile::tempdir().unwrap();
        let game = folder.path().join("Game");
        let deep = game.join("Assets").join("Scenes");
        std::fs::create_dir_all(&deep).unwrap();
        std::fs::create_dir_all(game.join("ProjectSettings")).unwrap();
        let find = |place: &Path| find(&Sources::from_flags(place, []));
        for place in [folder.path(), &game, &deep] {
            assert_eq!(find(place), (None, None), "no file in {}", place.display());
            std::fs::write(place.join(NAME), "").unwrap();
        }
        assert_eq!(find(folder.path()), (Some(folder.path().join(NAME)), None));
        for place in [&game, &deep] {
            let (read, left_out) = find(place);
            assert_eq!(read, None);
            let warning = left_out.unwrap().warning();
            let named = format!("`--config {}`", place.join(NAME).display());
            assert!(warning.contains(&named), "{warning}");
            assert!(warning.contains(&game.display().to_string()), "{warning}");
        }
    }

    #[test]
    fn ignores_configuration_in_a_folder_around_the_served_project() {
        let folder = tempfile::tempdir().unwrap();
        let game = folder.path().join("Client").join("Game");
        let file = folder.path().join(NAME);
        let beside = tempfile::tempdir().unwrap();
        let named = |path: &Path| Sources::from_flags(folder.path(), [("project.path", path.to_str().unwrap())]);
        for (text, sources) in [
            ("", named(&game)),
            ("", named(Path::new("Client/Game"))),
            ("[policy", named(&game)),
            (
                "[project]\npath = \"Client/Game\"\n",
                Sources::from_flags(folder.path(), []),
            ),
        ] {
            std::fs::write(&file, text).unwrap();
            let (read, left_out) = find(&sources);
            assert_eq!(read, None, "{text} {sources:?}");
            let warning = left_out.unwrap().warning();
            assert!(warning.contains("in a folder around the Unity project"), "{warning}");
        }
        // A file in another project is the operator's, as long as no part of that project is served.
        std::fs::write(&file, "").unwrap();
        assert_eq!(find(&named(beside.path())), (Some(file), None));
    }
}
