//! The arguments of a command in the form in which they are recorded and compared.
//!
//! Belongs here: arguments as canonical JSON, code as its digest. Does not: the matching recorded call (`timeline`).

use crate::redaction::LeftOut;
use data_encoding::HEXLOWER;
use host_bridge::{Command, Function};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

/// Returns the name of the argument that contains code; `None` if the function has none. A recording contains only the
/// digest of code, because code may contain a password.
const fn code_of(function: Function) -> Option<&'static str> {
    match function {
        Function::Evaluate => Some("code"),
        Function::WriteScript | Function::WriteStartupScript => Some("content"),
        Function::SetHookSource => Some("source"),
        _ => None,
    }
}

/// Returns the arguments of `command` as they are recorded: canonical JSON, with code replaced by its SHA-256.
pub(crate) fn arguments(command: &Command, left_out: &LeftOut) -> String {
    let mut arguments: Map<String, Value> =
        serde_json::from_str(command.arguments().get()).expect("arguments are an object");
    if let Some(name) = code_of(command.function())
        && let Some(code) = arguments.get_mut(name)
    {
        let digest = Sha256::digest(code.as_str().unwrap_or_default());
        *code = json!({ "sha256": HEXLOWER.encode(&digest) });
    }
    left_out.redact_json(canonical(&Value::Object(arguments)))
}

/// Returns true if a call changes what later reads of the same target return. `live` is false for a project folder.
pub(crate) fn changes(function: Function, arguments: &Value, live: bool) -> bool {
    match function {
        // Routing a session to a target does not change the target.
        Function::ChooseTarget => false,
        Function::OpenScene => live,
        Function::Screenshot => arguments.get("output-path").is_some_and(|path| !path.is_null()),
        other => other.effect().changes_something(),
    }
}

/// Returns the value as JSON without whitespace and with sorted members, so that equal values have equal text.
pub(crate) fn canonical(value: &Value) -> String {
    sort_members(value).to_string()
}

fn sort_members(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(sort_members).collect(),
        Value::Object(members) => {
            let mut names: Vec<&String> = members.keys().collect();
            names.sort_unstable();
            let sorted: Map<String, Value> = names
                .into_iter()
                .filter_map(|name| Some((name.clone(), sort_members(members.get(name)?))))
                .collect();
            Value::Object(sorted)
        }
        plain => plain.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn canonical_text_sorts_keys_and_is_stable() {
        let value: Value = serde_json::from_str(r#"{"b": [{"y": 1.5, "x": null}], "a": 1}"#).expect("JSON");
        let text = canonical(&value);
        assert_eq!(text, r#"{"a":1,"b":[{"x":null,"y":1.5}]}"#);
        let read: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(canonical(&read), text);
    }

    #[test]
    fn records_code_only_as_its_digest() {
        let of = |code: &str| {
            let code = code.to_owned();
            arguments(&Command::Evaluate { code }, &LeftOut::default())
        };
        assert_eq!(of("Login(\"me\", \"secret\")"), of("Login(\"me\", \"secret\")"));
        assert_ne!(of("1"), of("2"));
        assert!(!of("Login(\"me\", \"secret\")").contains("secret"));
        let path = "a.cs".to_owned();
        let content = "secret".to_owned();
        let written = arguments(&Command::WriteScript { path, content }, &LeftOut::default());
        assert!(written.contains("a.cs") && !written.contains("secret"), "{written}");
    }
}
