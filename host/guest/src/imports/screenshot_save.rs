//! Implements the WIT interface `unity-tools:unity/screenshot-save`: saves a screenshot to a file of the host.

use crate::bindings::current::unity_tools::shared::types::ErrorKind;
use crate::bindings::current::unity_tools::unity::screenshot_save::{Host, Saved};
use crate::fault::Fault;
use crate::store::CallState;
use host_bridge::Command;

impl Host for CallState {
    async fn save(&mut self, width: u32, height: u32, output_path: String) -> Result<Saved, Fault> {
        let bytes = output_path.len();
        let command = Command::Screenshot {
            width,
            height,
            output_path: Some(output_path),
        };
        let picture: host_bridge::Picture = self.unity(bytes, command).await?;
        let Some(file_path) = picture.file_path else {
            let message = "the picture was taken, but the reply does not confirm that it was written";
            return Err(Fault::new(ErrorKind::OutcomeUnknown, message)
                .hint("look into the folder `exports` in the host's data folder".to_owned()));
        };
        Ok(Saved {
            file_path,
            width: picture.width,
            height: picture.height,
        })
    }
}
