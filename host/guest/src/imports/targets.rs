//! Implements the WIT interface `unity-tools:unity/targets`: lists the targets of the host.

use crate::bindings::current::unity_tools::unity::targets::{Host, State, Target};
use crate::fault::Fault;
use crate::imports::convert::{Convert, records, variants};
use crate::store::CallState;
use host_bridge::{Activity, Command, TargetRow};

impl Host for CallState {
    async fn list_targets(&mut self) -> Result<Vec<Target>, Fault> {
        let command = Command::ListTargets;
        let rows: Vec<TargetRow> = self.unity(0, command).await?;
        Ok(rows.convert())
    }
}

records! {
    TargetRow => Target { id source project path unity_version platform state serves problems chosen }
}

variants! {
    Activity => State { Ready Compiling Reloading EnteringPlay Playing Paused Blocked Unfocused Quitting Away }
}
