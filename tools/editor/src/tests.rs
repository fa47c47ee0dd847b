//! Tests of the listing, and of answers in the form that clients expect.

use crate::BUNDLE_TOOLS;
use crate::assets_summary::Counter;
use crate::hierarchy_dump::Picker;
use crate::level_cut::{LevelCut, Object};
use crate::references_missing::Sorter;
use serde_json::{Value, json};
use unity_tools::Effect;
use unity_tools::export::list_tools;
use unity_tools::unity::editor::{Asset, ReferenceFinding, ReferenceProblem};

#[test]
fn lists_read_only_tools_with_category_and_tier() {
    let tools = list_tools(BUNDLE_TOOLS);
    let listed: Vec<_> = tools
        .iter()
        .map(|tool| (tool.name.as_str(), tool.category.as_str(), tool.tier.as_str()))
        .collect();
    assert_eq!(
        listed,
        [
            ("project.info", "project", "core"),
            ("scene.hierarchy.dump", "scene", "core"),
            ("project.references.missing", "project", "core"),
            ("project.assets.summary", "project", "core"),
        ]
    );
    assert!(
        tools
            .iter()
            .all(|tool| tool.effect == Effect::Read && tool.output_schema.is_some())
    );
    let input: Value = serde_json::from_str(&tools[1].input_schema).unwrap();
    assert_eq!(input["required"], json!(["scenePath"]));
}

fn finding(problem: ReferenceProblem, context: &str) -> ReferenceFinding {
    ReferenceFinding {
        member: (problem == ReferenceProblem::BrokenReference).then(|| "skin".to_owned()),
        problem,
        path: "Assets/Scenes/Test.unity".to_owned(),
        object_path: Some("/Player".to_owned()),
        component_index: Some(1),
        guid: None,
        context: context.to_owned(),
    }
}

#[test]
fn serializes_findings_in_the_protocol_format() {
    let mut sorter = Sorter::default();
    for (problem, context) in [
        (ReferenceProblem::Unverifiable, "A"),
        (ReferenceProblem::MissingScript, "Missing"),
        (ReferenceProblem::Unverifiable, "B"),
        (ReferenceProblem::BrokenReference, "Broken"),
        (ReferenceProblem::Other("only-meta".to_owned()), "B"),
    ] {
        sorter.take(finding(problem, context));
    }
    let reply = sorter.into_reply();
    let place = |value: Value| {
        let mut place = json!({ "path": "Assets/Scenes/Test.unity", "gameObjectPath": "Player" });
        place
            .as_object_mut()
            .unwrap()
            .extend(value.as_object().unwrap().clone());
        place
    };
    assert_eq!(
        serde_json::to_value(reply.value().unwrap()).unwrap(),
        json!({
            "missingScripts": [place(json!({ "componentIndex": 1, "context": "Missing" }))],
            "brokenReferences": [place(json!({ "componentIndex": 1, "property": "skin", "context": "Broken" }))],
            "unverifiable": [
                place(json!({ "context": "B", "count": 2 })),
                place(json!({ "context": "A", "count": 1 })),
            ],
        })
    );
    assert!(reply.notes().is_empty());
}

#[test]
fn counts_findings_that_exceed_the_size_limit() {
    let mut sorter = Sorter::default();
    for _ in 0..10_000 {
        sorter.take(finding(ReferenceProblem::MissingScript, "Missing"));
    }
    let reply = sorter.into_reply();
    let written = serde_json::to_string(reply.value().unwrap()).unwrap();
    assert!(written.len() < 320 * 1024, "{}", written.len());
    let listed = written.matches("\"context\"").count();
    assert_eq!(
        reply.notes(),
        [format!(
            "{} more findings do not fit into one answer; fix those listed and scan again",
            10_000 - listed
        )]
    );
}

#[test]
fn counts_assets_and_keeps_the_largest() {
    let mut counter = Counter::default();
    for size in 0..30_u64 {
        counter.take(Asset {
            path: format!("Assets/{size}"),
            guid: String::new(),
            kind: if size % 3 == 0 { "Texture" } else { "Material" }.to_owned(),
            size_bytes: size,
            type_name: None,
        });
    }
    let summary = serde_json::to_value(counter.into_summary()).unwrap();
    assert_eq!(
        (&summary["totalAssets"], &summary["totalBytes"]),
        (&json!(30), &json!(435))
    );
    assert_eq!(
        summary["kinds"][0],
        json!({ "kind": "Material", "count": 20, "bytes": 300 })
    );
    let largest: Vec<u64> = summary["largest"]
        .as_array()
        .unwrap()
        .iter()
        .map(|large| large["bytes"].as_u64().unwrap())
        .collect();
    assert_eq!(largest, (20..30).rev().collect::<Vec<_>>());
}

#[test]
fn selects_subtree_by_root_path_and_depth() {
    let rows = [
        ("/A", 0),
        ("/A/B", 1),
        ("/A/B/C", 2),
        ("/A/D", 1),
        ("/A/B", 1),
        ("/A/B/E", 2),
        ("/F", 0),
    ];
    let picked = |root: Option<&str>, most| {
        let mut picker = Picker::new(root, most);
        let depths: Vec<_> = rows.iter().map(|(path, depth)| picker.depth(path, *depth)).collect();
        (depths, picker.found, picker.too_deep)
    };
    let all = [0, 1, 2, 1, 1, 2, 0].map(Some).to_vec();
    assert_eq!(picked(None, None), (all, true, 0));
    let part = vec![None, Some(0), Some(1), None, Some(0), Some(1), None];
    assert_eq!(picked(Some("A/B"), None), (part, true, 0));
    let flat = vec![None, Some(0), None, None, Some(0), None, None];
    assert_eq!(picked(Some("/A/B"), Some(0)), (flat, true, 2));
    assert!(!picked(Some("A/X"), None).1);
}

#[test]
fn serializes_dumped_object_in_the_protocol_format() {
    let mut cut = LevelCut::new(10_000);
    cut.push(
        0,
        Object {
            name: "Main Camera".to_owned(),
            path: "Main Camera".to_owned(),
            instance_id: Some(12_345),
            components: vec!["Transform".to_owned(), "Camera".to_owned()],
            ..Object::default()
        },
    );
    assert_eq!(
        serde_json::to_string(&cut.into_roots()).unwrap(),
        r#"[{"name":"Main Camera","path":"Main Camera","instanceId":12345,"components":["Transform","Camera"],"children":[]}]"#
    );
}
