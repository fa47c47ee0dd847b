//! Every object, component, value, override, asset, value of an asset and of its importer, use of an asset and setting of the five projects,
//! read to the end through the tools, is what a second reader (`tests/fixtures/readers/compare.py`) finds in the files.
//!
//! Belongs here: collecting whole tables and handing them over. Does not: how they are judged.

use super::paging::{all_rows, every_page};
use super::second_reader;
use anyhow::{Context, Result, ensure};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use tests_support::projects::{self, FixtureProject};
use tests_support::{HostOptions, McpClient, environment, wait_for};

/// The operator's own, so that whole tables come in few calls.
const PAGE: &str = "\"4MiB\"";
const BYTES: u64 = 4 << 20;
/// Objects that one call of `get_components` takes.
const OBJECTS: usize = 50;
const SECTIONS: [&str; 7] = ["build", "layers", "tags", "physics", "physics_2d", "time", "packages"];

async fn tables(client: &McpClient, used: &[String], instances: &[(String, String)]) -> Result<Value> {
    let select = ["active", "tag", "layer", "components", "prefab", "parent", "position"];
    let asked = json!({ "scope": "project", "select": select, "limit": 500, "max_bytes": BYTES });
    let objects = all_rows(client, "find_objects", &asked).await?;
    let assets = all_rows(client, "list_assets", &json!({ "limit": 500, "max_bytes": BYTES })).await?;
    let mut settings = Map::new();
    for section in SECTIONS {
        let asked = json!({ "section": section, "max_bytes": BYTES });
        settings.insert(section.to_owned(), client.ask("project_settings", asked).await?);
    }
    Ok(json!({
        "components": components(client, &objects).await?,
        "references": references(client, &assets, used).await?,
        "details": details(client, &assets, used).await?,
        "overrides": overrides(client, &objects, instances).await?,
        "asked": select,
        "objects": objects,
        "assets": assets,
        "settings": settings,
    }))
}

fn ids(rows: &[Value]) -> Result<Vec<&str>> {
    rows.iter()
        .map(|row| row["id"].as_str().context("a row without id"))
        .collect()
}

async fn components(client: &McpClient, objects: &[Value]) -> Result<Vec<Value>> {
    let mut rows = Vec::new();
    for some in ids(objects)?.chunks(OBJECTS) {
        let asked = json!({ "objects": some, "limit": 500, "max_bytes": BYTES });
        rows.extend(all_rows(client, "get_components", &asked).await?);
    }
    Ok(rows)
}

/// What each asset and its importer hold; also of assets with a `.meta` alone.
async fn details(client: &McpClient, assets: &[Value], used: &[String]) -> Result<Map<String, Value>> {
    let listed = assets.iter().filter_map(|asset| asset["guid"].as_str());
    let guids: BTreeSet<&str> = listed.chain(used.iter().map(String::as_str)).collect();
    let mut found = Map::new();
    for guid in guids {
        let asked = json!({ "asset": guid, "max_bytes": BYTES });
        let detail = client.ask("asset_info", asked).await?;
        let path = detail["path"].as_str().context("an asset without a path")?.to_owned();
        found.insert(path, detail);
    }
    Ok(found)
}

/// How every prefab instance differs from its prefab, by the id of its root.
async fn overrides(
    client: &McpClient,
    objects: &[Value],
    instances: &[(String, String)],
) -> Result<Map<String, Value>> {
    let place = |row: &Value| Some((row["file"].as_str()?.to_owned(), row["path"].as_str()?.to_owned()));
    let roots: BTreeSet<&(String, String)> = instances.iter().collect();
    let of_roots = objects
        .iter()
        .filter(|row| place(row).is_some_and(|place| roots.contains(&place)));
    let mut found = Map::new();
    for id in of_roots.filter_map(|row| row["id"].as_str()) {
        let asked = json!({ "objects": [id], "limit": 500, "max_bytes": BYTES });
        found.insert(id.to_owned(), every_page(client, "prefab_overrides", &asked).await?);
    }
    Ok(found)
}

/// Users of every asset, once all files were looked at.
async fn references(client: &McpClient, assets: &[Value], used: &[String]) -> Result<Map<String, Value>> {
    let listed = assets.iter().filter_map(|asset| asset["guid"].as_str());
    let guids: BTreeSet<&str> = listed.chain(used.iter().map(String::as_str)).collect();
    let asked = |guid: &str| json!({ "target": guid, "limit": 500, "max_bytes": BYTES });
    wait_for("all files to be looked at", async || {
        let page = client.ask("find_references", asked(guids.first()?)).await.ok()?;
        page["total_so_far"].is_null().then_some(())
    })
    .await?;
    let mut found = Map::new();
    for guid in guids {
        found.insert(
            guid.to_owned(),
            json!(all_rows(client, "find_references", &asked(guid)).await?),
        );
    }
    Ok(found)
}

/// The first of the differences, one a line.
fn differences_text(judgement: &Value) -> Result<String> {
    let differences = judgement["differences"].as_array().context("no differences")?;
    let lines: Vec<String> = differences.iter().take(20).map(Value::to_string).collect();
    Ok(format!("{} differences:\n{}", differences.len(), lines.join("\n")))
}

async fn compare(name: &str) -> Result<()> {
    let what = format!("tables of {name}");
    match projects::real_project(&what, name)? {
        Some(project) => compare_project(&project).await.map(drop),
        None => Ok(()),
    }
}

/// The Python that judged, and what it judged; `None` where there is none.
async fn compare_project(project: &FixtureProject) -> Result<Option<(String, Value)>> {
    let Some(python) = environment::python(&format!("tables of {}", project.name))? else {
        return Ok(None);
    };
    let host = HostOptions::new()
        .project(&project.root)
        .set("limits.page", PAGE)
        .start()
        .await?;
    let client = host.client().await?;
    let used = second_reader::used_guids(&python, &project.root)?;
    let instances = second_reader::instances(&python, &project.root)?;
    let tables = tables(&client, &used, &instances).await?;
    let judgement = second_reader::judge(&python, &project.root, &tables)?;
    ensure!(
        judgement["differences"] == json!([]),
        "{}",
        differences_text(&judgement)?
    );
    ensure!(
        judgement["extra"] == json!([]),
        "fields that no file has: {}",
        judgement["extra"]
    );
    let compared = judgement["compared"]["instances"].as_u64().unwrap_or_default();
    ensure!(
        compared == instances.len() as u64,
        "{compared} instances of {}",
        instances.len()
    );
    for table in ["objects", "components", "values", "assets", "importers", "settings"] {
        ensure!(
            judgement["compared"][table].as_u64() > Some(0),
            "no {table}: {}",
            judgement["compared"]
        );
    }
    Ok(Some((python, tables)))
}

#[tokio::test]
async fn cli_loop_tables_match_second_reader() -> Result<()> {
    compare("cli-loop").await
}

#[tokio::test]
async fn fluid_sim_tables_match_second_reader() -> Result<()> {
    compare("fluid-sim").await
}

#[tokio::test]
async fn mirror_examples_tables_match_second_reader() -> Result<()> {
    compare("mirror-examples").await
}

#[tokio::test]
async fn ui_effect_tables_match_second_reader() -> Result<()> {
    compare("ui-effect").await
}

#[tokio::test]
async fn univrm_viewer_tables_match_second_reader() -> Result<()> {
    compare("univrm-viewer").await
}

/// Ours: scripts with their sources, objects by `[SerializeReference]`, arrays that the file has as digits.
#[tokio::test]
async fn sample_tables_match_second_reader() -> Result<()> {
    let project = projects::sample()?;
    match compare_project(&project).await? {
        Some((python, mut tables)) => second_reader::notices_each_override(&python, &project.root, &mut tables),
        None => Ok(()),
    }
}
