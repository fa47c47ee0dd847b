//! `unity-tools:unity/screenshot`.

use crate::bindings::current::unity_tools::unity::screenshot::{Host, Picture};
use crate::fault::Fault;
use crate::store::CallState;
use host_api::Interface;
use host_bridge::Command;

impl CallState {
    async fn picture(&mut self, function: &'static str, bytes: usize, command: Command) -> Result<Picture, Fault> {
        let picture: host_bridge::Picture = self.unity(Interface::Screenshot, function, bytes, Ok(command)).await?;
        Ok(Picture {
            data: picture.png,
            width: picture.width,
            height: picture.height,
            file_path: picture.file_path,
            not_drawn: picture.not_drawn,
        })
    }
}

impl Host for CallState {
    async fn take(&mut self, width: u32, height: u32, output_path: Option<String>) -> Result<Picture, Fault> {
        let bytes = output_path.as_ref().map_or(0, String::len);
        let command = Command::Screenshot {
            width,
            height,
            output_path,
        };
        self.picture("take", bytes, command).await
    }

    async fn wireframe(&mut self, width: u32, height: u32) -> Result<Picture, Fault> {
        self.picture("wireframe", 0, Command::Wireframe { width, height }).await
    }
}
