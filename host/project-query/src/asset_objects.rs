//! Reads the objects in the asset files to which a JSON value refers. This happens before the conversion of the value,
//! because the conversion reads no files.
//!
//! `unity_project` reads files other than prefabs; `members/asset_reference` decides which object a reference means.

use crate::query_lookup::QueryLookup;
use serde_json::Value;
use std::collections::{BTreeSet, HashMap};
use unity_files::has_extension;
use unity_project::asset_objects::{AssetObject, AssetObjects};
use unity_project::expand::Flat;
use unity_yaml::Guid;

/// Maximum number of assets in one value that are read; the objects of further assets are unknown.
const MOST_ASSETS: usize = 1_000;

/// Objects in asset files, by asset path.
pub(crate) type ObjectsByAsset = HashMap<String, AssetObjects>;

impl QueryLookup<'_> {
    /// Returns the objects of each asset that the JSON value names by path or guid. Blocks while it reads files.
    pub(crate) fn held_by(&mut self, value: &Value) -> ObjectsByAsset {
        let mut paths = BTreeSet::new();
        self.named_in(value, &mut paths);
        paths
            .into_iter()
            .map(|path| {
                let objects = self.asset_objects(&path);
                (path, objects)
            })
            .collect()
    }

    fn named_in(&self, value: &Value, paths: &mut BTreeSet<String>) {
        if paths.len() >= MOST_ASSETS {
            return;
        }
        match value {
            Value::String(text) => {
                let index = &self.lookup.library.project().index;
                let by_path = index.guid(text).map(|_| text.as_str());
                let path = by_path.or_else(|| index.path(Guid::parse(text)?));
                paths.extend(path.map(str::to_owned));
            }
            Value::Array(items) => items.iter().for_each(|item| self.named_in(item, paths)),
            Value::Object(map) => map.values().for_each(|item| self.named_in(item, paths)),
            _ => {}
        }
    }

    /// Returns the objects in the asset at this path to which a reference can refer. Blocks while it reads files.
    pub(crate) fn asset_objects(&mut self, path: &str) -> AssetObjects {
        let held = AssetObjects::read(self.lookup.library, path);
        match has_extension(path, "prefab") {
            true => self.prefab_objects(path, held),
            false => held,
        }
    }

    /// Returns the objects and components of a prefab, the root first, with the file ids that other files use for them.
    fn prefab_objects(&mut self, path: &str, held: AssetObjects) -> AssetObjects {
        let Ok(world) = self.files().read_unloaded(path) else {
            return held;
        };
        let nodes = (0..world.count()).filter_map(|place| world.node_at_place(place));
        let Some(local) = nodes.clone().find_map(|at| world.flat(at)).map(Flat::local_ids) else {
            return held;
        };
        let mut objects = Vec::new();
        let mut is_whole = true;
        for at in nodes {
            let (Some(object), Some(flat)) = (world.object(at), world.flat(at)) else {
                continue;
            };
            let mut add = |id: i64, type_name: &str| {
                objects.push(AssetObject {
                    id,
                    name: object.name.to_string(),
                    type_name: type_name.to_owned(),
                });
            };
            add(local(object.instance, object.id), "UnityEngine.GameObject");
            is_whole &= !object.is_opaque();
            for component in object.components.iter().filter(|component| component.text.is_some()) {
                let is_own = component.is_in(&flat.file);
                let id = local(if is_own { 0 } else { object.instance }, component.id);
                add(id, &self.lookup.library.types().name(component.kind));
            }
        }
        AssetObjects {
            main: objects.first().map(|root| root.id),
            objects,
            is_whole,
            is_native: held.is_native,
        }
    }
}
