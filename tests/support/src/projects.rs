//! The Unity projects that tests read.
//!
//! Belongs here: finding them and the numbers they must give. Does not: asking the host for them.

use crate::{environment, paths};
use anyhow::{Context, Result};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// What one scene must give.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SceneNumbers {
    pub game_objects: u64,
    pub opaque: u64,
    pub rect_transforms: u64,
    /// Without Transforms.
    pub components: u64,
    pub mono_behaviours: u64,
    pub cards_sha256: String,
}

/// One project with what each of its scenes must give.
#[derive(Clone, Debug)]
pub struct FixtureProject {
    pub name: String,
    pub root: PathBuf,
    /// By asset path.
    pub scenes: Vec<(String, SceneNumbers)>,
}

/// The five real projects. `None` where they are not on this machine, which is announced (an error where CI is set).
pub fn real_projects(what: &str) -> Result<Option<Vec<FixtureProject>>> {
    let folder = match environment::variable(environment::FIXTURES) {
        Some(folder) => PathBuf::from(folder),
        None => paths::root().join("../shared/fixtures/unity"),
    };
    let expected = folder.join("expected.json");
    if !expected.is_file() {
        environment::skip(
            what,
            &format!(
                "{} is missing; set {} to the folder that holds it",
                expected.display(),
                environment::FIXTURES
            ),
        )?;
        return Ok(None);
    }
    let numbers = read_json(&expected)?;
    let mut projects = Vec::new();
    for (name, scenes) in numbers.as_object().context("expected.json holds no object")? {
        projects.push(FixtureProject {
            name: name.clone(),
            root: folder.join(name),
            scenes: scene_numbers(scenes)?,
        });
    }
    Ok(Some(projects))
}

/// One of the five, by name.
pub fn real_project(what: &str, name: &str) -> Result<Option<FixtureProject>> {
    Ok(real_projects(what)?.and_then(|projects| projects.into_iter().find(|project| project.name == name)))
}

/// Our own small project, which is also embedded in the program.
pub fn sample() -> Result<FixtureProject> {
    let folder = paths::root().join("tests/fixtures/unity");
    let numbers = read_json(&folder.join("sample-expected.json"))?;
    let scenes = numbers.get("sample").unwrap_or(&numbers);
    Ok(FixtureProject {
        name: "sample".to_owned(),
        root: folder.join("sample"),
        scenes: scene_numbers(scenes)?,
    })
}

fn read_json(file: &Path) -> Result<Value> {
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    serde_json::from_str(&text).with_context(|| format!("{} is no JSON", file.display()))
}

fn scene_numbers(scenes: &Value) -> Result<Vec<(String, SceneNumbers)>> {
    let scenes = scenes.as_object().context("scenes are no JSON object")?;
    let mut found = Vec::with_capacity(scenes.len());
    for (path, numbers) in scenes {
        let number = |key: &str| {
            numbers
                .get(key)
                .and_then(Value::as_u64)
                .with_context(|| format!("{path} has no number {key}"))
        };
        found.push((
            path.clone(),
            SceneNumbers {
                game_objects: number("gameObjects")?,
                opaque: number("opaque")?,
                rect_transforms: number("rectTransforms")?,
                components: number("components")?,
                mono_behaviours: number("monoBehaviours")?,
                cards_sha256: numbers
                    .get("cardsSha256")
                    .and_then(Value::as_str)
                    .with_context(|| format!("{path} has no cardsSha256"))?
                    .to_owned(),
            },
        ));
    }
    Ok(found)
}
