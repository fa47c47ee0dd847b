//! Prepares the C# compiler for running instances, its work folder, and the permission to run startup scripts.
//!
//! This module runs once when the host starts. `host_compile_csharp` defines how a compiler is found.

use crate::places;
use anyhow::{Context, Result};
use host_api::{AuditSink, Effect};
use host_bridge_live::{Compiling, Forbidden, Scripts};
use host_compile_csharp::{Places, find};
use host_policy::{PolicyCell, ToolFacts, may_start};
use host_scripts_folder::ScriptsFolder;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// Age at which a compiler's work folder is deleted; longer than any compilation takes.
const OLD: Duration = Duration::from_secs(300);

/// Finds a C# compiler, and deletes old work folders of killed hosts. Blocks the thread.
pub(crate) fn prepare(places: &Places, data: &Path) -> Result<Compiling> {
    let folder = data.join("csharp");
    places::create_private_folder(&folder).with_context(|| format!("cannot use {}", folder.display()))?;
    for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
        let made = entry.metadata().and_then(|facts| facts.modified()).ok();
        let age = made.and_then(|made| made.elapsed().ok()).unwrap_or_default();
        // Another host with this data folder may be compiling in a younger folder.
        if age > OLD && entry.file_name().to_string_lossy().starts_with("work-") {
            // A folder that cannot be removed stays.
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
    let compiler = find(places);
    match &compiler {
        Some(compiler) => {
            tracing::info!(program = %compiler.program.display(), arguments = ?compiler.arguments, "using this C# compiler")
        }
        None => tracing::info!(
            "found no C# compiler, so code cannot run in Unity; set `unity.editors`, `unity.dotnet` or `unity.mcs`"
        ),
    }
    Ok(Compiling { compiler, folder })
}

/// The facts with which the policy decides about startup scripts: the same as for the tool `RunStartupScript`.
const STARTUP: ToolFacts<'_> = ToolFacts {
    bundle: "console-scripts",
    tool: "RunStartupScript",
    effect: Effect::Code,
    category: "console",
    tier: "core",
    allowed_here: true,
};

/// Creates access to the console scripts in `folder` for running instances. `project` is the folder of the project. A
/// folder below `data` records which startup scripts were started.
pub(crate) fn scripts(
    folder: &Path,
    project: &Path,
    data: &Path,
    policy: &Arc<PolicyCell>,
    audit: &Arc<dyn AuditSink>,
) -> Scripts {
    let policy = Arc::clone(policy);
    let may_start = move || {
        may_start(&policy.load(), &STARTUP).map_err(|refusal| Forbidden {
            rule: refusal.rule,
            why: format!("{}: {}", refusal.message, refusal.hint),
        })
    };
    let started = data.join("csharp").join("started");
    Scripts::new(
        ScriptsFolder::new(folder, project),
        started,
        Box::new(may_start),
        Arc::clone(audit),
    )
}
