//! Describes the served target for log and command line.
//!
//! This module describes a project, running instances or a recording. `project` chooses the project.

use crate::project::Chosen;
use host_bridge::UnityBridge;
use std::path::PathBuf;

/// The source of the served data: a project (perhaps with running instances), or a recording.
#[derive(Clone, Debug)]
pub(crate) enum Served {
    Project { chosen: Chosen, with_games: bool },
    Recording(PathBuf),
}

impl Served {
    /// Returns a warning if this is probably not the intended target; `None` otherwise.
    pub(crate) fn warning(&self) -> Option<String> {
        match self {
            Self::Project {
                chosen,
                with_games: false,
            } => chosen.warning(),
            _ => None,
        }
    }

    /// Describes the served target, with product name and Unity version if known.
    pub(crate) fn describe(&self, bridge: &dyn UnityBridge) -> String {
        let about = bridge.project();
        let name = match (about.product_name.as_str(), about.unity_version.as_str()) {
            ("", _) => String::new(),
            (name, "") => format!("{name}, "),
            (name, unity) => format!("{name} (Unity {unity}), "),
        };
        match self {
            Self::Recording(file) => format!("the recording {}", file.display()),
            Self::Project {
                chosen: Chosen::Folder(folder),
                with_games,
            } => {
                let games = if *with_games {
                    ", and running games that connect"
                } else {
                    ""
                };
                format!("{name}{}{games}", folder.display())
            }
            Self::Project { with_games: true, .. } => "no folder, only running games that connect".to_owned(),
            Self::Project { chosen, .. } => chosen
                .warning()
                .unwrap_or_else(|| "the embedded sample project".to_owned()),
        }
    }
}
