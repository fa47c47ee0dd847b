//! Tests of the format of the schema, and of its pages.

use super::*;
use host_api::{Annotations, Effect};

fn tool(name: &str, description: String, input: Value) -> Arc<ToolDescriptor> {
    Arc::new(ToolDescriptor {
        name: name.to_owned(),
        portable_name: name.to_owned(),
        bundle: "b".to_owned(),
        groups: Vec::new(),
        title: None,
        description,
        category: "c".to_owned(),
        tier: "core".to_owned(),
        notes: None,
        examples: vec!["execute_code(\"1\")".to_owned()],
        effect: Effect::Read,
        annotations: Annotations {
            read_only: true,
            destructive: false,
            idempotent: true,
            open_world: false,
        },
        input_schema: Arc::new(input),
        output_schema: None,
        needs: Vec::new(),
        missing: Vec::new(),
        needs_unity: false,
        task: host_api::TaskSupport::Never,
        extra: Vec::new(),
    })
}

fn ask(shown: &Shown, parameters: Value) -> Result<Value, CallError> {
    let Value::Object(parameters) = parameters else {
        return Err(invalid("an object"));
    };
    shown.answer(&parameters).map(|json| json.to_value())
}

#[test]
fn marks_each_property_as_required_or_optional() {
    let input = json!({
        "type": "object",
        "$defs": { "Mode": { "type": "string", "enum": ["a"] } },
        "properties": {
            "code": { "type": "string", "description": "C#" },
            "mode": { "description": "Which.", "anyOf": [{ "$ref": "#/$defs/Mode" }, { "type": "null" }] },
            "at": { "type": ["object", "null"], "required": ["x"],
                "properties": { "x": { "type": "number" }, "required": { "type": "string" } } },
            "any": true,
        },
        "required": ["code"],
    });
    let view = CatalogView {
        tools: vec![tool("execute_code", "Runs.".to_owned(), input)],
        ..CatalogView::default()
    };
    let told = ask(&Shown::from_catalog(Arc::new(view), &()), json!({})).expect("a schema");
    let entry = &told["tools"][0];
    assert_eq!(entry["example"], "execute_code(\"1\")");
    assert_eq!(entry["inputSchema"]["required"], json!(["code"]));
    assert_eq!(
        entry["inputSchema"]["properties"],
        json!({
            "code": { "type": "string", "description": "C#", "required": true },
            "mode": { "type": "string", "enum": ["a"], "description": "Which.", "required": false },
            "at": { "type": "object", "required": false, "properties": {
                "x": { "type": "number", "required": true },
                "required": { "type": "string", "required": false } } },
            "any": { "required": false },
        })
    );
    assert_eq!(told["tools"][1]["name"], GET_SCHEMA);
    assert_eq!(told.get("next_offset"), None);
}

#[test]
fn expansion_of_self_referencing_schema_ends() {
    let input = json!({ "type": "object", "$defs": { "N": { "type": "object", "properties": { "n": { "$ref": "#/$defs/N" } } } },
        "properties": { "n": { "$ref": "#/$defs/N" }, "loop": { "$ref": "#/properties/loop" } } });
    let marked = compatible_schema(&input);
    assert_eq!(marked["properties"]["n"]["properties"]["n"]["required"], false);
}

#[test]
fn published_tool_replaces_the_command_of_the_same_name() {
    let view = CatalogView {
        tools: vec![tool(GET_SCHEMA, "Theirs.".to_owned(), json!({}))],
        ..CatalogView::default()
    };
    let told = ask(&Shown::from_catalog(Arc::new(view), &()), json!({})).expect("a schema");
    let names: Vec<_> = told["tools"]
        .as_array()
        .expect("tools")
        .iter()
        .map(|tool| &tool["name"])
        .collect();
    assert_eq!(names, [GET_SCHEMA, READ_RESOURCE]);
}

#[test]
fn pages_a_large_catalog_without_omissions() {
    let resource = |n: usize| ResourceDescriptor {
        uri: format!("r://{n}"),
        is_template: false,
        bundle: "b".to_owned(),
        name: format!("r{n}"),
        description: "x".repeat(100_000),
        mime_type: None,
        output_schema: None,
        example: None,
        extra: Vec::new(),
    };
    let view = CatalogView {
        tools: (0..20)
            .map(|n| tool(&format!("t{n}"), "x".repeat(100_000), json!({})))
            .collect(),
        resources: (0..13).map(|n| Arc::new(resource(n))).collect(),
        ..CatalogView::default()
    };
    let shown = Shown::from_catalog(Arc::new(view), &());
    let (mut names, mut offset) = (Vec::new(), json!(0));
    while !offset.is_null() {
        let page = ask(&shown, json!({ "offset": offset })).expect("a page");
        assert!(page.to_string().len() < 1_000_000);
        for list in ["tools", "resources"] {
            let entries = page[list].as_array().expect("a list").iter();
            names.extend(entries.map(|entry| entry["name"].as_str().expect("a name").to_owned()));
        }
        assert_eq!(page["next_offset"].is_null(), page["diagnostics"].is_null());
        offset = page["next_offset"].clone();
    }
    let wanted = (0..20)
        .map(|n| format!("t{n}"))
        .chain([GET_SCHEMA.to_owned(), READ_RESOURCE.to_owned()]);
    let wanted: Vec<_> = wanted.chain((0..13).map(|n| format!("r{n}"))).collect();
    assert_eq!(names, wanted);
    for wrong in [
        json!({ "offset": -1 }),
        json!({ "offset": 99 }),
        json!({ "offset": "1" }),
        json!({ "page": 1 }),
    ] {
        assert!(ask(&shown, wrong.clone()).is_err(), "{wrong}");
    }
}
