//! The projection of a camera between screen and camera space (camera at the origin, looking along +z).

use super::Ray;
use glam::{DVec2, DVec3};

/// The rule that fits the sensor of a physical camera to the aspect ratio of the picture (Unity's gate fit).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GateFit {
    /// The sensor is stretched to the aspect ratio of the picture.
    None,
    /// The sensor keeps its height. Its width is cut or extended.
    Vertical,
    /// The sensor keeps its width. Its height is cut or extended.
    Horizontal,
    /// The picture is the largest area of the picture's aspect ratio that fits inside the sensor.
    Fill,
    /// The picture is the smallest area of the picture's aspect ratio that contains the sensor.
    Overscan,
}

/// The sensor of a physical camera. Lengths are millimetres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sensor {
    pub size: DVec2,
    pub focal_length: f64,
    /// The shift of the lens along x and y, as a fraction of the sensor's size.
    pub shift: DVec2,
    pub fit: GateFit,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Projection {
    /// A perspective projection; `fov` is the vertical field of view in degrees.
    Perspective {
        fov: f64,
    },
    /// An orthographic projection; `size` is half the height of the picture in world units.
    Orthographic {
        size: f64,
    },
    Physical(Sensor),
}

/// The rectangle of the screen in which a camera draws, in pixels, with y upwards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewport {
    pub min: DVec2,
    pub size: DVec2,
}

impl Viewport {
    /// Returns the viewport for fractions of a screen, cut at the edges of the screen. `screen` is a size in pixels;
    /// `corner` and `extent` are fractions of it. `None` if the viewport is empty.
    pub fn from_fractions(screen: DVec2, corner: DVec2, extent: DVec2) -> Option<Self> {
        let min = (corner * screen).clamp(DVec2::ZERO, screen);
        let max = ((corner + extent) * screen).clamp(DVec2::ZERO, screen);
        let size = max - min;
        (size.x > 0.0 && size.y > 0.0).then_some(Self { min, size })
    }

    pub fn contains(&self, point: DVec2) -> bool {
        let within = point - self.min;
        within.cmpge(DVec2::ZERO).all() && within.cmple(self.size).all()
    }

    fn aspect(&self) -> f64 {
        self.size.x / self.size.y
    }

    /// Converts a point in pixels to viewport coordinates from -1 to 1.
    fn centred(&self, point: DVec2) -> DVec2 {
        (point - self.min) / self.size * 2.0 - 1.0
    }

    fn pixel(&self, centred: DVec2) -> DVec2 {
        self.min + (centred + 1.0) * 0.5 * self.size
    }
}

/// The projection of a camera with its near plane and viewport.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lens {
    pub projection: Projection,
    /// Distance of the near plane from the camera in world units.
    pub near: f64,
    pub viewport: Viewport,
}

impl Lens {
    /// Returns half the size of the area that the camera sees, and the shift of its center, at distance 1 from the
    /// camera. For an orthographic projection, they are the same at all distances.
    fn half_and_shift(&self) -> (DVec2, DVec2) {
        let aspect = self.viewport.aspect();
        match self.projection {
            Projection::Perspective { fov } => {
                let half = (fov.to_radians() * 0.5).tan();
                (DVec2::new(half * aspect, half), DVec2::ZERO)
            }
            Projection::Orthographic { size } => (DVec2::new(size * aspect, size), DVec2::ZERO),
            Projection::Physical(sensor) => {
                let fitted = sensor.fitted(aspect);
                (
                    fitted / (2.0 * sensor.focal_length),
                    sensor.shift * sensor.size / sensor.focal_length,
                )
            }
        }
    }

    /// Returns the ray in camera space through a point of the screen in pixels. The ray starts at the near plane, and
    /// its direction has the length 1.
    pub fn ray(&self, point: DVec2) -> Ray {
        let (half, shift) = self.half_and_shift();
        let across = self.viewport.centred(point) * half + shift;
        match self.projection {
            Projection::Orthographic { .. } => Ray {
                origin: across.extend(self.near),
                direction: DVec3::Z,
            },
            Projection::Perspective { .. } | Projection::Physical(_) => {
                let through = across.extend(1.0);
                Ray {
                    origin: through * self.near,
                    direction: through.normalize(),
                }
            }
        }
    }

    /// Returns the pixel of a point in camera space as x and y, and the point's z as z. `None` if the point is behind a
    /// perspective camera.
    pub fn project(&self, point: DVec3) -> Option<DVec3> {
        let (half, shift) = self.half_and_shift();
        let flat = match self.projection {
            Projection::Orthographic { .. } => point.truncate(),
            Projection::Perspective { .. } | Projection::Physical(_) => {
                if point.z <= 0.0 {
                    return None;
                }
                point.truncate() / point.z
            }
        };
        let pixel = self.viewport.pixel((flat - shift) / half);
        pixel.is_finite().then(|| pixel.extend(point.z))
    }
}

impl Sensor {
    /// Returns the size in millimetres of the sensor area that the picture shows. `aspect` is width divided by height.
    fn fitted(&self, aspect: f64) -> DVec2 {
        let wide = aspect > self.size.x / self.size.y;
        let by_width = DVec2::new(self.size.x, self.size.x / aspect);
        let by_height = DVec2::new(self.size.y * aspect, self.size.y);
        match self.fit {
            GateFit::None => self.size,
            GateFit::Vertical => by_height,
            GateFit::Horizontal => by_width,
            GateFit::Fill if wide => by_width,
            GateFit::Overscan if !wide => by_width,
            GateFit::Fill | GateFit::Overscan => by_height,
        }
    }

    /// Returns the vertical field of view of the whole sensor in degrees, as Unity's inspector shows it.
    pub fn fov(&self) -> f64 {
        2.0 * (self.size.y / (2.0 * self.focal_length)).atan().to_degrees()
    }
}

#[cfg(test)]
mod tests;
