//! Selection of the files that a query searches.

use super::results::FileAt;
use super::wanted_value::Wanted;
use crate::query_lookup::QueryLookup;
use crate::query_view::QueryView;
use host_api::similar_names::near_paths;
use host_bridge::{BridgeError, BridgeErrorKind, FilterNode, ObjectId, Op, Scope};
use host_project_world::ids::prefab_of;
use serde_json::json;
use std::collections::BTreeSet;
use unity_files::has_extension;

impl QueryLookup<'_> {
    /// Checks the object of an `under` condition: `NotFound` if it does not exist, `InvalidArgument` if none of `files`
    /// contains it, because no row could be below it.
    pub(super) fn must_be_in(&mut self, object: ObjectId, files: &[FileAt]) -> Result<(), BridgeError> {
        let found = self.files().find_anywhere(object);
        let (world, at) =
            found.map_err(|error| error.with_data(&json!({"argument": "under", "given": object.to_string()})))?;
        let file = match world {
            None => self.view().file(at).to_owned(),
            Some(_) => self.lookup.file_of_number(object).unwrap_or_default(),
        };
        if files.iter().any(|known| known.path == file) {
            return Ok(());
        }
        let message = format!("under is {object}, which is in {file}, and that file is not searched");
        Err(BridgeError::new(BridgeErrorKind::InvalidArgument, message)
            .with_hint(format!(
                "give files: [{file:?}], or an object of a file that is searched"
            ))
            .with_data(&json!({"argument": "under", "given": object.to_string(), "nearest": [file]})))
    }
}

impl QueryLookup<'_> {
    /// Checks the object id that a test compares with references. If no such object exists, records in `wanted` that no
    /// reference can refer to it.
    pub(super) fn must_exist(&mut self, wanted: &Wanted) {
        let found = wanted.object().map(|object| self.files().find_anywhere(object));
        if let Some(Err(error)) = found
            && error.kind == BridgeErrorKind::NotFound
        {
            wanted.has_no_object(error.message);
        }
    }
}

impl QueryLookup<'_> {
    /// If the filter accepts only certain object ids, removes files without these objects from `files`.
    pub(super) fn keep_files_of(&mut self, filter: &[FilterNode], files: &mut Vec<FileAt>) {
        let root = filter.len().checked_sub(1);
        let Some(ids) = root.and_then(|root| named_ids(filter, root)) else {
            return;
        };
        if ids.iter().any(|id| prefab_of(*id).is_some()) {
            self.lookup.number_prefabs();
        }
        let of_ids = ids.into_iter().map(|id| match self.lookup.world.find(id) {
            Some(at) => Some(self.view().file(at).to_owned()),
            None => self.lookup.file_of_number(id),
        });
        // An object without a known file can be in any file.
        let Some(of_ids) = of_ids.collect::<Option<BTreeSet<String>>>() else {
            return;
        };
        files.retain(|file| of_ids.contains(&file.path));
    }
}

/// Returns the only objects that the filter node `at` can accept; `None` if it can accept any object.
fn named_ids(filter: &[FilterNode], at: usize) -> Option<Vec<ObjectId>> {
    // A node refers only to earlier nodes, so the recursion ends.
    let earlier = |node: u32| usize::try_from(node).ok().filter(|node| *node < at);
    match filter.get(at)? {
        FilterNode::Fact(test) if test.path == "id" && test.op == Op::Equal => {
            let id: String = serde_json::from_str(test.value.as_ref()?.get()).ok()?;
            Some(vec![ObjectId(id.strip_prefix("obj:")?.parse().ok()?)])
        }
        FilterNode::All(nodes) => nodes.iter().find_map(|node| named_ids(filter, earlier(*node)?)),
        FilterNode::Any(nodes) => {
            let ids = nodes.iter().map(|node| named_ids(filter, earlier(*node)?));
            ids.collect::<Option<Vec<_>>>().map(|ids| ids.concat())
        }
        _ => None,
    }
}

impl QueryView<'_> {
    /// Returns the files of the scope. `NotFound` for a path that is neither a scene nor a prefab, with similar paths.
    pub(super) fn files_of(self, scope: &Scope) -> Result<Vec<FileAt>, BridgeError> {
        let scenes = |loaded_only: bool| {
            let slots = (0..)
                .zip(self.scenes)
                .filter(move |(_, slot)| slot.listed && (!loaded_only || slot.loaded.is_some()));
            slots.map(|(scene, slot)| FileAt {
                path: slot.file.path.clone(),
                scene: Some(scene),
            })
        };
        let prefabs = || {
            let paths = self.library.project().index.with_extension("prefab").into_iter();
            paths.map(|path| FileAt {
                path: path.to_owned(),
                scene: None,
            })
        };
        Ok(match scope {
            Scope::Loaded => scenes(true).collect(),
            Scope::Scenes => scenes(false).collect(),
            Scope::Prefabs => prefabs().collect(),
            Scope::Project => scenes(false).chain(prefabs()).collect(),
            Scope::ScenesExcept(paths) => scenes(false).filter(|file| !paths.contains(&file.path)).collect(),
            Scope::ProjectExcept(paths) => scenes(false)
                .filter(|file| !paths.contains(&file.path))
                .chain(prefabs())
                .collect(),
            Scope::Files(paths) => paths.iter().map(|path| self.file_at(path)).collect::<Result<_, _>>()?,
            Scope::Other(name) => {
                let message = format!("the scope {name} is not known here");
                return Err(BridgeError::new(BridgeErrorKind::Unsupported, message));
            }
        })
    }

    fn file_at(self, path: &str) -> Result<FileAt, BridgeError> {
        let scene = (0..)
            .zip(self.scenes)
            .find(|(_, slot)| slot.listed && slot.file.path == path);
        if let Some((scene, _)) = scene {
            return Ok(FileAt {
                path: path.to_owned(),
                scene: Some(scene),
            });
        }
        let index = &self.library.project().index;
        if has_extension(path, "prefab") && index.guid(path).is_some() {
            return Ok(FileAt {
                path: path.to_owned(),
                scene: None,
            });
        }
        let known = index.assets().map(|(path, _)| path);
        let near = near_paths(
            path,
            known.filter(|path| has_extension(path, "unity") || has_extension(path, "prefab")),
        );
        let message = format!("there is no scene or prefab {path} in the project");
        let hint = match near.as_slice() {
            [] => "give asset paths such as Assets/Scenes/Main.unity; list the scenes".to_owned(),
            near => format!("did you mean {}?", near.join(" or ")),
        };
        Err(BridgeError::new(BridgeErrorKind::NotFound, message)
            .with_hint(hint)
            .with_data(&json!({"argument": "scope.files", "given": path, "nearest": near})))
    }
}
