//! `unity-tools:unity/console-eval`.

use crate::bindings::v0_2::unity_tools::unity::console_eval::{Evaluated, Host};
use crate::fault::{Fault, unexpected};
use crate::store::CallState;
use host_api::Interface;
use host_bridge::{Command, Reply};

impl Host for CallState {
    async fn evaluate(&mut self, code: String) -> Result<Evaluated, Fault> {
        let bytes = code.len();
        match self
            .unity(
                Interface::ConsoleEval,
                "evaluate",
                bytes,
                Ok(Command::Evaluate { code }),
            )
            .await?
        {
            Reply::Evaluated(evaluated) => Ok(Evaluated {
                output: evaluated.output,
                logs: evaluated.logs,
                value: evaluated.value,
            }),
            _ => Err(unexpected("console-eval.evaluate")),
        }
    }
}
