//! The compiler of C# for running Unitys, its folder, and when a script may run by itself.
//!
//! Belongs here: what of it is there as the host begins. Does not: the rules by which one is found (`host_compile_csharp`).

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

/// No compiler takes as long.
const OLD: Duration = Duration::from_secs(300);

/// Looks for a compiler, and empties the folder of what a killed host left there. Blocking.
pub(crate) fn prepare(places: &Places, data: &Path) -> Result<Compiling> {
    let folder = data.join("csharp");
    places::create_private_folder(&folder).with_context(|| format!("{} cannot be used", folder.display()))?;
    for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
        let made = entry.metadata().and_then(|facts| facts.modified()).ok();
        let age = made.and_then(|made| made.elapsed().ok()).unwrap_or_default();
        // In a younger one another host of this data folder may be compiling.
        if age > OLD && entry.file_name().to_string_lossy().starts_with("work-") {
            // What cannot be removed stays.
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
    let compiler = find(places);
    match &compiler {
        Some(compiler) => {
            tracing::info!(program = %compiler.program.display(), arguments = ?compiler.arguments, "the compiler of C#")
        }
        None => tracing::info!(
            "no compiler of C# was found: no code can be run in Unity; `unity.editors`, `unity.dotnet` or `unity.mcs` names one"
        ),
    }
    Ok(Compiling { compiler, folder })
}

/// The startup script as the policy knows it: by the tool that runs it.
const STARTUP: ToolFacts<'_> = ToolFacts {
    bundle: "console-scripts",
    tool: "RunStartupScript",
    effect: Effect::Code,
    category: "console",
    tier: "core",
    allowed_here: true,
};

/// The scripts in `folder`, which is none of `project`, for running Unitys. What ran is noted in `data`.
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
            why: match refusal.hint {
                Some(hint) => format!("{}: {hint}", refusal.message),
                None => refusal.message,
            },
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
