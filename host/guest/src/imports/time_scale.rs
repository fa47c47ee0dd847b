//! `unity-tools:unity/time-scale`.

use crate::bindings::current::unity_tools::unity::time_scale::{Host, Scale};
use crate::fault::Fault;
use crate::store::CallState;
use host_bridge::{Command, TimeScale};

impl Host for CallState {
    async fn get(&mut self) -> Result<Scale, Fault> {
        let scale: host_bridge::TimeScale = self.unity(0, Command::GetTimeScale).await?;
        Ok(scale.into())
    }
}

impl From<TimeScale> for Scale {
    fn from(scale: TimeScale) -> Self {
        Self {
            value: scale.value,
            locked: scale.locked,
        }
    }
}
