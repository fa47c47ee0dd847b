//! The part of the fake for EditorMCP's tests: tools of several tiers, effects and failures.

use crate::fake::{Fake, tool};
use host_api::{CallError, CallOutcome, ContentBlock, Effect, ErrorKind, Json, ToolDescriptor, ToolOutcome};
use serde_json::{Value, json};
use std::sync::Arc;

impl Fake {
    /// Publishes only four tools; the current tier is `core`.
    pub(crate) fn publish_editor(&self) {
        self.publish(|view| {
            let dump = ToolDescriptor {
                title: Some("Dump a hierarchy".to_owned()),
                category: "scene".to_owned(),
                notes: Some("Large scenes are cut.".to_owned()),
                examples: vec![r#"{"scenePath":"Assets/Scenes/Main.unity"}"#.to_owned()],
                input_schema: Arc::new(json!({
                    "type": "object",
                    "properties": { "scenePath": { "type": "string" } },
                    "required": ["scenePath"],
                })),
                ..ToolDescriptor::clone(&tool("scene.hierarchy.dump"))
            };
            let wipe = ToolDescriptor {
                category: "project".to_owned(),
                tier: "pro".to_owned(),
                effect: Effect::Destructive,
                ..ToolDescriptor::clone(&tool("project.wipe"))
            };
            let run = ToolDescriptor {
                title: None,
                category: "code".to_owned(),
                effect: Effect::Code,
                output_schema: None,
                missing: vec!["code".to_owned()],
                ..ToolDescriptor::clone(&tool("code.run"))
            };
            let select = ToolDescriptor {
                effect: Effect::WriteUnconfirmed,
                category: "scene".to_owned(),
                ..ToolDescriptor::clone(&tool("scene.select"))
            };
            view.tools = [dump, wipe, run, select].map(Arc::new).to_vec();
        });
    }
}

/// Answers as the core does for these tools: by schema, by tier, or with the failure that `fail` names.
pub(crate) fn run(tool: &str, arguments: &Value) -> CallOutcome {
    use ErrorKind as K;
    if tool == "project.wipe" {
        return Err(CallError::new(K::TierRestricted, "Tool not available in current tier")
            .with_hint("set `[policy] tier = \"pro\"`")
            .with_details(&json!({ "requiredTier": "pro", "currentTier": "core" })));
    }
    let Some(path) = arguments["scenePath"].as_str() else {
        let details = match &arguments["scenePath"] {
            Value::Null => json!({ "missingParameters": ["scenePath"], "mismatches": [] }),
            other => json!({
                "missingParameters": [],
                "mismatches": [{ "parameter": "scenePath", "expected": "string", "got": format!("number {other}") }],
                "violations": [{ "parameter": "depth", "expected": "at least 1", "got": "0" }],
            }),
        };
        return Err(CallError::new(K::InvalidArgument, "it does not fit").with_details(&details));
    };
    let kind = match arguments["fail"].as_str().unwrap_or_default() {
        "" => {
            return Ok(ToolOutcome {
                structured: Some(Json::from_value(&json!({ "scenePath": path, "rootObjects": [] }))),
                diagnostics: match arguments["partial"].as_bool() {
                    Some(true) => vec!["Processed 50 of 200 items.".to_owned()],
                    _ => Vec::new(),
                },
                ..ToolOutcome::default()
            });
        }
        "text" => {
            return Ok(ToolOutcome {
                content: vec![
                    ContentBlock::text("words"),
                    ContentBlock::Image {
                        data: vec![1],
                        mime_type: "image/png".to_owned(),
                        extra: Vec::new(),
                    },
                ],
                ..ToolOutcome::default()
            });
        }
        "list" => {
            return Ok(ToolOutcome {
                structured: Some(Json::from_value(&json!([1, 2]))),
                ..ToolOutcome::default()
            });
        }
        "itself" => {
            return Ok(ToolOutcome {
                structured: Some(Json::from_value(&json!({ "code": 7 }))),
                content: vec![ContentBlock::text("it broke")],
                diagnostics: vec!["two files were read before".to_owned()],
                is_error: true,
                ..ToolOutcome::default()
            });
        }
        "unity" => {
            return Err(CallError::new(K::Unity, "Scene file not found")
                .with_detail(format!("Scene file '{path}' does not exist"))
                .with_details(&json!({ "scenePath": path })));
        }
        "late" => {
            return Err(CallError::new(K::Timeout, "not done after 30 s")
                .with_details(&json!({ "limit": "limits.deadline", "timeoutMs": 30_000 })));
        }
        "denied" => K::PermissionDenied,
        "unconfirmed" => K::ConfirmationRequired,
        "not-ready" => K::NotReady,
        "internal" => K::Internal,
        "timeout" => K::Timeout,
        _ => K::ToolFailed,
    };
    Err(CallError::new(kind, "it failed").with_hint("do something else"))
}
