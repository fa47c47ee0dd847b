//! Fields of types of which the search found no component, from Unity's tables and the project's sources.
//!
//! This module decides whether a name can be a field at all; `values/field` has the fields of existing components.

use crate::members::path;
use crate::query_view::QueryView;
use crate::values::alias::alias;
use crate::values::fields_by_name::{no_field, run_time_member_error};
use crate::values::name_pair::csharp;
use host_api::similar_names::{did_you_mean, near_names};
use host_bridge::BridgeError;
use std::borrow::Cow;
use unity_fields::{component_names, derives_from, find_type};
use unity_yaml::{Node, parse_bare};

/// Serialized names of the fields that every component has.
const EVERYWHERE: [&str; 6] = [
    "m_ObjectHideFlags",
    "m_CorrespondingSourceObject",
    "m_PrefabInstance",
    "m_PrefabAsset",
    "m_GameObject",
    "m_Enabled",
];

/// Serialized names of the fields that every script component has in addition to `EVERYWHERE`.
const OF_SCRIPTS: [&str; 4] = ["m_EditorHideFlags", "m_Script", "m_Name", "m_EditorClassIdentifier"];

/// Latest editor version (major, minor) for which Unity's tables of component fields are complete.
const OF_TABLES: (u32, u32) = (2022, 3);

/// The fields that one component type is known to have.
struct Known {
    type_name: String,
    tree: Node<'static>,
    /// True if `tree` contains all fields of the type, not only some.
    is_all: bool,
}

impl QueryView<'_> {
    /// Checks a field that the search found on no component: `NotFound` if the type certainly lacks it. Returns a note
    /// if that is unknown.
    pub(crate) fn could_be_field(
        self,
        argument: &str,
        type_name: &str,
        field: &str,
        was_read: bool,
    ) -> Result<Option<String>, BridgeError> {
        let known = self.known_fields(type_name);
        if known.iter().any(|known| known.has(field)) {
            return Ok(None);
        }
        if let Some(error) = run_time_member_error(argument, &format!("{type_name}.{field}"), type_name, field) {
            return Err(error);
        }
        let names: Vec<String> = known.iter().flat_map(Known::names).collect();
        let is_one = known.len() == 1 && known.iter().all(|known| known.is_all);
        if is_one {
            let message = format!("{type_name} has no field {field}");
            let given = format!("{type_name}.{field}");
            return Err(no_field(argument, &given, message, &names));
        }
        let meant = did_you_mean(near_names(field, names.iter().map(|name| csharp(name))));
        let meant = meant.map(|meant| format!("; {meant}")).unwrap_or_default();
        let why = match (was_read, argument) {
            (true, _) => format!("no {type_name} whose fields can be read was looked at"),
            (false, "where") => format!("no object with a {type_name} passed the other conditions"),
            (false, _) => format!("no object with a {type_name} passed the filter"),
        };
        Ok(Some(format!(
            "{argument}: {why}, so it is not known whether it has a field {field}{meant}"
        )))
    }

    /// Returns the known fields of each type that has this name or derives from it; empty if no fields are known.
    fn known_fields(self, name: &str) -> Vec<Known> {
        let is_of_tables = self
            .library
            .project()
            .settings
            .release()
            .is_some_and(|release| release <= OF_TABLES);
        let of_unity = component_names().filter(|full| derives_from(full, name));
        let mut known: Vec<Known> = of_unity
            .filter_map(|full| {
                let spec = find_type(full)?;
                let Ok(Node::Map(mut entries)) = parse_bare(&spec.fields) else {
                    return None;
                };
                add(&mut entries, &EVERYWHERE);
                if spec.script.is_some() {
                    add(&mut entries, &OF_SCRIPTS);
                }
                Some(Known {
                    type_name: full.to_owned(),
                    tree: Node::Map(entries),
                    is_all: spec.complete && is_of_tables && is_named(full, name),
                })
            })
            .collect();
        known.extend(self.fields_of_script(name));
        known
    }

    fn fields_of_script(self, name: &str) -> Option<Known> {
        let types = self.library.types();
        let short = name.rsplit('.').next().unwrap_or(name);
        let full = types.full_name_of(short).filter(|full| is_named(full, name))?;
        let (_, class) = types.script_named(&full)?;
        let mut entries = Vec::new();
        let names: Vec<&str> = class.field_names().collect();
        add(&mut entries, &names);
        add(&mut entries, &EVERYWHERE);
        add(&mut entries, &OF_SCRIPTS);
        Some(Known {
            type_name: full,
            tree: Node::Map(entries),
            is_all: class.root.rsplit('.').next() == Some("MonoBehaviour"),
        })
    }
}

impl Known {
    fn has(&self, field: &str) -> bool {
        let field = match field.strip_suffix("eulerAngles") {
            Some(rotation) if rotation.ends_with('.') => rotation.trim_end_matches('.'),
            _ if field.split('.').next() == Some("localEulerAngles") => "m_LocalRotation",
            _ => field,
        };
        let field = &*alias(&self.tree, field);
        // The path below a field depends on the component, so only the first name is checked.
        let first = field.split('[').next().unwrap_or(field);
        let first = match self.tree.get(first) {
            Some(_) => first,
            None => first.split('.').next().unwrap_or(first),
        };
        path::parse(&self.tree, &self.type_name, &|_| None, first).is_ok()
    }

    fn names(&self) -> Vec<String> {
        match path::parse(&self.tree, &self.type_name, &|_| None, "\u{0}") {
            Err(problem) => problem.known,
            Ok(_) => Vec::new(),
        }
    }
}

fn add(entries: &mut Vec<(Cow<'static, str>, Node<'static>)>, names: &[&str]) {
    for name in names {
        if !entries.iter().any(|(known, _)| known == name) {
            entries.push((Cow::Owned((*name).to_owned()), Node::EMPTY));
        }
    }
}

/// Returns true if `name` is the full name `full` or its short form, ignoring case.
fn is_named(full: &str, name: &str) -> bool {
    full.eq_ignore_ascii_case(name)
        || full
            .rsplit('.')
            .next()
            .is_some_and(|short| short.eq_ignore_ascii_case(name))
}
