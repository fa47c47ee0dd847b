//! `unity-tools:unity/editor-run`.

use crate::bindings::v0_2::unity_tools::unity::editor_run::{Host, TestFailure, TestMode, TestRun};
use crate::fault::{Fault, unexpected};
use crate::store::CallState;
use host_api::Interface;
use host_bridge::{Command, Reply};

impl Host for CallState {
    async fn execute_menu_item(&mut self, path: String) -> Result<(), Fault> {
        let bytes = path.len();
        let command = Ok(Command::ExecuteMenuItem { path });
        match self
            .unity(Interface::EditorRun, "execute-menu-item", bytes, command)
            .await?
        {
            Reply::Done => Ok(()),
            _ => Err(unexpected("editor-run.execute-menu-item")),
        }
    }

    async fn run_tests(&mut self, mode: TestMode, filter: Option<String>) -> Result<TestRun, Fault> {
        let bytes = filter.as_ref().map_or(0, String::len);
        let mode = match mode {
            TestMode::Edit => host_bridge::TestMode::Edit,
            TestMode::Play => host_bridge::TestMode::Play,
        };
        let command = Ok(Command::RunTests { mode, filter });
        match self.unity(Interface::EditorRun, "run-tests", bytes, command).await? {
            Reply::TestRun(run) => Ok(TestRun {
                passed: run.passed,
                failed: run.failed,
                skipped: run.skipped,
                failures: run
                    .failures
                    .into_iter()
                    .map(|failure| TestFailure {
                        name: failure.name,
                        message: failure.message,
                        stack_trace: failure.stack_trace,
                        extra: Vec::new(),
                    })
                    .collect(),
                extra: Vec::new(),
            }),
            _ => Err(unexpected("editor-run.run-tests")),
        }
    }
}
