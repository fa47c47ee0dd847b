//! Answers about the list of targets for a bridge that has exactly one target: itself.
//!
//! Belongs here: the row of such a bridge, and its answers. Does not: bridges with several targets (`targets`).

use crate::command::Command;
use crate::error::{BridgeError, BridgeErrorKind};
use crate::model::{TargetKind, TargetRow};
use crate::reply::{Replied, Reply};
use crate::state::{Activity, BridgeState};
use crate::unity_bridge::{SelectedTarget, UnityBridge};
use crate::wish::Wish;
use std::collections::BTreeSet;
use std::path::Path;

/// Returns the row of `bridge` in the list of targets; it is not marked as chosen.
pub fn row_of(bridge: &dyn UnityBridge, source: TargetKind) -> TargetRow {
    let project = bridge.project();
    let interfaces: BTreeSet<String> = bridge
        .functions()
        .into_iter()
        .filter_map(|function| function.method().split_once('/'))
        .map(|(interface, _)| interface.to_owned())
        .collect();
    TargetRow {
        id: bridge.id().to_string(),
        source,
        project: project.product_name,
        path: None,
        unity_version: project.unity_version,
        platform: project.platform,
        state: match bridge.state() {
            BridgeState::Ready => Activity::Ready,
            BridgeState::Loading { .. } => Activity::Reloading,
            BridgeState::Failed { .. } => Activity::Away,
            BridgeState::Unity(state) => state.activity,
        },
        serves: interfaces.into_iter().collect(),
        problems: Vec::new(),
        chosen: false,
    }
}

/// Answers commands that list or choose targets, for `bridge` with the folder `path`; `None` for other commands.
pub fn answer(bridge: &dyn UnityBridge, path: Option<&str>, command: &Command) -> Option<Result<Replied, BridgeError>> {
    let row = || TargetRow {
        path: path.map(str::to_owned),
        chosen: true,
        ..row_of(bridge, TargetKind::Folder)
    };
    match command {
        Command::ListTargets => Some(Ok(Reply::Targets(vec![row()]).into())),
        Command::ChooseTarget { unity } => {
            let row = row();
            Some(match is_called(bridge, path, unity) {
                true => Ok(Reply::Unity(Box::new(row)).into()),
                false => Err(no_such_target(
                    unity,
                    &format!("{} is the only target of this host", row.id),
                )),
            })
        }
        _ => None,
    }
}

/// Resolves the target of a call to `bridge`, which has one target with the folder `path`. Returns `None`, which means
/// this target, unless the call names another one.
///
/// # Errors
/// The call names a target that does not exist.
pub fn resolve_single_target(
    bridge: &dyn UnityBridge,
    path: Option<&str>,
    wish: &Wish,
) -> Result<Option<SelectedTarget>, BridgeError> {
    match &wish.named {
        Some(named) if !is_called(bridge, path, named) => {
            let message = format!("No Unity `{named}` is attached to this host");
            let hint = format!("leave the target out, or name `{}`", bridge.id());
            Err(BridgeError::new(BridgeErrorKind::NotFound, message).with_hint(hint))
        }
        _ => Ok(None),
    }
}

/// Returns true if `named` is the target's id, bridge name (`project`, `live`), project name or folder, or a path that
/// is the folder or is inside it. The path is compared as it is spelled.
fn is_called(bridge: &dyn UnityBridge, path: Option<&str>, named: &str) -> bool {
    let project = bridge.project();
    let id = bridge.id();
    let names = [bridge.name(), id.as_str(), &project.product_name, &project.folder].contains(&named);
    !named.is_empty() && (names || path.is_some_and(|path| Path::new(named).starts_with(path)))
}

/// Returns the error for a name that matches no target; `hint` lists the targets.
pub fn no_such_target(named: &str, hint: &str) -> BridgeError {
    let shown: String = named.chars().take(100).collect();
    let message = format!("no target is called {shown:?}; nothing was done");
    BridgeError::new(BridgeErrorKind::NotFound, message).with_hint(hint)
}
