//! The trait `Prefabs` for the library: returns cached prefabs, and expands the others.

use super::{Kept, Library};
use crate::expand::flat::Flat;
use crate::expand::opaque::{MAX_NESTING, Opaque};
use crate::expand::prefabs::Prefabs;
use crate::expand::{instance, nesting};
use std::sync::Arc;
use std::time::Instant;
use unity_files::{AssetProblem, has_extension};
use unity_scripts::Types;
use unity_yaml::Guid;

impl Prefabs for Library {
    fn prefab(&mut self, guid: Guid) -> Result<Result<Arc<Flat>, Opaque>, AssetProblem> {
        self.clock += 1;
        if let Some(known) = self.prefabs.get_mut(&guid) {
            known.used = self.clock;
            return Ok(known.flat.clone());
        }
        if self.open.contains(&guid) {
            return Ok(Err(Opaque::Cycle { path: self.path(guid) }));
        }
        if self.open.len() >= MAX_NESTING {
            return Ok(Err(Opaque::TooDeep { path: self.path(guid) }));
        }
        self.open.push(guid);
        let result = self.load(guid);
        self.open.pop();
        let flat = result?;
        // The prefab counts as used later than all prefabs that it contains.
        self.clock += 1;
        let kept = Kept {
            flat: flat.clone(),
            used: self.clock,
        };
        self.kept = self.kept.saturating_add(kept.weight());
        self.prefabs.insert(guid, kept);
        Ok(flat)
    }

    fn tag(&mut self, tag: &str) -> Arc<str> {
        if let Some(known) = self.tags.get(tag) {
            return Arc::clone(known);
        }
        let tag: Arc<str> = tag.into();
        self.tags.insert(Arc::clone(&tag));
        tag
    }

    fn path(&self, guid: Guid) -> String {
        self.project.index.path(guid).unwrap_or_default().to_owned()
    }

    fn types_mut(&mut self) -> &mut Types {
        &mut self.types
    }

    fn draw(&mut self, bytes: usize) -> Result<(), AssetProblem> {
        let short = self.meter.short_of(bytes);
        if short > 0 {
            // Evicts somewhat more than needed, so that the next draws succeed.
            self.evict(self.kept.saturating_sub(short.saturating_add(self.meter.limit() / 8)));
            if self.meter.short_of(bytes) > 0 {
                return Err(self.over_memory());
            }
        }
        self.meter.take(bytes);
        Ok(())
    }

    fn give_back(&mut self, bytes: usize) {
        self.meter.give_back(bytes);
    }

    fn step(&mut self, steps: usize) -> Result<(), AssetProblem> {
        if self.until.is_some_and(|until| Instant::now() >= until) {
            return Err(AssetProblem::BeingRead);
        }
        self.meter.step(steps)
    }
}

impl Library {
    fn load(&mut self, guid: Guid) -> Result<Result<Arc<Flat>, Opaque>, AssetProblem> {
        let Some(path) = self.project.index.path(guid).map(str::to_owned) else {
            return Ok(Err(Opaque::Unknown { guid }));
        };
        if !has_extension(&path, "prefab") {
            return Ok(Err(Opaque::Model { path }));
        }
        let read = self.read(&path).and_then(|bytes| self.source(&path, bytes));
        let (source, taken) = match read {
            Ok(read) => read,
            Err(problem @ AssetProblem::OverBudget { .. }) => return Err(problem),
            Err(problem) => return Ok(Err(Opaque::File { path, problem })),
        };
        let mut flat = instance::build(self, source, taken, false)?;
        if let Err(problem) = nesting::check_nesting(&flat) {
            self.give_back(flat.weight);
            return Ok(Err(Opaque::File { path, problem }));
        }
        flat.index_classes();
        Ok(Ok(Arc::new(flat)))
    }
}
