//! `unity-tools:host/progress`.

use crate::bindings::unity_tools::host::progress::Host;
use crate::store::CallState;

const PROGRESS: &str = "unity-tools:host/progress";

impl Host for CallState {
    async fn report(&mut self, progress: f64, total: Option<f64>, message: Option<String>) -> wasmtime::Result<()> {
        self.enter(PROGRESS, "report", 16 + message.as_ref().map_or(0, String::len))?;
        self.host.progress.guest(progress, total, message);
        Ok(())
    }
}
