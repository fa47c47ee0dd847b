//! Projects of nothing but what a test writes: Unity's text form by hand.

use anyhow::{Context, Result};
use std::fs;
use std::path::Path;

/// An empty project.
pub(super) fn project(root: &Path) -> Result<()> {
    write(
        root,
        "ProjectSettings/ProjectVersion.txt",
        "m_EditorVersion: 2022.3.10f1\n",
    )?;
    fs::create_dir_all(root.join("Assets"))?;
    Ok(())
}

/// An asset and its `.meta`.
pub(super) fn asset(root: &Path, path: &str, guid: &str, text: &str) -> Result<()> {
    write(root, path, text)?;
    write(
        root,
        &format!("{path}.meta"),
        &format!("fileFormatVersion: 2\nguid: {guid}\n"),
    )
}

fn write(root: &Path, path: &str, text: &str) -> Result<()> {
    let file = root.join(path);
    fs::create_dir_all(file.parent().context("a parent")?)?;
    fs::write(file, text)?;
    Ok(())
}

/// A scene or prefab of plain objects: (object id, name, father's object id or 0). Transforms have the id + 1.
pub(super) fn objects(rows: &[(i64, &str, i64)]) -> String {
    let mut text = String::from("%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n");
    for (id, name, father) in rows {
        let transform = id + 1;
        let father = if *father == 0 { 0 } else { father + 1 };
        text += &format!(
            "--- !u!1 &{id}\nGameObject:\n  m_Component:\n  - component: {{fileID: {transform}}}\n  m_Name: {name}\n  m_TagString: \
             Untagged\n  m_IsActive: 1\n--- !u!4 &{transform}\nTransform:\n  m_GameObject: {{fileID: {id}}}\n  m_Children: []\n  \
             m_Father: {{fileID: {father}}}\n"
        );
    }
    text
}

/// A prefab instance without changes below the Transform `parent`.
pub(super) fn instance(id: i64, guid: &str, parent: i64) -> String {
    format!(
        "--- !u!1001 &{id}\nPrefabInstance:\n  m_Modification:\n    m_TransformParent: {{fileID: {parent}}}\n    m_Modifications: \
         []\n    m_RemovedComponents: []\n  m_SourcePrefab: {{fileID: 100100000, guid: {guid}, type: 3}}\n"
    )
}
