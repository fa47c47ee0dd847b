//! The bundle `camera`: where the active camera stands.
//!
//! Belongs here: which tools and resources the bundle has.

mod get_camera_info;

pub use get_camera_info::{CameraResource, GetCameraInfo};

unity_tools::export! {
    tools: [GetCameraInfo],
    resources: [CameraResource],
}
