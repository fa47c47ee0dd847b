//! The default path of the log file of the Unity editor.

use std::path::PathBuf;

/// Returns the default path of the log file on this system; `None` if the user has no home folder.
pub(super) fn default_path() -> Option<PathBuf> {
    place(std::env::consts::OS, dirs::home_dir(), dirs::data_local_dir())
}

/// Returns the default path on the operating system `os`, which is a value of `std::env::consts::OS`.
fn place(os: &str, home: Option<PathBuf>, local_data: Option<PathBuf>) -> Option<PathBuf> {
    let (base, below) = match os {
        "windows" => (local_data, "Unity/Editor/Editor.log"),
        "macos" => (home, "Library/Logs/Unity/Editor.log"),
        _ => (home, ".config/unity3d/Editor.log"),
    };
    Some(below.split('/').fold(base?, |path, name| path.join(name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn returns_log_path_of_each_platform() {
        let at = |os| place(os, Some("/me".into()), Some("/local".into()));
        assert_eq!(at("linux"), Some("/me/.config/unity3d/Editor.log".into()));
        assert_eq!(at("macos"), Some("/me/Library/Logs/Unity/Editor.log".into()));
        assert_eq!(at("windows"), Some("/local/Unity/Editor/Editor.log".into()));
        assert_eq!(place("linux", None, None), None);
    }
}
