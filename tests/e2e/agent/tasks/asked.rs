//! A client that counts its calls and what it gets.
//!
//! Belongs here: what a task may cost. Does not: the tasks.

use anyhow::{Result, ensure};
use serde_json::Value;
use std::cell::Cell;
use tests_support::{HostOptions, McpClient, TestHost, projects};

/// Calls that a task may take.
const CALLS: u32 = 2;
/// JSON bytes of one answer, text and structure together.
const BYTES: usize = 8 * 1024;

/// A host on one of the real projects, and a task's calls so far.
pub(super) struct Asked {
    client: McpClient,
    calls: Cell<u32>,
    _host: TestHost,
}

impl Asked {
    /// `None`, announced, where the project is not there.
    pub(super) async fn start(project: &str, options: HostOptions) -> Result<Option<Self>> {
        let Some(project) = projects::real_project("an agent's task", project)? else {
            return Ok(None);
        };
        let host = options.project(&project.root).start().await?;
        Ok(Some(Self {
            client: host.client().await?,
            calls: Cell::new(0),
            _host: host,
        }))
    }

    /// The next task begins.
    pub(super) fn anew(&self) {
        self.calls.set(0);
    }

    /// Structure of an answer where it has one, else its text.
    pub(super) async fn call(&self, tool: &str, arguments: Value) -> Result<Value> {
        self.calls.set(self.calls.get() + 1);
        ensure!(self.calls.get() <= CALLS, "more than {CALLS} calls");
        let answer = self.client.call(tool, arguments.clone()).await?;
        if let Some(failure) = answer.failure() {
            anyhow::bail!("{tool} {arguments}: {failure}");
        }
        let result = &answer.0.message["result"];
        // A client gives its model the one or the other.
        let (text, structure) = (answer.text(), &result["structuredContent"]);
        let bytes = text.len().max(structure.to_string().len());
        ensure!(bytes <= BYTES, "{tool} {arguments} gave {bytes} bytes");
        match structure {
            Value::Null => Ok(Value::String(text)),
            structure => Ok(structure.clone()),
        }
    }
}
