//! What stands for Unity in this host, in words.
//!
//! Belongs here: a project, games or a recording, as log and command line name them. Does not: choosing it (`project`).

use crate::project::Chosen;
use host_bridge::UnityBridge;
use std::path::PathBuf;

/// What stands for Unity in this host.
#[derive(Clone, Debug)]
pub(crate) enum Served {
    Project { chosen: Chosen, with_games: bool },
    Recording(PathBuf),
}

impl Served {
    /// What the operator has to know if it is probably not what was meant.
    pub(crate) fn warning(&self) -> Option<String> {
        match self {
            Self::Project {
                chosen,
                with_games: false,
            } => chosen.warning(),
            _ => None,
        }
    }

    /// In words, with what is known of the project by now.
    pub(crate) fn shown(&self, bridge: &dyn UnityBridge) -> String {
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
