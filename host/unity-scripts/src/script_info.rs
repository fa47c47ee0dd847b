//! Describes one C# type: its source, its base types, and the fields that the inspector shows.

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
use crate::types::stem;
use crate::types::type_text::Arguments;
use bases::Level;
use host_csharp::{Gap, Origin, TypeInfo};
use sources::Sources;
use std::collections::BTreeSet;
use std::sync::Arc;
use unity_files::Project;

/// Maximum number of sentences about unknown facts of a type; one more sentence tells how many are omitted.
const MAX_NOT_KNOWN: usize = 40;

/// Description of one C# type for a client: fields, methods, base types and enums.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScriptInfo {
    /// The full name of the type in C# syntax, with the names of its type parameters.
    pub type_name: String,
    /// Asset path of the source that declares the type. If there are several, it is the one with the type's name,
    /// otherwise the first. `None` if no source declares the type.
    pub path: Option<String>,
    pub assembly: Option<String>,
    /// Base types, from the direct one to the last known one; then all interfaces.
    pub bases: Vec<String>,
    pub attributes: Vec<String>,
    /// The serialized fields, in the order in which Unity writes them.
    pub fields: Vec<ScriptField>,
    /// Enums that the sources of the type declare; if the type itself is an enum, it comes first.
    pub enums: Vec<ScriptEnum>,
    pub messages: Vec<String>,
    /// Public methods that the type declares itself, in C# syntax.
    pub methods: Vec<String>,
    /// Sentences about facts of the type that the host could not determine.
    pub not_known: Vec<String>,
}

/// One serialized field of the described type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptField {
    /// The serialized name; for an auto-property it is `<Name>k__BackingField`.
    pub name: String,
    /// The type as the source writes it, with type parameters replaced by their arguments.
    pub type_name: String,
    /// The default value as JSON in the format of `wit/value.md`; `None` if it is unknown.
    pub default: Option<String>,
    pub attributes: Vec<String>,
    pub shown: bool,
    pub declared_in: Option<String>,
}

/// Describes the type that `asked` identifies: a type name, or the asset path of its source. Parses the sources of the
/// type and of its base types; the turn (`csharp_sources::turn`) decides whether it waits for them.
///
/// # Errors
/// `NoScript` if no type or more than one matches `asked`.
pub fn info(
    project: &Arc<Project>,
    gathered: &Gathered,
    csharp: &CsharpSources,
    asked: &str,
) -> Result<ScriptInfo, NoScript> {
    let found = find::find(project, gathered, csharp, asked)?;
    let mut sources = Sources::new(project, gathered, csharp);
    let index = &gathered.index;
    let (levels, bases, mut not_known) = bases::collect_levels(&found.name, &mut sources);
    let Some(own) = levels.first() else {
        return Err(NoScript::unknown(asked));
    };
    if found.info.origin == Origin::Table {
        not_known.push(
            "it is one of Unity's own types: its fields are not listed here, read a component of it instead".to_owned(),
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
        methods: methods::method_texts(own, found.info),
        messages: messages::unity_messages(&levels, index),
        path,
        ..ScriptInfo::default()
    };
    script.fields = fields::serialized_fields(&levels, &mut sources, &mut not_known);
    script.enums = enums::declared_enums(own, &mut not_known);
    not_known.extend(sources.unread_notes());
    script.not_known = dedup_and_limit(not_known);
    Ok(script)
}

fn dedup_and_limit(sentences: Vec<String>) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let mut kept: Vec<String> = sentences.into_iter().filter(|one| seen.insert(one.clone())).collect();
    if kept.len() > MAX_NOT_KNOWN {
        let more = kept.len() - MAX_NOT_KNOWN;
        kept.truncate(MAX_NOT_KNOWN);
        kept.push(format!("{more} more unknown facts are not listed"));
    }
    kept
}

fn gap_told(gap: Gap) -> &'static str {
    match gap {
        Gap::SyntaxErrors => "part of its source could not be parsed as C#: members can be missing",
        Gap::Conditional => "it is declared under an #if that may be off",
        Gap::CompilerMade => "it is a record: members that the compiler adds are not listed",
        Gap::DeclaredTwice => {
            "several sources declare it completely, maybe for several assemblies: the members of all of them are listed"
        }
        Gap::OtherAssembly => "another assembly declares a type of the same name too",
    }
}

fn last_name(info: &TypeInfo) -> &str {
    info.name.path.last().map_or("", |(name, _)| name.as_str())
}

/// Returns the name of the assembly that contains a type; `None` if unknown.
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

impl Level {
    /// Replaces the type parameters of this class in a field's type, as the source writes it, by their arguments.
    fn type_text(&self, type_name: &str) -> String {
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
