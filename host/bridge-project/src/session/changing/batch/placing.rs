//! Edits that set where an object is: instances of prefabs, sibling indexes and positions.

use crate::session::Session;
use crate::session::edits::Edit;
use host_api::similar_names::{did_you_mean, near_paths};
use host_bridge::{BridgeError, BridgeErrorKind, ObjectId, Replied, Reply, SceneId, ValueText, Vector3};
use host_project_world::world::Part;
use std::sync::Arc;
use unity_layout::geometry::Local;

/// Parses a position from a JSON value such as `[0, 1.5, 0]`, in the grammar of `wit/value.md`.
pub(super) fn position(value: &ValueText) -> Result<Vector3, BridgeError> {
    let parts: Option<[f64; 3]> = serde_json::from_str(value.get()).ok();
    let fits = |part: &f64| part.is_finite() && (*part as f32).is_finite();
    match parts.filter(|parts| parts.iter().all(fits)) {
        Some([x, y, z]) => Ok(Vector3 { x, y, z }),
        None => {
            let given: String = value.get().chars().take(80).collect();
            let message = format!("position is {given}; it must be three finite numbers, [x, y, z]");
            Err(BridgeError::new(BridgeErrorKind::InvalidArgument, message).with_hint("e.g. [0, 1.5, 0]"))
        }
    }
}

impl Session {
    pub(super) fn instantiate(
        &mut self,
        prefab: &str,
        parent: Option<ObjectId>,
        scene: Option<SceneId>,
        position: Option<Vector3>,
    ) -> Result<Replied, BridgeError> {
        let (scene, where_made) = self.home(parent, scene)?;
        self.room_for_edit()?;
        let is_prefab = std::path::Path::new(prefab)
            .extension()
            .is_some_and(|end| end == "prefab");
        if !is_prefab {
            let message = format!("prefab is {prefab:?}; it must be the asset path of a .prefab file");
            return Err(BridgeError::new(BridgeErrorKind::InvalidArgument, message)
                .with_hint("list the assets of kind Prefab; instances of models need a running Unity"));
        }
        let index = &self.library.project().index;
        let guid = index.guid(prefab).filter(|guid| !index.is_gone(*guid)).ok_or_else(|| {
            let message = format!("there is no prefab {prefab:?} in the project");
            let known = index
                .assets()
                .map(|(path, _)| path)
                .filter(|path| path.ends_with(".prefab"));
            let near = near_paths(prefab, known);
            let hint = did_you_mean(near).unwrap_or_else(|| "list the assets of kind Prefab".to_owned());
            BridgeError::new(BridgeErrorKind::NotFound, message).with_hint(hint)
        })?;
        let id = self.created.next_file_id();
        let text = format!(
            "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n--- !u!1001 &{id}\nPrefabInstance:\n  m_ObjectHideFlags: 0\n  \
             serializedVersion: 2\n  m_Modification:\n    m_TransformParent: {{fileID: 0}}\n    m_Modifications: []\n    \
             m_RemovedComponents: []\n  m_SourcePrefab: {{fileID: 100100000, guid: {guid}, type: 3}}\n"
        );
        let flat = self.library.scene_from("created in this session", text.into_bytes());
        let unreadable = |why: String| {
            BridgeError::new(BridgeErrorKind::NotReady, format!("{prefab} cannot be expanded: {why}"))
                .with_hint("look at the prefab's problems with outline, or open the project in Unity")
        };
        let flat = flat.map_err(|problem| unreadable(problem.to_string()))?;
        let root = flat
            .objects
            .first()
            .ok_or_else(|| unreadable("it holds no object".to_owned()))?;
        if root.is_opaque() {
            let why = flat.problems.first().cloned();
            return Err(unreadable(
                why.unwrap_or_else(|| "its root is in a source that can't be read".to_owned()),
            ));
        }
        self.files().room_for_created(&flat)?;
        let full = || {
            let message = "this scene has no free ids for more objects created in this session";
            BridgeError::new(BridgeErrorKind::Conflict, message).with_hint(crate::session::durable::EMPTY_JOURNAL)
        };
        self.scenes.get(scene.0 as usize).ok_or_else(full)?;
        let ids = self
            .numbers
            .scene_mut(scene.0 as usize)
            .create(flat.objects.len())
            .ok_or_else(full)?;
        let first = *ids.first().ok_or_else(full)?;
        let notes = flat.problems.iter().take(3).cloned().collect::<Vec<_>>();
        self.change(Edit::Make {
            part: Part {
                scene: scene.0,
                flat: Arc::new(flat),
                ids: Arc::new(ids.into()),
            },
        })?;
        if let Some(parent) = parent {
            self.hang(first, Some(parent), None)?;
        }
        if let Some(position) = position {
            let at = self.view().find(first)?;
            let before = self.view().local(at);
            let now = Local {
                position: [position.x, position.y, position.z].into(),
                ..before
            };
            self.place(first, at, &before, &now)?;
        }
        let mut replied = self.count_write(Reply::Created(first));
        replied.diagnostics.extend(notes);
        replied.diagnostics.extend(where_made);
        Ok(replied)
    }

    fn home(&self, parent: Option<ObjectId>, scene: Option<SceneId>) -> Result<(SceneId, Option<String>), BridgeError> {
        let parents = match parent {
            Some(parent) => {
                let at = self.view().find(parent)?;
                self.world.node(at).map(|node| SceneId(node.scene))
            }
            None => None,
        };
        match (scene, parents) {
            (Some(scene), Some(parents)) if scene != parents => {
                let message = format!("scene is {scene}, but the parent is in {parents}");
                Err(BridgeError::new(BridgeErrorKind::InvalidArgument, message).with_hint("leave scene out"))
            }
            (_, Some(scene)) | (Some(scene), None) => Ok((scene, None)),
            (None, None) => self.view().default_home(),
        }
    }

    /// Moves an object below a parent, to an index among its new siblings. If `keep_world` is true, the world position
    /// is unchanged, otherwise the local values.
    pub(super) fn reparent_at(
        &mut self,
        object: ObjectId,
        parent: Option<ObjectId>,
        index: Option<u32>,
        keep_world: bool,
    ) -> Result<Replied, BridgeError> {
        if keep_world && index.is_none() {
            return self.reparent(object, parent);
        }
        let at = self.view().find(object)?;
        let parent_at = parent.map(|parent| self.view().find(parent)).transpose()?;
        self.room_for_edit()?;
        self.may_hang(object, at, parent_at)?;
        if let Some(index) = index {
            let scene = self.world.node(at).map_or(0, |node| node.scene);
            let siblings = self.world.children_or_roots(parent_at, scene);
            let others = siblings.iter().filter(|sibling| **sibling != at).count();
            if index as usize > others {
                let message = format!("index is {index}; it must be 0 to {others}: there are {others} siblings");
                return Err(BridgeError::new(BridgeErrorKind::InvalidArgument, message)
                    .with_hint("leave index out to make it the last"));
            }
        }
        let is_rect = self.view().is_rect(at);
        let (before, kept) = (self.view().local(at), self.view().keep_world(at, parent_at));
        let not_kept = self.view().unknown_reason(at, parent_at);
        self.hang(object, parent, index)?;
        if keep_world && !is_rect {
            self.place(object, at, &before, &kept)?;
        }
        let mut replied = self.count_write(Reply::Done);
        replied.diagnostics.extend(not_kept.filter(|_| keep_world && !is_rect));
        Ok(replied)
    }
}
