//! `unity-tools:unity/unitys-edit`.

use crate::bindings::current::unity_tools::unity::unitys::Unity;
use crate::bindings::current::unity_tools::unity::unitys_edit::Host;
use crate::fault::Fault;
use crate::imports::convert::Convert;
use crate::store::CallState;
use host_bridge::{Command, UnityRow};

impl Host for CallState {
    async fn choose(&mut self, unity: String) -> Result<Unity, Fault> {
        let bytes = unity.len();
        let command = Command::ChooseUnity { unity };
        let row: Box<UnityRow> = self.unity(bytes, command).await?;
        Ok(row.convert())
    }
}
