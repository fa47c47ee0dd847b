//! Values that somebody else wrote into a file after this session had changed them, and that saving writes over.
//!
//! Belongs here: saying so. Does not: files that change while they are written (`saved_files`), changes that were saved before
//! (`edits/saved_edits`), which the file takes back.

use super::scene::ScenePlan;
use crate::session::edits::Spot;
use crate::session::query::same;
use crate::session::values::field::Fields;
use crate::session::view::WorldView;
use serde_json::Value;
use std::borrow::Cow;
use std::collections::HashMap;
use unity_yaml::Node;

/// Fields that are told.
const NAMED: usize = 8;

/// Items of a list, and characters of a value, that are told.
const ITEMS: usize = 20;
const LONG: usize = 200;

impl WorldView<'_> {
    /// A line for each value of which the file has another one now than when it was first changed here.
    pub(super) fn written_over(self, plan: &ScenePlan) -> Vec<String> {
        let in_file = plan.before.iter().map(|before| (&before.spot, &before.value));
        let in_file: HashMap<&Spot, &Node<'static>> = in_file.collect();
        let mut told = Vec::new();
        let mut more = 0;
        for unsaved in self.edits.unsaved(plan.scene) {
            let (spot, path) = (&unsaved.spot, unsaved.path);
            let (Some(now), Some((component, key))) = (in_file.get(spot), &spot.field) else {
                continue;
            };
            let Some(at) = self.world.find(spot.object) else {
                continue;
            };
            let mut components = self.world.components(at).iter().enumerate();
            let Some((position, component)) = components.find(|(_, known)| known.id == *component) else {
                continue;
            };
            let types = self.library.types();
            let declared = types.declared(component.kind);
            let field = Node::Map(vec![(Cow::Borrowed(key.as_str()), (*now).clone())]);
            let now = path.read(&field, &|names| declared.kind(names));
            let Some(now) = now.filter(|now| **now != *unsaved.stood) else {
                continue;
            };
            let fields = Fields::of(self, at, position);
            let mine = fields.as_ref().and_then(|fields| fields.at_path(path, ITEMS));
            let (Some(fields), Some((mine, is_cut, _))) = (fields, mine) else {
                continue;
            };
            let (was, was_cut) = fields.told(path, unsaved.stood, ITEMS);
            let (now, now_cut) = fields.told(path, &now, ITEMS);
            // Spelled otherwise, or made what it was made here.
            if !now_cut && (!was_cut && same(&was, &now) || !is_cut && same(&mine, &now)) {
                continue;
            }
            if told.len() == NAMED {
                more += 1;
                continue;
            }
            let by = unsaved
                .entry
                .map_or_else(String::new, |entry| format!(" (entry {entry})"));
            told.push(format!(
                "{}: {}: {}.{path} was {} in the file when it was changed here{by}, and somebody else made it {} since, which saving \
                 writes over with {}",
                plan.path,
                self.path(at),
                types.name(component.kind),
                cut(&was),
                cut(&now),
                cut(&mine)
            ));
        }
        if more > 0 {
            told.push(format!(
                "{}: {more} more values that somebody else changed since are written over",
                plan.path
            ));
        }
        told
    }
}

fn cut(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(LONG) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
        None => text,
    }
}
