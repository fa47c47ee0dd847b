//! The components of an object: the list from its file, or a list changed by this session, which replaces it.

use super::{NodeAt, World};
use std::collections::BTreeSet;
use unity_project::expand::Component;
use unity_scripts::TypeId;

impl World {
    /// Returns the object's components after edits. The Transform is the first one.
    #[inline]
    pub fn components(&self, at: NodeAt) -> &[Component] {
        match self.overlay.get(&at) {
            Some(changed) => changed,
            None => self.object(at).map_or(&[], |object| object.components.as_slice()),
        }
    }

    /// Returns the changed component list of the object; `None` if this session did not change it.
    pub fn overlaid(&self, at: NodeAt) -> Option<&[Component]> {
        self.overlay.get(&at).map(Vec::as_slice)
    }

    /// Replaces the object's component list; `None` restores the list from the file. `arrange` is not necessary.
    pub fn overlay(&mut self, at: NodeAt, components: Option<Vec<Component>>) {
        let is_own = components.is_none();
        let of_file = || {
            self.object(at)
                .map_or_else(Vec::new, |object| object.components.clone())
        };
        let list = components.unwrap_or_else(of_file);
        self.change_components(at, |known| *known = list);
        if is_own {
            self.overlay.remove(&at);
        }
    }

    /// Calls `change` with the object's component list, which it may edit, and updates the index of component types.
    /// `arrange` is not necessary.
    pub fn change_components<T>(&mut self, at: NodeAt, change: impl FnOnce(&mut Vec<Component>) -> T) -> T {
        let kinds = |world: &Self| -> BTreeSet<TypeId> { world.components(at).iter().map(|c| c.kind).collect() };
        let before = kinds(self);
        let files = match self.overlay.contains_key(&at) {
            true => Vec::new(),
            false => self.components(at).to_vec(),
        };
        let result = change(self.overlay.entry(at).or_insert(files));
        let after = kinds(self);
        // Before the first `arrange` there are no places yet.
        if self.order.is_empty() || before == after {
            return result;
        }
        if let Some(place) = self.node(at).map(|node| node.place) {
            self.indexes.retyped(place, &before, &after);
        }
        result
    }
}
