//! Implements the WIT interface `unity-tools:unity/camera`: describes the active camera.

use crate::bindings::current::unity_tools::unity::camera::{CameraCard, Host};
use crate::fault::Fault;
use crate::imports::convert::{Convert, records};
use crate::store::CallState;
use host_bridge::Command;

impl Host for CallState {
    async fn active(&mut self) -> Result<CameraCard, Fault> {
        let card: host_bridge::CameraCard = self.unity(0, Command::ActiveCamera).await?;
        Ok(card.convert())
    }
}

records! {
    host_bridge::CameraCard => CameraCard { object name is_freecam fov orthographic_size position rotation }
}
