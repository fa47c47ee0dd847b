//! `unity-tools:unity/test-ui-edit`.

use crate::bindings::v0_2::unity_tools::unity::test_ui_edit::{Host, TestUi};
use crate::fault::{Fault, unexpected};
use crate::store::CallState;
use host_api::Interface;
use host_bridge::{Command, Reply};

impl Host for CallState {
    async fn spawn(&mut self) -> Result<TestUi, Fault> {
        match self
            .unity(Interface::TestUiEdit, "spawn", 0, Ok(Command::SpawnTestUi))
            .await?
        {
            Reply::TestUi(test_ui) => {
                let blocks = test_ui.blocks.into_iter();
                Ok(TestUi {
                    root: test_ui.root.to_string(),
                    blocks: blocks.map(|(name, block)| (name, block.to_string())).collect(),
                })
            }
            _ => Err(unexpected("test-ui-edit.spawn")),
        }
    }

    async fn destroy(&mut self) -> Result<(), Fault> {
        match self
            .unity(Interface::TestUiEdit, "destroy", 0, Ok(Command::DestroyTestUi))
            .await?
        {
            Reply::Done => Ok(()),
            _ => Err(unexpected("test-ui-edit.destroy")),
        }
    }
}
