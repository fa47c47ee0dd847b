//! Search for the users of an asset, a type or an object. References in files come from an index that is built between
//! other commands. Users of an object are searched in the current state of its scene or prefab.

mod declared_types;
pub mod index;
mod method;
mod object_users;
mod prefab_instances;
mod source_uses;
pub(crate) mod sources;
mod targets;

use crate::query_lookup::QueryLookup;
use host_bridge::paging::{Cursors, cut, json_len};
use host_bridge::{
    BridgeError, ReferencePlace, ReferenceTarget, ReferenceUser, Replied, Reply, Skipped, UsersAnswer, UsersRequest,
};
use host_csharp::Use;
use host_project_world::ids::Numbers;
use host_project_world::scene_slot::SceneSlot;
use host_project_world::unimported_assets::unread_parts;
use std::sync::Arc;
use targets::Wanted;
use unity_files::Project;
use unity_files::text_assets::is_own;
use unity_project::references::{FileKind, ReferenceIndex, Type, User};
use unity_scripts::csharp_index::Gathered;
use unity_scripts::{TypeId, Types};

/// Maximum number of unsearched files that an answer lists; further files are counted.
const MAX_SKIPPED: usize = 20;

/// Text that marks a reference in an answer that was identified only by the name of the type or method.
const BY_NAME: &str = "by-name";

/// Estimated JSON bytes of one found reference without texts (`{"file":},`); the next two constants are those of an
/// object's id, and of a component's name and index.
const ROW_BYTES: usize = 10;
const OBJECT_BYTES: usize = 26;
const COMPONENT_BYTES: usize = 26;

impl QueryLookup<'_> {
    /// Finds the references to the asset, type or object of the request. `csharp` resolves names in C# sources; without
    /// it, uses in C# are identified only by names.
    ///
    /// # Errors
    /// `NotFound` for an unknown target, `InvalidArgument` for an invalid cursor, `Conflict` for one of older files.
    pub fn find_users(&mut self, request: &UsersRequest, csharp: Option<&Gathered>) -> Result<Replied, BridgeError> {
        if let ReferenceTarget::Object(object) = request.target {
            return self.users_of_object(object, request);
        }
        let project = Arc::clone(self.lookup.library.project());
        let complete = self.kept.users.is_complete(self.lookup.library);
        let mut wanted = targets::find_wanted(&request.target, &self.kept.users.index, self.lookup.library, complete)?;
        let sources = self.source_uses(&wanted, csharp);
        let (index, scenes) = (&self.kept.users.index, self.lookup.scenes);
        let mut all = rows(index, &wanted, &sources);
        if let Some(class) = &wanted.class {
            let types = self.lookup.library.types_mut();
            all.retain(|(_, user, _)| {
                let called = user.as_ref().and_then(|user| user.called);
                called.is_none_or(|kind| {
                    let id = id_of(kind, types);
                    types.is_a(id, class)
                })
            });
        }
        let is_unknown = wanted.lacks_method(csharp);
        if is_unknown && complete && all.is_empty() {
            return Err(wanted.no_method(csharp));
        }
        let through = (complete && request.page.cursor.is_none()).then(|| {
            let files = all.iter().map(|(file, ..)| *file);
            prefab_instances::instances_note(index, &project, files, &request.places, wanted.full.as_deref())
        });
        let is_wanted_row = |(file, ..): &Row<'_>| is_wanted(file, &request.places);
        let rows: Vec<Row<'_>> = all.into_iter().filter(is_wanted_row).collect();
        let (types, numbers) = (self.lookup.library.types_mut(), &mut *self.lookup.numbers);
        let cursors = Cursors::new(&(&request.target, &request.places), &index.making());
        let begin = cursors.place(request.page.cursor.as_deref())?;
        let user = |at: u64| {
            Ok(user_of(
                rows.get(usize::try_from(at).unwrap_or(usize::MAX)),
                types,
                scenes,
                numbers,
            ))
        };
        let page = cut(&request.page, &cursors, rows.len() as u64, user, bytes_of)?;
        let further = cursors.encode(begin.saturating_add(page.rows.len() as u64));
        let skipped = index
            .unread_files()
            .filter(|(file, _)| is_wanted(file, &request.places));
        let mut not_searched: Vec<Skipped> = skipped
            .map(|(file, why)| Skipped {
                file: file.to_owned(),
                why,
            })
            .collect();
        not_searched.extend(unread_parts(&project));
        let bare = bare_scripts(&project, &wanted, &request.places);
        let not_searched_total = (not_searched.len() + index.excess_count() + bare.len()) as u64;
        not_searched.extend(without_source(&bare));
        not_searched.truncate(MAX_SKIPPED);
        let mut diagnostics = std::mem::take(&mut wanted.notes);
        diagnostics.extend(is_unknown.then(|| wanted.no_method(csharp).message));
        diagnostics.extend(through.flatten());
        if !complete {
            let (done, all) = index.progress();
            diagnostics.push(format!(
                "the index of references is being built: {done} of {all} files so far; ask again, or continue with the cursor"
            ));
        }
        if self.lookup.changes.writes() > 0 {
            diagnostics.push("the files on disk are searched; this session's edits are ignored".to_owned());
        }
        Ok(Replied {
            reply: Reply::Users(UsersAnswer {
                total: page.total,
                complete,
                rows: page.rows,
                // There may be further rows after the known ones.
                next: page.next.or_else(|| (!complete).then_some(further)),
                not_searched,
                not_searched_total,
            }),
            diagnostics,
        })
    }
}

impl QueryLookup<'_> {
    /// Adds all component types in the index of references to the type table, also types that no search has read.
    pub(crate) fn number_indexed_types(&mut self) {
        let types = self.lookup.library.types_mut();
        for kind in self.kept.users.index.types() {
            id_of(kind, types);
        }
    }
}

/// Returns the paths of scripts whose `.meta` exists without the C# source, if their sources could name the target.
fn bare_scripts<'p>(project: &'p Project, wanted: &Wanted, places: &[ReferencePlace]) -> Vec<&'p str> {
    if wanted.words.is_empty() {
        return Vec::new();
    }
    let is_other = |path: &&str| is_own(path) && is_wanted(path, places) && !wanted.own.iter().any(|own| own == path);
    project.index.bare().filter(is_other).collect()
}

/// Returns one entry for all scripts without a source, because the reason is the same; `None` if there are none.
fn without_source(bare: &[&str]) -> Option<Skipped> {
    let first = bare.iter().min()?;
    let alike = match bare.len() - 1 {
        0 => String::new(),
        more => format!(", as of {more} more scripts"),
    };
    Some(Skipped {
        file: (*first).to_owned(),
        why: format!("only its .meta is in this folder{alike}; what the source uses is not known"),
    })
}

/// One found reference: its file, and the exact location if known, either in a Unity file or in a C# source.
type Row<'a> = (&'a str, Option<User<'a>>, Option<Use>);

/// Returns all found references, sorted by file and then by position in it. While the index grows, the rows returned so
/// far remain the beginning of the list.
fn rows<'a>(index: &'a ReferenceIndex, wanted: &'a Wanted, sources: &'a [(String, Arc<[Use]>)]) -> Vec<Row<'a>> {
    let of_keys = wanted.keys.iter().flat_map(|(key, id)| {
        let users = index.users(*key);
        users.filter(move |user| id.is_none_or(|id| user.file_id == id))
    });
    let mut rows: Vec<Row<'a>> = of_keys.map(|user| (user.file, Some(user), None)).collect();
    // A reference in the `.meta` of an asset to the asset itself is not a use.
    rows.retain(|(file, ..)| !wanted.own.iter().any(|own| own == asset_of(file)));
    for (file, uses) in sources {
        rows.extend(uses.iter().map(|one| (file.as_str(), None, Some(*one))));
    }
    rows.sort_by(|a, b| a.0.cmp(b.0));
    rows
}

fn asset_of(file: &str) -> &str {
    file.strip_suffix(".meta").unwrap_or(file)
}

fn is_wanted(file: &str, places: &[ReferencePlace]) -> bool {
    let place = match FileKind::from_path(file) {
        FileKind::Scene => ReferencePlace::Scenes,
        FileKind::Prefab => ReferencePlace::Prefabs,
        FileKind::Script => ReferencePlace::Scripts,
        FileKind::Asset => ReferencePlace::Assets,
    };
    places.is_empty() || places.contains(&place)
}

fn user_of(row: Option<&Row<'_>>, types: &mut Types, scenes: &[SceneSlot], numbers: &mut Numbers) -> ReferenceUser {
    let Some((file, user, source)) = row else {
        return ReferenceUser {
            file: String::new(),
            object: None,
            path: None,
            component: None,
            field: None,
        };
    };
    let spot = user.as_ref().and_then(|user| user.spot.as_ref());
    let slot = scenes.iter().position(|slot| slot.listed && slot.file.path == *file);
    let component = spot.and_then(|(spot, _)| spot.component.as_ref());
    ReferenceUser {
        file: asset_of(file).to_owned(),
        object: slot
            .zip(spot)
            .and_then(|(at, (spot, _))| numbers.scene_mut(at).known_id(spot.object, spot.key.0, spot.key.1)),
        path: spot.map(|(_, path)| (*path).to_owned()),
        component: component.map(|(at, kind)| (u32::try_from(*at).unwrap_or(u32::MAX), name_of(kind, types))),
        field: source.map(line_of).or_else(|| {
            let user = user.as_ref()?;
            let field = user.field?;
            Some(match user.is_call && user.called.is_none() {
                true => format!("{field} ({BY_NAME})"),
                false => field.to_owned(),
            })
        }),
    }
}

fn line_of(source: Use) -> String {
    let mark = if source.is_sure { "resolved" } else { BY_NAME };
    format!("line:{} ({mark})", source.line)
}

fn name_of(kind: &Type, types: &mut Types) -> String {
    let id = id_of(kind, types);
    types.name(id).to_string()
}

fn id_of(kind: &Type, types: &mut Types) -> TypeId {
    match kind {
        Type::Engine(number, name) => types.engine(*number, name),
        Type::Script(script) => types.script(script.clone()),
    }
}

/// Returns the bytes of JSON for the row, including the names of its members.
pub fn bytes_of(user: &ReferenceUser) -> usize {
    let text = |name: usize, text: &Option<String>| text.as_ref().map_or(0, |text| name + json_len(text));
    let object = user.object.map_or(0, |_| OBJECT_BYTES);
    let component = user
        .component
        .as_ref()
        .map_or(0, |(_, name)| COMPONENT_BYTES + json_len(name));
    ROW_BYTES + json_len(&user.file) + object + text(8, &user.path) + component + text(9, &user.field)
}
