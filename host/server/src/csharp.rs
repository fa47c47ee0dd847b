//! The compiler of C# for running Unitys, and its folder.
//!
//! Belongs here: what of it is there as the host begins. Does not: the rules by which one is found (`host_compile_csharp`).

use crate::places;
use anyhow::{Context, Result};
use host_bridge_live::Compiling;
use host_compile_csharp::{Places, find};
use std::path::Path;
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
