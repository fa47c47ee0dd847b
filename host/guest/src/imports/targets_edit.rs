//! Implements the WIT interface `unity-tools:unity/targets-edit`: selects the target of a session.

use crate::bindings::current::unity_tools::unity::targets::Target;
use crate::bindings::current::unity_tools::unity::targets_edit::Host;
use crate::fault::Fault;
use crate::imports::convert::Convert;
use crate::store::CallState;
use host_bridge::{Command, TargetRow};

impl Host for CallState {
    async fn choose(&mut self, target: String) -> Result<Target, Fault> {
        let bytes = target.len();
        let command = Command::ChooseTarget { unity: target };
        let row: Box<TargetRow> = self.unity(bytes, command).await?;
        Ok(row.convert())
    }
}
