//! Implements the import `unity-tools:authoring/scripts-edit`.

use crate::bindings::current::unity_tools::authoring::scripts_edit::{Host, Written};
use crate::fault::Fault;
use crate::imports::convert::{Convert, records};
use crate::store::CallState;
use host_bridge::{Command, WrittenSource};

impl Host for CallState {
    async fn write(
        &mut self,
        path: String,
        text: String,
        digest: Option<String>,
        allow_syntax_errors: bool,
    ) -> Result<Written, Fault> {
        let bytes = path.len() + text.len() + digest.as_ref().map_or(0, String::len);
        let command = Command::WriteScriptSource {
            path,
            text,
            digest,
            allow_syntax_errors,
        };
        let written: Box<WrittenSource> = self.unity(bytes, command).await?;
        Ok(written.convert())
    }
}

records! {
    WrittenSource => Written { path entry created digest compilation }
}
