//! The active camera of the loaded scenes, its projection, and the scenes that it shows.
//!
//! This module chooses the camera and computes rays and pixels. `pick_world` finds the object that a ray hits.

pub(crate) mod camera_cache;
mod screen;
mod view;
mod viewer;

pub(crate) use view::CameraView;
pub(crate) use viewer::{Looking, SceneSet};

use crate::scene_view::SceneView;
use host_bridge::{BridgeError, CameraCard, Replied, Reply, Vector3};
use host_project_world::transforms::Numbers;
use host_project_world::world::NodeAt;
use unity_layout::geometry::{Projection, euler_degrees};
use unity_project::expand::{Component, component_tree};
use unity_yaml::Node;

const CAMERA: u32 = 20;

const MAIN_TAG: &str = "MainCamera";

/// The camera that was selected for a pick or a picture.
#[derive(Clone, Debug)]
pub struct Active {
    pub view: CameraView,
    /// A note for the caller on why this camera was selected; `None` if it is the main camera.
    pub(crate) note: Option<String>,
}

impl<'v> SceneView<'v> {
    /// Returns a reply with the description of the camera that shows the loaded scenes.
    pub fn active_camera(self) -> Result<Replied, BridgeError> {
        let (active, note) = match self.looking_camera() {
            Ok(Active { view, note }) => (Some(view), note),
            Err(reason) => (None, Some(reason)),
        };
        let at = active.as_ref().map(|view| view.at);
        let card = match active {
            Some(view) => {
                let (fov, orthographic_size) = match view.projection {
                    Projection::Perspective { fov } => (fov, None),
                    Projection::Orthographic { size } => (view.field_of_view, Some(size)),
                    Projection::Physical(sensor) => (sensor.fov(), None),
                };
                let node = self.world.node(view.at);
                CameraCard {
                    object: node.map(|node| node.id),
                    name: self.card(view.at).name,
                    is_freecam: false,
                    fov,
                    orthographic_size,
                    position: vector(view.position),
                    rotation: vector(euler_degrees(view.rotation)),
                }
            }
            None => CameraCard {
                object: None,
                name: "<none>".to_owned(),
                is_freecam: false,
                fov: 0.0,
                orthographic_size: None,
                position: Vector3::default(),
                rotation: Vector3::default(),
            },
        };
        let unplaced = at.and_then(|at| self.place_of_camera(at));
        Ok(Replied {
            reply: Reply::Camera(card),
            diagnostics: note.into_iter().chain(unplaced).collect(),
        })
    }

    /// Returns the active camera of all loaded scenes.
    ///
    /// # Errors
    /// A message with the reason if no camera is found.
    pub fn looking_camera(self) -> Result<Active, String> {
        self.first_camera(|_| true, "the loaded scenes")
    }

    /// Returns the active camera in these scenes: the main camera, or else the first enabled camera.
    pub(crate) fn camera_among(self, scenes: &SceneSet) -> Result<Active, String> {
        self.first_camera(|at| scenes.has(self.world, at), "the scenes that are looked at")
    }

    /// Returns the first enabled camera on an active object, in listing order; cameras with the tag MainCamera have
    /// priority. Only objects for which `counts` returns true are searched. `place` describes the scenes in the error.
    fn first_camera(self, counts: impl Fn(NodeAt) -> bool, place: &str) -> Result<Active, String> {
        let (mut asleep, mut broken) = (0_usize, None);
        let mut first = None;
        let cameras = self.components_of("UnityEngine.Camera", CAMERA);
        for (at, camera) in cameras.filter(|(at, _)| counts(*at)) {
            if !self.world.node(at).is_some_and(|node| node.active_in_hierarchy) {
                asleep += 1;
                continue;
            }
            let tree = match component_tree(camera, self.library.types()) {
                Ok(tree) => tree.unwrap_or(Node::EMPTY),
                Err(problem) => {
                    let path = self.card(at).path;
                    broken = Some(format!("the camera of {path} cannot be read: {problem}"));
                    continue;
                }
            };
            if !is_enabled(&tree) {
                asleep += 1;
            } else if self.card(at).tag == MAIN_TAG {
                let view = CameraView::read(at, self.placement(at), &tree);
                return Ok(Active { view, note: broken });
            } else if first.is_none() {
                first = Some((at, tree));
            }
        }
        if let Some((at, tree)) = first {
            let path = self.card(at).path;
            let note =
                format!("no enabled camera on an active object is tagged {MAIN_TAG}; {path} is the first other one");
            let view = CameraView::read(at, self.placement(at), &tree);
            return Ok(Active { view, note: Some(note) });
        }
        Err(broken.unwrap_or_else(|| match (self.world.count(), asleep) {
            (0, _) => "there is no camera: no scene is loaded".to_owned(),
            (_, 0) => format!("there is no camera in {place}"),
            (_, 1) => "the only camera is disabled or its object is inactive".to_owned(),
            _ => format!("all {asleep} cameras are disabled or their objects are inactive"),
        }))
    }

    /// Returns a note if the position of the camera is unknown because the position of its object is unknown; otherwise
    /// `None`.
    fn place_of_camera(self, at: NodeAt) -> Option<String> {
        let why = self.placements().unknown(at)?;
        let path = self.card(at).path;
        Some(format!(
            "the position of {path} is not fully known, unknown parts are shown as 0 and without rotation: {why}"
        ))
    }

    /// Returns notes about a camera with an unknown position, or one that does not draw on the main screen.
    pub(crate) fn oddities(self, view: &CameraView) -> Vec<String> {
        let path = || self.card(view.at).path;
        let mut told: Vec<String> = self.place_of_camera(view.at).into_iter().collect();
        if view.to_texture {
            told.push(format!(
                "{} draws into a texture; its view was taken as if it drew on the screen",
                path()
            ));
        }
        if view.display != 0 {
            told.push(format!(
                "{} draws on display {}; its view was taken as if it drew on the first",
                path(),
                view.display.saturating_add(1)
            ));
        }
        told
    }

    /// Returns all components of the engine class `name` with their objects. `class` is Unity's number of this class.
    pub fn components_of(self, name: &str, class: u32) -> impl Iterator<Item = (NodeAt, &'v Component)> + use<'v> {
        // A script may have the full name of an engine class; the class number distinguishes them.
        let mut places: Vec<_> = self
            .library
            .types()
            .find_named(name)
            .into_iter()
            .flat_map(|kind| self.world.with_type(kind))
            .copied()
            .collect();
        places.sort_unstable();
        places.dedup();
        let world = self.world;
        let objects = places.into_iter().filter_map(move |place| world.node_at_place(place));
        objects.flat_map(move |at| {
            let components = world.components(at).iter();
            components
                .filter(move |component| component.class == class)
                .map(move |component| (at, component))
        })
    }

    /// Returns the view of the camera component on the object, enabled or not; `None` if the object has no camera.
    pub fn camera_on(self, at: NodeAt) -> Option<CameraView> {
        let mut cameras = self.world.components(at).iter();
        let camera = cameras.find(|known| known.class == CAMERA)?;
        let tree = component_tree(camera, self.library.types()).ok()??;
        Some(CameraView::read(at, self.placement(at), &tree))
    }
}

/// Returns true if the component with these fields is enabled, or if its class has no field `m_Enabled`.
pub(crate) fn is_enabled(tree: &Node<'_>) -> bool {
    tree.flag("m_Enabled").unwrap_or(true)
}

/// Converts a vector to single precision, never infinite and without negative zeros, which would print as `-0`.
pub(crate) fn vector(from: glam::DVec3) -> Vector3 {
    let most = f64::from(f32::MAX);
    let [x, y, z] = from.to_array().map(|value| {
        let value = if value.is_nan() { 0.0 } else { value };
        value.clamp(-most, most) + 0.0
    });
    Vector3 { x, y, z }
}
