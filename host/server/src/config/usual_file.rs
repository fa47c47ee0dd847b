//! The configuration file that nobody named: where it is looked for, and where it is left alone. Blocking: it looks at folders.
//!
//! Belongs here: whether such a file is the operator's. Does not: what stands in it (`layers`).

use std::path::{Path, PathBuf};
use unity_project::project::nearest_root;

/// The file's name in the working directory.
const NAME: &str = "unity-tool-host.toml";

/// A file that was not read, because it lies in a Unity project: whoever writes there, an agent or the author of a cloned
/// repository, would set the policy that is meant to hold them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    file: PathBuf,
    project: PathBuf,
}

impl LeftOut {
    /// What `--check` and the log say.
    pub(crate) fn warning(&self) -> String {
        format!(
            "{} is not read, because it lies in the Unity project {}, where others than the operator write; move it out of \
             the project and name it, or name it where it is: `--config {0}`",
            self.file.display(),
            self.project.display()
        )
    }
}

/// The file of the working directory: the one to read, or the one that is left alone.
pub(super) fn find(working_dir: &Path) -> (Option<PathBuf>, Option<LeftOut>) {
    let file = working_dir.join(NAME);
    if !file.is_file() {
        return (None, None);
    }
    match nearest_root(working_dir) {
        None => (Some(file), None),
        Some(project) => (None, Some(LeftOut { file, project })),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_inside_a_project_is_left_alone_and_named() {
        let folder = tempfile::tempdir().unwrap();
        let game = folder.path().join("Game");
        let deep = game.join("Assets").join("Scenes");
        std::fs::create_dir_all(&deep).unwrap();
        std::fs::create_dir_all(game.join("ProjectSettings")).unwrap();
        for place in [folder.path(), &game, &deep] {
            assert_eq!(find(place), (None, None), "there is none in {}", place.display());
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
}
