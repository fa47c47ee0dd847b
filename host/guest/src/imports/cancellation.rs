//! Implements the WIT interface `unity-tools:host/cancellation`: a call's remaining time and cancellation.

use crate::bindings::current::unity_tools::host::cancellation::{Host, Status};
use crate::store::CallState;
use host_api::Interface;
use std::time::Duration;

impl Host for CallState {
    async fn check(&mut self) -> wasmtime::Result<Status> {
        self.enter(Interface::Cancellation, "check", 0)?;
        Ok(Status {
            cancelled: self.host.context.cancel.is_cancelled(),
            remaining_ms: millis(self.clock.wall_left()),
            remaining_compute_ms: millis(self.clock.compute_left()),
        })
    }
}

fn millis(time: Duration) -> u32 {
    // `u32::MAX` milliseconds are 49 days; a longer time is reported as this.
    u32::try_from(time.as_millis()).unwrap_or(u32::MAX)
}
