//! The answers of the methods: lists, results, errors, resources, prompts, completion.

use crate::client::{Host, LATEST};
use crate::fake::tool;
use host_mcp_shapes::TextForm;
use serde_json::{Value, json};

#[tokio::test]
async fn lists_tools_in_pages_that_stay_consistent_after_a_change() {
    let host = Host::start_with(|options| options.mcp.lists.page_size = 5).await;
    let session = host.session(LATEST).await;
    let mut names = Vec::new();
    let mut cursor = Value::Null;
    let mut pages = 0;
    loop {
        let page = session.ask("tools/list", json!({ "cursor": cursor })).await;
        for tool in page["result"]["tools"].as_array().unwrap() {
            names.push(tool["name"].as_str().unwrap().to_owned());
        }
        pages += 1;
        if pages == 1 {
            // A new entry at the front neither repeats nor loses an entry of the next page.
            host.fake.publish(|view| view.tools.insert(0, tool("early")));
        }
        cursor = page["result"]["nextCursor"].clone();
        if cursor.is_null() {
            break;
        }
    }
    assert_eq!(pages, 3);
    assert_eq!(names.len(), 12);
    assert!(names.contains(&"scene_dump".to_owned()), "{names:?}");
    let first = &session.ask("tools/list", json!({})).await["result"]["tools"][1];
    assert_eq!(
        first,
        &json!({
            "name": "echo", "title": "The echo tool", "description": "Does echo.",
            "inputSchema": { "type": "object", "properties": {} },
            "annotations": { "readOnlyHint": true, "openWorldHint": false },
        })
    );
    let gone = session.ask("tools/list", json!({})).await["result"]["nextCursor"].clone();
    host.fake.publish(|view| view.tools.clear());
    assert_eq!(
        session.ask("tools/list", json!({ "cursor": gone })).await["error"]["code"],
        -32602
    );
}

#[tokio::test]
async fn a_list_waits_for_the_first_catalog() {
    let host = Host::start().await;
    let session = host.session(LATEST).await;
    host.fake.unpublish();
    let listed = session.ask("tools/list", json!({}));
    let published = async {
        // A call of another kind is answered in the meantime.
        assert_eq!(session.ask("ping", json!({})).await["result"], json!({}));
        host.fake.publish(|view| view.tools.push(tool("late")));
    };
    let (listed, ()) = tokio::join!(listed, published);
    assert_eq!(listed["result"]["tools"][0]["name"], "late", "{listed}");
}

#[tokio::test]
async fn lists_output_schemas_if_enabled_and_missing_capabilities() {
    let host = Host::start_with(|options| options.mcp.lists.output_schemas = true).await;
    let listed = host.session(LATEST).await.ask("tools/list", json!({})).await;
    let tools = listed["result"]["tools"].as_array().unwrap();
    assert_eq!(tools[0]["outputSchema"], json!({ "type": "object" }));
    let needy = tools.iter().find(|tool| tool["name"] == "needy").unwrap();
    assert_eq!(needy["_meta"]["missing"], json!(["code"]));
}

#[tokio::test]
async fn results_contain_structured_content_text_diagnostics_and_meta() {
    let host = Host::start().await;
    let session = host.session(LATEST).await;
    for name in ["scene.dump", "scene_dump"] {
        let dumped = session.call(name, json!({ "b": [1.5, "é"], "a": null })).await;
        assert_eq!(
            dumped["result"]["structuredContent"],
            json!({ "b": [1.5, "é"], "a": null })
        );
        let mirrored: Value = serde_json::from_str(dumped["result"]["content"][0]["text"].as_str().unwrap()).unwrap();
        assert_eq!(mirrored, dumped["result"]["structuredContent"]);
        assert_eq!(dumped["result"]["isError"], false);
        assert!(dumped["result"].get("resultType").is_none() && dumped["result"].get("_meta").is_none());
    }
    let list = session.call("list", json!({})).await;
    assert!(
        list["result"].get("structuredContent").is_none(),
        "an array is none before 2026-07-28"
    );
    assert_eq!(list["result"]["content"][0]["text"], "[1,2]");
    let noted = session.call("noted", json!({})).await;
    assert_eq!(noted["result"]["content"][0]["text"], "partly");
    assert!(
        noted["result"]["content"][1]["text"]
            .as_str()
            .unwrap()
            .contains("two files were skipped")
    );
    assert_eq!(
        noted["result"]["_meta"],
        json!({ "diagnostics": ["two files were skipped"], "fake": { "seen": 3 } })
    );
    let broken = session.call("noted", json!({ "broken": true })).await;
    assert_eq!(broken["result"]["isError"], true);
    assert!(broken["result"].get("structuredContent").is_none());
}

#[tokio::test]
async fn text_of_structured_result_has_the_configured_form() {
    let given = json!({ "b": [1.5], "a": null });
    let compact = given.to_string();
    let pretty = serde_json::to_string_pretty(&given).unwrap();
    for (form, text) in [
        (TextForm::Compact, Some(compact.as_str())),
        (TextForm::Pretty, Some(pretty.as_str())),
        (TextForm::NoneWhenStructured, None),
    ] {
        let host = Host::start_with(|options| options.mcp.text = form).await;
        let dumped = host.session(LATEST).await.call("scene_dump", given.clone()).await;
        assert_eq!(dumped["result"]["structuredContent"], given, "{form:?}");
        assert_eq!(dumped["result"]["content"][0]["text"].as_str(), text, "{form:?}");
        // Clients without structured results, and text results of a tool, lose nothing.
        let old = host.session("2025-03-26").await;
        let old = old.call("scene_dump", given.clone()).await;
        assert!(old["result"]["content"][0]["text"].is_string(), "{form:?}");
        let noted = host.session(LATEST).await.call("noted", json!({})).await;
        assert_eq!(noted["result"]["content"][0]["text"], "partly", "{form:?}");
    }
}

#[tokio::test]
async fn converts_content_blocks_to_kinds_the_version_supports() {
    let host = Host::start().await;
    for (version, kinds) in [
        ("2024-11-05", ["image", "text", "text", "resource"]),
        ("2025-03-26", ["image", "audio", "text", "resource"]),
        ("2025-06-18", ["image", "audio", "resource_link", "resource"]),
        (LATEST, ["image", "audio", "resource_link", "resource"]),
    ] {
        let media = host.session(version).await.call("media", json!({})).await;
        let blocks = media["result"]["content"].as_array().unwrap();
        let found: Vec<_> = blocks.iter().map(|block| block["type"].as_str().unwrap()).collect();
        assert_eq!(found, kinds, "{version}");
        assert_eq!(
            (&blocks[0]["data"], &blocks[0]["mimeType"]),
            (&json!("AQID"), &json!("image/png"))
        );
        assert_eq!(blocks[3]["resource"]["blob"], "/w==");
    }
}

#[tokio::test]
async fn reports_error_details_and_unknown_tools_as_version_requires() {
    let host = Host::start().await;
    let session = host.session(LATEST).await;
    for kind in ["InvalidArgument", "PermissionDenied", "RateLimited"] {
        let failed = session.call("fail", json!({ "kind": kind })).await;
        assert_eq!(failed["result"]["isError"], true, "{kind}");
        assert_eq!(
            failed["result"]["content"][0]["text"],
            "it failed\nset `policy.allow-writes`"
        );
        assert_eq!(
            failed["result"]["_meta"],
            json!({ "kind": kind, "hint": "set `policy.allow-writes`", "detail": "deep", "details": { "wanted": "x" } })
        );
    }
    let internal = session.call("fail", json!({ "kind": "Internal" })).await;
    assert_eq!(
        (&internal["error"]["code"], &internal["error"]["data"]["kind"]),
        (&json!(-32603), &json!("Internal"))
    );
    for (version, is_tool_error) in [("2025-03-26", true), ("2025-06-18", false), (LATEST, false)] {
        let unknown = host.session(version).await.call("nothing", json!({})).await;
        assert_eq!(
            unknown["result"]["isError"] == true,
            is_tool_error,
            "{version}: {unknown}"
        );
        assert_eq!(
            unknown["error"]["code"] == -32602,
            !is_tool_error,
            "{version}: {unknown}"
        );
        assert!(unknown.to_string().contains("nothing"));
    }
}

#[tokio::test]
async fn passes_arguments_and_metadata_of_call_to_the_service() {
    let host = Host::start().await;
    let session = host.session(LATEST).await;
    let meta =
        json!({ "unity-tools/target": "editor-2", "unity-tools/idempotencyKey": "k", "unity-tools/timeoutMs": 1500 });
    session
        .ask(
            "tools/call",
            json!({ "name": "scene_dump", "arguments": { "confirm": true }, "_meta": meta }),
        )
        .await;
    let request = host.fake.last.lock().unwrap().clone().unwrap();
    assert_eq!(
        (request.tool.as_str(), request.arguments["confirm"].as_bool()),
        ("scene_dump", Some(true))
    );
    assert_eq!(
        (request.target.as_deref(), request.idempotency_key.as_deref()),
        (Some("editor-2"), Some("k"))
    );
    assert_eq!(request.deadline.map(|deadline| deadline.as_millis()), Some(1500));
    assert_eq!((&*request.caller.client, request.lenient_arguments), ("plain 1", false));
    assert_eq!(request.caller.session.as_deref(), Some(session.id.as_str()));
    session.ask("tools/call", json!({ "name": "echo" })).await;
    assert!(host.fake.last.lock().unwrap().as_ref().unwrap().arguments.is_empty());
}

#[tokio::test]
async fn serves_resources_prompts_and_completions_of_the_catalog() {
    let host = Host::start().await;
    host.fake.publish_everything();
    let session = host.session(LATEST).await;
    let opened: Value = host
        .post(&crate::client::initialize(LATEST))
        .send()
        .await
        .unwrap()
        .json()
        .await
        .unwrap();
    let capabilities = &opened["result"]["capabilities"];
    assert_eq!(
        capabilities["resources"],
        json!({ "subscribe": true, "listChanged": true })
    );
    assert!(capabilities["prompts"]["listChanged"] == true && capabilities["completions"].is_object());

    let resources = session.ask("resources/list", json!({})).await;
    assert_eq!(resources["result"]["resources"][0]["uri"], "fake://text");
    assert_eq!(resources["result"]["resources"].as_array().unwrap().len(), 1);
    let templates = session.ask("resources/templates/list", json!({})).await;
    assert_eq!(
        templates["result"]["resourceTemplates"][0]["uriTemplate"],
        "fake://object/{id}"
    );
    let read = session.ask("resources/read", json!({ "uri": "fake://text" })).await;
    assert_eq!(
        read["result"],
        json!({ "contents": [{ "uri": "fake://text", "mimeType": "text/plain", "text": "hello" }] })
    );
    for method in ["resources/read", "resources/subscribe"] {
        let missing = session.ask(method, json!({ "uri": "fake://none" })).await;
        assert_eq!(
            (&missing["error"]["code"], &missing["error"]["data"]["uri"]),
            (&json!(-32002), &json!("fake://none"))
        );
    }

    let prompts = session.ask("prompts/list", json!({})).await;
    assert_eq!(
        prompts["result"]["prompts"][0]["arguments"],
        json!([{ "name": "who", "required": true }])
    );
    let greeting = session
        .ask("prompts/get", json!({ "name": "greet", "arguments": { "who": "Ada" } }))
        .await;
    assert_eq!(greeting["result"]["messages"][0]["content"]["text"], "Greet Ada.");
    assert_eq!(greeting["result"]["_meta"], json!({ "acme.example/cost": 7 }));
    for arguments in [json!({}), json!({ "who": 7 })] {
        let refused = session
            .ask("prompts/get", json!({ "name": "greet", "arguments": arguments }))
            .await;
        assert_eq!(refused["error"]["code"], -32602, "{arguments}");
        assert!(refused["error"]["message"].as_str().unwrap().contains("who"));
    }

    let reference = json!({ "type": "ref/prompt", "name": "greet" });
    let params =
        json!({ "ref": reference, "argument": { "name": "who", "value": "A" }, "context": { "arguments": {} } });
    let completed = &session.ask("completion/complete", params).await["result"]["completion"];
    assert_eq!(completed["values"].as_array().unwrap().len(), 100);
    assert_eq!(
        (&completed["total"], &completed["hasMore"]),
        (&json!(150), &json!(true))
    );
    let odd = json!({ "ref": { "type": "ref/tool", "name": "x" }, "argument": { "name": "who", "value": "" } });
    assert_eq!(session.ask("completion/complete", odd).await["error"]["code"], -32602);
    assert_eq!(
        session.ask("logging/setLevel", json!({ "level": "debug" })).await["result"],
        json!({})
    );
}
