//! The description of a target, which both tools of this bundle return.

use unity_tools::prelude::*;
use unity_tools::target_state::word_of;
use unity_tools::unity::targets::Target;

/// One target: a project folder, a Unity editor or a running game.
#[output]
pub(crate) struct TargetInfo {
    id: String,
    /// `folder`, `editor` or `player`.
    source: String,
    project: String,
    /// Path of the project folder, if it is verified.
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
    unity_version: String,
    platform: String,
    state: String,
    /// True if this session's calls go to this target.
    chosen: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    problems: Vec<String>,
}

impl From<Target> for TargetInfo {
    fn from(target: Target) -> Self {
        Self {
            id: target.id,
            source: target.source,
            project: target.project,
            path: target.path,
            unity_version: target.unity_version,
            platform: target.platform,
            state: word_of(target.state),
            chosen: target.chosen,
            problems: target.problems,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unity_tools::unity::targets::State;

    #[test]
    fn serializes_target_without_unknown_members() {
        let target = Target {
            id: "Game@1a2b3c4d".to_owned(),
            source: "player".to_owned(),
            project: "Game".to_owned(),
            path: None,
            unity_version: "2022.3.45f1".to_owned(),
            platform: "LinuxPlayer".to_owned(),
            state: State::Other("dreaming".to_owned()),
            serves: vec!["objects".to_owned()],
            problems: Vec::new(),
            chosen: true,
        };
        let told = serde_json::to_value(TargetInfo::from(target)).expect("JSON");
        let members = [
            "id",
            "source",
            "project",
            "unity_version",
            "platform",
            "state",
            "chosen",
        ];
        assert_eq!(told.as_object().expect("an object").keys().collect::<Vec<_>>(), members);
        assert!(told["state"] == "dreaming" && told["chosen"] == true);
    }
}
