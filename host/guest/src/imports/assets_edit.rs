//! Implements the import `unity-tools:authoring/assets-edit`.
//!
//! The function first plans its changes, so that gate 2 checks all of them, and then executes exactly this plan.

use crate::bindings::current::unity_tools::authoring::asset_plan::AssetChange;
use crate::bindings::current::unity_tools::authoring::assets_edit::Host;
use crate::bindings::current::unity_tools::unity::edits_edit::Done;
use crate::fault::Fault;
use crate::imports::asset_plan::{requests, weight};
use crate::imports::edits_edit::copy;
use crate::store::CallState;
use host_bridge::{Command, EditDone, Function};

impl Host for CallState {
    async fn apply(&mut self, changes: Vec<AssetChange>, digest: Option<String>) -> Result<Done, Fault> {
        let bytes = weight(&changes);
        let changes = requests(changes);
        let first = copy(&changes).map(|changes| Command::PreviewAssets { changes });
        let plan = self.preview_plan(Function::ApplyAssets, bytes, first, digest).await?;
        let command = changes.map(|changes| Command::ApplyAssets {
            changes,
            digest: Some(plan.digest),
            touches: plan.touches,
        });
        let done: EditDone = self.unity_if(Function::ApplyAssets, 0, command).await?;
        Ok(self.convert_done(done))
    }
}
