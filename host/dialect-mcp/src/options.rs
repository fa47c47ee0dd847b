//! The settings of MCP. The server reads them.

use host_mcp_shapes::TextForm;
use host_mcp_shapes::listing::ListOptions;
use std::path::PathBuf;
use std::time::Duration;

/// Settings of MCP.
#[derive(Clone, Debug)]
pub struct Options {
    /// `dialects.sse.enabled`: if it is off, `/sse` and `/messages` answer 404.
    pub sse: bool,
    /// Settings of the lists of tools, resources and prompts.
    pub lists: ListOptions,
    /// `dialects.mcp.text`: the text that repeats a structured result.
    pub text: TextForm,
    /// Time for which a call waits for the answers to its questions, outside its deadline; a `requestState` is valid
    /// for the same time.
    pub ask_limit: Duration,
    /// Seals the `requestState` of MCP 2026-07-28. Hosts that share it can continue each other's retries.
    pub state_key: StateKey,
    /// File below `server.data-dir` that stores used states, over a restart and for all hosts that share it; `None` =
    /// only this process remembers them. Its folder must exist.
    pub used_states_file: Option<PathBuf>,
    /// The target of requests over stdin that name none.
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
            unity: None,
        }
    }
}

/// A secret of 256 bits. `Debug` does not show it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct StateKey(pub [u8; 32]);

impl StateKey {
    /// Creates a random key: states that it signs are not accepted after this process ends.
    ///
    /// # Panics
    /// If the system provides no random numbers.
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
