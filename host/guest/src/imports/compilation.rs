//! Implements the import `unity-tools:authoring/compilation`.

use crate::bindings::current::unity_tools::authoring::compilation::{Compilation, Diagnostic, Host, Severity};
use crate::fault::Fault;
use crate::imports::convert::{Convert, records};
use crate::store::CallState;
use host_bridge::Command;

impl Host for CallState {
    async fn last(&mut self) -> Result<Option<Compilation>, Fault> {
        let answer: host_bridge::LastCompilation = self.unity(0, Command::LastCompilation).await?;
        Ok(answer.last.convert())
    }
}

impl Convert<Severity> for host_bridge::Severity {
    fn convert(self) -> Severity {
        match self {
            Self::Error => Severity::Error,
            Self::Warning => Severity::Warning,
        }
    }
}

records! {
    host_bridge::Compilation => Compilation { succeeded diagnostics total }
    host_bridge::Diagnostic => Diagnostic { severity path line column code message }
}
