//! The nouns of `camera` and `pick`: what is seen, and what lies under a point.

use super::{ObjectId, SceneId};
use crate::json::number::{self, Number};
use serde::{Deserialize, Serialize};

/// Right, up, forward: left-handed, as Unity has it. World units or degrees.
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

/// A camera.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct CameraCard {
    /// `None` where there is no camera.
    pub object: Option<ObjectId>,
    /// Object name, `<none>` where there is no camera.
    pub name: String,
    pub is_freecam: bool,
    /// Vertical field of view in degrees; an orthographic camera keeps its own; 0 where there is no camera.
    #[serde(with = "number")]
    pub fov: f64,
    /// Half height in world units, where orthographic.
    #[serde(default, with = "number::option")]
    pub orthographic_size: Option<f64>,
    /// World position.
    pub position: Vector3,
    /// World rotation in degrees (Euler, Unity's order Z, X, Y), each 0 to 360.
    pub rotation: Vector3,
}

/// A point of the screen, y up. `None` = the pointer's, which only a running Unity has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct ScreenPoint {
    /// Pixels, or 0 to 1 where `normalized`.
    #[serde(default, with = "number::option")]
    pub x: Option<f64>,
    #[serde(default, with = "number::option")]
    pub y: Option<f64>,
    pub normalized: bool,
}

/// Who looks at what. Without either: the first enabled camera tagged MainCamera, at its own scene.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct Viewer {
    /// A loaded scene, whose own camera looks. It alone is looked at.
    pub scene: Option<SceneId>,
    /// The object of a camera, enabled or not, which looks at its scene; where no scene is named, with those that were opened
    /// additively.
    pub camera: Option<ObjectId>,
}

/// A ray of the world.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Aim {
    /// From the camera through that point.
    Screen(ScreenPoint),
    /// No camera is needed. The direction may have any length but 0.
    Ray { origin: Vector3, direction: Vector3 },
    /// An aim that this version does not name.
    Other(String),
}

/// One thing under a point.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Hit {
    pub object: ObjectId,
    pub name: String,
    pub path: String,
    /// With the number among siblings of the same name from the second on: `/Spawn[2]/Point`.
    pub unique_path: String,
    /// The asset path of its scene.
    pub file: String,
    /// Along the ray, in world units; 0 in the UI.
    #[serde(with = "number")]
    pub distance: f64,
    /// In the world.
    pub position: Vector3,
    /// Full name of the collider's type; `None` in the UI.
    pub collider: Option<String>,
    /// Not exact, and why.
    pub approximate: Option<String>,
}

/// What lies under a point.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Picked {
    /// World: nearest first. UI: top-most first. At most 500.
    pub hits: Vec<Hit>,
    /// Hits in all.
    pub total: u32,
    /// The first 50 things that could not be tested, those nearest to the ray first, each with the reason.
    pub not_tested: Vec<String>,
    /// How many could not be tested.
    pub not_tested_total: u32,
    /// The camera that looked, where one did.
    pub camera: Option<ObjectId>,
    /// Width and height in pixels that were used.
    pub screen: (u32, u32),
}

impl Picked {
    /// Hits beyond this are counted, not listed.
    pub const MOST_HITS: usize = 500;

    /// Lines about what could not be tested beyond this are counted; those nearest to the ray are listed.
    pub const MOST_UNTESTED: usize = 50;
}
