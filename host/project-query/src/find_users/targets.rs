//! Resolution of a target to keys of the index and names to search in C# sources.

use super::declared_types;
use super::{id_of, name_of};
use host_api::Tree;
use host_api::similar_names::{did_you_mean, near_names, near_paths};
use host_bridge::{BridgeError, BridgeErrorKind, ReferenceTarget};
use host_project_world::unimported_assets::no_asset_yet;
use serde_json::json;
use std::collections::BTreeSet;
use unity_files::has_extension;
use unity_project::expand::Library;
use unity_project::references::{Key, ReferenceIndex, Type};
use unity_scripts::{MAIN, ScriptRef};
use unity_yaml::{FileRef, Guid};

/// Names of types that every object has, for which a search is rejected.
const EVERYWHERE: [&str; 3] = ["GameObject", "Transform", "RectTransform"];

/// Maximum number of derived types that a note names; further types are counted.
const MAX_DERIVED: usize = 8;

/// Maximum size in bytes of an assembly definition that is read; in a larger one, the assembly's name stays unknown.
const MAX_DEFINITION: u64 = 1024 * 1024;

/// The keys and names to search for the target of a request.
#[derive(Debug, Default)]
pub(super) struct Wanted {
    /// The keys to search in the index of references, each with the file id if the target is one object of an asset.
    pub(crate) keys: Vec<(Key, Option<i64>)>,
    /// Identifiers to search in C# sources, such as the short type name.
    pub(crate) words: BTreeSet<String>,
    /// Full names of the types that `words` can mean.
    pub(super) full_names: BTreeSet<String>,
    /// Full name of the type, if the target is a type.
    pub(crate) full: Option<String>,
    /// Full name of the class of the method, if the target is a method.
    pub(crate) class: Option<String>,
    /// Name of the method of `class` whose callers are requested.
    pub(crate) method: Option<String>,
    /// Paths of files that do not count as users, because they define the target.
    pub(crate) own: Vec<String>,
    pub(crate) notes: Vec<String>,
}

/// Determines what to search for a target. `NotFound` has similar names; for types, only if the index is `complete`.
pub(super) fn find_wanted(
    target: &ReferenceTarget,
    index: &ReferenceIndex,
    library: &mut Library,
    complete: bool,
) -> Result<Wanted, BridgeError> {
    match target {
        ReferenceTarget::Asset(path) => {
            let Some(guid) = library.project().index.guid(path) else {
                return no_asset(path, library);
            };
            Ok(wanted_asset(guid, path, index, library))
        }
        ReferenceTarget::Guid(text) => {
            let guid = Guid::parse(text).unwrap_or_default();
            let path = library.project().index.path(guid).map(str::to_owned);
            Ok(match path {
                Some(path) => wanted_asset(guid, &path, index, library),
                None => Wanted {
                    keys: vec![(Key::Asset(guid), None)],
                    notes: vec![format!(
                        "no asset of the project has the guid {guid}: it is {}",
                        library.project().absent.verdict()
                    )],
                    ..Wanted::default()
                },
            })
        }
        ReferenceTarget::TypeName(name) => wanted_type(name, index, library, complete),
        ReferenceTarget::Object(_) | ReferenceTarget::Other(_) => Ok(Wanted::default()),
    }
}

fn no_asset(path: &str, library: &Library) -> Result<Wanted, BridgeError> {
    let project = library.project();
    if project.scenes.iter().any(|scene| scene.exists && scene.path == path) {
        let note = "this scene has no .meta file yet, so that nothing can refer to it";
        return Ok(Wanted {
            notes: vec![note.to_owned()],
            ..Wanted::default()
        });
    }
    if let Some(error) = no_asset_yet(project, path) {
        return Err(error);
    }
    let shown: String = path.chars().take(200).collect();
    let message = format!("there is no asset {shown:?} in the project");
    let known = project.index.assets().map(|(path, _)| path);
    let near = near_paths(path, known);
    let hint = did_you_mean(&near);
    let hint = hint.unwrap_or_else(|| "paths begin with Assets/ or Packages/; list the assets".to_owned());
    Err(BridgeError::new(BridgeErrorKind::NotFound, message)
        .with_hint(hint)
        .with_data(&json!({"argument": "target.asset", "given": shown, "nearest": near})))
}

fn wanted_asset(guid: Guid, path: &str, index: &ReferenceIndex, library: &mut Library) -> Wanted {
    let mut wanted = Wanted {
        keys: vec![(Key::Asset(guid), None), (Key::path(path), None)],
        own: vec![path.to_owned()],
        ..Wanted::default()
    };
    wanted.keys.extend(Key::resources_of(path).map(|key| (key, None)));
    if has_extension(path, "cs") {
        wanted.words.insert(stem(path).to_owned());
        let file = FileRef { file_id: MAIN, guid };
        let identifier = String::new();
        let full = name_of(&Type::Script(ScriptRef { file, identifier }), library.types_mut());
        wanted.notes.extend(derived_types_note(&full, index, library));
        wanted.keys.push((Key::managed(&full), None));
        wanted.full_names.insert(full.clone());
        wanted.full = Some(full);
    } else if has_extension(path, "asmdef") {
        let project = std::sync::Arc::clone(library.project());
        let file = project.roots().locate(path);
        let name = file.and_then(|file| library.look_at_bytes(&file, MAX_DEFINITION, |_, bytes| name_in(&bytes)));
        let key = name.ok().flatten().map(|name| (Key::assembly(&name), None));
        wanted.keys.extend(key);
    }
    wanted
}

fn name_in(definition: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(definition);
    let definition = Tree::read(text.trim_start_matches('\u{feff}')).ok()?;
    Some(definition.get("name")?.as_str()?.to_owned())
}

fn stem(path: &str) -> &str {
    let file = path.rsplit('/').next().unwrap_or(path);
    file.rsplit_once('.').map_or(file, |(stem, _)| stem)
}

fn wanted_type(
    name: &str,
    index: &ReferenceIndex,
    library: &mut Library,
    complete: bool,
) -> Result<Wanted, BridgeError> {
    let name = name.trim();
    let is_meant = |full: &str| full.eq_ignore_ascii_case(name) || short(full).eq_ignore_ascii_case(name);
    if EVERYWHERE.iter().any(|known| short(name).eq_ignore_ascii_case(known)) {
        let message = format!("`target.type-name` is {name:?}, which every object has; it must be another type");
        return Err(BridgeError::new(BridgeErrorKind::InvalidArgument, message)
            .with_hint("find objects instead, or name the asset or script whose users are wanted")
            .with_data(&json!({"argument": "target.type-name", "given": name})));
    }
    let mut wanted = Wanted::default();
    let mut known: BTreeSet<String> = BTreeSet::new();
    let used: Vec<Type> = index.types().cloned().collect();
    // A script that no component uses is found by the name of its file.
    let project = std::sync::Arc::clone(library.project());
    let scripts = project.index.with_extension("cs");
    let unused = scripts
        .into_iter()
        .filter(|path| stem(path).eq_ignore_ascii_case(short(name)));
    let unused = unused.filter_map(|path| {
        let file = FileRef {
            file_id: MAIN,
            guid: project.index.guid(path)?,
        };
        let identifier = String::new();
        Some(Type::Script(ScriptRef { file, identifier }))
    });
    for kind in used.into_iter().chain(unused) {
        let full = name_of(&kind, library.types_mut());
        if !is_meant(&full) {
            known.insert(full);
            continue;
        }
        let (key, id) = match &kind {
            Type::Engine(number, _) => (Key::Class(*number), None),
            Type::Script(script) => {
                let path = project.index.path(script.file.guid);
                wanted.own.extend(path.map(str::to_owned));
                (Key::Asset(script.file.guid), Some(script.file.file_id))
            }
        };
        wanted.words.insert(short(&full).to_owned());
        wanted.full_names.insert(full.clone());
        let managed = (Key::managed(&full), None);
        wanted.full.get_or_insert(full);
        if !wanted.keys.contains(&managed) {
            wanted.keys.push(managed);
        }
        if !wanted.keys.contains(&(key, id)) {
            wanted.keys.push((key, id));
        }
    }
    for full in unity_fields::component_names() {
        if is_meant(full) {
            wanted.words.insert(short(full).to_owned());
            wanted.full_names.insert(full.to_owned());
        }
    }
    let full = wanted.full.clone().unwrap_or_else(|| name.to_owned());
    let derived = derived_types_note(&full, index, library);
    let is_base = derived.is_some();
    wanted.notes.extend(derived);
    if wanted.words.is_empty()
        && complete
        && let Some((full, path)) =
            declared_types::in_sources(short(name), &is_meant, index, &project, library.types().sources())
    {
        wanted.notes.push(format!(
            "{full} is declared in {path} and is not the type of a component: its users are sources, and fields of [SerializeReference] that hold its objects"
        ));
        wanted.keys.push((Key::managed(&full), None));
        wanted.words.insert(short(&full).to_owned());
        wanted.full_names.insert(full.clone());
        wanted.full = Some(full);
    }
    if wanted.words.is_empty() && complete && !is_base {
        if let Some(wanted) = wanted_method(name, index, library) {
            return Ok(wanted);
        }
        return Err(unknown_type(name, known, library));
    }
    Ok(wanted)
}

/// Returns the error for a name that is not a type; `known` are the names of the types in use.
fn unknown_type(name: &str, mut known: BTreeSet<String>, library: &Library) -> BridgeError {
    let project = library.project();
    known.extend(unity_fields::component_names().map(str::to_owned));
    known.extend(
        project
            .index
            .with_extension("cs")
            .into_iter()
            .map(|path| stem(path).to_owned()),
    );
    let shown: String = name.chars().take(200).collect();
    let read = match library.types().may_be_skipped() {
        true => " that was read",
        false => "",
    };
    let message = format!("type {shown:?} is not known to Unity, to any source{read} or to any file of the project");
    let message = match project.absent.hidden().note(None) {
        Some(not_read) => format!("{message}; {not_read}"),
        None => message,
    };
    let near = near_names(name, known.iter().map(String::as_str));
    let hint = did_you_mean(&near)
        .unwrap_or_else(|| "give a component's name as it is listed, e.g. Rigidbody or Game.Player".to_owned());
    BridgeError::new(BridgeErrorKind::NotFound, message)
        .with_hint(hint)
        .with_data(&json!({"argument": "target.type-name", "given": shown, "nearest": near}))
}

/// Resolves the name `Type.Method` of a method, which UnityEvents and animations can call; `None` for other names.
fn wanted_method(name: &str, index: &ReferenceIndex, library: &mut Library) -> Option<Wanted> {
    let (class, method) = name.strip_suffix("()").unwrap_or(name).rsplit_once('.')?;
    let of_class = wanted_type(class, index, library, true).ok()?;
    let full = of_class.full.unwrap_or_else(|| class.to_owned());
    let note = format!(
        "calls of the method {method} by UnityEvents and animations are listed; an animation names no class, so that its call may be of another one; calls by SendMessage, Invoke and the like are not searched"
    );
    Some(Wanted {
        keys: vec![(Key::method(method), None)],
        class: Some(full),
        method: Some(method.to_owned()),
        notes: vec![note],
        ..Wanted::default()
    })
}

/// Returns a note that users of derived types are not included, and how to find them.
fn derived_types_note(full: &str, index: &ReferenceIndex, library: &mut Library) -> Option<String> {
    let used: Vec<Type> = index.types().cloned().collect();
    let types = library.types_mut();
    let ids: Vec<_> = used.iter().map(|kind| id_of(kind, types)).collect();
    let below = ids.into_iter().filter(|id| types.is_a(*id, full));
    let mut names: Vec<String> = below.map(|id| types.name(id).to_string()).collect();
    names.retain(|name| !name.eq_ignore_ascii_case(full) && !short(name).eq_ignore_ascii_case(full));
    names.sort_unstable();
    names.dedup();
    let more = match names.len().saturating_sub(MAX_DERIVED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    names.truncate(MAX_DERIVED);
    (!names.is_empty()).then(|| {
        format!(
            "only direct uses of {full} are listed; users of its derived types are found under {}{more}; objects of all of them by a search for the type {full}",
            names.join(", ")
        )
    })
}

fn short(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}
