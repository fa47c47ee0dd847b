//! `unity-tools:unity/unitys`.

use crate::bindings::current::unity_tools::unity::unitys::{Host, State, Unity};
use crate::fault::Fault;
use crate::store::CallState;
use host_bridge::{Activity, Command, UnityRow};

impl Host for CallState {
    async fn list_unitys(&mut self) -> Result<Vec<Unity>, Fault> {
        let command = Command::ListUnitys;
        let rows: Vec<UnityRow> = self.unity(0, command).await?;
        Ok(rows.into_iter().map(Unity::from).collect())
    }
}

impl From<UnityRow> for Unity {
    fn from(row: UnityRow) -> Self {
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
