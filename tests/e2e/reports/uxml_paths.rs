//! Report 02: references of UXML, USS and TSS by path.

use super::{members, notes, served};
use anyhow::{Result, ensure};
use serde_json::{Value, json};
use tests_projects::{TinyProject, guid};

fn window() -> TinyProject {
    let project = TinyProject::new();
    for (file, digit, text) in [
        (
            "Assets/UI/Window.uxml",
            '1',
            "<ui:UXML xmlns:ui=\"UnityEngine.UIElements\">\n  <Style src=\"Colours.uss\" />\n  <ui:Template name=\"Line\" src=\"/Assets/UI/Parts/Line.uxml\" />\n  <ui:Template name=\"Foot\" src=\"project:///Assets/UI/Parts/Foot.uxml\" />\n</ui:UXML>\n",
        ),
        (
            "Assets/UI/Parts/Line.uxml",
            '2',
            "<ui:UXML xmlns:ui=\"UnityEngine.UIElements\">\n  <Style src=\"../Colours.uss\" />\n</ui:UXML>\n",
        ),
        (
            "Assets/UI/Parts/Foot.uxml",
            '3',
            "<ui:UXML xmlns:ui=\"UnityEngine.UIElements\" />\n",
        ),
        (
            "Assets/UI/Colours.uss",
            '4',
            "@import url(\"Sizes.uss\");\n.sun { background-image: url(\"art/sun.png\"); }\n.gone { background-image: url('art/gone.png'); }\n",
        ),
        ("Assets/UI/Sizes.uss", '5', ".big { width: 90px; }\n"),
        ("Assets/UI/Day.tss", '6', "@import url(\"/Assets/UI/Colours.uss\");\n"),
        ("Assets/UI/art/sun.png", '7', "no picture"),
    ] {
        project.asset(file, &guid(digit), text);
    }
    project
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn finds_references_in_src_url_and_import_paths() -> Result<()> {
    let project = window();
    let (_host, client) = served(project.root()).await?;
    let row = |file: &str, field: &str, line: u32| [json!(file), json!(field), json!(line)];
    for (target, expected) in [
        (
            "Assets/UI/Colours.uss",
            vec![
                row("Assets/UI/Day.tss", "@import", 1),
                row("Assets/UI/Parts/Line.uxml", "src", 2),
                row("Assets/UI/Window.uxml", "src", 2),
            ],
        ),
        ("Assets/UI/Sizes.uss", vec![row("Assets/UI/Colours.uss", "@import", 1)]),
        ("Assets/UI/art/sun.png", vec![row("Assets/UI/Colours.uss", "url", 2)]),
        (
            "Assets/UI/Parts/Line.uxml",
            vec![row("Assets/UI/Window.uxml", "src", 3)],
        ),
        (
            "Assets/UI/Parts/Foot.uxml",
            vec![row("Assets/UI/Window.uxml", "src", 4)],
        ),
    ] {
        let found = client.ask("find_references", json!({ "target": target })).await?;
        let mut users = members(&found, ["file", "field", "line"])?;
        users.sort_by_key(|row| row[0].to_string());
        ensure!(users == expected && found["complete"] == true, "{target}: {found}");
    }
    let info = client
        .ask("asset_info", json!({ "asset": "Assets/UI/Window.uxml" }))
        .await?;
    let uses = json!([
        "Assets/UI/Colours.uss",
        "Assets/UI/Parts/Foot.uxml",
        "Assets/UI/Parts/Line.uxml"
    ]);
    ensure!(info["dependencies"] == uses, "{info}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reports_broken_asset_paths() -> Result<()> {
    let project = window();
    let (_host, client) = served(project.root()).await?;
    let found = client.ask("missing_references", json!({ "group": "none" })).await?;
    let rows = members(&found, ["problem", "file"])?;
    ensure!(
        rows == [[json!("broken_reference"), json!("Assets/UI/Colours.uss")]],
        "{found}"
    );
    ensure!(
        found["rows"][0]["context"]
            .as_str()
            .is_some_and(|text| text.contains("art/gone.png")),
        "{found}"
    );
    let info = client
        .ask("asset_info", json!({ "asset": "Assets/UI/Colours.uss" }))
        .await?;
    let text = format!("{}{info}", notes(&info));
    ensure!(
        info["dependencies"] != Value::Null && text.contains("art/gone.png"),
        "{info}"
    );
    Ok(())
}
