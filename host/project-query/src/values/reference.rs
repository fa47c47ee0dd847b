//! References of components: to objects, and to targets outside the session's files. `unity_project::values` converts
//! references to assets.

use super::field::Fields;
use host_project_world::world::NodeAt;
use serde_json::{Value, json};
use unity_project::values::{asset_reference, missing};
use unity_yaml::FileRef;

impl Fields<'_> {
    pub(crate) fn reference(&self, file: FileRef, target: Option<&str>) -> Value {
        if file.file_id == 0 {
            return Value::Null;
        }
        let view = self.view;
        if let Some((at, position)) = view.resolve_reference(self.at, self.component, file) {
            return self.object(at, position);
        }
        // The reference was set in this session, to a target that no longer exists.
        if view.changes.targets().get(file.file_id).is_some() {
            return Value::Null;
        }
        match file.guid.is_none() {
            true => self.embedded_asset(file).unwrap_or_else(|| self.local(file, target)),
            false => asset_reference(view.library, file, target),
        }
    }

    /// Returns the JSON of a reference to a file id for which the file has no object.
    fn local(&self, file: FileRef, target: Option<&str>) -> Value {
        let view = self.view;
        let flat = view.world.flat(self.at);
        let own = flat.is_some_and(|flat| self.component.is_in(&flat.file));
        let in_source = flat.and_then(|flat| flat.placeholders.get(&file.file_id));
        if !own || in_source.is_some() {
            let why =
                "it is in a source that cannot be read without Unity, such as a model, or was removed from its prefab";
            return json!({"unverifiable": file.file_id.to_string(), "why": why});
        }
        missing(file.file_id.to_string(), target)
    }

    pub(crate) fn object(&self, at: NodeAt, position: Option<usize>) -> Value {
        let view = self.view;
        let Some(node) = view.world.node(at) else {
            return Value::Null;
        };
        let component = position.and_then(|position| Some((position, view.world.components(at).get(position)?)));
        let (id, name) = (node.id.to_string(), view.name(at));
        match component {
            Some((position, component)) => {
                let type_name = view.library.types().name(component.kind);
                json!({"ref": id, "name": name, "type": &*type_name, "component": position})
            }
            None => json!({"ref": id, "name": name, "type": "UnityEngine.GameObject"}),
        }
    }
}
