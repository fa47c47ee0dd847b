//! The data types of `camera` and `pick`: cameras, and the objects under a point.

use super::{ObjectId, SceneId};
use crate::json::number::{self, Number};
use host_bridge_derive::{Bounds, Weight};
use serde::{Deserialize, Serialize};

/// A position, direction or rotation, in world units or degrees; left-handed, as in Unity: x right, y up, z forward.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(from = "[Number; 3]", into = "[Number; 3]")]
pub struct Vector3 {
    pub x: f64,
    pub y: f64,
    pub z: f64,
}

impl From<[Number; 3]> for Vector3 {
    fn from([x, y, z]: [Number; 3]) -> Self {
        Self { x: x.0, y: y.0, z: z.0 }
    }
}

impl From<Vector3> for [Number; 3] {
    fn from(vector: Vector3) -> Self {
        [vector.x, vector.y, vector.z].map(Number)
    }
}

/// A camera with its view.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Weight)]
#[weight(128)]
#[serde(rename_all = "kebab-case")]
pub struct CameraCard {
    /// The object of the camera; `None` if there is no camera.
    pub object: Option<ObjectId>,
    /// Name of the camera's object; `<none>` if there is no camera.
    pub name: String,
    pub is_freecam: bool,
    /// Vertical field of view of the camera in degrees, also for an orthographic one; 0 if there is no camera.
    #[serde(with = "number")]
    pub fov: f64,
    /// Half of the visible height in world units, if the camera is orthographic.
    #[serde(default, with = "number::option")]
    pub orthographic_size: Option<f64>,
    /// World position of the camera.
    pub position: Vector3,
    /// World rotation of the camera in degrees (Euler, Unity's order Z, X, Y), each angle 0 to 360.
    pub rotation: Vector3,
}

/// A point of the screen, y up. `None` means the position of the pointer, which only a running instance has.
#[derive(Bounds, Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[bounds(at = "")]
#[serde(rename_all = "kebab-case")]
pub struct ScreenPoint {
    /// Horizontal coordinate in pixels, or from 0 to 1 if `normalized` is true; `y` is measured likewise.
    #[serde(default, with = "number::option")]
    #[bounds(finite("a finite number"))]
    pub x: Option<f64>,
    #[serde(default, with = "number::option")]
    #[bounds(finite("a finite number"))]
    pub y: Option<f64>,
    pub normalized: bool,
}

/// Selects the camera and the searched scenes. If neither field is set, the first enabled camera with the tag
/// MainCamera is used, for its own scene.
#[derive(Bounds, Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct Viewer {
    /// The only scene that is searched; it must be loaded, and is seen by its own camera.
    pub scene: Option<SceneId>,
    /// The object of a camera, enabled or not. Without `scene`, it also sees the scenes that were opened additively.
    pub camera: Option<ObjectId>,
}

/// The ray along which objects are picked.
#[derive(Bounds, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Aim {
    /// The ray from the camera through this point of the screen.
    Screen(ScreenPoint),
    /// A ray in world space that needs no camera. The direction may have any length except 0.
    Ray {
        #[bounds(vector)]
        origin: Vector3,
        #[bounds(ray_direction)]
        direction: Vector3,
    },
    /// A way to specify the ray that this version does not know.
    Other(#[bounds(unknown("one of screen, ray"))] String),
}

/// One object that a picking ray or point hits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Weight)]
#[weight(128)]
#[serde(rename_all = "kebab-case")]
pub struct Hit {
    pub object: ObjectId,
    pub name: String,
    pub path: String,
    /// Hierarchy path in which the second and later siblings with the same name have a number: `/Spawn[2]/Point`.
    pub unique_path: String,
    /// The asset path of the scene that contains the object.
    pub file: String,
    /// Distance from the start of the ray to the hit, in world units; 0 in the UI.
    #[serde(with = "number")]
    pub distance: f64,
    /// World position of the hit.
    pub position: Vector3,
    /// Full name of the collider's type; `None` in the UI.
    pub collider: Option<String>,
    /// The reason why the position of the hit is not exact; `None` if it is exact.
    pub approximate: Option<String>,
}

/// The objects that a picking ray or point hits.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct Picked {
    /// The hits, at most 500. In the world, the nearest is first; in the UI, the top-most.
    pub hits: Vec<Hit>,
    pub total: u32,
    /// The first 50 objects that could not be tested, those nearest to the ray first, each with the reason.
    pub not_tested: Vec<String>,
    pub not_tested_total: u32,
    pub camera: Option<ObjectId>,
    /// Width and height of the screen with which objects were picked, in pixels.
    pub screen: (u32, u32),
}

impl Picked {
    /// Maximum number of hit objects that one answer lists in `hits`; further hits are only counted.
    pub const MOST_HITS: usize = 500;

    /// Maximum number of untested objects that one answer lists in `not_tested`; further objects are only counted.
    pub const MOST_UNTESTED: usize = 50;
}
