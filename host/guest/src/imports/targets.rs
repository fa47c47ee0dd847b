//! `unity-tools:unity/targets`.

use crate::bindings::current::unity_tools::unity::targets::{Host, State, Target};
use crate::fault::Fault;
use crate::store::CallState;
use host_bridge::{Activity, Command, TargetRow};

impl Host for CallState {
    async fn list_targets(&mut self) -> Result<Vec<Target>, Fault> {
        let command = Command::ListTargets;
        let rows: Vec<TargetRow> = self.unity(0, command).await?;
        Ok(rows.into_iter().map(Target::from).collect())
    }
}

impl From<TargetRow> for Target {
    fn from(row: TargetRow) -> Self {
        Self {
            id: row.id,
            source: row.source.as_str().to_owned(),
            project: row.project,
            path: row.path,
            unity_version: row.unity_version,
            platform: row.platform,
            state: row.state.into(),
            serves: row.serves,
            problems: row.problems,
            chosen: row.chosen,
        }
    }
}

impl From<Activity> for State {
    fn from(activity: Activity) -> Self {
        match activity {
            Activity::Ready => Self::Ready,
            Activity::Compiling => Self::Compiling,
            Activity::Reloading => Self::Reloading,
            Activity::EnteringPlay => Self::EnteringPlay,
            Activity::Playing => Self::Playing,
            Activity::Paused => Self::Paused,
            Activity::Blocked => Self::Blocked,
            Activity::Unfocused => Self::Unfocused,
            Activity::Quitting => Self::Quitting,
            Activity::Away => Self::Away,
        }
    }
}
