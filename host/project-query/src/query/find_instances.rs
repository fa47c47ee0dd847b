//! Search for the objects of a file that belong to an instance of a prefab. It runs before the objects are tested.
//!
//! This module searches the file; `prefabs/sources` has the levels of nested prefabs, `instances` the tests.

use super::filter::Plan;
use super::instances::InstanceTest;
use super::results::FileAt;
use crate::prefabs::Prefabs;
use crate::query_lookup::QueryLookup;
use host_project_world::world::{NodeAt, World};
use std::collections::HashSet;

impl QueryLookup<'_> {
    /// Finds the objects of one file that pass the instance tests of a query (in an instance of a prefab).
    pub(super) fn find_instances(&mut self, plan: &Plan, world: Option<&World>, file: &FileAt) {
        let mut prefabs = Prefabs::default();
        for test in plan.instance_tests() {
            let inside = self.instances_in_file(test, &mut prefabs, world, file);
            test.begin(inside);
        }
    }

    fn instances_in_file(
        &mut self,
        test: &InstanceTest,
        prefabs: &mut Prefabs,
        world: Option<&World>,
        file: &FileAt,
    ) -> HashSet<NodeAt> {
        let view = self.view().with_world(world, &file.path);
        let places = file.places(view, world.is_some());
        let uses = |at: &NodeAt| {
            let flat = view.world.flat(*at);
            let is_instance = view.world.object(*at).is_some_and(|object| object.instance != 0);
            is_instance && flat.is_some_and(|flat| flat.needs.contains(&test.guid))
        };
        let nodes = places.filter_map(|place| view.world.node_at_place(place)).filter(uses);
        let mut nodes: Vec<NodeAt> = nodes.collect();
        nodes.retain(|at| {
            let sources = self.sources_of(prefabs, world, *at);
            sources
                .iter()
                .any(|(path, is_root)| *path == test.path && (*is_root || !test.roots_alone))
        });
        nodes.into_iter().collect()
    }
}
