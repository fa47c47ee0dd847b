//! Decides whether the class of a managed reference exists in the sources and assemblies of the project.

use super::Gathered;
use crate::types::stem;
use host_csharp::{Origin, TypeInfo};
use unity_fields::managed_refs::ManagedType;
use unity_files::Project;

/// Prefixes of the names of assemblies of Unity and .NET, for which the host has no complete list of classes.
const OF_UNITY: [&str; 6] = [
    "UnityEngine",
    "UnityEditor",
    "Unity.",
    "System",
    "mscorlib",
    "netstandard",
];

/// The answer to whether the class of a managed reference exists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClassStanding {
    Here,
    /// Unity does not find the class. The text is the reason, as the end of a sentence.
    Missing(String),
    /// The class may exist in files that the host cannot read. The text is the reason, as the end of a sentence.
    Unverifiable(String),
}

impl Gathered {
    /// Decides whether the class of a managed reference, as a file names it, exists.
    pub fn class_standing(&self, of: &ManagedType, project: &Project) -> ClassStanding {
        use ClassStanding::{Here, Missing, Unverifiable};
        let full = of.full_name();
        let assembly = of.assembly.as_str();
        let declared: Vec<&TypeInfo> = self.index.types_named(&full).collect();
        let is_in = |info: &&TypeInfo| {
            info.origin != Origin::Source
                || info
                    .files
                    .iter()
                    .any(|file| project.assemblies.name_of(file) == Some(assembly))
        };
        if declared.iter().any(is_in)
            || self
                .moved
                .iter()
                .any(|moved| moved.from.assembly == of.assembly && moved.from.full_name() == full)
        {
            return Here;
        }
        let own = OWN_ASSEMBLIES.contains(&assembly) || project.assemblies.has(assembly);
        let library = self.library(assembly, project);
        let elsewhere = declared.iter().flat_map(|info| &info.files).next().map(|file| {
            let other = project.assemblies.name_of(file).unwrap_or("no assembly");
            format!("{file} declares a class of that name, in {other}")
        });
        if let Some(why) = self.unread_reason(assembly, &full, project) {
            return Unverifiable(why);
        }
        if own || library {
            let why = elsewhere.unwrap_or_else(|| format!("nothing in the assembly {assembly} declares it"));
            return Missing(why);
        }
        if OF_UNITY.iter().any(|start| assembly.starts_with(start)) {
            return Unverifiable(format!("the assembly {assembly} is not part of the project's folder"));
        }
        if project.absent.may_hold_more() {
            return Unverifiable(format!(
                "the assembly {assembly} may belong to {}",
                project.absent.phrase()
            ));
        }
        Missing(match elsewhere {
            Some(elsewhere) => format!("the project has no assembly {assembly}; {elsewhere}"),
            None => format!("the project has no assembly {assembly}"),
        })
    }

    fn library(&self, assembly: &str, project: &Project) -> bool {
        let libraries = project.index.with_extension("dll");
        libraries.into_iter().any(|path| stem(path) == assembly)
    }

    /// Returns the reason why an unread file may declare a class of the assembly, if there is such a file.
    fn unread_reason(&self, assembly: &str, full: &str, project: &Project) -> Option<String> {
        let is_of_it = |path: &&str| project.assemblies.name_of(path) == Some(assembly);
        let first = |mut paths: Vec<&str>| {
            paths.sort_unstable();
            let first = paths.first()?;
            Some(match paths.len() - 1 {
                0 => (*first).to_owned(),
                more => format!("{first} and {more} more sources"),
            })
        };
        if let Some(bare) = first(project.index.bare().filter(is_of_it).collect()) {
            return Some(format!(
                "of {bare} of the assembly {assembly} only the .meta is in the folder"
            ));
        }
        let unread = self.unread.iter().map(|(path, _)| path.as_str());
        if let Some(unread) = first(unread.filter(is_of_it).collect()) {
            return Some(format!("{unread} of the assembly {assembly} could not be read"));
        }
        let not_compiled = self.not_compiled.iter().map(|(path, _)| path.as_str());
        if let Some(skipped) = first(not_compiled.filter(is_of_it).collect()) {
            return Some(format!(
                "the editor does not compile {skipped} of the assembly {assembly}"
            ));
        }
        let mut libraries = self.unread_assemblies.iter();
        if let Some((path, why)) = libraries.find(|(path, _)| stem(path) == assembly) {
            return Some(format!("the assembly {path} could not be read: {why}"));
        }
        if self.left_out > 0 {
            return Some(format!("{} sources and assemblies were not read", self.left_out));
        }
        if project.absent.hides_files() {
            return Some(format!("{full} may belong to {}", project.absent.phrase()));
        }
        None
    }
}

/// Names of the assemblies that Unity builds from scripts without an assembly definition.
const OWN_ASSEMBLIES: [&str; 4] = [
    "Assembly-CSharp",
    "Assembly-CSharp-firstpass",
    "Assembly-CSharp-Editor",
    "Assembly-CSharp-Editor-firstpass",
];
