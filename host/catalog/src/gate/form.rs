//! The form with which the user approves or declines.

use host_api::{Answer, Json};
use serde_json::json;

/// The key under which the client returns the user's answer to the question whether a call may run.
pub(super) const QUESTION: &str = "unity-tool-host.confirm";

/// Returns the form in which the user approves a call: a restricted JSON schema of MCP elicitation, with one boolean.
pub(super) fn form() -> Json {
    Json::from_value(&json!({
        "type": "object",
        "properties": {
            "confirm": {"type": "boolean", "title": "Let it run", "description": "Approval applies to this call only.", "default": false}
        },
        "required": ["confirm"]
    }))
}

/// True if the answers contain the user's approval. Any other answer counts as a refusal.
pub(super) fn says_yes(answers: &[Answer]) -> bool {
    answers.iter().filter(|answer| answer.key == QUESTION).any(|answer| {
        let value = answer.value.to_value();
        value["action"] == "accept" && value["content"]["confirm"] == true
    })
}
