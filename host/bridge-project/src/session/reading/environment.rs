//! The access of read commands to the session: a read-only view, or a lookup that may also read files and cache
//! results. Neither gives access to the session itself.

use super::session_view::SessionView;
use crate::session::Session;
use host_project_query::query_lookup::{Patience, QueryCaches, QueryLookup};
use host_project_view::scene_lookup::{SceneCaches, SceneLookup};
use host_project_world::lookup::Lookup;
use host_project_world::view::WorldView;
use std::time::Duration;

impl Session {
    /// Returns a read-only view of the session's objects, with the edits applied.
    pub(in crate::session) fn view(&self) -> SessionView<'_> {
        let screen = self.options.screen;
        let view = WorldView::new(&self.library, &self.scenes, &self.world, &self.edits, screen);
        SessionView::new(view, &self.edits)
    }

    /// Returns access to the project for commands about values, references and assets.
    pub(in crate::session) fn lookup(&mut self) -> QueryLookup<'_> {
        let (files, _, kept) = self.environment();
        QueryLookup::new(files, kept)
    }

    /// Returns access to the project for picking objects on the screen and for wireframe pictures.
    pub(in crate::session) fn scene_lookup(&mut self) -> SceneLookup<'_> {
        let (files, kept, _) = self.environment();
        SceneLookup::new(files, kept)
    }

    /// Returns access to the project's objects that also reads files of scenes and prefabs that are not loaded.
    pub(in crate::session) fn files(&mut self) -> Lookup<'_> {
        self.environment().0
    }

    fn environment(&mut self) -> (Lookup<'_>, &mut SceneCaches, &mut QueryCaches) {
        let files = Lookup {
            library: &mut self.library,
            kept: &mut self.caches,
            numbers: &mut self.numbers,
            scenes: &self.scenes,
            world: &self.world,
            changes: &self.edits,
            screen: self.options.screen,
            memory: self.options.memory,
            held: self.query_caches.bytes(),
            clock: self.clock,
        };
        (files, &mut self.scene_caches, &mut self.query_caches)
    }
}

pub(in crate::session) fn patience() -> Patience {
    Patience {
        query: Duration::from_secs(3),
        assets: Duration::from_secs(5),
        step: host_time(20),
        sources: host_time(15),
    }
}

/// Returns a time limit of `millis` milliseconds, but one minute in tests, so that slow machines do not fail them.
const fn host_time(millis: u64) -> Duration {
    match cfg!(test) {
        true => Duration::from_secs(60),
        false => Duration::from_millis(millis),
    }
}
