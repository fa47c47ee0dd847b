//! The project folder that the host serves in addition to running instances, and the proof that an editor has it open.
//!
//! This module contains the nonce and the path of its file. `inner` requests the proof, and `table` stores its result.

use host_api::Tree;
use host_bridge::{BridgeCall, BridgeError, UnityBridge};
use host_bridge_live::LiveBridge;
use host_bridge_live::session::LinkCall;
use host_bridge_live::trust;
use host_pipeline::PipelineCommands;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use unity_files::lock_reason;

/// The folder for nonce files, by which an editor proves that it has a project open; relative to the project folder.
const BELOW: &str = "Library/UnityTools/";

/// Number of characters in the name of a nonce file, which is a random hexadecimal number.
const NAME: usize = 32;

/// A Unity project folder, with the bridge that runs commands on its files without a running Unity.
#[derive(Clone)]
pub struct Folder {
    pub bridge: Arc<dyn UnityBridge>,
    pub root: PathBuf,
    /// The commands of Unity's package `com.unity.pipeline` in this project; `None` if they are switched off.
    pub pipeline: Option<Arc<PipelineCommands>>,
    /// Makes the bridge look for files that were created, moved or removed, before its next command.
    pub look_again: Arc<dyn Fn() + Send + Sync>,
}

impl Folder {
    /// Returns true if a Unity editor has the folder open. Except on Windows, also if it left its lock in a crash.
    pub(crate) fn has_lock(&self) -> bool {
        lock_reason(&self.root).is_some()
    }

    /// Returns true if the process `instance` of `editor` has this folder open. To prove this, the editor writes a
    /// nonce of this host into a file in the folder. The path that the editor reports for its project is not used, and
    /// the file must have the name of a nonce file.
    ///
    /// # Errors
    /// The process did not answer, for example because it reloads its scripts.
    pub(crate) async fn is_open_in(&self, editor: &LiveBridge, instance: &str) -> Result<bool, BridgeError> {
        let Ok(nonce) = trust::nonce() else { return Ok(false) };
        let asked = LinkCall::ProveFolder { nonce: nonce.clone() };
        let reply = editor
            .ask_process(asked, Some(instance.to_owned()), BridgeCall::internal())
            .await?;
        let file = Tree::read(reply.value.get()).ok();
        let file = file.and_then(|told| Some(told.get("file")?.as_str()?.to_owned()));
        let Some(file) = file.filter(|file| is_nonce_file(file)) else {
            return Ok(false);
        };
        let root = self.root.clone();
        let read = tokio::task::spawn_blocking(move || has_nonce(&root, &file, &nonce));
        Ok(read.await.unwrap_or(false))
    }
}

/// Returns true if `file` is a valid path of a nonce file: [`BELOW`], then 32 lower-case hexadecimal digits.
fn is_nonce_file(file: &str) -> bool {
    let name = file.strip_prefix(BELOW).unwrap_or_default();
    name.len() == NAME
        && name
            .bytes()
            .all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
}

fn has_nonce(root: &Path, file: &str, nonce: &str) -> bool {
    let path = root.join(file);
    let Ok((open, _)) = host_regular_file::open(&path) else {
        return false;
    };
    // A folder that links to a location outside proves nothing about this folder.
    let is_inside = match (root.canonicalize(), host_regular_file::place(&open, &path)) {
        (Ok(root), Ok(place)) => place.starts_with(root),
        _ => false,
    };
    let mut text = String::new();
    let is_read = open.take(1024).read_to_string(&mut text).is_ok();
    is_inside && is_read && text.trim() == nonce
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_only_matching_nonce_below_tools_folder() {
        let folder = tempfile::tempdir().expect("a folder");
        let name = "0123456789abcdef".repeat(2);
        let file = format!("{BELOW}{name}");
        std::fs::create_dir_all(folder.path().join(BELOW)).expect("made");
        std::fs::write(folder.path().join(&file), "secret\n").expect("written");
        assert!(is_nonce_file(&file) && has_nonce(folder.path(), &file, "secret"));
        assert!(!has_nonce(folder.path(), &file, "another"));
        for other in [
            "/etc/passwd",
            "Library/UnityTools/../../x",
            "Library/UnityTools/",
            &format!("{file}0"),
        ] {
            assert!(!is_nonce_file(other), "{other}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn rejects_nonce_behind_link_out_of_project() {
        let (folder, elsewhere) = (
            tempfile::tempdir().expect("a folder"),
            tempfile::tempdir().expect("a folder"),
        );
        let file = format!("{BELOW}{}", "0".repeat(NAME));
        std::fs::create_dir_all(folder.path().join("Library")).expect("made");
        std::fs::write(elsewhere.path().join("0".repeat(NAME)), "secret").expect("written");
        std::os::unix::fs::symlink(elsewhere.path(), folder.path().join("Library/UnityTools")).expect("linked");
        assert!(!has_nonce(folder.path(), &file, "secret"));
    }
}
