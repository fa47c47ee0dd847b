//! Tests of the listing, and of answers in the form that clients expect.

use crate::card::ObjectCard;
use crate::{BUNDLE_RESOURCES, BUNDLE_TOOLS};
use serde_json::{Value, json};
use unity_tools::export::{list_resources, list_tools};
use unity_tools::unity::objects;
use unity_tools::{Effect, schema};

fn card(opaque: bool) -> objects::ObjectCard {
    objects::ObjectCard {
        id: "obj:2134".to_owned(),
        name: "EventSystem".to_owned(),
        path: "/EventSystem".to_owned(),
        tag: "Untagged".to_owned(),
        layer: 0,
        active: true,
        active_in_hierarchy: true,
        component_count: 4,
        scene: "scn:0".to_owned(),
        parent: None,
        child_count: 0,
        opaque,
        global_id: None,
    }
}

#[test]
fn card_has_seven_fields_and_opaque_only_if_true() {
    let plain = r#"{"Id":"obj:2134","Name":"EventSystem","Path":"/EventSystem","Tag":"Untagged","Layer":0,"Active":true,"ComponentCount":4"#;
    let written = |opaque| serde_json::to_string(&ObjectCard::from(card(opaque))).unwrap();
    assert_eq!(written(false), format!("{plain}}}"));
    assert_eq!(written(true), format!("{plain},\"Opaque\":true}}"));
    let schema = schema::output::<ObjectCard>().unwrap();
    assert!(
        !schema["required"].as_array().unwrap().contains(&json!("Opaque")),
        "{schema}"
    );
}

#[test]
fn lists_read_tools_and_object_tools_refer_to_list_objects() {
    let tools = list_tools(BUNDLE_TOOLS);
    let names: Vec<&str> = tools.iter().map(|tool| tool.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "GetStatus",
            "GetVersion",
            "ListScenes",
            "ListObjects",
            "GetObject",
            "GetComponents",
            "SearchObjects"
        ]
    );
    assert!(
        tools
            .iter()
            .all(|tool| tool.effect == Effect::Read && tool.output_schema.is_some())
    );
    for single in [&tools[4], &tools[5]] {
        assert!(single.description.contains("ListObjects"), "{}", single.name);
    }
}

#[test]
fn schema_limits_page_size() {
    let limit = |name: &str| {
        let tools = list_tools(BUNDLE_TOOLS);
        let tool = tools.iter().find(|tool| tool.name == name).unwrap();
        let schema: Value = serde_json::from_str(&tool.input_schema).unwrap();
        schema["properties"]["limit"].clone()
    };
    for (name, default) in [
        ("ListScenes", 50),
        ("ListObjects", 100),
        ("GetComponents", 100),
        ("SearchObjects", 100),
    ] {
        let limit = limit(name);
        assert_eq!(
            (&limit["minimum"], &limit["maximum"]),
            (&json!(1), &json!(500)),
            "{name}"
        );
        assert_eq!(limit["default"], json!(default), "{name}");
    }
}

#[test]
fn list_objects_schema_has_expected_arguments() {
    let tools = list_tools(BUNDLE_TOOLS);
    let schema: Value = serde_json::from_str(&tools[3].input_schema).unwrap();
    let names: Vec<&String> = schema["properties"].as_object().unwrap().keys().collect();
    assert_eq!(names, ["sceneId", "name", "type", "activeOnly", "limit", "offset"]);
    assert_eq!(schema.get("required"), None);
    assert_eq!(schema["additionalProperties"], json!(false));
}

#[test]
fn lists_three_resources_and_five_templates() {
    let listed = list_resources(BUNDLE_RESOURCES);
    let uris: Vec<(&str, bool)> = listed
        .iter()
        .map(|info| (info.uri.as_str(), info.is_template))
        .collect();
    assert_eq!(
        uris,
        [
            ("unity://status", false),
            ("unity://scenes", false),
            ("unity://scene/{sceneId}/objects{?limit,offset}", true),
            ("unity://object/{id}", true),
            ("unity://object/{id}/components{?limit,offset}", true),
            ("unity://search{?query,name,type,path,activeOnly,limit,offset}", true),
            ("unity://scene/active", false),
            ("unity://scene/{scene_name}", true),
        ]
    );
    assert!(
        listed
            .iter()
            .all(|info| info.mime_type.as_deref() == Some("application/json"))
    );
}
