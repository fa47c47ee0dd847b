//! Solid shapes that a ray can hit, each in its own local space.

mod span;

use super::Ray;
use super::placement::is_invertible;
use glam::{DAffine3, DVec2, DVec3, Vec3Swizzles as _};
use span::Span;

/// A shape whose center is the origin of its local space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Form {
    /// A box; the vector contains half the length of the edges along each axis.
    Cuboid(DVec3),
    Ball {
        radius: f64,
    },
    /// A capsule along y; `half` is the distance from its center to the center of each round end.
    Capsule {
        radius: f64,
        half: f64,
    },
    /// A cylinder along y; `half` is half its height.
    Cylinder {
        radius: f64,
        half: f64,
    },
    /// A rectangle in the x-y plane whose front faces -z; the vector contains half the length of its edges.
    Sheet(DVec2),
}

/// The kind of a surface, which determines the sides from which a ray can hit it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Skin {
    /// The surface of a solid body. A ray that starts inside the body does not hit it.
    Filled,
    /// A surface of triangles. A hit from behind counts only if the caller enables hits of backfaces.
    Surface,
    /// A surface that a ray can hit from both sides.
    BothSides,
}

/// A shape with its position in the world and the kind of its surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solid {
    to_local: DAffine3,
    form: Form,
    skin: Skin,
}

impl Solid {
    /// Creates a solid at the place of `placed` (transform from local space to the world); `None` without an inverse.
    pub fn new(placed: &DAffine3, form: Form, skin: Skin) -> Option<Self> {
        is_invertible(placed).then(|| Self {
            to_local: placed.inverse(),
            form,
            skin,
        })
    }

    /// Returns the transform from local space to the world, and the shape in local space.
    pub fn transform_and_form(&self) -> (DAffine3, Form) {
        (self.to_local.inverse(), self.form)
    }

    /// Returns the distance in world units along a world ray to the first hit of the surface. The distance is never 0.
    /// `None` if there is no hit. If `backfaces` is true, rays hit triangles from behind, too.
    pub fn hit_distance(&self, ray: &Ray, backfaces: bool) -> Option<f64> {
        let ray = ray.seen_from(&self.to_local);
        let span = self.form.span(&ray)?;
        let from_behind = match self.skin {
            Skin::Filled => false,
            Skin::Surface => backfaces,
            Skin::BothSides => true,
        };
        let met = if let Form::Sheet(_) = self.form {
            (from_behind || ray.direction.z > 0.0).then_some(span.enter)?
        } else if span.enter <= 0.0 && from_behind {
            span.exit
        } else {
            span.enter
        };
        (met > 0.0 && met.is_finite()).then_some(met)
    }
}

impl Form {
    /// Returns the part of the ray's infinite line that is inside the shape; `None` if the line misses the shape.
    fn span(&self, ray: &Ray) -> Option<Span> {
        let (from, along) = (ray.origin, ray.direction);
        match *self {
            Self::Cuboid(half) => Span::slab(from.x, along.x, half.x)?
                .intersect(Span::slab(from.y, along.y, half.y)?)?
                .intersect(Span::slab(from.z, along.z, half.z)?),
            Self::Ball { radius } => Span::ball(from, along, radius),
            Self::Cylinder { radius, half } => {
                Span::round(from.xz(), along.xz(), radius)?.intersect(Span::slab(from.y, along.y, half)?)
            }
            Self::Capsule { radius, half } => {
                let cap = DVec3::Y * half;
                let between = Self::Cylinder { radius, half }.span(ray);
                let caps = [
                    Span::ball(from - cap, along, radius),
                    Span::ball(from + cap, along, radius),
                ];
                // The three parts form one convex body, so there are no gaps between them.
                caps.into_iter().chain([between]).flatten().reduce(Span::hull)
            }
            Self::Sheet(half) => {
                let t = -from.z / along.z;
                let point = from.xy() + along.xy() * t;
                let within = t.is_finite() && point.abs().cmple(half).all();
                within.then_some(Span { enter: t, exit: t })
            }
        }
    }
}

#[cfg(test)]
mod tests;
