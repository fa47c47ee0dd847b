//! Reads a camera from its component and Transform. Computes rays through pixels, and the pixels of points.

use glam::{DQuat, DVec2, DVec3};
use host_project_world::transforms::Numbers;
use host_project_world::world::NodeAt;
use unity_layout::geometry::{GateFit, Lens, Placement, Projection, Ray, Sensor, Viewport};
use unity_yaml::Node;

/// A camera with its position and projection. Pixels count from the lower left corner; lengths are world units.
#[derive(Clone, Debug, PartialEq)]
pub struct CameraView {
    pub(crate) at: NodeAt,
    pub(crate) position: DVec3,
    /// World rotation as a unit quaternion. The object's scale does not affect a camera.
    pub(crate) rotation: DQuat,
    /// The kind of projection (perspective, orthographic or physical) with its parameters.
    pub projection: Projection,
    /// Vertical angle of view in degrees. Unity also stores it for an orthographic camera.
    pub(crate) field_of_view: f64,
    pub near: f64,
    pub far: f64,
    /// Lower left corner and size of the viewport, as fractions of the screen.
    pub viewport: (DVec2, DVec2),
    /// The layers whose objects the camera shows: a bit mask with one bit for each layer.
    pub culling_mask: u32,
    /// The drawing order of cameras: a camera with a higher value draws over those with a lower one.
    pub depth: f64,
    /// Index of the display on which the camera draws; 0 is the main display.
    pub display: i64,
    /// True if the camera draws into a texture instead of the screen.
    pub to_texture: bool,
}

/// The value of a camera's `m_projectionMatrixMode` that means physical properties, such as focal length.
const PHYSICAL: i64 = 2;

impl CameraView {
    /// Reads the fields of a Camera component. A missing or invalid field gets the value of a new camera.
    pub(crate) fn read(at: NodeAt, placement: Placement, camera: &Node<'_>) -> Self {
        let rect = camera.get("m_NormalizedViewPortRect");
        let part = |key: &str, otherwise: f64| rect.and_then(|rect| rect.real(key)).unwrap_or(otherwise);
        let corner = DVec2::new(part("x", 0.0), part("y", 0.0));
        let extent = DVec2::new(part("width", 1.0), part("height", 1.0));
        let mask = camera.get("m_CullingMask").and_then(|mask| mask.get("m_Bits"));
        let texture = camera.get("m_TargetTexture").map(Node::file_ref);
        let positive = |key: &str, otherwise: f64| camera.real(key).filter(|v| *v > 0.0).unwrap_or(otherwise);
        Self {
            at,
            position: placement.position(),
            rotation: placement.rotation,
            projection: projection(camera),
            field_of_view: field_of_view(camera),
            // The near plane of an orthographic camera may be behind the camera.
            near: camera.real("near clip plane").unwrap_or(0.3),
            far: positive("far clip plane", 1000.0),
            viewport: (corner, extent),
            culling_mask: mask.and_then(|bits| bits.number()).unwrap_or(u32::MAX),
            depth: camera.real("m_Depth").unwrap_or(0.0),
            display: camera.whole("m_TargetDisplay").unwrap_or(0),
            to_texture: texture.is_some_and(|texture| texture.file_id != 0),
        }
    }

    /// Returns the ray into the scene through a pixel, from the near plane on. `None` if the camera does not draw at
    /// that pixel. `screen` is the width and height in pixels.
    pub fn ray(&self, pixel: DVec2, screen: DVec2) -> Option<Ray> {
        let lens = self.lens(screen)?;
        if !lens.viewport.contains(pixel) {
            return None;
        }
        let ray = lens.ray(pixel);
        Some(Ray {
            origin: self.position + self.rotation * ray.origin,
            direction: (self.rotation * ray.direction).normalize(),
        })
    }

    /// Returns the pixel of a world point, with its distance along the view direction as z. The pixel may be outside
    /// the viewport. `None` if the point is behind a perspective camera.
    pub fn project(&self, point: DVec3, screen: DVec2) -> Option<DVec3> {
        let seen = self.rotation.conjugate() * (point - self.position);
        self.lens(screen)?.project(seen)
    }

    /// Returns the projection for a screen of this size in pixels; `None` if the viewport is outside the screen.
    pub(crate) fn lens(&self, screen: DVec2) -> Option<Lens> {
        Some(Lens {
            projection: self.projection,
            near: self.near,
            viewport: Viewport::from_fractions(screen, self.viewport.0, self.viewport.1)?,
        })
    }
}

fn projection(camera: &Node<'_>) -> Projection {
    let real = |key: &str, otherwise: f64| camera.real(key).filter(|v| *v > 0.0).unwrap_or(otherwise);
    if camera.flag("orthographic").unwrap_or(false) {
        let size = camera.real("orthographic size").filter(|size| *size != 0.0);
        return Projection::Orthographic {
            size: size.unwrap_or(5.0),
        };
    }
    if camera.whole("m_projectionMatrixMode") == Some(PHYSICAL) {
        let size = camera.vector2("m_SensorSize").filter(|size| size.min_element() > 0.0);
        return Projection::Physical(Sensor {
            size: size.unwrap_or(DVec2::new(36.0, 24.0)),
            focal_length: real("m_FocalLength", 50.0),
            shift: camera.vector2("m_LensShift").unwrap_or(DVec2::ZERO),
            fit: match camera.whole("m_GateFitMode") {
                Some(0) => GateFit::None,
                Some(1) => GateFit::Vertical,
                Some(3) => GateFit::Fill,
                Some(4) => GateFit::Overscan,
                _ => GateFit::Horizontal,
            },
        });
    }
    Projection::Perspective {
        fov: field_of_view(camera),
    }
}

/// Returns the vertical angle of view in degrees, limited to the range that Unity allows.
fn field_of_view(camera: &Node<'_>) -> f64 {
    let given = camera.real("field of view").filter(|angle| *angle > 0.0);
    given.unwrap_or(60.0).clamp(1e-5, 179.0)
}
