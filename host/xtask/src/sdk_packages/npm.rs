//! Builds the SDK for JavaScript as an npm package, with `npm pack`.

use super::{empty_folder, find_file, lay, lay_wit_packages, reword};
use crate::process;
use crate::provision::npm;
use crate::workspace::Workspace;
use anyhow::Result;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Builds the SDK's npm package below `folder`, and tests the template in a folder with only this package installed.
pub(super) fn make(workspace: &Workspace, folder: &Path) -> Result<PathBuf> {
    let npm = npm::npm()?;
    let staged = folder.join("staged");
    let sdk = workspace.root.join("sdk/js");
    lay(&sdk, &staged, |name| {
        name == "package.json" || name.starts_with("src/") || name.starts_with("wit/")
    })?;
    lay_wit_packages(workspace, &staged.join("wit/deps"))?;
    process::run(
        Command::new(npm)
            .current_dir(&staged)
            .args(["pack", "--silent", "--pack-destination", ".."]),
    )?;
    let package = find_file(folder, ".tgz")?;

    let used = empty_folder(&folder.join("used"))?;
    let template = sdk.join("template");
    lay(&template, &used, |name| name.ends_with(".js"))?;
    for name in ["tool.js", "tool.test.js"] {
        let of = |file: &str| format!("./.sdk/js/{file}.js");
        let change = match name {
            "tool.js" => (of("unity-tools"), "unity-tools"),
            _ => (of("fake-unity"), "unity-tools/fake-unity"),
        };
        reword(&used.join(name), &[(&change.0, change.1)])?;
    }
    std::fs::write(
        used.join("package.json"),
        r#"{"name": "used", "private": true, "type": "module"}"#,
    )?;
    process::run(
        Command::new(npm)
            .current_dir(&used)
            .args(["install", "--offline", "--no-audit", "--no-fund", "--silent"])
            .arg(&package),
    )?;
    lay(&used.join("node_modules/unity-tools/wit"), &used.join("wit"), |_| true)?;
    process::run(
        Command::new("node")
            .current_dir(&used)
            .args(["--import", "unity-tools/fake-unity", "--test"]),
    )?;
    Ok(package)
}
