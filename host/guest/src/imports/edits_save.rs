//! Implements the WIT interface `unity-tools:unity/edits-save`: writes changed scenes to their files.

use crate::bindings::current::unity_tools::unity::edits_save::{Host, Saved};
use crate::denied_fields::refused_fields;
use crate::fault::Fault;
use crate::imports::convert::{Convert, records};
use crate::store::CallState;
use host_bridge::{Command, EditNeed, FileChanges, Function, SavedFile};
use std::collections::BTreeSet;

impl Host for CallState {
    async fn save(&mut self, files: Vec<String>) -> Result<Vec<Saved>, Fault> {
        let bytes = files.iter().map(String::len).sum();
        // Gate 2 decides about the fields that would be written: the allowlists may contain less now than when the
        // fields were set.
        let mut changes: Vec<FileChanges> = Vec::new();
        if self.supports(Function::SaveFiles) && !files.is_empty() {
            let preview = Command::PreviewSave { files: files.clone() };
            changes = self.unity_for(Function::SaveFiles, bytes, Ok(preview)).await?;
        }
        let needs = changes.iter().flat_map(|file| &file.needs);
        let needs: BTreeSet<EditNeed> = needs.map(|written| written.need.clone()).collect();
        let command = Command::SaveFiles {
            files,
            needs: Some(needs.into_iter().collect()),
        };
        let saved: Result<Vec<SavedFile>, Fault> = self.unity(0, command).await;
        let saved = saved.map_err(|fault| match refused_fields(&changes, &self.gate.policy()) {
            Some(fields) => fault.with_rejected(&fields),
            None => fault,
        })?;
        Ok(saved.convert())
    }
}

records! {
    SavedFile => Saved { file bytes backup }
}
