//! `cargo xtask docs`: writes the generated pages of `docs/reference`, and builds the book of `docs/`.
//!
//! The host program writes the pages about itself. This task writes the pages about the contract and about groups of
//! tools, and the picture in the README.

mod groups;
mod picture;
mod wit;

use crate::files;
use crate::host;
use crate::output;
use crate::process;
use crate::provision::or_skip;
use crate::provision::python::mdbook;
use crate::steps::{Done, Steps};
use crate::workspace::Workspace;
use anyhow::{Context, Result, bail};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of the generated pages. It must not contain other files.
const REFERENCE: &str = "docs/reference";

/// The options of `cargo xtask docs`.
#[derive(clap::Args)]
pub(crate) struct DocsArgs {
    /// Use the host and the components of the last build.
    #[arg(long)]
    built: bool,
}

pub(crate) fn run(workspace: &Workspace, args: &DocsArgs) -> Result<()> {
    if !args.built {
        host::build(workspace, &[host::HOST])?;
    }
    let pages = pages(workspace)?;
    let folder = workspace.root.join(REFERENCE);
    for stale in stale_files(&folder, &pages) {
        std::fs::remove_file(&stale).with_context(|| format!("cannot delete {}", stale.display()))?;
    }
    let mut written = 0;
    for (name, text) in &pages {
        written += usize::from(files::replace(&folder.join(name), text.as_bytes())?);
    }
    output::line(format_args!(
        "{REFERENCE}: {} pages, {written} of them new",
        pages.len()
    ));
    match or_skip(workspace, mdbook(workspace))? {
        Ok(mdbook) => build_book(workspace, &mdbook),
        Err(missing) => bail!("{missing}"),
    }
}

/// Adds the steps that check the documentation in CI: the generated pages are current, and the book builds cleanly.
pub(crate) fn add_steps(workspace: &Workspace, steps: &mut Steps) {
    steps.step("reference pages", || check(workspace));
    steps.step("book", || match or_skip(workspace, mdbook(workspace))? {
        Ok(mdbook) => build_book(workspace, &mdbook).map(Done::from),
        Err(missing) => Ok(Done::Skipped(missing)),
    });
}

fn check(workspace: &Workspace) -> Result<()> {
    let pages = pages(workspace)?;
    let folder = workspace.root.join(REFERENCE);
    let is_old = |(name, text): &(&PathBuf, &String)| {
        std::fs::read_to_string(folder.join(name)).map_or(true, |old| old.replace("\r\n", "\n") != **text)
    };
    let mut wrong: Vec<PathBuf> = pages.iter().filter(is_old).map(|(name, _)| folder.join(name)).collect();
    wrong.extend(stale_files(&folder, &pages));
    if !wrong.is_empty() {
        let names: Vec<String> = wrong.iter().map(|file| file.display().to_string()).collect();
        bail!(
            "{} generated pages do not fit this version; `cargo xtask docs` writes them again:\n{}",
            names.len(),
            names.join("\n")
        );
    }
    Ok(())
}

/// Returns the text of every generated page, by its path in the folder.
fn pages(workspace: &Workspace) -> Result<BTreeMap<PathBuf, String>> {
    let scratch = workspace.target().join("docs");
    let fresh = scratch.join("reference");
    match std::fs::remove_dir_all(&scratch) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error.into()),
        _ => {}
    }
    std::fs::create_dir_all(&scratch).with_context(|| format!("cannot create {}", scratch.display()))?;
    let program = format!("{}{}", host::HOST, std::env::consts::EXE_SUFFIX);
    let program = workspace.cargo_target().join("release").join(program);
    let mut command = Command::new(&program);
    command
        .arg("reference")
        .arg(&fresh)
        .args(["--sample", "--bundled"])
        .arg(workspace.components())
        .env("UNITY_TOOL_HOST_SERVER_DATA_DIR", scratch.join("data"))
        // This folder contains no configuration file, which the host would read.
        .current_dir(&scratch);
    process::run(&mut command)?;
    let mut pages = wit::pages(&workspace.root.join("wit"))?;
    pages.insert("groups.md".into(), groups::page(&workspace.root.join("tools"))?);
    let picture = picture::first_change(&workspace.root, &program, &scratch)?;
    pages.insert("first-change.svg".into(), picture);
    for file in files::files_below(&fresh) {
        pages.insert(file.strip_prefix(&fresh)?.to_owned(), files::read_text(&file)?);
    }
    Ok(pages)
}

fn stale_files(folder: &Path, pages: &BTreeMap<PathBuf, String>) -> Vec<PathBuf> {
    let mut files = files::files_below(folder);
    files.retain(|file| file.strip_prefix(folder).is_ok_and(|name| !pages.contains_key(name)));
    files
}

/// Builds the book into `target/book`. Fails if mdBook prints a warning.
fn build_book(workspace: &Workspace, mdbook: &Path) -> Result<()> {
    let mut command = Command::new(mdbook);
    command
        .arg("build")
        .arg(workspace.root.join("docs"))
        .arg("--dest-dir")
        .arg(workspace.target().join("book"));
    output::line(format_args!("$ {}", process::display(&command)));
    let built = command.output().context("mdbook could not be started")?;
    let log = String::from_utf8_lossy(&built.stderr);
    if !built.status.success() || log.contains("WARN") || log.contains("ERROR") {
        bail!("the book has faults:\n{log}");
    }
    Ok(())
}
