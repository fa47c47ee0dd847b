//! Targets of references set in this session. Objects of prefab instances have no id in the scene's file, so each
//! target gets a new id, which is used in the component's tree like any other id.

use host_bridge::ObjectId;
use std::collections::HashMap;
use unity_yaml::{Guid, Node};

/// The target of a reference: an object, or one of its components.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Target {
    /// The object.
    pub object: ObjectId,
    /// The id of the component in its file; `None` for the object itself.
    pub component: Option<i64>,
}

/// The ids of a target in project files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named {
    /// The target's id in its own file, and the file id of its PrefabInstance; 0 = the scene's own file.
    pub key: (i64, i64),
    /// The target's id in the scene's file; `None` if that file does not name it.
    pub in_scene: Option<i64>,
}

/// The state of an asset when a reference to it was set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asset {
    /// The path of the asset in the project.
    pub path: Box<str>,
    /// True if the asset file existed, not only its `.meta` file.
    pub has_file: bool,
}

/// All targets of references that this session set.
#[derive(Debug, Default)]
pub struct Targets {
    all: Vec<Target>,
    ids: HashMap<Target, i64>,
    /// The last known ids of the targets in files.
    named: HashMap<Target, Named>,
    /// Assets that existed when a reference to them was set, with their paths at that time.
    assets: HashMap<Guid, Asset>,
    /// Assets that were added or updated since the last call of `clear_noted`.
    noted: Vec<Guid>,
}

/// First id of a target; the ids of added components are below it.
const FIRST: i64 = i64::MIN + (1 << 40);

impl Targets {
    /// Returns the target with this id; `None` if the id is not one of this list.
    pub fn get(&self, file_id: i64) -> Option<Target> {
        let at = file_id.checked_sub(FIRST).and_then(|at| usize::try_from(at).ok())?;
        self.all.get(at).copied()
    }

    /// Returns the id of the target: the existing one, or the one that `add` will assign. Adds a new target to
    /// `coming`.
    pub fn id(&self, target: Target, coming: &mut Vec<Target>) -> i64 {
        if let Some(id) = self.ids.get(&target) {
            return *id;
        }
        let at = coming.iter().position(|known| *known == target).unwrap_or_else(|| {
            coming.push(target);
            coming.len() - 1
        });
        FIRST + i64::try_from(self.all.len() + at).unwrap_or_default()
    }

    /// Returns the number of targets.
    pub fn count(&self) -> usize {
        self.all.len()
    }

    /// Returns the targets, in the order of their ids.
    pub fn all(&self) -> &[Target] {
        &self.all
    }

    /// Returns the last known ids of the target in files.
    pub fn last_ids(&self, target: Target) -> Option<Named> {
        self.named.get(&target).copied()
    }

    /// Stores the ids that these targets have in files.
    pub fn note_ids(&mut self, names: Vec<(Target, Named)>) {
        self.named.extend(names);
    }

    /// Returns the asset at the time when a reference to it was set; `None` if it did not exist even then.
    pub fn asset(&self, guid: Guid) -> Option<&Asset> {
        self.assets.get(&guid)
    }

    /// Stores the assets to which a value refers, as `path` describes them; ignores assets that `path` does not know.
    pub fn note_assets(&mut self, value: &Node<'_>, path: &impl Fn(Guid) -> Option<Asset>) {
        match value {
            Node::Text(_) => {}
            Node::List(items) => items.iter().for_each(|item| self.note_assets(item, path)),
            Node::Map(entries) => {
                let guid = value.get("fileID").map(|_| value.file_ref().guid);
                if let Some((guid, asset)) = guid.and_then(|guid| Some((guid, path(guid)?))) {
                    self.assets.insert(guid, asset);
                    self.noted.push(guid);
                }
                entries.iter().for_each(|(_, value)| self.note_assets(value, path));
            }
        }
    }

    /// Removes all targets except the first `len`.
    pub fn truncate(&mut self, len: usize) {
        for target in self.all.drain(len.min(self.all.len())..) {
            self.ids.remove(&target);
            self.named.remove(&target);
        }
    }

    /// Returns the targets of this list to which a value refers.
    pub fn targets_in(&self, value: &Node<'_>) -> Vec<Target> {
        match value {
            Node::Text(_) => Vec::new(),
            Node::List(items) => items.iter().flat_map(|item| self.targets_in(item)).collect(),
            Node::Map(entries) => {
                let own = value.get("fileID").and_then(Node::number).and_then(|id| self.get(id));
                let deeper = entries.iter().flat_map(|(_, value)| self.targets_in(value));
                own.into_iter().chain(deeper).collect()
            }
        }
    }

    /// Assigns the next ids to the reference targets of a successful write.
    pub fn add(&mut self, coming: Vec<Target>) {
        for target in coming {
            let id = FIRST + i64::try_from(self.all.len()).unwrap_or_default();
            self.all.push(target);
            self.ids.insert(target, id);
        }
    }

    /// Adds a target that was read from the journal file, after the others.
    pub fn put(&mut self, target: Target, named: Option<Named>) {
        self.add(vec![target]);
        self.named.extend(named.map(|named| (target, named)));
    }

    /// Sets the path of an asset that was read from the journal file. Only assets with a file can be saved, so the file
    /// counts as existing.
    pub fn put_asset(&mut self, guid: Guid, path: &str) {
        let path = path.into();
        self.assets.insert(guid, Asset { path, has_file: true });
    }

    /// Returns the assets that were added or updated since the last call of `clear_noted`.
    pub fn noted_assets(&self) -> impl Iterator<Item = Guid> + '_ {
        self.noted.iter().copied()
    }

    /// Empties the list that `noted_assets` returns.
    pub fn clear_noted(&mut self) {
        self.noted.clear();
    }

    /// Returns all stored assets with their paths.
    pub fn assets(&self) -> impl Iterator<Item = (Guid, &str)> {
        self.assets.iter().map(|(guid, asset)| (*guid, asset.path.as_ref()))
    }
}
