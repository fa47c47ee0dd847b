//! Simple write commands. They change only this session, and their replies contain a note about that.

use crate::session::edits::{Edit, MAX_EDIT_BYTES, MAX_EDITS};
use crate::session::{SESSION_ONLY, Session};
use host_bridge::{
    BridgeError, BridgeErrorKind, Command, Event, ObjectId, Replied, Reply, SceneId, Selection, TimeScale,
};
use host_project_world::ids::scene_of;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The accepted time scales: from 0 (stopped) to 4 (four times as fast).
const TIME_SCALES: std::ops::RangeInclusive<f64> = 0.0..=4.0;

fn room(is_there: bool, message: String) -> Result<(), BridgeError> {
    if is_there {
        return Ok(());
    }
    Err(BridgeError::new(BridgeErrorKind::Conflict, message).with_hint(crate::session::durable::EMPTY_JOURNAL))
}

/// The state when a command began: the counts of writes and edits, and the objects in the command's arguments.
pub(in crate::session) struct Before {
    writes: u64,
    revision: u64,
    objects: Vec<ObjectId>,
}

impl Session {
    pub(in crate::session) fn count_write(&mut self, reply: Reply) -> Replied {
        self.edits.writes += 1;
        Replied {
            reply,
            diagnostics: vec![SESSION_ONLY.to_owned()],
        }
    }

    pub(in crate::session) fn edits_before(&self, command: &Command) -> Before {
        Before {
            writes: self.edits.writes,
            revision: self.edits.revision(),
            objects: command.objects(),
        }
    }

    /// Announces the command's changes, so that clients update the number of edits and read the affected scenes again.
    pub(in crate::session) fn announce_edits(&mut self, before: Before, outcome: &Result<Replied, BridgeError>) {
        if self.edits.writes == before.writes {
            return;
        }
        let made = match outcome {
            Ok(Replied {
                reply: Reply::Created(object),
                ..
            }) => Some(*object),
            _ => None,
        };
        let mut objects = before.objects;
        if self.edits.revision() == before.revision {
            objects.clear();
        }
        let scenes = objects.into_iter().chain(made).filter_map(scene_of);
        let mut scenes: BTreeSet<u32> = scenes.filter_map(|scene| u32::try_from(scene).ok()).collect();
        scenes.extend(
            std::mem::take(&mut self.changed_scenes)
                .into_iter()
                .map(|scene| scene.0),
        );
        self.events.push(Event::ScenesChanged {
            added: Vec::new(),
            removed: Vec::new(),
            changed: scenes.into_iter().map(SceneId).collect(),
        });
    }

    pub(in crate::session) fn room_for_edit(&self) -> Result<(), BridgeError> {
        let message = format!("this session holds {MAX_EDITS} object edits already");
        room(!self.edits.is_full(), message)
    }

    /// Checks that the session's limits of edit count and memory allow one more edit with a value of `bytes` bytes.
    pub(in crate::session) fn room_for_value(&self, bytes: usize) -> Result<(), BridgeError> {
        self.room_for_edit()?;
        let message = format!("the values set in this session would take more than {MAX_EDIT_BYTES} bytes");
        room(self.edits.has_room_for(bytes), message)
    }

    pub(in crate::session) fn set_active(&mut self, object: ObjectId, active: bool) -> Result<Replied, BridgeError> {
        self.view().find(object)?;
        self.room_for_edit()?;
        self.change(Edit::Active {
            object,
            active,
            stood: None,
        })?;
        Ok(self.count_write(Reply::Done))
    }

    pub(in crate::session) fn destroy(&mut self, object: ObjectId) -> Result<Replied, BridgeError> {
        let at = self.view().find(object)?;
        self.room_for_edit()?;
        let family = Arc::new(self.world.family(at));
        self.change(Edit::Destroy { object, family })?;
        let before = self.selection.len();
        let world = &self.world;
        self.selection.retain(|object| world.find(*object).is_some());
        if self.selection.len() != before {
            self.events.push(Event::SelectionChanged);
        }
        Ok(self.count_write(Reply::Done))
    }

    pub(in crate::session) fn selection(&self) -> Selection {
        Selection {
            active: self.selection.first().copied(),
            items: self.selection.clone(),
        }
    }

    pub(in crate::session) fn select(&mut self, objects: Vec<ObjectId>) -> Result<Replied, BridgeError> {
        let mut selected = Vec::with_capacity(objects.len());
        // The last object in the argument becomes the active one, which is the first in the selection.
        for object in objects.into_iter().rev() {
            self.view().find(object)?;
            if !selected.contains(&object) {
                selected.push(object);
            }
        }
        if self.selection != selected {
            self.selection = selected;
            self.events.push(Event::SelectionChanged);
        }
        let selection = self.selection();
        Ok(self.count_write(Reply::Selection(selection)))
    }

    pub(in crate::session) fn set_time_scale(
        &mut self,
        value: f64,
        lock: Option<bool>,
    ) -> Result<Replied, BridgeError> {
        let from = self.time;
        let to = TimeScale {
            value: value.clamp(*TIME_SCALES.start(), *TIME_SCALES.end()),
            locked: lock.unwrap_or(from.locked),
        };
        if from != to {
            self.room_for_edit()?;
            self.change(Edit::Time { to })?;
        }
        let mut replied = self.count_write(Reply::TimeScale(self.time));
        if !TIME_SCALES.contains(&value) {
            let note = format!("value {value} was clamped to {}; the range is 0 to 4", self.time.value);
            replied.diagnostics.push(note);
        }
        Ok(replied)
    }
}
