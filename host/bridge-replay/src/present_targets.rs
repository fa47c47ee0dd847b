//! The list of a bridge's available targets, with the capabilities of each target.
//!
//! Belongs here: the creation of this list without requests. Does not: when it is recorded (`recording_bridge`).

use crate::bounds::MOST_ITEMS;
use crate::line::Present;
use host_bridge::{Function, SelectedTarget, TargetKind, TargetRow, UnityBridge, Wish, row_of};
use std::collections::BTreeMap;

/// Returns the available targets of a bridge, with the default target first. The list may be empty.
pub(crate) fn present(bridge: &dyn UnityBridge) -> Vec<Present> {
    let Some(several) = bridge.target_set() else {
        return vec![describe_target(bridge, row_of(bridge, TargetKind::Folder), false)];
    };
    let first = bridge.id().to_string();
    let mut all: Vec<Present> = several
        .targets()
        .into_iter()
        .filter_map(|row| {
            let wish = Wish {
                named: Some(row.id.clone()),
                ..Wish::default()
            };
            // It may have disconnected since.
            let one: SelectedTarget = bridge.resolve_target(&wish).ok()??;
            Some(describe_target(&*one.bridge, row, one.is_running()))
        })
        .collect();
    all.sort_by_key(|one| one.row.id != first);
    all
}

fn describe_target(bridge: &dyn UnityBridge, row: TargetRow, live: bool) -> Present {
    let functions = bridge.functions();
    let refuses: BTreeMap<_, _> = Function::ALL
        .iter()
        .filter_map(|function| Some((function.method().to_owned(), bridge.refuses(*function)?)))
        .collect();
    // Cut to the sizes that can be read back.
    let mut project = bridge.project();
    project.packages.truncate(MOST_ITEMS);
    let TargetRow { mut problems, .. } = row;
    for texts in [&mut problems, &mut project.problems, &mut project.tags] {
        texts.truncate(MOST_ITEMS);
    }
    Present {
        live,
        row: TargetRow {
            path: None,
            chosen: false,
            problems,
            ..row
        },
        capabilities: bridge
            .capabilities()
            .iter()
            .map(|one| one.as_str().to_owned())
            .collect(),
        functions: functions.iter().map(|function| function.method().to_owned()).collect(),
        project: Box::new(project),
        refuses,
    }
}
