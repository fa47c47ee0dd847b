//! Points, rotations and rays in Unity's conventions: left-handed, y up, +z forward, metres and degrees.
//!
//! Pure geometry over numbers. The project session provides the numbers; UI layout is in `ui`.

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
