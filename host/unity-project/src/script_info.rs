//! What is known of one C# type: where it is declared, what it derives from, which fields the inspector shows.
//!
//! Belongs here: from declarations to what Unity makes of them, over all files of a type and its base types. Does not: reading C#
//! (`host-csharp`), which sources there are (`csharp_index`), what a component of the type holds (`expand`).

mod bases;
mod defaults;
mod engine;
mod enums;
mod fields;
mod find;
mod messages;
mod methods;
mod serialized;
mod sources;

pub use enums::ScriptEnum;
pub use find::NoScript;

use crate::csharp_index::Gathered;
use crate::csharp_sources::CsharpSources;
use crate::project::Project;
use crate::scripts::type_text::Arguments;
use bases::Level;
use host_csharp::{Gap, Origin, TypeInfo};
use sources::Sources;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Sentences about what is not known; more are counted in the last one.
const MAX_NOT_KNOWN: usize = 40;

/// One type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScriptInfo {
    /// As C# writes it, with the names of its type parameters.
    pub type_name: String,
    /// The source that declares it; of several the one of its name, or the first.
    pub path: Option<String>,
    pub assembly: Option<String>,
    /// From its own base type to the last that is known, then all interfaces.
    pub bases: Vec<String>,
    pub attributes: Vec<String>,
    /// In the order in which Unity writes them.
    pub fields: Vec<ScriptField>,
    /// Those that its own sources declare, itself first where it is one.
    pub enums: Vec<ScriptEnum>,
    pub messages: Vec<String>,
    /// Public ones that it declares itself.
    pub methods: Vec<String>,
    /// One sentence each.
    pub not_known: Vec<String>,
}

/// One serialized field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptField {
    /// As Unity writes it; that of an automatic property is `<Name>k__BackingField`.
    pub name: String,
    /// As the source writes it, with what type parameters stand for here.
    pub type_name: String,
    /// One JSON value in the grammar of `wit/value.md`.
    pub default: Option<String>,
    pub attributes: Vec<String>,
    pub shown: bool,
    pub declared_in: Option<String>,
}

/// The type of that name or in that source. Reads the sources of it and its base types: whether it waits for them is the
/// turn's matter (`csharp_sources::turn`).
///
/// # Errors
/// Where there is no such type, or more than one.
pub fn info(
    project: &Arc<Project>,
    gathered: &Gathered,
    csharp: &CsharpSources,
    asked: &str,
) -> Result<ScriptInfo, NoScript> {
    let found = find::find(project, gathered, csharp, asked)?;
    let mut sources = Sources::new(project, gathered, csharp);
    let index = &gathered.index;
    let (levels, bases, mut not_known) = bases::of(&found.name, &mut sources);
    let Some(own) = levels.first() else {
        return Err(NoScript::unknown(asked));
    };
    if found.info.origin == Origin::Table {
        not_known.push(
            "it is one of Unity's own types: its fields are not told here, read a component of it instead".to_owned(),
        );
    }
    not_known.extend(found.info.gaps.iter().map(|gap| gap_told(*gap).to_owned()));
    let files: Vec<&str> = match found.info.origin {
        Origin::Source => found.info.files.iter().map(AsRef::as_ref).collect(),
        Origin::Assembly | Origin::Table => Vec::new(),
    };
    let of_its_name = files.iter().find(|path| stem(path) == last_name(found.info));
    let path = of_its_name.or_else(|| files.first()).map(|path| (*path).to_owned());
    let mut script = ScriptInfo {
        type_name: found.name.csharp(&own.args),
        assembly: assembly(project, found.info, path.as_deref()),
        bases,
        attributes: own
            .details()
            .flat_map(|(_, detail)| &detail.attributes)
            .map(host_csharp::Attribute::text)
            .collect(),
        methods: methods::of(own, found.info),
        messages: messages::of(&levels, index),
        path,
        ..ScriptInfo::default()
    };
    script.fields = fields::of(&levels, &mut sources, &mut not_known);
    script.enums = enums::of(own, &mut not_known);
    not_known.extend(sources.unread());
    script.not_known = at_most(not_known);
    Ok(script)
}

fn at_most(sentences: Vec<String>) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let mut kept: Vec<String> = sentences.into_iter().filter(|one| seen.insert(one.clone())).collect();
    if kept.len() > MAX_NOT_KNOWN {
        let more = kept.len() - MAX_NOT_KNOWN;
        kept.truncate(MAX_NOT_KNOWN);
        kept.push(format!("{more} more such things are not told"));
    }
    kept
}

fn gap_told(gap: Gap) -> &'static str {
    match gap {
        Gap::SyntaxErrors => "part of its source is no C# that could be read: members may be missing",
        Gap::Conditional => "it stands under an #if that may be off",
        Gap::CompilerMade => "it is a record: what the compiler adds to it is not told",
        Gap::DeclaredTwice => {
            "several sources declare it whole, maybe for several assemblies: what all of them say is told"
        }
        Gap::OtherAssembly => "another assembly declares a type of its name too",
    }
}

fn stem(path: &str) -> &str {
    let file = path.rsplit('/').next().unwrap_or(path);
    file.rsplit_once('.').map_or(file, |(stem, _)| stem)
}

fn last_name(info: &TypeInfo) -> &str {
    info.name.path.last().map_or("", |(name, _)| name.as_str())
}

/// By the definition that its source is in, else one of those that Unity makes itself; by its file where a library has it.
fn assembly(project: &Project, info: &TypeInfo, path: Option<&str>) -> Option<String> {
    let Some(path) = path else {
        return info
            .files
            .first()
            .filter(|_| info.origin == Origin::Assembly)
            .map(|path| stem(path).to_owned());
    };
    project.assemblies.name_of(path).map(str::to_owned)
}

/// A type and one of its base types, as far as its own declarations were read.
impl Level {
    /// A type as its source writes it, what its parameters are filled in.
    fn written(&self, type_name: &str) -> String {
        let arguments: Vec<String> = self.args.iter().map(host_csharp::TypeRef::csharp).collect();
        let known = Arguments::new(&self.params, &arguments).and_then(|known| known.fill(type_name));
        known.unwrap_or_else(|| type_name.to_owned())
    }

    fn details(&self) -> impl Iterator<Item = (host_csharp::Declared<'_>, &host_csharp::Detail)> {
        let all = self.parts.iter().flat_map(|file| file.types());
        let own = all.filter(|declared| is_same(&declared.type_name(), &self.name));
        own.filter_map(|declared| Some((declared, declared.detail()?)))
    }
}

fn is_same(one: &host_csharp::TypeName, other: &host_csharp::TypeName) -> bool {
    one.namespace == other.namespace && one.path == other.path
}

#[cfg(test)]
mod tests;
