//! Finds a member of the table in the sources of one version, on the type itself or on a base type.

use crate::builds::signature;
use crate::declared::{Mark, Place, Sources, marks};
use crate::table::{ENUM_VALUE, Key, State, WHOLE_TYPE};
use host_csharp::{Attribute, Method, MethodKind, TypeInfo, TypeKind, TypeRef};
use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;
use tests_support::environment::announce;

/// Maximum length of a message in `[Obsolete]` that the parser keeps. In a longer one the second argument is cut off.
const MAX_ARGUMENTS: usize = 490;

/// What `[Obsolete]` makes of a use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Fine,
    Warning,
    Error,
}

/// A declaration that fits the name of a row.
struct Candidate {
    signature: String,
    level: Level,
    place: Option<Place>,
}

/// Returns the state of a row in this version.
pub(crate) fn state(sources: &Sources, key: &Key) -> State {
    let Some(level) = type_level(sources, &key.declaring) else {
        return State::Absent;
    };
    let Some(info) = sources.find(&key.declaring) else {
        return State::Absent;
    };
    if key.member == WHOLE_TYPE {
        return rated(sources, key, level, type_place(info).as_ref());
    }
    if key.signature == ENUM_VALUE {
        let values = sources.declarations(&key.declaring).flat_map(marks);
        let value = values.into_iter().find(|mark| mark.name == key.member);
        return value.map_or(State::Absent, |mark| {
            rated(sources, key, level.max(level_of(&mark.attributes)), None)
        });
    }
    if is_made_by_compiler(info, key) {
        return rated(sources, key, level, None);
    }
    let mut others = BTreeSet::new();
    for ty in with_bases(sources, info, key.member != ".ctor") {
        for candidate in candidates(sources, ty, &key.member) {
            if candidate.signature == key.signature {
                return rated(sources, key, level.max(candidate.level), candidate.place.as_ref());
            }
            others.insert(candidate.signature);
        }
    }
    match others.is_empty() {
        true => State::Absent,
        false => State::Different(others.into_iter().collect::<Vec<_>>().join(" | ")),
    }
}

fn rated(sources: &Sources, key: &Key, level: Level, place: Option<&Place>) -> State {
    let is_editor_type = key.declaring.starts_with("UnityEditor");
    match level {
        Level::Error => State::ObsoleteError,
        _ if !is_editor_type && place.is_some_and(|place| !sources.is_in_players(place)) => State::EditorOnly,
        Level::Warning => State::Obsolete,
        Level::Fine => State::Same,
    }
}

/// Returns the worst `[Obsolete]` of a type and its outer types; `None` if one of them is absent or not public.
fn type_level(sources: &Sources, full_name: &str) -> Option<Level> {
    let outer = full_name.match_indices('/').map(|(at, _)| &full_name[..at]);
    let mut worst = Level::Fine;
    for name in outer.chain([full_name]) {
        let mut is_visible = false;
        for declared in sources.declarations(name) {
            let detail = declared.detail()?;
            let is_in_interface = declared
                .outer()
                .is_some_and(|outer| outer.kind() == TypeKind::Interface);
            is_visible |= detail.modifiers.has("public") || detail.modifiers.has("protected") || is_in_interface;
            worst = worst.max(level_of(&detail.attributes));
        }
        is_visible.then_some(())?;
    }
    Some(worst)
}

fn level_of(attributes: &[Attribute]) -> Level {
    let levels = attributes
        .iter()
        .filter(|attribute| attribute.is("Obsolete"))
        .map(|attribute| {
            let arguments = attribute.arguments.trim();
            if arguments.len() > MAX_ARGUMENTS {
                announce(&format!("cannot read the end of [Obsolete({arguments}"));
            }
            if arguments.ends_with("true") {
                Level::Error
            } else {
                Level::Warning
            }
        });
    levels.max().unwrap_or(Level::Fine)
}

fn type_place(info: &TypeInfo) -> Option<Place> {
    Some(Place {
        file: info.files.first()?.to_string(),
        declaring: info.name.full_name(),
        mark: None,
    })
}

/// Returns true for a constructor that no source declares: that of a delegate, or of a class without constructors.
fn is_made_by_compiler(info: &TypeInfo, key: &Key) -> bool {
    let declares_one = info.methods.iter().any(|method| method.kind == MethodKind::Constructor);
    let is_default = !declares_one && key.signature.ends_with(" ()") && info.kind() == TypeKind::Class;
    key.member == ".ctor" && (is_default || info.kind() == TypeKind::Delegate)
}

/// Returns the type and its base types and interfaces, nearest first; only the type itself without `bases`.
fn with_bases<'s>(sources: &'s Sources, info: &'s TypeInfo, bases: bool) -> Vec<&'s TypeInfo> {
    let mut found = vec![info];
    let mut waiting = VecDeque::from([info]);
    while let Some(at) = waiting.pop_front().filter(|_| bases) {
        for base in sources.index.bases(&at.name) {
            let TypeRef::Named(name, _) = base else { continue };
            let Some(base) = sources.index.info(name) else { continue };
            if !found.iter().any(|known| known.name == base.name) {
                found.push(base);
                waiting.push_back(base);
            }
        }
    }
    found
}

/// Returns the visible members of a type with this name.
fn candidates(sources: &Sources, info: &TypeInfo, name: &str) -> Vec<Candidate> {
    let full_name = info.name.full_name();
    let params = sources.index.type_params(&info.name);
    let level = type_level(sources, &full_name).unwrap_or(Level::Fine);
    let methods = info.methods.iter().filter(|method| method.name == name);
    let mut found: Vec<Candidate> = methods
        .filter_map(|method| {
            let mark = mark_of(sources, method, &full_name);
            let is_protected = mark.as_ref().is_some_and(|mark| mark.modifiers.has("protected"));
            if !method.is_public && !is_protected {
                return None;
            }
            if method.conditional {
                announce(&format!(
                    "{full_name}::{name} depends on a symbol whose value is unknown"
                ));
            }
            let own = mark.as_ref().map_or(Level::Fine, |mark| level_of(&mark.attributes));
            let file = method.file.as_ref().map(ToString::to_string);
            Some(Candidate {
                signature: method_signature(method, &params),
                level: level.max(own),
                place: file.zip(mark).map(|(file, mark)| Place {
                    file,
                    declaring: full_name.clone(),
                    mark: Some((mark.name, mark.line)),
                }),
            })
        })
        .collect();
    for declared in sources.declarations(&full_name) {
        let fields = declared.detail().into_iter().flat_map(|detail| &detail.fields);
        let named = fields.filter(|field| field.name == name && !field.is_property);
        for field in named.filter(|field| field.modifiers.has("public") || field.modifiers.has("protected")) {
            let ty = sources
                .index
                .meaning(field, declared)
                .substitute_params(&params, &numbered("!", params.len()));
            found.push(Candidate {
                signature: ty.csharp(),
                level: level.max(level_of(&field.attributes)),
                place: Some(Place {
                    file: declared.file_name().to_owned(),
                    declaring: full_name.clone(),
                    mark: Some((field.name.clone(), field.line)),
                }),
            });
        }
    }
    found
}

fn method_signature(method: &Method, type_params: &[String]) -> String {
    let own = numbered("!!", method.type_params.len());
    let of_type = numbered("!", type_params.len());
    let numbered = |ty: &TypeRef| {
        ty.substitute_params(&method.type_params, &own)
            .substitute_params(type_params, &of_type)
    };
    let params: Vec<TypeRef> = method.params.iter().map(|(_, ty)| numbered(ty)).collect();
    signature(
        method.is_static,
        method.type_params.len(),
        &params,
        &numbered(&method.ret),
    )
}

fn numbered(mark: &str, count: usize) -> Vec<TypeRef> {
    let param = |at| TypeRef::Param {
        name: format!("{mark}{at}"),
        namespace: Arc::from(""),
    };
    (0..count).map(param).collect()
}

/// Finds the declaration with the attributes of a method: for an accessor that of its property or event.
fn mark_of(sources: &Sources, method: &Method, full_name: &str) -> Option<Mark> {
    let file = sources.file(method.file.as_deref()?)?;
    let same = file.types().filter(|one| one.type_name().full_name() == full_name);
    let all: Vec<Mark> = same.flat_map(marks).collect();
    let line = method.line;
    let found = match method.kind {
        MethodKind::Accessor => {
            let (_, property) = method.name.split_once('_')?;
            let named = all
                .into_iter()
                .filter(|mark| mark.name == property || mark.name == "Item");
            named.filter(|mark| mark.line <= line).max_by_key(|mark| mark.line)
        }
        MethodKind::Ordinary => {
            let named = all.into_iter().filter(|mark| mark.name == method.name);
            named.filter(|mark| mark.line >= line).min_by_key(|mark| mark.line)
        }
        // The name of an operator in the sources is its symbol.
        _ => all.into_iter().find(|mark| mark.line == line),
    };
    if found.is_none() && sources.kind(full_name) != Some("delegate") {
        announce(&format!("{full_name}::{}: no declaration at line {line}", method.name));
    }
    found
}
