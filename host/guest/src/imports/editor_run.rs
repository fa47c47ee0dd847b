//! Implements the WIT interface `unity-tools:unity/editor-run`: runs menu items and tests of a running editor.

use crate::bindings::current::unity_tools::unity::editor_run::{Host, TestFailure, TestMode, TestRun};
use crate::fault::{Fault, invalid};
use crate::imports::convert::{Convert, records};
use crate::imports::page;
use crate::store::CallState;
use host_bridge::{Command, Function};

impl Host for CallState {
    async fn execute_menu_item(&mut self, path: String) -> Result<(), Fault> {
        let bytes = path.len();
        let command = Command::ExecuteMenuItem { path };
        self.unity(bytes, command).await
    }

    async fn run_tests(&mut self, mode: TestMode, filter: Option<String>) -> Result<TestRun, Fault> {
        let bytes = filter.as_ref().map_or(0, String::len);
        let mode = match mode {
            TestMode::Edit => Ok(host_bridge::TestMode::Edit),
            TestMode::Play => Ok(host_bridge::TestMode::Play),
            TestMode::Other(other) => Err(invalid("mode", page::quote(&other), "`edit` or `play`")),
        };
        let command = mode.map(|mode| Command::RunTests { mode, filter });
        let run: host_bridge::TestRun = self.unity_if(Function::RunTests, bytes, command).await?;
        Ok(run.convert())
    }
}

records! {
    host_bridge::TestRun => TestRun { passed failed skipped failures }
    host_bridge::TestFailure => TestFailure { name message stack_trace }
}
