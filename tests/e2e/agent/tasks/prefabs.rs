//! Tasks about prefab instances: what one has otherwise than its prefab, how two differ.

use super::asked::Asked;
use super::column;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tests_support::HostOptions;

/// A row as (path's last name, component's type, field).
type Row = (String, Option<String>, Option<String>);

fn fields(answer: &Value) -> Result<Vec<Row>> {
    let rows = answer["rows"].as_array().context("no rows")?;
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let row = |row: &Value| {
        let path = row["path"].as_str().context("no path")?;
        let name = path.rsplit('/').next().unwrap_or(path).to_owned();
        Ok((name, text(&row["type"]), text(&row["field"])))
    };
    rows.iter().map(row).collect()
}

#[tokio::test]
async fn compares_two_prefab_instances() -> Result<()> {
    let Some(asked) = Asked::start("ui-effect", HostOptions::new()).await? else {
        return Ok(());
    };
    let file = "Assets/Samples/Demo/UIEffect_AvailableFilters.unity";
    let tones = asked
        .call(
            "find_objects",
            json!({ "scope": "files", "files": [file], "name": "Tone *" }),
        )
        .await?;
    let ids = column(&tones, "id")?;
    let paths = column(&tones, "path")?;
    let of = |name: &str| {
        let is = |path: &Value| path.as_str().is_some_and(|path| path.ends_with(name));
        let at = paths.iter().position(is).with_context(|| format!("{name}: {tones}"))?;
        ids.get(at).context("no id")
    };
    let objects = json!([of("/Tone Grayscale")?, of("/Tone Negative")?]);
    let differences = asked.call("prefab_overrides", json!({ "objects": objects })).await?;
    let prefab = "Assets/Samples/Demo/DemoAssets/UIEffect_AvailableFilters_Effect.prefab";
    ensure!(differences["sources"] == json!([prefab]), "{differences}");
    let row = |name: &str, type_name: Option<&str>, field: &str| {
        (name.to_owned(), type_name.map(str::to_owned), Some(field.to_owned()))
    };
    let expected = [
        row("Tone Grayscale", None, "m_Name"),
        row("Image", Some("UIEffect"), "m_ToneFilter"),
        row("TITLE", Some("UnityEngine.UI.Text"), "m_Text"),
    ];
    ensure!(fields(&differences)? == expected, "{differences}");
    let values = column(&differences, "value")?;
    // No source of the package's script is on disk, so that its numbers are the file's text.
    ensure!(
        values == [json!("Tone Grayscale"), json!("1"), json!("Tone\nGrayscale")],
        "{differences}"
    );
    let others = column(&differences, "other_value")?;
    ensure!(
        others == [json!("Tone Negative"), json!("3"), json!("Tone\nNegative")],
        "{differences}"
    );
    Ok(())
}

#[tokio::test]
async fn lists_prefab_overrides_of_an_instance() -> Result<()> {
    let Some(asked) = Asked::start("mirror-examples", HostOptions::new()).await? else {
        return Ok(());
    };
    let found = asked
        .call(
            "find_objects",
            json!({ "scope": "scenes", "name": "Object #5", "select": ["prefab"] }),
        )
        .await?;
    let prefab = "Assets/Mirror/Examples/AssignAuthority/Prefabs/Object.prefab";
    ensure!(column(&found, "prefab")? == [prefab], "{found}");
    let overrides = asked
        .call("prefab_overrides", json!({ "objects": column(&found, "id")? }))
        .await?;
    ensure!(overrides["sources"] == json!([prefab]), "{overrides}");
    ensure!(
        overrides["total"] == 15 && overrides.get("next").is_none(),
        "{overrides}"
    );
    let rows = overrides["rows"].as_array().context("no rows")?;
    let label = rows.iter().find(|row| row["field"] == "m_Text").context("no label")?;
    ensure!(label["value"] == "#5" && label["source_value"] == "#1", "{label}");
    ensure!(label["path"] == "/Objects/Object #5/Number", "{label}");
    Ok(())
}
