//! Which Unitys stand behind a bridge just now, and what each can do.
//!
//! Belongs here: asking that without asking a Unity. Does not: when it is written down (`recording_bridge`).

use crate::bounds::MOST_ITEMS;
use crate::line::Present;
use host_bridge::{Function, OneUnity, UnityBridge, UnityKind, UnityRow, Wish, row_of};
use std::collections::BTreeMap;

/// Whoever answers where nobody is named first. None while nobody is there.
pub(crate) fn present(bridge: &dyn UnityBridge) -> Vec<Present> {
    let Some(several) = bridge.several() else {
        return vec![of_one(bridge, row_of(bridge, UnityKind::Folder), false)];
    };
    let first = bridge.id().to_string();
    let mut all: Vec<Present> = several
        .unitys()
        .into_iter()
        .filter_map(|row| {
            let wish = Wish {
                named: Some(row.id.clone()),
                ..Wish::default()
            };
            // It may have gone since.
            let one: OneUnity = bridge.of_call(&wish).ok()??;
            Some(of_one(&*one.bridge, row, one.is_running()))
        })
        .collect();
    all.sort_by_key(|one| one.row.id != first);
    all
}

fn of_one(bridge: &dyn UnityBridge, row: UnityRow, live: bool) -> Present {
    let functions = bridge.functions();
    let refuses: BTreeMap<_, _> = Function::ALL
        .iter()
        .filter_map(|function| Some((function.method().to_owned(), bridge.refuses(*function)?)))
        .collect();
    // No more than is read back.
    let mut project = bridge.project();
    project.packages.truncate(MOST_ITEMS);
    let UnityRow { mut problems, .. } = row;
    for texts in [&mut problems, &mut project.problems, &mut project.tags] {
        texts.truncate(MOST_ITEMS);
    }
    Present {
        live,
        row: UnityRow {
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
