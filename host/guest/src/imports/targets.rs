//! Implements the import `unity-tools:unity/targets`.

use crate::bindings::current::unity_tools::unity::targets::{Host, State, Target};
use crate::fault::Fault;
use crate::imports::convert::{Convert, records};
use crate::store::CallState;
use host_bridge::{Activity, Command, TargetRow};

impl Host for CallState {
    async fn list_targets(&mut self) -> Result<Vec<Target>, Fault> {
        let command = Command::ListTargets;
        let rows: Vec<TargetRow> = self.unity(0, command).await?;
        Ok(rows.convert())
    }
}

records! {
    TargetRow => Target { id source project path unity_version platform state serves problems chosen }
}

impl Convert<State> for Activity {
    fn convert(self) -> State {
        match self {
            Self::Ready => State::Ready,
            Self::Compiling => State::Compiling,
            Self::Reloading => State::Reloading,
            Self::EnteringPlay => State::EnteringPlay,
            Self::Playing => State::Playing,
            Self::Paused => State::Paused,
            // This version of the contract has no name for it.
            Self::Building => State::Other(self.as_str().to_owned()),
            Self::Blocked => State::Blocked,
            Self::Unfocused => State::Unfocused,
            Self::Quitting => State::Quitting,
            Self::Away => State::Away,
        }
    }
}
