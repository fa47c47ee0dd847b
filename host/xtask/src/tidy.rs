//! `cargo xtask tidy`: checks the rules of this repository that neither the compiler nor clippy checks.
//!
//! Belongs here: the list of checks, and printing their findings. Does not: the checks (one file for each).

mod book;
mod bundles;
mod circles;
mod commits;
mod freeze;
mod functions;
mod manifests;
mod map;
mod markdown;
mod paths;
mod promises;
mod prose;
mod sources;
#[cfg(test)]
mod tests;
mod unity_assemblies;
mod unity_manifest;
mod unity_package;
mod versions;
mod wit;
mod wording;

use crate::files;
use crate::workspace::Workspace;
use anyhow::{Result, bail};
use std::path::{Path, PathBuf};

/// The options of `cargo xtask tidy`.
#[derive(clap::Args, Default)]
pub(crate) struct TidyArgs {
    /// Write the generated files again (`tools/README.md`, the Unity package's `.meta` files) and print the hash that freezes
    /// each version in `wit/`.
    #[arg(long)]
    write: bool,
}

/// One violation of a rule of this repository: its location, and a text with the problem and the remedy.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Finding {
    /// Path of the file relative to the root, with `/`.
    pub(crate) file: String,
    /// Line number, counted from 1; 0 for the whole file.
    pub(crate) line: usize,
    pub(crate) text: String,
}

impl Finding {
    fn new(file: impl Into<String>, line: usize, text: impl Into<String>) -> Self {
        Self {
            file: file.into(),
            line,
            text: text.into(),
        }
    }
}

pub(crate) struct Tree {
    pub(crate) root: PathBuf,
    /// All files of the repository except build output, sorted by path.
    pub(crate) files: Vec<PathBuf>,
}

impl Tree {
    pub(crate) fn read(root: &Path) -> Self {
        Self {
            root: root.to_path_buf(),
            files: files::files_below(root),
        }
    }

    /// Returns `path` relative to the root, with `/`.
    pub(crate) fn name(&self, path: &Path) -> String {
        path.strip_prefix(&self.root)
            .unwrap_or(path)
            .to_string_lossy()
            .replace('\\', "/")
    }

    /// Returns name and text of each repository file whose name `wanted` accepts. Skips files that are not UTF-8.
    pub(crate) fn texts<'a>(
        &'a self,
        wanted: impl Fn(&str) -> bool + 'a,
    ) -> impl Iterator<Item = (String, String)> + 'a {
        self.files.iter().filter_map(move |path| {
            let name = self.name(path);
            if !wanted(&name) {
                return None;
            }
            std::fs::read_to_string(path).ok().map(|text| (name, text))
        })
    }
}

pub(crate) fn check(root: &Path) -> Result<Vec<Finding>> {
    let tree = Tree::read(root);
    let mut findings = Vec::new();
    manifests::check(&tree, &mut findings)?;
    map::check(&tree, &mut findings)?;
    circles::check(&tree, &mut findings)?;
    sources::check(&tree, &mut findings);
    functions::check(&tree, &mut findings);
    paths::check(&tree, &mut findings);
    promises::check(&tree, &mut findings);
    let documents = markdown::documents(&tree);
    book::check(&tree, &documents, &mut findings);
    prose::check(&tree, &documents, &mut findings);
    wording::check(&tree, &mut findings);
    wit::check(&tree, &mut findings);
    freeze::check(&tree, &mut findings);
    bundles::check(&tree, &mut findings)?;
    unity_package::check(&tree, &mut findings);
    unity_assemblies::check(&tree, &mut findings);
    unity_manifest::check(&tree, &mut findings);
    versions::check(&tree, &mut findings);
    commits::check(root, &mut findings);
    findings.sort();
    Ok(findings)
}

pub(crate) fn run(workspace: &Workspace, args: &TidyArgs) -> Result<()> {
    if args.write {
        let tree = Tree::read(&workspace.root);
        if let Some(table) = bundles::table(&tree)? {
            files::replace(&workspace.root.join(bundles::TABLE), table.as_bytes())?;
        }
        for (path, text) in unity_package::metas(&tree) {
            files::replace(&workspace.root.join(path), text.as_bytes())?;
        }
        for (version, hash) in freeze::hashes(&tree) {
            println!("wit {version}: {hash}");
        }
    }
    let findings = check(&workspace.root)?;
    for finding in &findings {
        println!("{}:{}: {}", finding.file, finding.line, finding.text);
    }
    if !findings.is_empty() {
        bail!("tidy: {} findings", findings.len());
    }
    println!("tidy: nothing found");
    Ok(())
}
