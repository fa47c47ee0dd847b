//! Finds a type by its full or short name, or by the asset path of its source.

use super::last_name;
use crate::csharp_index::Gathered;
use crate::csharp_sources::CsharpSources;
use crate::types::stem;
use host_csharp::{MAX_SOURCE_BYTES, Origin, TypeInfo, TypeKind, TypeLookup, TypeName};
use std::sync::Arc;
use unity_files::{Project, has_extension};

/// Maximum number of candidate type names in an error message; further candidates are omitted.
const MAX_NAMED: usize = 8;

/// Reason why a type name or a source path does not identify exactly one C# type.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoScript {
    #[error("no source, no assembly and no known type of Unity has the name {asked}")]
    Unknown { asked: String },
    #[error("there is no script at {path}")]
    NoFile { path: String },
    #[error("the folder has only the .meta of {path}, not the source itself: its type is not known")]
    OnlyMeta { path: String },
    #[error("{path} {why}")]
    NoType { path: String, why: String },
    /// Several types match; `names` has at most eight of their full names, `count` is the number of all.
    #[error("{asked} may be {count} types")]
    Ambiguous {
        asked: String,
        count: usize,
        names: Vec<String>,
    },
}

impl NoScript {
    pub(super) fn unknown(asked: &str) -> Self {
        Self::Unknown {
            asked: asked.to_owned(),
        }
    }
}

pub(super) struct Found<'g> {
    pub(super) name: Arc<TypeName>,
    pub(super) info: &'g TypeInfo,
}

impl<'g> From<&'g TypeInfo> for Found<'g> {
    fn from(info: &'g TypeInfo) -> Self {
        Self {
            name: Arc::clone(&info.name),
            info,
        }
    }
}

pub(super) fn find<'g>(
    project: &Arc<Project>,
    gathered: &'g Gathered,
    csharp: &CsharpSources,
    asked: &str,
) -> Result<Found<'g>, NoScript> {
    let asked = asked.trim();
    if asked.contains('/') && (has_extension(asked, "cs") || has_extension(asked, "dll")) {
        return find_by_path(project, gathered, csharp, asked);
    }
    find_by_name(gathered, asked).map_err(|why| match (why, missing_source(project, asked)) {
        (NoScript::Unknown { .. }, Some(path)) => NoScript::OnlyMeta { path },
        (why, _) => why,
    })
}

/// Returns the path of a source with the name `asked` that has only a `.meta` and no file; `None` if there is none.
fn missing_source(project: &Project, asked: &str) -> Option<String> {
    let short = asked.rsplit(['.', '+', '/']).next().unwrap_or(asked);
    let sources = project.index.with_extension("cs").into_iter();
    let mut named = sources.filter(|path| stem(path) == short);
    named.find(|path| project.index.is_bare(path)).map(str::to_owned)
}

fn find_by_name<'g>(gathered: &'g Gathered, asked: &str) -> Result<Found<'g>, NoScript> {
    // `Pool<T>`: its arguments do not change its declaration.
    let plain = asked.split('<').next().unwrap_or(asked).replace(['+', '/'], ".");
    let ambiguous = |mut names: Vec<String>| {
        names.sort();
        let count = names.len();
        names.truncate(MAX_NAMED);
        Err(NoScript::Ambiguous {
            asked: asked.to_owned(),
            count,
            names,
        })
    };
    match gathered.index.find_type(asked) {
        TypeLookup::Found(info) => return Ok(info.into()),
        TypeLookup::Ambiguous(names) => return ambiguous(names),
        TypeLookup::NotFound(_) => {}
    }
    if plain.is_empty() {
        return Err(NoScript::unknown(asked));
    }
    let all = gathered.index.types();
    let ends = |info: &&&TypeInfo| {
        let name = info.name.joined_by_dots();
        name == plain
            || name
                .strip_suffix(plain.as_str())
                .is_some_and(|rest| rest.ends_with('.'))
    };
    let named: Vec<&TypeInfo> = all.iter().filter(ends).copied().collect();
    match named.as_slice() {
        [] => Err(NoScript::unknown(asked)),
        [info] => Ok((*info).into()),
        several => ambiguous(several.iter().map(|info| info.name.full_name()).collect()),
    }
}

fn find_by_path<'g>(
    project: &Arc<Project>,
    gathered: &'g Gathered,
    csharp: &CsharpSources,
    path: &str,
) -> Result<Found<'g>, NoScript> {
    let no_type = |why: &str| NoScript::NoType {
        path: path.to_owned(),
        why: why.to_owned(),
    };
    let all = gathered.index.types();
    let mut in_file: Vec<&TypeInfo> = all
        .into_iter()
        .filter(|info| info.origin != Origin::Table && info.files.iter().any(|file| **file == *path))
        .collect();
    if in_file.is_empty() {
        if let Some((_, why)) = gathered.not_compiled.iter().find(|(file, _)| file == path) {
            return Err(no_type(&format!("is in {why}")));
        }
        let unread = gathered.unread.iter().chain(&gathered.unread_assemblies);
        if let Some((_, why)) = unread.into_iter().find(|(file, _)| file == path) {
            return Err(no_type(&format!("could not be read: {why}")));
        }
        return match project.read_at_most(path, MAX_SOURCE_BYTES as u64) {
            Ok(_) => Err(no_type("declares no type")),
            Err(_) if project.index.is_bare(path) => Err(NoScript::OnlyMeta { path: path.to_owned() }),
            Err(_) => Err(NoScript::NoFile { path: path.to_owned() }),
        };
    }
    // Nested types must be requested by name.
    in_file.retain(|info| info.name.path.len() == 1);
    let of_its_name: Vec<&TypeInfo> = in_file
        .iter()
        .filter(|info| last_name(info) == stem(path))
        .copied()
        .collect();
    match (of_its_name.as_slice(), in_file.as_slice()) {
        ([one], _) | (_, [one]) => Ok((*one).into()),
        _ => match first_class(project, csharp, &in_file, path) {
            Some(info) => Ok(info.into()),
            None => Err(NoScript::Ambiguous {
                asked: path.to_owned(),
                count: in_file.len(),
                names: in_file
                    .iter()
                    .map(|info| info.name.full_name())
                    .take(MAX_NAMED)
                    .collect(),
            }),
        },
    }
}

/// Returns the only top-level class of a source; `None` if the source declares no class or several.
fn first_class<'g>(
    project: &Arc<Project>,
    csharp: &CsharpSources,
    in_file: &[&'g TypeInfo],
    path: &str,
) -> Option<&'g TypeInfo> {
    let file = csharp.get(project, path).parsed()?;
    let mut classes = file
        .types()
        .filter(|declared| declared.kind() == TypeKind::Class && declared.outer().is_none());
    let name = classes.next()?.type_name();
    let found = in_file.iter().find(|info| super::is_same(&info.name, &name)).copied();
    found.filter(|_| classes.next().is_none())
}
