//! Samples of differences between instances and their prefabs.

use super::{OBJECT, cursor_page, some_text, text};
use crate::command::Command;
use crate::model::{Difference, ObjectId, OverrideRow, OverridesAnswer, ValueText};
use crate::reply::Reply;

/// A sample number above 2^53, which JSON contains as text.
const LARGE: u64 = (1 << 53) + 1;

pub(super) fn commands() -> Vec<Command> {
    vec![
        Command::ListOverrides {
            object: OBJECT,
            page: cursor_page(),
        },
        Command::CompareObjects {
            first: OBJECT,
            second: ObjectId(13),
            page: cursor_page(),
        },
    ]
}

pub(super) fn replies() -> Vec<Reply> {
    let value = |json: &str| Some(ValueText::from_json_text(text(json)));
    let row = |difference| OverrideRow {
        difference,
        object: OBJECT,
        path: text("/World/Door"),
        component: Some((2, text("Game.Door"))),
        field: some_text("slots[2].icon"),
        value: value("null"),
        source_value: value("{\"ref\":\"obj:12\"}"),
        part: some_text("-7511558181221131132"),
    };
    let bare = OverrideRow {
        component: None,
        field: None,
        value: None,
        source_value: None,
        part: None,
        ..row(Difference::AddedObject)
    };
    vec![Reply::Overrides(OverridesAnswer {
        sources: vec![text("Assets/Door.prefab")],
        total: LARGE,
        complete: false,
        rows: vec![
            row(Difference::Value),
            bare,
            row(Difference::RemovedObject),
            row(Difference::AddedComponent),
            row(Difference::RemovedComponent),
            row(Difference::MovedObject),
            row(Difference::Other(text("later"))),
        ],
        next: some_text("bm9uZQ"),
        unused: LARGE,
    })]
}
