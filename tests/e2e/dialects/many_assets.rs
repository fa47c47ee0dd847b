//! A project with more assets than one page of a scan holds, written into a folder of the test's own.

use anyhow::Result;
use std::fs;
use tempfile::TempDir;

/// A project with so many materials, each with one texture that is nowhere.
pub(super) fn project(materials: usize) -> Result<TempDir> {
    let folder = TempDir::with_prefix("many-assets-")?;
    let root = folder.path();
    fs::create_dir_all(root.join("ProjectSettings"))?;
    fs::create_dir_all(root.join("Assets/Materials"))?;
    fs::write(
        root.join("ProjectSettings/ProjectVersion.txt"),
        "m_EditorVersion: 2022.3.45f1\n",
    )?;
    // A package that is not there might have the textures.
    fs::create_dir_all(root.join("Packages"))?;
    fs::write(root.join("Packages/manifest.json"), "{\"dependencies\": {}}")?;
    for number in 0..materials {
        let file = root.join(format!("Assets/Materials/Worn {number:05}.mat"));
        fs::write(&file, material(number))?;
        let meta =
            format!("fileFormatVersion: 2\nguid: {number:032x}\nNativeFormatImporter:\n  mainObjectFileID: 2100000\n");
        fs::write(file.with_extension("mat.meta"), meta)?;
    }
    Ok(folder)
}

fn material(number: usize) -> String {
    format!(
        "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n--- !u!21 &2100000\nMaterial:\n  serializedVersion: 8\n  m_Name: Worn \
         {number:05}\n  m_Shader: {{fileID: 46, guid: 0000000000000000f000000000000000, type: 0}}\n  m_SavedProperties:\n    \
         serializedVersion: 3\n    m_TexEnvs:\n    - _MainTex:\n        m_Texture: {{fileID: 2800000, guid: \
         ffffffffffffffff{number:016x}, type: 3}}\n        m_Scale: {{x: 1, y: 1}}\n        m_Offset: {{x: 0, y: 0}}\n"
    )
}
