//! Shapes that a ray can hit, each in its local space.

mod span;

use super::Ray;
use super::placement::is_invertible;
use glam::{DAffine3, DVec2, DVec3, Vec3Swizzles as _};
use span::Span;

/// A shape around the origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Form {
    /// Half of each edge.
    Cuboid(DVec3),
    Ball {
        radius: f64,
    },
    /// Along y; `half` is the distance from the middle to the centre of a cap.
    Capsule {
        radius: f64,
        half: f64,
    },
    /// Along y; `half` is the distance from the middle to an end.
    Cylinder {
        radius: f64,
        half: f64,
    },
    /// A rectangle in the x-y plane whose front faces -z; half of each edge.
    Sheet(DVec2),
}

/// How a surface handles rays from behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Skin {
    /// A solid body: a ray that starts inside never hits it.
    Filled,
    /// A surface of triangles: hit from behind only if backfaces count.
    Surface,
    /// A surface without a back: hit from both sides.
    BothSides,
}

/// A shape somewhere in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solid {
    to_local: DAffine3,
    form: Form,
    skin: Skin,
}

impl Solid {
    /// `None` where `transform_and_form` is flat along an axis.
    pub fn new(placed: &DAffine3, form: Form, skin: Skin) -> Option<Self> {
        is_invertible(placed).then(|| Self {
            to_local: placed.inverse(),
            form,
            skin,
        })
    }

    /// Its transform to the world, and its form in local space.
    pub fn transform_and_form(&self) -> (DAffine3, Form) {
        (self.to_local.inverse(), self.form)
    }

    /// Distance along a world ray, in world units, to the first hit of the surface; never 0.
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
    /// The part of the whole line that is inside.
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
