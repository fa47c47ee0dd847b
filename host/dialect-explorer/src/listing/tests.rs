//! Tests of the simplified schemas and plain URIs, for schemas that bundles declare.

use super::*;
use serde_json::json;

#[test]
fn reduces_schemas_to_the_keywords_that_forms_need() {
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Args",
        "description": "Which one.",
        "type": "object",
        "properties": {
            "objectId": { "type": "string", "description": "An id.", "minLength": 1 },
            "limit": { "type": ["integer", "null"], "format": "uint32", "minimum": 1, "default": null },
            "mode": { "anyOf": [{ "$ref": "#/$defs/Mode" }, { "type": "null" }], "default": "world" },
            "names": { "type": ["array", "null"], "items": { "type": "string", "description": "One." } },
            "confirm": { "type": "boolean", "default": false, "description": "true to confirm" },
            "jsonValue": { "description": "Any JSON." },
            "deep": { "$ref": "#/$defs/Loop" },
            "picked": { "enum": ["a", null] },
        },
        "required": ["objectId"],
        "$defs": {
            "Mode": { "oneOf": [{ "type": "string", "const": "world", "description": "3D" },
                { "type": "string", "const": "ui" }] },
            "Loop": { "$ref": "#/$defs/Loop" },
        },
    });
    assert_eq!(
        small_schema(&schema),
        json!({
            "type": "object",
            "properties": {
                "objectId": { "type": "string" },
                "limit": { "type": "integer" },
                "mode": { "type": "string", "enum": ["world", "ui"], "default": "world" },
                "names": { "type": "array", "items": { "type": "string" } },
                "confirm": { "type": "boolean", "default": false },
                "jsonValue": {},
                "deep": {},
                "picked": { "type": "string", "enum": ["a"] },
            },
            "required": ["objectId"],
            "additionalProperties": false,
        })
    );
    let nothing = small_schema(&json!({ "type": "object", "required": [] }));
    assert_eq!(
        nothing,
        json!({ "type": "object", "properties": {}, "additionalProperties": false })
    );
}

#[test]
fn removes_optional_query_but_keeps_variables_of_templates() {
    for (uri, listed) in [
        ("unity://status", "unity://status"),
        ("unity://search{?query,limit}", "unity://search"),
        ("unity://object/{id}", "unity://object/{id}"),
        (
            "unity://object/{id}/components{?limit,offset}",
            "unity://object/{id}/components",
        ),
        (
            "unity://console/script?path={path}",
            "unity://console/script?path={path}",
        ),
    ] {
        assert_eq!(without_optional_query(uri), listed);
    }
}
