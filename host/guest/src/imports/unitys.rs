//! `unity-tools:unity/unitys`.

use crate::bindings::current::unity_tools::unity::unitys::{Host, State, Unity};
use crate::fault::Fault;
use crate::imports::convert::{Convert, records, variants};
use crate::store::CallState;
use host_bridge::{Activity, Command, UnityRow};

impl Host for CallState {
    async fn list_unitys(&mut self) -> Result<Vec<Unity>, Fault> {
        let command = Command::ListUnitys;
        let rows: Vec<UnityRow> = self.unity(0, command).await?;
        Ok(rows.convert())
    }
}

records! {
    UnityRow => Unity { id source project path unity_version platform state serves problems chosen }
}

variants! {
    Activity => State { Ready Compiling Reloading EnteringPlay Playing Paused Blocked Unfocused Quitting Away }
}
