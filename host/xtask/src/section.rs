//! Writes the listing of a guest into the custom section of its component.
//!
//! Belongs here: running the host program for this, only if an input changed. Does not: the contents of the section
//! (the host), building guests (`components.rs`, `guests.rs`).

use crate::files;
use crate::host;
use crate::process;
use crate::workspace::Workspace;
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Copies `component` to a file `name` with the list of tools of the component `listed`. Returns the copy's path.
pub(crate) fn write_section(workspace: &Workspace, name: &str, listed: &Path, component: &Path) -> Result<PathBuf> {
    let folder = workspace.target().join("guests").join("sections");
    let (copy, mark) = (folder.join(format!("{name}.wasm")), folder.join(format!("{name}.txt")));
    let key = format!(
        "{} {}",
        env!("CARGO_PKG_VERSION"),
        files::digest(&workspace.target(), &[listed.to_path_buf(), component.to_path_buf()])?
    );
    if copy.is_file() && std::fs::read_to_string(&mark).is_ok_and(|old| old == key) {
        return Ok(copy);
    }
    let bytes = std::fs::read(component).with_context(|| format!("cannot read {}", component.display()))?;
    files::replace(&copy, &bytes)?;
    write(workspace, listed, &copy)?;
    files::replace(&mark, key.as_bytes())?;
    Ok(copy)
}

/// Writes the list of tools of the component `listed` into the listing section of `component` (may be the same file).
pub(crate) fn write(workspace: &Workspace, listed: &Path, component: &Path) -> Result<()> {
    let mut command = Command::new(workspace.program(host::HOST));
    command.arg("listing").arg(listed).arg("--into").arg(component);
    process::capture(&mut command).map(|_| ())
}
