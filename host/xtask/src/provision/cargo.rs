//! Programs that cargo installs from their sources.

use super::once;
use crate::process;
use crate::workspace::Workspace;
use anyhow::Result;
use std::path::PathBuf;
use std::process::Command;

const WIT_BINDGEN: &str = "0.63.0";

/// Writes C bindings from WIT.
pub(crate) fn wit_bindgen(workspace: &Workspace) -> Result<PathBuf> {
    let folder = workspace.tools().join("cargo");
    once(&folder, WIT_BINDGEN, || {
        process::run(
            Command::new(workspace.cargo())
                .env("CARGO_PROFILE_DEV_DEBUG", "false") // nobody debugs it
                .args([
                    "install",
                    "wit-bindgen-cli",
                    "--version",
                    WIT_BINDGEN,
                    "--locked",
                    "--force",
                    "--debug", // it runs once a build: a release build of it takes longer than all that it does
                ])
                .args(["--no-default-features", "--features", "c", "--root"])
                .arg(&folder)
                .arg("--target-dir")
                .arg(workspace.tools().join("build")),
        )
    })?;
    Ok(folder
        .join("bin")
        .join(format!("wit-bindgen{}", std::env::consts::EXE_SUFFIX)))
}
