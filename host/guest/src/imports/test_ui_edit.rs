//! Implements the WIT interface `unity-tools:unity/test-ui-edit`: creates and removes a canvas for tests of picks.

use crate::bindings::current::unity_tools::unity::test_ui_edit::{Host, TestUi};
use crate::fault::Fault;
use crate::imports::convert::{Convert, records};
use crate::store::CallState;
use host_bridge::Command;

impl Host for CallState {
    async fn spawn(&mut self) -> Result<TestUi, Fault> {
        let test_ui: host_bridge::TestUi = self.unity(0, Command::SpawnTestUi).await?;
        Ok(test_ui.convert())
    }

    async fn destroy(&mut self) -> Result<(), Fault> {
        self.unity(0, Command::DestroyTestUi).await
    }
}

records! {
    host_bridge::TestUi => TestUi { root blocks }
}
