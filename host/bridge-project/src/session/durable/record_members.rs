//! Reads and writes the fields that most records have, such as reference targets, assigned ids and the test canvas.

use super::names::{Named, Naming};
use super::reading::read_guid;
use super::record::Common;
use super::writing;
use crate::session::Session;
use std::collections::BTreeSet;
use unity_yaml::Guid;

impl Session {
    /// Returns the shared data of a journal record: scenes, reference targets after the first `targets` ones, and the
    /// assets for which `is_noted` is true.
    pub(super) fn common(
        &self,
        mut naming: Naming<'_>,
        targets: usize,
        is_noted: impl Fn(Guid) -> bool,
    ) -> Result<Common, String> {
        let all = &self.edits.targets;
        let mut new = Vec::new();
        for target in all.all().iter().skip(targets) {
            let in_file = all.last_ids(*target).map(writing::in_file_record);
            new.push((naming.target(*target)?, in_file));
        }
        let assets = all.assets().filter(|(guid, _)| is_noted(*guid));
        let assets = assets.map(|(guid, path)| (guid.to_string(), path.to_owned())).collect();
        let mut made = Vec::new();
        for (scene, count) in self.numbers.created_counts() {
            made.push((naming.scene(scene)?, count));
        }
        made.sort_unstable();
        let (canvas, event_system) = self.test_ui.objects();
        Ok(Common {
            targets_before: targets as u64,
            targets: new,
            assets,
            components: self.edits.components_added(),
            file_ids: self.created.file_ids,
            made,
            test_ui: (naming.objects(canvas)?, naming.objects(event_system)?),
            scenes: naming.paths(),
        })
    }

    /// Returns the shared data of an appended journal record: scenes, and reference targets that no record has yet.
    pub(super) fn new_common(&self, naming: Naming<'_>) -> Result<Common, String> {
        let noted: BTreeSet<Guid> = self.edits.targets.noted_assets().collect();
        self.common(naming, self.durable.targets, |guid| noted.contains(&guid))
    }

    pub(super) fn read_common(&mut self, common: Common) -> Result<Named, String> {
        let Common {
            scenes,
            targets_before,
            targets,
            assets,
            components,
            file_ids,
            made,
            test_ui: (canvas, event_system),
        } = common;
        let named = Named::find_scenes(self, &scenes);
        if targets_before != self.edits.targets.count() as u64 {
            return Err(format!(
                "it follows {targets_before} references, of which {} are there",
                self.edits.targets.count()
            ));
        }
        for (target, in_file) in targets {
            let target = named.target(&mut self.numbers, target)?;
            let in_file = in_file.map(|(id, instance, in_scene)| host_project_world::targets::Named {
                key: (id, instance),
                in_scene,
            });
            self.edits.targets.put(target, in_file);
        }
        for (guid, path) in assets {
            self.edits.targets.put_asset(read_guid(&guid)?, &path);
        }
        self.edits.were_added(components);
        self.created.were_given(file_ids);
        for (scene, count) in made {
            self.numbers.were_made(named.scene(scene)?, count);
        }
        let canvas = named.objects(&mut self.numbers, &canvas)?;
        let event_system = named.objects(&mut self.numbers, &event_system)?;
        self.test_ui.put(canvas, event_system);
        Ok(named)
    }
}
