//! mdBook, which makes the book of `docs/`.

use super::{Missing, once};
use crate::process;
use crate::workspace::Workspace;
use anyhow::Result;
use std::path::PathBuf;
use std::process::Command;

const VERSION: &str = "0.5.4";

/// The program, installed below `target/tools` if it is not there.
pub(crate) fn mdbook(workspace: &Workspace) -> Result<PathBuf> {
    let folder = workspace.target().join("tools").join("mdbook");
    std::fs::create_dir_all(&folder)?;
    let install = || {
        let mut command = Command::new(workspace.cargo());
        // Without optimisation it takes a third of the time to compile, and the book takes a second.
        command.args([
            "install",
            "mdbook",
            "--version",
            VERSION,
            "--locked",
            "--debug",
            "--quiet",
        ]);
        command.args(["--no-default-features", "--root"]).arg(&folder);
        command.env("CARGO_TARGET_DIR", folder.join("build"));
        process::run(&mut command)?;
        Ok(std::fs::remove_dir_all(folder.join("build"))?)
    };
    let missing = Missing {
        what: "mdBook",
        remedy: "it is compiled from the registry of crates, which has to be reachable once",
    };
    once(&folder, VERSION, install).map_err(|error| error.context(missing))?;
    Ok(folder
        .join("bin")
        .join(format!("mdbook{}", std::env::consts::EXE_SUFFIX)))
}
