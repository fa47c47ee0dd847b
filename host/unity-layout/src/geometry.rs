//! Points, rotations and rays in Unity's conventions: left-handed axes, y up, +z forward, metres and degrees.
//!
//! This module contains geometry on numbers. Callers read the numbers from a project; UI layout is in `ui`.

mod angles;
mod lens;
mod placement;
mod ray;
mod rectangle;
mod solid;

pub use angles::{euler_degrees, rotation_of_euler};
pub use lens::{GateFit, Lens, Projection, Sensor, Viewport};
pub use placement::{Local, Placement, is_invertible};
pub use ray::Ray;
pub use rectangle::{Cut, Rectangle};
pub use solid::{Form, Skin, Solid};
