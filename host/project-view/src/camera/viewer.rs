//! Selects the camera and the scenes for the `viewer` argument of a caller.

use super::{Active, CAMERA, CameraView};
use crate::scene_view::SceneView;
use host_bridge::{BridgeError, BridgeErrorKind, ObjectId, SceneId, Viewer};
use host_project_world::world::{NodeAt, World};
use serde_json::json;
use std::collections::BTreeSet;
use unity_project::expand::component_tree;

/// Maximum number of the scene's cameras that the error for an object without a camera lists.
const SHOWN: usize = 3;

/// Scenes that are viewed together, as positions in the session's list of scenes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SceneSet(BTreeSet<u32>);

impl SceneSet {
    fn single(scene: u32) -> Self {
        Self(BTreeSet::from([scene]))
    }

    pub(crate) fn has(&self, world: &World, at: NodeAt) -> bool {
        world.node(at).is_some_and(|node| self.0.contains(&node.scene))
    }
}

/// A camera and the scenes that it shows.
#[derive(Clone, Debug)]
pub struct Looking {
    /// The camera, or a message on why no camera was found.
    pub(crate) eye: Result<Active, String>,
    /// The scenes that a pick or picture includes.
    pub scenes: SceneSet,
}

impl SceneView<'_> {
    /// Returns the default selection: the active camera with its scene. Without a camera, the first loaded scene.
    pub fn looking(self) -> Looking {
        let eye = self.looking_camera();
        let scene = match &eye {
            Ok(eye) => self.world.node(eye.view.at).map(|node| node.scene),
            Err(_) => self.first_loaded().ok().map(|scene| scene.0),
        };
        Looking {
            eye,
            scenes: scene.map(|scene| self.seen_with(scene)).unwrap_or_default(),
        }
    }

    /// Returns the camera and the scenes that `viewer` selects. Fails for a scene that does not exist or is not loaded,
    /// and for an object without a camera or from another scene.
    pub(crate) fn looking_as(self, viewer: &Viewer) -> Result<Looking, BridgeError> {
        if let Some(scene) = viewer.scene {
            self.must_be_loaded(scene)?;
        }
        match (viewer.scene, viewer.camera) {
            (None, None) => Ok(self.looking()),
            (Some(SceneId(scene)), None) => {
                let scenes = SceneSet::single(scene);
                Ok(Looking {
                    eye: self.camera_among(&scenes),
                    scenes,
                })
            }
            (scene, Some(camera)) => self.looking_through(camera, scene),
        }
    }

    /// Returns this scene and all loaded scenes that were opened additively.
    pub fn seen_with(self, scene: u32) -> SceneSet {
        let slots = (0..).zip(self.scenes);
        let added = slots.filter(|(_, slot)| slot.additive && slot.loaded.is_some());
        SceneSet(added.map(|(added, _)| added).chain([scene]).collect())
    }

    fn must_be_loaded(self, scene: SceneId) -> Result<(), BridgeError> {
        let slot = self.slot(scene)?;
        if slot.loaded.is_some() {
            return Ok(());
        }
        let path = &slot.file.path;
        let message = format!("{scene} ({path}) is not loaded, so nothing in it can be picked");
        Err(BridgeError::new(BridgeErrorKind::NotReady, message)
            .with_hint("open the scene first (open_scene)")
            .with_data(&json!({"argument": "viewer.scene", "given": scene.to_string(), "next": "open_scene"})))
    }

    fn looking_through(self, camera: ObjectId, scene: Option<SceneId>) -> Result<Looking, BridgeError> {
        let at = self.find(camera)?;
        let path = self.card(at).path;
        let own = self.world.node(at).map_or(u32::MAX, |node| node.scene);
        let wrong = |message: String, hint: String| {
            Err(BridgeError::new(BridgeErrorKind::InvalidArgument, message)
                .with_hint(hint)
                .with_data(&json!({"argument": "viewer.camera", "given": camera.to_string()})))
        };
        if let Some(scene) = scene.filter(|scene| scene.0 != own) {
            let message = format!("the camera is {camera} ({path}), which is in scn:{own} and not in {scene}");
            return wrong(
                message,
                "leave the scene out, or give one of its own cameras".to_owned(),
            );
        }
        let Some(view) = self.camera_on(at) else {
            let known = self.components_of("UnityEngine.Camera", CAMERA).take(SHOWN);
            let known = known.map(|(at, _)| {
                let card = self.card(at);
                format!("{} ({})", card.id, card.path)
            });
            let known: Vec<String> = known.collect();
            let message = format!("the camera is {camera} ({path}), which has no Camera that can be read");
            return wrong(
                message,
                match known.is_empty() {
                    true => "no loaded scene has a camera".to_owned(),
                    false => format!("cameras are e.g. {}", known.join(", ")),
                },
            );
        };
        let note = (!self.is_on(&view)).then(|| format!("{path} is off; its view was taken as if it were on"));
        Ok(Looking {
            eye: Ok(Active { view, note }),
            scenes: match scene {
                Some(SceneId(scene)) => SceneSet::single(scene),
                None => self.seen_with(own),
            },
        })
    }

    fn is_on(self, view: &CameraView) -> bool {
        let active = self.world.node(view.at).is_some_and(|node| node.active_in_hierarchy);
        let mut own = self.world.components(view.at).iter();
        let camera = own.find(|component| component.class == CAMERA);
        let tree = camera.and_then(|camera| component_tree(camera, self.library.types()).ok()?);
        active && tree.is_some_and(|tree| super::is_enabled(&tree))
    }

    /// Returns a note with the included scenes; `None` if a pick or picture includes all loaded scenes.
    pub(crate) fn coverage_note(self, looking: &Looking) -> Option<String> {
        let slots = (0..).zip(self.scenes).filter(|(_, slot)| slot.loaded.is_some());
        let (seen, others): (Vec<_>, Vec<_>) = slots.partition(|(scene, _)| looking.scenes.0.contains(scene));
        let seen: Vec<&str> = seen.iter().map(|(_, slot)| slot.file.path.as_str()).collect();
        let whose = match &looking.eye {
            Ok(eye) => format!(", seen by {}", self.card(eye.view.at).path),
            Err(_) => String::new(),
        };
        (!others.is_empty()).then(|| {
            format!(
                "only {}{whose}, is looked at; {} other loaded scenes are left out",
                seen.join(" and "),
                others.len()
            )
        })
    }
}
