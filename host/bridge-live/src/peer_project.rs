//! The facts about a project that its instance sends when it connects.

use crate::frames::{Hello, Kind};
use host_bridge::{Activity, ProjectInfo};

/// Returns the facts about the project that `hello` contains, so that no request is necessary.
pub(crate) fn project_info(peer: &Hello, activity: Activity) -> ProjectInfo {
    let project = &peer.project;
    ProjectInfo {
        product_name: project.name.clone(),
        company_name: project.company.clone(),
        product_version: project.version.clone(),
        unity_version: peer.unity.clone(),
        runtime: peer.runtime.as_str().to_owned(),
        platform: peer.platform.clone(),
        is_playing: peer.kind == Kind::Player || matches!(activity, Activity::Playing | Activity::Paused),
        ready: activity.accepts_commands(),
        ..ProjectInfo::default()
    }
}
