//! `unity-tools:unity/screenshot`.

use crate::bindings::current::unity_tools::unity::screenshot::{Host, Picture};
use crate::fault::Fault;
use crate::store::CallState;
use host_bridge::Command;

impl CallState {
    async fn picture(&mut self, command: Command) -> Result<Picture, Fault> {
        let picture: host_bridge::Picture = self.unity(0, command).await?;
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
        self.picture(command).await
    }

    async fn wireframe(&mut self, width: u32, height: u32) -> Result<Picture, Fault> {
        self.picture(Command::Wireframe { width, height }).await
    }
}
