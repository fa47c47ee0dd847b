//! Implements the WIT interface `unity-tools:unity/time-scale`: returns Unity's time scale.

use crate::bindings::current::unity_tools::unity::time_scale::{Host, Scale};
use crate::fault::Fault;
use crate::imports::convert::{Convert, records};
use crate::store::CallState;
use host_bridge::{Command, TimeScale};

impl Host for CallState {
    async fn get(&mut self) -> Result<Scale, Fault> {
        let scale: host_bridge::TimeScale = self.unity(0, Command::GetTimeScale).await?;
        Ok(scale.convert())
    }
}

records! {
    TimeScale => Scale { value locked }
}
