//! What a bridge that is one Unity says of which Unitys there are: itself.
//!
//! Belongs here: what a bridge tells of itself, and the answers of one that stands alone. Does not: those of several (`unitys`).

use crate::command::Command;
use crate::error::{BridgeError, BridgeErrorKind};
use crate::model::{UnityKind, UnityRow};
use crate::reply::{Replied, Reply};
use crate::state::{Activity, BridgeState};
use crate::unity_bridge::{OneUnity, UnityBridge};
use crate::wish::Wish;
use std::collections::BTreeSet;
use std::path::Path;

/// What `bridge` tells of itself; nobody chose it.
pub fn row_of(bridge: &dyn UnityBridge, source: UnityKind) -> UnityRow {
    let project = bridge.project();
    let interfaces: BTreeSet<String> = bridge
        .functions()
        .into_iter()
        .filter_map(|function| function.method().split_once('/'))
        .map(|(interface, _)| interface.to_owned())
        .collect();
    UnityRow {
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

/// The answer of `bridge`, whose folder is `path`, where `command` asks which Unitys there are or chooses one.
pub fn answer(bridge: &dyn UnityBridge, path: Option<&str>, command: &Command) -> Option<Result<Replied, BridgeError>> {
    let row = || UnityRow {
        path: path.map(str::to_owned),
        chosen: true,
        ..row_of(bridge, UnityKind::Folder)
    };
    match command {
        Command::ListUnitys => Some(Ok(Reply::Unitys(vec![row()]).into())),
        Command::ChooseUnity { unity } => {
            let row = row();
            Some(match is_called(bridge, path, unity) {
                true => Ok(Reply::Unity(Box::new(row)).into()),
                false => Err(nobody(unity, &format!("{} is the only one here", row.id))),
            })
        }
        _ => None,
    }
}

/// The Unity of a call, where `bridge` is one whose folder is `path`: itself, unless another one is named.
///
/// # Errors
/// Nobody else is here.
pub fn of_call(bridge: &dyn UnityBridge, path: Option<&str>, wish: &Wish) -> Result<Option<OneUnity>, BridgeError> {
    match &wish.named {
        Some(named) if !is_called(bridge, path, named) => {
            let message = format!("No Unity `{named}` is attached to this host");
            let hint = format!("leave the target out, or name `{}`", bridge.id());
            Err(BridgeError::new(BridgeErrorKind::NotFound, message).with_hint(hint))
        }
        _ => Ok(None),
    }
}

/// By its id, by what the seeds call it, by its project's name or folder, or by a path that is the folder or lies in it, as it
/// is spelled.
fn is_called(bridge: &dyn UnityBridge, path: Option<&str>, named: &str) -> bool {
    let project = bridge.project();
    let id = bridge.id();
    let names = [bridge.name(), id.as_str(), &project.product_name, &project.folder].contains(&named);
    !named.is_empty() && (names || path.is_some_and(|path| Path::new(named).starts_with(path)))
}

/// Nobody is called so; `hint` says who is here.
pub fn nobody(named: &str, hint: &str) -> BridgeError {
    let shown: String = named.chars().take(100).collect();
    let message = format!("no Unity here is called {shown:?}; nothing was done");
    BridgeError::new(BridgeErrorKind::NotFound, message).with_hint(hint)
}
