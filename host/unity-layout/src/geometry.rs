//! Points, turns and rays as Unity has them: left-handed, y up, +z forward, metres and degrees.
//!
//! Belongs here: pure geometry over numbers. Does not: where the numbers come from (the session's), layout of a UI.

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
