//! `unity-tools:unity/camera`.

use crate::bindings::current::unity_tools::unity::camera::{CameraCard, Host};
use crate::fault::Fault;
use crate::imports::page::vector;
use crate::store::CallState;
use host_bridge::Command;

impl Host for CallState {
    async fn active(&mut self) -> Result<CameraCard, Fault> {
        let card: host_bridge::CameraCard = self.unity(0, Command::ActiveCamera).await?;
        Ok(card.into())
    }
}

impl From<host_bridge::CameraCard> for CameraCard {
    fn from(card: host_bridge::CameraCard) -> Self {
        Self {
            object: card.object.map(|object| object.to_string()),
            name: card.name,
            is_freecam: card.is_freecam,
            fov: card.fov,
            orthographic_size: card.orthographic_size,
            position: vector(card.position),
            rotation: vector(card.rotation),
        }
    }
}
