//! Implements the WIT interface `unity-tools:unity/play`: returns the game time and frame costs of a running game.

use crate::bindings::current::unity_tools::unity::play::{Clock, FrameStats, Host};
use crate::fault::Fault;
use crate::imports::convert::{Convert, records};
use crate::store::CallState;
use host_bridge::{Command, GameClock};

impl Host for CallState {
    async fn get_clock(&mut self) -> Result<Clock, Fault> {
        let clock: GameClock = self.unity(0, Command::GetClock).await?;
        Ok(clock.convert())
    }

    async fn stats(&mut self, frames: u32) -> Result<FrameStats, Fault> {
        let command = Command::FrameStats { frames };
        let stats: host_bridge::FrameStats = self.unity(0, command).await?;
        Ok(stats.convert())
    }
}

records! {
    host_bridge::FrameStats => FrameStats { frames median p95 longest main_thread garbage }
    GameClock => Clock { frame time fixed_time fixed_step frozen }
}
