//! `cargo xtask package`: builds a release folder and archive, which need no Rust on the machine that runs them.
//!
//! Belongs here: the contents of a release. Does not: building the programs.
//!
//! The components are embedded in the program, so a release has only `bin/` and text files.

use crate::components::{self, ComponentsArgs};
use crate::files;
use crate::host;
use crate::process;
use crate::workspace::Workspace;
use anyhow::{Context, Result};
use std::path::Path;
use std::process::Command;

const TEXTS: &[&str] = &["README.md", "LICENSE-MIT", "LICENSE-APACHE"];

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    components::run(workspace, &ComponentsArgs::default())?;
    let name = format!(
        "unity-tool-host-{}-{}-{}",
        env!("CARGO_PKG_VERSION"),
        std::env::consts::OS,
        std::env::consts::ARCH
    );
    let parent = workspace.target().join("package");
    let folder = parent.join(&name);
    if folder.exists() {
        std::fs::remove_dir_all(&folder).with_context(|| format!("cannot clear {}", folder.display()))?;
    }
    let binary = workspace.program(host::HOST);
    copy(&binary, &folder.join("bin").join(files::name_of(&binary)))?;
    for text in TEXTS {
        copy(&workspace.root.join(text), &folder.join(text))?;
    }
    process::run(
        Command::new("tar")
            .current_dir(&parent)
            .args(["-czf", &format!("{name}.tar.gz"), &name]),
    )?;
    println!("{}.tar.gz", workspace.display_path(&folder));
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    let folder = to.parent().context("a release file is in a folder")?;
    std::fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    // Unlike writing a new file, `fs::copy` keeps the executable bit.
    std::fs::copy(from, to).with_context(|| format!("cannot copy {} to {}", from.display(), to.display()))?;
    Ok(())
}
