//! The part of the fake for Explorer's tests: tools that write or fail, resources behind its events.

use crate::fake::{Fake, tool};
use host_api::{CallError, Effect, ErrorKind, ResourceBody, ResourceContents, ResourceDescriptor, ToolDescriptor};
use serde_json::{Value, json};
use std::sync::Arc;

impl Fake {
    /// Publishes what Explorer's clients use: writing tools, and the resources behind its events.
    pub(crate) fn publish_explorer(&self) {
        self.publish(|view| {
            for (name, effect) in [
                ("SetThing", Effect::Write),
                ("SelectThing", Effect::WriteUnconfirmed),
                ("WriteFails", Effect::Write),
                ("ReadFails", Effect::Read),
            ] {
                let mut tool = ToolDescriptor::clone(&tool(name));
                tool.effect = effect;
                tool.input_schema = Arc::new(json!({
                    "$schema": "https://json-schema.org/draft/2020-12/schema",
                    "type": "object",
                    "properties": {
                        "id": { "type": "string", "description": "Which." },
                        "mode": { "type": ["string", "null"], "enum": ["world", "ui", null], "default": "world" },
                    },
                    "required": ["id"],
                }));
                view.tools.push(Arc::new(tool));
            }
            let uris = [
                ("unity://scenes", false),
                ("unity://selection", false),
                ("unity://object/{id}/components{?limit,offset}", true),
                ("unity://logs/tail", false),
                ("unity://logs/tail{?count}", true),
                ("unity://console/script?path={path}", true),
            ];
            view.resources = uris
                .into_iter()
                .map(|(uri, is_template)| {
                    Arc::new(ResourceDescriptor {
                        uri: uri.to_owned(),
                        is_template,
                        bundle: "fake".to_owned(),
                        name: "one".to_owned(),
                        description: "A resource.".to_owned(),
                        mime_type: Some("application/json".to_owned()),
                        output_schema: None,
                        example: None,
                        extra: Vec::new(),
                    })
                })
                .collect();
        });
    }
}

pub(crate) fn dto(uri: String, value: &Value) -> Vec<ResourceContents> {
    vec![ResourceContents {
        uri,
        mime_type: Some("application/json".to_owned()),
        extra: Vec::new(),
        body: ResourceBody::Text(value.to_string()),
    }]
}

/// An error of the kind that the arguments name.
pub(crate) fn refusal(arguments: &Value) -> CallError {
    use ErrorKind as K;
    let kind = match arguments["kind"].as_str().unwrap_or_default() {
        "Schema" => {
            return CallError::new(K::InvalidArgument, "argument `id` is missing")
                .with_details(&json!({ "missingParameters": ["id"], "mismatches": [] }));
        }
        "NotReady" => K::NotReady,
        "PermissionDenied" => K::PermissionDenied,
        "ConfirmationRequired" => K::ConfirmationRequired,
        "NotFound" => K::NotFound,
        "RateLimited" => K::RateLimited,
        "Internal" => K::Internal,
        "Conflict" => K::Conflict,
        _ => K::InvalidArgument,
    };
    let error = CallError::new(kind, "it failed");
    match arguments["hint"].as_str() {
        Some(hint) => error.with_hint(hint),
        None => error,
    }
}
