//! The bundle `camera`: tools that describe the active camera and draw outlines of its view.
//!
//! Belongs here: the list of the bundle's tools and resources.

mod get_camera_info;
mod wireframe;

use get_camera_info::CameraResource;

unity_tools::export! {
    tools: [get_camera_info::get_camera_info, wireframe::wireframe],
    resources: [CameraResource],
}
