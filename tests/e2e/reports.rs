//! Bug reports of public projects, asked again: a module for each, with a project like the one of the report and the questions that showed
//! the fault.
//!
//! Belongs here: the answers that a report calls right, value by value. Does not: the rest of a feature, which its crate tests.

mod clocks_and_random;
mod empty_texts;
#[cfg(unix)]
mod linked_folder;
mod missing_types;
mod same_names;
mod stringified;
mod texts_like_numbers;
mod unity_events;
mod untyped_schemas;
mod uxml_paths;

use anyhow::{Context, Result};
use serde_json::Value;
use std::path::Path;
use tests_support::{HostOptions, McpClient, TestHost};

/// The first lines of each file that Unity writes as text.
const HEAD: &str = "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n";

/// A script that Unity compiles.
fn script(text: &str) -> String {
    format!(
        "using System;\nusing System.Collections.Generic;\nusing UnityEngine;\nusing UnityEngine.Events;\n\n{text}\n"
    )
}

/// A root object with components; its transform has the next id.
fn object(id: i64, name: &str, components: &[i64]) -> String {
    let listed: String = components
        .iter()
        .map(|component| format!("  - component: {{fileID: {component}}}\n"))
        .collect();
    let transform = id + 1;
    format!(
        "--- !u!1 &{id}\nGameObject:\n  m_Component:\n  - component: {{fileID: {transform}}}\n{listed}  m_Layer: 0\n  m_Name: {name}\n  m_TagString: Untagged\n  m_IsActive: 1\n--- !u!4 &{transform}\nTransform:\n  m_GameObject: {{fileID: {id}}}\n  m_LocalRotation: {{x: 0, y: 0, z: 0, w: 1}}\n  m_LocalPosition: {{x: 0, y: 0, z: 0}}\n  m_LocalScale: {{x: 1, y: 1, z: 1}}\n  m_Children: []\n  m_Father: {{fileID: 0}}\n"
    )
}

/// A component with a script; the object 0 makes it an asset of its own.
fn behaviour(id: i64, object: i64, guid: &str, fields: &str) -> String {
    format!(
        "--- !u!114 &{id}\nMonoBehaviour:\n  m_GameObject: {{fileID: {object}}}\n  m_Enabled: 1\n  m_Script: {{fileID: 11500000, guid: {guid}, type: 3}}\n  m_Name: \n  m_EditorClassIdentifier: \n{fields}"
    )
}

/// A host that only reads the project.
async fn served(root: &Path) -> Result<(TestHost, McpClient)> {
    let host = HostOptions::new().project(root).start().await?;
    let client = host.client().await?;
    Ok((host, client))
}

fn rows(answer: &Value) -> Result<&Vec<Value>> {
    answer["rows"].as_array().with_context(|| answer.to_string())
}

/// These members of each row; null for a member that the row has not.
fn members<const N: usize>(answer: &Value, names: [&str; N]) -> Result<Vec<[Value; N]>> {
    Ok(rows(answer)?
        .iter()
        .map(|row| names.map(|name| row[name].clone()))
        .collect())
}

/// The notes of an answer, one a line.
fn notes(answer: &Value) -> String {
    let notes = answer["notes"].as_array().into_iter().flatten();
    let texts: Vec<&str> = notes.filter_map(Value::as_str).collect();
    texts.join("\n")
}
