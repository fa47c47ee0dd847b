//! `CallMethod`: calls one method of a component.

use crate::json_arguments;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use unity_tools::unity::methods_call;
use unity_tools::{Capability, Cx, Effect, Reply, Tool, ToolError, ToolInfo};

/// Which method, and with what.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Args {
    object_id: String,
    component_type: String,
    method: String,
    #[serde(default = "default_arguments")]
    pub(crate) args_json: String,
}

fn default_arguments() -> String {
    "[]".to_owned()
}

/// The returned value.
#[derive(Serialize, JsonSchema)]
pub struct Called {
    /// Always true; a failure is an error.
    ok: bool,
    result: Value,
}

/// As text if it is no JSON.
pub(crate) fn convert_result(result: String) -> Called {
    Called {
        ok: true,
        result: serde_json::from_str(&result).unwrap_or(Value::String(result)),
    }
}

/// The tool.
pub struct CallMethod;

impl Tool for CallMethod {
    type Args = Args;
    type Output = Called;
    const EFFECT: Effect = Effect::Code;
    const NAME: Option<&'static str> = Some("CallMethod");

    fn info() -> ToolInfo {
        ToolInfo::new("Call a method of a component (types: GetComponents).")
            .title("Call method")
            .category("reflection")
            .notes("Needs `<Type>.<Method>` in reflection-allowlist-members.")
            .needs(Capability::Code)
    }

    fn run(args: Args, _: &Cx) -> Result<Reply<Called>, ToolError> {
        json_arguments::json_array("argsJson", &args.args_json)?;
        let result = methods_call::invoke(&args.object_id, &args.component_type, &args.method, &args.args_json)?;
        Ok(convert_result(result).into())
    }
}
