//! Where built things lie, with an error that names the command that builds them.
//!
//! Belongs here: paths below the workspace and its target folder. Does not: fixture projects (`projects.rs`).

use crate::environment;
use anyhow::{Result, bail};
use std::path::{Path, PathBuf};

/// The workspace root.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .expect("tests/support is two folders below the root")
        .to_path_buf()
}

/// Where components, tools and bench results go, whatever cargo's own target folder is.
pub fn target() -> PathBuf {
    root().join("target")
}

/// The host program. Missing: an error that names the command which builds it.
pub fn binary() -> Result<PathBuf> {
    let folder = match environment::variable(environment::CARGO_TARGET) {
        Some(folder) => root().join(folder),
        None => target(),
    };
    let file = folder
        .join("release")
        .join(format!("unity-tool-host{}", std::env::consts::EXE_SUFFIX));
    if !file.is_file() {
        bail!("{} is missing; build it with `cargo xtask test`", file.display());
    }
    Ok(file)
}

/// Where built components lie.
pub fn components() -> PathBuf {
    match environment::variable(environment::COMPONENTS) {
        Some(folder) => PathBuf::from(folder),
        None => target().join("components"),
    }
}

/// Folder of a bundled tool, e.g. `objects`.
pub fn bundle(id: &str) -> Result<PathBuf> {
    expect_built(components().join(id), "cargo xtask components")
}

/// Folder of a bundle that only tests load.
pub fn fixture_bundle(id: &str) -> Result<PathBuf> {
    expect_built(components().join("fixtures").join(id), "cargo xtask components")
}

/// Folder of a guest of `cargo xtask guests`, e.g. `python-editor`. `None` if it was not built.
pub fn language_bundle(guest: &str) -> Option<PathBuf> {
    let folder = components().join("fixtures").join(format!("guest-{guest}"));
    folder.join("bundle.toml").is_file().then_some(folder)
}

fn expect_built(folder: PathBuf, command: &str) -> Result<PathBuf> {
    if !folder.join("bundle.toml").is_file() {
        bail!("{} is missing; build it with `{command}`", folder.display());
    }
    Ok(folder)
}

/// The one `.wasm` file of a bundle's folder.
pub fn component_of(folder: &Path) -> Result<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "wasm") {
            found.push(path);
        }
    }
    match found.as_slice() {
        [one] => Ok(one.clone()),
        _ => bail!(
            "{} holds {} components where one was expected",
            folder.display(),
            found.len()
        ),
    }
}
