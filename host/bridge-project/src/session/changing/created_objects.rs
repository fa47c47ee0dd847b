//! Objects that commands created in this session. No file contains them, so each reload of files adds them again. Their
//! ids have a separate number range (`ids`).

mod text;

pub(in crate::session) use text::{Doc, Placing, Plan};

use crate::session::edits::{Edit, MAX_EDITS};
use crate::session::{SESSION_ONLY, Session};
use host_bridge::{BridgeError, BridgeErrorKind, NewObject, ObjectId, Replied, Reply, SceneId};
use host_project_world::ids::Ids;
use host_project_world::world::Part;
use std::collections::HashSet;
use std::sync::Arc;

/// Anchors and pivot of a new RectTransform: the middle of its parent, as in the Unity editor.
const MIDDLE: [f64; 2] = [0.5, 0.5];

/// The counter of file ids for the objects that this session created. The objects themselves are stored as edits.
#[derive(Debug, Default)]
pub(in crate::session) struct Created {
    /// Number of file ids that were assigned. File ids only have to be unique among created objects.
    pub(in crate::session) file_ids: i64,
}

impl Created {
    pub(in crate::session) fn next_file_id(&mut self) -> i64 {
        self.file_ids += 1;
        text::FIRST_FILE_ID + self.file_ids
    }

    /// Marks the first `file_ids` file ids as assigned, so that no further object gets one of them.
    pub(in crate::session) fn were_given(&mut self, file_ids: i64) {
        self.file_ids = self.file_ids.max(file_ids.clamp(0, i64::MAX >> 8));
    }

    /// Returns a number that differs after the creation of an object.
    pub(in crate::session) fn revision(&self) -> i64 {
        self.file_ids
    }
}

impl Session {
    /// Creates an object with its Transform and components, completely or not at all.
    pub(in crate::session) fn create_object(&mut self, object: &NewObject) -> Result<Replied, BridgeError> {
        let (scene, where_made) = self.home_of(object)?;
        self.room_for_edit()?;
        let under_rect = object.parent.is_some_and(|parent| self.has_rect(parent));
        let position = [object.position.x, object.position.y, object.position.z];
        let plan = Plan {
            name: &object.name,
            layer: 0,
            parent: None,
            placing: if under_rect || object.components.iter().any(|name| wants_rect(name)) {
                Placing::Rect {
                    min: MIDDLE,
                    max: MIDDLE,
                    position,
                    size: [100.0, 100.0],
                }
            } else {
                Placing::Plain { position }
            },
            components: Vec::new(),
        };
        let ids = self.make(scene, &[plan], object.parent)?;
        let id = *ids.first().ok_or_else(nothing_made)?;
        let writes = self.edits.writes;
        let mut diagnostics = Vec::new();
        for type_name in object.components.iter().filter(|name| *name != RECT) {
            match self.add_component(id, type_name) {
                Ok(added) => diagnostics.extend(added.diagnostics),
                // The caller undoes the changes that were made before the error.
                Err(problem) => {
                    let message = format!("no object was created: its component {type_name}: {}", problem.message);
                    return Err(BridgeError { message, ..problem });
                }
            }
        }
        self.edits.writes = writes;
        let mut replied = self.count_write(Reply::Created(id));
        replied.diagnostics.extend(where_made);
        for line in diagnostics {
            if line != SESSION_ONLY && !replied.diagnostics.contains(&line) {
                replied.diagnostics.push(line);
            }
        }
        Ok(replied)
    }

    /// Returns the scene for a new object, and a note if the caller specified none. Loads the scene if necessary.
    fn home_of(&mut self, object: &NewObject) -> Result<(SceneId, Option<String>), BridgeError> {
        let parents = match object.parent {
            Some(parent) => {
                let at = self.view().find(parent)?;
                self.world.node(at).map(|node| SceneId(node.scene))
            }
            None => None,
        };
        match (object.scene, parents) {
            (Some(scene), Some(parents)) if scene != parents => {
                let message = format!("scene is {scene}, but the parent is in {parents}");
                Err(BridgeError::new(BridgeErrorKind::InvalidArgument, message).with_hint("leave scene out"))
            }
            (_, Some(scene)) => Ok((scene, None)),
            (Some(scene), None) => {
                self.ensure_loaded(scene)?;
                Ok((scene, None))
            }
            (None, None) => self.view().default_home(),
        }
    }

    fn has_rect(&self, object: ObjectId) -> bool {
        let at = self.world.find(object);
        let first = at.and_then(|at| self.world.components(at).first());
        first.is_some_and(|transform| transform.class == unity_fields::class::RECT_TRANSFORM)
    }

    /// Creates planned objects, the first of them below `parent`. Returns their ids in depth-first order.
    pub(in crate::session) fn make(
        &mut self,
        scene: SceneId,
        plans: &[Plan<'_>],
        parent: Option<ObjectId>,
    ) -> Result<Vec<ObjectId>, BridgeError> {
        let full = || {
            let message = format!("this session already contains {MAX_EDITS} created objects");
            BridgeError::new(BridgeErrorKind::Conflict, message).with_hint(crate::session::durable::EMPTY_JOURNAL)
        };
        let (objects, _) = self.edits.created_totals();
        if objects + plans.len() > MAX_EDITS {
            return Err(full());
        }
        let parent = match parent {
            Some(parent) => Some((parent, self.view().find(parent)?)),
            None => None,
        };
        let (text, used) = text::write(plans, self.created.file_ids);
        let flat = self.library.scene_from("created in this session", text.into_bytes());
        let flat = flat.map_err(|problem| BridgeError::new(BridgeErrorKind::Internal, problem.to_string()))?;
        self.files().room_for_created(&flat)?;
        self.scenes.get(scene.0 as usize).ok_or_else(nothing_made)?;
        let ids = self
            .numbers
            .scene_mut(scene.0 as usize)
            .create(flat.objects.len())
            .ok_or_else(full)?;
        let first = *ids.first().ok_or_else(nothing_made)?;
        self.created.file_ids = used;
        let ids: Arc<Ids> = Arc::new(ids.into());
        self.change(Edit::Make {
            part: Part {
                scene: scene.0,
                flat: Arc::new(flat),
                ids: Arc::clone(&ids),
            },
        })?;
        if let Some((parent, _)) = parent {
            let above = self.world.find(parent).map(|at| self.world.ancestors(at));
            self.change(Edit::Parent {
                object: first,
                parent: Some(parent),
                index: None,
                from: None,
                above: above.into_iter().flatten().chain([parent]).collect(),
            })?;
        }
        Ok(ids.to_vec())
    }

    /// Removes objects that one call of `make` created as if they had never existed, and destroys other objects below
    /// them. The journal entries about the removed objects can no longer be undone, for the reason `why`.
    pub(in crate::session) fn unmake(&mut self, ids: &[ObjectId], why: &str) {
        let gone: HashSet<ObjectId> = ids.iter().copied().collect();
        let mut open: Vec<_> = ids.iter().filter_map(|id| self.world.find(*id)).collect();
        let mut guests = Vec::new();
        while let Some(node) = open.pop().and_then(|at| self.world.node(at)) {
            if gone.contains(&node.id) {
                open.extend(&node.children);
            } else {
                guests.push(node.id);
            }
        }
        for id in ids.iter().chain(&guests) {
            if let Some(at) = self.world.find(*id) {
                self.world.destroy(at);
            }
        }
        self.world.arrange();
        self.edits.forget(&gone, why);
        for object in guests {
            let family = Arc::new(HashSet::from([object]));
            self.edits.add(Edit::Destroy { object, family });
        }
    }
}

fn nothing_made() -> BridgeError {
    BridgeError::new(BridgeErrorKind::Internal, "nothing was created")
}

const RECT: &str = "UnityEngine.RectTransform";

/// True if Unity replaces the Transform of an object by a RectTransform when this component is added.
fn wants_rect(component: &str) -> bool {
    matches!(component, RECT | "UnityEngine.Canvas" | "TMPro.TextMeshProUGUI")
        || component.starts_with("UnityEngine.UI.")
}

#[cfg(test)]
mod tests;
