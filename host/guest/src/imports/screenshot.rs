//! Implements the WIT interface `unity-tools:unity/screenshot`: takes screenshots and draws wireframes.

use crate::bindings::current::unity_tools::unity::screenshot::{Host, Picture};
use crate::fault::Fault;
use crate::imports::convert::{Convert, records};
use crate::store::CallState;
use host_bridge::Command;

impl CallState {
    async fn picture(&mut self, command: Command) -> Result<Picture, Fault> {
        let picture: host_bridge::Picture = self.unity(0, command).await?;
        Ok(picture.convert())
    }
}

impl Host for CallState {
    async fn take(&mut self, width: u32, height: u32) -> Result<Picture, Fault> {
        let command = Command::Screenshot {
            width,
            height,
            output_path: None,
        };
        self.picture(command).await
    }

    async fn wireframe(&mut self, width: u32, height: u32) -> Result<Picture, Fault> {
        self.picture(Command::Wireframe { width, height }).await
    }
}

records! {
    host_bridge::Picture => Picture { data: png width height not_drawn }
}
