//! Implements the import `unity-tools:authoring/build-run`.

use crate::bindings::current::unity_tools::authoring::build_run::{Host, Message, Report, Request};
use crate::fault::Fault;
use crate::imports::convert::{Convert, records};
use crate::store::CallState;
use host_bridge::{BuildReport, Command};

impl Host for CallState {
    async fn build(&mut self, request: Request) -> Result<Report, Fault> {
        let texts = request.target.iter().chain([&request.path]).chain(&request.scenes);
        let bytes = texts.map(String::len).sum();
        let command = Command::BuildPlayer {
            target: request.target,
            path: request.path,
            scenes: request.scenes,
            development: request.development,
        };
        let report: Box<BuildReport> = self.unity(bytes, command).await?;
        Ok(report.convert())
    }
}

records! {
    BuildReport => Report { succeeded path target bytes seconds errors warnings messages }
    host_bridge::BuildMessage => Message { severity text }
}
