//! The settings of the MCP dialect, which the crate `server` reads.

use host_mcp_shapes::TextForm;
use host_mcp_shapes::listing::ListOptions;
use std::path::PathBuf;
use std::time::Duration;

/// The settings of the host's MCP protocol.
#[derive(Clone, Debug)]
pub struct Options {
    /// `dialects.sse.enabled`: false if `/sse` and `/messages` answer 404.
    pub sse: bool,
    /// The settings of the lists of tools, resources and prompts.
    pub lists: ListOptions,
    /// `dialects.mcp.text`: the form of the text that repeats a structured result.
    pub text: TextForm,
    /// Maximum time for which a call waits for the answers to its questions, in addition to its deadline. A
    /// `requestState` is valid for the same time.
    pub ask_limit: Duration,
    /// The key that signs the `requestState` of MCP 2026-07-28. Hosts with the same key accept each other's values.
    pub state_key: StateKey,
    /// File below `server.data-dir` that stores used `requestState`s, over a restart and for all hosts that share it;
    /// `None` if only this process remembers them. The folder of the file must exist.
    pub used_states_file: Option<PathBuf>,
    pub tasks: TaskLimits,
    /// The Unity project or instance for requests over stdin that name none.
    pub unity: Option<String>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            sse: true,
            lists: ListOptions::default(),
            text: TextForm::default(),
            ask_limit: Duration::from_secs(10 * 60),
            state_key: StateKey::random(),
            used_states_file: None,
            tasks: TaskLimits::default(),
            unity: None,
        }
    }
}

/// The limits of the tasks of MCP 2026-07-28.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TaskLimits {
    /// `dialects.mcp.max-tasks`: maximum number of tasks, running and ended; 0 if the host creates none.
    pub most: usize,
    /// `dialects.mcp.keep-tasks`: the time for which an ended task and its result are kept.
    pub keep: Duration,
}

impl Default for TaskLimits {
    fn default() -> Self {
        Self {
            most: 256,
            keep: Duration::from_secs(3600),
        }
    }
}

/// A secret key of 256 bits, which `Debug` does not print.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct StateKey(pub [u8; 32]);

impl StateKey {
    /// Creates a random key. A `requestState` that it signs is not accepted after this process ends.
    ///
    /// # Panics If the system provides no random bytes.
    pub fn random() -> Self {
        let mut key = [0; 32];
        getrandom::fill(&mut key).expect("every supported system gives random numbers");
        Self(key)
    }
}

impl std::fmt::Debug for StateKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("StateKey(..)")
    }
}
