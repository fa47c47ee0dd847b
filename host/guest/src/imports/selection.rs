//! Implements the WIT interface `unity-tools:unity/selection`: returns the selected objects.

use crate::bindings::current::unity_tools::unity::selection::{Host, Selected};
use crate::fault::Fault;
use crate::imports::convert::{Convert, records};
use crate::store::CallState;
use host_bridge::{Command, Selection};

impl Host for CallState {
    async fn get(&mut self) -> Result<Selected, Fault> {
        let selection: host_bridge::Selection = self.unity(0, Command::GetSelection).await?;
        Ok(selection.convert())
    }
}

records! {
    Selection => Selected { active items }
}
