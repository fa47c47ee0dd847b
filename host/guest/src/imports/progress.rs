//! Implements the WIT interface `unity-tools:host/progress`: reports a call's progress to the client.

use crate::bindings::current::unity_tools::host::progress::Host;
use crate::store::CallState;
use host_api::Interface;

impl Host for CallState {
    async fn report(&mut self, progress: f64, total: Option<f64>, message: Option<String>) -> wasmtime::Result<()> {
        self.enter(
            Interface::Progress,
            "report",
            16 + message.as_ref().map_or(0, String::len),
        )?;
        self.host.progress().guest(progress, total, message);
        Ok(())
    }
}
