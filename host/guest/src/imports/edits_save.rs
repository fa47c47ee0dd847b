//! `unity-tools:unity/edits-save`.

use crate::bindings::current::unity_tools::unity::edits_save::{Host, Saved};
use crate::fault::Fault;
use crate::store::CallState;
use host_bridge::{Command, SavedFile};

impl Host for CallState {
    async fn save(&mut self, files: Vec<String>) -> Result<Vec<Saved>, Fault> {
        let bytes = files.iter().map(String::len).sum();
        let command = Command::SaveFiles { files };
        let saved: Vec<SavedFile> = self.unity(bytes, command).await?;
        let saved = saved.into_iter().map(|file| Saved {
            file: file.file,
            bytes: file.bytes,
            backup: file.backup,
        });
        Ok(saved.collect())
    }
}
