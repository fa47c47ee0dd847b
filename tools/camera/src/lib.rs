//! The bundle `camera`: the active camera, and outlines of its view.
//!
//! Belongs here: which tools and resources the bundle has.

mod get_camera_info;
mod wireframe;

use get_camera_info::CameraResource;

unity_tools::export! {
    tools: [get_camera_info::get_camera_info, wireframe::wireframe],
    resources: [CameraResource],
}
