//! Where bundles come from, as the command line says it.
//!
//! Belongs here: from flags to folders, and what is said of a folder without a bundle. Does not: what lies in them (`host_catalog`).

use anyhow::{Context, Result, bail};
use host_catalog::BundleFolder;
use host_runtime::CompilerProgram;
use std::path::{Path, PathBuf};

/// Where bundles come from; given on the command line, never in the file.
#[derive(Clone, Debug, Default)]
pub struct Tools {
    /// `--tools`, in order.
    pub folders: Vec<PathBuf>,
    /// `--no-bundled`.
    pub no_bundled: bool,
    /// `--bundled`; `None` = beside the program.
    pub bundled: Option<PathBuf>,
    /// Compiles them in a process of its own; `None` = this process does.
    pub compiler: Option<CompilerProgram>,
}

/// The folders that the catalog reads and watches, bundled tools first.
pub(crate) fn bundle_folders(tools: &Tools) -> Result<Vec<BundleFolder>> {
    let mut folders = Vec::new();
    if !tools.no_bundled {
        match &tools.bundled {
            Some(path) => folders.push(folder(path, true)?),
            None => match beside_the_program() {
                Some(path) => folders.push(BundleFolder { path, bundled: true }),
                None => tracing::warn!(
                    "no bundled tools: there is no `components` folder beside the program; `cargo xtask components` builds \
                     them, `--bundled DIR` names another place"
                ),
            },
        }
    }
    for path in &tools.folders {
        folders.push(folder(path, false)?);
    }
    Ok(folders)
}

/// One sentence for each folder of the command line without a bundle in it, which would be without effect.
pub(crate) fn empty_folders(tools: &Tools) -> Vec<String> {
    let has_manifest = |folder: &Path| folder.join("bundle.toml").is_file();
    let has_bundles = |folder: &Path| {
        let inside = std::fs::read_dir(folder).into_iter().flatten().flatten();
        has_manifest(folder) || inside.map(|entry| entry.path()).any(|path| has_manifest(&path))
    };
    let empty = tools.folders.iter().filter(|folder| !has_bundles(folder));
    empty
        .map(|folder| {
            format!(
                "no bundle.toml in {0}, nor in a folder in it: it adds no tools; a bundle is a folder with bundle.toml and a \
                 component",
                folder.display()
            )
        })
        .collect()
}

fn folder(path: &Path, bundled: bool) -> Result<BundleFolder> {
    if !path.is_dir() {
        let flag = if bundled { "--bundled " } else { "" };
        bail!(crate::usage::Usage(format!(
            "{flag}{} is no folder; name a bundle's folder or one with bundles in it",
            path.display()
        )));
    }
    Ok(BundleFolder {
        path: std::path::absolute(path).with_context(|| format!("{} has no absolute path", path.display()))?,
        bundled,
    })
}

/// `bin/../components` of a release, `target/release/../components` of a build, `target/release/deps/../../components`
/// of a test.
fn beside_the_program() -> Option<PathBuf> {
    let program = std::env::current_exe().ok()?;
    program
        .ancestors()
        .skip(1)
        .take(3)
        .map(|folder| folder.join("components"))
        .find(|folder| folder.is_dir())
}
