//! The answer to a command that the server has run.

use crate::errors::{shorten, unknown_outcome};
use host_api::Json;
use host_bridge::{BridgeError, BridgeErrorKind};
use serde::Deserialize;
use serde_json::value::RawValue;

/// The members of the answer that the host uses. The optional ones may be null.
#[derive(Deserialize)]
struct Executed<'a> {
    success: bool,
    #[serde(borrow)]
    result: Option<&'a RawValue>,
    #[serde(borrow)]
    error: Option<&'a RawValue>,
    #[serde(borrow)]
    message: Option<&'a RawValue>,
}

/// Returns the result of the command `name` as JSON text, from the body of an answer with the status 200. A command
/// without a result has the result null.
///
/// # Errors
/// The command failed, or the answer is not valid.
pub(crate) fn parse(body: &[u8], name: &str) -> Result<String, BridgeError> {
    let executed: Executed<'_> = serde_json::from_slice(body).map_err(|error| {
        unknown_outcome(
            name,
            &format!("the answer of Pipeline is invalid: {}", shorten(&error.to_string())),
        )
    })?;
    if !executed.success {
        let texts = [executed.error, executed.message].into_iter().flatten();
        let texts: Vec<String> = texts.filter_map(|raw| serde_json::from_str(raw.get()).ok()).collect();
        let message = format!("the command `{}` failed: {}", shorten(name), shorten(&texts.join(": ")));
        return Err(BridgeError::new(BridgeErrorKind::Unity, message).with_hint("see the console of the editor"));
    }
    let result = executed.result.map_or("null", RawValue::get);
    let checked = Json::parse(result.to_owned()).map_err(|error| {
        let message = format!(
            "the command `{}` was executed, but its result is no valid JSON: {}",
            shorten(name),
            shorten(&error.to_string())
        );
        BridgeError::new(BridgeErrorKind::Unity, message).with_hint("read the changed data in another way")
    })?;
    Ok(checked.get().to_owned())
}
