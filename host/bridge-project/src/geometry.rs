//! Points, turns and rays as Unity has them: left-handed, y up, +z forward, metres and degrees.
//!
//! Belongs here: pure geometry over numbers. Does not: where the numbers come from (`session`), layout of a UI.

mod angles;
mod lens;
mod placement;
mod ray;
mod solid;

pub(crate) use angles::euler_degrees;
#[cfg(test)]
pub(crate) use angles::rotation_of_euler;
pub(crate) use lens::{GateFit, Lens, Projection, Sensor, Viewport};
pub(crate) use placement::{Local, Placement, is_invertible};
pub(crate) use ray::Ray;
pub(crate) use solid::{Form, Skin, Solid};
