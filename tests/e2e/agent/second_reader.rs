//! The second reader of whole projects (`tests/fixtures/readers`): its values, and its comparison with the values of the tools.
//!
//! Belongs here: starting it, and that it notices wrong values. Does not: collecting the answers of the tools (`tables`).

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;
use tests_support::{environment, paths, projects};

fn run(python: &str, script: &str, project: &Path, argument: Option<&Path>) -> Result<Value> {
    // No compiled files beside the sources.
    let mut command = Command::new(python);
    command
        .arg("-B")
        .arg(paths::root().join("tests/fixtures/readers").join(script));
    let output = command.arg(project).args(argument).output()?;
    ensure!(
        output.status.success(),
        "{script}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// Whole tables of the project as the tools should tell them.
pub(super) fn tables(python: &str, project: &Path) -> Result<Value> {
    run(python, "tables.py", project, None)
}

/// Guids of the project's assets that something uses.
pub(super) fn used_guids(python: &str, project: &Path) -> Result<Vec<String>> {
    Ok(serde_json::from_value(run(python, "uses.py", project, None)?)?)
}

/// File and path of the root of every prefab instance.
pub(super) fn instances(python: &str, project: &Path) -> Result<Vec<(String, String)>> {
    Ok(serde_json::from_value(run(python, "overridden.py", project, None)?)?)
}

/// `compared` and `differences` of these tables.
pub(super) fn judge(python: &str, project: &Path, tables: &Value) -> Result<Value> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("tables.json");
    std::fs::write(&file, tables.to_string())?;
    run(python, "compare.py", project, Some(&file))
}

/// Each hundredth number, text or flag becomes another; how many did.
fn change(value: &mut Value, seen: &mut u64) -> u64 {
    match value {
        Value::Array(items) => items.iter_mut().map(|item| change(item, seen)).sum(),
        Value::Object(members) => {
            let kept = ["id", "ref"];
            let members = members.iter_mut().filter(|(name, _)| !kept.contains(&name.as_str()));
            members.map(|(_, item)| change(item, seen)).sum()
        }
        Value::Null => 0,
        leaf => {
            *seen += 1;
            if !seen.is_multiple_of(100) {
                return 0;
            }
            *leaf = other_value(leaf);
            1
        }
    }
}

/// Another value of the same kind.
fn other_value(leaf: &Value) -> Value {
    match leaf {
        Value::Bool(flag) => json!(!flag),
        Value::String(text) => json!(format!("{text}?")),
        number => json!(number.as_f64().unwrap_or_default() + 1.0),
    }
}

/// That it notices each plain value, each row and each count of these answers of `prefab_overrides` if it is wrong. Changes them.
pub(super) fn notices_each_override(python: &str, project: &Path, tables: &mut Value) -> Result<()> {
    let answers = tables["overrides"].as_object_mut().context("no overrides")?;
    let mut changed = 0;
    for (at, answer) in answers.values_mut().enumerate() {
        if at % 2 == 0 {
            answer["unused"] = json!(answer["unused"].as_u64().unwrap_or_default() + 1);
            changed += 1;
        }
        let rows = answer["rows"].as_array_mut().context("no rows")?;
        if at % 3 == 0 && rows.pop().is_some() {
            changed += 1;
        }
        for (at, row) in rows.iter_mut().enumerate() {
            let member = ["value", "source_value"][at % 2];
            let leaf = row
                .get(member)
                .filter(|leaf| leaf.is_boolean() || leaf.is_number() || leaf.is_string());
            if let Some(other) = leaf.map(other_value) {
                row[member] = other;
                changed += 1;
            }
        }
    }
    let judgement = judge(python, project, tables)?;
    let differences = judgement["differences"].as_array().context("no differences")?;
    let found = differences.iter().filter(|row| row[0] == "overrides").count();
    ensure!(changed > 100 && found == changed, "{found} of {changed}");
    Ok(())
}

#[test]
fn detects_every_altered_component_value() -> Result<()> {
    let what = "a second reader's own check";
    let (Some(project), Some(python)) = (
        projects::real_project(what, "mirror-examples")?,
        environment::python(what)?,
    ) else {
        return Ok(());
    };
    let differences = |tables: &Value| -> Result<Vec<Value>> {
        let judgement = judge(&python, &project.root, tables)?;
        let all = judgement["differences"].as_array().context("no differences")?;
        Ok(all.iter().filter(|row| row[0] == "components").cloned().collect())
    };
    let mut tables = tables(&python, &project.root)?;
    let right = differences(&tables)?;
    ensure!(right.is_empty(), "{right:?}");
    let changed = change(&mut tables["components"], &mut 0);
    let found = differences(&tables)?.len() as u64;
    ensure!(changed > 100 && found == changed, "{found} of {changed}");
    Ok(())
}
