//! Questions of a guest to the client, encoded as MCP requests, with the capabilities that they need from the client,
//! and the check of the answers.
//!
//! All MCP versions share this part. `v2025_11_25` and `v2026_07_28` send the questions in different ways.

pub(crate) mod answers;
pub(crate) mod calls;
pub(crate) mod parked_calls;
pub(crate) mod request_state;
pub(crate) mod retry;
pub(crate) mod used_states;
pub(crate) mod v2025_11_25;
pub(crate) mod v2026_07_28;

use host_api::{ClientCapabilities, Json, QuestionKind, Tree};
use host_mcp_shapes::versions::Version;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A question of a guest to the user or the client, encoded as an MCP request without an id.
#[derive(Serialize)]
pub(crate) struct Request<'a> {
    pub(crate) method: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) params: Option<Params<'a>>,
}

#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum Params<'a> {
    #[serde(rename_all = "camelCase")]
    Elicit {
        #[serde(skip_serializing_if = "Option::is_none")]
        mode: Option<&'static str>,
        message: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        requested_schema: Option<&'a Json>,
        #[serde(skip_serializing_if = "Option::is_none")]
        elicitation_id: Option<&'a str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        url: Option<&'a str>,
    },
    AsGiven(&'a Json),
}

impl<'a> Request<'a> {
    pub(crate) fn from_question(kind: &'a QuestionKind, version: Version) -> Self {
        let elicit = |params| Self {
            method: "elicitation/create",
            params: Some(params),
        };
        match kind {
            QuestionKind::Form { message, schema } => elicit(Params::Elicit {
                mode: version.elicits_by_url().then_some("form"),
                message,
                requested_schema: Some(schema),
                elicitation_id: None,
                url: None,
            }),
            QuestionKind::Url { message, url, id } => elicit(Params::Elicit {
                mode: Some("url"),
                message,
                requested_schema: None,
                elicitation_id: (!version.is_stateless()).then_some(id),
                url: Some(url),
            }),
            QuestionKind::Sampling { params } => Self {
                method: "sampling/createMessage",
                params: Some(Params::AsGiven(params)),
            },
            QuestionKind::Roots => Self {
                method: "roots/list",
                params: None,
            },
        }
    }
}

/// Returns the kinds of questions that a client can answer: those that it declared and that MCP has in this version.
pub(crate) fn askable(declared: ClientCapabilities, version: Version) -> ClientCapabilities {
    ClientCapabilities {
        elicitation_form: declared.elicitation_form && version.elicits(),
        elicitation_url: declared.elicitation_url && version.elicits_by_url(),
        sampling_tools: declared.sampling_tools && version.elicits_by_url(),
        ..declared
    }
}

/// True if the client can answer at least one kind of question.
pub(crate) fn any(askable: ClientCapabilities) -> bool {
    askable.elicitation_form || askable.elicitation_url || askable.sampling || askable.roots
}

pub(crate) fn missing_capability_for(kind: &QuestionKind, askable: ClientCapabilities) -> Option<&'static str> {
    let (declared, capability) = match kind {
        QuestionKind::Form { .. } => (askable.elicitation_form, "elicitation.form"),
        QuestionKind::Url { .. } => (askable.elicitation_url, "elicitation.url"),
        QuestionKind::Sampling { params } if askable.sampling && offers_tools(params) => {
            (askable.sampling_tools, "sampling.tools")
        }
        QuestionKind::Sampling { .. } => (askable.sampling, "sampling"),
        QuestionKind::Roots => (askable.roots, "roots"),
    };
    (!declared).then_some(capability)
}

/// Returns names of client capabilities as one JSON object: `elicitation.form` becomes `{"elicitation": {"form": {}}}`.
pub(crate) fn as_capabilities(lacking: &[&'static str]) -> Value {
    let mut all = Map::new();
    for capability in lacking {
        let mut at = &mut all;
        for part in capability.split('.') {
            let inner = at.entry(part).or_insert_with(|| Value::Object(Map::new()));
            let Value::Object(inner) = inner else { break };
            at = inner;
        }
    }
    Value::Object(all)
}

/// Checks the structure of a client's answer to a question. The guest that asked checks the values in it.
pub(crate) fn check(kind: &QuestionKind, answer: &Json) -> Result<(), String> {
    #[derive(Deserialize)]
    struct Shape {
        #[serde(default)]
        action: Tree,
        #[serde(default)]
        roots: Option<Vec<IgnoredAny>>,
        #[serde(default)]
        content: Option<IgnoredAny>,
    }
    if !answer.is_object() {
        return Err("the answer must be an object".to_owned());
    }
    let shape: Shape =
        serde_json::from_str(answer.get()).map_err(|error| format!("the answer does not fit: {error}"))?;
    match kind {
        QuestionKind::Form { .. } | QuestionKind::Url { .. } => match &shape.action.0 {
            Value::String(action) if matches!(action.as_str(), "accept" | "decline" | "cancel") => Ok(()),
            other => Err(format!(
                "`action` of the answer is {}; it must be \"accept\", \"decline\" or \"cancel\"",
                host_wire::jsonrpc::shorten(&other.to_string())
            )),
        },
        QuestionKind::Sampling { .. } if shape.content.is_none() => Err("the answer must hold `content`".to_owned()),
        QuestionKind::Roots if shape.roots.is_none() => Err("the answer must hold `roots`, an array".to_owned()),
        QuestionKind::Sampling { .. } | QuestionKind::Roots => Ok(()),
    }
}

fn offers_tools(params: &Json) -> bool {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Offered {
        #[serde(default)]
        tools: Option<IgnoredAny>,
        #[serde(default)]
        tool_choice: Option<IgnoredAny>,
    }
    // A text search first, because the parameters can contain whole conversations.
    (params.get().contains("\"tools\"") || params.get().contains("\"toolChoice\""))
        && serde_json::from_str::<Offered>(params.get())
            .is_ok_and(|offered| offered.tools.is_some() || offered.tool_choice.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn form() -> QuestionKind {
        QuestionKind::Form {
            message: "Why?".to_owned(),
            schema: Json::from_value(&json!({ "type": "object" })),
        }
    }

    fn url() -> QuestionKind {
        QuestionKind::Url {
            message: "Look".to_owned(),
            url: "https://example.org".to_owned(),
            id: "visit".to_owned(),
        }
    }

    fn sampling(params: &Value) -> QuestionKind {
        QuestionKind::Sampling {
            params: Json::from_value(params),
        }
    }

    fn request_json(kind: &QuestionKind, version: Version) -> Value {
        serde_json::to_value(Request::from_question(kind, version)).unwrap()
    }

    #[test]
    fn writes_question_in_the_form_of_each_protocol_version() {
        let old = json!({ "method": "elicitation/create", "params": { "message": "Why?", "requestedSchema": { "type": "object" } } });
        let mut new = old.clone();
        new["params"]["mode"] = "form".into();
        assert_eq!(request_json(&form(), Version::V2025_06_18), old);
        assert_eq!(request_json(&form(), Version::V2025_11_25), new);
        assert_eq!(request_json(&form(), Version::V2026_07_28), new);
        let page = json!({ "mode": "url", "message": "Look", "url": "https://example.org" });
        let mut named = page.clone();
        named["elicitationId"] = "visit".into();
        assert_eq!(request_json(&url(), Version::V2025_11_25)["params"], named);
        assert_eq!(request_json(&url(), Version::V2026_07_28)["params"], page);
        let params = json!({ "messages": [], "maxTokens": 1 });
        let asked = request_json(&sampling(&params), Version::V2024_11_05);
        assert_eq!(asked, json!({ "method": "sampling/createMessage", "params": params }));
        let roots = request_json(&QuestionKind::Roots, Version::V2024_11_05);
        assert_eq!(roots, json!({ "method": "roots/list" }));
    }

    #[test]
    fn requires_capability_declared_by_client_and_known_to_version() {
        let everything = ClientCapabilities {
            elicitation_form: true,
            elicitation_url: true,
            sampling: true,
            sampling_tools: true,
            roots: true,
            progress: false,
        };
        let with_tools = sampling(&json!({ "messages": [], "tools": [] }));
        for (version, kind, missing) in [
            (Version::V2024_11_05, form(), Some("elicitation.form")),
            (Version::V2025_03_26, form(), Some("elicitation.form")),
            (Version::V2025_06_18, form(), None),
            (Version::V2025_06_18, url(), Some("elicitation.url")),
            (Version::V2025_11_25, url(), None),
            (Version::V2024_11_05, sampling(&json!({})), None),
            (Version::V2025_06_18, with_tools.clone(), Some("sampling.tools")),
            (Version::V2026_07_28, with_tools, None),
            (Version::V2024_11_05, QuestionKind::Roots, None),
        ] {
            assert_eq!(
                missing_capability_for(&kind, askable(everything, version)),
                missing,
                "{version:?} {kind:?}"
            );
        }
        let nothing = ClientCapabilities::default();
        for kind in [form(), url(), sampling(&json!({ "tools": [] })), QuestionKind::Roots] {
            assert!(missing_capability_for(&kind, nothing).is_some(), "{kind:?}");
        }
        assert!(any(everything) && !any(nothing));
    }

    #[test]
    fn lists_missing_capabilities_as_an_object() {
        assert_eq!(as_capabilities(&["sampling"]), json!({ "sampling": {} }));
        let both = ["elicitation.form", "elicitation.url", "roots"];
        let wanted = json!({ "elicitation": { "form": {}, "url": {} }, "roots": {} });
        assert_eq!(as_capabilities(&both), wanted);
    }

    #[test]
    fn validates_answers_as_far_as_the_protocol_defines() {
        let said = |text: &str| Json::parse(text.to_owned()).unwrap();
        for good in [
            r#"{"action":"accept","content":{}}"#,
            r#"{"action":"decline"}"#,
            r#"{"action":"cancel"}"#,
        ] {
            assert_eq!(check(&form(), &said(good)), Ok(()));
        }
        for bad in ["{}", r#"{"action":"yes"}"#, r#"{"action":1}"#, "3", "[]", "null"] {
            assert!(check(&url(), &said(bad)).is_err(), "{bad}");
        }
        assert!(check(&QuestionKind::Roots, &said(r#"{"roots":[]}"#)).is_ok());
        assert!(check(&QuestionKind::Roots, &said(r#"{"roots":1}"#)).is_err());
        assert!(check(&sampling(&json!({})), &said(r#"{"role":"assistant","content":{}}"#)).is_ok());
        assert!(check(&sampling(&json!({})), &said("{}")).is_err());
    }
}
