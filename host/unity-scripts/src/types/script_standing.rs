//! Decides whether the script of a component or asset exists, is missing, or is unverifiable.
//!
//! Unity finds a script only by its guid, because the class identifier next to the guid can be outdated. A script that
//! was deleted without its `.meta` is missing as well, unless its folder has no source at all. A script is not reported
//! as missing while an absent declared package can contain it.

use super::identifier::from_identifier;
use super::{ScriptRef, packages};
use unity_files::{Project, has_extension};
use unity_yaml::{FileRef, Guid};

/// Names of the assemblies that Unity builds from scripts in `Assets` without an assembly definition; scripts of
/// packages never belong to them.
const OWN_ASSEMBLIES: [&str; 4] = [
    "Assembly-CSharp",
    "Assembly-CSharp-firstpass",
    "Assembly-CSharp-Editor",
    "Assembly-CSharp-Editor-firstpass",
];

/// Mask of the only hexadecimal digit that is not zero in the guids of Unity's built-in resources.
const BUILT_IN: u128 = 0xf000_0000_0000_0000;

/// The answer to whether the script of a component or asset exists, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// The script is the asset of the project at `path`.
    Here { path: String },
    /// The guid belongs to Unity's built-in resources, or to the DLL of Unity's UI in an editor that has this DLL.
    BuiltIn,
    /// The script is the asset at `path`, but the editor does not compile it. The editor treats it like a missing one.
    NotCompiled { path: String, why: String },
    /// No asset has the guid of the script: Unity shows "Missing (Mono Script)".
    Missing,
    /// The script is or can be in an absent package. `class` is its class name, if a table or the identifier has it.
    Unverifiable { class: Option<String> },
}

/// Returns true if the guid belongs to Unity's built-in resources, which are in no file of a project.
#[inline]
pub fn is_built_in(guid: Guid) -> bool {
    !guid.is_none() && guid.0 & !BUILT_IN == 0
}

/// Decides whether the script to which a component or asset refers exists in the project, and where.
pub fn decide_standing(script: &ScriptRef, project: &Project) -> Standing {
    let FileRef { file_id, guid } = script.file;
    if file_id == 0 || guid.is_none() {
        return Standing::Missing;
    }
    if is_built_in(guid) {
        return Standing::BuiltIn;
    }
    if project.index.is_gone(guid) {
        return Standing::Missing;
    }
    if let Some(path) = project.index.path(guid) {
        let path = path.to_owned();
        return if has_extension(&path, "cs") {
            match project.assemblies.why_not(&path) {
                Some(why) => Standing::NotCompiled { path, why },
                None => Standing::Here { path },
            }
        } else if has_extension(&path, "dll") {
            Standing::Here { path }
        } else {
            Standing::Missing
        };
    }
    // Unity's UI was a DLL of the editor before 2019.2, when it became a package.
    let in_editor = packages::is_dll(guid);
    if in_editor && project.settings.release().is_some_and(|release| release < (2019, 2)) {
        return Standing::BuiltIn;
    }
    let no_package = !project.absent.lacks_packages() || is_own(&script.identifier);
    if !in_editor && no_package && !project.absent.hides_files() {
        return Standing::Missing;
    }
    let class = packages::class_of(guid, file_id).or_else(|| from_identifier(&script.identifier));
    Standing::Unverifiable { class }
}

/// Returns true if a script's class identifier names an assembly that contains only the project's own scripts.
fn is_own(identifier: &str) -> bool {
    let assembly = identifier.trim().split(':').next().unwrap_or_default();
    OWN_ASSEMBLIES.contains(&assembly)
}
