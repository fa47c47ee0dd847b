//! The folders in which the host searches for C# compilers: `unity.editors`, `unity.dotnet`, `unity.mcs`.

use super::Values;
use host_compile_csharp::Places;
use std::ffi::OsString;
use std::path::PathBuf;

pub(super) fn csharp(values: &Values) -> Places {
    let editors = match (values.texts("unity.editors"), values.text("unity.editors")) {
        (Some(folders), _) => folders
            .iter()
            .map(|folder| values.resolve_path("unity.editors", folder))
            .collect(),
        (None, Some("off")) => Vec::new(),
        (None, _) => usual_editors(),
    };
    let mcs = values.text("unity.mcs").unwrap_or("auto");
    Places {
        editors,
        dotnet: values.path("unity.dotnet"),
        mcs: values.path("unity.mcs").filter(|_| !matches!(mcs, "auto" | "off")),
        path: match mcs {
            "auto" => system_variable("PATH").map_or_else(Vec::new, |path| std::env::split_paths(&path).collect()),
            _ => Vec::new(),
        },
    }
}

fn system_variable(name: &str) -> Option<OsString> {
    std::env::var_os(name)
}

/// Returns the folder in which Unity Hub installs editors on this system; empty if it is unknown.
fn usual_editors() -> Vec<PathBuf> {
    let folder = if cfg!(windows) {
        system_variable("ProgramFiles").map(|folder| PathBuf::from(folder).join("Unity").join("Hub").join("Editor"))
    } else if cfg!(target_os = "macos") {
        Some(PathBuf::from("/Applications/Unity/Hub/Editor"))
    } else {
        dirs::home_dir().map(|home| home.join("Unity/Hub/Editor"))
    };
    folder.into_iter().collect()
}
