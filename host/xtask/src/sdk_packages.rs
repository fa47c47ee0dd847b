//! `cargo xtask sdk-packages`: builds the SDKs as packages for their registries. It also installs the packages that
//! need no compiler into an empty folder, and uses them once.
//!
//! Belongs here: the common steps, and the location (`target/packages`). Does not: building each package (one file for
//! each registry).
//!
//! A package contains the contract, because its users have no other file of this repository. So each package is built
//! from a folder with copies of the SDK and `wit/`.

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

/// Builds the packages of the SDKs. If a program is missing, fails in CI and skips its package elsewhere.
pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    if let Done::Skipped(why) = build_all(workspace)? {
        output::line(format_args!("left out: {why}"));
    }
    Ok(())
}

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

/// Creates an empty folder, or removes the contents of an existing one. Returns its path.
fn empty_folder(folder: &Path) -> Result<PathBuf> {
    if folder.exists() {
        std::fs::remove_dir_all(folder).with_context(|| format!("cannot clear {}", folder.display()))?;
    }
    std::fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    Ok(folder.to_owned())
}

/// Copies the files below `from` for which `wanted` is true, with the relative path as its argument.
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

fn lay_wit(workspace: &Workspace, to: &Path) -> Result<()> {
    lay(&workspace.root.join("wit"), to, |name| name.ends_with(".wit"))
}

/// Copies the contract as WIT packages for an author's own world, as the command `unity-tool-host new` does.
fn lay_wit_packages(workspace: &Workspace, to: &Path) -> Result<()> {
    let wit = workspace.root.join("wit");
    lay(&wit.join("deps"), to, |name| name.ends_with(".wit"))?;
    lay(&wit, &to.join("unity-tools-tool"), |name| {
        name.ends_with(".wit") && !name.contains('/')
    })
}

/// Replaces texts in a copied file: each first text of `changes` by the second. Fails if a first text is missing.
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

/// Returns the only file in `folder` with a name that ends with `ending`. Fails for another number of files.
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
