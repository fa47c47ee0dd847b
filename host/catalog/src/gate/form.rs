//! The form by which a person says yes or no.

use host_api::{Answer, Json};
use serde_json::json;

/// The key of the question; what answers it is bound to its text by the channel.
pub(super) const QUESTION: &str = "unity-tool-host.confirm";

/// MCP's restricted form: one yes or no.
pub(super) fn form() -> Json {
    Json::from_value(&json!({
        "type": "object",
        "properties": {
            "confirm": {"type": "boolean", "title": "Let it run", "description": "Yes lets this one call run.", "default": false}
        },
        "required": ["confirm"]
    }))
}

/// The form sent back with yes in it. Anything else is a no.
pub(super) fn says_yes(answers: &[Answer]) -> bool {
    answers.iter().filter(|answer| answer.key == QUESTION).any(|answer| {
        let value = answer.value.to_value();
        value["action"] == "accept" && value["content"]["confirm"] == true
    })
}
