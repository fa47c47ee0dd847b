//! `unity-tools:unity/play`.

use crate::bindings::current::unity_tools::unity::play::{Clock, FrameStats, Host};
use crate::fault::Fault;
use crate::store::CallState;
use host_bridge::{Command, GameClock};

impl Host for CallState {
    async fn get_clock(&mut self) -> Result<Clock, Fault> {
        let clock: GameClock = self.unity(0, Command::GetClock).await?;
        Ok(clock.into())
    }

    async fn stats(&mut self, frames: u32) -> Result<FrameStats, Fault> {
        let command = Command::FrameStats { frames };
        let stats: host_bridge::FrameStats = self.unity(0, command).await?;
        Ok(FrameStats {
            frames: stats.frames,
            median: stats.median,
            p95: stats.p95,
            longest: stats.longest,
            main_thread: stats.main_thread,
            garbage: stats.garbage,
        })
    }
}

impl From<GameClock> for Clock {
    fn from(clock: GameClock) -> Self {
        Self {
            frame: clock.frame,
            time: clock.time,
            fixed_time: clock.fixed_time,
            fixed_step: clock.fixed_step,
            frozen: clock.frozen,
        }
    }
}
