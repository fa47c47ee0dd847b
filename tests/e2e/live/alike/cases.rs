//! What is asked of each read tool: questions that make sense in the rebuilt scene. `$file`, `$scene` and `$id:<path>` stand for each side's own words.

use serde_json::{Value, json};

pub(crate) struct Asked {
    pub(crate) tool: &'static str,
    pub(crate) arguments: Value,
}

pub(crate) fn cases() -> Vec<Asked> {
    let mut all = scenes_and_objects();
    all.extend(values());
    all.extend(picks());
    all.extend(game());
    all.extend(project());
    let asked = |(tool, arguments)| Asked { tool, arguments };
    all.into_iter().map(asked).collect()
}

type Cases = Vec<(&'static str, Value)>;

fn scenes_and_objects() -> Cases {
    vec![
        ("list_scenes", json!({ "loaded": true })),
        ("list_scenes", json!({ "name": "no such" })),
        ("open_scene", json!({ "scene": "$scene" })),
        ("open_scene", json!({ "scene": "no such" })),
        ("ListScenes", json!({ "limit": 1 })),
        ("ListObjects", json!({ "limit": 200 })),
        (
            "ListObjects",
            json!({ "limit": 5, "offset": 3, "activeOnly": true, "name": "a" }),
        ),
        ("ListObjects", json!({ "type": "UnityEngine.UI.Image", "limit": 100 })),
        ("SearchObjects", json!({ "query": "crate", "limit": 100 })),
        ("SearchObjects", json!({ "path": "/HUD Canvas", "limit": 100 })),
        (
            "SearchObjects",
            json!({ "type": "BoxCollider", "activeOnly": true, "limit": 100 }),
        ),
        ("GetObject", json!({ "id": "$id:/Main Camera" })),
        ("GetObject", json!({ "id": "$id:/HUD Canvas/Menu Panel" })),
        ("GetObject", json!({ "id": "obj:999999999999999" })),
        ("outline", json!({ "limit": 300 })),
        ("outline", json!({ "object": "/HUD Canvas", "depth": 1 })),
        ("outline", json!({ "object": "/World", "names_only": true })),
        ("outline", json!({ "object": "/no such" })),
        ("find_objects", json!({ "limit": 150, "max_bytes": 60_000 })),
        (
            "find_objects",
            json!({ "select": ["name", "path", "depth", "parent", "children", "active", "active_self", "components", "position"],
                "order": ["path"], "limit": 40, "max_bytes": 60_000 }),
        ),
        ("find_objects", json!({ "select": ["tag", "layer"], "limit": 50 })),
        (
            "find_objects",
            json!({ "type": "Light", "select": ["Light.intensity", "Light.color", "Light.type"] }),
        ),
        (
            "find_objects",
            json!({ "type": "Collider", "order": ["-name"], "per": "component", "limit": 100 }),
        ),
        (
            "find_objects",
            json!({ "where": [{ "field": "Transform.localPosition.y", "op": ">", "value": 1 }], "under": "/World", "select": ["Transform.localPosition"], "limit": 100 }),
        ),
        ("find_objects", json!({ "under": "/HUD Canvas", "name": "*Button*" })),
        (
            "find_objects",
            json!({ "active": false, "select": ["active_self"], "limit": 100 }),
        ),
        ("find_objects", json!({ "type": "NoSuchType" })),
    ]
}

fn values() -> Cases {
    let all = [
        "/Main Camera",
        "/Map Camera",
        "/Lighting/Directional Light",
        "/World/Target Box",
        "/World/Ball",
        "/World/Ground",
        "/World/Pillar",
        "/Player",
        "/HUD Canvas/Card A",
        "/HUD Canvas/Muted Group",
        "/HUD Canvas/Mask Window",
        "/HUD Canvas/Menu Panel/Title",
        "/HUD Canvas/Menu Panel/Resume",
        "/HUD Canvas/Scroll View",
        "/HUD Canvas/Scroll View/Viewport",
        "/HUD Canvas/Toolbar",
        "/HUD Canvas/Inventory",
    ];
    let ids: Vec<String> = all.iter().map(|path| format!("$id:{path}")).collect();
    // The game itself places what fills the screen and what is in a layout.
    let laid_out = [
        "$id:/HUD Canvas",
        "$id:/HUD Canvas/Scroll View/Viewport/Content",
        "$id:/HUD Canvas/Scroll View/Viewport/Content/Item 1",
    ];
    let types = [
        "Canvas",
        "CanvasScaler",
        "GraphicRaycaster",
        "VerticalLayoutGroup",
        "ContentSizeFitter",
        "LayoutElement",
        "Image",
    ];
    vec![
        (
            "get_components",
            json!({ "objects": laid_out, "types": types, "limit": 100, "max_bytes": 60_000 }),
        ),
        (
            "get_components",
            json!({ "objects": ids[..10], "limit": 200, "max_bytes": 60_000 }),
        ),
        (
            "get_components",
            json!({ "objects": ids[10..], "limit": 200, "max_bytes": 60_000 }),
        ),
        (
            "get_components",
            json!({ "objects": ids, "types": ["Transform"], "fields": ["localPosition.x", "localScale"], "limit": 100 }),
        ),
        ("get_components", json!({ "objects": [ids[0]], "fields": ["noSuch"] })),
        ("GetComponents", json!({ "objectId": ids[0] })),
        (
            "GetComponents",
            json!({ "objectId": "$id:/HUD Canvas", "limit": 2, "offset": 1 }),
        ),
        ("prefab_overrides", json!({ "objects": ["$id:/Crates/Crate"] })),
    ]
}

fn picks() -> Cases {
    vec![
        ("raycast", json!({ "screen": [0.5, 0.4], "normalized": true })),
        (
            "raycast",
            json!({ "screen": [0.5, 0.55], "normalized": true, "ui": true }),
        ),
        ("raycast", json!({ "origin": [0, 9, 0], "direction": [0, -1, 0] })),
        ("raycast", json!({ "origin": [0, 9, 0] })),
        (
            "MousePick",
            json!({ "mode": "World", "x": 0.5, "y": 0.4, "normalized": true }),
        ),
        ("MousePick", json!({ "mode": "Ui", "x": 320, "y": 260 })),
        ("GetCameraInfo", json!({})),
    ]
}

fn game() -> Cases {
    vec![
        ("GetTimeScale", json!({})),
        ("GetSelection", json!({})),
        ("GetStatus", json!({})),
        ("GetVersion", json!({})),
        ("list_unitys", json!({})),
        ("unity_status", json!({})),
        ("list_commands", json!({})),
        ("get_unity_info", json!({})),
        ("check_status", json!({})),
        ("GetConfig", json!({})),
        ("list_edits", json!({ "limit": 1 })),
        ("read_logs", json!({ "text": "no such line" })),
        ("read_logs", json!({ "level": "no such" })),
        ("get_logs", json!({ "max_logs": 1 })),
        ("TailLogs", json!({ "text": "no such line" })),
        ("frame_stats", json!({})),
        ("screenshot", json!({ "width": 32, "height": 32 })),
        ("take_screenshot", json!({ "width": 32, "height": 32 })),
        ("HookListAllowedTypes", json!({})),
        ("HookListMethods", json!({ "type": "UnityEngine.Camera" })),
        ("HookGetSource", json!({ "signature": "no such" })),
        ("GetStartupScript", json!({})),
        ("ReadConsoleScript", json!({ "path": "no-such.cs" })),
    ]
}

/// What only a project's files tell.
fn project() -> Cases {
    vec![
        ("project_info", json!({})),
        ("project_settings", json!({ "section": "tags" })),
        ("project_assets_summary", json!({})),
        ("project_references_missing", json!({})),
        ("missing_references", json!({})),
        ("list_assets", json!({})),
        ("asset_info", json!({ "asset": "Assets/Materials/Crate.mat" })),
        ("find_references", json!({ "target": "Assets/Materials/Crate.mat" })),
        ("script_info", json!({ "type": "UnityEngine.Camera" })),
        ("scene_hierarchy_dump", json!({ "scenePath": "$file" })),
        ("scene_wireframe", json!({})),
    ]
}
