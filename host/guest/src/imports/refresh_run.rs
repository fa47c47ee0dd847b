//! Implements the import `unity-tools:authoring/refresh-run`.

use crate::bindings::current::unity_tools::authoring::compilation::Compilation;
use crate::bindings::current::unity_tools::authoring::refresh_run::Host;
use crate::fault::Fault;
use crate::imports::convert::Convert;
use crate::store::CallState;
use host_bridge::Command;

impl Host for CallState {
    async fn refresh(&mut self) -> Result<Option<Compilation>, Fault> {
        let answer: host_bridge::LastCompilation = self.unity(0, Command::RefreshAssets).await?;
        Ok(answer.last.convert())
    }
}
