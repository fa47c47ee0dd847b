//! Reading of component values under C# names, in loaded and other files.
//!
//! This module selects components and fields, in pages. `field` finds a field, `reference` resolves references,
//! `unity_project::values` converts values.

pub(crate) mod alias;
pub mod display_path;
pub(crate) mod embedded_assets;
pub mod field;
pub(crate) mod fields_by_name;
mod inexact_values;
pub(crate) mod laid_position;
mod missing_types;
pub(crate) mod name_pair;
mod reference;
mod suggestions;
mod unread_files;

use crate::query_lookup::QueryLookup;
use crate::query_view::QueryView;
use field::{Fields, Found};
use fields_by_name::{no_field, run_time_member_error};
use host_api::similar_names::near_names;
use host_bridge::{
    BridgeError, BridgeErrorKind, ComponentValues, Cursors, ObjectId, Replied, Reply, ValueText, ValuesRequest, cut,
    json_len,
};
use host_project_world::components::enabled_flag;
use host_project_world::unimported_assets::no_type_yet;
use host_project_world::world::{NodeAt, World};
use serde_json::json;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;
use unity_project::expand::Library;
pub(crate) use unread_files::Elsewhere;

/// Maximum number of notes (sentences about limitations of the values) in one answer; further notes are dropped.
const MAX_REMARKS: usize = 10;
/// Maximum number of notes about single components in one answer; one more note counts the others.
const MOST_OF_ROWS: usize = 3;

/// Estimated JSON bytes of one component without its fields' texts; used to limit the page size.
const ROW_BYTES: usize = 60;

impl QueryLookup<'_> {
    /// Returns one page of the components of the requested objects with the values of their fields.
    ///
    /// # Errors
    /// `NotFound` for objects, types and fields, with the most similar names; `NotReady` if a file cannot be read.
    pub fn read_values(&mut self, request: &ValuesRequest) -> Result<Replied, BridgeError> {
        let mut objects: Vec<(ObjectId, Option<Rc<World>>, NodeAt)> = Vec::new();
        for id in &request.objects {
            let (world, at) = self.files().find_anywhere(*id)?;
            objects.push((*id, world, at));
        }
        let stamp = self.lookup.stamp();
        let about = (&request.objects, &request.types, &request.paths, request.items);
        let cursors = Cursors::new(&about, &stamp);
        let types = self.lookup.library.types();
        let mut wanted: Vec<(usize, usize)> = Vec::new();
        let mut named = vec![false; request.types.len()];
        let mut unknown: Vec<Option<Vec<String>>> = vec![Some(Vec::new()); request.paths.len()];
        let mut met: BTreeSet<Arc<str>> = BTreeSet::new();
        for (which, (_, world, at)) in objects.iter().enumerate() {
            let view = self.view().with_world(world.as_deref(), "");
            for (position, component) in view.world.components(*at).iter().enumerate() {
                let mut fits = request.types.is_empty();
                for (name, named) in request.types.iter().zip(&mut named) {
                    let is = types.is_a(component.kind, name);
                    *named |= is;
                    fits |= is;
                }
                if fits {
                    met.insert(types.name(component.kind));
                }
                if fits && view.has_fields(*at, position, &request.paths, &mut unknown) {
                    wanted.push((which, position));
                }
            }
        }
        for (name, named) in request.types.iter().zip(&named) {
            if !*named && !types.is_known(name) {
                let elsewhere = self.view().unloaded_scope(&|_| false);
                return Err(self.view().no_type("types", name, elsewhere.as_ref()));
            }
        }
        let unmet: Vec<&String> = request
            .types
            .iter()
            .zip(&named)
            .filter(|(_, named)| !**named)
            .map(|(name, _)| name)
            .collect();
        let mut remarks = Vec::new();
        for (path, unknown) in request.paths.iter().zip(unknown) {
            if let Some(known) = unknown {
                let of_running = met
                    .iter()
                    .find_map(|met| run_time_member_error("paths", path, met, path));
                if let Some(error) = of_running {
                    return Err(error);
                }
                remarks.extend(self.view().field_of_unmet(path, &unmet, &known)?);
            }
        }
        for (_, world, at) in &objects {
            let view = self.view().with_world(world.as_deref(), "");
            remarks.extend(view.unread_note(*at).into_iter().chain(view.lost_components_note(*at)));
        }
        remarks.extend(self.view().typeless(&objects, &request.types));
        let mut broken = Vec::new();
        let rows = cut(
            &request.page,
            &cursors,
            wanted.len() as u64,
            |row| {
                let chosen = usize::try_from(row).ok().and_then(|row| wanted.get(row));
                let found = chosen.and_then(|(which, position)| Some((objects.get(*which)?, *position)));
                let ((id, world, at), position) = found.ok_or_else(|| missing_value_error("row"))?;
                let view = self.view().with_world(world.as_deref(), "");
                broken.extend(view.broken_fields_note(*at, position));
                let (row, remark) = view.component_values(*id, *at, position, request);
                broken.extend(remark);
                Ok(row)
            },
            |row: &ComponentValues| {
                let fields = row
                    .fields
                    .iter()
                    .map(|(name, value)| json_len(name) + value.get().len() + 2);
                ROW_BYTES + json_len(&row.type_name) + fields.sum::<usize>()
            },
        )?;
        if request.page.cursor.is_some() {
            remarks.clear();
        }
        remarks.truncate(MAX_REMARKS);
        shorten(&mut broken);
        remarks.append(&mut broken);
        Ok(Replied {
            reply: Reply::Values(rows),
            diagnostics: remarks,
        })
    }
}

/// Shortens the list of notes about single components to the first ones, and a note with the number of the others.
fn shorten(broken: &mut Vec<String>) {
    let more = broken.len().saturating_sub(MOST_OF_ROWS);
    broken.truncate(MOST_OF_ROWS);
    if more > 0 {
        broken.push(format!(
            "{more} further components have such a remark; ask for fewer objects to see it"
        ));
    }
}

impl QueryView<'_> {
    /// Checks a field that no examined component has. Returns an error unless the field can belong to a requested type
    /// that no examined object has; returns a note if that is unknown.
    fn field_of_unmet(self, path: &str, unmet: &[&String], known: &[String]) -> Result<Option<String>, BridgeError> {
        let mut wrong = None;
        let mut remark = None;
        for name in unmet {
            match self.could_be_field("paths", name, path, true) {
                Ok(None) => return Ok(None),
                Ok(told) => remark = told,
                Err(error) => wrong = wrong.or(Some(error)),
            }
        }
        match (remark, wrong) {
            (Some(remark), _) => Ok(Some(remark)),
            (None, Some(error)) => Err(error),
            (None, None) if known.is_empty() => Ok(None),
            (None, None) => {
                let message = format!("no component that was asked for has a field {path}");
                Err(no_field("paths", path, message, known))
            }
        }
    }

    /// Returns true if the component has, or may have, a field at one of the `paths`. For each path that was not found
    /// so far, `unknown` collects the names that exist there, for a suggestion.
    fn has_fields(self, at: NodeAt, position: usize, paths: &[String], unknown: &mut [Option<Vec<String>>]) -> bool {
        if paths.is_empty() {
            return true;
        }
        let Some(fields) = Fields::for_component(self, at, position) else {
            // The fields cannot be read: the row has no values, but a note with the reason.
            return true;
        };
        let mut has = false;
        for (path, unknown) in paths.iter().zip(unknown) {
            match fields.find(path) {
                Found::Value(_) | Found::Absent => {
                    has = true;
                    *unknown = None;
                }
                Found::Unknown => has = true,
                Found::NoSuchField(known) => {
                    if let Some(all) = unknown
                        && all.len() < 2_000
                    {
                        all.extend(known);
                    }
                }
            }
        }
        has
    }

    fn component_values(
        self,
        object: ObjectId,
        at: NodeAt,
        position: usize,
        request: &ValuesRequest,
    ) -> (ComponentValues, Option<String>) {
        let component = self.world.components(at).get(position);
        let mut values = ComponentValues {
            object,
            index: u32::try_from(position).unwrap_or(u32::MAX),
            type_name: component.map_or_else(String::new, |one| self.library.types().name(one.kind).to_string()),
            enabled: component.and_then(enabled_flag),
            fields: Vec::new(),
            cut: Vec::new(),
        };
        let Some(fields) = Fields::for_component(self, at, position) else {
            return (values, None);
        };
        let names: Vec<(String, String)> = match request.paths.as_slice() {
            [] => fields.listed_names(),
            paths => paths.iter().map(|path| (path.clone(), path.clone())).collect(),
        };
        let mut told = Vec::new();
        for (shown, path) in names {
            if let Found::Value(place) = fields.find(&path) {
                told.push(place.path().top().to_owned());
                let (value, is_cut) = fields.value(&place, request.items as usize);
                values
                    .fields
                    .push((shown.clone(), ValueText::from_json_text(value.to_string())));
                if is_cut {
                    values.cut.push(shown);
                }
            }
        }
        (values, fields.unknown_values_note(&told))
    }

    /// Returns the error for a component type that neither Unity's tables, nor the project's sources, nor the files
    /// read so far contain. `elsewhere` has the files that were not searched.
    pub fn no_type(self, argument: &str, name: &str, elsewhere: Option<&Elsewhere>) -> BridgeError {
        if let Some(error) = no_type_yet(self.library.project(), name) {
            return error.with_data(&json!({"argument": argument, "given": name}));
        }
        let known = self.library.types().known_names();
        let short = |known: &'_ String| match name.contains('.') {
            true => known.clone(),
            false => known.rsplit('.').next().unwrap_or(known).to_owned(),
        };
        let mut known: Vec<String> = known.iter().map(short).collect();
        known.sort_unstable();
        known.dedup();
        let near = near_names(name, known.iter().map(String::as_str));
        let message = no_component_type(self.library, name, elsewhere);
        let mut hint = match near.as_slice() {
            [] => "types are those of Unity, of the project's scripts and of its assemblies".to_owned(),
            near => format!("did you mean {}?", near.join(" or ")),
        };
        let data = match elsewhere {
            Some(elsewhere) => {
                hint.push_str("; a search with the scope project looks into all scenes and prefabs");
                json!({"argument": argument, "given": name, "nearest": near, "not_searched": elsewhere.data()})
            }
            None => json!({"argument": argument, "given": name, "nearest": near}),
        };
        BridgeError::new(BridgeErrorKind::NotFound, message)
            .with_hint(hint)
            .with_data(&data)
    }
}

/// Returns the message that no component type has this name. The command then waits for sources that can declare it.
pub fn no_component_type(library: &Library, name: &str, elsewhere: Option<&Elsewhere>) -> String {
    let message = match (library.types().may_be_skipped(), elsewhere) {
        (true, _) => format!("no source that was read declares a component type {name}, and sources were skipped"),
        (false, None) => format!("there is no component type {name}"),
        (false, Some(_)) => {
            format!(
                "no component type {name} is known to Unity's tables, to the project's sources or to the files that were searched"
            )
        }
    };
    match elsewhere {
        Some(elsewhere) => format!("{message}; {}", elsewhere.words()),
        None => message,
    }
}

pub(crate) fn missing_value_error(what: &str) -> BridgeError {
    BridgeError::new(
        BridgeErrorKind::Internal,
        format!("a {what} that was counted is not there"),
    )
}
