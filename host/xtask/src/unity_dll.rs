//! `cargo xtask unity-dll`: builds the package for players as one assembly, for mods and for games that are built
//! without the package.
//!
//! Belongs here: downloading and building the requirements of the program. Does not: the contents of the assembly
//! (`tests-support`, which also tests it).

use crate::host;
use crate::process;
use crate::provision::{debian, unity};
use crate::workspace::Workspace;
use anyhow::Result;
use std::path::PathBuf;
use std::process::Command;

const PLAYER: &str = "tests-player";

/// The options of `cargo xtask unity-dll`.
#[derive(clap::Args)]
pub(crate) struct UnityDllArgs {
    /// The game's folder of assemblies, `<name>_Data/Managed`; by default that of the test player (Unity 2017.2).
    #[arg(long)]
    managed: Option<PathBuf>,
    /// The file to write; `target/unity-dll/UnityTools.Bridge.dll` by default.
    #[arg(long)]
    out: Option<PathBuf>,
}

pub(crate) fn run(workspace: &Workspace, args: &UnityDllArgs) -> Result<()> {
    debian::mono(workspace)?;
    let managed = match &args.managed {
        Some(managed) => managed.clone(),
        None => unity::player(workspace)?.join("3dball_Data/Managed"),
    };
    let default = workspace.root.join("target/unity-dll/UnityTools.Bridge.dll");
    let out = args.out.clone().unwrap_or(default);
    host::build(workspace, &[PLAYER])?;
    process::run(
        Command::new(workspace.program(PLAYER))
            .arg("--dll")
            .arg(out)
            .arg("--managed")
            .arg(managed),
    )
}
