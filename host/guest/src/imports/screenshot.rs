//! `unity-tools:unity/screenshot`.

use crate::bindings::current::unity_tools::unity::screenshot::{Host, Picture};
use crate::fault::Fault;
use crate::store::CallState;
use host_api::Interface;
use host_bridge::Command;

impl CallState {
    async fn picture(&mut self, function: &'static str, command: Command) -> Result<Picture, Fault> {
        let picture: host_bridge::Picture = self.unity(Interface::Screenshot, function, 0, Ok(command)).await?;
        Ok(Picture {
            data: picture.png,
            width: picture.width,
            height: picture.height,
            not_drawn: picture.not_drawn,
        })
    }
}

impl Host for CallState {
    async fn take(&mut self, width: u32, height: u32) -> Result<Picture, Fault> {
        let command = Command::Screenshot {
            width,
            height,
            output_path: None,
        };
        self.picture("take", command).await
    }

    async fn wireframe(&mut self, width: u32, height: u32) -> Result<Picture, Fault> {
        self.picture("wireframe", Command::Wireframe { width, height }).await
    }
}
