//! Reading of component fields, and checks of the values that a write sets.
//!
//! This module has the commands. `path` resolves names; `to_json` and `from_json` convert values.

pub mod angles;
mod array_growth;
mod asset_reference;
mod asset_types;
pub(crate) mod color;
mod component_choice;
mod conversion;
mod from_json;
pub(crate) mod grammar;
mod missing_fields;
pub(crate) mod name_hints;
mod numbers;
mod part_kind;
mod parts;
pub(crate) mod path;
mod reading_text;
mod rect_position;
mod reference;
pub(crate) mod rules;
mod text_values;
pub mod to_json;
mod untyped_values;

use crate::asset_objects::ObjectsByAsset;
use crate::query_lookup::QueryLookup;
use crate::query_view::QueryView;
use crate::values::fields_by_name::run_time_member_error;
use crate::values::name_pair;
use component_choice::Chosen;
use from_json::Converter;
use host_api::Tree;
use host_bridge::{
    BridgeError, BridgeErrorKind, Member, ObjectId, Page, PageRequest, Replied, Reply, ResolvedMember, ValueText,
    json_len,
};
use host_project_world::targets::Target;
use path::NoSuchPath;
use std::sync::Arc;
use text_values::{Texts, value_in_text};
use unity_fields::property::{PropertyPath, Step};
use unity_project::expand::FieldEdit;
use unity_yaml::Node;

/// Maximum JSON bytes of one field's value; a longer value is described instead of shown.
const MAX_VALUE: usize = 64 * 1024;

/// Maximum number of reasons for unchecked parts of a value that a note lists; further reasons are counted.
const MOST_UNCHECKED: usize = 3;

impl QueryLookup<'_> {
    /// Checks a value for a resolved member. Returns the edit, and the angles in degrees if the member is
    /// `localEulerAngles`.
    ///
    /// # Errors
    /// `Conflict` if the component changed since the member was resolved; `InvalidArgument` for a member that cannot be
    /// written, and for a value that does not fit, with the expected and the given value.
    pub fn ready_member(
        &mut self,
        object: ObjectId,
        member: &ResolvedMember,
        value: &str,
    ) -> Result<(Ready, Option<serde_json::Value>), BridgeError> {
        let mut json: serde_json::Value =
            Tree::read(value).map_err(|error| invalid(format!("value is no JSON: {error}")))?;
        let held = self.held_by(&json);
        let chosen = self.view().choose(object, &member.component.to_string())?;
        chosen.still(object, &member.type_name)?;
        rules::check_component(self.view(), &chosen)?;
        let degrees = (member.rest == angles::REST).then(|| json.clone());
        let rest = angles::rest(member, &mut json).map_err(invalid)?;
        let tree = chosen.tree_to_set()?;
        let path = path::parse_below(
            &tree,
            &chosen.type_name,
            &|names| chosen.declared_kind(names),
            &member.member,
            rest,
        )
        .map_err(|problem| no_member(&chosen, &problem, BridgeErrorKind::InvalidArgument))?;
        let ready = self.view().ready(&chosen, &tree, path, &json, &held, false)?;
        Ok((ready, degrees))
    }

    /// Checks a value like `ready_member`, for a component and a field that are given by name. The value is in the
    /// grammar of `wit/value.md`.
    ///
    /// # Errors
    /// The errors of `ready_member`.
    pub fn ready_value(
        &mut self,
        object: ObjectId,
        component: &str,
        member: &str,
        value: &ValueText,
    ) -> Result<(Ready, Option<serde_json::Value>), BridgeError> {
        let mut json = value
            .to_value()
            .map_err(|error| invalid(format!("value is no JSON: {error}")))?;
        let held = self.held_by(&json);
        let chosen = self.view().choose(object, component)?;
        rules::check_component(self.view(), &chosen)?;
        let is_degrees = angles::is_of(&chosen.type_name, member);
        let mut texts = Texts::default();
        if is_degrees && let Some(spelled) = value_in_text(&json) {
            texts.push(member, &spelled);
            json = spelled;
        }
        let degrees = is_degrees.then(|| json.clone());
        let member = angles::rotation_member(&chosen.type_name, member, &mut json).map_err(invalid)?;
        let tree = chosen.tree_to_set()?;
        let path = path::parse(&tree, &chosen.type_name, &|names| chosen.declared_kind(names), member)
            .map_err(|problem| no_member(&chosen, &problem, BridgeErrorKind::InvalidArgument))?;
        let mut ready = self.view().ready(&chosen, &tree, path, &json, &held, true)?;
        ready.notes.extend(texts.note());
        ready.notes.extend(chosen.ambiguity_note());
        Ok((ready, degrees))
    }
}

impl QueryView<'_> {
    /// Returns one page of the fields of a component with their values.
    ///
    /// # Errors
    /// `NotFound` if the object or component does not exist, `NotReady` if no file describes the component's fields.
    pub fn list_members(self, object: ObjectId, component: &str, page: &PageRequest) -> Result<Replied, BridgeError> {
        let chosen = self.choose(object, component)?;
        let tree = chosen.tree()?;
        let limit = (page.max_bytes / 2).clamp(256, MAX_VALUE);
        let mut cut_short = 0;
        let cut = Page::cut(
            page,
            tree.entries().len(),
            |at| {
                let (key, node) = tree.entries().get(at)?;
                let path = PropertyPath::from_field(key);
                let (member, whole) = self.member(&chosen, &tree, &path, node, limit);
                cut_short += usize::from(!whole);
                Some(member)
            },
            |member| {
                let csharp = member.csharp_name.as_deref().map_or(4, json_len);
                70 + json_len(&member.name) + csharp + json_len(&member.type_name) + json_len(&member.value)
            },
        );
        let mut diagnostics = chosen.notes();
        if cut_short > 0 {
            diagnostics.push(format!(
                "{cut_short} values are too long to list; get them by name, long arrays by element"
            ));
        }
        Ok(Replied {
            reply: Reply::Members(cut),
            diagnostics,
        })
    }

    /// Returns one field of a component, or a value inside the field, by its path.
    ///
    /// # Errors
    /// `NotFound` if the object, the component or the member does not exist.
    pub fn get_member(self, object: ObjectId, component: &str, member: &str) -> Result<Replied, BridgeError> {
        let chosen = self.choose(object, component)?;
        let tree = chosen.tree()?;
        let path = path::parse(&tree, &chosen.type_name, &|names| chosen.declared_kind(names), member)
            .map_err(|problem| no_member(&chosen, &problem, BridgeErrorKind::NotFound))?;
        let node = path.read(&tree, &|names| chosen.declared_kind(names)).ok_or_else(|| {
            let message = format!("{} has no member {member}", chosen.type_name);
            BridgeError::new(BridgeErrorKind::NotFound, message)
        })?;
        let (member, whole) = self.member(&chosen, &tree, &path, &node, MAX_VALUE);
        let mut diagnostics = chosen.notes();
        if !whole {
            diagnostics.push(format!("{} is longer than {MAX_VALUE} bytes of JSON", member.name));
        }
        Ok(Replied {
            reply: Reply::Member(member),
            diagnostics,
        })
    }

    fn member(
        self,
        chosen: &Chosen<'_>,
        tree: &Node<'_>,
        path: &PropertyPath,
        node: &Node<'_>,
        limit: usize,
    ) -> (Member, bool) {
        let shown = self.show(chosen, tree, path, node, limit);
        let csharp_name = match path.0.as_slice() {
            [Step::Key(key)] => unity_fields::csharp_name(&chosen.type_name, key),
            _ => None,
        };
        let member = Member {
            name: path.to_string(),
            csharp_name,
            type_name: shown.type_name,
            value: shown.json,
        };
        (member, shown.whole)
    }

    /// Returns the index and type of a component and, if `member` is given, the serialized name of the field to write.
    ///
    /// # Errors
    /// `NotFound` if the object or component does not exist; `InvalidArgument` for a member that cannot be written.
    pub fn resolve_member(
        self,
        object: ObjectId,
        component: &str,
        member: Option<&str>,
    ) -> Result<Replied, BridgeError> {
        let chosen = self.choose(object, component)?;
        let mut resolved = ResolvedMember {
            component: u32::try_from(chosen.position).unwrap_or(u32::MAX),
            type_name: chosen.type_name.to_string(),
            member: String::new(),
            csharp_name: None,
            rest: String::new(),
        };
        if member.is_some_and(|member| angles::is_of(&chosen.type_name, member)) {
            resolved.member = angles::ROTATION.to_owned();
            resolved.csharp_name = unity_fields::csharp_name(&chosen.type_name, angles::ROTATION);
            resolved.rest = angles::REST.to_owned();
        } else if let Some(member) = member {
            let tree = chosen.tree_to_set()?;
            let within = path::find_nested(&tree, &chosen.type_name, member);
            let (top, rest) = path::top(&tree, &chosen.type_name, member)
                .or_else(|problem| match &within {
                    Some(path) => path::top(&tree, &chosen.type_name, path),
                    None => Err(problem),
                })
                .map_err(|problem| no_member(&chosen, &problem, BridgeErrorKind::InvalidArgument))?;
            resolved.csharp_name = unity_fields::csharp_name(&chosen.type_name, top);
            resolved.member = top.to_owned();
            resolved.rest = rest.to_owned();
        }
        Ok(Replied {
            reply: Reply::Resolved(resolved),
            diagnostics: chosen.ambiguity_note(),
        })
    }

    fn ready(
        self,
        chosen: &Chosen<'_>,
        tree: &Node<'_>,
        path: PropertyPath,
        json: &serde_json::Value,
        held: &ObjectsByAsset,
        exact: bool,
    ) -> Result<Ready, BridgeError> {
        rules::check_path(&path)?;
        rules::check_keys(chosen, tree)?;
        missing_fields::check(chosen, &path)?;
        let sent_back = self.check_rect_position(chosen, tree, &path, json)?;
        let current = path.read(tree, &|names| chosen.declared_kind(names)).ok_or_else(|| {
            let message = format!("Member not writable: {} has no {path}", chosen.type_name);
            BridgeError::new(BridgeErrorKind::InvalidArgument, message)
        })?;
        let mut converter = Converter::new(self, chosen, tree, held);
        converter.exact = exact;
        let json = sent_back.as_ref().unwrap_or(json);
        let value = converter.convert(&path, &current, json).map_err(invalid)?;
        rules::check_spelling(&path, &current, &value)?;
        let (targets, mut notes, unchecked) = (converter.targets, converter.notes, converter.unchecked);
        notes.extend(converter.texts.note());
        let unchecked = (!unchecked.is_empty()).then(|| {
            let more = unchecked.len().saturating_sub(MOST_UNCHECKED);
            let told = unchecked
                .into_iter()
                .take(MOST_UNCHECKED)
                .collect::<Vec<_>>()
                .join("; ");
            if more > 0 {
                format!("{told}; and {more} more")
            } else {
                told
            }
        });
        notes.extend(unchecked.iter().map(|why| format!("unchecked: {why}")));
        Ok(Ready {
            component: chosen.component.id,
            type_name: chosen.type_name.clone(),
            edit: missing_fields::whole(chosen, array_growth::whole(chosen, tree, FieldEdit { path, value })?)?,
            targets,
            unchecked,
            notes,
        })
    }
}

/// A checked value that fits its field, ready to be written.
pub struct Ready {
    /// File id of the component.
    pub component: i64,
    /// Full type name of the component.
    pub type_name: Arc<str>,
    pub edit: FieldEdit,
    /// Targets of the references in the value that have no file id yet.
    pub targets: Vec<Target>,
    /// The parts of the value that only Unity can check, each with the reason; `None` if all parts were checked.
    pub unchecked: Option<String>,
    pub notes: Vec<String>,
}

fn invalid(message: String) -> BridgeError {
    BridgeError::new(BridgeErrorKind::InvalidArgument, message)
}

fn no_member(chosen: &Chosen<'_>, problem: &NoSuchPath, kind: BridgeErrorKind) -> BridgeError {
    let start = match kind {
        BridgeErrorKind::InvalidArgument => "Member not writable: ",
        _ => "",
    };
    if let Some(error) = run_time_member_error("member", &problem.step, &chosen.type_name, &problem.step) {
        return error;
    }
    if let Some(error) = missing_fields::untold(chosen, &problem.step, &kind) {
        return error;
    }
    let is_to_write = kind == BridgeErrorKind::InvalidArgument;
    let error = BridgeError::new(kind, format!("{start}{} {}", chosen.type_name, problem.what));
    let other = rules::object_field_tool(&problem.step)
        .or_else(|| rules::replacement_property(&problem.step, &chosen.type_name));
    if let Some(hint) = other {
        return error.with_hint(hint);
    }
    let mut known = problem.known.clone();
    if is_to_write {
        known.retain(|name| rules::is_worth_naming(name_pair::serialized(name)));
    }
    match known.is_empty() {
        true => error,
        false => error.with_hint(name_hints::hint(&problem.step, &known)),
    }
}
