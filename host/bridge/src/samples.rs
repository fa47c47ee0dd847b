//! At least one sample of every command, reply and event, for tests. The tests also write them to
//! `tests/fixtures/bridge/*.jsonl` for implementations of the other side.

mod code;
mod commands;
mod edits;
mod objects;
mod play;
mod prefabs;
mod project_files;
mod queries;
mod replies;
mod scripts;

pub(crate) use commands::commands;
pub(crate) use replies::replies;

use crate::event::Event;
use crate::model::{CursorPage, ObjectId, PageRequest, SceneId};

pub(crate) const OBJECT: ObjectId = ObjectId(12);
pub(crate) const SCENE: SceneId = SceneId(3);

pub(crate) fn text(text: &str) -> String {
    text.to_owned()
}

pub(crate) fn some_text(value: &str) -> Option<String> {
    Some(text(value))
}

pub(crate) fn page() -> PageRequest {
    PageRequest {
        offset: 50,
        limit: 50,
        max_bytes: 16_384,
        cursor: some_text("c:50"),
    }
}

pub(crate) fn cursor_page() -> CursorPage {
    CursorPage {
        limit: 50,
        cursor: some_text("bm9uZQ"),
        max_bytes: 16_384,
    }
}

pub(crate) fn events() -> Vec<Event> {
    vec![
        Event::StateChanged,
        Event::SelectionChanged,
        Event::ScenesChanged {
            added: vec![SCENE],
            removed: vec![SceneId(0)],
            changed: vec![SceneId(1), SceneId(2)],
        },
        Event::PlayMode {
            playing: true,
            paused: true,
        },
        Event::HookFired {
            signature: text("System.Void A::B()"),
            times: 3,
        },
        Event::CommandsChanged,
        Event::Connected,
        Event::Resync,
    ]
}
