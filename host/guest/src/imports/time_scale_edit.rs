//! Implements the WIT interface `unity-tools:unity/time-scale-edit`: sets Unity's time scale.

use crate::bindings::current::unity_tools::unity::time_scale::Scale;
use crate::bindings::current::unity_tools::unity::time_scale_edit::Host;
use crate::fault::Fault;
use crate::imports::convert::Convert;
use crate::store::CallState;
use host_bridge::Command;

impl Host for CallState {
    async fn set(&mut self, value: f64, lock: Option<bool>) -> Result<Scale, Fault> {
        let command = Command::SetTimeScale { value, lock };
        let scale: host_bridge::TimeScale = self.unity(16, command).await?;
        Ok(scale.convert())
    }
}
