//! The bundle `camera`: the active camera, and outlines of its view.
//!
//! Belongs here: which tools and resources the bundle has.

mod get_camera_info;
mod wireframe;

pub use get_camera_info::{CameraResource, GetCameraInfo};
pub use wireframe::SceneWireframe;

unity_tools::export! {
    tools: [GetCameraInfo, SceneWireframe],
    resources: [CameraResource],
}
