//! `cargo xtask conformance`: runs the official MCP conformance suite against the host program.
//!
//! Belongs here: running the suite once for each MCP revision. Does not: the rules for results (`verdict`).
//!
//! The host serves the bundled tools and a test guest, so the suite also checks the tool list that users get. Other
//! steps do not run at the same time, because some checks measure times.

mod results;
mod suite_host;
mod verdict;

use crate::components::{self, ComponentsArgs};
use crate::files;
use crate::host;
use crate::process;
use crate::provision::npm::{self, NodePackages};
use crate::provision::or_skip;
use crate::steps::{Done, Steps};
use crate::workspace::Workspace;
use anyhow::{Context, Result, bail};
use std::fs::File;
use std::path::Path;
use suite_host::Served;
use verdict::{Expected, Revision, Verdict};

const REASONS: &str = "tests/conformance/reasons.toml";
const SUITE: &str = "@modelcontextprotocol/conformance/dist/index.js";

/// The options of `cargo xtask conformance`.
#[derive(clap::Args, Default)]
pub(crate) struct ConformanceArgs {
    /// Use the host and the components of the last build.
    #[arg(long)]
    built: bool,
}

pub(crate) fn run(workspace: &Workspace, args: &ConformanceArgs) -> Result<()> {
    if !args.built {
        components::run(workspace, &ComponentsArgs::default())?;
        host::build(workspace, &[host::HOST])?;
    }
    let mut steps = Steps::new("cargo xtask conformance");
    add_step(workspace, &mut steps);
    steps.finish()
}

/// Adds the MCP conformance suite as a step of a longer task, which must have built the host and the components.
pub(crate) fn add_step(workspace: &Workspace, steps: &mut Steps) {
    steps.step("MCP conformance suite", || {
        match or_skip(workspace, npm::conformance_suite(workspace))? {
            Ok(suite) => judge_all(workspace, &suite),
            Err(missing) => Ok(Done::Skipped(missing)),
        }
    });
}

fn judge_all(workspace: &Workspace, suite: &NodePackages) -> Result<Done> {
    let expected = Expected::read(&workspace.root.join(REASONS))?;
    let folder = workspace.target().join("conformance");
    clear(&folder)?;
    let host = Served::start(workspace, &folder)?;
    // The first call of a tool compiles and links it, and some checks of the suite measure times.
    host.call_once("test_simple_text")?;
    let mut report = String::new();
    let mut problems = Vec::new();
    for revision in &expected.revisions {
        let verdict = judge_one(suite, &host, revision, &expected, &folder)?;
        report.push_str(&verdict.table);
        problems.extend(verdict.problems);
    }
    println!("{report}");
    files::replace(&folder.join("summary.txt"), report.as_bytes())?;
    if problems.is_empty() {
        return Ok(Done::Fully);
    }
    bail!(
        "{} findings; all requests and verdicts are in {}:\n  {}",
        problems.len(),
        workspace.display_path(&folder),
        problems.join("\n  ")
    )
}

fn judge_one(
    suite: &NodePackages,
    host: &Served,
    revision: &Revision,
    expected: &Expected,
    folder: &Path,
) -> Result<Verdict> {
    let output = folder.join(&revision.name);
    std::fs::create_dir_all(&output).with_context(|| format!("cannot create {}", output.display()))?;
    let log = output.join("suite.log");
    let mut command = suite.command(SUITE);
    command
        .args(["server", "--url", &host.mcp_url(), "--requirements", &revision.name])
        .arg("--output-dir")
        .arg(&output);
    println!("$ {}", process::display(&command));
    let file = File::create(&log).with_context(|| format!("cannot write {}", log.display()))?;
    command.stdout(file.try_clone().context("cannot share the log file")?);
    // The exit code of the suite only summarizes its checks, and ignores `reasons.toml`.
    let status = command
        .stderr(file)
        .status()
        .context("the suite could not be started")?;
    let scenarios = results::read(&output)?;
    if scenarios.is_empty() {
        bail!(
            "the suite left no results ({status}):\n{}",
            std::fs::read_to_string(&log).unwrap_or_default()
        );
    }
    Ok(verdict::judge(revision, &expected.reasons, &scenarios))
}

fn clear(folder: &Path) -> Result<()> {
    match std::fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot remove {}", folder.display()))
        }
        _ => std::fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display())),
    }
}
