//! Builds the SDK for Python as a wheel.

use super::{empty_folder, find_file, lay, lay_wit_packages};
use crate::process;
use crate::provision::python;
use crate::workspace::Workspace;
use anyhow::Result;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Builds the SDK's Python wheel below `folder`, and tests the template in a folder with only this wheel installed.
pub(super) fn make(workspace: &Workspace, folder: &Path) -> Result<PathBuf> {
    let python = python::for_wheels(workspace)?;
    let staged = folder.join("staged");
    let sdk = workspace.root.join("sdk/python");
    lay(&sdk, &staged, |name| {
        name == "pyproject.toml" || (name.starts_with("src/") && name.ends_with(".py"))
    })?;
    lay_wit_packages(workspace, &staged.join("src/unity_tools_wit/deps"))?;
    process::run(
        Command::new(&python)
            .args("-m pip wheel --quiet --no-deps --no-build-isolation --no-index --wheel-dir".split(' '))
            .arg(folder)
            .arg(&staged),
    )?;
    let package = find_file(folder, ".whl")?;

    let used = empty_folder(&folder.join("used"))?;
    lay(&sdk.join("template"), &used, |name| name.ends_with(".py"))?;
    let packages = used.join("packages");
    process::run(
        Command::new(&python)
            .args(["-m", "pip", "install", "--quiet", "--no-index", "--target"])
            .arg(&packages)
            .arg(&package),
    )?;
    process::run(
        Command::new(&python)
            .current_dir(&used)
            .env("PYTHONPATH", &packages)
            .args(["-m", "unittest", "--quiet"]),
    )?;
    // componentize-py needs this folder.
    find_file(&packages.join("unity_tools_wit/deps/unity-tools-tool"), "listing.wit")?;
    Ok(package)
}
