//! Whether a script is there, is missing, or cannot be told: the one place that decides it, for every tool.
//!
//! Unity finds a script by its guid alone; the class identifier beside it is a remark that nothing keeps up to date. So a guid
//! that the folder has wins over the identifier, and a guid that nothing has is missing whatever the identifier says. A script
//! whose file was deleted and whose `.meta` was left is missing as well, unless its folder holds no source at all.
//! Nothing is called missing, though, while a declared package whose files are not there may have it.

use super::identifier::from_identifier;
use super::{ScriptRef, packages};
use crate::project::{Project, has_extension};
use unity_yaml::{FileRef, Guid};

/// The assemblies that Unity makes of scripts in `Assets` without an assembly definition; no package adds to them.
const OWN_ASSEMBLIES: [&str; 4] = [
    "Assembly-CSharp",
    "Assembly-CSharp-firstpass",
    "Assembly-CSharp-Editor",
    "Assembly-CSharp-Editor-firstpass",
];

/// Bits of the guids that stand for Unity's own resources: one digit in the middle, zeros around it.
const BUILT_IN: u128 = 0xf000_0000_0000_0000;

/// Where the script of a component or asset is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// This asset of the folder has it.
    Here { path: String },
    /// The guid is one of Unity's own resources, or the DLL of Unity's UI in an editor that has it.
    BuiltIn,
    /// This asset has it, but the editor does not compile it: why, and that a component of it is as good as missing there.
    NotCompiled { path: String, why: String },
    /// Nothing has it: Unity shows "Missing (Mono Script)".
    Missing,
    /// A package that is not on disk has it, or may have it: of this class, where a table or the identifier says so.
    Unverifiable { class: Option<String> },
}

/// True for the guids of Unity's own resources, which lie in no file of any project.
pub fn is_built_in(guid: Guid) -> bool {
    !guid.is_none() && guid.0 & !BUILT_IN == 0
}

/// The decision.
pub fn standing(script: &ScriptRef, project: &Project) -> Standing {
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
    // Unity's UI was a DLL of the editor before 2019.2, in which it became a package.
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

/// True where the identifier names an assembly that only the project's own scripts are in.
fn is_own(identifier: &str) -> bool {
    let assembly = identifier.trim().split(':').next().unwrap_or_default();
    OWN_ASSEMBLIES.contains(&assembly)
}
