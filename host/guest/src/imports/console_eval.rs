//! Implements the WIT interface `unity-tools:unity/console-eval`: runs C# code in Unity.

use crate::bindings::current::unity_tools::unity::console_eval::{Evaluated, Host};
use crate::fault::Fault;
use crate::imports::convert::{Convert, records};
use crate::store::CallState;
use host_bridge::Command;

impl Host for CallState {
    async fn evaluate(&mut self, code: String) -> Result<Evaluated, Fault> {
        let bytes = code.len();
        let evaluated: host_bridge::Evaluated = self.unity(bytes, Command::Evaluate { code }).await?;
        Ok(evaluated.convert())
    }
}

records! {
    host_bridge::Evaluated => Evaluated { output logs value }
}
