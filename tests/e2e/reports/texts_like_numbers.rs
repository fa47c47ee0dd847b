//! Report 03: texts of TextMesh Pro that look like numbers, while the package is not on disk.

use super::{HEAD, behaviour, members, notes, object, rows};
use anyhow::{Result, ensure};
use serde_json::{Value, json};
use tests_projects::{TinyProject, guid};
use tests_support::{HostOptions, McpClient, TestHost};

const SCENE: &str = "Assets/Score.unity";

/// TextMeshProUGUI and the Text of uGUI, as their packages declare them.
const TMP: &str = "f4688fdb7df04437aeb418b961361dc5";
const TEXT: &str = "5f7201a12d95ffc409449d95f23cf332";

const TEXTS: [&str; 12] = [
    "007",
    "1.50",
    "1e5",
    "0x10",
    "-0",
    ".5",
    "+5",
    "0",
    "12345678901234567890",
    "true",
    "null",
    "~",
];

/// Objects T0, T1 …, each with the text in a component of both kinds, and one with a script of a package that is not on disk.
fn clone() -> TinyProject {
    let project = TinyProject::new();
    project.write(
        "Packages/manifest.json",
        r#"{"dependencies": {"com.unity.ugui": "2.0.0", "com.vendor.labels": "1.0.0"}}"#,
    );
    let mut scene = HEAD.to_owned();
    for (at, text) in (0_i64..).zip(TEXTS) {
        let id = 10 * at + 1;
        scene += &object(id, &format!("T{at}"), &[id + 2, id + 3]);
        scene += &behaviour(id + 2, id, TMP, &format!("  m_text: {text}\n  m_fontSize: 36\n"));
        scene += &behaviour(id + 3, id, TEXT, &format!("  m_Text: {text}\n"));
    }
    scene += &object(501, "Foreign", &[503]);
    let foreign = behaviour(503, 501, &guid('9'), "  label: 1.50\n  count: 36\n");
    scene += &foreign.replace(
        "m_EditorClassIdentifier: ",
        "m_EditorClassIdentifier: Vendor.Labels::Vendor.Score",
    );
    project.asset(SCENE, &guid('1'), scene);
    project
}

async fn writing(project: &TinyProject) -> Result<(TestHost, McpClient)> {
    let host = HostOptions::new()
        .project(project.root())
        .writing()
        .set("policy.reflection-allowlist-members", r#"["*"]"#)
        .set("bundles.save.grants", r#"["unity-tools:unity/edits-save"]"#)
        .set("project.allow-save", "true")
        .start()
        .await?;
    let client = host.client().await?;
    Ok((host, client))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn returns_and_compares_number_like_text_literally() -> Result<()> {
    let project = clone();
    let (_host, client) = writing(&project).await?;
    let select = json!({ "name": "T*", "select": ["TextMeshProUGUI.text", "Text.text"], "limit": 100 });
    let found = client.ask("find_objects", select).await?;
    let shown = members(&found, ["path", "TextMeshProUGUI.text", "Text.text"])?;
    let expected: Vec<[Value; 3]> = (0..)
        .zip(TEXTS)
        .map(|(at, text)| [json!(format!("/T{at}")), json!(text), json!(text)])
        .collect();
    ensure!(shown == expected, "{found}");
    for (at, text) in TEXTS.iter().enumerate() {
        for field in ["TextMeshProUGUI.text", "Text.text"] {
            let filter = json!({ "where": [{ "field": field, "op": "=", "value": text }] });
            let found = client.ask("find_objects", filter).await?;
            ensure!(
                members(&found, ["path"])? == [[json!(format!("/T{at}"))]] && found["complete"] == true,
                "{field} = {text}: {found}"
            );
        }
    }
    // A number is no text: refused, instead of an empty answer.
    let number = json!({ "where": [{ "field": "TextMeshProUGUI.text", "op": "=", "value": 1.5 }] });
    let refused = client.call("find_objects", number).await?.expect_failure()?;
    ensure!(
        refused.contains("1.5") && refused.contains("expected a text"),
        "{refused}"
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sets_and_saves_text_over_number_like_text() -> Result<()> {
    let project = clone();
    let (_host, client) = writing(&project).await?;
    let before = std::fs::read_to_string(project.root().join(SCENE))?;
    let set = |object: &str, value: &str| json!([{ "set": { "object": object, "component": "TextMeshProUGUI", "field": "text", "value": value } }]);
    for (object, old, new) in [
        ("/T1", "1.50", "5"),
        ("/T0", "007", "1.50"),
        ("/T1", "1.50", "Points: 7"),
        ("/T11", "~", "null"),
    ] {
        let edits = set(object, new);
        let plan = client
            .ask("edit_objects", json!({ "edits": edits, "dry_run": true }))
            .await?;
        let rows = members(&plan, ["path", "old", "new"])?;
        ensure!(rows == [[json!(object), json!(old), json!(new)]], "{plan}");
    }
    client
        .ask("edit_objects", json!({ "edits": set("/T0", "1.50") }))
        .await?;
    client
        .ask("edit_objects", json!({ "edits": set("/T1", "Points: 7") }))
        .await?;
    client.ask("save_scenes", json!({ "files": [SCENE] })).await?;
    let after = std::fs::read_to_string(project.root().join(SCENE))?;
    let changed: Vec<(&str, &str)> = before
        .lines()
        .zip(after.lines())
        .filter(|(old, new)| old != new)
        .collect();
    let expected = [
        ("  m_text: 007", "  m_text: 1.50"),
        ("  m_text: 1.50", "  m_text: 'Points: 7'"),
    ];
    ensure!(
        changed == expected && before.lines().count() == after.lines().count(),
        "{changed:?}"
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn keeps_literal_values_of_missing_scripts_and_notes_it() -> Result<()> {
    let project = clone();
    let (_host, client) = writing(&project).await?;
    let found = client
        .ask("get_components", json!({ "objects": ["/Foreign"], "types": ["Score"] }))
        .await?;
    ensure!(rows(&found)?.len() == 1, "{found}");
    ensure!(
        found["rows"][0]["values"] == json!({ "label": "1.50", "count": "36" }),
        "{found}"
    );
    let said = notes(&found);
    ensure!(
        said.contains("no source on disk declares the types") && said.contains("label"),
        "{said}"
    );
    let filter = json!({ "where": [{ "field": "Score.label", "op": "=", "value": "1.50" }] });
    let same = client.ask("find_objects", filter).await?;
    ensure!(members(&same, ["path"])? == [[json!("/Foreign")]], "{same}");
    let edits = json!([{ "set": { "object": "/Foreign", "component": "Score", "field": "label", "value": "two" } }]);
    let plan = client
        .ask("edit_objects", json!({ "edits": edits, "dry_run": true }))
        .await?;
    ensure!(
        members(&plan, ["old", "new"])? == [[json!("1.50"), json!("two")]],
        "{plan}"
    );
    Ok(())
}
