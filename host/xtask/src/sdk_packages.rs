//! `cargo xtask sdk-packages`: builds the SDKs as packages for their registries. Packages that need no compiler are
//! also installed into an empty folder and used there once.
//!
//! Belongs here: what all packages have in common, and their location (`target/packages`). Does not: how each is built
//! (one file for each registry).
//!
//! A package contains the contract, because users of the package have no other file of this repository. So each is
//! built from a folder that contains the SDK and `wit/`.

mod npm;
mod rust;
mod wheel;

use crate::files;
use crate::output;
use crate::provision::or_skip;
use crate::steps::Done;
use crate::workspace::Workspace;
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};

/// Runs the task. A missing program is a failure only in continuous integration.
pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    if let Done::Skipped(why) = build_all(workspace)? {
        output::line(format_args!("left out: {why}"));
    }
    Ok(())
}

/// Builds and uses the packages whose programs are available, and reports those that were skipped.
pub(crate) fn build_all(workspace: &Workspace) -> Result<Done> {
    let mut skipped = Vec::new();
    type Make = fn(&Workspace, &Path) -> Result<PathBuf>;
    let makers: [(&str, Make); 3] = [("rust", rust::make), ("npm", npm::make), ("wheel", wheel::make)];
    for (name, make) in makers {
        let folder = empty_folder(&workspace.target().join("packages").join(name))?;
        match or_skip(workspace, make(workspace, &folder)).with_context(|| format!("package {name}"))? {
            Ok(made) => {
                let bytes = std::fs::metadata(&made).map_or(0, |data| data.len());
                output::line(format_args!(
                    "{}: {bytes} bytes, installed and used",
                    workspace.display_path(&made)
                ));
            }
            Err(missing) => skipped.push(format!("package {name} ({missing})")),
        }
    }
    Ok(match skipped.is_empty() {
        true => Done::Fully,
        false => Done::Skipped(skipped.join("; ")),
    })
}

/// Creates the folder, or removes its contents; returns its path.
fn empty_folder(folder: &Path) -> Result<PathBuf> {
    if folder.exists() {
        std::fs::remove_dir_all(folder).with_context(|| format!("cannot clear {}", folder.display()))?;
    }
    std::fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    Ok(folder.to_owned())
}

/// Copies the files below `from` whose relative path is accepted by `wanted`.
fn lay(from: &Path, to: &Path, wanted: impl Fn(&str) -> bool) -> Result<()> {
    for file in files::files_below(from) {
        let inner = file.strip_prefix(from).context("a walk stays below its root")?;
        if wanted(&inner.to_string_lossy().replace('\\', "/")) {
            let bytes = std::fs::read(&file).with_context(|| format!("cannot read {}", file.display()))?;
            files::replace(&to.join(inner), &bytes)?;
        }
    }
    Ok(())
}

/// Copies the WIT files of the contract to `to`.
fn lay_wit(workspace: &Workspace, to: &Path) -> Result<()> {
    lay(&workspace.root.join("wit"), to, |name| name.ends_with(".wit"))
}

/// Copies the contract as WIT packages for an author's own world, in the layout that `unity-tool-host new` creates.
fn lay_wit_packages(workspace: &Workspace, to: &Path) -> Result<()> {
    let wit = workspace.root.join("wit");
    lay(&wit.join("deps"), to, |name| name.ends_with(".wit"))?;
    lay(&wit, &to.join("unity-tools-tool"), |name| {
        name.ends_with(".wit") && !name.contains('/')
    })
}

/// Replaces each `from` in `file` by its `to`. A `from` that the file does not contain is an error.
fn reword(file: &Path, changes: &[(&str, &str)]) -> Result<()> {
    let mut text = files::read_text(file)?;
    for (from, to) in changes {
        if !text.contains(from) {
            bail!(
                "{} has no {from:?}; what is packed from it has to be changed here as well",
                file.display()
            );
        }
        text = text.replace(from, to);
    }
    files::replace(file, text.as_bytes()).map(|_| ())
}

/// Returns the only file in `folder` whose name ends with `ending`.
fn find_file(folder: &Path, ending: &str) -> Result<PathBuf> {
    let mut found = files::files_below(folder);
    found.retain(|file| files::name_of(file).ends_with(ending));
    match found.as_slice() {
        [one] => Ok(one.clone()),
        _ => bail!(
            "{} holds {} files *{ending} where one was expected",
            folder.display(),
            found.len()
        ),
    }
}
