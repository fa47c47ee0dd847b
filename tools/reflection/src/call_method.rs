//! The tool `CallMethod`, which calls a method of a component.

use crate::json_arguments;
use serde_json::Value;
use unity_tools::prelude::*;
use unity_tools::unity::methods_call;

/// The return value of the method, which the tool `CallMethod` returns.
#[output]
pub(crate) struct Called {
    /// Always true; a failure is an error.
    ok: bool,
    result: Value,
}

/// Parses the return value as JSON. A text that is not JSON becomes a JSON string.
pub(crate) fn convert_result(result: String) -> Called {
    Called {
        ok: true,
        result: serde_json::from_str(&result).unwrap_or(Value::String(result)),
    }
}

/// Call a method of a component (types: GetComponents).
#[tool(
    code,
    name = "CallMethod",
    title = "Call method",
    category = "reflection",
    notes = "Needs `<Type>.<Method>` in reflection-allowlist-members.",
    needs = Code,
    rename_all = "camelCase"
)]
pub(crate) fn call_method(
    object_id: String,
    component_type: String,
    method: String,
    #[default("[]".to_owned())] args_json: String,
) -> Result<Called> {
    json_arguments::json_array("argsJson", &args_json)?;
    let result = methods_call::invoke(&object_id, &component_type, &method, &args_json)?;
    Ok(convert_result(result))
}
