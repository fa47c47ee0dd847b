//! Names that somebody may have meant whose query found nothing since no object is called so.
//!
//! Belongs here: names of objects. Does not: names of types, fields, tags and layers, which are known without looking (`unmet`,
//! `labels`).

use super::compare::passes;
use super::facts::Fact;
use super::filter::{Node, Plan};
use super::found::Found;
use crate::session::lookup::Lookup;
use host_api::near::{did_you_mean, near};
use host_bridge::Op;
use serde_json::Value;
use std::time::Instant;

/// Different names that are compared.
const MOST_NAMES: usize = 50_000;

impl Plan {
    /// The name that all matches must have, where that is one condition of several that all have to hold. A query for a name alone
    /// is a lookup, and whoever makes it tells by itself what is near.
    fn wanted_name(&self) -> Option<(&Op, &Value)> {
        let Some(Node::All(all)) = self.nodes.last() else {
            return None;
        };
        all.iter().find_map(|node| match self.nodes.get(*node as usize) {
            Some(Node::Fact(Fact::Name, op @ (Op::Equal | Op::Matches), wanted)) => Some((op, wanted)),
            _ => None,
        })
    }
}

impl Lookup<'_> {
    /// Nothing where an object has the name, so that the other conditions are why none was found.
    pub(super) fn near_names(&mut self, found: &mut Found) -> Option<String> {
        if !found.matches.is_empty() || !found.is_complete() {
            return None;
        }
        let (op, wanted) = found.plan.wanted_name()?;
        let text = wanted.as_str()?;
        let patience = self.kept.patience.query;
        let until = Instant::now() + self.kept.step(patience);
        let (mut next, mut names) = std::mem::take(&mut found.named);
        while let Some(file) = found.files.get(next) {
            next += 1;
            let Ok(world) = self.world_of(file) else { continue };
            let view = self.view().over(world.as_deref(), &file.path);
            for place in file.places(view, world.is_some()) {
                let Some(at) = view.world.at_place(place) else { continue };
                let is_below = |object| {
                    let root = view.world.find(object);
                    root.is_some_and(|root| view.world.is_placed_below(at, root))
                };
                if !found.plan.under().into_iter().all(is_below) {
                    continue;
                }
                let name = view.name(at);
                if passes(&Value::from(name).into(), op, wanted) {
                    return None;
                }
                if names.len() < MOST_NAMES && !names.contains(name) {
                    names.insert(name.to_owned());
                }
            }
            if Instant::now() >= until && next < found.files.len() {
                self.kept.stopped(patience);
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
        let meant = did_you_mean(near(&plain, names.iter().map(String::as_str)))?;
        Some(format!("no object that was searched is called {text}; {meant}"))
    }
}
