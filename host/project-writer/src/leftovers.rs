//! Finds temporary files next to scenes that remained because the host was killed during a save. The host reports them,
//! and deletes a file if a backup has the same content.
//!
//! This module recognizes such files by name and content. `folder` creates them during a save.

use super::folder::Folder;
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::Path;
use unity_files::Project;

/// Maximum number of files that are reported by name at a start. Further files are only counted.
const MAX_TOLD: usize = 20;

/// Searches the folders of all scenes for temporary files of a save and returns a sentence for each. If `may_remove` is
/// true, deletes each file whose bytes equal those of a backup. Blocks the thread.
pub fn clear(project: &Project, backups: Option<&Path>, may_remove: bool) -> Vec<String> {
    let scenes = project.scenes.iter().filter(|scene| scene.path.starts_with("Assets/"));
    let folders: BTreeSet<&str> = scenes
        .filter_map(|scene| Some(scene.path.rsplit_once('/')?.0))
        .collect();
    let mut told = Vec::new();
    for below in folders {
        // A folder that cannot be opened is reported when its scenes are read.
        let Ok(folder) = Folder::open(project.root(), Path::new(below)) else {
            continue;
        };
        let Ok(entries) = folder.dir.entries() else { continue };
        let names = entries
            .flatten()
            .filter_map(|entry| entry.file_name().into_string().ok());
        let mut names: Vec<String> = names.filter(|name| is_ours_by_name(name)).collect();
        names.sort();
        told.extend(
            names
                .iter()
                .map(|name| handle_leftover(&folder, below, name, backups, may_remove)),
        );
    }
    let more = told.len().saturating_sub(MAX_TOLD);
    if more > 0 {
        told.truncate(MAX_TOLD);
        told.push(format!("{more} more files were left by a save"));
    }
    told
}

fn handle_leftover(folder: &Folder, below: &str, name: &str, backups: Option<&Path>, may_remove: bool) -> String {
    let path = format!("{below}/{name}");
    let left = format!("{path} was left by a host that was killed during a save");
    let equal = backups.and_then(|backups| equal_backup(folder, name, backups).ok().flatten());
    let Some(backup) = equal else {
        return format!(
            "{left}, unless a host is saving now; no backup has the same content, so the file may contain unsaved changes: compare it with the scenes in its folder, then delete it"
        );
    };
    if !may_remove {
        return format!("{left}; the backup {backup} has the same content: the file can be deleted");
    }
    match folder.dir.remove_file(name) {
        Ok(()) => format!("{left}; the backup {backup} has the same content: the file was deleted"),
        Err(error) => {
            format!(
                "{left}; the backup {backup} has the same content, but the file cannot be deleted ({error}): delete it"
            )
        }
    }
}

/// True if the name has the form `.saving-<process>-<number>.tmp`.
fn is_ours_by_name(name: &str) -> bool {
    let middle = name.strip_prefix(".saving-").and_then(|rest| rest.strip_suffix(".tmp"));
    let numbers = middle.and_then(|middle| middle.split_once('-'));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|sign| sign.is_ascii_digit());
    numbers.is_some_and(|(process, number)| is_number(process) && is_number(number))
}

/// Returns the name of a backup with the same bytes as the file `name`, or `None` if there is none.
fn equal_backup(folder: &Folder, name: &str, backups: &Path) -> io::Result<Option<String>> {
    let bytes = folder.read(name)?;
    for entry in backups.read_dir()?.flatten() {
        let facts = entry.metadata()?;
        if facts.is_file() && facts.len() == bytes.len() as u64 && fs::read(entry.path())? == bytes {
            return Ok(entry.file_name().into_string().ok());
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use host_project_journal::backups;
    use tests_projects::{TinyProject, guid, objects};

    const EQUAL: &str = "Assets/Scenes/.saving-12-0.tmp";
    const OTHER: &str = "Assets/Scenes/.saving-12-1.tmp";

    fn project() -> TinyProject {
        let project = TinyProject::new();
        project.asset("Assets/Scenes/A.unity", &guid('a'), objects(&[(1, "A", 0)]));
        project.write(EQUAL, "as it was");
        project.write(OTHER, "as it would be");
        // Files with other names, and a file in a folder without scenes.
        for path in [
            "Assets/Scenes/.saving-x-1.tmp",
            "Assets/Scenes/.saving-1.tmp",
            "Assets/Scenes/saving-1-1.tmp",
            "Assets/.saving-1-1.tmp",
        ] {
            project.write(path, "as it was");
        }
        project
    }

    #[test]
    fn deletes_leftover_with_equal_backup_and_reports_the_rest() {
        let project = project();
        let folder = tempfile::tempdir().expect("a folder");
        backups::make(folder.path(), "Assets/Scenes/A.unity", b"as it was").expect("a backup");
        let opened = Project::open(project.root()).expect("a project");
        let is_there = |path: &str| project.root().join(path).exists();
        let told = clear(&opened, Some(folder.path()), false);
        assert_eq!(told.len(), 2, "{told:?}");
        assert!(
            told[0].starts_with(EQUAL) && told[0].ends_with("the file can be deleted"),
            "{told:?}"
        );
        assert!(
            told[1].starts_with(OTHER) && told[1].contains("no backup has the same content"),
            "{told:?}"
        );
        assert!(is_there(EQUAL) && is_there(OTHER));
        let told = clear(&opened, Some(folder.path()), true);
        assert!(told[0].ends_with("the file was deleted"), "{told:?}");
        assert!(!is_there(EQUAL) && is_there(OTHER));
        assert_eq!(clear(&opened, Some(folder.path()), true).len(), 1);
        assert_eq!(clear(&opened, None, true).len(), 1);
        for path in ["Assets/Scenes/.saving-x-1.tmp", "Assets/.saving-1-1.tmp"] {
            assert!(is_there(path), "{path}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn never_follows_link_with_the_name_of_a_leftover() {
        let project = project();
        let folder = tempfile::tempdir().expect("a folder");
        backups::make(folder.path(), "Assets/Scenes/A.unity", b"as it was").expect("a backup");
        let linked = project.root().join("Assets/Scenes/.saving-13-0.tmp");
        std::os::unix::fs::symlink(project.root().join("Assets/.saving-1-1.tmp"), &linked).expect("a link");
        let opened = Project::open(project.root()).expect("a project");
        let told = clear(&opened, Some(folder.path()), true);
        assert!(told[2].contains("no backup has the same content"), "{told:?}");
        assert!(linked.symlink_metadata().is_ok() && project.root().join("Assets/.saving-1-1.tmp").exists());
    }
}
