//! Every scene of every fixture project, asked for over HTTP, gives the numbers that an independent reader found.
//!
//! Belongs here: counts, card digests, line ends, names, untouched files. Does not: how a scene is read.

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use tempfile::TempDir;
use tests_support::projects::{self, FixtureProject, SceneNumbers};
use tests_support::{HostOptions, McpClient, TestHost, tree};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

/// The largest page that the tools give.
const PAGE: u64 = 500;
/// Calls under way at once.
const CONNECTIONS: usize = 16;

#[derive(Clone, Copy, PartialEq)]
enum Form {
    AsIs,
    Crlf,
}

async fn check(name: &str, form: Form) -> Result<()> {
    let Some(project) = projects::real_project(&format!("scenes of {name}"), name)? else {
        return Ok(());
    };
    check_project(&project, form).await
}

async fn check_project(project: &FixtureProject, form: Form) -> Result<()> {
    let scratch = TempDir::new()?;
    let root = match form {
        Form::AsIs => project.root.clone(),
        Form::Crlf => {
            let copy = scratch.path().join(&project.name);
            let changed = tree::copy_with_crlf(&project.root, &copy)?;
            ensure!(changed > 0, "no file of {} had a line to convert", project.name);
            copy
        }
    };
    let before = tree::hash(&root)?;
    let host = HostOptions::new().project(&root).start().await?;
    let client = Arc::new(host.client().await?);
    compare(&client, project, &root).await?;
    drop(client);
    host.terminate().await?;
    ensure!(tree::hash(&root)? == before, "the files of {} changed", project.name);
    Ok(())
}

/// Compares every expected scene, and fails with all differences at once.
async fn compare(client: &Arc<McpClient>, project: &FixtureProject, root: &Path) -> Result<()> {
    let native = native_types(root)?;
    let listed = every_item(client, "ListScenes", json!({})).await?;
    let mut wrong = Vec::new();
    for (path, expected) in &project.scenes {
        let scene = listed
            .iter()
            .find(|scene| scene["Path"] == path.as_str())
            .with_context(|| format!("ListScenes has no {path}"))?;
        let seen = read_scene(client, scene, &native)
            .await
            .with_context(|| format!("{} {path}", project.name))?;
        if seen != *expected {
            wrong.push(format!("{path}\n  expected {expected:?}\n  seen     {seen:?}"));
        }
    }
    ensure!(wrong.is_empty(), "{}:\n{}", project.name, wrong.join("\n"));
    Ok(())
}

async fn read_scene(client: &Arc<McpClient>, scene: &Value, native: &Arc<BTreeSet<String>>) -> Result<SceneNumbers> {
    let id = scene["Id"].as_str().context("a scene without Id")?;
    let cards = every_item(client, "ListObjects", json!({ "sceneId": id })).await?;
    let opaque = cards.iter().filter(|card| card["Opaque"] == true).count();
    let mut lines = Vec::with_capacity(cards.len());
    let mut components = 0;
    for card in &cards {
        let count = card["ComponentCount"]
            .as_u64()
            .context("a card without ComponentCount")?;
        // A scene may add components to an instance whose source can't be read: they count too.
        components += count.checked_sub(1).context("a card without a Transform")?;
        if card["Opaque"] != true {
            lines.push(card_line(card, count)?);
        }
    }
    lines.sort();
    let rects = every_item(client, "ListObjects", json!({ "sceneId": id, "type": "RectTransform" })).await?;
    let rects = rects.iter().filter(|card| card["Opaque"] != true).count();
    Ok(SceneNumbers {
        game_objects: (cards.len() - opaque) as u64,
        opaque: opaque as u64,
        rect_transforms: rects as u64,
        components,
        mono_behaviours: mono_behaviours(client, &cards, native).await?,
        cards_sha256: tree::hash_text(&lines.concat()),
    })
}

fn card_line(card: &Value, components: u64) -> Result<String> {
    let text = |key: &str| {
        card[key]
            .as_str()
            .with_context(|| format!("{key} is no text in {card}"))
    };
    let active = card["Active"].as_bool().context("Active is no bool")?;
    Ok(format!(
        "{}\t{}\t{}\t{}\t{components}\n",
        text("Path")?,
        u8::from(active),
        text("Tag")?,
        card["Layer"].as_u64().context("Layer is no number")?,
    ))
}

/// Asks for the components of each object and counts those whose class comes from a script.
async fn mono_behaviours(client: &Arc<McpClient>, cards: &[Value], native: &Arc<BTreeSet<String>>) -> Result<u64> {
    let turns = Arc::new(Semaphore::new(CONNECTIONS));
    let mut asked = JoinSet::new();
    for card in cards {
        let id = card["Id"].as_str().context("a card without Id")?.to_owned();
        let count = card["ComponentCount"].as_u64().unwrap_or_default();
        let (client, native, turns) = (Arc::clone(client), Arc::clone(native), Arc::clone(&turns));
        asked.spawn(async move {
            let _turn = turns.acquire().await?;
            let components = every_item(&client, "GetComponents", json!({ "objectId": id })).await?;
            ensure!(
                components.len() as u64 == count,
                "{id} has {} components, its card says {count}",
                components.len()
            );
            count_scripted(&components, &native).with_context(|| id)
        });
    }
    let mut total = 0;
    while let Some(counted) = asked.join_next().await {
        total += counted??;
    }
    Ok(total)
}

fn count_scripted(components: &[Value], native: &BTreeSet<String>) -> Result<u64> {
    let mut count = 0;
    for (index, component) in components.iter().enumerate() {
        let name = component["Type"].as_str().context("a component without Type")?;
        let short = name.rsplit('.').next().unwrap_or(name);
        let built_in = name.starts_with("UnityEngine.") && native.contains(short);
        if index == 0 {
            ensure!(
                matches!(short, "Transform" | "RectTransform"),
                "the first component is {name}"
            );
        } else if !built_in {
            let unresolved = name.starts_with("<script guid ") || name == "<missing script>";
            let plausible = !name.is_empty() && !name.contains(char::is_whitespace) && !name.contains('<');
            ensure!(
                unresolved || plausible,
                "{name:?} is neither a class nor `<script guid …>`"
            );
            count += 1;
        }
    }
    Ok(count)
}

/// The names of engine classes in this project's files: the top key of each document that is no MonoBehaviour.
fn native_types(root: &Path) -> Result<Arc<BTreeSet<String>>> {
    let mut found = BTreeSet::new();
    let mut folders = vec![root.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path
                .extension()
                .is_some_and(|extension| extension == "unity" || extension == "prefab")
            {
                let text = String::from_utf8_lossy(&std::fs::read(&path)?).into_owned();
                let mut lines = text.lines();
                while let Some(line) = lines.next() {
                    let scripted = line.starts_with("--- !u!114 ");
                    if line.starts_with("--- !u!")
                        && !scripted
                        && let Some(key) = lines.next()
                    {
                        found.insert(key.trim().trim_end_matches(':').to_owned());
                    }
                }
            }
        }
    }
    ensure!(
        found.contains("Transform"),
        "{} has no scene with a Transform",
        root.display()
    );
    Ok(Arc::new(found))
}

/// All pages of a listing tool; `Total` must be the number of items.
async fn every_item(client: &McpClient, tool: &str, arguments: Value) -> Result<Vec<Value>> {
    let mut items: Vec<Value> = Vec::new();
    let mut offset = 0;
    loop {
        let mut arguments = arguments.clone();
        arguments["limit"] = json!(PAGE);
        arguments["offset"] = json!(offset);
        let page = client.ask(tool, arguments).await?;
        items.extend(
            page["Items"]
                .as_array()
                .context("a page without Items")?
                .iter()
                .cloned(),
        );
        match page["NextOffset"].as_u64() {
            Some(next) => {
                ensure!(next > offset, "NextOffset {next} does not lie behind {offset}");
                offset = next;
            }
            None => {
                let total = page["Total"].as_u64().context("a page without Total")?;
                ensure!(
                    total == items.len() as u64,
                    "{tool}: Total {total}, {} items",
                    items.len()
                );
                return Ok(items);
            }
        }
    }
}

macro_rules! projects {
    ($($test:ident: $name:literal, $form:ident;)*) => {
        $(
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $test() -> Result<()> {
                check($name, Form::$form).await
            }
        )*
    };
}

projects! {
    cli_loop: "cli-loop", AsIs;
    cli_loop_with_crlf: "cli-loop", Crlf;
    fluid_sim: "fluid-sim", AsIs;
    fluid_sim_with_crlf: "fluid-sim", Crlf;
    mirror_examples: "mirror-examples", AsIs;
    mirror_examples_with_crlf: "mirror-examples", Crlf;
    ui_effect: "ui-effect", AsIs;
    ui_effect_with_crlf: "ui-effect", Crlf;
    univrm_viewer: "univrm-viewer", AsIs;
    univrm_viewer_with_crlf: "univrm-viewer", Crlf;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sample_folder_matches_expected_scenes() -> Result<()> {
    check_project(&projects::sample()?, Form::AsIs).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sample_folder_with_crlf_matches_expected_scenes() -> Result<()> {
    check_project(&projects::sample()?, Form::Crlf).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn embedded_sample_matches_expected_scenes() -> Result<()> {
    let sample = projects::sample()?;
    let host = HostOptions::new().start().await?;
    let client = Arc::new(host.client().await?);
    compare(&client, &sample, &sample.root).await
}

async fn names_below(host: &TestHost, scene: &str, path: &str) -> Result<BTreeSet<String>> {
    let client = host.client().await?;
    let scenes = every_item(&client, "ListScenes", json!({})).await?;
    let scene = scenes
        .iter()
        .find(|item| item["Path"].as_str().is_some_and(|path| path.ends_with(scene)))
        .with_context(|| format!("no scene {scene}"))?;
    let cards = every_item(&client, "ListObjects", json!({ "sceneId": scene["Id"] })).await?;
    let below = cards
        .iter()
        .filter(|card| card["Path"].as_str().is_some_and(|found| found.contains(path)));
    Ok(below
        .filter_map(|card| card["Name"].as_str())
        .map(str::to_owned)
        .collect())
}

const STRANGE_NAMES: [&str; 23] = [
    "Button #2",
    "Take #3",
    "yes",
    "010",
    "~",
    "1e5",
    "1_000",
    "null",
    "Score: 10",
    "Bob's Crate",
    "'quoted'",
    "say \"hi\"",
    "プレイヤー",
    "Café",
    "Smile 😀",
    "#hash",
    "- dash",
    "{brace}",
    "trailing space ",
    "ends with:",
    "back\\slash",
    "été \"12\"",
    "Twin",
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn preserves_object_names_with_special_yaml_meaning() -> Result<()> {
    let scratch = TempDir::new()?;
    let crlf = scratch.path().join("crlf");
    let sample = projects::sample()?;
    tree::copy_with_crlf(&sample.root, &crlf)?;
    for root in [&sample.root, &crlf] {
        let host = HostOptions::new().project(root).start().await?;
        let names = names_below(&host, "Main.unity", "/Names/").await?;
        for name in STRANGE_NAMES {
            ensure!(names.contains(name), "{name:?} is not among {names:?}");
        }
        let folded = names.iter().find(|name| name.starts_with("A very long object name"));
        let folded = folded.context("the folded name is missing")?;
        ensure!(folded.chars().count() == 140 && folded.ends_with("#140"), "{folded:?}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn preserves_numbered_names_of_a_real_project() -> Result<()> {
    let Some(project) = projects::real_project("names of mirror-examples", "mirror-examples")? else {
        return Ok(());
    };
    let host = HostOptions::new().project(&project.root).start().await?;
    let names = names_below(&host, "MirrorAssignAuthority.unity", "Button #").await?;
    for number in 1..=5 {
        let name = format!("Button #{number}");
        ensure!(names.contains(&name), "{name} is not among {names:?}");
    }
    Ok(())
}
