//! The configuration file that nobody named: where it is looked for, and where it is left alone. Blocking: it looks at folders.
//!
//! Belongs here: whether such a file is the operator's. Does not: what stands in it (`layers`).

use super::{Configuration, Sources};
use std::path::{Path, PathBuf};
use unity_project::project::nearest_root;

/// The file's name in the working directory.
const NAME: &str = "unity-tool-host.toml";

/// A file that was not read, because it lies in a Unity project or in a folder around the one that is served, as the root of a
/// repository is: whoever writes there, an agent or the author of a cloned repository, would set the policy that is meant to hold
/// them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    file: PathBuf,
    project: PathBuf,
    is_inside: bool,
}

impl LeftOut {
    /// What `--check` and the log say.
    pub(crate) fn warning(&self) -> String {
        format!(
            "{} is not read, because it lies {} the Unity project {}, where others than the operator write; move it to a \
             folder that only the operator writes to and name it, or name it where it is: `--config {0}`",
            self.file.display(),
            if self.is_inside { "in" } else { "in a folder around" },
            self.project.display()
        )
    }
}

/// Where it is looked for.
pub(super) fn place(sources: &Sources) -> PathBuf {
    sources.working_dir.join(NAME)
}

/// The file of the working directory: the one to read, or the one that is left alone.
pub(super) fn find(sources: &Sources) -> (Option<PathBuf>, Option<LeftOut>) {
    let file = place(sources);
    if !file.is_file() {
        return (None, None);
    }
    let inside = nearest_root(&sources.working_dir).map(|project| (project, true));
    let left_out = inside.or_else(|| beneath(sources, &file).map(|project| (project, false)));
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

/// The project that would be served with that file, where it lies beneath the working directory; whoever names it there, the file
/// itself too.
fn beneath(sources: &Sources, file: &Path) -> Option<PathBuf> {
    let with = |file: Option<PathBuf>| {
        let sources = Sources {
            file,
            ..sources.clone()
        };
        Configuration::read(&sources).ok()?.settings.project.path
    };
    // Where the file is wrong, what flags and environment say still stands.
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
    fn a_file_inside_a_project_is_left_alone_and_named() {
        let folder = tempfile::tempdir().unwrap();
        let game = folder.path().join("Game");
        let deep = game.join("Assets").join("Scenes");
        std::fs::create_dir_all(&deep).unwrap();
        std::fs::create_dir_all(game.join("ProjectSettings")).unwrap();
        let find = |place: &Path| find(&Sources::of_flags(place, []));
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

    #[test]
    fn a_file_around_the_project_that_is_served_is_left_alone_whoever_names_the_project() {
        let folder = tempfile::tempdir().unwrap();
        let game = folder.path().join("Client").join("Game");
        let file = folder.path().join(NAME);
        let beside = tempfile::tempdir().unwrap();
        let named = |path: &Path| Sources::of_flags(folder.path(), [("project.path", path.to_str().unwrap())]);
        for (text, sources) in [
            ("", named(&game)),
            ("", named(Path::new("Client/Game"))),
            ("[policy", named(&game)),
            (
                "[project]\npath = \"Client/Game\"\n",
                Sources::of_flags(folder.path(), []),
            ),
        ] {
            std::fs::write(&file, text).unwrap();
            let (read, left_out) = find(&sources);
            assert_eq!(read, None, "{text} {sources:?}");
            let warning = left_out.unwrap().warning();
            assert!(warning.contains("in a folder around the Unity project"), "{warning}");
        }
        // Another project's is the operator's, as long as nothing of it is served.
        std::fs::write(&file, "").unwrap();
        assert_eq!(find(&named(beside.path())), (Some(file), None));
    }
}
