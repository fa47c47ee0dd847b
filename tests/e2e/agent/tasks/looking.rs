//! Tasks that look around: objects, values, trees.

use super::asked::Asked;
use super::column;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tests_support::HostOptions;

#[tokio::test]
async fn finds_cameras_masses_and_labels_in_cli_loop() -> Result<()> {
    let Some(asked) = Asked::start("cli-loop", HostOptions::new()).await? else {
        return Ok(());
    };
    cameras_with_their_field_of_view(&asked).await?;
    asked.anew();
    masses_over_a_limit(&asked).await?;
    asked.anew();
    labels_of_buttons(&asked).await
}

async fn cameras_with_their_field_of_view(asked: &Asked) -> Result<()> {
    let arguments = json!({ "scope": "project", "type": "Camera", "select": ["Camera.fieldOfView"] });
    let found = asked.call("find_objects", arguments).await?;
    let files = column(&found, "file")?;
    let names: Vec<&str> = files
        .iter()
        .filter_map(|file| file.as_str()?.rsplit('/').next())
        .collect();
    let expected = [
        ("AutomationTestScene.unity", 60),
        ("OverlayCheckScene.unity", 60),
        ("SampleScene.unity", 60),
        ("SimulateKeyboardDemoScene.unity", 40),
        ("SimulateMouseDemoScene.unity", 60),
        ("SimulateMouseInputDemoScene.unity", 60),
    ];
    let mut seen: Vec<(&str, Value)> = names.into_iter().zip(column(&found, "Camera.fieldOfView")?).collect();
    seen.sort_by_key(|(name, _)| *name);
    ensure!(seen == expected.map(|(name, view)| (name, json!(view))), "{found}");
    Ok(())
}

async fn masses_over_a_limit(asked: &Asked) -> Result<()> {
    let heavy = json!([{ "field": "Rigidbody.mass", "op": ">", "value": 1.5 }]);
    let arguments = json!({ "scope": "project", "where": heavy, "select": ["Rigidbody.mass"] });
    let found = asked.call("find_objects", arguments).await?;
    let expected: Vec<String> = (0..5).map(|number| format!("/Target_{number}")).collect();
    ensure!(column(&found, "path")? == expected, "{found}");
    ensure!(column(&found, "Rigidbody.mass")? == vec![json!(2); 5], "{found}");
    Ok(())
}

async fn labels_of_buttons(asked: &Asked) -> Result<()> {
    let arguments = json!({ "scope": "project", "type": "Text", "path": "*Button*/Text", "select": ["Text.text"] });
    let found = asked.call("find_objects", arguments).await?;
    let mut texts = column(&found, "Text.text")?;
    texts.sort_by_key(Value::to_string);
    ensure!(
        texts == ["Click Me Too!", "Click Me!", "Hold 3s", "Quit", "Start Game"],
        "{found}"
    );
    Ok(())
}

#[tokio::test]
async fn outline_lists_the_camera_with_id_and_component() -> Result<()> {
    let Some(asked) = Asked::start("univrm-viewer", HostOptions::new()).await? else {
        return Ok(());
    };
    let scene = "Assets/VRM10_Samples/VRM10Viewer/VRM10Viewer.unity";
    let text = asked.call("outline", json!({ "scene": scene, "depth": 3 })).await?;
    let text = text.as_str().context("outline is text")?;
    let line = |name: &str| text.lines().find(|line| line.trim_start().starts_with(name));
    let camera = line("Main Camera ").with_context(|| text.to_owned())?;
    ensure!(
        camera.starts_with("  Main Camera #obj:") && camera.contains("Camera"),
        "{camera}"
    );
    Ok(())
}
