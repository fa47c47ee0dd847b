//! Suggestions of object names, for a query without matches whose requested name no object has.
//!
//! Names of types, fields, tags and layers are known without a search (`unmatched_types`, `labels`).

use super::fact_test::FactTest;
use super::facts::Fact;
use super::filter::{Node, Plan};
use super::results::Found;
use crate::query_lookup::QueryLookup;
use host_api::similar_names::{did_you_mean, near_names};
use host_bridge::Op;
use std::collections::BTreeSet;
use std::time::Instant;

/// Maximum number of object names that are collected for a suggestion of similar names; further names are ignored.
const MOST_NAMES: usize = 50_000;

impl Plan {
    /// Returns the test of the object name that all matches must pass; `None` unless the filter combines several
    /// conditions. A filter of a single name test gets no suggestion here, because its caller suggests names.
    fn wanted_name(&self) -> Option<&FactTest> {
        let Some(Node::All(all)) = self.nodes.last() else {
            return None;
        };
        all.iter().find_map(|node| match self.nodes.get(*node as usize) {
            Some(Node::Fact(test)) if test.fact == Fact::Name && matches!(test.op, Op::Equal | Op::Matches) => {
                Some(&**test)
            }
            _ => None,
        })
    }
}

impl QueryLookup<'_> {
    /// Returns a hint with similar object names if a query found nothing. `None` if an object has the requested name,
    /// because then other conditions exclude it.
    pub(super) fn near_names(&mut self, found: &mut Found) -> Option<String> {
        if !found.matches.is_empty() || !found.is_complete() {
            return None;
        }
        let test = found.plan.wanted_name()?;
        let text = test.given.as_str()?;
        let patience = self.kept.patience.query;
        let until = Instant::now() + self.kept.step(patience);
        let (mut next, mut names) = std::mem::take(&mut found.named);
        while let Some(file) = found.files.get(next) {
            next += 1;
            let Ok(world) = self.world_of(file) else { continue };
            let view = self.view().with_world(world.as_deref(), &file.path);
            for place in file.places(view, world.is_some()) {
                let Some(at) = view.world.node_at_place(place) else {
                    continue;
                };
                let is_below = |object| {
                    let root = view.world.find(object);
                    root.is_some_and(|root| view.world.is_placed_below(at, root))
                };
                if !found.plan.scope_objects().into_iter().all(is_below) {
                    continue;
                }
                let name = view.name(at);
                if test.fits_name(name) {
                    return None;
                }
                if names.len() < MOST_NAMES && !names.contains(name) {
                    names.insert(name.to_owned());
                }
            }
            if Instant::now() >= until && next < found.files.len() {
                self.kept.note_stopped(patience);
                break;
            }
        }
        let is_through = next >= found.files.len();
        found.named = (next, names);
        if !is_through && patience > self.kept.step(patience) {
            return None;
        }
        let names = &found.named.1;
        let plain = text.replace(['*', '?'], "");
        let meant = match did_you_mean(near_names(&plain, names.iter().map(String::as_str))) {
            Some(meant) => meant,
            None => part_of(text, names)?,
        };
        Some(format!("no object that was searched is called {text}; {meant}"))
    }
}

/// Returns a hint about object names that contain the text; `None` for a pattern with wildcards.
fn part_of(text: &str, names: &BTreeSet<String>) -> Option<String> {
    if text.contains(['*', '?']) || text.is_empty() {
        return None;
    }
    let part = text.to_lowercase();
    let mut holding = names.iter().filter(|name| name.to_lowercase().contains(&part));
    Some(match holding.next() {
        Some(first) => format!(
            "{} names contain it, e.g. {first}: \"*{text}*\" finds them",
            holding.count() + 1
        ),
        None => "no name contains it".to_owned(),
    })
}
