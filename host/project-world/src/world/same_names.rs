//! The number of an object among its siblings with the same name.

use super::{NodeAt, World};
use std::cell::RefCell;
use std::collections::HashMap;

/// Number of siblings up to which their numbers (as in `/Spawn[2]`) are not cached, but computed for each request.
const FEW: usize = 32;

/// A group of siblings: their parent (`None` for root objects) and the position of their scene.
type Family = (Option<NodeAt>, u32);

type Numbers = HashMap<NodeAt, u32>;

/// A cache of the numbers of siblings with the same name, as in `/Spawn[2]`. Each change of the hierarchy clears it.
#[derive(Debug, Default)]
pub(super) struct SameNames {
    /// For each group of siblings, the numbers of the objects that are not the first with their name.
    families: RefCell<HashMap<Family, Numbers>>,
    #[cfg(test)]
    looked_at: std::cell::Cell<usize>,
}

impl SameNames {
    pub(crate) fn forget(&self) {
        self.families.borrow_mut().clear();
    }

    /// Returns how many siblings were examined so far to compute their numbers. Tests use it.
    #[cfg(test)]
    pub(super) fn looked_at(&self) -> usize {
        self.looked_at.get()
    }

    fn look(&self, _siblings: usize) {
        #[cfg(test)]
        self.looked_at.set(self.looked_at.get() + _siblings);
    }
}

impl World {
    /// Returns the number of the object among its siblings with the same name, from 1.
    pub(crate) fn number_among(&self, at: NodeAt) -> u32 {
        let siblings = self.siblings(at);
        if siblings.len() <= FEW {
            self.same_names.look(siblings.len());
            let before = siblings.iter().take_while(|sibling| **sibling != at);
            let same = before
                .filter(|sibling| self.name_of(**sibling) == self.name_of(at))
                .count();
            return u32::try_from(same + 1).unwrap_or(u32::MAX);
        }
        let Some(family) = self.node(at).map(|node| (node.parent, node.scene)) else {
            return 1;
        };
        let mut families = self.same_names.families.borrow_mut();
        let numbers = families.entry(family).or_insert_with(|| {
            self.same_names.look(siblings.len());
            let (mut seen, mut numbers) = (HashMap::<&str, u32>::new(), HashMap::new());
            for sibling in siblings {
                let number = seen.entry(self.name_of(*sibling)).or_default();
                *number += 1;
                if *number > 1 {
                    numbers.insert(*sibling, *number);
                }
            }
            numbers
        });
        numbers.get(&at).copied().unwrap_or(1)
    }

    pub(crate) fn name_of(&self, at: NodeAt) -> &str {
        self.object(at).map_or("", |object| &object.name)
    }
}

#[cfg(test)]
mod tests {
    use crate::changes::Unchanged;
    use crate::ids::SceneIds;
    use crate::numbered_file::number;
    use crate::view::WorldView;
    use crate::world::{Part, World};
    use host_bridge::{PageRequest, Reply};
    use std::sync::Arc;
    use tests_projects::{TinyProject, objects};
    use unity_files::Project;
    use unity_project::expand::Library;

    const MANY: i64 = 2_000;

    #[test]
    fn finds_object_among_same_named_siblings_in_one_pass() {
        let project = TinyProject::new();
        let rows: Vec<(i64, &str, i64)> = std::iter::once((1, "R", 0))
            .chain((1..=MANY).map(|at| (2 * at + 1, if at % 2 == 0 { "even" } else { "same" }, 1)))
            .collect();
        let project = Project::open(project.root()).expect("a project");
        let mut library = Library::new(Arc::new(project));
        let flat = library
            .scene_from("a scene", objects(&rows).into_bytes())
            .expect("a scene");
        let (flat, ids) = number(flat, &mut SceneIds::new(0));
        let mut world = World::from_parts(vec![Part { scene: 0, flat, ids }]);
        world.arrange();
        let view = WorldView::new(&library, &[], &world, &Unchanged, None);
        for (path, id) in [
            ("/R/same[999]", 1 + 1997),
            ("/R/even[1000]", 1 + 2000),
            ("/R/same", 1 + 1),
        ] {
            let before = world.same_names.looked_at();
            let page = PageRequest {
                offset: 0,
                limit: 1,
                max_bytes: 1 << 16,
                cursor: None,
            };
            let Reply::Objects(found) = view.find_by_path(path, &page).reply else {
                panic!("no objects");
            };
            assert_eq!(found.items.first().map(|card| card.id.0), Some(id), "{path}");
            let looked_at = world.same_names.looked_at() - before;
            assert!(
                looked_at <= 2 * MANY as usize,
                "{path}: {looked_at} siblings were looked at"
            );
        }
    }
}
