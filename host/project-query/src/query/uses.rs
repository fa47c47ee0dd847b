//! Types and fields that a query names, and what the search found about them. Only a completed search shows whether a
//! name exists.

use super::compare::Item;
use super::item_paths::{ANY, Each, item_paths};
use crate::query_view::QueryView;
use crate::values::field::{Fields, Found};
use crate::values::fields_by_name::{no_field, run_time_member_error, scalar};
use host_bridge::BridgeError;
use host_project_world::world::NodeAt;
use serde_json::Value;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;
use unity_fields::Kind;
use unity_scripts::{TypeId, Types};

/// Maximum number of array elements that a test examines; a longer array is reported as not compared.
const ITEMS: usize = 1_000_000;

/// Maximum number of scripts that a note names; further scripts are counted.
const NAMED: usize = 5;

/// Maximum number of existing field names that are collected for an error about an unknown field.
const NAMES: usize = 4_000;

/// A component type that a query names, with what the search found out about it.
#[derive(Debug, Default)]
pub(crate) struct TypeUse {
    pub(crate) name: String,
    /// For each component type, indexed by `TypeId`: true if it is or derives from the named type; `None` if not
    /// checked yet.
    known: RefCell<Vec<Option<bool>>>,
    pub(super) met: Cell<bool>,
    /// Scripts and base types without a known declaration, so that their components may or may not have the named type.
    hidden: RefCell<BTreeSet<String>>,
}

impl TypeUse {
    pub(crate) fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            ..Self::default()
        }
    }

    pub(super) fn is(&self, types: &Types, kind: TypeId) -> bool {
        let at = kind.index();
        let mut known = self.known.borrow_mut();
        if at >= known.len() {
            known.resize(at + 1, None);
        }
        let is = known.get(at).copied().flatten().unwrap_or_else(|| {
            self.hidden.borrow_mut().extend(types.hidden_by(kind, &self.name));
            types.is_a(kind, &self.name)
        });
        if let Some(slot) = known.get_mut(at) {
            *slot = Some(is);
        }
        if is {
            self.met.set(true);
        }
        is
    }
}

/// For each type that a query names: the scripts whose components may have this type but were not counted. There is one
/// note for each type, even if the query names it several times.
#[derive(Debug, Default)]
pub(super) struct LeftOpen(BTreeMap<String, BTreeSet<String>>);

impl LeftOpen {
    pub(crate) fn add(&mut self, kind: &TypeUse) {
        let hidden = kind.hidden.borrow();
        let of_type = self.0.entry(kind.name.clone()).or_default();
        of_type.extend(hidden.iter().cloned());
    }

    pub(super) fn remarks(self) -> Vec<String> {
        let open = self.0.into_iter().filter(|(_, hidden)| !hidden.is_empty());
        let remarks = open.map(|(name, hidden)| {
            let named: Vec<&str> = hidden.iter().take(NAMED).map(String::as_str).collect();
            let more = match hidden.len().saturating_sub(NAMED) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            format!(
                "components that may be a {name} were not counted as one: no source or assembly of the project declares the base types of these: {}{more}",
                named.join(", ")
            )
        });
        remarks.collect()
    }
}

/// Name and kind of a field whose value is a single scalar in the component's document.
type Plain = Rc<(String, Kind)>;

/// A field that a query names, with the results of the search about it.
#[derive(Debug, Default)]
pub(crate) struct FieldUse {
    pub(crate) path: String,
    found: Cell<bool>,
    was_read: Cell<bool>,
    /// True if the search found a value whose type is undeclared, so that it is compared as the text of the file.
    untyped: Cell<bool>,
    /// Why the first inexact value of the field can differ from that in a running Unity; `None` if all are exact.
    doubt: RefCell<Option<String>>,
    /// True if the search read a component of the type that does not have the field.
    lacked: Cell<bool>,
    known: RefCell<Vec<String>>,
    /// Advice for a corrected path, if the field exists but its value certainly has no such part.
    instead: RefCell<Option<String>>,
    quick: RefCell<HashMap<TypeId, Option<Plain>>>,
    /// Components of the current file that cannot be read, by object and index.
    broken: RefCell<BTreeSet<(NodeAt, usize)>>,
    /// Components whose value has too many elements to be compared, by object and index.
    large: RefCell<BTreeSet<(NodeAt, usize)>>,
}

impl FieldUse {
    pub(crate) fn new(path: &str) -> Self {
        Self {
            path: path.to_owned(),
            ..Self::default()
        }
    }

    pub(super) fn with_prefix(self, start: &str) -> Self {
        match start {
            "" => self,
            start => Self::new(&format!("{start}.{}", self.path)),
        }
    }

    /// Returns the values of the field in one component: none if it lacks the field, several if the path has `[*]`.
    pub(crate) fn read(&self, view: QueryView<'_>, at: NodeAt, position: usize) -> Vec<Item> {
        self.was_read.set(true);
        if let Some(item) = self.scalar(view, at, position) {
            return vec![item];
        }
        let Some(fields) = Fields::for_component(view, at, position) else {
            self.broken.borrow_mut().insert((at, position));
            return Vec::new();
        };
        if !self.path.contains(ANY) {
            return self
                .item_at_path(&fields, &self.path, at, position)
                .into_iter()
                .collect();
        }
        match item_paths(&fields, &self.path) {
            Each::Paths(paths) => {
                if paths.is_empty() {
                    self.found.set(true);
                }
                let items = paths
                    .iter()
                    .filter_map(|path| self.item_at_path(&fields, path, at, position));
                items.collect()
            }
            Each::TooMany => {
                self.found.set(true);
                self.large.borrow_mut().insert((at, position));
                Vec::new()
            }
            Each::NoList(found) => {
                self.is_not_there(found);
                Vec::new()
            }
        }
    }

    /// Returns the value for a column; with `[*]` the list of the values of all elements.
    pub(crate) fn cell(&self, view: QueryView<'_>, at: NodeAt, position: usize) -> Option<Item> {
        let items = self.read(view, at, position);
        match self.path.contains(ANY) {
            false => items.into_iter().next(),
            true if items.is_empty() && !self.found.get() => None,
            true => Some(Value::Array(items.into_iter().map(|item| item.value).collect()).into()),
        }
    }

    /// Reads a scalar directly from the component's text; `None` unless another component of the type showed its kind.
    fn scalar(&self, view: QueryView<'_>, at: NodeAt, position: usize) -> Option<Item> {
        let component = view.world.components(at).get(position)?;
        let quick = self.quick.borrow().get(&component.kind).cloned();
        let plain = quick.flatten()?;
        let (value, number) = scalar(component, &plain.0, &plain.1)?;
        Some(Item {
            value,
            number,
            kind: Some(plain.1.clone()),
        })
    }

    fn item_at_path(&self, fields: &Fields<'_>, path: &str, at: NodeAt, position: usize) -> Option<Item> {
        match fields.find(path) {
            Found::Value(place) => {
                self.found.set(true);
                if !self.path.contains(ANY) {
                    let mut quick = self.quick.borrow_mut();
                    quick
                        .entry(fields.type_id())
                        .or_insert_with(|| fields.quick(&place).map(Rc::new));
                }
                let (value, is_cut) = fields.value(&place, ITEMS);
                if is_cut {
                    self.large.borrow_mut().insert((at, position));
                    return None;
                }
                let kind = fields.kind(&place);
                if self.doubt.borrow().is_none() {
                    *self.doubt.borrow_mut() = fields.inexact_reason(place.path());
                }
                self.untyped.set(self.untyped.get() || kind == Some(Kind::Untyped));
                Some(Item {
                    number: fields.number(&place),
                    kind,
                    value,
                })
            }
            found => {
                if self.instead.borrow().is_none() {
                    *self.instead.borrow_mut() = fields.instead_of(path);
                }
                self.is_not_there(found);
                None
            }
        }
    }

    fn is_not_there(&self, found: Found) {
        match found {
            Found::Value(_) | Found::Absent => self.found.set(true),
            Found::Unknown => {}
            Found::NoSuchField(names) => {
                self.lacked.set(true);
                let mut known = self.known.borrow_mut();
                if !self.found.get() && known.len() < NAMES {
                    for name in names {
                        if !known.contains(&name) {
                            known.push(name);
                        }
                    }
                }
            }
        }
    }

    pub(super) fn take_large(&self) -> BTreeSet<(NodeAt, usize)> {
        self.large.take()
    }

    pub(super) fn take_broken(&self) -> BTreeSet<(NodeAt, usize)> {
        self.broken.take()
    }

    /// Returns true if some components were read that lack the field, and none that has it.
    pub(crate) fn is_open(&self) -> bool {
        !self.found.get() && self.lacked.get()
    }

    /// Checks the field after the search is complete. Returns `NotFound` if all read components of the type lack the
    /// field, or if none was read and the type certainly lacks it. Returns a note if the result is unknown.
    pub(crate) fn check(
        &self,
        view: QueryView<'_>,
        argument: &str,
        type_name: &str,
    ) -> Result<Option<String>, BridgeError> {
        if self.found.get() {
            let untyped = self.untyped.get().then(|| {
                format!(
                    "{type_name}.{}: no source on disk declares its type, so its values are the file's text; a text is compared by spelling, a number by value, true as 1 and false as 0",
                    self.path
                )
            });
            return Ok(untyped.or_else(|| self.doubt.borrow().clone()));
        }
        if !self.is_open() {
            return view.could_be_field(argument, type_name, &self.path, self.was_read.get());
        }
        let message = format!("{type_name} has no field {}", self.path);
        let given = format!("{type_name}.{}", self.path);
        if let Some(error) = run_time_member_error(argument, &given, type_name, &self.path) {
            return Err(error);
        }
        if let Some(instead) = self.instead.borrow().as_ref() {
            let hint = format!("{argument}: {}", instead.replace("{type}", type_name));
            return Err(no_field(argument, &given, message, &[]).with_hint(hint));
        }
        Err(no_field(argument, &given, message, &self.known.borrow()))
    }
}
