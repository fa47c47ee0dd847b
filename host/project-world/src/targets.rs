//! Targets of references that edits of this session set. Objects of prefab instances have no id in the scene's file, so
//! each target gets a new temporary id. The component's data uses it like any file id.

use host_bridge::ObjectId;
use std::collections::HashMap;
use unity_yaml::{Guid, Node};

/// The target of a reference: an object, or one of its components.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Target {
    pub object: ObjectId,
    /// The file id of the target component; `None` if the target is the object itself.
    pub component: Option<i64>,
}

/// The ids of a reference's target in the files of the project.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named {
    /// The target's file id in the file that contains it, and the file id of its PrefabInstance (0 for none).
    pub key: (i64, i64),
    /// The target's file id in the file of the scene; `None` if that file has no entry for the target.
    pub in_scene: Option<i64>,
}

/// The path and state that an asset had when an edit set a reference to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asset {
    pub path: Box<str>,
    /// True if the asset file existed; false if only its `.meta` file did.
    pub has_file: bool,
}

/// All targets of references that edits of this session set.
#[derive(Debug, Default)]
pub struct Targets {
    all: Vec<Target>,
    ids: HashMap<Target, i64>,
    named: HashMap<Target, Named>,
    /// The assets to which edits set references, with the path and state that they had then.
    assets: HashMap<Guid, Asset>,
    noted: Vec<Guid>,
}

/// The first of the temporary file ids for targets of references. Components that edits added have smaller ids.
const FIRST: i64 = i64::MIN + (1 << 40);

impl Targets {
    /// Returns the target of a reference that this temporary file id represents; `None` if the id represents no target.
    pub fn get(&self, file_id: i64) -> Option<Target> {
        let at = file_id.checked_sub(FIRST).and_then(|at| usize::try_from(at).ok())?;
        self.all.get(at).copied()
    }

    /// Returns the temporary file id of a reference's target. If the target is new, adds it to `coming` and returns the
    /// id that a later call of `add` assigns.
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

    /// Returns the number of different targets of references that edits set.
    pub fn count(&self) -> usize {
        self.all.len()
    }

    /// Returns the targets of all references that edits set, in the order of their temporary file ids.
    pub fn all(&self) -> &[Target] {
        &self.all
    }

    /// Returns the file ids that the target of a reference had when they were last stored; `None` if none were stored.
    pub fn last_ids(&self, target: Target) -> Option<Named> {
        self.named.get(&target).copied()
    }

    /// Stores the current file ids of these targets of references.
    pub fn note_ids(&mut self, names: Vec<(Target, Named)>) {
        self.named.extend(names);
    }

    /// Returns the state of the asset when an edit set a reference to it; `None` if it did not exist at that time.
    pub fn asset(&self, guid: Guid) -> Option<&Asset> {
        self.assets.get(&guid)
    }

    /// Stores the assets to which references in `value` point. `path` returns an asset's state, `None` if unknown.
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

    /// Removes all targets of references except the first `len`, with their temporary ids.
    pub fn truncate(&mut self, len: usize) {
        for target in self.all.drain(len.min(self.all.len())..) {
            self.ids.remove(&target);
            self.named.remove(&target);
        }
    }

    /// Returns those of the stored targets to which references in `value` point.
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

    /// Adds the new targets of a successful write and assigns the next temporary ids to them.
    pub fn add(&mut self, coming: Vec<Target>) {
        for target in coming {
            let id = FIRST + i64::try_from(self.all.len()).unwrap_or_default();
            self.all.push(target);
            self.ids.insert(target, id);
        }
    }

    /// Adds a target of a reference that was read from the journal file, with its file ids, after the existing targets.
    pub fn put(&mut self, target: Target, named: Option<Named>) {
        self.add(vec![target]);
        self.named.extend(named.map(|named| (target, named)));
    }

    /// Stores the path of an asset from the journal file. Its `has_file` is true: only assets with a file can be saved.
    pub fn put_asset(&mut self, guid: Guid, path: &str) {
        let path = path.into();
        self.assets.insert(guid, Asset { path, has_file: true });
    }

    /// Returns the guids of the assets whose state was stored since the last call of `clear_noted`.
    pub fn noted_assets(&self) -> impl Iterator<Item = Guid> + '_ {
        self.noted.iter().copied()
    }

    /// Clears the list of assets whose state was stored, which `noted_assets` returns.
    pub fn clear_noted(&mut self) {
        self.noted.clear();
    }

    /// Returns all stored assets with their paths.
    pub fn assets(&self) -> impl Iterator<Item = (Guid, &str)> {
        self.assets.iter().map(|(guid, asset)| (*guid, asset.path.as_ref()))
    }
}
